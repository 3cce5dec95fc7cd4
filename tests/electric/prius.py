"""prius.py DTC WORK CYCLES [long]: models/prius_1998 beside what power_split.py calculates from the same tables.

- The energy account with a variable step: 1e-8 of the fuel's power over the cycle, by its lower heating value.
- A fixed step of 1 ms against it; rest without creep; no value that goes to and fro from sample to sample.
- Backwards from the speed that is wanted, with the run's own decisions: energy at the wheels, fuel, battery within 2 %.
- Consumption with a balanced charge, found by repeating the cycle; beside it what runs that end elsewhere give by the
  straight line of SAE J1711 and of UN Regulation 154, annex B8, appendix 2, within 0.3 %.
- Equivalent consumption against dynamic programming over the same maps, within 2 %, and the model's own strategy.
With `long` all cycles on balanced charge: the NEDC, and where CYCLES has them UDDS, HWFET, FTP-75, WLTC 3b.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cycle"))
import cars  # noqa: E402
from car import NEDC  # noqa: E402
from cars import STEP, corrected, cycle_of  # noqa: E402
from power_split import HEATING, Car, backwards, balanced, choices, programming  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES = sys.argv[1:4]
FILE = "models/prius_1998/prius_1998.dtm"
SHOW = ("body.v,body.s,driver.v_wanted,engine.fuel,engine.w,engine.litres,battery.soc,battery.storedEnergy,strategy.y,strategy.on,"
        "combustion.burning,force,generator.w,generator.tau,motor.tau,bus.share")
RULES, LEAST = "redeclare Prius1998.Rules strategy", "redeclare Prius1998.LeastFuel strategy"
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


PRIUS = cars.Car(DTC, WORK, FILE, "Prius1998.Car", SHOW, HEATING, 749)
car = Car(FILE)


def on_cycle(name, cycle):
    run = PRIUS.run(name, cycle, RULES, *STEP)
    rows = run.rows
    def engine(t):
        r = rows[min(len(rows) - 1, int(t/0.1))]
        return r["strategy.on"] > 0.5, r["strategy.y"]*r["combustion.burning"]
    fuel, soc, work = backwards(car, cycle, 0.6, engine, 0.1)
    driven = sum(max(0, r["force"])*r["body.v"]*0.1 for r in rows)
    charge = car.energy(soc) - car.energy(0.6)
    check(name + ": energy at the wheels", abs(work/driven - 1) < 0.02, "%.2f %%" % (100*(work/driven - 1)))
    check(name + ": fuel backwards", abs(fuel/run.fuel - 1) < 0.02, "%.2f %%" % (100*(fuel/run.fuel - 1)))
    check(name + ": battery", abs(charge - run.charge) < 0.02*run.fuel*HEATING, "%.2f %% of the fuel" % (100*(charge - run.charge)/run.fuel/HEATING))
    behind = max(abs(r["body.v"] - r["driver.v_wanted"]) for r in rows)
    check(name + ": follows", behind < 2/3.6, "%.2f m/s at most from the cycle" % behind)
    check(name + ": generator", max(abs(r["generator.w"]) for r in rows) < 5500*math.pi/30)
    check(name + ": the bus has what it needs", min(r["bus.share"] for r in rows) == 1)
    runs = PRIUS.steady(name, cycle, RULES)
    last = runs[-1]
    check(name + ": balanced", abs(last.charge) <= 1e-3*last.fuel*HEATING, "%.3f l/100 km after %d runs, charge %.3f, battery %.3f %% of the fuel" % (
        last.consumption(), len(runs), last.soc, 100*last.charge/last.fuel/HEATING))
    others = [PRIUS.run(name, cycle, RULES, *STEP, "--set", "soc_start=%g" % (last.soc + d)) for d in (-0.02, -0.01, 0.01, 0.02)]
    fuel, slope = corrected(others)
    check(name + ": corrected", abs(fuel*last.way/last.fuel - 1) < 3e-3, "%.3f l/100 km, %.2f %%, %.3f g/kJ" % (
        fuel/749*1e8, 100*(fuel*last.way/last.fuel - 1), slope*1e6))


def account():
    for strategy in "Rules", "LeastFuel":
        run = PRIUS.run("variable", NEDC, "redeclare Prius1998.%s strategy" % strategy, "--rtol", "1e-9", "--audit", "--interval", "0.1")
        left = run.left()
        check(strategy + ": account", left < 1e-8*run.fuel*HEATING, "%.1e of the fuel's %.2f MJ (42.6 MJ/kg)" % (
            left/run.fuel/HEATING, run.fuel*HEATING/1e6))
        fixed = PRIUS.run("fixed", NEDC, "redeclare Prius1998.%s strategy" % strategy, *STEP)
        if strategy == "Rules":
            check("a step of 1 ms", abs(fixed.fuel/run.fuel - 1) < 1e-3, "%.3f %% of the fuel" % (100*(fixed.fuel/run.fuel - 1)))
            fine = PRIUS.run("fine", NEDC[:9], "redeclare Prius1998.%s strategy" % strategy, "--method", "euler", "--step", "1e-3")
            flips = {name: sum((b[name] - a[name])*(c[name] - b[name]) < -1e-6 and abs(b[name] - a[name]) > 1e-2
                               for a, b, c in zip(fine.rows, fine.rows[1:], fine.rows[2:])) for name in ("generator.tau", "motor.tau", "force")}
            check("no chatter", max(flips.values()) <= 30, "%s of %d samples turn back" % (flips, len(fine.rows)))
            still = [r for r in fixed.rows if 30 < r["time"] < 48.5]
            check("no creep", max(r["body.s"] for r in still) - min(r["body.s"] for r in still) < 1e-6)


def least():
    table = choices(car, NEDC, 1.0)
    best = programming(car, table, 0.6, 1.0)
    fuel, s = balanced(car, table, 0.6, 1.0)
    check("equivalent consumption and dynamic programming", abs(fuel/best - 1) < 0.02, "%.2f %%, factor %.2f" % (100*(fuel/best - 1), s))
    runs = PRIUS.steady("least", NEDC, LEAST)
    last = runs[-1]
    over = last.fuel/best - 1
    check("the model by least fuel", abs(last.charge) <= 1e-3*last.fuel*HEATING and 0 < over < 0.05,
          "%.3f l/100 km, %.1f %% above dynamic programming, which has neither lags nor least times" % (last.consumption(), 100*over))


account()
long = "long" in sys.argv
if long:
    on_cycle("nedc", NEDC)
    least()
for name in ("udds", "hwfet", "ftp75", "wltc_class3b") if long else ():
    cycle = cycle_of(CYCLES, name)
    if cycle:
        on_cycle(name, cycle)
finish(results)
