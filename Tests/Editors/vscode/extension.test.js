'use strict';
// Drives the extension as a user of VS Code would, with the real client library and the built server, and looks at what
// the window holds. A name that ends in [server] is of something that only a living server can bring about.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const {
  capture, children, expected, kinds, linesFrom, openWindow, openWithDiagnostics, place, program, server,
  serverMayDie, shown, temporaryFolder, withoutServer,
} = require('./support.js');

const { label } = expected;
const status = host => host.statusItems[0];
const isRunning = host => /^Server \d/.test(status(host).text);
const running = host => host.waitFor('the server', () => isRunning(host));

// What the server says, as the window shows it

test('diagnostics, on a line with an emoji too [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host);
  assert.equal(document.languageId, 'xcprivacy');
  assert.deepEqual(shown(host, document), expected.diagnostics.all);
  assert.deepEqual(host.messages, []);
  const lines = shown(host, document).map(({ line, severity, text, message, code }) =>
    `${line}: ${severity} [${code}] under «${text}»\n    ${message}`);
  capture(`Diagnostics of ${expected.diagnostics.file}`, lines.join('\n'));
  capture('Status item', `${status(host).name}: ${status(host).text}`);
});

for (const hover of expected.hovers) {
  test(`hover on line ${hover.line}${hover.contains ? '' : ' shows nothing'} [server]`, async t => {
    const host = await openWindow(t);
    const document = await openWithDiagnostics(host, hover.file);
    const text = await host.hover(document, place(host, document, hover));
    if (!hover.contains) return assert.equal(text, '');
    for (const part of hover.contains) assert.ok(text.includes(part), `no “${part}” in ${text}`);
    capture(`Hover on line ${hover.line}, behind “${hover.after}”`, text);
  });
}

for (const completion of expected.completions) {
  test(`completion of ${completion.what} [server]`, async t => {
    const host = await openWindow(t);
    const document = await host.open(completion.file);
    await running(host);
    let position = place(host, document, completion);
    await host.type(document, position, completion.type);
    position = position.translate(0, completion.type.length);
    const items = await host.complete(document, position);
    const names = items.map(({ item }) => item.label.label ?? item.label);
    const identifiers = names.map(name => /^\S+/.exec(name)[0]);
    for (const name of completion.offers ?? []) assert.ok(identifiers.includes(name), `${name} is not among ${names}`);
    for (const name of completion.never ?? []) assert.ok(!identifiers.includes(name), `${name} is offered`);
    if (completion.only) assert.deepEqual([...identifiers].sort(), [...completion.only].sort());
    const chosen = items[identifiers.indexOf(completion.accept)];
    assert.ok(chosen, `${completion.accept} is not among ${names}`);
    await host.accept(document, position, chosen);
    assert.deepEqual(linesFrom(document, completion.lines), completion.lines.are);
    capture(`Completion of ${completion.what}, line ${completion.line}`, `${items.map(({ item }) =>
      [item.label.label ?? item.label, item.label.description ?? item.detail].filter(Boolean).join(' — ')).join('\n')}
After accepting ${completion.accept}:\n${completion.lines.are.join('\n')}`);
  });
}

for (const action of expected.codeActions) {
  test(`code action, ${action.what} [server]`, async t => {
    const host = await openWindow(t);
    const document = await openWithDiagnostics(host, action.file);
    const before = shown(host, document);
    const isThere = () => shown(host, document).some(({ line, code }) => line === action.line && code === action.code);
    assert.ok(isThere(), `no finding ${action.code} on line ${action.line}`);
    const cursor = place(host, document, action);
    const { CodeActionKind, Range } = host.vscode;
    const offered = await host.codeActions(document, new Range(cursor, cursor), CodeActionKind.QuickFix);
    const preferred = offered.filter(one => one.isPreferred);
    assert.equal(preferred.length, 1, `preferred: ${preferred.map(one => one.title)}`);
    assert.ok(preferred[0].kind.value.startsWith('quickfix'));
    await host.applyAction(preferred[0]);
    assert.deepEqual(linesFrom(document, action.lines), action.lines.are);
    await host.waitFor('the finding to go', () => !isThere());
    assert.equal(host.diagnostics(document).length, before.length - 1);
    const titles = offered.map(one => `- ${one.title}${one.isPreferred ? ' (preferred)' : ''}`);
    capture(`Code actions on line ${action.line}, and the text after the preferred one`,
      [...titles, ...action.lines.are].join('\n'));
  });
}

