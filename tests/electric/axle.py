"""axle.py DTC WORK CYCLES [long]: models/electric_axle beside a calculation backwards, and beside what EPA measured.

- The energy account with a variable step, 1e-8 of what the battery gives, heat included; a fixed step of 1 ms against it.
- Backwards from the speed that is wanted: energy at the wheels and of the battery within 2 %.
- With `long`, where CYCLES has the cycles: from full to empty by SAE J1634's multi-cycle test and by UN Regulation 154, then
  the charger until it is full again: range, and consumption from the socket beside the unadjusted figures of EPA's list.
- Shifts under torque: no gap in the acceleration, no chatter.
- At rest nothing limits a variable step: the current has a derivative where it is 0.
"""
import math
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cycle"))
from car import NEDC, line  # noqa: E402
from cars import cycle_of  # noqa: E402
from ranges import constant, in_a_row, parts, share_of  # noqa: E402
from simulated import simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES = sys.argv[1:4]
FILE = "models/electric_axle/electric_axle.dtm"
SHOW = ("body.v,body.s,body.a,driver.v_wanted,machine.w,machine.tau,gear,battery.soc,battery.storedEnergy,battery.P,consumption,charger.energy,"
        "force,bus.share")
STEP = ("--method", "euler", "--step", "1e-3", "--interval", "0.1")
COARSE = ("--method", "euler", "--step", "1e-2", "--interval", "1")     # 0.03 % of the battery's energy from that, on the NEDC
MASS, RADIUS, AXLE, F = 1757.7, 0.316, 6.7, (25.89*4.448222, 0.3449*4.448222/0.44704, 0.01945*4.448222/0.44704**2)
OCV = [(0, 3.124), (0.1, 3.349), (0.2, 3.433), (0.4, 3.518), (0.6, 3.616), (0.8, 3.752), (1, 3.898)]
FULL, EMPTY = 0.97, 0.03                # charge
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def run(name, cycle, *options, rest=0, warned=False):
    """The car on a cycle; rest: seconds after it at the socket; warned: it may be driven until it is empty."""
    path, out = os.path.join(WORK, name + ".dtm"), os.path.join(WORK, name + ".out.csv")
    with open(os.path.join(WORK, name + ".csv"), "w") as f:
        f.write("t,v\n" + "".join("%.9g,%.9g\n" % row for row in cycle))
    with open(path, "w") as f:
        f.write(open(FILE).read().split("model electric_axle ")[0] + 'model %s\n  extends ElectricAxle.Car(t_plug = %g, cycle = Drivetrain.'
                'Functions.readTable("%s.csv", "t,v"));\n  annotation(experiment(StopTime = %g));\nend %s;\n' % (
                    name, cycle[-1][0], name, cycle[-1][0] + rest, name))
    return simulated([DTC, "sim", path, "--quiet", "--vars", SHOW, "-o", out, *options], out, warned=warned)


# ---- backwards: the machine's laws written again -----------------------------------------------------------------------

P_POLES, PSI, L_D, L_Q, R_S = 4, 0.07, 0.15e-3, 0.4e-3, 0.01


def machine_loss(tau, w, u, T=305.0):
    """Copper, iron, friction and inverter at the current of least amplitude within the voltage, by a search."""
    w_e, t = P_POLES*abs(w), abs(tau)/(1.5*P_POLES)
    most = 0.95/math.sqrt(3)*u/max(w_e, 1)
    def flux(d):
        return math.hypot(L_D*d + PSI, L_Q*t/(PSI + (L_D - L_Q)*d))
    def amplitude(d):
        return math.hypot(d, t/(PSI + (L_D - L_Q)*d))
    a, b = -500.0, 0.0
    for _ in range(40):
        c, d = a + (b - a)/3, b - (b - a)/3
        a, b = (a, d) if amplitude(c) < amplitude(d) else (c, b)
    i_d = (a + b)/2
    if flux(i_d) > most:
        a, b = -500.0, i_d
        for _ in range(40):
            c = (a + b)/2
            a, b = (c, b) if flux(c) <= most else (a, c)
        i_d = a
    amplitude_, f = amplitude(i_d), flux(i_d)
    copper = 1.5*R_S*(1 + 3.93e-3*(T - 293.15))*amplitude_**2
    iron = (20 + 0.01*w_e)*w_e*f*f
    friction = (0.2 + 0.8*min(1, abs(w)/1000))*abs(w)
    mc = max(-1.2, min(1.2, (tau*w + copper)/(0.75*max(1e-3, amplitude_)*u)))
    pi, i = math.pi, amplitude_
    inverter = 6*(0.8*i*(1/(2*pi) + mc/8) + 1.3e-3*i*i*(1/8 + mc/(3*pi)) + 0.9*i*(1/(2*pi) - mc/8) + 1.1e-3*i*i*(1/8 - mc/(3*pi))
                  + 1e4/pi*i/550*(0.035*(u/300)**1.3 + 0.012*(u/300)**0.6)) + 30
    return copper + iron + friction + inverter


