"""promises.py DTC WORK [LONG]: what holds of differentials.

- bench: between prescribed speeds, torques as calculated by hand, for both signs of slip and of torque.
- axles: in every row of every example the sums of speeds, torques and powers, and friction within its bounds.
- axles: shares of the torques on ice, a lock that does not slip, and lets go.
- every method, step and precision: places change no more often than the road, and the end state against the variable step.
LONG: all methods and precisions. Prints figures and counts.
"""
import csv
import math
import os
import subprocess
import sys

DTC, WORK = sys.argv[1:3]
LONG = len(sys.argv) > 3
AXLES = ["OpenAxle", "LimitedAxle", "SensingAxle", "ViscousAxle", "LockingAxle"]
FIXED = ["euler", "semi", "rk2", "rk4", "rosenbrock", "exact"]
count = {True: 0, False: 0}


def check(good, text):
    count[bool(good)] += 1
    if not good:
        print("FAILED " + text)


def run(what, *options, show):
    """Rows as dictionaries, of which no value may be NaN or infinite."""
    out = os.path.join(WORK, "out.csv")
    done = subprocess.run([DTC, "sim", *what, "--quiet", "-o", out, "--vars", show, *options], capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(" ".join(what) + ": " + done.stderr)
    with open(out) as f:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]
    if not rows or not all(math.isfinite(v) for row in rows for v in row.values()):
        raise ArithmeticError(" ".join(what) + ": no rows, or a value that is not finite")
    return rows


# ---- between prescribed speeds ---------------------------------------------------------------------------------------

def by_hand(kind, dw, T):
    """Torque of friction: T on the cage, dw left against right."""
    sign, T_abs = math.copysign(1, dw), abs(T)
    if kind == "Limited":
        return sign*(20 + (0.5 if T > 0 else 0.25)*T_abs/2)
    if kind == "Viscous":
        return 80*dw/10*((dw*dw + 0.25)/100.25)**-0.2
    bias = 3 if T > 0 else 1.8
    slower, faster = (0.6, 0.4) if dw > 0 else (0.4, 0.6)      # shares of both outputs
    if T < 0:
        slower, faster = faster, slower                         # the faster one is braked by more
    return sign*max(0, bias*faster - slower)*T_abs/(1 + bias)   # slower*T + tau = bias*(faster*T - tau)


def bench():
    worst = 0
    for kind in ["Limited", "Sensing", "Viscous"]:
        for wl, wr in [(30, 20), (20, 30), (-5, 1), (10.25, 10)]:
            for T in [100, -100, 5]:
                options = [x for name, value in [("wl", wl), ("wr", wr), ("T", T)] for x in ("--set", f"{name}={value}")]
                row = run(["tests/differentials/bench.dtm", "--model", "Bench." + kind], *options, "--stop", "2",
                          show="d.left.tau,d.right.tau,d.tau,d.lossPower")[-1]
                split = 0.4 if kind == "Sensing" else 0.5
                cage = -3*T    # flange_a.tau = -T flows in: the source pushes by T
                tau = by_hand(kind, wl - wr, -cage)
                expected = {"d.tau": tau, "d.left.tau": split*cage + tau, "d.right.tau": (1 - split)*cage - tau,
                            "d.lossPower": tau*(wl - wr)}
                for name, value in expected.items():
                    worst = max(worst, abs(row[name] - value)/300)
                    check(abs(row[name] - value) < 1e-9*300, f"{kind} {wl} {wr} {T}: {name} = {row[name]}, by hand {value}")
    print(f"| torques between prescribed speeds | {worst:.1e} of the torque |")


# ---- axles -----------------------------------------------------------------------------------------------------------

SHOW = ",".join("differential." + x for x in ["flange_a.tau", "left.tau", "right.tau", "tau", "w_rel", "lossPower"]) + \
    ",shaft.w,left.w,right.w,car.v"


def model(name):
    return ["--model", "Drivetrain.Examples.Axles." + name]


