'use strict';
// What package.json promises, against the extension, the server and the table of file kinds.

const assert = require('node:assert/strict');
const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const {
  capture, expected, kinds, openWindow, openWithDiagnostics, server, withServer, withoutServer,
} = require('./support.js');

const read = file => JSON.parse(fs.readFileSync(path.join(withServer, file), 'utf8'));
const manifest = read('package.json');
const { contributes } = manifest;
const settings = contributes.configuration.properties;
const sorted = list => [...list].sort();

test('every command that is declared is there, before a server is and while it runs [server]', async t => {
  const declared = contributes.commands.map(({ command }) => command);
  const host = await openWindow(t);
  assert.deepEqual(sorted(host.commands.keys()), sorted(declared));
  await openWithDiagnostics(host);
  const servers = [...host.commands.keys()].filter(command => !declared.includes(command));
  for (const command of servers) assert.match(command, /^privacy-lsp\./);
  for (const command of declared) assert.ok(host.commands.has(command));
  // What a task finds in a closed file replaces the server’s findings there, and is not listed beside them.
  const { owner } = contributes.problemMatchers[0];
  assert.equal(host.collections.filter(({ name }) => name === owner).length, 1);
  capture('Commands', `the extension's: ${declared.join(', ')}\nthe server's: ${servers.join(', ')}`);
  await host.close();
  assert.deepEqual([...host.commands.keys()], []);
});

test('every command has a title and a category, and every menu has a command', () => {
  for (const { command, title, category } of contributes.commands) {
    assert.ok(title && ['Privacy', 'New File'].includes(category), command);
  }
  for (const { command } of Object.values(contributes.menus).flat()) {
    assert.ok(contributes.commands.some(one => one.command === command), command);
  }
  const titles = contributes.commands.map(({ category, title }) => `${category}: ${title}`);
  assert.deepEqual(sorted(titles), ['New File: Privacy Manifest', 'Privacy: Fix All Safe Problems',
    'Privacy: Lint Workspace', 'Privacy: Open Log', 'Privacy: Restart', 'Privacy: Show App Store Label']);
  assert.deepEqual(contributes.menus['file/newFile'].map(({ command }) => command), ['privacy-lsp.newManifest']);
});

test('the walkthrough has four steps, each with a picture and completed by what it tells to do', () => {
  const [{ title, description, steps }] = contributes.walkthroughs;
  assert.ok(title && description);
  assert.deepEqual(steps.map(({ id }) => id), ['create', 'fix', 'lint', 'label']);
  for (const { id, title: heading, description: text, media, completionEvents } of steps) {
    assert.ok(heading, id);
    const named = [...text.matchAll(/\]\(command:([^)]*)\)/g)].map(([, command]) => command);
    assert.equal(named.length, 1, id);
    assert.ok(contributes.commands.some(({ command }) => command === named[0]), named[0]);
    assert.ok(completionEvents.includes(`onCommand:${named[0]}`), id);
    for (const event of completionEvents) assert.match(event, /^on(Command|Context):./, id);
    assert.ok(media.altText, id);
    // A picture takes its colours from the theme, and has nothing that runs or is loaded.
    const picture = fs.readFileSync(path.join(withServer, media.svg), 'utf8');
    assert.match(picture, /^<svg xmlns="[^"]*" viewBox="0 0 480 320" role="img" aria-label="[^"]+"/);
    assert.ok(picture.includes(`aria-label="${media.altText}"`) && picture.includes('var(--vscode-'), id);
    assert.doesNotMatch(picture, /<(script|image|foreignObject|use)|href=|\bon[a-z]+=/);
    for (const [, colour] of picture.matchAll(/(?:fill|stroke)="([^"]*)"/g)) assert.match(colour, /^(var\(--vscode-|none$)/);
  }
});

