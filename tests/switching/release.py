"""release.py DTC WORK: where in a step a stuck element lets go.

- belt.dtm: seven cycles of stick and slip; the place of the mass at 20 s is of second order in h, against the variable step, with as many transitions;
- jump.dtm: what cannot hold a slip that jumps slides with its torque, and rests where the variable step has it.
"""
import csv
import os
import subprocess
import sys

DTC, WORK = sys.argv[1:3]
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def run(model, method, stop, step=None):
    out = os.path.join(WORK, "release.csv")
    options = ["--rtol", "1e-11"] if method == "cvode" else ["--method", method, "--step", step, "--interval", step]
    subprocess.run([DTC, "sim", "tests/switching/%s.dtm" % model, "--quiet", "--vars", "*", "--stop", stop, "-o", out] + options, check=True)
    with open(out) as f:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]
    return rows[-1], sum(a["law.place"] != b["law.place"] for a, b in zip(rows, rows[1:])), rows


truth, changes, _ = run("belt", "cvode", "20")
for method in ("semi", "rk2", "rk4", "rosenbrock"):
    error = []
    for step in ("0.01", "0.0025"):
        last, found, _ = run("belt", method, "20", step)
        check(found == changes, "belt, %s at %s s: %d transitions instead of %d" % (method, step, found, changes))
        error.append(abs(last["s"] - truth["s"]))
    print("| belt, %-10s | place at 20 s off by %.1e m at 10 ms, %.1e m at 2.5 ms |" % (method, *error))
    check(error[0] < 1e-3 and error[1] < 5e-5, "belt, %s: off by %s m" % (method, error))
truth = run("jump", "cvode", "1")[0]
for method in ("euler", "semi", "rk4", "rosenbrock"):
    last, _, rows = run("jump", method, "1", "0.001")
    check(abs(last["w1"] - truth["w1"]) < 1e-9 and last["law.place"] == 0, "jump, %s: %g rad/s instead of %g" % (method, last["w1"], truth["w1"]))
    check(max(abs(r["tau"]) for r in rows) <= 50 * (1 + 1e-7), "jump, %s: %g N.m" % (method, max(abs(r["tau"]) for r in rows)))
print("%d passed, %d failed" % (count[True], count[False]))
sys.exit(count[False] > 0)
