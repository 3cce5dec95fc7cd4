"""promises.py DTC WORK: heat and engines of the library against closed forms, calculated here.

- Thermal: exponentials, the steady state of a gradual thermostat, the instants of a switching one, a clutch's heat in its steel; the losses of ten
  components in one body.
- An engine of constant friction: held at rest, idling under load and without wind-up, the limiter's and the overrun's instants, the starter's
  exponential, what is too weak, stalling.
- Willans line, viscosity, maps, reduction of the torque, and where the power of the fuel goes: at speeds that are held, formula by formula.
- Energy accounts: variable step at 1e-9, fixed ones whose error falls with the step.
"""
import math
import os
import re
import sys
from bisect import bisect_right

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from simulated import residual, simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
FILE = "tests/engine/engine.dtm"
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def near(title, value, wanted, tolerance):
    """value is wanted within a part of it."""
    check(title, abs(value - wanted) <= tolerance*abs(wanted), "%.9g, wanted %.9g" % (value, wanted))


def run(model, *options, show="*", file=FILE, audit=False):
    out = os.path.join(WORK, "out.csv")
    command = [DTC, "sim", file, "--model", model, "--quiet", "--vars", show, "-o", out, *options] + ["--audit"]*audit
    rows, printed = simulated(command, out, least=3, warned=True)
    return (rows, printed) if audit else rows


def engines(model, *options, **more):
    return run("Engines." + model, "--rtol", "1e-10", *options, **more)


def at(rows, t):
    """The last row at a time."""
    row = [r for r in rows if abs(r["time"] - t) < 1e-9]
    if not row:
        raise ArithmeticError("no row at %g s" % t)
    return row[-1]


def changes(rows, name):
    """Times at which a value that is held changes."""
    return [b["time"] for a, b in zip(rows, rows[1:]) if a[name] != b[name]]


# ---- heat ------------------------------------------------------------------------------------------------------------

def heat():
    rows = engines("Exponential", "--interval", "4")
    worst = max(abs(r["body.T"] - (290 + 40 - 30*math.exp(-r["time"]/200))) for r in rows)
    # 500 J/K at 400 K and 1500 J/K at 300 K: 325 K, difference 100*exp(-10*(1/500 + 1/1500)*t)
    other = max(abs(r["one.T"] - (325 + 75*math.exp(-r["time"]*10*(1/500 + 1/1500)))) for r in rows)
    check("heating and mixing", worst < 1e-6 and other < 1e-6, "%.1e K, %.1e K from the exponentials" % (worst, other))

    end = engines("Regulated")[-1]
    low, high = 360.0, 370.0           # the radiator is at 290 + 6000/150 K
    for _ in range(60):
        T = (low + high)/2
        s = (T - 360)/10
        low, high = (T, high) if (4 + 896*s*s*(3 - 2*s))*(T - 330) < 6000 else (low, T)
    check("thermostat", abs(end["body.T"] - low) < 1e-6 and abs(end["radiator.T"] - 330) < 1e-6, "%.6f K, by a root %.6f K" % (end["body.T"], low))

    rows = engines("Switched", "--interval", "0.5")
    # shut: to 300 + 2000/20 = 400 K with 50 s; open: to 320 K with 10 s; each instant is late by what an event waits for, 3e-8 K (1e-10 of 300 K)
    wanted = [50*math.log(80/40)]
    while wanted[-1] < 190:
        wanted += [wanted[-1] + 10*math.log(40/30), wanted[-1] + 10*math.log(40/30) + 50*math.log(50/40)]
    found = changes(rows, "fan.valve.open")
    check("switching thermostat", len(found) > 15 and all(abs(a - b) < 2e-6 for a, b in zip(found, wanted)), "%d instants, off by %.1e s at most"
          % (len(found), max(abs(a - b) for a, b in zip(found, wanted))))

    rows = engines("Slipping", "--interval", "0.05")
    # 50 N.m; the slip is 100 - 75*t until 4/3 s; 100 J/K cooled by 5 W/K

    def steel(t):
        k = 1/20

        def heated(u):       # x' = (5000 - 3750*u)/100 - k*x, x(0) = 0
            slope = -37.5/k
            start = (50 - slope)/k
            return start + slope*u - start*math.exp(-k*u)
        return 293.15 + (heated(t) if t <= 4/3 else heated(4/3)*math.exp(-k*(t - 4/3)))
    worst = max(abs(r["steel.T"] - steel(r["time"])) for r in rows)
    check("steel of a clutch", worst < 1e-6, "%.1e K from its closed form" % worst)

    rows, account = engines("Losses", audit=True)
    end = rows[-1]
    part = end["body.storedEnergy"]/end["heat"] - 1
    check("ten losses in one body", end["heat"] > 1e4 and abs(part) < 1e-8 and residual(account) < 1e-8, "%.0f J, %.1e of it beside; account %.1e"
          % (end["heat"], part, residual(account)))


