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
from car import NEDC  # noqa: E402
from power_split import HEATING, Car, backwards, balanced, choices, programming  # noqa: E402
from simulated import simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES = sys.argv[1:4]
FILE = "models/prius_1998/prius_1998.dtm"
SHOW = ("body.v,body.s,driver.v_wanted,engine.fuel,engine.w,engine.litres,battery.soc,battery.storedEnergy,strategy.y,strategy.on,"
        "combustion.burning,force,generator.w,generator.tau,motor.tau,bus.share")
results = []


def check(title, good, text=""):
    results.append((title, None if good else text or "not so"))
    if text:
        print(title + ": " + text)


def written(name, cycle, strategy):
    """A model of the car on a cycle."""
    path = os.path.join(WORK, name + ".dtm")
    with open(os.path.join(WORK, name + ".csv"), "w") as f:
        f.write("t,v\n" + "".join("%.9g,%.9g\n" % row for row in cycle))
    with open(path, "w") as f:
        f.write(open(FILE).read().split("model prius_1998")[0] + 'model %s\n  extends Prius1998.Car(redeclare Prius1998.%s strategy, cycle = '
                'Drivetrain.Functions.readTable("%s.csv", "t,v"));\n  annotation(experiment(StopTime = %g));\nend %s;\n' % (
                    name, strategy, name, cycle[-1][0], name))
    return path


class Run:
    def __init__(self, name, cycle, strategy, *options):
        out = os.path.join(WORK, name + ".out.csv")
        self.rows, self.account = simulated([DTC, "sim", written(name, cycle, strategy), "--quiet", "--vars", SHOW, "-o", out, *options], out)
        a, b = self.rows[0], self.rows[-1]
        self.fuel, self.way, self.litres = b["engine.fuel"], b["body.s"], b["engine.litres"]
        self.charge = b["battery.storedEnergy"] - a["battery.storedEnergy"]
        self.soc = b["battery.soc"]

    def consumption(self):
        return self.litres/self.way*1e5


STEP = ("--method", "euler", "--step", "1e-3", "--interval", "0.1")


def steady(name, cycle, strategy):
    """The cycle repeated, each from the charge that the last one left, until what the battery gives or takes is 0.1 % of the fuel."""
    runs, soc = [], 0.6
    for k in range(12):
        runs.append(Run(name, cycle, strategy, *STEP, "--set", "soc_start=%.12g" % soc))
        if abs(runs[-1].charge) <= 1e-3*runs[-1].fuel*HEATING:
            break
        soc = runs[-1].soc
    return runs


def corrected(runs):
    """Fuel over the way at no net energy of the battery, by the straight line of least squares through other runs."""
    x = [r.charge/r.way for r in runs]
    y = [r.fuel/r.way for r in runs]
    mx, my = sum(x)/len(x), sum(y)/len(y)
    slope = sum((a - mx)*(b - my) for a, b in zip(x, y))/sum((a - mx)**2 for a in x)
    return my - slope*mx, slope


car = Car(FILE)


def on_cycle(name, cycle):
    run = Run(name, cycle, "Rules", *STEP)
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
    runs = steady(name, cycle, "Rules")
    last = runs[-1]
    check(name + ": balanced", abs(last.charge) <= 1e-3*last.fuel*HEATING, "%.3f l/100 km after %d runs, charge %.3f, battery %.3f %% of the fuel" % (
        last.consumption(), len(runs), last.soc, 100*last.charge/last.fuel/HEATING))
    others = [Run(name, cycle, "Rules", *STEP, "--set", "soc_start=%g" % (last.soc + d)) for d in (-0.02, -0.01, 0.01, 0.02)]
    fuel, slope = corrected(others)
    check(name + ": corrected", abs(fuel*last.way/last.fuel - 1) < 3e-3, "%.3f l/100 km, %.2f %%, %.3f g/kJ" % (
        fuel/749*1e8, 100*(fuel*last.way/last.fuel - 1), slope*1e6))


def account():
    for strategy in "Rules", "LeastFuel":
        run = Run("variable", NEDC, strategy, "--rtol", "1e-9", "--audit", "--interval", "0.1")
        left = abs(float(next(x for x in run.account.splitlines() if x.startswith("residual")).split()[1]))
        check(strategy + ": account", left < 1e-8*run.fuel*HEATING, "%.1e of the fuel's %.2f MJ (42.6 MJ/kg)" % (
            left/run.fuel/HEATING, run.fuel*HEATING/1e6))
        fixed = Run("fixed", NEDC, strategy, *STEP)
        if strategy == "Rules":
            check("a step of 1 ms", abs(fixed.fuel/run.fuel - 1) < 1e-3, "%.3f %% of the fuel" % (100*(fixed.fuel/run.fuel - 1)))
            fine = Run("fine", NEDC[:9], strategy, "--method", "euler", "--step", "1e-3")
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
    runs = steady("least", NEDC, "LeastFuel")
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
    path = os.path.join(CYCLES, name + ".csv")
    if os.path.exists(path):
        on_cycle(name, [tuple(map(float, text.split(","))) for text in open(path) if text[0].isdigit()])
    else:
        print("skipped: %s is not there" % path)
finish(results)
