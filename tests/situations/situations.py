"""situations.py DTC WORK: the car of models/drive_cycle in situations, beside what tests/cycle/car.py calculates by hand.

- Uphill, downhill with its brakes, with a trailer: fuel and forces at a constant speed.
- Reverse: creeping by a root, stopping and parking in both directions and gears; a slope that is steeper than the brakes hold.
- A cycle that it cannot follow: full throttle, no wind-up, violations counted as they are counted here from the rows.
- How a driver is judged: the tolerance and the ratings of SAE J2951, calculated here from the rows of a run.
- Pedals: one at a time, each for its least time. Neutral at idle, kick-down, tires that grow, hills and wind.
- Cycles, maps and times of a coast-down that are broken, or not in m/s: what is said.
"""
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(__file__)
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../cycle")]
from car import AXLE, CAPACITY, GEARS, IDLE, J_WHEELS, MASS, NEDC, RADIUS, RATIO, URBAN, constant_speed, drag, flow, full, line, road, root  # noqa: E402
from simulated import residual, simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
G = 9.80665
SHOW = "body.v,body.s,body.a,driver.v_wanted,driver.throttle,driver.brake,driver.x,gearbox.gear,engine.m_flow,engine.fuel,engine.w,road.f_dry,road.f0"
TEXT = open("models/drive_cycle/drive_cycle.dtm").read() + open(os.path.join(HERE, "situations.dtm")).read()
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def run(name, extends, *options, show=SHOW, stop=60, said=False):
    """Rows of a model that extends another one, and the energy that the account lacks; or what is said."""
    path, out = os.path.join(WORK, name + ".dtm"), os.path.join(WORK, name + ".csv")
    with open(path, "w") as f:
        f.write("model %s\n  import Drivetrain.*;\n  extends %s;\nend %s;\n" % (name, extends, name) + TEXT)
    command = [DTC, "sim", path, "--model", name, "--quiet", "--audit", "--vars", show, "--stop", str(stop), "-o", out, *options]
    if said:
        return subprocess.run(command, capture_output=True, text=True).stderr.replace("\n", " ")
    rows, printed = simulated(command, out)
    return rows, residual(printed)


def steady(name, v, extends="DriveCycle.Car", slope=0, stop=250):
    """The end of a drive at a constant speed."""
    rows, lacks = run(name, "%s(cycle = [0, 0; 30, %g; 1000, %g], slope = %g)" % (extends, v, v, slope), "--rtol", "1e-8", stop=stop)
    end = rows[-1]
    check(name + ": speed and energy", abs(end["body.v"] - v) < 1e-4 and lacks < 1e-6, "%.5f m/s, account %.1e" % (end["body.v"], lacks))
    return end


# ---- at a constant speed ---------------------------------------------------------------------------------------------