# Heat of HeatLosses by the components of the Modelica library 4.0.0, translated here at a tolerance of 1e-10: s, W. Where the flanks of its backlash
# part, at 0.1 and 0.5 s, it counts none of the spring's energy that is lost.
THEIRS = [(0.05, 0.2859194460), (0.1, 0.7102634388), (0.2, 0.2016069825), (0.3, 0.7102174170), (0.4, 0.3167908965), (0.5, 0.6152101760), (0.6, 0.3658559307),
          (0.7, 0.5013607340), (0.8, 0.4073450475), (0.9, 0.3969587724), (1, 0.4219646900)]


def theirs():
    rows, account = engines("Theirs", "--interval", "0.05", audit=True)
    worst = 0
    for t, heat in THEIRS:
        r = at(rows, t)
        parting = r["elastoBacklash.lossPower"] if t in (0.1, 0.5) else 0
        worst = max(worst, abs(-r["convection.fluid.Q_flow"] - parting - heat))
    check("heat as of the Modelica library's components", worst < 1e-7 and residual(account) < 1e-8, "%.1e W beside it; account %.1e" % (worst, residual(account)))


def one_place():
    """A loss that is declared by itself has no heat port: PartialLoss is the place."""
    wrong = []
    for folder, _, names in os.walk("lib/Drivetrain"):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".dtm") and path not in ("lib/Drivetrain/Interfaces.dtm", "lib/Drivetrain/Thermal.dtm", "lib/Drivetrain/Coolant.dtm", "lib/Drivetrain/Planar/Wheels.dtm"):
                with open(path) as f:
                    text = re.sub(r"record Released.*?end Released", "", f.read(), flags=re.S)
                wrong += [path] if re.search(r"Types\.Power lossPower\b", text) else []
    check("losses extend Interfaces.PartialLoss", not wrong, " ".join(wrong))


# ---- an engine of constant friction, 20 N.m, 0.2 kg.m2 ---------------------------------------------------------------

def rests():
    rows = engines("Holds", "--interval", "0.05")
    still = max(abs(r["engine.w"]) + abs(r["engine.flange_b.phi"]) for r in rows if r["time"] <= 2)
    moves = max(abs(r["engine.w"] - max(0, min(50*(r["time"] - 2), 50 - 100*(r["time"] - 3)))) for r in rows if r["time"] > 2)
    check("an engine at rest", still < 1e-12 and moves < 1e-6 and rows[-1]["engine.fuel"] == 0, "moved by %.1e, then %.1e rad/s from its closed form" % (still, moves))
    fixed = run("Engines.Holds", "--method", "euler", "--step", "1e-3", "--interval", "0.05")
    still = max(abs(r["engine.w"]) for r in fixed if r["time"] < 2 or r["time"] > 3.6)
    check("an engine at rest, fixed step", still < 1e-12, "%.1e rad/s" % still)

    rows = engines("Stalls", "--interval", "0.01")
    end = [r for r in rows if r["time"] > 1.2]
    check("stalls", all(abs(r["engine.w"]) < 1e-12 and r["engine.m_flow"] == 0 and r["engine.firing.stalled"] == 1 for r in end) and len(end) > 250)