/** What VS Code makes of a line of a task by one of our matchers: a problem, or nothing. */
function problem({ pattern }, line) {
  const found = new RegExp(pattern.regexp).exec(line);
  if (!found) return undefined;
  const part = name => pattern[name] && found[pattern[name]];
  return {
    file: part('file'), line: pattern.line && Number(part('line')), column: pattern.column && Number(part('column')),
    severity: part('severity'), message: part('message'), code: part('code'),
  };
}

test('the problem matchers read every line that lint writes for Xcode [server]', async t => {
  const plist = content => '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
    + `"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n${content}</dict>\n</plist>\n`;
  const text = (key, value) => `\t<key>NS${key}UsageDescription</key>\n\t<string>${value}</string>\n`;
  const host = await openWindow(t, {
    files: {
      'My App: 1/Größe [x]/Info.plist': plist(text('Camera', 'TODO') + text('Microphone', '')
        + text('Contacts', 'your contacts are used to find your friends 😀: 1:2: error: [none]')),
      'My App: 1/Größe [x]/PrivacyInfo.xcprivacy': plist('\t<key>NSPrivacyTracking</key>\n\t<string>no</string>\n'),
    },
  });
  const binary = path.join(host.folder, 'Built App', 'Info.plist');
  fs.mkdirSync(path.dirname(binary));
  execFileSync('python3', ['-c', 'import plistlib, sys; plistlib.dump({"NSCameraUsageDescription": "TODO"}, '
    + 'open(sys.argv[1], "wb"), fmt=plistlib.FMT_BINARY)', binary]);
  const lint = (...options) => spawnSync(server, ['lint', '--min-severity', 'hint', ...options, '.'],
    { cwd: host.folder, encoding: 'utf8' }).stdout;
  const lines = lint('--format', 'xcode').trim().split('\n');
  const { problemMatchers } = contributes;
  for (const { name, owner, source, fileLocation, applyTo } of problemMatchers) {
    assert.match(name, /^privacy-lsp/);
    // Open files keep the server’s findings.
    assert.deepEqual([owner, source, fileLocation, applyTo], ['privacy-lsp', 'privacy-lsp', 'absolute', 'closedDocuments']);
  }
  const problems = lines.map(line => {
    const all = problemMatchers.map(matcher => problem(matcher, line)).filter(Boolean);
    assert.equal(all.length, 1, line);
    return all[0];
  });
  assert.deepEqual([...new Set(problems.map(({ severity }) => severity))].sort(), ['error', 'note', 'warning']);
  assert.ok(problems.some(({ file, line }) => file === binary && line === undefined));
  // The same as in the other format, where nothing has to be taken apart.
  const wanted = JSON.parse(lint('--format', 'json')).files.flatMap(({ path: file, diagnostics }) => diagnostics
    .map(({ rule, severity, range }) => [path.join(host.folder, file), rule,
      { error: 'error', warning: 'warning' }[severity] ?? 'note', range?.start.line, range?.start.column]));
  const key = one => JSON.stringify(one);
  assert.deepEqual(
    problems.map(({ file, code, severity, line, column }) => key([file, code, severity, line, column])).sort(),
    wanted.map(key).sort());
  for (const line of ['', '3 errors, 2 warnings', 'privacy-lsp: no privacy files found in .', '/a/b.swift:1:2: error: no']) {
    assert.deepEqual(problemMatchers.filter(matcher => problem(matcher, line)), [], line);
  }
  capture('What the problem matchers read', lines.join('\n'));
});

test('every setting is described, scoped and has a default of its type', () => {
  for (const [name, setting] of Object.entries(settings)) {
    assert.match(name, /^privacy-lsp\./);
    assert.match(setting.markdownDescription, /^[A-Z].*\.$/s, name);
    assert.ok(['window', 'resource', 'machine', 'machine-overridable', 'application'].includes(setting.scope), name);
    const kind = setting.default === null ? 'null' : typeof setting.default;
    if (setting.type) assert.ok([setting.type].flat().includes(kind), name);
    else assert.ok(setting.enum.includes(setting.default), name);
    if (setting.enumDescriptions) assert.equal(setting.enum.length, setting.enumDescriptions.length, name);
  }
  assert.equal(settings['privacy-lsp.server.path'].scope, 'machine-overridable');
  assert.deepEqual(settings['privacy-lsp.trace.server'].enum, ['off', 'messages', 'verbose']);
});

