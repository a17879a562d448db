'use strict';
// The App Store label of a manifest, beside its text, and as new as the text.

const vscode = require('vscode');

/** How long the text has to rest before the label is made anew, in milliseconds. */
const rest = 200;

/** The page may have styles of its own. It gets no scripts, no pictures and no network. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

class LabelView {
  /** @param {(uri: vscode.Uri) => Promise<string>} ask Asks the server for the page of a label. */
  constructor(ask) {
    this.ask = ask;
    this.asked = 0;
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument(event => this.changed(event.document)),
      vscode.window.onDidChangeActiveTextEditor(editor => this.follow(editor?.document)),
    ];
  }

  dispose() {
    clearTimeout(this.timer);
    this.panel?.dispose();
    this.subscriptions.forEach(subscription => subscription.dispose());
  }

  /** Shows the label of a manifest, and resolves when it is there. */
  async show(uri) {
    this.uri = uri;
    if (this.panel) {
      this.panel.reveal(undefined, true);
    } else {
      this.panel = vscode.window.createWebviewPanel(
        'privacy-lsp.label', 'App Store Label', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: false, enableForms: false, localResourceRoots: [], enableFindWidget: true });
      this.panel.onDidDispose(() => {
        clearTimeout(this.timer);
        this.panel = undefined;
      });
    }
    await this.refresh();
  }

  /** Makes the label anew, if one is shown. An answer that a later one has overtaken is dropped. */
  async refresh() {
    clearTimeout(this.timer);
    if (!this.panel) return;
    const turn = ++this.asked;
    let page;
    try {
      page = guarded(await this.ask(this.uri));
    } catch (error) {
      page = guarded(`<p>There is no label: ${escaped(error.message)}</p>`);
    }
    if (!this.panel || turn !== this.asked) return;
    this.panel.webview.html = page;
  }

  /** Makes the label anew once the text rests. */
  refreshSoon() {
    clearTimeout(this.timer);
    if (!this.panel) return;
    this.timer = setTimeout(() => this.refresh(), rest);
  }

  changed(document) {
    if (document.uri.toString() === this.uri?.toString()) this.refreshSoon();
  }

  /** Turns to the manifest that the user turns to. */
  follow(document) {
    if (!this.panel || !document || !isManifest(document.uri)) return;
    if (document.uri.toString() === this.uri.toString()) return;
    this.uri = document.uri;
    this.refreshSoon();
  }
}

/** A page that can do nothing but be looked at. */
function guarded(page) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const head = /<head(\s[^>]*)?>/i;
  if (head.test(page)) return page.replace(head, found => found + meta);
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">${meta}</head><body>${page}</body></html>`;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}

function isManifest(uri) {
  return uri.path.toLowerCase().endsWith('.xcprivacy');
}

module.exports = { LabelView, isManifest };