for (const [where, index] of [['', -1], [' behind an emoji', 2]]) {
  test(`diagnostics follow the typing${where} [server]`, async t => {
    const host = await openWindow(t);
    const document = await openWithDiagnostics(host);
    const { all } = expected.diagnostics;
    const { line, text } = all.at(index);
    const start = document.lineAt(line - 1).text.indexOf(text);
    const { Range, TextEdit } = host.vscode;
    const replace = (from, to) => host.edit(document,
      [TextEdit.replace(new Range(line - 1, start, line - 1, start + from.length), to)]);
    await replace(text, `${text}X`);
    await host.waitFor('another finding', () => shown(host, document).some(one => one.text === `${text}X`));
    await replace(`${text}X`, text);
    await host.waitFor('the finding to come back', () => shown(host, document).some(one => one.text === text));
    assert.deepEqual(shown(host, document), all);
  });
}

test('formatting [server]', async t => {
  const { file, text } = expected.formatting;
  const host = await openWindow(t, { files: { 'InfoPlist.xcstrings': '{}\n' } });
  const document = await host.open(file);
  await host.waitFor('the formatters', () => host.providers.OnTypeFormattingEdit?.length);
  const catalog = await host.open('InfoPlist.xcstrings');
  assert.ok(!await host.format(catalog), 'a string catalog is formatted');
  const before = document.getText();
  assert.ok(await host.format(document), 'nothing formats');
  assert.equal(document.getText(), text.join('\n'));
  assert.notEqual(before, document.getText());
  capture(`Formatting of ${file}`, `${before}\nbecomes\n${document.getText()}`);
});

test('the end tag behind the cursor, and the rest of one before it [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host);
  const { Position, Range, TextEdit } = host.vscode;
  const line = document.getText().split('\n').findIndex(text => text.includes('<dict>')) + 1;
  for (const [text, typed, after, cursor] of [['\t<key>', '>', '\t<key></key>', 6], ['\t<key></', '/', '\t<key></key>', 12]]) {
    await host.edit(document, [TextEdit.insert(new Position(line, 0), `${text}\n`)]);
    await host.formatOnType(new Position(line, text.length), typed);
    assert.equal(document.lineAt(line).text, after);
    assert.deepEqual(host.active.selection.active, new Position(line, cursor));
    await host.edit(document, [TextEdit.replace(new Range(line, 0, line + 1, 0), '')]);
  }
});

test('a start tag is edited together with its end tag [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host);
  const line = document.lines.findIndex(text => text.includes('<key>'));
  const at = document.lineAt(line).text.indexOf('<key>') + 2;
  const [{ ranges }] = await host.ask('LinkedEditingRange', document, 'provideLinkedEditingRanges',
    new host.vscode.Position(line, at));
  assert.deepEqual(ranges.map(range => [range.start.line, document.getText(range)]), [[line, 'key'], [line, 'key']]);
});

// Commands

const doubled = manifestWith('\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>ads.example.com</string>\n'
  + '\t\t<string>ads.example.com</string>\n\t</array>\n');
const undoubled = doubled.replace('\t\t<string>ads.example.com</string>\n', '');

function manifestWith(content) {
  return '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
    + '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n\t<key>NSPrivacyTracking</key>\n'
    + `\t<true/>\n${content}\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n</dict>\n</plist>\n`;
}

test('Fix All Safe Problems changes what is safe, and says when nothing is [server]', async t => {
  const host = await openWindow(t, { files: { 'Doubled/PrivacyInfo.xcprivacy': doubled } });
  const document = await host.open('Doubled/PrivacyInfo.xcprivacy');
  await running(host);
  await host.run('privacy-lsp.fixAll');
  assert.equal(document.getText(), undoubled);
  assert.deepEqual(host.messages, []);
  await host.run('privacy-lsp.fixAll');
  assert.equal(document.getText(), undoubled);
  assert.deepEqual(host.messages.splice(0).map(({ text }) => text), ['No problem in this file has a safe fix.']);
  // A mistake that only the user can decide stays.
  const other = await openWithDiagnostics(host);
  const before = shown(host, other).length;
  await host.run('privacy-lsp.fixAll');
  await host.waitFor('the findings after it', () => shown(host, other).length <= before);
  assert.ok(shown(host, other).some(({ code }) => code === 'reason-of-another-category'));
});

test('Fix All Safe Problems needs a file that is checked', async t => {
  const host = await openWindow(t);
  await host.run('privacy-lsp.fixAll');
  await host.open(expected.noServer.file);
  await host.run('privacy-lsp.fixAll');
  assert.deepEqual(host.messages.map(({ text }) => text),
    Array(2).fill('Open a privacy manifest or another file that is checked first.'));
  assert.deepEqual(children(), []);
});

