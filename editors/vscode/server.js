'use strict';
// Finds the server, and asks it who it is before it is started.

const { execFile } = require('node:child_process');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');

const name = 'privacy-lsp';
const setting = 'privacy-lsp.server.path';

/** A server that cannot be had, said in words for the user. */
class NoServer extends Error {
  /** @param {boolean} missing Whether there is none at all, so that the user has to install one. */
  constructor(words, missing = false) {
    super(words);
    this.missing = missing;
  }
}

/**
 * Where the server is: what the user set, else what came with the extension, else the first on the PATH. A path that is
 * set and wrong is an error, never passed over.
 */
async function findServer({ set, extensionPath, environment = process.env, home = os.homedir() }) {
  if (set) {
    const file = set === '~' || set.startsWith('~/') ? path.join(home, set.slice(1)) : set;
    if (!path.isAbsolute(file)) throw new NoServer(`The setting “${setting}” must be an absolute path, not “${set}”.`);
    if (!await isProgram(file)) throw new NoServer(`The setting “${setting}” names “${file}”, which is not a program.`);
    return { path: file, origin: 'from the settings' };
  }
  const bundled = path.join(extensionPath, 'server', name);
  if (await isProgram(bundled)) return { path: bundled, origin: 'part of the extension' };
  // A relative folder on the PATH would be one of the workspace, whose programs nobody asked for.
  for (const folder of (environment.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    const file = path.join(folder, name);
    if (await isProgram(file)) return { path: file, origin: 'on the PATH' };
  }
  throw new NoServer(
    `The server “${name}” is not installed: this extension came without it, and there is none on the PATH.`, true);
}

async function isProgram(file) {
  try {
    await fs.access(file, fs.constants.X_OK);
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The version a program gives with `--version`, if it is the server. */
async function askVersion(file, patience = 10_000) {
  const printed = await new Promise((resolve, reject) => {
    execFile(file, ['--version'], { timeout: patience, killSignal: 'SIGKILL' }, (error, output, errors) => {
      if (!error) return resolve(output);
      const ended = typeof error.code === 'number' ? `it ended with ${error.code}` : error.message;
      const why = error.killed ? `it was still running after ${patience / 1000} seconds`
        : errors.trim().split('\n')[0] || ended;
      reject(new NoServer(`“${file} --version” failed: ${why}.`));
    });
  });
  const version = /^privacy-lsp (\d\S*)/.exec(printed)?.[1];
  if (!version) throw new NoServer(`“${file}” is not ${name}: “--version” does not print its name.`);
  return version;
}

module.exports = { NoServer, askVersion, findServer };
