"""cars.py - a car of models/ on cycles, for the tests of this folder: runs, balanced charge, corrected consumption.

Consumption of a hybrid is that of a cycle which leaves the battery as it was: found by repeating the cycle, each time
from the charge that the last one left (steady). SAE J1711 and UN Regulation 154, annex B8, appendix 2, have it from runs
that end elsewhere, by a straight line of fuel over what the battery has given (corrected)."""
import os

from simulated import simulated

STEP = ("--method", "euler", "--step", "1e-3", "--interval", "0.1")


def cycle_of(folder, name):
    """Rows of s and m/s of a file of cycles; None: it is not there."""
    path = os.path.join(folder, name + ".csv")
    if not os.path.exists(path):
        print("skipped: %s is not there" % path)
        return None
    return [tuple(map(float, text.split(","))) for text in open(path) if text[0].isdigit()]


class Car:
    """A car's file, the model in it that is driven, the variables that are shown."""
    def __init__(self, dtc, work, file, model, show, heating, density):
        self.dtc, self.work, self.model, self.show = dtc, work, model, show
        self.heating, self.density = heating, density
        self.text = open(file).read()

    def written(self, name, cycle, changes):
        path = os.path.join(self.work, name + ".dtm")
        with open(os.path.join(self.work, name + ".csv"), "w") as f:
            f.write("t,v\n" + "".join("%.9g,%.9g\n" % row for row in cycle))
        with open(path, "w") as f:
            f.write(self.text + 'model %s\n  extends %s(%scycle = Drivetrain.Functions.readTable("%s.csv", "t,v"));\n'
                    '  annotation(experiment(StopTime = %g));\nend %s;\n' % (
                        name, self.model, changes and changes + ", ", name, cycle[-1][0], name))
        return path

    def run(self, name, cycle, changes, *options):
        return Run(self, name, cycle, changes, *options)

    def steady(self, name, cycle, changes, soc=0.6):
        """The cycle repeated until what the battery gives or takes is 0.1 % of the fuel's energy."""
        runs = []
        for _ in range(12):
            runs.append(self.run(name, cycle, changes, *STEP, "--set", "soc_start=%.12g" % soc))
            if abs(runs[-1].charge) <= 1e-3*runs[-1].fuel*self.heating:
                break
            soc = runs[-1].soc
        return runs


class Run:
    def __init__(self, car, name, cycle, changes, *options):
        out = os.path.join(car.work, name + ".out.csv")
        command = [car.dtc, "sim", car.written(name, cycle, changes), "--quiet", "--vars", car.show, "-o", out, *options]
        self.rows, self.account = simulated(command, out)
        a, b = self.rows[0], self.rows[-1]
        self.fuel, self.way, self.soc = b["engine.fuel"], b["body.s"], b["battery.soc"]
        self.charge = b["battery.storedEnergy"] - a["battery.storedEnergy"]
        self.density = car.density

    def consumption(self):
        """l/100 km."""
        return self.fuel/self.density/self.way*1e8

    def left(self):
        """What the energy account lacks, in J."""
        return abs(float(next(x for x in self.account.splitlines() if x.startswith("residual")).split()[1]))


def corrected(runs):
    """Fuel over the way at no net energy of the battery, by the straight line of least squares through runs, and its slope."""
    x = [r.charge/r.way for r in runs]
    y = [r.fuel/r.way for r in runs]
    mx, my = sum(x)/len(x), sum(y)/len(y)
    slope = sum((a - mx)*(b - my) for a, b in zip(x, y))/sum((a - mx)**2 for a in x)
    return my - slope*mx, slope


def turns(rows, name, least):
    """Samples at which a variable turns back by more than `least`: what chatters does so all the time."""
    return sum((b[name] - a[name])*(c[name] - b[name]) < 0 and min(abs(b[name] - a[name]), abs(c[name] - b[name])) > least
               for a, b, c in zip(rows, rows[1:], rows[2:]))
