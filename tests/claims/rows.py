"""rows.py: the tables row by row of docs/sources.md.

- Each row has its place, what is there, where it is here, and a test that is there, or the reason why there is none.
- What a row names of the library or of a model is in the files of its tests, or in those of the models that they run.
- Each figure, table and numbered equation of a work is in a row.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

LEAST = 150
# of each work: how many figures, tables and equations it has; what the text that was at hand does not have
WORKS = {"Reiter": (95, 17, 155), "Fan": (19, 0, 31), "Otter, Schlegel": (9, 1, 0), "Otter, Dempsey": (12, 1, 0), "Drivetrain": (35, 0, 0)}
LOST = {("Drivetrain", "figure", n) for n in (10, 11, 12, 25)}


def numbers(where):
    """Of a place: pairs of a kind and a number."""
    found = set()
    for kind, text in re.findall(r"(figure|table)s? (\d+(?:(?:, | to | and )\d+)*)", where):
        found |= {(kind, n) for n in spread(text)}
    for text in re.findall(r"\(\d+\)(?:(?: to |, )\(\d+\))*", where):
        found |= {("equation", n) for n in spread(text.replace("(", "").replace(")", ""))}
    return found


def spread(text):
    """4, 7 to 9: 4, 7, 8, 9."""
    for part in re.split(", | and ", text):
        ends = [int(n) for n in part.split(" to ")]
        yield from range(ends[0], ends[-1] + 1)


def text_of(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".py", ".sh", ".c", ".h", ".dtm", ".expect", ".stage")):
                with open(os.path.join(path, name), encoding="utf-8") as f:
                    yield f.read()


KNOWN = {}


def known(group):
    """All that a group of tests has, and the models whose files it runs."""
    if group not in KNOWN:
        text = "".join(text_of(group))
        KNOWN[group] = text + "".join("".join(text_of("models/" + m)) for m in set(re.findall(r"models/(\w+)", text)))
    return KNOWN[group]


def unheld(here, tests):
    """What is named in code, with a capital letter, and is not known to the tests."""
    names = [n.rsplit(".", 1)[-1] for n in re.findall(r"`([A-Z][\w.]*)`", here)]
    groups = {"/".join(t.split(" ")[0].strip(":").split("/")[:2]) for t in tests.split(", ")}
    return [n for n in names if not any(re.search(r"\b%s\b" % n, known(g)) for g in groups)]


results, work, had = [], None, {}
for line in open("docs/sources.md", encoding="utf-8").read().split("## Row by row")[1].splitlines():
    work = line[4:] if line.startswith("### ") else work
    if not line.startswith("| ") or line.startswith("| where |"):
        continue
    cells = [c.strip() for c in line.strip("|").split("|")]
    title, fault = f"{work}, {cells[0]}", None
    if len(cells) != 4 or not all(cells):
        fault = f"{len(cells)} cells, of which {sum(map(bool, cells))} have a text"
    else:
        had.setdefault(work, set()).update(numbers(cells[0]))
    if not fault and not cells[3].startswith("no test: "):
        for test in cells[3].split(", "):
            told = re.fullmatch(r"(tests/[\w/.]+)(?: \((\w+)(?:\.dtm)?\)|: [\w ]+)?", test)
            path, part = told.groups() if told else (None, None)
            group = path and "/".join(path.split("/")[:2])
            if not path or not os.path.exists(path) or not os.path.exists(os.path.join(group, "check.sh")):
                fault = f"there is no {test}"
            elif part and part != "long" and not any(part in name for _, _, names in os.walk(path) for name in names):
                fault = f"there is no {part} in {path}"
        if not fault and unheld(cells[2], cells[3]):
            fault = f"{cells[3]} know nothing of {', '.join(unheld(cells[2], cells[3]))}"
    results.append((title, fault))
for begins, counts in WORKS.items():
    there = next(n for w, n in had.items() if w.startswith(begins))
    wanted = {(kind, n) for kind, count in zip(("figure", "table", "equation"), counts) for n in range(1, count + 1)}
    lacks = sorted(x for x in wanted - there if (begins, *x) not in LOST)
    results.append((f"{begins}: all of it has a row", f"no row has {lacks}" if lacks else None))
results.append(("rows", None if len(results) >= LEAST else f"{len(results)}, not {LEAST}"))
finish(results)
