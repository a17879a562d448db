'use strict';
// A stand-in for the window and the workspace of VS Code: it loads an extension from its folder, gives it a `vscode`
// module to run against, and lets a test do what a user does and read what the user would see.
//
// What it does of itself it does by the extension's package.json, as VS Code does: languages by file name, defaults of
// settings, settings that a workspace without trust may not set.

const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const api = require('./api.js');

const { CancellationTokenSource, Disposable, EventEmitter, Position, Range, Selection, TextEdit, Uri } = api;

const token = () => new CancellationTokenSource().token;

/** A pattern of VS Code's for whole paths. */
function glob(pattern) {
  const parts = pattern.split(/(\*\*\/|\*|\?|\{[^}]*\})/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    const choices = part.slice(1, -1).split(',').map(one => one.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]*'));
    return `(?:${choices.join('|')})`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

class TextDocument {
  constructor(uri, text, languageId) {
    Object.assign(this, { uri, text, languageId, version: 1, isDirty: false, isClosed: false, isUntitled: false });
    this.eol = text.includes('\r\n') ? api.EndOfLine.CRLF : api.EndOfLine.LF;
    this.encoding = 'utf8';
  }

  get fileName() { return this.uri.fsPath; }

  get lines() { return this.text.split(/\r?\n/); }

  get lineCount() { return this.lines.length; }

  getText(range) {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }

  offsetAt({ line, character }) {
    let start = 0;
    for (let count = 0; count < line; count++) {
      const end = this.text.indexOf('\n', start);
      if (end < 0) return this.text.length;
      start = end + 1;
    }
    return Math.min(start + character, this.text.length);
  }

  positionAt(offset) {
    const before = this.text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1).length);
  }

  lineAt(where) {
    const lineNumber = where.line ?? where;
    const text = this.lines[lineNumber];
    const firstNonWhitespaceCharacterIndex = text.search(/\S|$/);
    const range = new Range(lineNumber, 0, lineNumber, text.length);
    return { text, lineNumber, firstNonWhitespaceCharacterIndex, range };
  }
}

class Host {
  /**
   * @param {string} extension The folder of the extension.
   * @param {string} folder The folder that is open.
   * @param {{user?: object, workspace?: object}} settings What is set, by whole names.
   * @param {boolean} hasFolder Whether the folder is the workspace; if not, there is none.
   */
  constructor({ extension, folder, settings = {}, trusted = true, hasFolder = true }) {
    Object.assign(this, { extension, folder, trusted, hasFolder });
    this.manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
    this.settings = { user: {}, workspace: {}, ...settings };
    this.events = new Proxy({}, { get: (all, name) => (all[name] ??= new EventEmitter()) });
    this.documents = [];
    this.providers = {};
    this.collections = [];
    this.commands = new Map();
    /** Commands of VS Code's own that were run, with their arguments. */
    this.executed = [];
    this.channels = [];
    /** Messages that were shown: `{ level, text, buttons }`. */
    this.messages = [];
    /** The title of the button that the user presses on every message. */
    this.press = undefined;
    /** Dialogs for a file to write, by their options, and the file that the user chooses in each. */
    this.dialogs = [];
    this.chosenFile = undefined;
    this.statusItems = [];
    this.panels = [];
    this.watchers = [];
    this.vscode = this.makeModule();
    this.context = {
      subscriptions: [], extensionPath: extension, extensionUri: Uri.file(extension),
      extensionMode: api.ExtensionMode.Test, extension: { packageJSON: this.manifest, extensionPath: extension },
      asAbsolutePath: file => path.join(extension, file),
    };
  }

  // The extension

  /** Loads the extension anew, with everything it requires from its own folder, and activates it. */
  async activate() {
    for (const file of Object.keys(require.cache)) {
      if (file.startsWith(this.extension + path.sep)) delete require.cache[file];
    }
    const load = Module._load;
    Module._load = (name, ...rest) => name === 'vscode' ? this.vscode : load(name, ...rest);
    try {
      this.entry = require(path.join(this.extension, this.manifest.main));
    } finally {
      Module._load = load;
    }
    await this.entry.activate(this.context);
  }

