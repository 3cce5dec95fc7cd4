// What Visual Studio Code starts: the language server, and commands that run dtc on the model that is open.
'use strict';
const { execFile } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function settings() {
  const all = vscode.workspace.getConfiguration('dtc');
  return { command: all.get('command', 'dtc'), include: all.get('include', []) };
}

// What each command asks of dtc: arguments for the model, and the file that it makes.
const made = {
  run: (model, out) => ['sim', model, '-o', out + '.html'],
  diagram: (model, out) => ['diagram', model, '-o', out + '.html'],
  gears: (model, out) => ['gears', model, '-o', out + '.html'],
};

function dtc(args) {
  const { command, include } = settings();
  return new Promise((done, failed) => {
    execFile(command, [...args, ...include.flatMap((folder) => ['-I', folder])], { maxBuffer: 1 << 26 },
      (error, out, said) => (error ? failed(new Error(said || error.message)) : done(out)));
  });
}

function show(title, file) {
  const panel = vscode.window.createWebviewPanel('dtc', title, vscode.ViewColumn.Beside, { enableScripts: true });
  panel.webview.html = fs.readFileSync(file, 'utf8');
}

async function perform(name) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== 'dtm') {
    vscode.window.showErrorMessage('dtc: no model is open');
    return;
  }
  await editor.document.save();
  const model = editor.document.fileName;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dtc-'));
  const out = path.join(folder, path.parse(model).name);
  try {
    if (name === 'plot') {
      const vars = await vscode.window.showInputBox({ prompt: 'Variables, with commas between', value: '*.w' });
      if (vars === undefined) return;
      await dtc(['sim', model, '--quiet', '-o', out + '.csv']);
      const { command } = settings();
      await new Promise((done, failed) => execFile(command, ['plot', out + '.csv', '--vars', vars, '-o', out + '.html'],
        (error, _, said) => (error ? failed(new Error(said || error.message)) : done())));
    } else {
      await dtc(made[name](model, out));
    }
    show(`${path.basename(model)}: ${name}`, out + '.html');
  } catch (error) {
    vscode.window.showErrorMessage(`dtc: ${error.message.trim().split('\n')[0]}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function activate(context) {
  const { command, include } = settings();
  for (const name of ['run', 'plot', 'diagram', 'gears'])
    context.subscriptions.push(vscode.commands.registerCommand('dtc.' + name, () => perform(name)));
  client = new LanguageClient('dtc', 'dtc', { command, args: ['lsp'] },
    { documentSelector: [{ scheme: 'file', language: 'dtm' }], initializationOptions: { include },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{dtm,mo}') } });
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