for (const on of [true, false]) {
  test(`Lint Workspace checks what is not open, also where the setting is ${on} [server]`, async t => {
    const host = await openWindow(t, { settings: { user: { 'privacy-lsp.workspaceDiagnostics': on } } });
    const found = file => host.vscode.languages.getDiagnostics(host.vscode.Uri.file(path.join(host.folder, file))).length;
    const files = [expected.diagnostics.file, label.file];
    assert.deepEqual(children(), []);
    // Where a file is open the server runs already, without the rest of the workspace.
    if (!on) await openWithDiagnostics(host, expected.completions[0].file);
    await host.run('privacy-lsp.lintWorkspace');
    assert.deepEqual(host.executed, [['workbench.actions.view.problems']]);
    await host.waitFor('the findings', () => files.every(found));
    assert.deepEqual(host.messages, []);
    assert.equal(children().length, 1);
    // It stays so, without another start.
    const [{ id }] = children();
    await host.run('privacy-lsp.lintWorkspace');
    assert.deepEqual(children().map(one => one.id), [id]);
    assert.equal(host.executed.length, 2);
  });
}

test('Lint Workspace needs a folder', async t => {
  const host = await openWindow(t, { hasFolder: false });
  await host.run('privacy-lsp.lintWorkspace');
  assert.deepEqual(host.messages.map(({ text }) => text), ['Open a folder first: there is no workspace to check.']);
  assert.deepEqual([host.executed, children()], [[], []]);
});

test('a command says that the server is not running, once, and restarts it [server]', async t => {
  const own = witness(t);
  await onPath(t, [], async () => {
    const host = await openWindow(t, { extension: withoutServer });
    await host.run('privacy-lsp.lintWorkspace');
    assert.deepEqual(host.messages.splice(0).map(({ buttons }) => buttons), [['How to Install', 'Open Setting']]);
    Object.assign(host.settings.user, { 'privacy-lsp.server.path': own.path });
    host.press = 'Restart';
    await host.run('privacy-lsp.lintWorkspace');
    assert.deepEqual(host.messages,
      [{ level: 'error', text: 'The server is not running.', buttons: ['Restart', 'Open Log'] }]);
    await running(host);
    assert.deepEqual(host.executed, []);
  });
});

test('New File: Privacy Manifest asks for the place and offers the whole text there [server]', async t => {
  const host = await openWindow(t, { files: { 'My App/.keep': '' } });
  const file = path.join(host.folder, 'My App', 'PrivacyInfo.xcprivacy');
  host.chosenFile = host.vscode.Uri.file(file);
  await host.run('privacy-lsp.newManifest');
  assert.equal(host.dialogs[0].defaultUri.fsPath, path.join(host.folder, 'PrivacyInfo.xcprivacy'));
  const { document } = host.active;
  assert.deepEqual([document.uri.scheme, document.uri.path, document.languageId, document.getText()],
    ['untitled', file, 'xcprivacy', '']);
  assert.deepEqual(host.executed, [['editor.action.triggerSuggest']]);
  const start = new host.vscode.Position(0, 0);
  const items = await host.complete(document, start);
  const whole = items.find(({ item }) => (item.label.label ?? item.label) === 'Privacy manifest');
  assert.ok(whole, `offered: ${items.map(({ item }) => item.label.label ?? item.label)}`);
  await host.accept(document, start, whole);
  assert.match(document.getText(), /^<\?xml [^]*<key>NSPrivacyTracking<\/key>\n\t<false\/>\n[^]*<\/plist>\n$/);
  // Only the user saves it.
  assert.equal(fs.existsSync(file), false);
  assert.deepEqual(host.messages, []);
});

test('New File: Privacy Manifest starts no server for a file of another name', async t => {
  const host = await openWindow(t);
  host.chosenFile = host.vscode.Uri.file(path.join(host.folder, 'Notes.txt'));
  await host.run('privacy-lsp.newManifest');
  assert.deepEqual([host.active.document.uri.path, host.executed, children()], [host.chosenFile.path, [], []]);
});

test('New File: Privacy Manifest opens a manifest that is there already, and does nothing without a place', async t => {
  const host = await openWindow(t);
  await host.run('privacy-lsp.newManifest');
  assert.deepEqual([host.dialogs.length, host.active, host.documents], [1, undefined, []]);
  host.chosenFile = host.vscode.Uri.file(path.join(host.folder, label.file));
  const before = fs.readFileSync(host.chosenFile.fsPath, 'utf8');
  await host.run('privacy-lsp.newManifest');
  assert.deepEqual([host.active.document.uri.scheme, host.active.document.getText()], ['file', before]);
  assert.deepEqual(host.executed, []);
});

// The label


/** The page without its head and tags, a line for each piece of text. */
const words = page => page.replace(/^[^]*<body>/, '').replace(/<svg[^]*?<\/svg>/g, '').split(/<[^>]*>/)
  .map(text => text.trim()).filter(Boolean).join('\n');