  async close() {
    await this.entry?.deactivate?.();
    for (const subscription of this.context.subscriptions.splice(0).reverse()) await subscription.dispose();
  }

  // The user

  /** Opens a file in a tab, in the language that its name has. */
  async open(file, languageId = this.languageOf(file)) {
    const document = this.read(Uri.file(path.join(this.folder, file)), languageId);
    // In this order: VS Code tells of a tab before it has the document.
    await this.addTab(document);
    await this.add(document);
    await this.show(document);
    return document;
  }

  /** Makes the document of a file, or of one that is not on the disk yet, whose URI has the scheme `untitled`. */
  read(uri, languageId = this.languageOf(uri.path)) {
    const isUntitled = uri.scheme === 'untitled';
    if (isUntitled && fs.existsSync(uri.path)) throw new Error(`cannot open ${uri}. Detail: file already exists`);
    const document = new TextDocument(uri, isUntitled ? '' : fs.readFileSync(uri.path, 'utf8'), languageId);
    return Object.assign(document, { isUntitled, isDirty: isUntitled });
  }

  async add(document) {
    this.documents.push(document);
    await this.events.opened.fire(document);
    return document;
  }

  async addTab({ uri }) {
    const tab = { input: new api.TabInputText(uri), label: path.basename(uri.path), isActive: true };
    this.tabs.push(tab);
    await this.events.tabs.fire({ opened: [tab], closed: [], changed: [] });
  }

  /** Makes the editor of a document the one in view. */
  async show(document) {
    this.active = {
      document, selection: new Selection(new Position(0, 0), new Position(0, 0)), options: {},
      insertSnippet: async ({ value }, where) => {
        const [before, after] = value.split('$0');
        await this.edit(document, [new TextEdit(new Range(where, where), before + after)]);
        const cursor = where.translate(0, before.length);
        this.active.selection = new Selection(cursor, cursor);
        return true;
      },
    };
    await this.events.activeEditor.fire(this.active);
  }

  /** Turns to a document that is open. */
  async turnTo(document) {
    this.active = { ...this.active, document };
    await this.events.activeEditor.fire(this.active);
  }

  async edit(document, edits) {
    const last = [...edits].sort((a, b) => b.range.start.compareTo(a.range.start));
    const contentChanges = last.map(({ range, newText }) => {
      const rangeOffset = document.offsetAt(range.start);
      return { range, rangeOffset, rangeLength: document.offsetAt(range.end) - rangeOffset, text: newText };
    });
    for (const { rangeOffset, rangeLength, text } of contentChanges) {
      document.text = document.text.slice(0, rangeOffset) + text + document.text.slice(rangeOffset + rangeLength);
    }
    document.version++;
    document.isDirty = true;
    await this.events.changed.fire({ document, contentChanges, reason: undefined });
  }

  async save(document) {
    fs.writeFileSync(document.fileName, document.text);
    document.isDirty = false;
    await this.events.saved.fire(document);
  }

  type(document, position, text) { return this.edit(document, [TextEdit.insert(position, text)]); }

  async applyEdit(edit) {
    for (const [uri, edits] of edit.entries()) {
      const document = this.documents.find(one => one.uri.toString() === uri.toString());
      if (!document) return false;
      await this.edit(document, edits);
    }
    return true;
  }