test('a workspace without trust may set everything but the program', () => {
  const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
  assert.equal(untrustedWorkspaces.supported, 'limited');
  assert.ok(untrustedWorkspaces.description);
  assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, ['privacy-lsp.server.path']);
  assert.equal(virtualWorkspaces.supported, false);
  assert.deepEqual(manifest.extensionKind, ['workspace']);
  assert.equal(manifest.browser, undefined);
});

test('every kind of file is covered by a language, and nothing else is', async t => {
  const names = contributes.languages.flatMap(({ extensions = [], filenames = [], filenamePatterns = [] }) =>
    [...extensions.map(extension => `*${extension}`), ...filenames, ...filenamePatterns]);
  assert.deepEqual(sorted(names), sorted(kinds.kinds.flatMap(({ patterns }) => patterns)));
  // Those of the languages are implied.
  assert.deepEqual(sorted(manifest.activationEvents), sorted(names.map(name => `workspaceContains:**/${name}`)));
  const host = await openWindow(t);
  for (const { examples } of kinds.kinds) {
    for (const file of examples) {
      assert.ok(contributes.languages.some(({ id }) => id === host.languageOf(file)), file);
    }
  }
  for (const file of kinds.others) {
    assert.ok(!contributes.languages.some(({ id }) => id === host.languageOf(file)), file);
  }
});

test('every language has a name and a configuration, and those of XML are coloured as XML', async t => {
  const host = await openWindow(t);
  for (const { id, aliases, configuration } of contributes.languages) {
    assert.ok(aliases[0], id);
    const rules = read(configuration);
    for (const word of ['NSPrivacyTracking', 'CA92.1']) assert.match(word, new RegExp(`^${rules.wordPattern}$`));
    assert.ok(contributes.configurationDefaults[`[${id}]`], id);
    const fitting = kinds.kinds.filter(({ examples }) => examples.some(file => host.languageOf(file) === id));
    assert.equal(fitting.length, 1, id);
    const grammars = contributes.grammars.filter(({ language }) => language === id);
    assert.equal(grammars.length, 1, id);
    const grammar = read(grammars[0].path);
    assert.equal(grammar.scopeName, grammars[0].scopeName);
    const isXML = fitting[0].syntax === 'xml' || undefined;
    const defaults = contributes.configurationDefaults[`[${id}]`];
    assert.deepEqual([defaults['editor.formatOnType'], defaults['editor.linkedEditing']], [isXML, isXML], id);
    if (fitting[0].syntax !== 'xml') continue;
    assert.deepEqual(rules.comments, { blockComment: ['<!--', '-->'] });
    for (const { beforeText, afterText } of rules.onEnterRules) {
      assert.match('\t<dict>', new RegExp(beforeText));
      assert.match('</dict>', new RegExp(afterText ?? ''));
    }
    assert.deepEqual(grammar.patterns, [{ include: 'text.xml' }]);
  }
});

test('the gallery gets all it asks for', () => {
  const known = ['Programming Languages', 'Snippets', 'Linters', 'Themes', 'Debuggers', 'Formatters', 'Keymaps',
    'SCM Providers', 'Other', 'Extension Packs', 'Language Packs', 'Data Science', 'Machine Learning', 'Visualization',
    'Notebooks', 'Education', 'Testing'];
  const texts = ['name', 'publisher', 'displayName', 'description', 'version', 'license', 'homepage', 'qna', 'pricing'];
  for (const field of texts) {
    assert.ok(typeof manifest[field] === 'string' && manifest[field], field);
  }
  for (const category of manifest.categories) assert.ok(known.includes(category), category);
  assert.ok(manifest.keywords.length > 2 && manifest.keywords.length <= 30);
  assert.match(manifest.repository.url, /^https:/);
  assert.match(manifest.bugs.url, /^https:/);
  assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/);
  assert.ok(['dark', 'light'].includes(manifest.galleryBanner.theme));
  assert.ok(manifest.description.length < 200);
  assert.equal(manifest.icon, 'icon.png');
  assert.equal(manifest.engines.vscode, '^1.106.0'); // as the client library asks
  assert.deepEqual(manifest.dependencies, { 'vscode-languageclient': '^10.1.0' });
});