def backwards(cycle, gear, dt=0.5):
    """Energy at the wheels that drives, energy that leaves the charge; gear(t): ratio of the gearbox."""
    work = charge = 0.0
    soc, dragging = 0.9, 0.0
    for k in range(int(cycle[-1][0]/dt)):
        a, b = line(cycle, k*dt), line(cycle, (k + 1)*dt)
        v, ratio = (a + b)/2, gear((k + 0.5)*dt)*AXLE
        turning = 0.04*(ratio/RADIUS)**2
        wheels = (F[0] + F[1]*v + F[2]*v*v if v > 0 else 0) + MASS*1.015*(b - a)/dt
        work += max(0, wheels)*v*dt
        force = wheels + turning*(b - a)/dt
        if force < 0:
            force *= max(0, min(1, (v - 1)/2))
        drag = 0.5 + 0.5*v/RADIUS*AXLE/200 if v > 0 else 0
        at_axle = force*RADIUS/AXLE
        tau = (at_axle/0.98 + drag if at_axle > 0 else at_axle*0.98 + drag)/(ratio/AXLE)
        w = v/RADIUS*ratio
        U = 96*line(OCV, soc)
        auxiliaries = 200 + 20 + 0.4*14.5 + 12e-3*14.5**2
        P = tau*w + machine_loss(tau, w, U) + auxiliaries
        R = 96/2*0.57e-3 + 0.01 + 96/2*0.4e-3
        i = 2*P/(U + math.sqrt(U*U - 4*R*P))
        charge += U*i*dt
        soc -= i*dt/(2*56.3*3600)
    return work, charge


def on_cycle(name, cycle, rows=None):
    rows = rows or run(name, cycle, *STEP)[0]
    first, last = rows[0], rows[-1]
    given = first["battery.storedEnergy"] - last["battery.storedEnergy"]
    work, charge = backwards(cycle, lambda t: 1.5 if rows[min(len(rows) - 1, int(t/0.1))]["gear"] < 1.5 else 1)
    driven = sum(max(0, r["body.a"]*MASS*1.015 + (F[0] + F[1]*r["body.v"] + F[2]*r["body.v"]**2 if r["body.v"] > 1e-3 else 0))*r["body.v"]*0.1
                 for r in rows)
    check(name + ": energy at the wheels", abs(work/driven - 1) < 0.02, "%.2f %%" % (100*(work/driven - 1)))
    check(name + ": battery backwards", abs(charge/given - 1) < 0.02, "%.2f %% of %.1f Wh/km" % (100*(charge/given - 1), given/last["body.s"]/3.6))
    behind = max(abs(r["body.v"] - r["driver.v_wanted"]) for r in rows)
    check(name + ": follows", behind < 2/3.6 and min(r["bus.share"] for r in rows) == 1, "%.2f m/s at most from the cycle" % behind)
    return rows


def emptied(name, cycles):
    """Cycles in a row from a full battery until it is empty: the rows up to there, the spans of the cycles, and at the socket
    until it is full again."""
    row, spans = in_a_row(*cycles)
    rows, _ = run(name, row, "--set", "soc_start=%g" % FULL, *COARSE, warned=True)
    end = next((k for k, r in enumerate(rows) if r["battery.soc"] <= EMPTY), None)
    check(name + ": empty in the end", end is not None)
    return rows[:end + 1], [s for s in spans if s[1] <= rows[end]["time"]]


def recharged():
    """Energy from the socket from empty to full, J."""
    rows, _ = run("socket", [(0, 0), (1, 0)], "--set", "soc_start=%g" % FULL, "--set", "battery.soc_start=%g" % EMPTY, "--set", "t_plug=0",
                  *COARSE, rest=27000)
    return next(r for r in rows if r["battery.soc"] >= FULL - 1e-6)["charger.energy"]


