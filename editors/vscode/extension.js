'use strict';
// Starts the server for privacy manifests and property lists, and shows how it is doing.

const fs = require('node:fs/promises');
const vscode = require('vscode');
const { ErrorAction, LanguageClient, State } = require('vscode-languageclient/node');
const { LabelView, isManifest } = require('./label');
const { NoServer, askVersion, findServer } = require('./server');

const section = 'privacy-lsp';
const title = 'Privacy Manifests';
/** Those that are the extension's and not the server's. */
const ownSettings = ['server.path', 'trace.server'];
/** The kind of code action that applies all safe fixes of a file. */
const fixAll = 'source.fixAll.privacy-lsp';
/** The languages of source code, which other servers look after. */
const sourceLanguages = ['swift', 'objective-c', 'objective-cpp', 'c', 'cpp'];
/** The name that a manifest must have in the bundle. */
const manifestName = 'PrivacyInfo.xcprivacy';

/** The one extension there is, between `activate` and `deactivate`. */
let extension;

exports.activate = async context => {
  extension = new Extension(context);
  await extension.startWhereWanted();
};

exports.deactivate = () => extension?.stop();

class Extension {
  constructor(context) {
    this.context = context;
    this.contributes = context.extension.packageJSON.contributes;
    this.selector = documentSelector(this.contributes.languages);
    /** What is being started or stopped: one thing after the other. */
    this.work = Promise.resolve();
    this.log = vscode.window.createOutputChannel(title, { log: true });
    this.status = vscode.languages.createLanguageStatusItem('privacy-lsp.status', this.selector);
    this.status.name = title;
    this.label = new LabelView(uri => this.askForLabel(uri));
    this.say('Not started');
    context.subscriptions.push(
      this.log, this.status, this.label,
      vscode.commands.registerCommand('privacy-lsp.restart', () => this.restart()),
      vscode.commands.registerCommand('privacy-lsp.showAppStoreLabel', uri => this.showLabel(uri)),
      vscode.commands.registerCommand('privacy-lsp.openLog', () => this.log.show()),
      vscode.commands.registerCommand('privacy-lsp.newManifest', () => this.newManifest()),
      vscode.commands.registerCommand('privacy-lsp.fixAll', () => this.fixAll()),
      vscode.commands.registerCommand('privacy-lsp.lintWorkspace', () => this.lintWorkspace()),
      vscode.workspace.onDidOpenTextDocument(() => this.startWhereWanted()),
      vscode.workspace.onDidChangeConfiguration(event => {
        const restarts = ['server.path', 'sources'].some(name => event.affectsConfiguration(`${section}.${name}`));
        if (this.tried && restarts) return this.restart();
      }));
  }

  // Starting and stopping

  /** Starts the server once a file of ours is open, and not before. What failed is not tried again by itself. */
  async startWhereWanted() {
    if (this.tried || !vscode.workspace.textDocuments.some(document => this.isOurs(document))) return;
    await this.inTurn(() => this.tried ? undefined : this.start());
  }

  restart() {
    return this.inTurn(async () => {
      await this.stopNow();
      await this.start();
    });
  }

  stop() {
    return this.inTurn(() => this.stopNow());
  }

  inTurn(step) {
    const result = this.work.then(step);
    this.work = result.catch(() => {});
    return result;
  }