  /** Changes settings of the user or the workspace, by whole names. */
  async set(target, changes) {
    const before = this.values();
    Object.assign(this.settings[target], changes);
    const after = this.values();
    const names = Object.keys(after).filter(name => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    await this.tellOfSettings(names);
  }

  async trust() {
    const before = this.values();
    this.trusted = true;
    await this.events.trusted.fire();
    await this.tellOfSettings(Object.keys(this.values()).filter(name => this.values()[name] !== before[name]));
  }

  async tellOfSettings(names) {
    if (!names.length) return;
    await this.events.settings.fire({
      affectsConfiguration: section => names.some(name => name === section || name.startsWith(`${section}.`)),
    });
  }

  /** Tells the watchers of a file that came to be or changed. */
  async fileChanged(file) {
    const uri = Uri.file(path.join(this.folder, file));
    for (const { pattern, changed } of this.watchers) if (glob(pattern).test(uri.fsPath)) await changed.fire(uri);
  }

  run(command, ...values) { return this.vscode.commands.executeCommand(command, ...values); }

  // What the user sees

  diagnostics(document) { return this.vscode.languages.getDiagnostics(document.uri); }

  /** As “Developer: Set Log Level…” does, for all channels. */
  setLogLevel(name) {
    const level = this.vscode.LogLevel[name];
    for (const channel of this.channels) channel.logLevel = level;
    this.events.logLevel.fire(level);
  }

  get log() { return this.channels.map(channel => channel.text).join(''); }

  /** What all providers of a kind say of a document. */
  async ask(kind, document, method, ...values) {
    const fitting = (this.providers[kind] ?? []).filter(({ selector }) => this.matches(selector, document));
    const answers = await Promise.all(fitting.map(({ provider }) => provider[method](document, ...values, token())));
    return answers.filter(answer => answer !== undefined && answer !== null);
  }

  async hover(document, position) {
    const hovers = await this.ask('Hover', document, 'provideHover', position);
    return hovers.flatMap(({ contents }) => contents).map(content => content.value ?? content).join('\n\n');
  }

  /** What the list of completions holds at a position: what is offered and fits what is typed. */
  async complete(document, position) {
    const context = { triggerKind: api.CompletionTriggerKind.Invoke, triggerCharacter: undefined };
    const offered = await Promise.all((this.providers.CompletionItem ?? [])
      .filter(({ selector }) => this.matches(selector, document))
      .map(async ({ provider }) => {
        const answer = await provider.provideCompletionItems(document, position, token(), context);
        return (answer?.items ?? answer ?? []).map(item => ({ item, provider }));
      }));
    return offered.flat().filter(({ item }) => {
      const range = item.range?.replacing ?? item.range ?? new Range(position, position);
      const typed = document.getText(new Range(range.start, position)).toLowerCase();
      const word = (item.filterText ?? item.label.label ?? item.label).toLowerCase();
      let at = -1;
      return [...typed].every(character => (at = word.indexOf(character, at + 1)) >= 0);
    });
  }

  /** Accepts a completion, as Return does. */
  async accept(document, position, { item, provider }) {
    const full = await provider.resolveCompletionItem?.(item, token()) ?? item;
    const range = full.range?.inserting ?? full.range ?? new Range(position, position);
    const insertion = full.insertText ?? full.label.label ?? full.label;
    let text = typeof insertion === 'string' ? insertion
      : insertion.value.replace(/\$\{\d+\|([^,|}]*)[^}]*\}|\$\{\d+:([^}]*)\}|\$\{?\d+\}?/g, '$1$2')
        .replace(/\\([$}\\])/g, '$1');
    const indentation = /^\s*/.exec(document.lineAt(range.start.line).text)[0];
    if (!full.keepWhitespace) text = text.replace(/\n/g, `\n${indentation}`);
    await this.edit(document, [new TextEdit(range, text), ...full.additionalTextEdits ?? []]);
  }

  async codeActions(document, range, only) {
    const diagnostics = this.diagnostics(document).filter(one => one.range.intersection(range));
    const context = { diagnostics, only, triggerKind: api.CodeActionTriggerKind.Invoke };
    return (await this.ask('CodeActions', document, 'provideCodeActions', range, context)).flat();
  }

  /** What VS Code’s command for it gives an extension: the actions of one kind in a range of an open file. */
  codeActionsOf(uri, range, kind) {
    const document = this.documents.find(one => one.uri.toString() === uri.toString());
    return this.codeActions(document, range, new api.CodeActionKind(kind));
  }

  async applyAction(action) {
    if (action.edit) await this.applyEdit(action.edit);
    if (action.command) await this.run(action.command.command, ...action.command.arguments ?? []);
  }

  async format(document) {
    const answers = await this.ask('DocumentFormattingEdit', document, 'provideDocumentFormattingEdits',
      { tabSize: 4, insertSpaces: false });
    if (!answers.length) return false;
    await this.edit(document, answers[0]);
    return true;
  }

  /** What follows from a character before a position in the editor in view, where the user formats on typing. */
  async formatOnType(position, typed) {
    const { document } = this.active;
    this.active.selection = new Selection(position, position);
    const answers = await this.ask('OnTypeFormattingEdit', document, 'provideOnTypeFormattingEdits', position, typed,
      { tabSize: 4, insertSpaces: false });
    for (const edit of answers.flat()) {
      await this.edit(document, [edit]);
      const cursor = edit.range.start.translate(0, edit.newText.length);
      this.active.selection = new Selection(cursor, cursor);
    }
  }

  /** Waits until a condition gives something that counts as true, and returns it. */
  async waitFor(what, condition, patience = Number(process.env.PATIENCE) || 15_000) {
    const end = Date.now() + patience;
    for (;;) {
      const value = await condition();
      if (value) return value;
      if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }

  // What VS Code does by the extension's package.json

  languageOf(file) {
    const name = path.basename(file).toLowerCase();
    const fits = ({ extensions = [], filenames = [], filenamePatterns = [] }) =>
      filenames.some(one => one.toLowerCase() === name)
      || filenamePatterns.some(one => glob(one.toLowerCase()).test(name))
      || extensions.some(one => name.endsWith(one.toLowerCase()));
    const known = [...this.manifest.contributes.languages, { id: 'xml', extensions: ['.xml', '.plist'] }];
    return known.find(fits)?.id ?? 'plaintext';
  }

  /** All settings that count, by whole names. */
  values() {
    const { properties } = this.manifest.contributes.configuration;
    const { untrustedWorkspaces } = this.manifest.capabilities;
    const restricted = this.trusted ? [] : untrustedWorkspaces.restrictedConfigurations;
    const result = Object.fromEntries(Object.entries(properties).map(([name, { default: value }]) => [name, value]));
    Object.assign(result, this.settings.user);
    for (const [name, value] of Object.entries(this.settings.workspace)) {
      if (!restricted.includes(name)) result[name] = value;
    }
    return result;
  }

  configuration(section) {
    const tree = {};
    for (const [name, value] of Object.entries(this.values())) {
      const parts = name.split('.');
      const last = parts.pop();
      parts.reduce((node, part) => (node[part] ??= {}), tree)[last] = value;
    }
    const at = name => [...section ? section.split('.') : [], ...name ? name.split('.') : []]
      .reduce((node, part) => node?.[part], tree);
    return {
      ...at(''), get: (name, fallback) => at(name) ?? fallback, has: name => at(name) !== undefined,
      inspect: () => undefined, update: async () => {},
    };
  }

  matches(selector, document) {
    return [selector].flat().some(filter => {
      if (typeof filter === 'string') return filter === '*' || filter === document.languageId;
      const { language = '*', scheme = '*', pattern } = filter;
      return (language === '*' || language === document.languageId) && (scheme === '*' || scheme === document.uri.scheme)
        && (!pattern || glob(pattern.pattern ?? pattern).test(document.uri.fsPath));
    });
  }

  // The module

  makeModule() {
    const host = this;
    const { events } = this;
    this.tabs = [];
    const folder = { uri: Uri.file(this.folder), name: path.basename(this.folder), index: 0 };
    const nothing = () => new Disposable(() => {});
    const message = level => async (text, ...rest) => {
      const buttons = rest.filter(one => typeof one === 'string' || one?.title);
      host.messages.push({ level, text, buttons: buttons.map(one => one.title ?? one) });
      return buttons.find(one => (one.title ?? one) === host.press);
    };
    const channel = name => {
      const made = {
        name, text: '', shown: 0, logLevel: api.LogLevel.Info, onDidChangeLogLevel: events.logLevel.event,
        append(text) { made.text += text; }, appendLine(text) { made.text += `${text}\n`; },
        replace(text) { made.text = text; }, clear() { made.text = ''; },
        show() { made.shown++; }, hide() {}, dispose() {},
      };
      for (const level of ['trace', 'debug', 'info', 'warn', 'error']) made[level] = text => made.appendLine(text);
      host.channels.push(made);
      return made;
    };
    const panel = (viewType, title, place, options) => {
      const disposed = new EventEmitter();
      const made = {
        viewType, title, place, options, visible: true, pages: [], revealed: 0,
        webview: {
          options, cspSource: 'https://webview.test', onDidReceiveMessage: nothing, postMessage: async () => true,
          get html() { return made.pages.at(-1) ?? ''; }, set html(page) { made.pages.push(page); },
        },
        reveal() { made.revealed++; }, onDidDispose: disposed.event, onDidChangeViewState: nothing,
        dispose() {
          const at = host.panels.indexOf(made);
          if (at < 0) return;
          host.panels.splice(at, 1);
          disposed.fire();
        },
      };
      host.panels.push(made);
      return made;
    };
    const collection = name => {
      const entries = new Map();
      const made = {
        name, entries, get: uri => entries.get(uri.toString()), has: uri => entries.has(uri.toString()),
        set(uri, diagnostics) {
          const all = Array.isArray(uri) ? uri : [[uri, diagnostics]];
          for (const [one, list] of all) entries.set(one.toString(), list ?? []);
          events.diagnostics.fire();
        },
        delete(uri) { entries.delete(uri.toString()); }, clear() { entries.clear(); },
        forEach(visit) { entries.forEach((list, uri) => visit(Uri.parse(uri), list, made)); },
        dispose() {
          entries.clear();
          host.collections = host.collections.filter(one => one !== made);
        },
      };
      host.collections.push(made);
      return made;
    };
    const watcher = pattern => {
      const [created, changed, deleted] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
      const made = { pattern: pattern.pattern ?? pattern, changed };
      host.watchers.push(made);
      return {
        onDidCreate: created.event, onDidChange: changed.event, onDidDelete: deleted.event,
        dispose() { host.watchers = host.watchers.filter(one => one !== made); },
      };
    };
    /** Whatever is registered for a kind of provider, as `registerHoverProvider` is for `Hover`. */
    const registration = kind => (selector, provider, ...rest) => {
      const entry = { selector, provider, rest };
      const list = (host.providers[kind] ??= []);
      list.push(entry);
      return new Disposable(() => list.splice(list.indexOf(entry), 1));
    };
    return {
      ...api,
      version: '1.106.0',
      workspace: {
        get textDocuments() { return host.documents; }, notebookDocuments: [], get isTrusted() { return host.trusted; },
        get workspaceFolders() { return host.hasFolder ? [folder] : undefined; }, name: folder.name,
        getWorkspaceFolder: uri => uri.fsPath.startsWith(host.folder) ? folder : undefined,
        asRelativePath: one => path.relative(host.folder, one.fsPath ?? one),
        getConfiguration: section => host.configuration(section), applyEdit: edit => host.applyEdit(edit),
        createFileSystemWatcher: watcher, registerTextDocumentContentProvider: nothing,
        openTextDocument: async uri =>
          host.documents.find(one => one.uri.toString() === uri.toString()) ?? host.add(host.read(uri)),
        fs: { isWritableFileSystem: () => true, stat: async uri => ({ type: fs.statSync(uri.fsPath).isFile() ? 1 : 2 }) },
        onDidOpenTextDocument: events.opened.event, onDidCloseTextDocument: events.closed.event,
        onDidChangeTextDocument: events.changed.event, onDidSaveTextDocument: events.saved.event,
        onWillSaveTextDocument: events.willSave.event, onDidChangeConfiguration: events.settings.event,
        onDidChangeWorkspaceFolders: events.folders.event, onDidGrantWorkspaceTrust: events.trusted.event,
        onDidCreateFiles: events.created.event, onDidDeleteFiles: events.deleted.event,
        onDidRenameFiles: events.renamed.event, onWillCreateFiles: events.willCreate.event,
        onWillDeleteFiles: events.willDelete.event, onWillRenameFiles: events.willRename.event,
        onDidOpenNotebookDocument: events.notebookOpened.event, onDidCloseNotebookDocument: events.notebookClosed.event,
        onDidChangeNotebookDocument: events.notebookChanged.event, onDidSaveNotebookDocument: events.notebookSaved.event,
      },
      window: {
        get activeTextEditor() { return host.active; },
        get visibleTextEditors() { return host.active ? [host.active] : []; },
        tabGroups: {
          get all() { return [{ tabs: host.tabs, isActive: true, viewColumn: 1 }]; },
          onDidChangeTabs: events.tabs.event, onDidChangeTabGroups: events.tabGroups.event,
        },
        state: { focused: true }, terminals: [], createOutputChannel: channel, createWebviewPanel: panel,
        showInformationMessage: message('information'), showWarningMessage: message('warning'),
        showErrorMessage: message('error'), withProgress: (options, work) => work({ report() {} }, token()),
        showTextDocument: async document => {
          const hasTab = host.tabs.some(({ input }) => input.uri.toString() === document.uri.toString());
          if (!hasTab) await host.addTab(document);
          await host.show(document);
        },
        showSaveDialog: async options => {
          host.dialogs.push(options);
          return host.chosenFile;
        },
        setStatusBarMessage: nothing,
        createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
        onDidChangeActiveTextEditor: events.activeEditor.event, onDidChangeVisibleTextEditors: events.editors.event,
      },
      languages: new Proxy({
        match: (selector, document) => host.matches(selector, document) ? 10 : 0,
        createDiagnosticCollection: collection,
        getDiagnostics: uri => host.collections.flatMap(one => one.get(uri) ?? []),
        onDidChangeDiagnostics: events.diagnostics.event,
        createLanguageStatusItem: (id, selector) => {
          const item = { id, selector, dispose() {} };
          host.statusItems.push(item);
          return item;
        },
      }, {
        get: (known, name) => known[name] ?? registration(/^register(\w+)Provider$/.exec(String(name))?.[1]),
      }),
      commands: {
        registerCommand: (id, work, self) => {
          if (host.commands.has(id)) throw new Error(`command '${id}' already exists`);
          host.commands.set(id, work.bind(self));
          return new Disposable(() => host.commands.delete(id));
        },
        executeCommand: async (id, ...values) => {
          if (host.commands.has(id)) return host.commands.get(id)(...values);
          if (id === 'vscode.executeCodeActionProvider') return host.codeActionsOf(...values);
          if (!/^(workbench|markdown|editor)\./.test(id)) throw new Error(`command '${id}' not found`);
          host.executed.push([id, ...values]);
        },
        getCommands: async () => [...host.commands.keys()],
      },
      env: {
        appName: 'Visual Studio Code', appHost: 'desktop', language: 'en', uiKind: 1, logLevel: api.LogLevel.Info,
        openExternal: async () => true, clipboard: { writeText: async () => {} },
      },
      extensions: { all: [], getExtension: () => undefined, onDidChange: events.extensions.event },
      l10n: { t: text => text.message ?? text },
    };
  }
}

module.exports = { Host, glob };
