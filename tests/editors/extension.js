// The extension with a stand-in for the module `vscode`: it starts the server as it says, which answers over stdio, and
// its commands make pages of a model. The program itself, Visual Studio Code, is not here.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');
const fs = require('fs');
const Module = require('module');
const path = require('path');

const [folder, dtc, work] = process.argv.slice(2);
const commands = {}, pages = [], errors = [];
const model = path.join(work, 'launch.dtm');
const readme = fs.readFileSync('README.md', 'utf8');
fs.writeFileSync(model, /```modelica\n([^]*?)```/.exec(readme)[1]);

const vscode = {
  ViewColumn: { Beside: 2 },
  commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
  workspace: {
    getConfiguration: () => ({ get: (name, otherwise) => (name === 'command' ? dtc : otherwise) }),
    createFileSystemWatcher: () => ({}),
  },
  window: {
    activeTextEditor: { document: { languageId: 'dtm', fileName: model, save: async () => true } },
    showErrorMessage: (text) => errors.push(text),
    showInputBox: async () => 'engine.w,load.w',
    createWebviewPanel: (id, title) => { const page = { title, webview: {} }; pages.push(page); return page; },
  },
};
let started;
class LanguageClient {
  constructor(id, name, server, options) { Object.assign(this, { server, options }); started = this; }
  start() { return Promise.resolve(); }
  stop() { return Promise.resolve(); }
}
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest));

/* What the server says to `initialize`, started as the extension says. */
function initialized(server) {
  return new Promise((done, failed) => {
    const child = spawn(server.command, server.args);
    let said = '';
    child.on('error', failed);
    child.stdout.on('data', (data) => {
      said += data;
      const m = /Content-Length: (\d+)\r\n\r\n([^]*)/.exec(said);
      if (!m || Buffer.byteLength(m[2]) < Number(m[1])) return;
      child.kill();
      done(JSON.parse(m[2]));
    });
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
}

async function main() {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const extension = require(path.join(folder, manifest.main));
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(Object.keys(commands).sort(), manifest.contributes.commands.map((c) => c.command).sort());
  for (const part of [...manifest.contributes.grammars, ...manifest.contributes.snippets])
    JSON.parse(fs.readFileSync(path.join(folder, part.path), 'utf8'));
  const answer = await initialized(started.server);
  assert(answer.result.capabilities.completionProvider);
  for (const name of ['run', 'plot', 'diagram']) await commands['dtc.' + name]();
  assert.deepStrictEqual(errors, []);
  assert.strictEqual(pages.length, 3);
  for (const page of pages) assert(/<html/i.test(page.webview.html) && page.webview.html.length > 2000, page.title);
  await commands['dtc.gears'](); /* this model has none: it is said */
  assert(pages.length === 4 || errors.length === 1);
  await extension.deactivate();
}

main().catch((error) => { console.error(error); process.exit(1); });