def sums(name, rows, most=1e-9):
    at = "differential."
    for r in rows:
        T = 4*r[at + "flange_a.tau"]
        power = r[at + "flange_a.tau"]*r["shaft.w"] + r[at + "left.tau"]*r["left.w"] + r[at + "right.tau"]*r["right.w"]
        errors = [r["shaft.w"] - 2*(r["left.w"] + r["right.w"]), r[at + "w_rel"] - r["left.w"] + r["right.w"],
                  (r[at + "left.tau"] + T/2 - r[at + "tau"])/1000, (r[at + "right.tau"] + T/2 + r[at + "tau"])/1000,
                  (power - r[at + "lossPower"])/1e5]
        if max(map(abs, errors)) > most:
            check(False, f"{name} at {r['time']}: {errors}")
            return
    # (in the step that stops a slip, tau is what it takes to end at 0)
    sliding = [r for r in rows if r.get(at + "law.place", 1) != 0]
    check(all(r[at + "tau"]*r[at + "w_rel"] >= -1e3*most for r in sliding), name + ": friction gives power")


def during(rows, a, b):
    return [r for r in rows if a <= r["time"] <= b]


def axles():
    at = "differential."
    end = {}
    for name in AXLES:
        felt = ",differential.T_felt,differential.c_left,differential.law.place" if name in ("LimitedAxle", "SensingAxle") else ""
        rows = run(model(name), "--interval", "0.01", show=SHOW + felt)
        sums(name, rows)
        end[name] = rows[-1]
        ice = during(rows, 1.5, 1.99)
        least, most = (min(x) for x in zip(*((-r[at + "right.tau"], -r[at + "left.tau"]) for r in ice)))
        print(f"| {name} on ice | {most:.0f} N.m left, {least:.0f} right |")
        if name == "OpenAxle":
            check(all(r[at + "left.tau"] == r[at + "right.tau"] for r in ice), "open: equal torques")
        if name == "LimitedAxle":
            S = 2*0.1*4*0.05/0.084    # ramps of 45 degrees
            check(all(abs(r[at + "c_left"] - 40 - (S if r[at + "T_felt"] >= 0 else 0.2)*abs(r[at + "T_felt"])/2) < 1e-9 for r in rows),
                  "limited: bound by S and preload")
        if name == "SensingAxle":
            for r in during(rows, 1.9, 1.99):
                bias = (-r[at + "left.tau"] - 10)/(-r[at + "right.tau"] + 10)      # less the preload
                check(r[at + "w_rel"] < -0.1 and abs(bias - 3) < 0.01, f"sensing: the left wheel hands on {bias} times the right")
        if name == "LockingAxle":
            slip = max(abs(r[at + "w_rel"]) for r in during(rows, 0.6, 2.4))
            check(slip < 1e-9, f"locked: slips by {slip}")
            check(all(r[at + "tau"] == 0 for r in during(rows, 2.51, 4)), "unlocked: torque")
    return end


def methods(end):
    at = "differential."
    for name in AXLES[1:3] + ["LockingAxle"]:
        for method in FIXED:
            for step, most in [(1e-3, 0.02), (1e-2, 0.2)]:
                for single in ["--float"] if LONG else []:
                    every(name, method, step, most, end, single)
                if LONG or method in ("euler", "semi", "exact"):
                    every(name, method, step, most, end, "")


def every(name, method, step, most, end, single):
    places = ",differential.law.place,dry.law.place,wet.law.place"
    rows = run(model(name), "--method", method, "--step", str(step), *single.split(), show=SHOW + places)
    text = f"{name} {method} {step} {single}"
    sums(text, rows, 5e-4 if single else 1e-9)
    error = abs(rows[-1]["car.v"] - end[name]["car.v"])
    check(error < most, f"{text}: car's speed {error} off")
    for law in ["differential.law.place", "dry.law.place", "wet.law.place"]:
        n = sum(a[law] != b[law] for a, b in zip(rows, rows[1:]))
        check(n <= 12, f"{text}: {law} changes {n} times")


bench()
methods(axles())
print(f"{count[True]} passed, {count[False]} failed")
sys.exit(count[False] > 0)
