"""Results are those of the command line, to the last bit, and dtc.read has what is in files."""
import csv
import subprocess

import numpy as np

import dtc
from tried import block, finish, model, put, skipped, tried

try:
    import pandas
except ImportError:
    pandas = None


def command(*words):
    subprocess.run([dtc.program(), *words], check=True, capture_output=True)


def same(a, b):
    return a.shape == b.shape and np.array_equal(np.ascontiguousarray(a).view(np.int64),
                                                 np.ascontiguousarray(b).view(np.int64))


# ---- each method, by the CSV that the command line writes -------------------------------------------------------------

runs = [("launch", {}, []), ("two_blocks", {}, []), ("autogear4", {"stop": 3}, ["--stop", "3"]),
        ("clonk", {"method": "exact"}, ["--method", "exact"]),
        ("zf4hp22", {"stop": 2, "method": "euler"}, ["--stop", "2", "--method", "euler"])]
runs += [("three_inertia", {"method": m, "step": 1e-4, "interval": 1e-3},
          ["--method", m, "--step", "1e-4", "--interval", "1e-3"])
         for m in ("euler", "semi", "rk2", "rk4", "rosenbrock", "exact")]
for name, given, words in runs:
    command("sim", model(name), "--quiet", *words, "-o", "out.csv")
    run = dtc.Model(model(name)).simulate(**given)
    with open("out.csv", newline="") as f:
        head, *rows = list(csv.reader(f))
    numbers = np.array(rows, dtype=float)
    wrong = [c for k, c in enumerate(head) if not np.array_equal(numbers[:, k], run[c])]
    tried(f"{name} {given}: the columns of the CSV", not wrong and len(head) > 3, wrong)
    read = dtc.read("out.csv")
    tried(f"{name} {given}: the CSV, read", read.names == head[1:] and all(same(read[c], numbers[:, k])
                                                                          for k, c in enumerate(head)))
    command("sim", model(name), "--quiet", *words, "-o", "out.mat")
    file = dtc.read("out.mat")
    tried(f"{name} {given}: the MAT file", file.names == run.names and file.units == run.units and
          file.words == run.words and all(same(file[c], run[c]) for c in file))

# ---- values and inputs ------------------------------------------------------------------------------------------------

file = put("launch.dtm", block("modelica launch.dtm"))
launch = dtc.Model(file)
heavy = launch.simulate(set={"load.J": 2, "clutch.fn_max": 1200.0})
command("sim", file, "--quiet", "--set", "load.J=2", "--set", "clutch.fn_max=1200", "-o", "out.mat")
tried("values", all(same(v, heavy[c]) for c, v in dtc.read("out.mat").items()))
tried("values of the model itself", all(same(v, heavy[c]) for c, v in dtc.Model(
    file, set={"load.J": 2.0, "clutch.fn_max": np.float64(1200)}).simulate().items()))
tried("parameters are told", heavy.parameters["load.J"] == 2 and heavy.last["load.J"] == 2)
tried("they hold at all times", heavy["load.J"].shape == heavy.time.shape and (heavy["load.J"] == 2).all())

put("two_speed.dtm", block("modelica two_speed.dtm"))
put("shift.yaml", block("yaml shift.yaml"))
command("sim", "two_speed.dtm", "--quiet", "--param", "shift.yaml", "-o", "out.mat")
shift = {"torque": 150, "low": ([0, 8, 8.3], [1, 1, 0]), "high": ([0, 8, 8.3], [0, 0, 1])}
car = dtc.Model("two_speed.dtm")
run = car.simulate(inputs=shift)
tried("inputs over time", all(same(v, run[c]) for c, v in dtc.read("out.mat").items()))
put("tune.yaml", "inputs: {torque: 150, low: 1}\ntune:\n  car.m: [[2, 1900], [4, 1500]]\n")
command("sim", "two_speed.dtm", "--quiet", "--param", "tune.yaml", "--stop", "6", "-o", "out.mat")
run = car.simulate(6, {"torque": 150, "low": 1}, tune={"car.m": ([2, 4], [1900, 1500])})
tried("parameters that change", all(same(v, run[c]) for c, v in dtc.read("out.mat").items()))
audit = car.simulate(3, {"torque": 150, "low": 1}, audit=True).audit
tried("an account", audit.rows[-1]["component"] == "total" and audit.units["put in"] == "J" and audit["put in"][-1] > 1e4 and
      abs(audit["put in"][-1] - audit["dissipated"][-1] - audit["stored at end"][-1]) < 1e-3 * audit["put in"][-1] and
      any("residual" in note for note in audit.notes), audit)
half = car.simulate(3, {"torque": 150, "low": 1}, save_state="half.mat", method="euler")
rest = car.simulate(6, {"torque": 150, "low": 1}, state="half.mat", method="euler")
whole = car.simulate(6, {"torque": 150, "low": 1}, method="euler")
tried("a state that is gone on from", same(rest["speed"], whole["speed"][-len(rest.time):]) and
      half.time[-1] == rest.time[0] == 3)

# ---- names, views -----------------------------------------------------------------------------------------------------

tried("patterns", run.select("*.w", "speed")[-1] == "speed" and "sun.w" in run.select("*.w"))
tried("vars", car.simulate(1, vars="speed,sun.w").names == ["speed", "sun.w"] ==
      car.simulate(1, vars=["speed", "sun.w"]).names)
tried("units", run.units["speed"] == "m/s" and run.words["brake.mode"][0] == "stuck")
try:
    run["speed"][0] = 1
    tried("arrays cannot be written to", False)
except ValueError:
    tried("arrays cannot be written to", True)

if pandas is None:
    skipped("to_pandas: python3-pandas is missing")
else:
    run = launch.simulate()
    frame = run.to_pandas()
    tried("to_pandas", all(same(frame[c].to_numpy(), run[c]) for c in frame) and "load.J" not in frame and
          same(frame.index.to_numpy(), run.time) and frame.attrs["units"]["load.w"] == "rad/s", frame)
    tried("chosen", list(run.to_pandas("load.*", "engine.w").columns)[-1] == "engine.w")
    drive = pandas.DataFrame({"torque": [150., 150, 100], "low": [1., 1, 1]}, index=[0, 1, 2.5])
    a = car.simulate(4, drive)
    b = car.simulate(4, {name: (drive.index.to_numpy(), drive[name].to_numpy()) for name in drive})
    c = car.simulate(4, {name: drive[name] for name in drive})
    tried("inputs of a table", all(same(a[n], b[n]) and same(b[n], c[n]) for n in a), a)
finish()