def slopes():
    end = steady("uphill", 20, slope=0.05)
    hand = constant_speed(20, int(end["gearbox.gear"]), road(20, 0.05))
    check("uphill: fuel", abs(end["engine.m_flow"]/hand - 1) < 1e-4, "gear %d, by hand %.1e beside it" % (end["gearbox.gear"], end["engine.m_flow"]/hand - 1))
    end = steady("downhill", 25, slope=-0.08)
    i = GEARS[int(end["gearbox.gear"]) - 1]*AXLE/RADIUS
    # fuel is cut off: the converter drives the engine against its drag
    w = root(lambda w: line(CAPACITY, 25*i/w)*w*w + drag(w), 150, 1000)
    pulls = -drag(w)*i
    brake, hand = end["road.f_dry"] - end["road.f0"], pulls - road(25, -0.08)
    check("downhill: force of the brakes", abs(brake/hand - 1) < 1e-4, "%.1f N, by hand %.1f N, the engine takes %.1f N" % (brake, hand, -pulls))
    check("downhill: fuel", end["engine.m_flow"] == 0 and abs(end["engine.w"] - w) < 1e-4*w)
    end = steady("towing", 22, "Situations.Towing")
    force = road(22) + 0.01*600*G + 0.3*22*22
    hand = constant_speed(22, int(end["gearbox.gear"]), force)
    check("towing: fuel", abs(end["engine.m_flow"]/hand - 1) < 1e-4, "gear %d, by hand %.1e beside it" % (end["gearbox.gear"], end["engine.m_flow"]/hand - 1))
    end = steady("growing", 30, "Situations.Growing")
    i = GEARS[3]*AXLE/0.29
    hand = constant_speed(30)
    check("tires that grow: fuel where they have the radius of the others", abs(end["engine.m_flow"]/hand - 1) < 1e-4, "%.1e beside it" % (end["engine.m_flow"]/hand - 1))
    rows, lacks = run("top", "Situations.Growing(cycle = [0, 0; 1, 0; 1, 80; 400, 80])", "--rtol", "1e-8", stop=500)

    def left(v):
        i = GEARS[3]*AXLE/line([(0, 0.288), (30, 0.29), (70, 0.3)], v)
        return full(v*i)[1]*i - road(v)
    top = root(left, 40, 69)
    check("tires that grow: top speed", abs(rows[-1]["body.v"]/top - 1) < 1e-5 and lacks < 1e-6, "%.2f km/h, as a root %.1e beside it; account %.1e"
          % (3.6*rows[-1]["body.v"], rows[-1]["body.v"]/top - 1, lacks))


# ---- reverse, stop, park ---------------------------------------------------------------------------------------------

PEDALS = "body.v,body.s,engine.w,gearbox.gear,road.f_dry"


def backwards_and_parked():
    # creeping: the engine idles, the converter pulls against the road
    for gear, ratio in ((1, 2.91), (5, -2.4)):
        i = abs(ratio)*AXLE/RADIUS

        def left(v):
            return line(RATIO, v*i/IDLE)*line(CAPACITY, v*i/IDLE)*IDLE**2*i - road(v)
        creep = math.copysign(root(left, 0.1, IDLE/i), ratio)
        rows, lacks = run("creep%d" % gear, "Situations.Pedals", "--rtol", "1e-8", "--set", "gears=[0, %d]" % gear, show=PEDALS)
        check("creeping in gear %d" % gear, abs(rows[-1]["body.v"]/creep - 1) < 1e-4 and lacks < 1e-6, "%.4f m/s, as a root %.1e beside it; account %.1e"
              % (rows[-1]["body.v"], rows[-1]["body.v"]/creep - 1, lacks))
    # reversing up and down a hill, stopping there while the gear is in, parking in neutral
    for slope in (0.12, -0.12):
        for options in (("--rtol", "1e-8"), ("--method", "euler", "--step", "1e-3", "--interval", "0.1")):
            rows, _ = run("reverse", "Situations.Pedals(throttle = [0, 0.6; 8, 0.6; 8.2, 0], brake = [0, 0; 8.2, 0; 8.4, 0.5; 60, 0.5], gears = [0, 5; 20, 0; 40, 1], slope = %g)"
                          % slope, *options, show=PEDALS)
            moving = [r for r in rows if 3 < r["time"] < 8]
            # stands in reverse, in neutral, in first gear; when that is engaged, what turns in the converter gives it a push
            stops = [[r for r in rows if t0 < r["time"] < t1] for t0, t1 in ((14, 20), (20, 40), (42, 60))]
            creep = max(abs(r["body.s"] - still[0]["body.s"]) for still in stops for r in still)
            check("reversing at %g, %s" % (slope, options[0]), all(r["body.v"] < 0 for r in moving) and min(map(len, stops)) > 30 and creep < 1e-7 and
                  max(abs(r["body.v"]) for still in stops for r in still) < 1e-9, "to %.1f m/s; moved by %.1e m at its stops" % (min(r["body.v"] for r in rows), creep))
    # brakes of a tenth of the weight on a slope of 0.3: it slides, v' = a - k*v^2
    mass, k = MASS + J_WHEELS/RADIUS**2, 0.335*2*0.6
    for slope in (0.3, -0.3):
        rows, _ = run("slides", "Situations.Pedals(gears = [0, 0], brake = [0, 1], mu = 0.1, slope = %g)" % slope, "--rtol", "1e-9", show=PEDALS, stop=8)
        a = (MASS*G*math.sin(0.3) - 0.11*MASS*G)/mass
        hand = -math.copysign(math.sqrt(a*mass/k)*math.tanh(math.sqrt(a*k/mass)*8), slope)
        check("sliding at %g" % slope, abs(rows[-1]["body.v"]/hand - 1) < 1e-6, "%.4f m/s, by hand %.1e beside it" % (rows[-1]["body.v"], rows[-1]["body.v"]/hand - 1))


