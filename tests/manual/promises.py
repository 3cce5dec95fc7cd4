"""promises.py DTC WORK: models/manual5 and models/dual_clutch7 beside what is calculated here.

- Ratios in each gear; the energy account; a fixed step of 1 ms beside a variable one: shifts, speed, fuel of a cycle.
- Friction work of a launch at constant speed of the engine (J w^2/2, and by T/(T - T_r) more against a resistance); that of a synchroniser (J dw^2/2 by
  T/(T + drag)), and its time.
- A launch on a slope; the clutch dropped: the engine stalls and is held by its friction.
- Dual clutch: how much of its traction a power shift keeps, creep, a wrong gear that is preselected, a sleeve that does not go in, both clutches closed in
  different gears.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from simulated import residual, simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
MANUAL, DUAL, OWN = "models/manual5/manual5.dtm", "models/dual_clutch7/dual_clutch7.dtm", os.path.join(WORK, "own.dtm")
TEETH5, TEETH7 = [(12, 41), (25, 48), (37, 47), (45, 43), (50, 36)], [(11, 43), (17, 39), (20, 33), (30, 39), (37, 40), (42, 37), (50, 31)]
I5, I7, AXLE5, AXLE7 = [b/a for a, b in TEETH5], [b/a for a, b in TEETH7], 71/18, 43/10
results = []
runs = 0


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def run(model, show, *options, file=MANUAL):
    global runs
    runs += 1
    out = os.path.join(WORK, "%s_%d.csv" % (model, runs))
    command = [DTC, "sim", file, "--model", model, "--quiet", "--vars", show, "-o", out, *options]
    return simulated(command, out)


def dissipated(account, name):
    """Of a component, in J: columns are aligned to the right."""
    lines = account.splitlines()
    end = next(line for line in lines if line.startswith("component")).index("dissipated") + len("dissipated")
    return float(next(line for line in lines if line.split()[:1] == [name])[:end].split()[-1])


def changes(rows, name):
    return [(b["time"], int(b[name])) for a, b in zip(rows, rows[1:]) if a[name] != b[name]]


def when(rows, name, value):
    a, b = next((a, b) for a, b in zip(rows, rows[1:]) if a[name] <= value < b[name])
    return a["time"] + (b["time"] - a["time"])*(value - a[name])/(b[name] - a[name])


FIXED = ("--method", "euler", "--step", "1e-3")


# ---- five gears by hand ----------------------------------------------------------------------------------------------

def by_hand():
    show = "body.v,engine.w,gearbox.input_.w,gearbox.output_.w,hand.gear,gearbox.engaged,clutch.mode,halfShafts.tau"
    rows, account = run("FiveSpeed.FullThrottle", show, "--rtol", "1e-9", "--audit")
    check("manual5: energy", residual(account) < 1e-6, "%.1e" % residual(account))
    for k, i in enumerate(I5, 1):
        held = [r for r in rows if r["hand.gear"] == k and r["gearbox.engaged"] and r["clutch.mode"] == 0 and abs(r["gearbox.output_.w"]) > 1]
        off = max((abs(r["gearbox.input_.w"]/r["gearbox.output_.w"]/-i - 1) for r in held), default=math.inf)
        slip = max((abs(r["engine.w"] - r["gearbox.input_.w"]) for r in held), default=math.inf)
        check("manual5: gear %d" % k, len(held) > 20 and off < 1e-12 and slip < 1e-9, "ratio off by %.1e, slip of the clutch %.1e rad/s" % (off, slip))
    fixed, _ = run("FiveSpeed.FullThrottle", show, *FIXED)
    one, two = changes(rows, "hand.gear"), changes(fixed, "hand.gear")
    apart = max((abs(a - b) for (a, _), (b, _) in zip(one, two)), default=math.inf)
    speeds = abs(fixed[-1]["body.v"]/rows[-1]["body.v"] - 1)
    check("manual5: fixed step", [g for _, g in one] == [g for _, g in two] and len(one) >= 8 and apart < 0.03 and speeds < 1e-3,
          "%d changes, %.1f ms apart at most; speed %.1e" % (len(one), 1e3*apart, speeds))
    print("manual5: 0 to 100 km/h %.2f s" % (when(rows, "body.v", 100/3.6) - 0.5))
    cycle = [run("manual5", "body.v,engine.fuel,driver.v_wanted,consumption", "--interval", "0.1", *o) for o in (("--rtol", "1e-8", "--audit"), FIXED)]
    a, b = (c[0][-1]["engine.fuel"] for c in cycle)
    check("manual5: the cycle", residual(cycle[0][1]) < 1e-6 and abs(b/a - 1) < 1e-3, "%.3f l/100 km, energy %.1e, 1 ms %.1e beside it"
          % (cycle[0][0][-1]["consumption"], residual(cycle[0][1]), b/a - 1))
    far = max(abs(r["body.v"] - r["driver.v_wanted"]) for r in cycle[0][0])
    check("manual5: the cycle is followed", far < 1.2, "%.1f km/h off at most, while it shifts" % (3.6*far))


def launches():
    rows, account = run("launch", "clutch.w_rel,body.v", "--rtol", "1e-10", "--stop", "80", "--audit", file=OWN)
    i, w = I5[0]*AXLE5, 150
    J = 4e-3 + 5e-3/I5[0]**2 + (1100*0.29**2 + 3)/i**2
    heat = dissipated(account, "clutch") + dissipated(account, "halfShafts")
    check("launch: friction work", abs(heat/(J*w*w/2) - 1) < 1e-6, "%.3f J, J w^2/2 = %.3f J" % (heat, J*w*w/2))
    # against a slope, with the torque of a clutch that slips; the half shafts swing meanwhile
    slope, torque = 0.1, 0.4*2*0.09*0.35*4500
    rows, account = run("launch", "clutch.w_rel,body.v", "--rtol", "1e-9", "--stop", "80", "--set", "slope=%g" % slope, "--audit", file=OWN)
    resists = 1100*9.80665*math.sin(slope)*0.29/i
    by = J*w*w/2*torque/(torque - resists)
    heat = dissipated(account, "clutch")
    check("launch: on a slope", abs(heat/by - 1) < 0.05, "%.0f J, J w^2/2 T/(T - T_r) = %.0f J" % (heat, by))
    # the driver on a slope
    rows, _ = run("FiveSpeed.FullThrottle", "body.v,body.s,engine.w,driver.brake", "--rtol", "1e-8", "--set", "slope=0.12", "--stop", "8")
    back, slowest = min(r["body.s"] for r in rows), min(r["engine.w"] for r in rows)
    check("launch: the driver on 12 %", -0.3 < back and slowest > 60 and rows[-1]["body.v"] > 8, "rolls back by %.2f m, engine at %.0f rad/s at least, %.1f m/s after 8 s"
          % (-back, slowest, rows[-1]["body.v"]))


def synchroniser():
    rows, account = run("synchronised", "gearbox.input_.w,gearbox.sleeve[2].w_rel,gearbox.engaged", "--rtol", "1e-10", "--stop", "0.4", "--interval", "1e-4", "--audit", file=OWN)
    i, J, torque = I5[1], 4e-3*I5[1]**2, 0.1*600*0.03/math.sin(math.radians(7))
    begin = next(r for r in rows if r["time"] >= 0.1)
    slip = abs(begin["gearbox.sleeve[2].w_rel"])
    share = torque/(torque + 1*i)
    work = dissipated(account, "gearbox.sleeve[2]")
    by = J/2*(slip**2 - 1)*share
    check("synchroniser: work", abs(work/by - 1) < 1e-5, "%.4f J, J (dw^2 - 1)/2 T/(T + drag) = %.4f J" % (work, by))
    took = next(r["time"] for r in rows if r["gearbox.engaged"]) - 0.1
    check("synchroniser: time", abs(took/(J*(slip - 1)/(torque + 1*i)) - 1) < 1e-4, "%.2f ms" % (1e3*took))
    end = rows[-1]
    check("synchroniser: ratio", abs(end["gearbox.input_.w"]/-(100*i) - 1) < 1e-9)


def dropped():
    for options in (("--rtol", "1e-8"), FIXED):
        rows, _ = run("FiveSpeed.Dropped", "engine.w,engine.tau_drag,engine.tau_fuel,clutch.w_rel,body.v,halfShafts.tau", *options)
        end = rows[-1]
        check("dropped clutch, " + options[0], abs(end["engine.w"]) < 1e-6 and abs(end["body.v"]) < 1e-6 and abs(end["clutch.w_rel"]) < 1e-6 and end["engine.tau_fuel"] < 1e-9
              and abs(abs(end["halfShafts.tau"])/(I5[0]*AXLE5) - abs(end["engine.tau_drag"])) < 1.001 and abs(end["engine.tau_drag"]) < 30,
              "the engine is at rest, its friction holds %.1f N.m of the half shafts" % abs(end["engine.tau_drag"]))


# ---- two clutches ----------------------------------------------------------------------------------------------------

SHOW = "body.v,body.a,engine.w,gearbox.odd.w,gearbox.even.w,gearbox.output_.w,shifter.current,shifter.target,halfShafts.tau,gearbox.K1.mode,gearbox.K2.mode"


def full_throttle(*options):
    return run("SevenSpeed.FullThrottle", SHOW, *options, file=DUAL)


def shafts():
    rows, account = full_throttle("--rtol", "1e-9", "--audit", "--stop", "40")
    check("dual_clutch7: energy", residual(account) < 1e-6, "%.1e" % residual(account))
    for k, i in enumerate(I7, 1):
        shaft, mode = ("gearbox.odd.w", "gearbox.K1.mode") if k % 2 else ("gearbox.even.w", "gearbox.K2.mode")
        held = [r for r in rows if r["shifter.current"] == k and r[mode] == 0 and abs(r["gearbox.output_.w"]) > 1]
        off = max((abs(r[shaft]/r["gearbox.output_.w"]/-i - 1) for r in held), default=math.inf)
        slip = max((abs(r["engine.w"] - r[shaft]) for r in held), default=math.inf)
        check("dual_clutch7: gear %d" % k, len(held) > 20 and off < 1e-12 and slip < 1e-9, "ratio off by %.1e, slip of its clutch %.1e rad/s" % (off, slip))
    # what is left of the torque at the wheels, within 0.8 s of a shift, of the mean in the 0.3 s before it
    least = {}
    for t, gear in changes(rows, "shifter.current"):
        before = [-r["halfShafts.tau"] for r in rows if t - 0.45 < r["time"] < t - 0.15]
        after = [-r["halfShafts.tau"] for r in rows if t - 0.15 <= r["time"] < t + 0.65]
        least[gear] = min(after)/(sum(before)/len(before))
    check("power shifts", len(least) == 6 and min(least.values()) > 0.3, "of the torque at the wheels they keep " + ", ".join("%.2f" % least[g] for g in sorted(least)))
    fixed, _ = full_throttle(*FIXED, "--stop", "40")
    one, two = changes(rows, "shifter.current"), changes(fixed, "shifter.current")
    apart = max((abs(a - b) for (a, _), (b, _) in zip(one, two)), default=math.inf)
    speeds = abs(fixed[-1]["body.v"]/rows[-1]["body.v"] - 1)
    check("dual_clutch7: fixed step", [g for _, g in one] == [g for _, g in two] and apart < 0.02 and speeds < 1e-3, "%d shifts, %.1f ms apart at most; speed %.1e"
          % (len(one), 1e3*apart, speeds))
    print("dual_clutch7: 0 to 100 km/h %.2f s" % (when(rows, "body.v", 100/3.6) - 0.5))
    return one, when(rows, "body.v", 100/3.6)


def faults(shifts, to_100):
    wrong, _ = full_throttle("--rtol", "1e-8", "--stop", "40", "--set", "shifter.wrong=4")
    later = changes(wrong, "shifter.current")
    delay = later[0][0] - shifts[0][0]
    check("wrong gear preselected", [g for _, g in later] == [g for _, g in shifts] and 0.005 < delay < 0.6 and abs(when(wrong, "body.v", 100/3.6) - to_100) < 0.3,
          "the first shift %.0f ms later, 0 to 100 km/h %.2f s" % (1e3*delay, when(wrong, "body.v", 100/3.6) - to_100))
    jammed, _ = full_throttle("--rtol", "1e-8", "--stop", "12", "--set", "shifter.jammed=2")
    most = max(r["engine.w"] for r in jammed)
    check("a sleeve that does not go in", max(r["shifter.current"] for r in jammed) == 1 and most < 690 and jammed[-1]["body.v"] > 10,
          "it stays in first gear, at the limiter: %.0f rad/s at most" % most)


def creep_and_tie_up():
    rows, _ = run("SevenSpeed.Creep", "body.v,engine.w", "--rtol", "1e-8", file=DUAL)
    v = 84*0.3/(I7[0]*AXLE7)
    check("creep", abs(rows[-1]["body.v"]/v - 1) < 1e-3, "%.4f m/s, at idling speed %.4f m/s" % (rows[-1]["body.v"], v))
    show = "body.v,engine.w,gearbox.output_.w,gearbox.K1.w_rel,gearbox.K1.tau,gearbox.K2.w_rel,gearbox.K2.tau,gearbox.K1.mode,gearbox.K2.mode"
    for name, options in (("variable", ("--rtol", "1e-9")), ("fixed", FIXED)):
        rows, _ = run("SevenSpeed.TieUp", show, *options, "--stop", "30", file=DUAL)
        slips = [r for r in rows if r["time"] > 1.01 and r["gearbox.K2.mode"] in (1, -1) and abs(r["gearbox.K2.w_rel"]) > 1]
        good = len(slips) > 50 and all(abs(r["gearbox.K1.w_rel"]) < 1e-9 and abs(r["gearbox.K1.tau"]) <= 300.001 and abs(abs(r["gearbox.K2.tau"]) - 210) < 1e-6
                                       and abs(r["gearbox.K2.w_rel"]/r["gearbox.output_.w"] - (I7[0] - I7[1])) < 1e-9 for r in slips)
        end = rows[-1]
        rest = max(abs(end[k]) for k in ("engine.w", "gearbox.K1.w_rel", "gearbox.K2.w_rel"))
        check("tie-up, " + name, good and rest < 1e-6 and abs(end["body.v"]) < 0.01 and end["gearbox.K1.mode"] == 0 and end["gearbox.K2.mode"] == 0,
              "the second clutch slips with 210 N.m, the first holds %.0f N.m at most; at rest both hold" % max((abs(r["gearbox.K1.tau"]) for r in slips), default=math.inf))


def cycle7():
    a, b = (run("dual_clutch7", "engine.fuel,consumption,body.v,driver.v_wanted", "--interval", "0.1", *o, file=DUAL)[0] for o in (("--rtol", "1e-8"), FIXED))
    part = b[-1]["engine.fuel"]/a[-1]["engine.fuel"] - 1
    far = max(abs(r["body.v"] - r["driver.v_wanted"]) for r in a)
    check("dual_clutch7: the cycle", abs(part) < 1e-3 and far < 1, "%.3f l/100 km, 1 ms %.1e beside it; %.1f km/h off at most" % (a[-1]["consumption"], part, 3.6*far))


with open(OWN, "w") as own:
    own.write(open("tests/manual/manual.dtm").read() + open(MANUAL).read())
by_hand()
launches()
synchroniser()
dropped()
faults(*shafts())
creep_and_tie_up()
cycle7()
finish(results)
