/* What a client of others does to the server: npm's vscode-languageserver-protocol over vscode-jsonrpc, the client that
 * Visual Studio Code has. protocol.js DTC WORK: order, cancellation, methods that nobody knows, positions in UTF-16,
 * CRLF, edits of older versions, files that are deleted, what is renamed and formatted. */
"use strict";
const fs = require("fs");
const path = require("path");
const url = require("url");
const { spawn } = require("child_process");
const rpc = require("vscode-jsonrpc/node");
const lsp = require("vscode-languageserver-protocol");

const [dtc, work] = process.argv.slice(2);
let passed = 0, failed = 0;

function check(good, what, instead) {
    if (good) {
        passed++;
    } else {
        failed++;
        console.log(`FAILED npm's client: ${what}: ${JSON.stringify(instead)}`);
    }
}

const GOOD = `model small "A shaft"
  import Drivetrain.*;
  Source.ConstantTorque torque(tau_constant = 50);
  Shaft.Inertia load(J = 1, w(start = 0, fixed = true), phi(fixed = true));
equation
  connect(torque.flange, load.flange_a);
end small;
`;

/* As the protocol counts: JavaScript's own units are those of UTF-16. */
function position(text, at) {
    const before = text.slice(0, at).split(/\r\n|\r|\n/);
    return { line: before.length - 1, character: before[before.length - 1].length };
}

function server() {
    const process_ = spawn(dtc, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    const c = rpc.createMessageConnection(new rpc.StreamMessageReader(process_.stdout),
                                          new rpc.StreamMessageWriter(process_.stdin));
    const waiting = [], told = [];
    c.onNotification(lsp.PublishDiagnosticsNotification.type, (d) => {
        const k = waiting.findIndex((w) => w.fits(d));
        if (k >= 0) waiting.splice(k, 1)[0].done(d.diagnostics);
        else told.push(d);
    });
    c.onUnhandledNotification(() => {});
    c.listen();
    /* Diagnostics of that version of a text. */
    const diagnostics = (uri, version) => new Promise((done, late) => {
        const fits = (d) => d.uri === uri && d.version === version;
        const k = told.findIndex(fits);
        if (k >= 0) return done(told.splice(k, 1)[0].diagnostics);
        const timer = setTimeout(() => late(new Error(`no diagnostics of version ${version} of ${uri}`)), 60000);
        waiting.push({ fits, done: (d) => { clearTimeout(timer); done(d); } });
    });
    return { c, process: process_, diagnostics };
}

class Text {
    constructor(s, name, text) {
        this.s = s;
        this.file = path.join(work, name);
        this.uri = url.pathToFileURL(this.file).toString();
        this.text = text;
        this.version = 1;
    }
    open() {
        return this.s.c.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
            textDocument: lsp.TextDocumentItem.create(this.uri, "dtm", this.version, this.text) });
    }
    change(from, to, by) {
        const range = { start: position(this.text, from), end: position(this.text, to) };
        this.text = this.text.slice(0, from) + by + this.text.slice(to);
        return this.send({ range, text: by });
    }
    replace(text) {
        this.text = text;
        return this.send({ text });
    }
    send(change) {
        return this.s.c.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
            textDocument: { uri: this.uri, version: ++this.version }, contentChanges: [change] });
    }
    diagnostics() { return this.s.diagnostics(this.uri, this.version); }
    at(offset) { return { textDocument: { uri: this.uri }, position: position(this.text, offset) }; }
}

async function refusal(asked) {
    try {
        await asked;
    } catch (e) {
        return e.code;
    }
    return null;
}

