"""Looks at pictures of dtc diagram as geometry: FILE.json..., of --format json.

No symbol lies on another one, no text on a text or a symbol, no line goes through a symbol or a text; lines of two nets
cross at most, and never lie on each other or bend where another one is; all that a net joins hangs together.
"""
import json
import sys

APART = 0.5                      # pixels: what touches by less is not counted


def overlap(a, b):
    return a[0] + APART < b[2] and b[0] + APART < a[2] and a[1] + APART < b[3] and b[1] + APART < a[3]


def inside(a, b):
    return a[0] >= b[0] - 1 and a[1] >= b[1] - 1 and a[2] <= b[2] + 1 and a[3] <= b[3] + 1


def segments(net):
    for line in net["lines"]:
        for p, q in zip(line, line[1:]):
            yield min(p[0], q[0]), min(p[1], q[1]), max(p[0], q[0]), max(p[1], q[1])


class Looked:
    def __init__(self, name):
        self.name, self.wrong, self.looked = name, [], 0

    def must(self, good, what):
        self.looked += 1
        if not good:
            self.wrong.append(f"{self.name}: {what}")


def apart(of, named):
    """Boxes by a sweep from left to right."""
    named = sorted(named, key=lambda x: x[0][0])
    for i, (box, what) in enumerate(named):
        of.must(box[2] > box[0] and box[3] > box[1], f"{what} has no size")
        for other, that in named[i + 1:]:
            if other[0] >= box[2]:
                break
            of.must(not overlap(box, other), f"{what} lies on {that}")


def clear(of, picture, boxes):
    for net in picture["nets"]:
        for s in segments(net):
            of.must(s[0] == s[2] or s[1] == s[3], f"a line of {net['kind']} is slanted: {s}")
            for box, what in boxes:
                of.must(not overlap((s[0] - APART, s[1] - APART, s[2] + APART, s[3] + APART),
                                    (box[0] + APART, box[1] + APART, box[2] - APART, box[3] - APART)),
                        f"a line of {net['kind']} goes through {what}: {s}")


def crossings(of, picture):
    """Of two nets only a level and an upright segment meet, within both."""
    every = [(s, i) for i, net in enumerate(picture["nets"]) for s in segments(net)]
    every.sort(key=lambda x: x[0][0])
    for k, (a, i) in enumerate(every):
        for b, j in every[k + 1:]:
            if b[0] > a[2]:
                break
            if i == j or a[1] > b[3] or b[1] > a[3]:
                continue
            level, upright = (a, b) if a[1] == a[3] else (b, a)
            good = (level[1] == level[3] and upright[0] == upright[2] and level[0] < upright[0] < level[2]
                    and upright[1] < level[1] < upright[3])
            of.must(good, f"lines of two nets touch: {a} {b}")


def on(point, s):
    return s[0] - 0.01 <= point[0] <= s[2] + 0.01 and s[1] - 0.01 <= point[1] <= s[3] + 0.01


def joined(of, picture):
    """From one connector of a net along its lines to all others."""
    ends = {}
    for part in picture["components"]:
        for c in part["connectors"]:
            if c["net"]:
                ends.setdefault(c["net"], []).append((c["at"], f"{part['component']}.{c['name']}"))
            side = {"left": 0, "right": 2, "top": 1, "bottom": 3}[c["side"]]
            of.must(abs(c["at"][side % 2] - part["box"][side]) < 0.01,
                    f"{part['component']}.{c['name']} is not on its side")
    for number, net in enumerate(picture["nets"], 1):
        rest = list(segments(net))
        first = ends[number][0][0]
        reached, todo = [], [s for s in rest if on(first, s)]
        while todo:
            s = todo.pop()
            if s in reached:
                continue
            reached.append(s)
            todo += [t for t in rest if t not in reached and
                     (on(s[:2], t) or on(s[2:], t) or on(t[:2], s) or on(t[2:], s))]
        for at, what in ends[number]:
            of.must(any(on(at, s) for s in reached), f"{what} hangs on no line")


def look(of, picture):
    symbols = [(c["box"], c["component"]) for c in picture["components"]]
    texts = [(t["box"], f"the text {t['text']!r} of {c['component']}") for c in picture["components"]
             for t in c["texts"]]
    apart(of, symbols + texts)
    clear(of, picture, symbols + texts)
    crossings(of, picture)
    joined(of, picture)
    for box, what in symbols + texts:
        of.must(inside(box, picture["box"]), f"{what} is not in the picture")
    for net in picture["nets"]:
        for s in segments(net):
            of.must(inside(s, picture["box"]), f"a line of {net['kind']} leaves the picture")
    for part in picture["components"]:
        if "inside" in part:
            of.must(inside(part["inside"]["box"], part["box"]), f"what is in {part['component']} is larger than it")
            look(of, part["inside"])


def main(files):
    passed = failed = 0
    for name in files:
        of = Looked(name)
        with open(name, encoding="utf-8") as f:
            look(of, json.load(f))
        if not of.looked or of.wrong:
            failed += 1
            for wrong in of.wrong[:5]:
                print("FAILED", wrong)
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main(sys.argv[1:]))