test('the label of the manifest in view, in a page that can do nothing [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host, label.file);
  await host.run('privacy-lsp.showAppStoreLabel');
  const [panel] = host.panels;
  assert.deepEqual(
    [panel.options.enableScripts, panel.options.localResourceRoots, panel.place.preserveFocus], [false, [], true]);
  const page = panel.webview.html;
  for (const part of label.contains) assert.ok(words(page).includes(part), `no “${part}” in ${words(page)}`);
  for (const part of label.never) assert.ok(!words(page).includes(part), `“${part}” is on it`);
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  assert.equal(/<head>(<meta[^>]*>)/.exec(page)?.[1],
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  assert.doesNotMatch(page, /<script|<link|https?:[^"]*\.(css|js|png)/);
  assert.equal(status(host).selector.some(filter => filter.language === 'xcprivacy'), true);
  capture('The label page, its words', words(page));
  capture('The label page, its beginning', page.slice(0, 400));
  assert.equal(document.isDirty, false);
});

test('label, which follows the typing [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host, label.file);
  await host.run('privacy-lsp.showAppStoreLabel', document.uri);
  const [panel] = host.panels;
  assert.ok(words(panel.webview.html).includes(label.change.removes));
  const { Range, TextEdit, Position } = host.vscode;
  const { line, replace, by } = label.change;
  const start = document.lineAt(line - 1).text.indexOf(replace);
  assert.ok(start >= 0);
  const pages = panel.pages.length;
  // Letter by letter: the label waits for the text to rest.
  await host.edit(document, [TextEdit.delete(new Range(line - 1, start, line - 1, start + replace.length))]);
  for (const [index, letter] of [...by].entries()) {
    await host.type(document, new Position(line - 1, start + index), letter);
  }
  await host.waitFor('the label to change', () => words(panel.webview.html).includes(label.change.adds));
  assert.ok(!words(panel.webview.html).includes(label.change.removes));
  assert.equal(panel.pages.length, pages + 1, 'pages for one piece of typing');
  // A label that is closed is not made any more, and is opened anew by the command.
  panel.dispose();
  await host.type(document, new Position(line - 1, 0), '\t');
  await host.run('privacy-lsp.showAppStoreLabel');
  assert.equal(host.panels.length, 1);
  assert.equal(panel.pages.length, pages + 1);
});

test('the label turns to the manifest that the user turns to [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host, label.file);
  await host.run('privacy-lsp.showAppStoreLabel');
  const [panel] = host.panels;
  await host.open(expected.completions[0].file);
  await host.waitFor('the other label', () => !words(panel.webview.html).includes(label.change.removes));
  await host.open(expected.noServer.file);
  await host.turnTo(document);
  await host.waitFor('the first label', () => words(panel.webview.html).includes(label.change.removes));
  assert.equal(host.panels.length, 1);
});

test('without a server the label says why there is none', async t => {
  await onPath(t, [], async () => {
    const host = await openWindow(t, { extension: withoutServer });
    await host.open(label.file);
    await host.run('privacy-lsp.showAppStoreLabel');
    assert.equal(words(host.panels[0].webview.html), 'There is no label: the server is not running.');
    assert.match(host.panels[0].webview.html, /<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/);
  });
});

test('without a manifest there is no label, and a word about it', async t => {
  const host = await openWindow(t);
  await host.open(expected.noServer.file);
  await host.run('privacy-lsp.showAppStoreLabel');
  assert.deepEqual(host.panels, []);
  assert.deepEqual(host.messages, [
    { level: 'information', text: 'Open a privacy manifest first: the label shows what it declares.', buttons: [] },
  ]);
});

test('code lenses open the page of the label, and the list of problems [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host, label.file);
  assert.ok(host.commands.has('privacy-lsp.showLabel'), `commands: ${[...host.commands.keys()]}`);
  const lenses = (await host.ask('CodeLens', document, 'provideCodeLenses')).flat();
  for (const { line, title } of expected.codeLenses.some) {
    assert.ok(lenses.some(({ range, command }) => range.start.line + 1 === line && command.title === title), title);
  }
  const lens = lenses.find(({ command }) => command?.command === 'privacy-lsp.showLabel');
  assert.ok(lens, `lenses: ${lenses.map(({ command }) => command?.title)}`);
  await host.run(lens.command.command, ...lens.command.arguments ?? []);
  assert.ok(words(host.panels[0].webview.html).includes(label.contains[0]));
  const other = lenses.find(({ command }) => command?.command === 'privacy-lsp.showFindings');
  await host.run(other.command.command, ...other.command.arguments ?? []);
  assert.deepEqual(host.executed, [['workbench.actions.view.problems']]);
  assert.deepEqual(host.messages, []);
  capture('Code lenses', lenses.map(({ range, command }) => `${range.start.line + 1}: ${command?.title}`).join('\n'));
});

