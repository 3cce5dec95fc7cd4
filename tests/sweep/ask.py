"""What tests of dtc sweep share: ask DTC WORK in the command line."""
import csv
import os
import subprocess
import sys

DTC, WORK = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "sweep.dtm")
LAUNCH = os.path.join(HERE, "launch.dtm")
counts = [0, 0]


def check(title, good, told=""):
    counts[not good] += 1
    if not good:
        print(f"FAILED {title}: {told}"[:600])


def near(title, value, closed, allowed):
    check(title, value is not None and abs(value - closed) <= allowed, f"{value}, not {closed}")


def end():
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0)


def run(*arguments, code=0, command="sweep", **more):
    p = subprocess.run([DTC, command, *arguments], capture_output=True, text=True, **more)
    if code is not None:
        check(f"exit code of {' '.join(arguments)}", p.returncode == code, f"{p.returncode}: {p.stderr}")
    return p


def number(text):
    try:
        return float(text)
    except ValueError:
        return text or None


def rows(file):
    with open(file, newline="", encoding="utf-8") as f:
        return [{k: number(v) for k, v in r.items()} for r in csv.DictReader(f)]


def place(name):
    file = os.path.join(WORK, name)
    for other in (file, file + ".part"):
        if os.path.exists(other):
            os.remove(other)
    return file


def study(model, *options, name="out.csv", code=0):
    """The rows of a study of a model of sweep.dtm, of one step of 1 ms unless options say more."""
    file = place(name)
    stop = () if "--stop" in options else ("--stop", "1e-3")
    run(MODELS, "--model", f"Sweep.{model}", *stop, *options, "-o", file, "--quiet", code=code)
    return rows(file)


def content(file):
    with open(file, "rb") as f:
        return f.read()