async function main() {
    const s = server();
    const told = await s.c.sendRequest(lsp.InitializeRequest.type, {
        processId: process.pid, rootUri: url.pathToFileURL(work).toString(),
        capabilities: { textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true } } } });
    await s.c.sendNotification(lsp.InitializedNotification.type, {});
    check(told.capabilities.completionProvider && told.capabilities.textDocumentSync, "what it can do", told);

    const small = new Text(s, "small.dtm", GOOD);
    fs.writeFileSync(small.file, GOOD);
    await small.open();
    check((await small.diagnostics()).length === 0, "a good model");

    // UTF-16: umlauts, and characters of two units, before a mistake and before what is asked for
    await small.change(GOOD.indexOf("load.flange_a"), GOOD.indexOf("load.flange_a"), "/* äöü 😀😀 */ ");
    let at = small.text.indexOf("load.flange_a");
    await small.change(at, at + 4, "lod");
    let got = await small.diagnostics();
    check(got.length === 1 && JSON.stringify(got[0].range.start) === JSON.stringify(position(small.text, at)) &&
          got[0].range.end.character === got[0].range.start.character + 3, "a place behind umlauts and emoji", got);
    check(got[0].message.includes("did you mean `load`"), "its words", got);
    const fixes = await s.c.sendRequest(lsp.CodeActionRequest.type, {
        textDocument: { uri: small.uri }, range: got[0].range, context: { diagnostics: got } });
    const edit = fixes[0].edit.changes ? fixes[0].edit.changes[small.uri][0] : fixes[0].edit.documentChanges[0].edits[0];
    check(edit.newText === "load", "what mends it", fixes);
    await small.change(at, at + 3, edit.newText);
    check((await small.diagnostics()).length === 0, "mended");
    const hover = await s.c.sendRequest(lsp.HoverRequest.type, small.at(at + 6));
    check(JSON.stringify(hover.contents).includes("flange"), "hover behind them", hover);
    const links = await s.c.sendRequest(lsp.ReferencesRequest.type, {
        ...small.at(at), context: { includeDeclaration: true } });
    check(links.length === 2 && links.some((l) => l.range.start.line === position(small.text, at).line &&
          l.range.start.character === position(small.text, at).character), "references behind them", links);

    // the same with CRLF
    await small.replace(GOOD.replace(/\n/g, "\r\n").replace("torque.flange", "torqe.flange"));
    got = await small.diagnostics();
    check(got.length === 1 && got[0].range.start.line === 5 && got[0].range.start.character === 10, "CRLF", got);
    at = small.text.indexOf("torqe.flange");
    await small.change(at, at + 5, "torque");
    check((await small.diagnostics()).length === 0, "an edit of one line of CRLF");
    await small.change(small.text.indexOf("\r\n"), small.text.indexOf("\r\n") + 2, "\n");
    check((await small.diagnostics()).length === 0, "and of the end of a line");

    // edits out of order: one of an older version is left out
    const version = small.version;
    await small.replace(GOOD);
    await s.c.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
        textDocument: { uri: small.uri, version }, contentChanges: [{ text: "model" }] });
    const symbols = await s.c.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument: { uri: small.uri } });
    check(symbols.length === 1 && symbols[0].name === "small" && symbols[0].children.length === 2,
          "an edit of an older version", symbols);

    // order: answers come in that of the questions, with what was changed before each of them
    const asked = [];
    const order = [];
    for (let k = 0; k < 20; k++) {
        small.replace(GOOD.replace(/small/g, `small${k}`));
        asked.push(s.c.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument: { uri: small.uri } })
            .then((r) => order.push(r[0].name)));
    }
    await Promise.all(asked);
    check(order.join() === [...Array(20).keys()].map((k) => `small${k}`).join(), "20 questions in their order", order);
    await small.replace(GOOD);

    // cancellation, and what nobody knows
    const token = new rpc.CancellationTokenSource();
    const slow = s.c.sendRequest(lsp.CompletionRequest.type, small.at(GOOD.indexOf("Source.") + 7));
    const gone = s.c.sendRequest(lsp.CompletionRequest.type, small.at(GOOD.indexOf("Source.") + 7), token.token);
    token.cancel();
    const code = await refusal(gone);
    check(code === null || code === lsp.LSPErrorCodes.RequestCancelled, "a question that is cancelled", code);
    const items = await slow;
    check((items.items || items).some((i) => i.label === "ConstantTorque"), "the one before it", items);
    check(await refusal(s.c.sendRequest("textDocument/nothing", {})) === rpc.ErrorCodes.MethodNotFound,
          "a method that nobody knows");
    await s.c.sendNotification("$/nothing", {});
    await s.c.sendNotification("workspace/nothing", {});
    check(await refusal(s.c.sendRequest(lsp.HoverRequest.type, { textDocument: { uri: "file:///none.dtm" },
        position: { line: 0, character: 0 } })) === rpc.ErrorCodes.InvalidParams, "a text that is not open");

    // renaming and formatting, as edits that a client applies
    const renamed = await s.c.sendRequest(lsp.RenameRequest.type, { ...small.at(GOOD.indexOf("load")), newName: "wheel" });
    const edits = renamed.changes ? renamed.changes[small.uri] : renamed.documentChanges[0].edits;
    check(edits.length === 2 && edits.every((e) => e.newText === "wheel"), "renaming", renamed);
    await small.replace(GOOD.replace("  connect(", "connect(   "));
    const laid = await s.c.sendRequest(lsp.DocumentFormattingRequest.type, {
        textDocument: { uri: small.uri }, options: { tabSize: 2, insertSpaces: true } });
    check(laid.length > 0 && laid.some((e) => e.newText.includes("  connect(torque")), "formatting", laid);

    // a file that is deleted, while it is open and when it is closed
    fs.unlinkSync(small.file);
    await s.c.sendNotification(lsp.DidChangeWatchedFilesNotification.type, {
        changes: [{ uri: small.uri, type: lsp.FileChangeType.Deleted }] });
    await small.replace(GOOD.replace("torque.flange", "torqe.flange"));
    check((await small.diagnostics()).length === 1, "a file that is deleted while it is open");
    const empty = s.diagnostics(small.uri, small.version);
    await s.c.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: small.uri } });
    check((await empty).length === 0, "closed, it has no diagnostics");

    await s.c.sendRequest(lsp.ShutdownRequest.type);
    const end = new Promise((done) => s.process.on("exit", done));
    await s.c.sendNotification(lsp.ExitNotification.type);
    check(await end === 0, "the end");
    s.c.dispose();
}

main().catch((e) => check(false, "it ended early", String(e.stack || e))).finally(() => {
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
});
