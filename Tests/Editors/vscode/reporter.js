'use strict';
// Prints a line for each test, as every editor's tests do.

module.exports = async function* (events) {
  for await (const { type, data } of events) {
    if (type === 'test:pass') yield `ok vscode: ${data.name}${data.skip === undefined ? '' : ' # SKIP'}\n`;
    if (type === 'test:fail') {
      const error = data.details.error.cause ?? data.details.error;
      yield `not ok vscode: ${data.name}: ${String(error.message ?? error).replace(/\s*\n\s*/g, ' | ')}\n`;
    }
    if (type === 'test:stderr') yield data.message;
  }
};
