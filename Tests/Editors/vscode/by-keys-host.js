'use strict';
// The extension with the real client library, for an editor that is a page: reads requests as lines of JSON, answers each
// with a line.
//   node by-keys-host.js EXTENSION FOLDER FILE

const readline = require('node:readline');
const api = require('./api.js');
const { Host } = require('./host.js');

const [extension, folder, file] = process.argv.slice(2);
const host = new Host({ extension, folder });
const token = () => new api.CancellationTokenSource().token;
const position = ({ line, character }) => new api.Position(line, character);
const range = ([start, end]) => new api.Range(position(start), position(end));
const places = ({ start, end }) => [start, end].map(({ line, character }) => ({ line, character }));
const edits = all => (all ?? []).map(edit => ({ range: places(edit.range), text: edit.newText }));

let document;
/** What was offered last, with its provider. */
let offered = [];
let actions = [];

function item({ item: one }, index) {
  const insertion = one.insertText ?? one.label.label ?? one.label;
  const where = one.range?.inserting ? [places(one.range.inserting), places(one.range.replacing)] : one.range && places(one.range);
  return {
    index, label: one.label, kind: api.CompletionItemKind[one.kind], detail: one.detail, sortText: one.sortText, filterText: one.filterText,
    preselect: one.preselect, text: insertion.value ?? insertion, isSnippet: insertion.value !== undefined,
    keepWhitespace: one.keepWhitespace, range: where, edits: edits(one.additionalTextEdits), command: one.command,
  };
}

const requests = {
  async open() {
    await host.activate();
    document = await host.open(file);
    await host.waitFor('the server', () => /^Server \d/.test(host.statusItems[0]?.text));
    const [{ rest }] = host.providers.CompletionItem;
    const characters = rest.flat().filter(one => typeof one === 'string');
    return { text: document.getText(), configuration: host.manifest.contributes.configurationDefaults['[xcprivacy]'], characters };
  },
  change: ({ changes }) => host.edit(document, changes.map(change => new api.TextEdit(range(change.range), change.text))),
  async complete({ at, character }) {
    const triggerKind = character ? api.CompletionTriggerKind.TriggerCharacter : api.CompletionTriggerKind.Invoke;
    const context = { triggerKind, triggerCharacter: character };
    offered = [];
    let isIncomplete = false;
    for (const { selector, provider } of host.providers.CompletionItem) {
      if (!host.matches(selector, document)) continue;
      const answer = await provider.provideCompletionItems(document, position(at), token(), context);
      isIncomplete ||= answer?.isIncomplete ?? false;
      offered.push(...(answer?.items ?? answer ?? []).map(one => ({ item: one, provider })));
    }
    return { isIncomplete, items: offered.map(item) };
  },
  async resolve({ index }) {
    const one = offered[index];
    return item({ item: await one.provider.resolveCompletionItem?.(one.item, token()) ?? one.item }, index);
  },
  async type({ at, character }) {
    const options = { tabSize: 4, insertSpaces: false };
    return edits((await host.ask('OnTypeFormattingEdit', document, 'provideOnTypeFormattingEdits', position(at), character, options)).flat());
  },
  text: () => document.getText(),
  diagnostics: () => host.diagnostics(document).map(one => ({ range: places(one.range), message: one.message, severity: one.severity })),
  async actions({ where }) {
    actions = await host.codeActions(document, range(where));
    return actions.map(({ title, kind, isPreferred }, index) => ({ index, title, kind: kind?.value, isPreferred }));
  },
  async edit({ index }) {
    let action = actions[index];
    for (const { provider } of host.providers.CodeActions) {
      if (!action.edit) action = await provider.resolveCodeAction?.(action, token()) ?? action;
    }
    return action.edit.entries().flatMap(([, all]) => edits(all));
  },
};

// One after the other, so that each sees the text that it is about.
let before = Promise.resolve();
readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, ...parameters } = JSON.parse(line);
  before = before.then(async () => {
    let answer;
    try {
      answer = { result: await requests[method](parameters) ?? null };
    } catch (error) {
      answer = { error: String(error.stack) };
    }
    process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
  });
}).on('close', () => before.then(() => host.close()).then(() => process.exit(0)));
