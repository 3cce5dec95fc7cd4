"""rows.py: the tables row by row of docs/sources.md: each row has its place, what is there, where it is here, and a test that is there, or the reason why there is none."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

LEAST = 150
results, work = [], None
for line in open("docs/sources.md", encoding="utf-8").read().split("## Row by row")[1].splitlines():
    work = line[4:] if line.startswith("### ") else work
    if not line.startswith("| ") or line.startswith("| where |"):
        continue
    cells = [c.strip() for c in line.strip("|").split("|")]
    title, fault = f"{work}, {cells[0]}", None
    if len(cells) != 4 or not all(cells):
        fault = f"{len(cells)} cells, of which {sum(map(bool, cells))} have a text"
    elif not cells[3].startswith("no test: "):
        for test in cells[3].split(", "):
            told = re.fullmatch(r"(tests/[\w/.]+)(?: \((\w+)(?:\.dtm)?\)|: [\w ]+)?", test)
            path, part = told.groups() if told else (None, None)
            group = path and "/".join(path.split("/")[:2])
            if not path or not os.path.exists(path) or not os.path.exists(os.path.join(group, "check.sh")):
                fault = f"there is no {test}"
            elif part and part != "long" and not any(part in name for _, _, names in os.walk(path) for name in names):
                fault = f"there is no {part} in {path}"
    results.append((title, fault))
results.append(("rows", None if len(results) >= LEAST else f"{len(results)}, not {LEAST}"))
finish(results)