# ---- drivers ---------------------------------------------------------------------------------------------------------

def limits(table, t, dv):
    """Largest and smallest speed within 1 s, by all rows and both ends."""
    near = [line(table, t - 1), line(table, t + 1)] + [v for u, v in table if t - 1 <= u <= t + 1]
    return min(near) - dv, max(near) + dv


def ratings(rows, table, mass):
    """SAE J2951 by trapezoids of the rows."""
    force = [(0.01*MASS*G, 0.335*2*0.6)]*2
    sums = {key: [0, 0] for key in ("CE", "D", "ASC", "IW")}
    square = 0

    def powers(v, a, f):
        return {"CE": max(0, (f[0] + f[1]*v*v + mass*a)*v), "D": v, "ASC": abs(a), "IW": max(0, mass*a*v)}
    for p, q in zip(rows, rows[1:]):
        h = q["time"] - p["time"]
        if h <= 0:
            continue
        slope = (line(table, q["time"] - 1e-9) - line(table, p["time"] + 1e-9))/(h - 2e-9)
        for side, ends in ((0, ((p["body.v"], p["body.a"]), (q["body.v"], q["body.a"]))), (1, ((line(table, p["time"] + 1e-9), slope), (line(table, q["time"] - 1e-9), slope)))):
            one, two = (powers(v, a, force[side]) for v, a in ends)
            for key in sums:
                sums[key][side] += (one[key] + two[key])/2*h
        square += ((p["body.v"] - line(table, p["time"]))**2 + (q["body.v"] - line(table, q["time"]))**2)/2*h
    rating = {name: 100*(sums[key][0]/sums[key][1] - 1) for name, key in (("ER", "CE"), ("DR", "D"), ("ASCR", "ASC"), ("IWR", "IW"))}
    rating["EER"] = 100*(1 - (1 + rating["DR"]/100)/(1 + rating["ER"]/100))
    rating["RMSSE"] = math.sqrt(square/rows[-1]["time"])
    return rating


def violations(rows, table, dv):
    """Number, time and longest by the rows."""
    count, total, began, longest, before = 0, 0, None, 0, rows[0]
    for r in rows:
        low, high = limits(table, r["time"], dv)
        if r["body.v"] > high or r["body.v"] < low:
            count += began is None
            began = r["time"] if began is None else began
            longest = max(longest, r["time"] - began)
            total += r["time"] - before["time"]
        else:
            began = None
        before = r
    return count, total, longest


JUDGED = ",tolerance.count,tolerance.t_outside,tolerance.longest,tolerance.passed,tolerance.upper,tolerance.lower,quality.ER,quality.DR,quality.EER,quality.ASCR,quality.IWR,quality.RMSSE"


