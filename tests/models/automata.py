"""automata.py DTC WORK: models/autogear4 with automata in every element, and with what figure 3 of Otter, Schlegel and Elmqvist 1997 has beside the gears.

- One transition of an automaton a sample (Euler at 1 and 4 ms): how many samples in a row an event takes, of the automata and of the law; the same elements in the same order.
- With a variable step, where events are iterated until no transition is left, automata and law give the same drive.
- Bearings and torque sensors: torques in front of the gearbox and behind it differ by friction and inertia, by hand.
- The connector of the article (w, a, t) behind an adaptor: two inertias on a spring in closed form.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from simulated import residual, simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
FOLDER = "models/autogear4/"
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def run(file, model, show, *options):
    out = os.path.join(WORK, "run.csv")
    return simulated([DTC, "sim", FOLDER + file, "--model", model, "--quiet", "--vars", show, "-o", out, *options], out)


AUTOMATA = {"gearbox.C1.mode": "C1", "gearbox.C2.mode": "C2", "gearbox.C3.mode": "C3", "gearbox.C4.clutch.mode": "C4", "gearbox.C5.clutch.mode": "C5",
            "gearbox.RC.clutch.mode": "RC"}
LAWS = {"gearbox.%s.law" % name: name for name in ("C1", "C2", "C3", "C4", "C5", "RC")}
# places in which an element is stuck: of C1, C3 and the others
STUCK = {"C1": 4, "C3": 3, "C2": 6, "C4": 6, "C5": 6, "RC": 6}


def drive(automata, *options):
    names = AUTOMATA if automata else LAWS
    file, model = ("automata.dtm", "GearAutomata.Drive") if automata else ("autogear4.dtm", "autogear4")
    rows, _ = run(file, model, ",".join(names) + ",car.v", *options)
    return rows, names


def events(rows, names):
    """Of each stretch of samples with transitions: how many there are; and the order in which elements stick and let go."""
    long, count, order = [], 0, []
    for a, b in zip(rows, rows[1:]):
        changed = [k for k in names if a[k] != b[k]]
        if changed:
            count += 1
        elif count:
            long.append(count)
            count = 0
        for k in changed:
            stuck = [(STUCK[names[k]] if names is AUTOMATA else 0) == row[k] for row in (a, b)]
            if stuck[0] != stuck[1]:
                order.append((names[k], stuck[1]))
    return long, order


def samples():
    orders, ends = [], []
    for step in ("1e-3", "4e-3"):
        for automata in (True, False):
            rows, names = drive(automata, "--method", "euler", "--step", step, "--interval", step)
            long, order = events(rows, names)
            orders.append(order)
            ends.append(rows[-1]["car.v"])
            what = "%s at %s s" % ("automata" if automata else "law", step)
            check(what + ": samples in a row with a transition", max(long) <= 2 and sum(long) == (16 if automata else 12) and (step != "1e-3" or len(long) == 12),
                  "%d at most, %d events, %d transitions" % (max(long), len(long), sum(long)))
    check("the same elements stick and let go, in the same order", all(o == orders[0] for o in orders) and len(orders[0]) > 7, str(orders[0]))
    speed = [drive(automata, "--rtol", "1e-8", "--interval", "0.1")[0][-1]["car.v"] for automata in (True, False)]
    off = [v/speed[1] - 1 for v in ends[:2]]
    check("Euler at 1 ms: speed at the end", abs(off[0]) < 2e-3 and abs(off[1]) < 1e-4, "automata %.1e, law %.1e off" % tuple(off))
    check("variable step: the same drive", abs(speed[0] - speed[1]) < 1e-6 and 38 < speed[0] < 40, "%.7f and %.7f m/s after 25 s" % tuple(speed))


def measured():
    rows, account = run("autogear4.dtm", "AutoGear4.Measured", "TS_*,turbine.w,turbine.a,gearbox.bearing*.tau", "--rtol", "1e-9", "--audit")
    inertia = 2e-3 + 2e-3 + 0.005 + 0.1388 + 1.714e-3 + 9.476e-3 + 2e-3
    off = 0.0
    for r in rows:
        friction = sum(r["gearbox.bearing%d.tau" % k] for k in range(3))
        w = r["turbine.w"]
        wanted = 3*(0.4 + 0.2*w/100 if w < 100 else 0.6 + 0.8*(w - 100)/400)
        off = max(off, abs(100 - 0.2*r["turbine.a"] - r["TS_in.tau"]), abs(r["TS_in.tau"] - r["TS_out.tau"] - friction - inertia*r["turbine.a"]), abs(friction - wanted))
    check("bearings and torque sensors", off < 1e-9 and residual(account) < 1e-7 and rows[-1]["turbine.w"] > 150, "off by %.1e N.m, energy %.1e" % (off, residual(account)))


def cuts():
    rows, _ = run("automata.dtm", "GearAutomata.Cuts", "shaft.w,other.p.w", "--rtol", "1e-9")
    w = math.sqrt(200*(1/0.3 + 1/0.5))
    off = max(max(abs(r["shaft.w"] - 10*(0.3 + 0.5*math.cos(w*r["time"]))/0.8), abs(r["other.p.w"] + 10*0.3/0.8*(1 - math.cos(w*r["time"])))) for r in rows)
    check("the connector of the article", off < 1e-5 and len(rows) > 90, "off by %.1e rad/s" % off)


samples()
measured()
cuts()
finish(results)