def idles():
    rows = engines("Idles", "--interval", "0.1")
    for t, text in ((9.9, "without load"), (39.9, "with 15 N.m"), (59.9, "again")):
        near("idling speed " + text, at(rows, t)["engine.w"], 84, 1e-6)
    deviation = max(abs(r["engine.w"] - 84) for r in rows)
    check("idling under a step of load", 5 < deviation < 20, "off by %.2f rad/s at most" % deviation)
    # 15 N.m by the gain alone: 0.5*(1 - w/84)*120 N.m
    near("idling by a controller of one's own", at(rows, 39.9)["own.w"], 84*(1 - 15/60), 1e-6)
    # 0.3*120 - 20 N.m at 0.04 N.m.s/rad, above w_max; without fuel it stops
    near("fuel by a controller of one's own", at(rows, 59.9)["always.w"], 400, 1e-4)
    check("no fuel by one", abs(at(rows, 59.9)["never.w"]) < 1e-12 and rows[-1]["never.fuel"] == 0)
    near("idling speed, walls at 20 degrees", rows[-1]["cold.w"], 84*1.3, 1e-6)
    # 1.5*w N.m: held at the limit of the integral, where 20/120 + 0.5*(1 - w/84) + 0.3 of 120 N.m are 20 + 1.5*w
    w = (20 + 60 + 36 - 20)/(1.5 + 60/84)
    near("overloaded idling", at(rows, 20)["heavy.w"], w, 1e-5)
    check("no wind-up", max(r["heavy.idling.x"] for r in rows) < 0.3 + 1e-6 and max(r["heavy.w"] for r in rows if r["time"] > 20) < 1.5*84
          and abs(at(rows, 30)["heavy.w"] - 84) < 0.1, "rises to %.2f rad/s, ten seconds later %.4f" % (max(r["heavy.w"] for r in rows), at(rows, 30)["heavy.w"]))


def limits():
    rows = engines("Limited", "--interval", "0.01")
    inertia = 0.2 + 1e-6
    wanted = [50*inertia/100]
    while wanted[-1] < 1:
        wanted += [wanted[-1] + 10*inertia/20, wanted[-1] + 10*inertia/20 + 10*inertia/100]
    found = changes(rows, "engine.fuelling.limiter.cut")
    off = max(abs(a - b) for a, b in zip(found, wanted))
    speeds = [r["engine.w"] for r in rows if r["time"] > 0.11]
    check("limiter", len(found) in (len(wanted) - 1, len(wanted) - 2) and off < 1e-6 and min(speeds) > 590 - 1e-6 and max(speeds) < 600 + 1e-6,
          "%d instants, off by %.1e s at most" % (len(found), off))

    rows = engines("Overruns", "--interval", "0.01")
    start = at(rows, 0.5)["engine.w"]
    found = changes(rows, "engine.fuelling.supply.on")
    # the throttle goes at 0.5 s; fuel comes again at 120 rad/s
    back = 0.5 + (start - 120)*inertia/20
    check("fuel of the overrun", len(found) == 2 and abs(found[0] - 0.5) < 1e-9 and abs(found[1] - back) < 1e-6, "off at %s, wanted 0.5 and %.9g" % (found, back))
    check("none while it is off", all(r["engine.m_flow"] == 0 for r in rows if found[0] < r["time"] < found[1]) and at(rows, 3.9)["engine.m_flow"] > 0)
    check("within its hysteresis it stays", min(r["below.fuelling.supply.on"] for r in rows) == 1 and min(r["driven.fuelling.supply.on"] for r in rows) == 1)


def stops():
    rows = engines("Stops", "--interval", "0.01")
    worst = max(abs(r["engine.w"] - max(0, 84 - 100*(r["time"] - 1))) for r in rows if 1 <= r["time"] <= 3)
    fuel = [at(rows, t)["engine.fuel"] for t in (1, 3)]
    check("stopped and started", worst < 1e-6 and fuel[0] == fuel[1] and abs(rows[-1]["engine.w"]/84 - 1) < 0.05, "%.1e rad/s from its closed form" % worst)