def judged():
    fixed = ("--method", "euler", "--step", "1e-3", "--interval", "0.01")
    # every step of the first minute: what differs is Euler's rule from trapezoids
    rows, _ = run("judged", "DriveCycle.Judged", *fixed[:-1], "1e-3", show=SHOW + JUDGED)
    end, hand = rows[-1], ratings(rows, NEDC, MASS + J_WHEELS/RADIUS**2)
    for name, bound in (("ER", 0.02), ("DR", 1e-4), ("EER", 0.02), ("ASCR", 0.02), ("IWR", 0.02), ("RMSSE", 1e-5)):
        apart = end["quality." + name] - hand[name]
        check("a minute of the NEDC: " + name, abs(apart) < bound, "%.4f, from the rows %.1e beside it" % (end["quality." + name], apart))
    rows, _ = run("judged", "DriveCycle.Judged", *fixed, show=SHOW + JUDGED, stop=1180)
    # the whole of it by rows of 10 ms, which miss the jolts of shifts
    end, hand = rows[-1], ratings(rows, NEDC, MASS + J_WHEELS/RADIUS**2)
    for name, bound in (("ER", 0.05), ("DR", 1e-4), ("EER", 0.05), ("ASCR", 0.2), ("IWR", 0.1), ("RMSSE", 1e-4)):
        apart = end["quality." + name] - hand[name]
        check("NEDC: " + name, abs(apart) < bound, "%.4f, from the rows %.1e beside it" % (end["quality." + name], apart))
    worst = max(max(abs(low - r["tolerance.lower"]), abs(high - r["tolerance.upper"])) for r in rows[::7] for low, high in [limits(NEDC, r["time"], 2/3.6)])
    check("NEDC: limits of speed", worst < 1e-9, "%.1e m/s beside those by all rows" % worst)
    check("NEDC: within them", end["tolerance.count"] == 0 and end["tolerance.passed"] == 1)
    # a tenth of the band: violations
    rows, _ = run("narrow", "DriveCycle.Judged(dv = 0.05)", *fixed[:-1], "0.02", show=SHOW + JUDGED, stop=1180)
    end, (count, total, longest) = rows[-1], violations(rows, NEDC, 0.05)
    check("narrow band: violations", count == end["tolerance.count"] > 10 and end["tolerance.passed"] == 0, "%d, from the rows %d" % (end["tolerance.count"], count))
    check("narrow band: their time", abs(total - end["tolerance.t_outside"]) < 0.02*count, "%.2f s, from the rows %.2f s" % (end["tolerance.t_outside"], total))
    pedals(rows)


def pedals(rows):
    """One pedal at a time, for a second at least; there is a way between them."""
    check("pedals: one at a time", all(r["driver.throttle"] == 0 or r["driver.brake"] == 0 for r in rows))
    pressed = [(r["time"], "throttle" if r["driver.throttle"] > 0 else "brake") for r in rows if r["driver.throttle"] > 0 or r["driver.brake"] > 0]
    changes = [(a, b) for a, b in zip(pressed, pressed[1:]) if a[1] != b[1]]
    way = min(b[0] - a[0] for a, b in changes)
    apart = min(b[1][0] - a[1][0] for a, b in zip(changes, changes[1:]))
    check("pedals: least times", way >= 0.2 - 0.021 and apart >= 1 - 0.021 and 20 < len(changes) < 120, "%d changes, the foot is under way for %.2f s and on a pedal for %.2f s at least"
          % (len(changes), way, apart))