def multi_cycle(udds, hwfet, socket):
    """SAE J1634, multi-cycle test: UDDS, HWFET, UDDS, constant speed, the same again; J/m from the socket and range in m of both."""
    fast = 65*0.44704
    rows, spans = emptied("multi_cycle", [udds, hwfet, udds, constant(fast, 4200), udds, hwfet, udds, constant(fast, 2400)])
    usable, = (e for _, _, e in parts(rows, [0, rows[-1]["time"]]))
    done = [parts(rows, span)[0] for span in spans]
    last = parts(rows, (spans[6][1], rows[-1]["time"]))[0][0]/rows[-1]["body.s"]
    check("multi-cycle test", len(spans) == 7 and last < 0.2, "%.2f kWh in %.0f km, %.0f %% of the way at the last constant speed" % (
        usable/3.6e6, rows[-1]["body.s"]/1e3, 100*last))
    return {name: (share_of(tests, usable)*socket/usable, usable/share_of(tests, usable))
            for name, tests in (("udds", [done[k] for k in (0, 2, 4, 6)]), ("hwfet", [done[k] for k in (1, 5)]))}


def consecutive(wltc, socket):
    """UN Regulation 154, annex B8, 3.4.4.1: WLTC after WLTC; the range of both ways of counting it, J/m from the socket."""
    rows, spans = emptied("wltc", [wltc]*12)
    usable, = (e for _, _, e in parts(rows, [0, rows[-1]["time"]]))
    done = [parts(rows, span)[0] for span in spans]
    each = share_of(done, usable)
    check("WLTC", len(done) >= 5 and abs(usable/each/rows[-1]["body.s"] - 1) < 0.05,
          "range %.0f km, %.0f km in %d whole cycles; %.1f Wh/km, %.1f at the battery" % (
        usable/each/1e3, rows[-1]["body.s"]/1e3, len(done), each*socket/usable/3.6, each/3.6))


def account():
    rows, text = run("variable", NEDC, "--rtol", "1e-9", "--audit", "--interval", "0.1")
    given = rows[0]["battery.storedEnergy"] - rows[-1]["battery.storedEnergy"]
    left = abs(float(next(x for x in text.splitlines() if x.startswith("residual")).split()[1]))
    check("account", left < 1e-8*given, "%.1e of the battery's %.2f MJ" % (left/given, given/1e6))
    fixed, _ = run("fixed", NEDC, *STEP)
    other = fixed[0]["battery.storedEnergy"] - fixed[-1]["battery.storedEnergy"]
    check("a step of 1 ms", abs(other/given - 1) < 1e-3, "%.3f %% of the battery's energy" % (100*(other/given - 1)))
    still = [r for r in fixed if 30 < r["time"] < 48.5]
    check("no creep", max(r["body.s"] for r in still) - min(r["body.s"] for r in still) < 1e-6)
    fine, _ = run("fine", [(0, 0), (2, 0), (14, 24), (16, 24)], "--method", "euler", "--step", "1e-3")
    flips = sum((b["body.a"] - a["body.a"])*(c["body.a"] - b["body.a"]) < 0 and abs(b["body.a"] - a["body.a"]) > 0.02
                for a, b, c in zip(fine, fine[1:], fine[2:]))
    moving = [r for r in fine if 4 < r["time"] < 13]
    check("a shift under torque", min(r["body.a"] for r in moving) > 0.5 and flips <= 6 and len({r["gear"] for r in fine}) == 2,
          "acceleration %.2f to %.2f m/s2, %d turns of it" % (min(r["body.a"] for r in moving), max(r["body.a"] for r in moving), flips))
    return fixed


nedc = account()
on_cycle("nedc", NEDC, nedc)
if "long" in sys.argv:
    socket = recharged()
    cycles = {name: cycle_of(CYCLES, name) for name in ("udds", "hwfet", "wltc_class3b")}
    if all(cycles.values()):
        # EPA's list of test cars 2022: Nissan LEAF, 3875 lb; unadjusted miles per gallon equivalent (33705 Wh) on UDDS and HWFET
        measured = multi_cycle(cycles["udds"], cycles["hwfet"], socket)
        for name, published in ("udds", (174, 177.1)), ("hwfet", (141.1, 141.3)):
            on_cycle(name, cycles[name])
            consumed, way = measured[name]
            epa = 33705/1.609344/(sum(published)/2)
            check(name + ": from the socket", abs(consumed/3.6/epa - 1) < 0.1, "%.1f Wh/km; EPA %.1f: %+.1f %%; range %.0f km" % (
                consumed/3.6, epa, 100*(consumed/3.6/epa - 1), way/1e3))
        consecutive(cycles["wltc_class3b"], socket)
said = subprocess.run([DTC, "sim", FILE, "--stop", "10", "--stats", "--quiet", "-o", os.path.join(WORK, "rest.csv")],
                      capture_output=True, text=True).stderr
steps = re.search(r"(\d+) steps", said)
check("at rest", steps and int(steps[1]) < 300, "%s steps in 10 s" % (steps and steps[1]))
finish(results)