test('inlay hints, which go by a setting [server]', async t => {
  const host = await openWindow(t);
  const wanted = expected.inlayHints;
  const document = await openWithDiagnostics(host, wanted.file);
  const { Range, TextEdit } = host.vscode;
  const hints = async () => (await host.ask('InlayHints', document, 'provideInlayHints',
    new Range(0, 0, document.lineCount, 0))).flat().map(({ position, label: text }) => ({ position, text }));
  const shownHints = await hints();
  assert.deepEqual(
    shownHints.map(({ position, text }) => ({ line: position.line + 1, text })),
    wanted.all.map(({ line, text }) => ({ line, text })));
  for (const [index, { position }] of shownHints.entries()) {
    assert.ok(document.lineAt(position.line).text.slice(0, position.character).endsWith(wanted.all[index].after));
  }
  const start = document.lineAt(wanted.fixed.line - 1).text.indexOf('PhotosOrVideos');
  await host.edit(document, [TextEdit.replace(
    new Range(wanted.fixed.line - 1, start, wanted.fixed.line - 1, start + 'PhotosOrVideos'.length), 'PhotosorVideos')]);
  await host.waitFor('one more hint', async () => (await hints()).length === wanted.all.length + 1);
  await host.set('user', { 'privacy-lsp.inlayHints.reasons': false });
  await host.waitFor('the hints of reasons to go', async () =>
    (await hints()).map(({ text }) => text).join() === wanted.fixed.text);
  await host.set('user', { 'privacy-lsp.inlayHints.dataTypes': false });
  await host.waitFor('the others to go', async () => (await hints()).length === 0);
  assert.deepEqual(host.messages, []);
  capture('Inlay hints', shownHints.map(({ position, text }) => `${position.line + 1}: ${text}`).join('\n'));
});

test('what Apple knows is coloured by what it is [server]', async t => {
  const host = await openWindow(t);
  const wanted = expected.semanticTokens;
  const document = await openWithDiagnostics(host, wanted.file);
  const [{ rest: [legend] }] = await host.waitFor('a provider', () => host.providers.DocumentSemanticTokens);
  const tokens = async () => {
    const [{ data }] = await host.ask('DocumentSemanticTokens', document, 'provideDocumentSemanticTokens');
    let [line, character] = [0, 0];
    return Array.from({ length: data.length / 5 }, (_, index) => {
      const [lines, characters, length, type] = data.slice(5 * index, 5 * index + 5);
      if (lines) character = 0;
      [line, character] = [line + lines, character + characters];
      return {
        line: line + 1, text: document.lineAt(line).text.slice(character, character + length),
        type: legend.tokenTypes[type],
      };
    });
  };
  const found = await tokens();
  for (const { line, text, type } of wanted.all) {
    assert.equal(found.find(token => token.line === line && token.text === text)?.type ?? null, type, text);
  }
  const { line, from, to, type } = wanted.typed;
  const start = document.lineAt(line - 1).text.indexOf(from);
  const { Range, TextEdit } = host.vscode;
  await host.edit(document, [TextEdit.replace(new Range(line - 1, start, line - 1, start + from.length), to)]);
  assert.equal((await tokens()).find(token => token.line === line)?.type, type);
  capture('Colours', found.map(token => `${token.line}: ${token.text} ${token.type}`).join('\n'));
});

// Which files

test('a file of another kind starts no server', async t => {
  const host = await openWindow(t);
  const document = await host.open(expected.noServer.file);
  assert.equal(document.languageId, 'xml');
  for (const name of kinds.others.filter(name => !name.includes('/'))) {
    fs.writeFileSync(path.join(host.folder, name), document.getText());
    await host.open(name);
  }
  await new Promise(resolve => setTimeout(resolve, 300));
  assert.deepEqual(children(), []);
  assert.equal(host.log, '');
  assert.equal(status(host).text, 'Not started');
  assert.deepEqual(host.documents.flatMap(one => host.diagnostics(one)), []);
  assert.deepEqual(host.messages, []);
});

test('a file of another kind starts no server, where one of ours does [server]', async t => {
  const host = await openWindow(t);
  await openWithDiagnostics(host);
  const other = await host.open(expected.noServer.file);
  assert.equal(await host.hover(other, new host.vscode.Position(4, 8)), '');
  assert.deepEqual(host.diagnostics(other), []);
  assert.equal(children().length, 1);
});

const manifestKey = '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n\t<key>NSPrivacyTracking</key>\n'
  + '\t<string>no</string>\n</dict>\n</plist>\n';

for (const { kind, syntax, examples } of kinds.kinds) {
  test(`files of the kind ${kind} start the server, in any letter case and language [server]`, async t => {
    for (const [file, language] of [...examples.map(name => [name]), [examples[0], 'xml'], [examples[0].toUpperCase()]]) {
      const host = await openWindow(t, { files: { [file]: manifestKey } });
      const document = await host.open(file, language);
      await running(host);
      if (syntax === 'xml' && kind !== 'entitlements') {
        await host.waitFor(`diagnostics of ${file}`, () => host.diagnostics(document).length > 0);
      }
      await host.close();
    }
  });
}

