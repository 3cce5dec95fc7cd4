"""variants.py DTC WORK [all]: jumps whose answers follow by hand (variants.dtm). An input that jumps: button.c.

Every method, steps of 1 and 10 ms; all: both precisions with each, and steps of 4 ms, so that errors are seen to go with the
step. Then what has no answer: motions that contradict each other, a torque that is no number. Each ends with a status.
"""
import math
import os
import subprocess
import sys

DTC, WORK = sys.argv[1:3]
ALL = "all" in sys.argv[3:]
MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "variants.dtm")
METHODS = ("euler", "semi", "rk2", "rk4", "rosenbrock", "exact", "cvode")
SLOPE = 6.0                                                     # rad/s of error for each second of the step
LEFT = 15.0                                                     # of a constraint by one step, for each square of the step: (m/s)^2
count = {True: 0, False: 0}


def check(good, what):
    count[bool(good)] += 1
    if not good:
        print("FAILED: " + what)


def sim(model, method, step, single=False, names="*found,*right,*gap"):
    out = os.path.join(WORK, "variants.csv")
    length = ["--rtol", "1e-6" if model == "Loops" else "1e-9", "--interval"] if method == "cvode" else ["--step"]
    done = subprocess.run([DTC, "sim", MODEL, "--model", "Variants." + model, "--method", method, *length, repr(step), "--stop", "0.5", "--quiet",
                           "--vars", names, "-o", out] + ["--float"]*single, capture_output=True, text=True)
    return done, out


def rows(out):
    with open(out) as f:
        lines = f.read().split()
    return [dict(zip(lines[0].split(","), map(float, line.split(",")))) for line in lines[1:]]


def look(model, method, step, single):
    what = f"{model}, {method}{' --float' if single else ''} at {step:g} s"
    done, out = sim(model, method, step, single)
    if done.returncode:
        check(False, f"{what}: {done.stderr.strip()[:300]}")
        return
    run = rows(out)
    row = run[-1]
    room = (1e-4 if model == "Loops" else 1e-6) if method == "cvode" else SLOPE*step + (1e-4 if single else 0)
    for name in [n for n in row if n.endswith("found")]:
        off = abs(row[name] - row[name[:-5] + "right"])
        check(off <= room, f"{what}: {name} is {row[name]!r}, {off:.2g} off")
    for name in [n for n in row if n.startswith("constraint(")]:
        left = max(abs(r[name]) for r in run)
        check(left <= (1e-8 if method == "cvode" else LEFT*step**2 + (1e-5 if single else 0)), f"{what}: {name} is left with {left:.2g}")


def in_the_sample(model, method):
    """The answer by hand holds at every step: nothing is decided a sample late."""
    for step in (0.01, 0.001):
        done, out = sim(model, method, step)
        row = rows(out)[-1] if done.returncode == 0 else {"found": math.nan, "right": 0}
        check(abs(row["found"] - row["right"]) < 1e-12, f"{model}, {method} at {step:g} s: {row['found']!r}")


def ends(model, method, text):
    done, _ = sim(model, method, 0.01, names="*")
    check(done.returncode == 1 and text in done.stderr, f"{model}, {method}: {done.returncode} {done.stderr.strip()[:300]}")


def main():
    for n, method in enumerate(METHODS):
        steps = [0.01, 0.001] + [0.004]*ALL
        for k, step in enumerate(steps if method != "cvode" else steps[:1]):
            for single in (False, True) if ALL and method != "cvode" else (method != "cvode" and (n + k) % 3 == 0,):
                look("All", method, step, single)
        look("KinkBeforeImpact", method, 0.004, False)          # within a step, one after the other
        if method != "exact":
            look("Constraint", method, steps[n % 2], False)
            for step in steps[:1] if method == "cvode" else steps if ALL else steps[n % 2:]:
                look("Loops", method, step, ALL and step == 0.001 and method != "cvode")
    for method in METHODS[:5]:
        in_the_sample("ReadsPlace", method)
    for method in METHODS if ALL else ("euler", "rk4", "exact"):
        ends("Fight", method, "law: what drives it moves it in a direction that it blocks")   # either of the two
        ends("NotANumber", method, "not a finite number")
    print(f"{count[True]} passed, {count[False]} failed")
    sys.exit(count[False] > 0)


main()
