"""A client of the language server, for tests: messages over pipes, one thread that reads."""
import json
import os
import queue
import subprocess
import threading
import urllib.parse


count = {True: 0, False: 0}


def check(good, what, instead=None):
    count[bool(good)] += 1
    if not good:
        print(f"FAILED {what}: {str(instead)[:400]}")


def say_counts(skipped=0):
    print(f"{count[True]} passed, {count[False]} failed" + (f", {skipped} skipped" if skipped else ""))


def uri(path):
    return "file://" + urllib.parse.quote(os.path.abspath(path))


class Client:
    def __init__(self, dtc, folder=None, options=(), initialize=True, include=()):
        self.process = subprocess.Popen([dtc, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.answers, self.told = {}, queue.Queue()
        self.arrived = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.text, self.version = {}, {}
        if initialize:
            self.capabilities = self.ask("initialize", processId=None, rootUri=uri(folder) if folder else None,
                                         capabilities={}, initializationOptions={"include": list(include)})
            self.tell("initialized")

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while (line := out.readline()).strip():
                name, value = line.split(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not line:
                break
            message = json.loads(out.read(length))
            with self.arrived:
                if "method" in message:
                    self.told.put(message)
                else:
                    self.answers[message["id"]] = message
                self.arrived.notify_all()
        with self.arrived:
            self.answers["end"] = True
            self.arrived.notify_all()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def tell(self, method, **params):
        self.send({"method": method, "params": params})

    def begin(self, method, **params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def wait(self, number, seconds=60):
        with self.arrived:
            assert self.arrived.wait_for(lambda: number in self.answers or "end" in self.answers, seconds), "no answer"
            return self.answers.pop(number)

    def ask(self, method, **params):
        answer = self.wait(self.begin(method, **params))
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    # ---- documents ----

    def open(self, path, text=None):
        if text is None:
            text = open(path, encoding="utf-8", newline="").read()
        self.text[path], self.version[path] = text, 1
        self.tell("textDocument/didOpen",
                  textDocument={"uri": uri(path), "languageId": "dtm", "version": 1, "text": text})

    def change(self, path, start, end, text):
        """Characters start .. end of the text become others."""
        old = self.text[path]
        edit = {"range": {"start": position(old, start), "end": position(old, end)}, "text": text}
        self.version[path] += 1
        self.text[path] = old[:start] + text + old[end:]
        self.tell("textDocument/didChange", textDocument={"uri": uri(path), "version": self.version[path]},
                  contentChanges=[edit])

    def replace(self, path, text):
        self.version[path] += 1
        self.text[path] = text
        self.tell("textDocument/didChange", textDocument={"uri": uri(path), "version": self.version[path]},
                  contentChanges=[{"text": text}])

    def close(self, path):
        self.tell("textDocument/didClose", textDocument={"uri": uri(path)})

    def at(self, method, path, index, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": uri(path)},
                        position=position(self.text[path], index), **more)

    def diagnostics(self, path, seconds=60):
        """Those of the newest version."""
        while True:
            message = self.told.get(timeout=seconds)
            params = message["params"]
            if message["method"] == "textDocument/publishDiagnostics" and params["uri"] == uri(path) \
                    and params["version"] == self.version[path]:
                return params["diagnostics"]

    def end(self):
        """The exit code, in the order that the protocol wants."""
        self.ask("shutdown")
        self.tell("exit")
        return self.process.wait(20)


def units(text):
    return len(text.encode("utf-16-le")) // 2


def position(text, index):
    """Line and UTF-16 unit of a character."""
    before = text[:index].replace("\r\n", "\n" if index < len(text) and text[index] == "\n" and text[index - 1] == "\r" else "\n")
    line = before.rsplit("\n", 1)[-1]
    return {"line": before.count("\n"), "character": units(line)}