def too_fast():
    """It cannot follow, for a short or a long time; where the cycle comes back under its speed it lifts soon, as the integral has not grown."""
    overs = []
    for hold, options in ((8, ("--rtol", "1e-8")), (8, ("--method", "euler", "--step", "1e-3")), (14, ("--rtol", "1e-8"))):
        table = [(0, 0), (2, 0), (8, 50), (8 + hold, 50), (28 + hold, 12), (80, 12)]
        cycle = "[" + "; ".join("%g, %g" % row for row in table) + "]"
        rows, _ = run("too_fast", "DriveCycle.Judged(cycle = %s)" % cycle, *options, "--interval", "0.01", show=SHOW + JUDGED, stop=80)
        name, end = "cannot follow for %d s, %s: " % (hold, options[0]), rows[-1]
        behind = [r for r in rows if r["time"] > 4 and r["driver.v_wanted"] > r["body.v"] + 3]
        meets = next(r["time"] for r in rows if r["time"] > 8 and r["driver.v_wanted"] < r["body.v"])
        most = max(r["driver.x"] for r in rows)
        check(name + "full throttle", len(behind) > 500 and all(r["driver.throttle"] == 1 for r in behind) and most < 4.5, "x up to %.2f m/s2" % most)
        lifts = next(r["time"] for r in rows if r["time"] > meets and r["driver.throttle"] == 0) - meets
        under = min(r["body.v"] - r["driver.v_wanted"] for r in rows if r["time"] > meets)
        over = max(r["body.v"] - r["driver.v_wanted"] for r in rows if r["time"] > meets)
        overs.append(over)
        check(name + "back on the cycle", lifts < 0.6 and -0.6 < under and over < 1 and abs(end["body.v"] - 12) < 0.01, "met at %.2f s, lifts %.2f s later, %.2f to %.2f m/s beside it"
              % (meets, lifts, under, over))
        count, total, longest = violations(rows, table, 2/3.6)
        check(name + "violations", count == end["tolerance.count"] > 0 and abs(total - end["tolerance.t_outside"]) < 0.05 and abs(longest - end["tolerance.longest"]) < 0.03 and
              end["tolerance.passed"] == 0, "%d, %.2f s; from the rows %d, %.2f s" % (end["tolerance.count"], end["tolerance.t_outside"], count, total))
    check("cannot follow: as far over it after a long time", abs(overs[2] - overs[0]) < 0.2, "%.2f and %.2f m/s" % (overs[0], overs[2]))


# ---- controls --------------------------------------------------------------------------------------------------------

def controls():
    cycle = "[0, 0; 10, 0; 16, 12; 30, 12; 38, 0; 70, 0]"
    fuel = []
    for model in ("DriveCycle.Car", "Situations.Neutral"):
        rows, lacks = run("idles", "%s(cycle = %s)" % (model, cycle), "--rtol", "1e-8", "--interval", "0.1", stop=70)
        end = rows[-1]
        fuel.append(end["engine.m_flow"])
        still = [r["body.s"] for r in rows if r["time"] > 45]
        check(model + ": stands", max(still) - min(still) < 1e-7 and lacks < 1e-6 and end["body.v"] < 1e-9, "account %.1e" % lacks)
        check(model + ": drives off", abs(next(r for r in rows if r["time"] >= 28)["body.v"] - 12) < 0.3)
    held, free = flow(line(CAPACITY, 0)*IDLE**2, IDLE), flow(0, IDLE)
    check("idling against the converter", abs(fuel[0]/held - 1) < 1e-4, "%.3f g/s, by hand %.1e beside it" % (1e3*fuel[0], fuel[0]/held - 1))
    check("neutral at idle", abs(fuel[1]/free - 1) < 1e-2, "%.3f g/s, by hand %.1e beside it (drag %.1f N.m)" % (1e3*fuel[1], fuel[1]/free - 1, drag(IDLE)))
    # start-stop over an urban cycle: the fuel of the time without fuel is saved, and some is needed to speed the engine up
    urban = "Data.Cycles.urban"
    rows, lacks = run("stopping", "Situations.Stopping(cycle = %s)" % urban, "--rtol", "1e-8", "--interval", "0.02", show=SHOW + ",stop.stops,stop.ignition,starter.mode.cranks", stop=195)
    other, _ = run("going_on", "DriveCycle.Car(cycle = %s)" % urban, "--rtol", "1e-8", "--interval", "0.1", stop=195)
    off = sum(b["time"] - a["time"] for a, b in zip(rows, rows[1:]) if a["stop.ignition"] == 0)
    cranks = sum(b["time"] - a["time"] for a, b in zip(rows, rows[1:]) if a["starter.mode.cranks"] == 1)
    saved = other[-1]["engine.fuel"] - rows[-1]["engine.fuel"]
    check("start-stop: it stops and starts", rows[-1]["stop.stops"] == 4 and rows[-1]["stop.ignition"] == 0 and min(r["engine.w"] for r in rows) < 1e-6 and 0.3 < cranks < 4.5 and lacks < 1e-6,
          "%d times, off for %.1f s, the starter turns for %.2f s; account %.1e" % (rows[-1]["stop.stops"], off, cranks, lacks))
    check("start-stop: fuel", 0.75 < saved/(off*held) <= 1.05, "%.2f g of %.2f g saved, %.2f g by the time without fuel" % (1e3*saved, 1e3*other[-1]["engine.fuel"], 1e3*off*held))
    table = [(t, v/3.6) for t, v in URBAN]
    count, total, _ = violations(rows, table, 2/3.6)
    check("start-stop: it follows", total < 2, "%d violations, %.2f s" % (count, total))
    # kick-down: from 25 m/s in fourth gear, where the map has its line at 24 m/s
    rows, _ = run("kicked", "Situations.Kicked(cycle = [0, 0; 2, 0; 27, 25; 40, 25; 40, 45; 80, 45])", "--rtol", "1e-8", "--interval", "0.01", stop=60)
    gears = [int(r["gearbox.gear"]) for r in rows if r["time"] > 38]
    seen = [gears[0]] + [b for a, b in zip(gears, gears[1:]) if a != b]
    fast = max(r["engine.w"] for r in rows if r["time"] > 38)
    check("kick-down", seen[:2] == [4, 3] and seen[2:] in ([], [4]) and fast < 650, "gears %s, engine up to %.0f rad/s" % (seen, fast))
    # hills and wind
    rows, lacks = run("hills", "Situations.Hills", "--rtol", "1e-9", stop=400)
    check("hills and wind: account", lacks < 1e-6, "%.1e" % lacks)
    rough = [run("hills", "Situations.Hills", "--method", "euler", "--step", h, "--interval", "1", stop=400)[1] for h in ("1e-3", "2e-3")]
    check("hills and wind: account, fixed step", rough[0] < 2e-4 and 1.6 < rough[1]/rough[0] < 2.4, "%.1e at 1 ms, %.1e at 2 ms" % tuple(rough))