// Settings

test('settings reach the server, from the editor and from a file, which wins [server]', async t => {
  const host = await openWindow(t, { settings: { user: { 'privacy-lsp.severity': { 'unknown-purpose': 'off' } } } });
  const document = await openWithDiagnostics(host);
  const codes = () => shown(host, document).map(({ code, severity }) => `${code} ${severity}`);
  const all = expected.diagnostics.all.map(({ code, severity }) => `${code} ${severity}`);
  const until = wanted => host.waitFor(wanted.join(), () => codes().join() === wanted.join());
  await until(all.filter(code => code !== 'unknown-purpose error'));
  await host.set('user', { 'privacy-lsp.severity': { 'unknown-purpose': 'hint' } });
  await until(all.map(code => code === 'unknown-purpose error' ? 'unknown-purpose hint' : code));
  fs.writeFileSync(path.join(host.folder, '.privacy-lsp.json'), '{"severity": {"unknown-purpose": "warning"}}');
  await host.fileChanged('.privacy-lsp.json');
  await until(all.map(code => code === 'unknown-purpose error' ? 'unknown-purpose warning' : code));
  // The extension's own settings are no settings of the server's.
  host.setLogLevel('Trace');
  await host.set('user', { 'privacy-lsp.trace.server': 'messages' });
  await host.waitFor('a trace', async () => {
    await host.hover(document, new host.vscode.Position(4, 10));
    return host.log.includes('textDocument/hover');
  });
  assert.deepEqual(host.messages, []);
});

test('files that are not open are checked too, unless the setting says otherwise [server]', async t => {
  const closed = host => host.vscode.languages.getDiagnostics(
    host.vscode.Uri.file(path.join(host.folder, expected.completions[0].file)));
  const host = await openWindow(t);
  await openWithDiagnostics(host);
  await host.waitFor('diagnostics of a file that is not open', () => closed(host).length > 0);
  await host.close();
  const other = await openWindow(t, { settings: { user: { 'privacy-lsp.workspaceDiagnostics': false } } });
  await openWithDiagnostics(other);
  await new Promise(resolve => setTimeout(resolve, 500));
  assert.deepEqual(closed(other), []);
  assert.deepEqual(other.messages, []);
});

// Starting, stopping, falling over

test('restart after the server was killed [server]', async t => {
  serverMayDie(t);
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host);
  const [before] = children();
  assert.equal(children().length, 1);
  process.kill(before.id, 'SIGKILL');
  // The editor goes on asking until it hears of that.
  for (let asked = 0; asked < 20; asked++) {
    host.hover(document, place(host, document, expected.hovers[0])).catch(() => {});
    await new Promise(resolve => setImmediate(resolve));
  }
  const after = await host.waitFor('another server', () => children().find(({ id }) => id !== before.id));
  await running(host);
  await host.waitFor('diagnostics', () => host.diagnostics(document).length === expected.diagnostics.all.length);
  assert.deepEqual(shown(host, document), expected.diagnostics.all);
  assert.notEqual(await host.hover(document, place(host, document, expected.hovers[0])), '');
  assert.equal(children().length, 1);
  capture('After the server was killed', `process ${before.id} is now ${after.id}; status: ${status(host).text}`);
});

test('a server that falls over again and again is left alone, says so, and restarts by command [server]', async t => {
  serverMayDie(t);
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host);
  const hover = place(host, document, expected.hovers[0]);
  const killed = new Set();
  while (killed.size < 5) {
    const next = await host.waitFor('another server', () => children().find(({ id }) => !killed.has(id)));
    await host.waitFor('its answer', () => host.hover(document, hover).catch(() => ''));
    process.kill(next.id, 'SIGKILL');
    killed.add(next.id);
  }
  await host.waitFor('the end of it', () => host.messages.length);
  assert.match(host.messages[0].text, /crashed 5 times/);
  await host.waitFor('the status', () => status(host).text === 'Not running');
  assert.equal(status(host).severity, host.vscode.LanguageStatusSeverity.Error);
  assert.deepEqual(status(host).command, { title: 'Restart', command: 'privacy-lsp.restart' });
  assert.deepEqual(children(), []);
  assert.deepEqual(host.diagnostics(document), []);
  await host.run(status(host).command.command);
  await host.waitFor('diagnostics', () => host.diagnostics(document).length === expected.diagnostics.all.length);
  assert.ok(isRunning(host));
});