def starts():
    rows = engines("Cranks", "--interval", "0.01")
    # (0.2 + 3e-4*15^2)*der(w) = 15*12*(1 - 15*w/900) - 15^2*2e-4*w - 20
    inertia, push, fall = 0.2 + 3e-4*225, 180 - 20, 180*15/900 + 225*2e-4
    fires = 0.1 - inertia/fall*math.log(1 - 20*fall/push)
    # from the start on the crank's speed below w_fire/2 is that of a stalled engine
    found = [t for t in changes(rows, "engine.firing.running") if t > 0.05]
    check("starter: fires", len(found) == 1 and abs(found[0] - fires) < 1e-6, "at %s, wanted %.9g" % (found, fires))
    worst = max(abs(r["engine.w"] - push/fall*(1 - math.exp(-fall/inertia*(r["time"] - 0.1)))) for r in rows if 0.1 <= r["time"] <= fires)
    check("starter: its exponential", worst < 1e-6, "%.1e rad/s" % worst)
    over = max(r["starter.w_motor"]/15 - r["engine.w"] for r in rows)
    # from where it is released it coasts: exp(-d/J*t)
    coast = at(rows, 3)["starter.w_motor"]*math.exp(-2e-4/3e-4)
    check("starter: overrun", over < 1e-9 and abs(at(rows, 4)["starter.w_motor"]/coast - 1) < 1e-6 and abs(rows[-1]["engine.w"] - 84) < 2, "%.1e rad/s" % over)
    released = changes(rows, "starter.mode.cranks")
    check("starter: released", len(released) == 2 and abs(at(rows, released[1])["engine.w"] - 45) < 1e-6, "at %s s" % released)
    check("starter: too weak", max(abs(r["stiff.w"]) + abs(r["weak.w_motor"]) for r in rows) < 1e-12 and rows[-1]["stiff.fuel"] == 0)


# ---- at speeds that are held -----------------------------------------------------------------------------------------

def line(xs, x):
    """Interval of x and the part of it, held outside."""
    x = max(xs[0], min(xs[-1], x))
    k = min(max(bisect_right(xs, x) - 1, 0), len(xs) - 2)
    return k, (x - xs[k])/(xs[k + 1] - xs[k])


def bilinear(table, u, v):
    (i, p), (j, q) = line([row[0] for row in table[1:]], u), line(table[0][1:], v)
    f = [[table[i + 1 + a][j + 1 + b] for b in (0, 1)] for a in (0, 1)]
    return (1 - p)*((1 - q)*f[0][0] + q*f[0][1]) + p*((1 - q)*f[1][0] + q*f[1][1])


def viscosity(T):
    def z(nu):
        return math.log10(math.log10(nu + 0.7))
    a = (z(70) - z(10.5))/(math.log10(373.15) - math.log10(313.15))
    return 10**10**(z(70) + a*(math.log10(313.15) - math.log10(T))) - 0.7


TORQUE = [[0, 0, 0.5, 1], [80, -20, 70, 120], [300, -30, 80, 160], [600, -45, 40, 140]]
FRICTION = [[0, 273.15, 313.15, 363.15], [80, 55, 30, 20], [300, 75, 50, 30], [600, 105, 75, 45]]
FUEL = [[0, 10, 80, 160], [100, 3e-4, 6.6e-4, 1.1e-3], [300, 7.4e-4, 1.9e-3, 3.4e-3], [600, 1.6e-3, 4.4e-3, 7.4e-3]]
FULL = [(0, 110), (100, 135), (300, 165), (500, 165), (630, 150), (700, 0)]