test('the versions of extension and server are the same [server]', () => {
  const printed = execFileSync(server, ['--version'], { encoding: 'utf8' });
  assert.equal(/^privacy-lsp (\S+)/.exec(printed)?.[1], manifest.version);
  const changes = fs.readFileSync(path.join(withServer, 'CHANGELOG.md'), 'utf8');
  assert.match(changes, new RegExp(`^## ${manifest.version}$`, 'm'));
});

test('the rules that can be set are those of the server, in settings and schema [server]', () => {
  const printed = execFileSync(server, ['explain', '--all', '--format', 'markdown'], { encoding: 'utf8' });
  const rules = [...printed.matchAll(/^### ([a-z-]+)$/gm)].map(([, id]) => id);
  assert.ok(rules.length > 20, `rules: ${rules}`);
  const groups = new Set([...printed.matchAll(/, group `([a-z-]+)`/g)].map(([, id]) => id));
  assert.ok(groups.size > 3, `groups: ${[...groups]}`);
  const formers = [...printed.matchAll(/, formerly `([a-z-]+)`/g)].map(([, id]) => id);
  assert.ok(formers.length > 0, 'no rule was renamed');
  const [{ fileMatch, url }] = contributes.jsonValidation;
  assert.equal(fileMatch, '.privacy-lsp.json');
  const schema = read(url);
  for (const { properties, additionalProperties } of [settings['privacy-lsp.severity'], schema.properties.severity]) {
    assert.deepEqual(sorted(Object.keys(properties)), sorted([...rules, ...groups, ...formers]));
    assert.equal(additionalProperties, false);
    for (const [id, { description, enum: severities }] of Object.entries(properties)) {
      assert.match(description, /\.$/, id);
      assert.deepEqual(severities, ['off', 'hint', 'information', 'warning', 'error']);
    }
    for (const id of formers) assert.match(properties[id].deprecationMessage, /^Now called [a-z-]+\.$/);
  }
  for (const { code } of expected.diagnostics.all) assert.ok(rules.includes(code), code);
});

test('the README tells of every command and setting, and has no links that a page elsewhere would lack', () => {
  const readme = fs.readFileSync(path.join(withoutServer, 'README.md'), 'utf8');
  for (const { category, title } of contributes.commands) assert.ok(readme.includes(`${category}: ${title}`), title);
  for (const name of Object.keys(settings)) assert.ok(readme.includes(`\`${name}\``), name);
  for (const [, target] of readme.matchAll(/\]\(([^)]*)\)/g)) assert.match(target, /^(https:|#)/);
});

test('the task of the README runs lint with our problem matchers [server]', async t => {
  const readme = fs.readFileSync(path.join(withoutServer, 'README.md'), 'utf8');
  const [, block] = /```json\n(\{\s*"version": "2\.0\.0"[^`]*)```/.exec(readme);
  const [task] = JSON.parse(block).tasks;
  assert.deepEqual(task.problemMatcher, contributes.problemMatchers.map(({ name }) => `$${name}`));
  assert.equal(task.command, 'privacy-lsp');
  const host = await openWindow(t);
  const run = spawnSync(server, task.args, { cwd: host.folder, encoding: 'utf8' });
  assert.deepEqual([run.status, run.stderr], [1, '']);
  assert.match(run.stdout, /PrivacyInfo\.xcprivacy:\d+:\d+: error: /);
});
