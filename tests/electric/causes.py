"""causes.py DTC WORK CYCLES: what makes the difference between models/p2_hybrid, models/electric_axle and EPA's figures for
these cars: each model with one change, on EPA's cycles; of the hybrid fuel at balanced charge, of the electric car energy of
the battery."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import cars  # noqa: E402
import parallel  # noqa: E402
from cars import STEP, cycle_of  # noqa: E402
from simulated import simulated  # noqa: E402
from tally import finish  # noqa: E402

DTC, WORK, CYCLES = sys.argv[1:4]
SHOW = "body.v,body.s,engine.fuel,battery.soc,battery.storedEnergy"
def half(table):
    """Text of a map of the battery with half its values."""
    return "[{0}[1:1, :]; {0}[2:end, 1:1], 0.5*{0}[2:end, 2:end]]".format(table)


GEARS = ("Real eta = 0.957", "Real eta = 1"), ("[0, 0.957, 0.957, 0, 0]", "[0, 1, 1, 0, 0]")
GAS = ("+ 1e5)", "+ 5e4)"), ("e = 0.444, H", "p_0 = 5e4, e = 0.444, H")
MACHINE = ("    end lossOfSize;", "      loss[2:end, 2:end] := 0.5*loss[2:end, 2:end];\n    end lossOfSize;"),
HYBRID = {
    "as it is": (),
    "gears without loss": GEARS,
    "half the work of the gas exchange": GAS,
    "half the loss of the machine": MACHINE,
    "these three": GEARS + GAS + MACHINE,
    "half the battery's resistance": tuple((" = " + table, " = " + half(table)) for table in ("Parts.discharge", "Parts.charge")),
    "150 W of auxiliaries": (("auxiliaries(P = 300)", "auxiliaries(P = 150)"),),
    "engine friction times 0.8": (("(1.44e5*0.46", "0.8*(1.44e5*0.46"), ("+ 1e5)\n", "+ 1.25e5)\n"), ("*1.44e5*9.1e-4", "*0.8*1.44e5*9.1e-4"),
                                  ("e = 0.444, H", "k1 = 0.8*1.44e5, e = 0.444, H")),
    "5 % more work of the fuel": (("gain = 0.444 + 1/28", "gain = 1.05*(0.444 + 1/28)"), ("e = 0.444, H", "e = 1.05*(0.444 + 1/28) - 1/28, H")),
    "engine from 11 kW on": (("P_on = 7e3, P_off = 4e3, soc_low = 0.45", "P_on = 11e3, P_off = 7e3, soc_low = 0.45"),),
    "the machine alone brakes": (("v_low = 1, v_high = 3", "v_low = 0, v_high = 0.5"), ("axle =\n      4000", "axle =\n      40000"),
                                 ("i_charge = 110", "i_charge = 300")),
    "1.5 % less inertia": (("m = 1.015*m", "m = m"),),
    "8 kW of the engine at the least": (("P_least = 4e3", "P_least = 8e3"),),
}
ELECTRIC = {
    "as it is": (),
    "final drive without loss": (("[0, 0.98, 0.98, 0.5, 0.5; 200, 0.98, 0.98,\n      1, 1]", "[0, 1, 1, 0, 0]"),),
    "100 W of auxiliaries": (("else 200", "else 100"),),
    "half the loss of the iron": (("u_start = 360", "u_start = 360, k_hysteresis = 10, k_eddy = 0.005"),),
    "the machine alone brakes": (("v_low = 1, v_high = 3", "v_low = 0, v_high = 0.5"), ("axle =\n      4000", "axle =\n      40000")),
    "first gear alone": (('v_up(unit = "m/s") = 16', 'v_up(unit = "m/s") = 90'),),
}
results = []


def changed(file, changes):
    """A copy of the file, with texts replaced that it has to have."""
    text = open(file).read()
    for old, new in changes:
        if old not in text:
            raise ArithmeticError("%s has no `%s`" % (file, old))
        text = text.replace(old, new)
    path = os.path.join(WORK, "changed.dtm")
    with open(path, "w") as f:
        f.write(text)
    return path


def hybrid(changes, name, cycle):
    """Fuel over the way at balanced charge."""
    car = cars.Car(DTC, WORK, changed("models/p2_hybrid/p2_hybrid.dtm", changes), "P2Hybrid.Car", SHOW, parallel.HEATING, parallel.DENSITY)
    return car.steady("of_" + name, cycle, "redeclare P2Hybrid.Rules strategy")[-1].consumption()


def electric(changes, name, cycle):
    """Wh/km of the battery."""
    car = cars.Car(DTC, WORK, changed("models/electric_axle/electric_axle.dtm", changes), "ElectricAxle.Car", "consumption,body.s", 1, 1)
    out = os.path.join(WORK, name + ".out.csv")
    rows, _ = simulated([DTC, "sim", car.written("of_" + name, cycle, ""), "--quiet", "--vars", car.show, "-o", out, *STEP[:2], "--step", "1e-2",
                         "--interval", "1"], out, warned=True)
    return rows[-1]["consumption"]/3.6


def table(title, run, variants, cycles, published):
    first = {}
    for text, changes in variants.items():
        found = {name: run(changes, name, cycle) for name, cycle in cycles.items()}
        first = first or found
        print("%s, %s: " % (title, text) + ", ".join("%s %.3f (%+.1f %%)" % (name, x, 100*(x/first[name] - 1)) for name, x in found.items()))
        if text == "these three":
            apart = max(abs(x/published[name] - 1) for name, x in found.items())
            results.append((title + ": " + text, None if apart < 0.03 else "%.1f %% from EPA's" % (100*apart)))
    results.append((title + ": runs", None))


cycles = {name: cycle_of(CYCLES, name) for name in ("hwfet", "ftp75", "udds")}
if all(cycles.values()):
    # l/100 km of 70.7 and 69 miles a gallon
    table("p2_hybrid", hybrid, HYBRID, {name: cycles[name] for name in ("hwfet", "ftp75")}, {"hwfet": 235.2146/70.7, "ftp75": 235.2146/69})
    table("electric_axle", electric, ELECTRIC, {name: cycles[name] for name in ("udds", "hwfet")}, {})
finish(results)
