'use strict';
// What the tests share: a sample app of its own for each, the extension in a window, and looks at the processes.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Host } = require('./host.js');

const expected = JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'expectations.json'), 'utf8'));
const kinds = JSON.parse(fs.readFileSync(path.join(process.env.INTEGRATIONS, 'file-kinds.json'), 'utf8'));

/** The extension as it is installed from a package with a server in it, and from one without. */
const withServer = process.env.EXTENSION;
const withoutServer = process.env.EXTENSION_WITHOUT_SERVER;
const server = process.env.SERVER;

function temporaryFolder(t) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'vscode-')));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A window with the sample app open and the extension in it, for as long as the test runs. */
async function openWindow(t, { extension = withServer, files = {}, ...options } = {}) {
  const folder = path.join(temporaryFolder(t), 'SampleApp');
  fs.cpSync(path.join(__dirname, '..', 'SampleApp'), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const host = new Host({ extension, folder, ...options });
  t.after(() => host.close());
  await host.activate();
  return host;
}

/**
 * For a test that kills its server: what VS Code’s extension host does with the client library’s promise that nobody can
 * catch. Where a request is on its way to a process that is gone, `sendRequest` of its JSON-RPC throws inside the executor
 * of a promise. VS Code logs that and goes on; the test runner would take it for a failure of whatever runs at that moment.
 */
function serverMayDie(t) {
  const event = 'unhandledRejection';
  const others = process.listeners(event);
  process.removeAllListeners(event);
  process.on(event, (error, promise) => {
    if (!['EPIPE', 'ERR_STREAM_DESTROYED'].includes(error?.code)) for (const other of others) other(error, promise);
  });
  t.after(() => {
    process.removeAllListeners(event);
    for (const other of others) process.on(event, other);
  });
}

/** A program that a test writes, for one that is not the server or is one that tells of its start. */
function program(t, text, name = 'privacy-lsp') {
  const file = path.join(temporaryFolder(t), name);
  fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

/** The processes that this one has started, by their programs' paths. */
function children() {
  return fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap(id => {
    try {
      const parent = /\) \S (\d+)/.exec(fs.readFileSync(`/proc/${id}/stat`, 'utf8'))[1];
      return Number(parent) === process.pid ? [{ id: Number(id), path: fs.readlinkSync(`/proc/${id}/exe`) }] : [];
    } catch {
      return []; // it has ended
    }
  });
}

/** The position behind a text in a line that counts from 1. */
function place(host, document, { line, after }) {
  const text = document.lineAt(line - 1).text;
  const at = text.indexOf(after);
  if (at < 0) throw new Error(`line ${line} has no “${after}”: ${text}`);
  return new host.vscode.Position(line - 1, at + after.length);
}

/** What is shown as diagnostics, in the form of expectations.json. */
function shown(host, document) {
  return host.diagnostics(document).map(diagnostic => ({
    line: diagnostic.range.start.line + 1,
    text: document.getText(diagnostic.range),
    severity: ['error', 'warning', 'information', 'hint'][diagnostic.severity],
    code: diagnostic.code?.value ?? diagnostic.code,
    message: diagnostic.message,
  })).sort((a, b) => a.line - b.line);
}

/** Opens a file that has findings, and waits for them. */
async function openWithDiagnostics(host, file = expected.diagnostics.file) {
  const document = await host.open(file);
  await host.waitFor('diagnostics', () => host.diagnostics(document).length > 0);
  return document;
}

function linesFrom(document, { from, are }) {
  return document.lines.slice(from - 1, from - 1 + are.length);
}

/** Writes what the host received into the folder that CAPTURES names, for people to read. */
function capture(heading, text) {
  if (!process.env.CAPTURES) return;
  fs.appendFileSync(path.join(process.env.CAPTURES, 'vscode.txt'), `## ${heading}\n\n${text}\n\n`);
}

module.exports = {
  capture, children, expected, kinds, linesFrom, openWindow, openWithDiagnostics, place, program, server,
  serverMayDie, shown, temporaryFolder, withServer, withoutServer,
};