# ---- what is broken --------------------------------------------------------------------------------------------------

def fitted():
    """Times with errors: the fit of a coast-down has the least sum of squares, by the closed solution for the times."""
    f0, f1, f2, mass = 150, 2.0, 0.42, 1300
    speeds = [(130 - 15*k)/3.6 for k in range(9)]

    def times(f):
        root_of = math.sqrt(4*f[0]*f[2] - f[1]**2)
        passed = [2*mass/root_of*math.atan((2*f[2]*v + f[1])/root_of) for v in speeds]
        return [a - b for a, b in zip(passed, passed[1:])]
    measured = [t*(1 + 0.02*math.sin(3*k)) for k, t in enumerate(times((f0, f1, f2)))]
    at = [sum(measured[:k]) for k in range(len(speeds))]
    listed = ["{" + ", ".join("%.15g" % x for x in xs) + "}" for xs in (speeds, at)]
    rows, _ = run("fitted", "Situations.Rolling(road(v_measured = %s, t_measured = %s, m_measured = %g))" % (*listed, mass), show="road.fit[1],road.fit[2],road.fit[3],body.v", stop=20)
    fit = [rows[0]["road.fit[%d]" % k] for k in (1, 2, 3)]

    def error(f):
        return sum((a - b)**2 for a, b in zip(times(f), measured))
    least = error(fit)
    worse = [error([x*(1 + s*1e-4) if i == k else x for i, x in enumerate(fit)])/least for k in range(3) for s in (-1, 1)]
    even = max(abs(worse[2*k] - worse[2*k + 1])/(worse[2*k] + worse[2*k + 1] - 2) for k in range(3))
    check("coast-down: least squares", min(worse) > 1 and even < 1e-2, "%.2f N, %.4f N.s/m, %.5f N.s2/m2; 1e-4 beside it the sum is %.1e larger at least, on both sides alike within %.0e" % (*fit, min(worse) - 1, even))


