'use strict';
// The types of the `vscode` module, as far as the extension and its client library use them. They follow the public
// API; what a host does with them is in host.js.

const path = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

class Disposable {
  constructor(work) { this.work = work; }

  static from(...all) { return new Disposable(() => all.forEach(one => one.dispose())); }

  dispose() {
    const { work } = this;
    this.work = undefined;
    return work?.();
  }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self, disposables) => {
      const call = event => listener.call(self, event);
      this.listeners.add(call);
      const subscription = new Disposable(() => this.listeners.delete(call));
      disposables?.push(subscription);
      return subscription;
    };
  }

  /** Calls every listener and returns what they returned, to be waited for. */
  fire(event) { return Promise.all([...this.listeners].map(listener => listener(event))); }

  dispose() { this.listeners.clear(); }
}

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }

  compareTo(other) { return this.line - other.line || this.character - other.character; }

  isEqual(other) { return this.compareTo(other) === 0; }

  isBefore(other) { return this.compareTo(other) < 0; }

  isBeforeOrEqual(other) { return this.compareTo(other) <= 0; }

  isAfter(other) { return this.compareTo(other) > 0; }

  isAfterOrEqual(other) { return this.compareTo(other) >= 0; }

  translate(lines = 0, characters = 0) { return new Position(this.line + lines, this.character + characters); }

  with(line = this.line, character = this.character) { return new Position(line, character); }
}

class Range {
  constructor(...ends) {
    const [start, end] = ends.length === 4
      ? [new Position(ends[0], ends[1]), new Position(ends[2], ends[3])] : ends;
    [this.start, this.end] = start.isAfter(end) ? [end, start] : [start, end];
  }

  get isEmpty() { return this.start.isEqual(this.end); }

  get isSingleLine() { return this.start.line === this.end.line; }

  contains(other) {
    const { start, end } = other instanceof Range ? other : { start: other, end: other };
    return start.isAfterOrEqual(this.start) && end.isBeforeOrEqual(this.end);
  }

  isEqual(other) { return this.start.isEqual(other.start) && this.end.isEqual(other.end); }

  intersection(other) {
    const start = this.start.isAfter(other.start) ? this.start : other.start;
    const end = this.end.isBefore(other.end) ? this.end : other.end;
    return start.isAfter(end) ? undefined : new Range(start, end);
  }

  with(start = this.start, end = this.end) { return new Range(start, end); }
}

class Selection extends Range {
  get active() { return this.end; }

  get anchor() { return this.start; }
}

class Uri {
  constructor(text) {
    const url = new URL(text);
    Object.assign(this, {
      scheme: url.protocol.slice(0, -1), authority: url.host, path: decodeURIComponent(url.pathname),
      query: url.search.slice(1), fragment: url.hash.slice(1), text,
    });
  }

  static parse(text) { return new Uri(text); }

  static file(file) { return new Uri(pathToFileURL(file).href); }

  static joinPath(uri, ...parts) { return Uri.file(path.join(uri.fsPath, ...parts)); }

