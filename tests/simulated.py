"""simulated.py - a run of `dtc sim` for a test program: its rows, all finite, and what it printed."""
import csv
import math
import re
import subprocess


def simulated(command, out, least=10, warned=False):
    """Rows of the file that the command writes, as {column: number}, and its standard output. What fails, what says something
    on standard error (unless it may be warned), what has fewer rows or a value that is not finite raises ArithmeticError."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or (done.stderr and not warned):
        raise ArithmeticError(" ".join(command) + ": " + done.stderr)
    with open(out) as f:
        head, *text = csv.reader(f)
    rows = [dict(zip(head, map(float, row))) for row in text]
    if len(rows) < least or not all(math.isfinite(value) for row in rows for value in row.values()):
        raise ArithmeticError(" ".join(command) + ": few rows, or a value that is not finite")
    return rows, done.stdout


def residual(account):
    """Part of the energy that the account of --audit lacks."""
    return abs(float(re.search(r"^residual +\S+ +(\S+)", account, re.M).group(1)))