def broken():
    def says(title, extends, *texts, show=SHOW, **files):
        for name, text in files.items():
            with open(os.path.join(WORK, name + ".csv"), "w") as f:
                f.write(text)
        said = run("broken", extends, stop=1, said=True, show=show)
        check(title, all(text in said for text in texts), re.sub(r".*?(error|warning): ", "", said, count=1)[:150])
    says("a cycle that goes back", "DriveCycle.Car(cycle = [0, 0; 10, 5; 8, 7; 20, 7])", "error: ", "the first column of table driver.cycle does not ascend: 8 (row 3) comes after 10")
    says("a cycle with a hole", 'DriveCycle.Car(cycle = Functions.readTable("hole.csv"))', "error:", "hole.csv: line 4: a number is expected", hole="# m/s\nt,v\n0,0\n10,\n20,5\n")
    says("a cycle with NaN", 'DriveCycle.Car(cycle = Functions.readTable("nan.csv"))', "error:", "nan.csv: v has no number in row 2", nan="t,v\n0,0\n10,NaN\n20,5\n")
    says("a cycle with a row that is short", 'DriveCycle.Car(cycle = Functions.readTable("short.csv"))', "error:", "short.csv: line 3: 1 numbers", short="t,v\n0,0\n10\n20,5\n")
    says("a cycle in km/h", 'DriveCycle.Car(cycle = Functions.readTable("kmh.csv"))', "warning", "driver: cycle: row 3, 120 at 60 s, is hardly in m/s", kmh="t,v\n0,0\n30,60\n60,120\n")
    says("a cycle that falls below 0", "DriveCycle.Car(cycle = [0, 0; 10, 5; 20, -1])", "warning", "row 3, -1 at 20 s")
    says("torque of the engine that goes back", "DriveCycle.Car(engine(full = [100, 110; 50, 120; 600, 100]))", "error: ", "the first column of table engine.full does not ascend")
    says("a map with holes", 'Engine.MappedEngine(torque = Functions.readTable("map.csv"))', "error:", "map.csv: line 3", map="0,0,0.5,1\n100,-10,50,100\n200,-20,,110\n")
    says("torque of the engine over 1/min", "DriveCycle.Car(engine(full = [500, 112; 3000, 162; 6000, 151]))", "warning", "full: speeds are in rad/s")
    says("a map over 1/min", "Engine.MappedEngine(torque = [0, 0, 1; 1000, 0, 100; 6000, -20, 90])", "warning", "those of a map in 1/min", show="w")
    says("a radius in cm", "Situations.Growing(wheels(radius = [0, 29; 60, 30]))", "warning", "radius: more than 2 m is hardly in m")
    says("a radius that grows too fast", "Situations.Growing(wheels(radius = [0, 0.1; 1, 0.1; 10, 1.5]))", "error:", "it grows faster than the speed")
    says("a grade in percent", "DriveCycle.Car(road(grade = [0, 0; 100, 5]))", "error:", "a grade of 5 % is 0.05")
    says("a slope in percent", "DriveCycle.Car(slope = 5)", "error:", "a grade of 5 % is 0.05")
    says("a slope without a mass", "DriveCycle.Car(road(m = 0), slope = 0.05)", "error:", "a grade pulls at the mass of the car")
    says("a resistance below zero", "DriveCycle.Car(road(f1 = -50))", "error:", "the resistance is not to become negative")
    says("a further resistance below zero", "DriveCycle.Car(road(table = [0, 0; 20, -30]))", "warning", "road: assertion failed: table: a force below 0, -30 N, counts as none")
    says("a cycle without rows", "DriveCycle.Car(cycle = zeros(0, 2))", "error:", "a table without rows is looked up in here")
    down = "Situations.Rolling(road(v_measured = {%s}, t_measured = {%s}))"
    for title, v, t, text in (("goes back", "30, 20, 25, 10", "0, 10, 20, 30", "descend and times ascend; not from number 2 to 3"), ("in km/h", "120, 100, 80, 60", "0, 8, 18, 30", "speeds in km/h are to be divided by 3.6"),
                              ("fits nothing", "30, 25, 20, 10", "0, 1, 100, 101", "the resistance is not to become negative")):
        says("coast-down: " + title, down % (v, t), text, show="body.v")


slopes()
backwards_and_parked()
judged()
too_fast()
controls()
fitted()
broken()
finish(results)