  async start() {
    this.tried = true;
    this.say('Starting', { busy: true });
    try {
      const { path, origin } = await findServer({
        set: String(vscode.workspace.getConfiguration(section).get('server.path') ?? '').trim(),
        extensionPath: this.context.extensionPath,
      });
      this.version = await askVersion(path);
      this.log.appendLine(`Starting ${path}, version ${this.version}, ${origin}`);
      this.client = this.makeClient(path);
      await this.client.start();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The client of the running server, which is started if it wasn’t before. If it can’t be had, the user is told why. */
  async runningClient() {
    const triedBefore = this.tried;
    await this.inTurn(() => this.tried ? undefined : this.start());
    if (this.client?.state === State.Running) return this.client;
    // What fails at the start has told so itself.
    if (triedBefore) {
      vscode.window.showErrorMessage('The server is not running.', 'Restart', 'Open Log').then(chosen => {
        if (chosen === 'Restart') return this.restart();
        if (chosen === 'Open Log') this.log.show();
      });
    }
    return undefined;
  }

  async stopNow() {
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    if (client.state === State.Starting) await client.start().catch(() => {});
    // A server that has ended by itself cannot be stopped, and need not be.
    if (client.state !== State.Stopped) await client.stop().catch(error => this.log.appendLine(String(error)));
    this.say('Stopped');
  }

  makeClient(path) {
    let usual;
    const client = new LanguageClient(section, title, { command: path, args: ['serve'] }, {
      documentSelector: [...this.selector, ...this.sourceSelector()],
      outputChannel: this.log,
      initializationOptions: () => ({ [section]: this.settingsForServer() }),
      // The library would give up if a message can’t be sent. That happens when the server has just gone, and then the
      // end of the connection brings it back.
      errorHandler: {
        error: error => {
          this.log.appendLine(String(error));
          return { action: ErrorAction.Continue };
        },
        closed: () => usual.closed(),
      },
      middleware: {
        // VS Code would leave the cursor behind an end tag that is put in at it.
        provideOnTypeFormattingEdits: async (document, position, typed, options, token, next) => {
          const { version } = document;
          const edits = await next(document, position, typed, options, token);
          const editor = vscode.window.activeTextEditor;
          const [edit] = edits ?? [];
          const isEndTag = edit?.newText.startsWith('</') && edit.range.isEmpty && edit.range.start.isEqual(position);
          if (!isEndTag || editor?.document !== document || document.version !== version) return edits;
          await editor.insertSnippet(new vscode.SnippetString(`$0${edit.newText}`), position);
          return [];
        },
        workspace: {
          configuration: async (params, token, next) => {
            const values = await next(params, token);
            return params.items.map((item, index) =>
              item.section === section ? this.settingsForServer() : values[index]);
          },
          // The library would send the whole section, with what is the extension's own. A server that has just gone
          // gets the settings when it starts anew.
          didChangeConfiguration: () => client.sendNotification('workspace/didChangeConfiguration',
            { settings: { [section]: this.settingsForServer() } }).catch(() => {}),
        },
        // The server can only send a text to be shown. Here there is more room.
        executeCommand: (command, values, next) => {
          switch (command) {
            case 'privacy-lsp.showLabel': return this.showLabel(firstURI(values));
            case 'privacy-lsp.showFindings': return vscode.commands.executeCommand('workbench.actions.view.problems');
            case 'privacy-lsp.showUses': return this.showUses(values?.[0]);
            default: return next(command, values);
          }
        },
      },
    });
    usual = client.createDefaultErrorHandler();
    // Items that leave a gap have VS Code open the list of what fits there.
    client.registerFeature({
      fillClientCapabilities(capabilities) {
        capabilities.experimental = {
          ...capabilities.experimental, commands: { commands: ['editor.action.triggerSuggest'] },
        };
      },
      initialize() {},
      getState: () => ({ kind: 'static' }),
      clear() {},
      dispose() {}, // the same, in older versions of the library
    });
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) return;
      if (newState === State.Starting) this.say('Starting', { busy: true });
      if (newState === State.Running) {
        this.say(`Server ${client.initializeResult?.serverInfo?.version ?? this.version}`);
        this.label.refreshSoon();
      }
      if (newState === State.Stopped) this.sayStopped('The server has stopped');
    });
    return client;
  }

  /**
   * What the user has set, as the server reads it. What has its default is left out: the server has the same, and one
   * of another version may not know the setting.
   */
  settingsForServer() {
    const settings = vscode.workspace.getConfiguration(section);
    const result = {};
    for (const [name, { default: usual }] of Object.entries(this.contributes.configuration.properties)) {
      const key = name.slice(section.length + 1);
      const value = settings.get(key);
      if (ownSettings.includes(key) || JSON.stringify(value) === JSON.stringify(usual)) continue;
      if (key === 'workspaceDiagnostics' && this.lintsWorkspace) continue;
      const parts = key.split('.');
      const last = parts.pop();
      parts.reduce((object, part) => (object[part] ??= {}), result)[last] = value;
    }
    return result;
  }

  // Words to the user

  say(text, { busy = false } = {}) {
    this.status.text = text;
    this.status.detail = undefined;
    this.status.busy = busy;
    this.status.severity = vscode.LanguageStatusSeverity.Information;
    this.status.command = { title: 'Open Log', command: 'privacy-lsp.openLog' };
  }

  sayStopped(detail) {
    this.say('Not running');
    this.status.detail = detail;
    this.status.severity = vscode.LanguageStatusSeverity.Error;
    this.status.command = { title: 'Restart', command: 'privacy-lsp.restart' };
  }

  fail(error) {
    this.log.appendLine(error.stack ?? String(error));
    this.sayStopped(error.message);
    // What goes wrong within the client it has told of already.
    if (!(error instanceof NoServer)) return;
    const buttons = {
      'How to Install': async () => vscode.commands.executeCommand(
        'markdown.showPreview', vscode.Uri.joinPath(this.context.extensionUri, await this.readme())),
      'Open Setting': () => vscode.commands.executeCommand('workbench.action.openSettings', `${section}.server.path`),
      'Open Log': () => this.log.show(),
    };
    const offered = [error.missing ? 'How to Install' : 'Open Log', 'Open Setting'];
    // Not waited for: the message stays until the user turns to it.
    vscode.window.showErrorMessage(error.message, ...offered).then(chosen => buttons[chosen]?.());
  }

  /** vsce packs README.md under a name in small letters. */
  async readme() {
    const names = await fs.readdir(this.context.extensionPath);
    return names.find(name => name.toLowerCase() === 'readme.md') ?? 'README.md';
  }

  // The label

  /** @param where A URI, as an object or a string; without it, the manifest that the user looks at. */
  async showLabel(where) {
    const uri = typeof where === 'string' ? vscode.Uri.parse(where) : where ?? this.manifestInView();
    if (!uri || !isManifest(uri)) {
      vscode.window.showInformationMessage('Open a privacy manifest first: the label shows what it declares.');
      return;
    }
    await this.label.show(uri);
  }

  /// Shows where code uses what a place declares, as for “Find All References” there.
  async showUses(place) {
    const { line, character } = place.position;
    await vscode.commands.executeCommand('editor.action.findReferences', vscode.Uri.parse(place.uri),
      new vscode.Position(line, character));
  }

  manifestInView() {
    const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
    return editors.find(editor => editor && isManifest(editor.document.uri))?.document.uri;
  }

  async askForLabel(uri) {
    await this.inTurn(() => this.tried ? undefined : this.start());
    if (this.client?.state !== State.Running) throw new Error('the server is not running.');
    return this.client.sendRequest('workspace/executeCommand', {
      command: 'privacy-lsp.label',
      arguments: [{ uris: [this.client.code2ProtocolConverter.asUri(uri)], format: 'html' }],
    });
  }

  // Other commands

  /** Asks where the new manifest is to be, as the server knows a file by its name, and offers its text there. */
  async newManifest() {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const file = await vscode.window.showSaveDialog({
      title: 'New Privacy Manifest', saveLabel: 'Create',
      defaultUri: folder && vscode.Uri.joinPath(folder, manifestName), filters: { 'Privacy Manifest': ['xcprivacy'] },
    });
    if (!file) return;
    // A file that is there already is opened, not replaced.
    const exists = await fs.access(file.fsPath).then(() => true, () => false);
    const document = await vscode.workspace.openTextDocument(exists ? file : file.with({ scheme: 'untitled' }));
    await vscode.window.showTextDocument(document);
    if (document.getText() || !this.isOurs(document) || !await this.runningClient()) return;
    await vscode.commands.executeCommand('editor.action.triggerSuggest');
  }

  /** Applies the safe fixes of the file in view. */
  async fixAll() {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !this.isOurs(document)) {
      vscode.window.showInformationMessage('Open a privacy manifest or another file that is checked first.');
      return;
    }
    if (!await this.runningClient()) return;
    const everything = new vscode.Range(0, 0, document.lineCount, 0);
    const actions = await vscode.commands.executeCommand(
      'vscode.executeCodeActionProvider', document.uri, everything, fixAll);
    const edit = actions?.find(action => action.kind?.value === fixAll)?.edit;
    if (edit) await vscode.workspace.applyEdit(edit);
    else vscode.window.showInformationMessage('No problem in this file has a safe fix.');
  }

  /**
   * Checks every file of the workspace and shows the Problems view. The server does it, not a task: its findings follow
   * the typing and have their fixes, and none is listed twice.
   */
  async lintWorkspace() {
    if (!vscode.workspace.workspaceFolders?.length) {
      vscode.window.showInformationMessage('Open a folder first: there is no workspace to check.');
      return;
    }
    const isOff = vscode.workspace.getConfiguration(section).get('workspaceDiagnostics') === false;
    const turnsOn = isOff && !this.lintsWorkspace;
    this.lintsWorkspace = true;
    // The server says only at its start whether it checks files that aren’t open.
    if (turnsOn && this.client) await this.restart();
    const client = await this.runningClient();
    if (!client) return;
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: 'Checking the workspace' },
      (_, token) => client.sendRequest('workspace/diagnostic', { identifier: section, previousResultIds: [] }, token));
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }

  /** Source code, where the user wants findings in it. */
  sourceSelector() {
    if (!vscode.workspace.getConfiguration(section).get('sources')) return [];
    return sourceLanguages.map(language => ({ scheme: 'file', language }));
  }

  isOurs(document) {
    return vscode.languages.match(this.selector, document) > 0;
  }
}

/**
 * Our files by language, whose names count in any letter case, and by name, for those to whom another extension or a
 * setting has given another language.
 */
function documentSelector(languages) {
  const filters = languages.flatMap(({ id, extensions = [], filenames = [], filenamePatterns = [] }) => [
    { language: id },
    ...[...extensions.map(extension => `*${extension}`), ...filenames, ...filenamePatterns]
      .map(name => ({ pattern: `**/${name}` })),
  ]);
  return ['file', 'untitled'].flatMap(scheme => filters.map(filter => ({ scheme, ...filter })));
}

/** The file that a command of the server's is about, by its arguments. */
function firstURI([value]) {
  return typeof value === 'string' ? value : value?.uri ?? value?.uris?.[0];
}
