"""common.py - runs and checks of this folder's programs: common.py is imported by them, with DTC and WORK as arguments."""
import csv
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from simulated import simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(f"| {title} | {text} |")


def run(file, model, show, *options, warned=False):
    """Rows of a run of a model: dictionaries by column."""
    out = os.path.join(WORK, "claim.csv")
    return simulated([DTC, "sim", file, "--model", model, "--quiet", "--vars", show, "-o", out, *options], out, warned=warned)[0]


def told(command, file, model, *options):
    """Tables of an analysis, by their titles: rows as dictionaries of text."""
    done = subprocess.run([DTC, command, file, "--model", model, "--format", "csv", *options], capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(done.stderr)
    tables, title, head = {}, None, None
    for cells in csv.reader(done.stdout.splitlines()):
        if len(cells) == 1:
            title, head = cells[0], None
        elif cells and head is None:
            head = cells
            tables[title] = []
        elif cells:
            tables[title].append(dict(zip(head, cells)))
    return tables


def crossings(rows, name):
    """Times at which a signal changes its sign, by straight lines."""
    return [a["time"] - a[name]*(b["time"] - a["time"])/(b[name] - a[name]) for a, b in zip(rows, rows[1:]) if a[name]*b[name] < 0]


def peaks(rows, name):
    """Time and value of the local maxima."""
    return [(b["time"], b[name]) for a, b, c in zip(rows, rows[1:], rows[2:]) if a[name] < b[name] >= c[name]]


def finish_with():
    finish(results)
