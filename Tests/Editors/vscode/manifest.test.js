'use strict';
// What package.json promises, against the extension, the server and the table of file kinds.

const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
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
  capture('Commands', `the extension's: ${declared.join(', ')}\nthe server's: ${servers.join(', ')}`);
  await host.close();
  assert.deepEqual([...host.commands.keys()], []);
});

test('every command has a title and a category, and every menu has a command', () => {
  for (const { command, title, category } of contributes.commands) {
    assert.ok(title && category === 'Privacy', command);
  }
  for (const { command } of Object.values(contributes.menus).flat()) {
    assert.ok(contributes.commands.some(one => one.command === command), command);
  }
  const titles = contributes.commands.map(({ title }) => title);
  assert.deepEqual(sorted(titles), ['Open Log', 'Restart', 'Show App Store Label']);
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
  assert.equal(manifest.icon, undefined);
  assert.match(manifest.engines.vscode, /^\^1\.(8[2-9]|9\d|1\d\d)\.0$/);
  assert.deepEqual(manifest.dependencies, { 'vscode-languageclient': '^9.0.1' });
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