  with({ scheme }) { return new Uri(this.text.replace(/^file:\/\//, `${scheme}:`)); }

  get fsPath() { return this.scheme === 'file' ? fileURLToPath(this.text) : this.path; }

  toString() { return this.text; }

  toJSON() { return this.text; }
}

class MarkdownString {
  constructor(value = '') { this.value = value; }

  appendMarkdown(value) {
    this.value += value;
    return this;
  }

  appendText(value) { return this.appendMarkdown(value); }

  appendCodeblock(value, language = '') { return this.appendMarkdown(`\n\`\`\`${language}\n${value}\n\`\`\`\n`); }
}

class TextEdit {
  constructor(range, newText) { Object.assign(this, { range, newText }); }

  static replace(range, text) { return new TextEdit(range, text); }

  static insert(position, text) { return new TextEdit(new Range(position, position), text); }

  static delete(range) { return new TextEdit(range, ''); }
}

class WorkspaceEdit {
  constructor() { this.files = new Map(); }

  get size() { return this.files.size; }

  set(uri, edits) { this.files.set(uri.toString(), { uri, edits: [...edits] }); }

  replace(uri, range, text) {
    const file = this.files.get(uri.toString()) ?? { uri, edits: [] };
    this.files.set(uri.toString(), { uri, edits: [...file.edits, new TextEdit(range, text)] });
  }

  entries() {
    return [...this.files.values()].map(({ uri, edits }) => [uri, edits.map(edit => [edit].flat()[0])]);
  }
}

class CodeActionKind {
  constructor(value) { this.value = value; }

  append(parts) { return new CodeActionKind(this.value ? `${this.value}.${parts}` : parts); }

  contains(other) { return this.value === '' || this.value === other.value || other.value.startsWith(`${this.value}.`); }

  intersects(other) { return this.contains(other) || other.contains(this); }
}
Object.assign(CodeActionKind, {
  Empty: new CodeActionKind(''), QuickFix: new CodeActionKind('quickfix'), Refactor: new CodeActionKind('refactor'),
  RefactorExtract: new CodeActionKind('refactor.extract'), RefactorInline: new CodeActionKind('refactor.inline'),
  RefactorMove: new CodeActionKind('refactor.move'), RefactorRewrite: new CodeActionKind('refactor.rewrite'),
  Source: new CodeActionKind('source'), SourceFixAll: new CodeActionKind('source.fixAll'),
  SourceOrganizeImports: new CodeActionKind('source.organizeImports'), Notebook: new CodeActionKind('notebook'),
});

class CancellationTokenSource {
  constructor() {
    this.emitter = new EventEmitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  }

  cancel() {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }

  dispose() {}
}

class Diagnostic {
  constructor(range, message, severity = 0) { Object.assign(this, { range, message, severity }); }
}

class Hover {
  constructor(contents, range) { Object.assign(this, { contents: [contents].flat(), range }); }
}

class CompletionList {
  constructor(items = [], isIncomplete = false) { Object.assign(this, { items, isIncomplete }); }
}

/** A class whose constructor sets members of these names. */
const record = (...names) => class {
  constructor(...values) {
    names.forEach((name, index) => {
      if (values[index] !== undefined) this[name] = values[index];
    });
  }
};

/** An enumeration that counts from a number, with its names by number too. */
const counted = (first, ...names) => Object.fromEntries(
  names.flatMap((name, index) => [[name, first + index], [first + index, name]]));

module.exports = {
  CancellationTokenSource, CodeActionKind, CompletionList, Diagnostic, Disposable, EventEmitter, Hover, MarkdownString,
  Position, Range, Selection, TextEdit, Uri, WorkspaceEdit,
  CancellationError: class extends Error {}, FileSystemError: class extends Error {},
  CallHierarchyItem: record('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
  CodeAction: record('title', 'kind'), CodeLens: record('range', 'command'), CompletionItem: record('label', 'kind'),
  DiagnosticRelatedInformation: record('location', 'message'), DocumentHighlight: record('range', 'kind'),
  DocumentLink: record('range', 'target'),
  DocumentSymbol: record('name', 'detail', 'kind', 'range', 'selectionRange'), FoldingRange: record('start', 'end', 'kind'),
  InlayHint: record('position', 'label', 'kind'), InlayHintLabelPart: record('value'),
  LinkedEditingRanges: record('ranges', 'wordPattern'), Location: record('uri', 'range'),
  RelativePattern: record('baseUri', 'pattern'), SelectionRange: record('range', 'parent'),
  SemanticTokens: record('data', 'resultId'), SemanticTokensEdit: record('start', 'deleteCount', 'data'),
  SemanticTokensEdits: record('edits', 'resultId'), SemanticTokensLegend: record('tokenTypes', 'tokenModifiers'),
  SnippetString: record('value'), SymbolInformation: record('name', 'kind', 'containerName', 'location'),
  TabInputCustom: record('uri'), TabInputNotebook: record('uri'), TabInputText: record('uri'),
  TabInputTextDiff: record('original', 'modified'),
  TypeHierarchyItem: record('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
  CodeActionTriggerKind: counted(1, 'Invoke', 'Automatic'),
  CompletionItemKind: {
    ...counted(0, 'Text', 'Method', 'Function', 'Constructor', 'Field', 'Variable', 'Class', 'Interface', 'Module',
      'Property', 'Unit', 'Value', 'Enum', 'Keyword', 'Snippet', 'Color', 'File', 'Reference', 'Folder', 'EnumMember',
      'Constant', 'Struct', 'Event', 'Operator', 'TypeParameter', 'User', 'Issue'),
  },
  CompletionItemTag: counted(1, 'Deprecated'),
  CompletionTriggerKind: counted(0, 'Invoke', 'TriggerCharacter', 'TriggerForIncompleteCompletions'),
  ConfigurationTarget: counted(1, 'Global', 'Workspace', 'WorkspaceFolder'),
  DiagnosticSeverity: counted(0, 'Error', 'Warning', 'Information', 'Hint'),
  DiagnosticTag: counted(1, 'Unnecessary', 'Deprecated'), DocumentHighlightKind: counted(0, 'Text', 'Read', 'Write'),
  EndOfLine: counted(1, 'LF', 'CRLF'), ExtensionKind: counted(1, 'UI', 'Workspace'),
  ExtensionMode: counted(1, 'Production', 'Development', 'Test'), FileType: counted(0, 'Unknown', 'File', 'Directory'),
  FoldingRangeKind: counted(1, 'Comment', 'Imports', 'Region'), InlayHintKind: counted(1, 'Type', 'Parameter'),
  LanguageStatusSeverity: counted(0, 'Information', 'Warning', 'Error'),
  LogLevel: counted(0, 'Off', 'Trace', 'Debug', 'Info', 'Warning', 'Error'),
  NotebookCellKind: counted(1, 'Markup', 'Code'), ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  SignatureHelpTriggerKind: counted(1, 'Invoke', 'TriggerCharacter', 'ContentChange'),
  StatusBarAlignment: counted(1, 'Left', 'Right'),
  SymbolKind: counted(0, 'File', 'Module', 'Namespace', 'Package', 'Class', 'Method', 'Property', 'Field', 'Constructor',
    'Enum', 'Interface', 'Function', 'Variable', 'Constant', 'String', 'Number', 'Boolean', 'Array', 'Object', 'Key',
    'Null', 'EnumMember', 'Struct', 'Event', 'Operator', 'TypeParameter'),
  SymbolTag: counted(1, 'Deprecated'), TextDocumentChangeReason: counted(1, 'Undo', 'Redo'),
  TextDocumentSaveReason: counted(1, 'Manual', 'AfterDelay', 'FocusOut'),
  ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
};
