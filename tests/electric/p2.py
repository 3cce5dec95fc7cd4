"""p2.py DTC WORK CYCLES [long]: models/p2_hybrid beside what parallel.py calculates from the same tables.

- The energy account with a variable step; a fixed step of 1 ms against it.
- Starts of the engine and shifts, sample by sample: the force at the wheels beside the wanted one; nothing goes to and fro.
- Backwards from the speed that is wanted, with the run's own decisions: energy at the wheels, fuel, battery within 2 %.
With `long` balanced and corrected consumption (cars.py) on the NEDC, and where CYCLES has them UDDS, HWFET, FTP-75, WLTC 3b;
least fuel beside dynamic programming.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cycle"))
import cars  # noqa: E402
import parallel  # noqa: E402
from car import NEDC  # noqa: E402
from cars import STEP, corrected, cycle_of, turns  # noqa: E402
from parallel import HEATING, backwards, choices  # noqa: E402
from power_split import balanced, programming  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES = sys.argv[1:4]
FILE = "models/p2_hybrid/p2_hybrid.dtm"
SHOW = ("body.v,body.s,body.a,road.f_dry,road.f_speed,driver.v_wanted,engine.fuel,engine.w,engine.inputPower,battery.soc,battery.storedEnergy,"
        "start.start,shift.phase,shift.gear,tau_engine,force,machine.w,machine.tau,gearbox.K1.tau,gearbox.K2.tau,bus.share")
RULES, LEAST = "redeclare P2Hybrid.Rules strategy", "redeclare P2Hybrid.LeastFuel strategy"
CLOSED, SELECTS = 5, 2
P2 = cars.Car(DTC, WORK, FILE, "P2Hybrid.Car", SHOW, HEATING, parallel.DENSITY)
car = parallel.Car(FILE)
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def closes(title, strategy):
    run = P2.run("variable", NEDC, strategy, "--rtol", "1e-9", "--audit", "--interval", "0.1")
    check(title, run.left() < 1e-8*run.fuel*HEATING, "%.1e of the fuel's %.2f MJ (42.5 MJ/kg)" % (
        run.left()/run.fuel/HEATING, run.fuel*HEATING/1e6))
    return run


def account():
    run = closes("account", RULES)
    fixed = P2.run("fixed", NEDC, RULES, *STEP)
    check("a step of 1 ms", abs(fixed.fuel/run.fuel - 1) < 1e-3, "%.3f %% of the fuel" % (100*(fixed.fuel/run.fuel - 1)))
    still = [r for r in fixed.rows if 30 < r["time"] < 48.5]
    check("no creep", max(r["body.s"] for r in still) - min(r["body.s"] for r in still) < 1e-6)
    return fixed


def felt(title, rows, most):
    """The force at the wheels beside the wanted one: worst and mean square, over what is wanted."""
    apart = [(r["body.a"]*parallel.TURNING + r["road.f_dry"] + r["road.f_speed"] - r["force"], r["force"], r["time"]) for r in rows]
    worst = max(apart, key=lambda x: abs(x[0]))
    mean = (sum(x[0]**2 for x in apart)/len(apart))**0.5
    check(title, len(rows) > 50 and abs(worst[0]) < most, "%.0f N at most, of %.0f N at %.3f s; root of the mean square %.1f N, %d samples" % (
        worst + (mean, len(rows))))


def shifts():
    """As the driver follows the first 145 s of the NEDC, each sample of 1 ms: four starts of the engine, shifts up and down."""
    rows = P2.run("fine", [r for r in NEDC if r[0] <= 145], RULES, "--method", "euler", "--step", "1e-3", "--interval", "1e-3").rows
    moving = [r for r in rows if r["body.v"] > 0.5]
    starts = [r for r in moving if r["shift.phase"] == 1 and 1 < r["start.start"] < CLOSED]
    shift = [r for r in moving if r["shift.phase"] > SELECTS]
    felt("wheels while the engine starts", starts, 200)
    felt("wheels while it shifts", shift, 150)
    felt("wheels while a sleeve brings its shaft to speed", [r for r in moving if r["shift.phase"] == SELECTS], 350)
    check("starts and shifts", sum(a["start.start"] == 2 > b["start.start"] for a, b in zip(rows[1:], rows)) >= 4
          and {r["shift.gear"] for r in rows} >= {1, 2, 3, 4})
    flips = {name: turns(rows, name, least) for name, least in (("machine.tau", 0.5), ("gearbox.K1.tau", 0.5), ("gearbox.K2.tau", 0.5), ("body.a", 0.02))}
    check("no chatter", max(flips.values()) <= 40, "%s of %d samples turn back" % (flips, len(rows)))


def calculated(name, cycle, run):
    rows = run.rows
    def decisions(t):
        r = rows[min(len(rows) - 1, int(t/0.1))]
        return int(r["shift.gear"]), r["tau_engine"] if r["start.start"] == CLOSED else None, r["engine.w"] if 2 < r["start.start"] < CLOSED else 0
    fuel, soc, work = backwards(car, cycle, 0.6, decisions)
    driven = sum(max(0, r["force"])*r["body.v"]*0.1 for r in rows)
    charge = car.energy(soc) - car.energy(0.6)
    check(name + ": energy at the wheels", abs(work/driven - 1) < 0.02, "%.2f %%" % (100*(work/driven - 1)))
    check(name + ": fuel backwards", abs(fuel/run.fuel - 1) < 0.02, "%.2f %%" % (100*(fuel/run.fuel - 1)))
    check(name + ": battery", abs(charge - run.charge) < 0.02*run.fuel*HEATING, "%.2f %% of the fuel" % (100*(charge - run.charge)/run.fuel/HEATING))
    behind = max(abs(r["body.v"] - r["driver.v_wanted"]) for r in rows)
    check(name + ": follows", behind < 2/3.6 and min(r["bus.share"] for r in rows) == 1, "%.2f m/s at most from the cycle" % behind)


def on_balance(name, cycle):
    calculated(name, cycle, P2.run(name, cycle, RULES, *STEP))
    runs = P2.steady(name, cycle, RULES)
    last = runs[-1]
    check(name + ": balanced", abs(last.charge) <= 1e-3*last.fuel*HEATING, "%.3f l/100 km after %d runs, charge %.3f, battery %.3f %% of the fuel" % (
        last.consumption(), len(runs), last.soc, 100*last.charge/last.fuel/HEATING))
    fuel, slope = corrected([P2.run(name, cycle, RULES, *STEP, "--set", "soc_start=%g" % (last.soc + d)) for d in (-0.02, -0.01, 0.01, 0.02)])
    check(name + ": corrected", abs(fuel*last.way/last.fuel - 1) < 3e-3, "%.3f l/100 km, %.2f %%, %.3f g/kJ" % (
        fuel/parallel.DENSITY*1e8, 100*(fuel*last.way/last.fuel - 1), slope*1e6))


def least():
    closes("account by least fuel", LEAST)
    runs = P2.steady("least", NEDC, LEAST)
    last = runs[-1]
    rows = last.rows
    table = choices(car, NEDC, 1.0, lambda t: int(rows[min(len(rows) - 1, int(t/0.1))]["shift.gear"]))
    best = programming(car, table, 0.6, 1.0)
    fuel, s = balanced(car, table, 0.6, 1.0)
    check("equivalent consumption and dynamic programming", abs(fuel/best - 1) < 0.02, "%.2f %%, factor %.2f" % (100*(fuel/best - 1), s))
    over = last.fuel/best - 1
    check("the model by least fuel", abs(last.charge) <= 1e-3*last.fuel*HEATING and 0 < over < 0.08,
          "%.3f l/100 km, %.1f %% above dynamic programming, which has neither lags nor least times" % (last.consumption(), 100*over))


fixed = account()
shifts()
calculated("nedc", NEDC, fixed)
if "long" in sys.argv:
    on_balance("nedc", NEDC)
    least()
    for name in "udds", "hwfet", "ftp75", "wltc_class3b":
        cycle = cycle_of(CYCLES, name)
        if cycle:
            on_balance(name, cycle)
finish(results)
