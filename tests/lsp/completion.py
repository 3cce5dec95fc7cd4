"""Completion judged: words of texts are cut behind their first two letters (of words of up to three, the first), and the
word is to be among the first three that are offered.

completion.py DTC WORK [MSL]: 100 places drawn by a seed, each word of a text as likely as another, so that kinds of
positions come in their proportion; 30 of them in a file of the Modelica Standard Library that the server has not seen,
where it is there. Left out: comments, texts, annotations, numbers, names that are being declared. Misses are printed.
"""
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, position, uri

DTC, WORK = sys.argv[1], sys.argv[2]
MSL = sys.argv[3] if len(sys.argv) > 3 else ""
SEED = 44
MSL_FILE = "Modelica/Mechanics/Rotational/Examples/CoupledClutches.mo"
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|\d[\w.]*|[A-Za-z_]\w*|\s+|.', re.S)


def words(c, path):
    """Places of words that may be asked for."""
    text = c.text[path]
    declared, stack = set(), c.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})
    while stack:
        s = stack.pop()
        at = s["selectionRange"]["start"]
        declared.add((at["line"], at["character"]))
        stack.extend(s.get("children", []))
    found, depth, annotation = [], 0, False
    for m in TOKEN.finditer(text):
        t = m.group()
        if t == "annotation":
            annotation, depth = True, 0
        elif annotation and t in "()":
            depth += 1 if t == "(" else -1
            annotation = depth > 0
        elif not annotation and re.fullmatch(r"[A-Za-z_]\w*", t) and len(t) > 1:
            at = position(text, m.start())
            if (at["line"], at["character"]) not in declared:
                found.append(m.start())
    return found


def main():
    c = Client(DTC, "models", include=[MSL] if MSL else [])
    chance = random.Random(SEED)
    texts = [f"models/{name}/{name}.dtm" for name in sorted(os.listdir("models")) if os.path.isfile(f"models/{name}/{name}.dtm")]
    places = []
    for path in texts:
        c.open(path)
        places += [(path, at) for at in words(c, path)]
    drawn = chance.sample(places, 70)
    if MSL:
        path = os.path.join(MSL, MSL_FILE)
        c.open(path)
        drawn += [(path, at) for at in chance.sample(words(c, path), 30)]
    good, misses = 0, []
    for path, at in drawn:
        text = c.text[path]
        word = re.match(r"\w+", text[at:]).group()
        typed = 1 if len(word) <= 3 else 2
        c.change(path, at, at + len(word), word[:typed])
        got = c.at("completion", path, at + typed)
        labels = [i["label"] for i in got["items"][:3]] if got else []
        c.change(path, at, at + typed, word)
        if word in labels:
            good += 1
        else:
            line = text.count("\n", 0, at) + 1
            misses.append(f"| missed {path}:{line}: {word} in `{text.splitlines()[line - 1].strip()[:80]}`: {labels}")
    print("\n".join(misses))
    print(f"| completion: {good} of {len(drawn)} among the first three")
    enough = good >= 0.95 * len(drawn)
    if not enough:
        print(f"FAILED completion: {good} of {len(drawn)} among the first three")
    skipped = "" if MSL else ", 1 skipped"
    if skipped:
        print("skipped: 30 places in the Modelica Standard Library (MSL)")
    c.end()
    print(f"{int(enough)} passed, {int(not enough)} failed{skipped}")


main()