test('restart of a server that runs [server]', async t => {
  const host = await openWindow(t);
  const document = await openWithDiagnostics(host);
  const [before] = children();
  await Promise.all(Array.from({ length: 3 }, () => host.run('privacy-lsp.restart')));
  await host.waitFor('the old server to go', () => children().length === 1 && children()[0].id !== before.id);
  await host.waitFor('diagnostics', () => host.diagnostics(document).length === expected.diagnostics.all.length);
  assert.deepEqual(shown(host, document), expected.diagnostics.all);
  assert.ok(isRunning(host));
});

test('the server goes with the extension [server]', async t => {
  const host = await openWindow(t);
  await openWithDiagnostics(host);
  assert.equal(children().length, 1);
  await host.close();
  await host.waitFor('the end of the process', () => children().length === 0);
  assert.deepEqual(host.collections, []);
  assert.deepEqual([...host.commands.keys()], []);
});

test('the command Open Log shows how the server was started [server]', async t => {
  const host = await openWindow(t);
  await openWithDiagnostics(host);
  await host.run('privacy-lsp.openLog');
  assert.equal(host.channels.length, 1);
  assert.equal(host.channels[0].shown, 1);
  assert.match(host.log, /^Starting \S+\/server\/privacy-lsp, version \d+\.\d+\.\d+, part of the extension$/m);
  assert.equal(children()[0].path, path.join(host.extension, 'server/privacy-lsp'));
});

// Where the server comes from

/** A program that starts the server and says so in a file. */
const witness = (t, file = path.join(temporaryFolder(t), 'witness')) => ({
  file, path: program(t, `echo "$*" >>'${file}'\nexec '${server}' "$@"`),
});

const started = ({ file }) => fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];

async function onPath(t, folders, body) {
  const before = process.env.PATH;
  process.env.PATH = [...folders, '/usr/bin', '/bin'].join(':');
  try {
    await body();
  } finally {
    process.env.PATH = before;
  }
}

test('a path that is set comes before the server that came along [server]', async t => {
  const own = witness(t);
  const host = await openWindow(t, { settings: { user: { 'privacy-lsp.server.path': own.path } } });
  await openWithDiagnostics(host);
  assert.deepEqual(started(own), ['--version', 'serve']);
  assert.match(host.log, new RegExp(`^Starting ${own.path}, version .*, from the settings$`, 'm'));
});

test('a path that starts with ~/ is one of the home folder [server]', async t => {
  const own = witness(t);
  const home = process.env.HOME;
  process.env.HOME = path.dirname(own.path);
  try {
    const host = await openWindow(t, { settings: { user: { 'privacy-lsp.server.path': '~/privacy-lsp' } } });
    await openWithDiagnostics(host);
  } finally {
    process.env.HOME = home;
  }
  assert.deepEqual(started(own), ['--version', 'serve']);
});

test('without a server of its own the extension takes the first on the PATH [server]', async t => {
  const [first, second] = [witness(t), witness(t)];
  await onPath(t, ['relative', path.dirname(first.path), path.dirname(second.path)], async () => {
    const host = await openWindow(t, { extension: withoutServer });
    await openWithDiagnostics(host);
  });
  assert.deepEqual([started(first), started(second)], [['--version', 'serve'], []]);
});

