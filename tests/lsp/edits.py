"""A server under edits: at random, at every cut of a text, ten thousand of them.

edits.py [--long] DTC WORK: without --long a part of it.
"""
import json
import os
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, check, position, say_counts, uri

LONG = sys.argv[1] == "--long"
DTC, WORK = sys.argv[-2], sys.argv[-1]


def fresh(path, *options):
    """What dtc check says: severity, line, column from 0 in units of UTF-16, message."""
    done = subprocess.run([DTC, "check", "--format", "json", path, *options], capture_output=True, text=True)
    lines = open(path, encoding="utf-8", newline="").read().split("\n")
    said = []
    for one in json.loads(done.stdout)["classes"]:
        for d in one["diagnoses"]:
            place = d["place"]
            text = (f"in {d['component']}: " if d["component"] else "") + d["message"]
            at = None
            if place and os.path.samefile(place["file"], path):
                before = lines[place["line"] - 1].encode()[:place["column"] - 1].decode(errors="ignore")
                at = (place["line"] - 1, len(before.encode("utf-16-le")) // 2)
            said.append((at, {"error": 1, "warning": 2, "note": 3}[d["severity"]], text))
    return said


def left_of(found, said):
    """What is found beside what is said; None: not all of that is found. Of what is said of no place in the text the place
    is not compared."""
    told = [((d["range"]["start"]["line"], d["range"]["start"]["character"]), d["severity"], d["message"]) for d in found]
    for place, *rest in said:
        fits = [t for t in told if list(t[1:]) == rest and place in (None, t[0])]
        if not fits and "there is no model in " not in rest[1]:
            return None
        if fits:
            told.remove(fits[0])
    return told


def models(symbols, before=""):
    for s in symbols:
        yield before + s["name"]
        yield from models(s.get("children", []), f"{before}{s['name']}.")


def compared(c, path, what):
    found = c.diagnostics(path)
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(c.text[path])
    said = fresh(path)
    left = left_of(found, said)
    check(left is not None, f"{what}: diagnostics of a fresh dtc check", (found, said))
    if left and not any("does not fit" in text or "is missing" in text for _, _, text in said):
        # of the other models of the file
        symbols = c.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})
        others = [one for name in models(symbols) for one in fresh(path, "--model", name)]
        wrong = [t for t in left if not any(list(o[1:]) == list(t[1:]) and o[0] in (None, t[0]) for o in others)]
        check(not wrong, f"{what}: and of those of its other models", wrong)


PIECES = [" ", "\n", ";", "(", ")", "=", ".", ",", "end ", "model ", "connect(", "\"", "/*", "*/", "//", "ä", "\U0001F600", "x", "1",
          "equation\n", "if ", "then ", "[", "]", "Shaft.Inertia q(J = 1);\n", "\r\n", "'", "clutch.", "import Drivetrain.*;\n"]


def at_random(folder, source, edits, seed):
    """Pieces come and go; the tokens that went come back, so that most texts are nearly right."""
    chance = random.Random(seed)
    path = os.path.join(folder, os.path.basename(source))
    with open(source, encoding="utf-8", newline="") as f:
        whole = f.read()
    c = Client(DTC, folder)
    c.open(path, whole)
    alive = True
    for k in range(edits):
        text = c.text[path]
        kind = chance.random()
        at = chance.randrange(len(text) + 1)
        if kind < 0.45:
            c.change(path, at, at, chance.choice(PIECES))
        elif kind < 0.8:
            c.change(path, at, min(len(text), at + chance.choice([1, 1, 2, 5, 30])), "")
        elif kind < 0.9:
            c.replace(path, whole)
        else:
            m = re.search(r"\w+", text[at:])
            if m:
                c.change(path, at + m.start(), at + m.end(), chance.choice(PIECES))
        if k % 10 == 0:
            try:
                method = chance.choice(["completion", "hover", "signatureHelp", "definition", "documentHighlight"])
                c.at(method, path, chance.randrange(len(c.text[path]) + 1))
                method = chance.choice(["documentSymbol", "foldingRange", "semanticTokens/full"])
                c.ask("textDocument/" + method, textDocument={"uri": uri(path)})
            except RuntimeError as e:
                alive = False
                check(False, f"an answer after edit {k} of {source}", (e, c.text[path][-200:]))
        if k % 100 == 99:
            compared(c, path, f"after {k + 1} edits of {source}")
    check(alive, "all questions have answers")
    check(c.end() == 0, "the end")


def every_cut(folder, source, step):
    path = os.path.join(folder, "cut.dtm")
    with open(source, "rb") as f:
        whole = f.read()
    c = Client(DTC, folder)
    c.open(path, "")
    wrong = 0
    for n in range(0, len(whole) + 1, step):
        c.replace(path, whole[:n].decode("utf-8", errors="ignore"))
        try:
            c.at("completion", path, len(c.text[path]))
            c.ask("textDocument/semanticTokens/full", textDocument={"uri": uri(path)})
            c.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})
            if n % (10 * step) == 0:
                c.diagnostics(path)
        except RuntimeError as e:
            wrong += 1
            check(False, f"an answer where {source} is cut at byte {n}", e)
    check(wrong == 0, "every cut has answers")
    check(c.end() == 0, "the end")