def bench():
    check("viscosity at 40 and 100 degrees", abs(viscosity(313.15) - 70) < 1e-9 and abs(viscosity(373.15) - 10.5) < 1e-9)
    worst = {}

    def same(key, value, wanted, size):
        worst[key] = max(worst.get(key, 0), abs(value - wanted)/size)
    for w, throttle, T, less in ((200, 0.6, 293.15, 0.4), (60, 0.9, 265, 0), (450, 0.45, 363.15, 1), (350, 1, 390, 0.2), (90, 0.02, 283.15, 0), (300, 0, 320, 0.5)):
        r = engines("Bench", *[x for name, value in (("w", w), ("throttle", throttle), ("T", T), ("less", less)) for x in ("--set", "%s=%g" % (name, value))])[-1]
        to_torque = 1.9e-3/(4*math.pi)
        warm, gas = to_torque*1.44e5*(0.46 + 9.1e-4*0.09**2*w*w)*math.sqrt(0.075/0.082), to_torque*1e5
        full = (lambda k, p: FULL[k][1]*(1 - p) + FULL[k + 1][1]*p)(*line([x for x, _ in FULL], w))
        for name, load, rubs in (("late", 5 - 2*min(w, 400)/400, warm*(viscosity(T)/viscosity(363.15))**0.3), ("lean", 0, warm)):
            drag, most, target = rubs + gas + load, full + warm + gas + load, 84
            if name == "late":           # walls at 350 K: 1
                target = 84
            idle = max(0, min(1, drag/most + 0.5*(1 - w/target) + r[name + ".idling.x"]))
            on = 0 if throttle == 0 and w > 150 else 1
            asked, given = on*max(idle, throttle), on*max(idle, throttle*(1 - less))
            same("torque", r[name + ".tau"], given*most - drag, 200)
            same("friction", -r[name + ".tau_drag"], drag, 100)
            burnt = (asked if name == "late" else given)*most
            flow = burnt*w/((0.4 + 1/28)*42.5e6)
            same("fuel", r[name + ".m_flow"], flow, 1e-3)
            if name == "late":
                power = 42.5e6*flow
                same("heat of the walls", -r["late.wall.Q_flow"], 0.28*power, 1e5)
                same("heat of the oil", -r["late.heatPort.Q_flow"], rubs*w, 1e4)
                same("exhaust", r["late.exhaust.lossPower"], 0.72*power - given*most*w + gas*w, 1e5)
                same("auxiliaries", r["late.load.lossPower"], load*w, 1e3)
        cold, hot = bilinear(FRICTION, w, T), bilinear(FRICTION, w, 363.15)
        most = bilinear(TORQUE, w, 1) + hot
        idle = max(0, min(1, cold/most + 0.5*(1 - w/84) + r["maps.idling.x"]))
        tau = on*most*max(idle, max(0, min(1, (bilinear(TORQUE, w, throttle) + hot)/most)))
        same("torque of maps", r["maps.tau"], tau - cold, 200)
        flow = bilinear(FUEL, w, tau - hot)*max(0, min(1, tau/(10 + hot)))*min(1, w/100)
        same("fuel of maps", r["maps.m_flow"], flow, 1e-3)
        same("exhaust of maps", r["maps.exhaust.lossPower"], 0.72*42.5e6*flow - tau*w, 1e5)
    for key, value in worst.items():
        check(key, value < 1e-9, "%.1e beside the formula" % value)


# ---- energy ----------------------------------------------------------------------------------------------------------

def accounts():
    for name in ("Idles", "Cranks", "Stalls", "Bench"):
        _, account = run("Engines." + name, "--rtol", "1e-9", audit=True)
        check("account of " + name, residual(account) < 1e-6, "%.1e" % residual(account))
    example = "Drivetrain.Examples.Drives."
    for name in ("ColdStart", "Maps"):
        rows, account = run(example + name, "--rtol", "1e-9", audit=True, file="lib/Drivetrain/package.dtm")
        check("account of " + name, residual(account) < 1e-6, "%.1e" % residual(account))
        if name == "ColdStart":
            end = rows[-1]
            check("it warms up", end["warmUp.coolant.T"] > 355 and end["warmUp.oil.T"] > end["warmUp.coolant.T"] and end["warmUp.thermostat.opening"] > 0.01,
                  "coolant %.1f K, oil %.1f K" % (end["warmUp.coolant.T"], end["warmUp.oil.T"]))
    parts = []
    for step in ("2e-3", "1e-3"):
        _, account = run(example + "ColdStart", "--method", "euler", "--step", step, "--stop", "60", "--interval", "1", audit=True, file="lib/Drivetrain/package.dtm")
        parts.append(residual(account))
    check("account, fixed step", parts[1] < 1e-3 and 1.6 < parts[0]/parts[1] < 2.4, "%.1e at 2 ms, %.1e at 1 ms" % tuple(parts))


heat()
theirs()
one_place()
rests()
idles()
limits()
starts()
stops()
bench()
accounts()
finish(results)