test('a missing program is named, with a button that helps', async t => {
  await onPath(t, [], async () => {
    const host = await openWindow(t, { extension: withoutServer });
    host.press = 'How to Install';
    await host.open(expected.diagnostics.file);
    assert.deepEqual(host.messages, [{
      level: 'error',
      text: 'The server “privacy-lsp” is not installed: this extension came without it, and there is none on the PATH.',
      buttons: ['How to Install', 'Open Setting'],
    }]);
    assert.equal(status(host).text, 'Not running');
    assert.equal(status(host).severity, host.vscode.LanguageStatusSeverity.Error);
    assert.equal(status(host).detail, host.messages[0].text);
    const [[command, uri]] = await host.waitFor('the button to act', () => host.executed.length && host.executed);
    assert.equal(command, 'markdown.showPreview');
    assert.equal(uri.fsPath, path.join(withoutServer, 'README.md'));
    assert.match(fs.readFileSync(uri.fsPath, 'utf8'), /^## Install the server$/m);
    capture('No server', `${host.messages[0].level}: ${host.messages[0].text}\n[${host.messages[0].buttons.join('] [')}]`);
    // Said once: not again for every file.
    await host.open(expected.completions[0].file);
    assert.equal(host.messages.length, 1);
  });
});

test('the button finds the README of a package made by vsce, whose name is in small letters', async t => {
  const extension = path.join(temporaryFolder(t), 'extension');
  fs.cpSync(withoutServer, extension, { recursive: true });
  fs.renameSync(path.join(extension, 'README.md'), path.join(extension, 'readme.md'));
  await onPath(t, [], async () => {
    const host = await openWindow(t, { extension });
    host.press = 'How to Install';
    await host.open(expected.diagnostics.file);
    const [[, uri]] = await host.waitFor('the button to act', () => host.executed.length && host.executed);
    assert.equal(uri.fsPath, path.join(extension, 'readme.md'));
  });
});

test('diagnostics, in a path with spaces and umlauts [server]', async t => {
  const host = await openWindow(t);
  const name = 'Größe und mehr/Über 1/PrivacyInfo.xcprivacy';
  fs.mkdirSync(path.join(host.folder, path.dirname(name)), { recursive: true });
  fs.copyFileSync(path.join(host.folder, expected.diagnostics.file), path.join(host.folder, name));
  const document = await host.open(name);
  await host.waitFor('diagnostics', () => host.diagnostics(document).length === expected.diagnostics.all.length);
});

test('no server at first, one by the setting then [server]', async t => {
  const own = witness(t);
  await onPath(t, [], async () => {
    const host = await openWindow(t, { extension: withoutServer });
    host.press = 'Open Setting';
    const document = await host.open(expected.diagnostics.file);
    await host.waitFor('the settings', () => host.executed.length);
    assert.deepEqual(host.executed, [['workbench.action.openSettings', 'privacy-lsp.server.path']]);
    await host.set('user', { 'privacy-lsp.server.path': own.path });
    await host.waitFor('diagnostics', () => host.diagnostics(document).length === expected.diagnostics.all.length);
    assert.ok(isRunning(host));
  });
});

for (const [what, text, words] of [
  ['fails', 'echo "wrong machine" >&2; exit 3', file => `“${file} --version” failed: wrong machine.`],
  ['fails without a word', 'exit 3', file => `“${file} --version” failed: it ended with 3.`],
  ['says another name', 'echo other 1.0', file => `“${file}” is not privacy-lsp: “--version” does not print its name.`],
  ['says nothing', '', file => `“${file}” is not privacy-lsp: “--version” does not print its name.`],
]) {
  test(`a program whose --version ${what} is not started`, async t => {
    const trace = path.join(temporaryFolder(t), 'trace');
    const file = program(t, `echo "$*" >>'${trace}'\n${text}`);
    const host = await openWindow(t, { settings: { user: { 'privacy-lsp.server.path': file } } });
    host.press = 'Open Log';
    const document = await host.open(expected.diagnostics.file);
    assert.deepEqual(host.messages, [{ level: 'error', text: words(file), buttons: ['Open Log', 'Open Setting'] }]);
    await host.waitFor('the log', () => host.channels[0].shown === 1);
    assert.ok(host.log.includes(words(file)));
    assert.equal(fs.readFileSync(trace, 'utf8'), '--version\n');
    assert.deepEqual(children(), []);
    assert.deepEqual(host.diagnostics(document), []);
    capture(`A program whose --version ${what}`, host.messages[0].text);
  });
}

test('a program that never answers --version is given up', async t => {
  const { askVersion } = require(path.join(withoutServer, 'server.js'));
  const file = program(t, 'exec sleep 60');
  await assert.rejects(askVersion(file, 200),
    { message: `“${file} --version” failed: it was still running after 0.2 seconds.` });
  assert.deepEqual(children(), []);
});

for (const [set, words] of [
  ['privacy-lsp', 'The setting “privacy-lsp.server.path” must be an absolute path, not “privacy-lsp”.'],
  ['/nowhere/privacy-lsp', 'The setting “privacy-lsp.server.path” names “/nowhere/privacy-lsp”, which is not a program.'],
  ['/usr', 'The setting “privacy-lsp.server.path” names “/usr”, which is not a program.'],
]) {
  test(`the setting “${set}” is refused, and nothing else taken for it`, async t => {
    const host = await openWindow(t, { settings: { user: { 'privacy-lsp.server.path': set } } });
    await host.open(expected.diagnostics.file);
    assert.deepEqual(host.messages, [{ level: 'error', text: words, buttons: ['Open Log', 'Open Setting'] }]);
    assert.deepEqual(children(), []);
  });
}

test('a workspace without trust does not choose the program; one with trust does [server]', async t => {
  const own = witness(t);
  const workspace = { 'privacy-lsp.server.path': own.path, 'privacy-lsp.severity': { 'unknown-purpose': 'off' } };
  const host = await openWindow(t, { settings: { workspace }, trusted: false });
  const document = await openWithDiagnostics(host);
  assert.deepEqual(started(own), []);
  assert.equal(children()[0].path, path.join(host.extension, 'server/privacy-lsp'));
  // Everything else works without trust.
  await host.waitFor('the severities', () => host.diagnostics(document).length === expected.diagnostics.all.length - 1);
  await host.trust();
  await host.waitFor('the other program', () => started(own).length === 2);
  assert.deepEqual(started(own), ['--version', 'serve']);
});