def memory(pid):
    """KiB that are resident."""
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{pid}/status").read()).group(1))


def processor(pid):
    """Seconds of the server and of its children that have ended."""
    field = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return sum(map(int, field[11:15])) / os.sysconf("SC_CLK_TCK")


def many(folder, edits):
    """Memory after a tenth of the edits, and at the end."""
    path = os.path.join(folder, "launch.dtm")
    text = re.search(r"```modelica\n(.*?)```", open("README.md").read(), re.S).group(1)
    c = Client(DTC, folder)
    c.open(path, text)
    c.diagnostics(path)
    at = text.index("800")
    early = 0
    for k in range(edits):
        c.change(path, at, at + 3, str(100 + k % 900))
        if k % 100 == 99:
            c.diagnostics(path)
            c.at("completion", path, at)
        if k == edits // 10:
            early = memory(c.process.pid)
    late = memory(c.process.pid)
    print(f"| {edits} edits: {early} KiB after a tenth, {late} KiB at the end")
    check(late <= early * 1.02 + 256, "memory is steady", (early, late))
    check(c.end() == 0, "the end")


def large(folder):
    """A keystroke in a file of 2,000 lines: what it costs until completion and diagnostics are there."""
    path = os.path.join(folder, "large.dtm")
    with open("models/zf4hp22/zf4hp22.dtm") as f:
        text = f.read()
    body = text[text.index("  partial model Train"):text.index("end Zf4hp22;")]
    classes, copies = re.findall(r"^  (?:partial )?(?:model|block|package|record) (\w+)", body, re.M), []
    while sum(c.count("\n") for c in copies) < 2000 - text.count("\n"):
        copies.append(re.sub(r"(?<!\.)\b(" + "|".join(classes) + r")\b", rf"\g<1>{len(copies)}", body))
    text = text.replace("  partial model Train", "".join(copies) + "  partial model Train", 1)
    check(text.count("\n") >= 2000, "2,000 lines", text.count("\n"))
    c = Client(DTC, folder)
    c.open(path, text)
    found = c.diagnostics(path)
    check(not any(d["severity"] == 1 for d in found), "the large file is right", found)
    at = text.rindex("connect(") + 8
    costs = {}
    for what in ("completion", "diagnostics"):
        keys = 30
        before = processor(c.process.pid)
        for k in range(keys):
            c.change(path, at, at + (k % 2), "" if k % 2 else "m")
            if what == "completion":
                c.at("completion", path, at + 1)
                c.tell("textDocument/didChange", textDocument={"uri": uri(path), "version": 0}, contentChanges=[])
            else:
                c.diagnostics(path)
        costs[what] = 1000 * (processor(c.process.pid) - before) / keys
    print(f"| {text.count(chr(10))} lines, a keystroke: {costs['completion']:.1f} ms of CPU with completion, "
          f"{costs['diagnostics']:.1f} ms until its diagnostics")
    check(costs["completion"] <= 30, "a keystroke answers in 30 ms", costs)
    check(c.end() == 0, "the end")


def read_once(folder):
    """Files of the library are opened once, not once an edit."""
    if subprocess.run(["sh", "-c", "command -v strace"], capture_output=True).returncode:
        print("skipped: strace is not there")
        return 1
    path, log = os.path.join(folder, "launch.dtm"), os.path.join(folder, "strace")
    script = os.path.join(folder, "traced")
    with open(script, "w") as f:
        f.write(f"#!/bin/sh\nexec strace -f -e trace=openat -o '{log}' '{DTC}' \"$@\"\n")
    os.chmod(script, 0o755)
    text = re.search(r"```modelica\n(.*?)```", open("README.md").read(), re.S).group(1)
    c = Client(script, folder)
    c.open(path, text)
    at = text.index("800")
    for k in range(20):
        c.change(path, at, at + 3, str(100 + k))
        c.diagnostics(path)
    c.end()
    opened = [line for line in open(log) if ".dtm\"" in line and "= -1" not in line]
    files = {re.search(r'"([^"]*)"', line).group(1) for line in opened}
    check(len(files) > 3 and len(opened) <= 2 * len(files), "files are read once by a child and once to be kept",
          (len(files), len(opened)))
    return 0


def main():
    folder = os.path.join(WORK, "edits")
    os.makedirs(folder, exist_ok=True)
    skipped = 0
    if LONG:
        every_cut(folder, "models/manual5/manual5.dtm", 1)
        every_cut(folder, "tests/format/before.dtm", 1)
        at_random(folder, "models/zf4hp22/zf4hp22.dtm", 1000, 1)
        at_random(folder, "lib/Drivetrain/Clutch.dtm", 1000, 2)
        many(folder, 10000)
    else:
        every_cut(folder, "tests/format/before.dtm", 13)
        at_random(folder, "models/launch/launch.dtm", 200, 1)
        at_random(folder, "lib/Drivetrain/Clutch.dtm", 100, 2)
        large(folder)
        skipped = read_once(folder)
        many(folder, 1000)
    say_counts(skipped)


main()
