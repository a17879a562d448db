// Starts privacy-lsp for the syntaxes of this extension, and again when its path changes.
const syntaxes = ['privacy-manifest', 'info-plist-catalog', 'info-plist-strings'];
let client = null;

function stop() {
  if (client) {
    client.stop();
    client = null;
  }
}

function start(path) {
  stop();
  // Without a path `env` looks for the program in PATH.
  const command = path ? { path, args: ['serve'] } : { path: '/usr/bin/env', args: ['privacy-lsp', 'serve'] };
  client = new LanguageClient('privacy-lsp', 'privacy-lsp', { type: 'stdio', ...command }, { syntaxes });
  client.onDidStop((error) => {
    if (error) console.error('privacy-lsp stopped: ' + error.message);
  });
  client.start();
}

exports.activate = function () {
  // Called at once with the value there is, and with each new one.
  nova.subscriptions.add(nova.config.observe('privacy-lsp.path', start));
};

exports.deactivate = stop;
