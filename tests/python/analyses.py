"""What analyses give is what the command line says: matrices, modes, gears, equilibria, lists, pages."""
import json
import subprocess
from fractions import Fraction

import numpy as np

import dtc
from tried import block, finish, model, put, refused, tried


def told(*words):
    return json.loads(subprocess.run([dtc.program(), *words, "--format", "json"], check=True, capture_output=True).stdout)


# ---- a spring between two inertias: closed forms ----------------------------------------------------------------------

k, J1, J2, d = 100., 2., 3., 0.5
pair = dtc.Model.from_text(f'''model pair
  import Drivetrain.*;
  input Real tau(unit = "N.m");
  output Real w(unit = "rad/s") = b.w;
  Shaft.Inertia a(J = {J1}, phi(fixed = true), w(fixed = true)), b(J = {J2});
  Spring.SpringDamper s(c = {k}, d = {d}, phi_rel(fixed = true), w_rel(fixed = true));
  Source.Torque source;
equation
  source.tau = tau;
  connect(source.flange, a.flange_a);
  connect(a.flange_b, s.flange_a);
  connect(s.flange_b, b.flange_a);
end pair;
''')
linear = pair.linearize()
tried("shapes", linear.A.shape == (len(linear.states),) * 2 and linear.B.shape == (len(linear.states), 1) and
      linear.C.shape == (1, len(linear.states)) and linear.D.shape == (1, 1), linear)
values = np.linalg.eigvals(linear.A)
omega = np.sqrt(k * (1 / J1 + 1 / J2))
tried("the eigenvalue", np.isclose(abs(values), omega, rtol=1e-9).sum() == 2, values)
s = 2.3j
transfer = linear.C @ np.linalg.solve(s * np.eye(len(values)) - linear.A, linear.B) + linear.D
exact = (d * s + k) / (J1 * J2 * s ** 2 + (J1 + J2) * (d * s + k)) / s
tried("the transfer function", np.allclose(transfer, exact, rtol=1e-9), (transfer, exact))
tried("names", linear.inputs == ["tau"] and linear.outputs == ["w"])
modes = pair.modes()
frequency = modes["modes"]["frequency"]
tried("modes", np.isclose(frequency[-1], omega / (2 * np.pi), rtol=1e-9) and modes["modes"].units["frequency"] == "Hz", modes)
tried("a cell without a number is NaN", np.isnan(modes["modes"]["damped"][0]))
none = dtc.Model.from_text("model none Real x(start = 1, fixed = true); equation der(x) = -2*x; end none;").linearize()
tried("no inputs, no outputs", none.A.tolist() == [[-2]] and none.B.shape == (1, 0) and none.C.shape == (0, 1) and
      none.D.shape == (0, 0), none)

# ---- as the command line tells it -------------------------------------------------------------------------------------

box = dtc.Model(model("zf4hp22"), name="Zf4hp22.Bench")
gears = box.gears(sub="gearbox")
raw = told("gears", model("zf4hp22"), "--model", "Zf4hp22.Bench", "--sub", "gearbox")
tried("gears", [row["ratio"] for row in gears["gears"]] ==
      [Fraction(row["ratio"]["exact"]) for row in raw["gears"]["rows"]], gears["gears"])
tried("as numbers", np.array_equal(gears["gears"]["ratio"], [row["ratio"]["value"] for row in raw["gears"]["rows"]]))
car = dtc.Model(put("two_speed.dtm", block("modelica two_speed.dtm")), set={"low": 1})
steady = car.equilibrium(solve="torque", for_={"speed": 20})
tried("an equilibrium", steady.title and any("torque" in str(row) for table in steady.values() for row in table), steady)
held = car.linearize(in_=["torque"], out=["speed"], stuck=["brake"])
raw = told("linearize", "two_speed.dtm", "--set", "low=1", "--in", "torque", "--out", "speed", "--stuck", "brake")
tried("a stuck brake", held.B[0, 0] == raw["B"]["rows"][0]["torque"] != 0, held)
tried("another command", "peaks" in " ".join(pair.analyse("bode", in_="tau", out="b.w")) or len(pair.analyse("bode")) > 0)
refused("no such option", dtc.Error, lambda: car.modes(stuk="A"), "--stuk")
refused("no such element", dtc.Error, lambda: car.modes(stuck="A"), "A")
sweep = pair.modes(vary={"s.c": [100, 400]})
tried("a sweep", any(np.isclose(v, 2 * omega / (2 * np.pi), rtol=1e-6)
                     for t in sweep.values() for row in t for v in row.values() if isinstance(v, float)), sweep)

# ---- many runs --------------------------------------------------------------------------------------------------------

launch = dtc.Model(put("launch.dtm", block("modelica launch.dtm")))
study = launch.sweep({"load.J": [1, 2.5], "clutch.fn_max": "600:200:800"}, {"w": "load.w", "heat": "integral(clutch.lossPower)"})
tried("a sweep: rows", len(study) == 4 and study["load.J"].tolist() == [1, 1, 2.5, 2.5] and study["status"] == ["ok"] * 4, study)
tried("bits of single runs", [launch.simulate(method="euler", set={"load.J": row["load.J"], "clutch.fn_max": row["clutch.fn_max"]}
                                              ).last["load.w"] for row in study] == study["w"].tolist(), study)
driven = car.sweep({"car.m": [1000., 2000]}, {"v": "speed"}, inputs={"torque": ([0, 1], [0, 100])}, stop=2)
tried("with inputs", driven["v"].tolist() == [car.simulate(2, {"torque": ([0, 1], [0, 100])}, "euler", set={"car.m": m}
                                                           ).last["speed"] for m in (1000, 2000)], driven)
random = launch.sweep({"load.J": "uniform(1, 3)"}, {"w": "load.w"}, design="sobol:16", seed=3)
tried("numbers of a design", len(set(random["load.J"])) == 16 and 1 <= random["load.J"].min() < random["load.J"].max() <= 3)
both = [launch.sweep({"load.J": given}, {"heat": "integral(clutch.lossPower)"}, design="lhs:5")
        for given in ({"uniform": [1, 3]}, "uniform(1, 3)")]
tried("a distribution as a file has it", both[0]["heat"].tolist() == both[1]["heat"].tolist() and len(both[0]) == 5, both[0])
tried("values that scale", launch.sweep({"load.J": {"scale": [2, 3]}}, {"J": "load.J"})["J"].tolist() == [2, 3])
tried("units", study.units == {"load.J": "kg.m2", "clutch.fn_max": "N", "w": "rad/s", "heat": "J"}, study.units)
refused("one value", TypeError, lambda: launch.sweep({"load.J": 1.}, {"w": "load.w"}), "load.J: what varies has several values")
refused("no such metric", dtc.Error, lambda: launch.sweep({"load.J": [1]}, {"w": "load.v"}), "load.v")

# ---- lists ------------------------------------------------------------------------------------------------------------

tried("parameters", car.parameters["car.m"].value == 1200 and car.parameters["car.m"].unit == "kg" and
      car.parameters["car.m"].min == 0 and car.parameters["set.z_ring"].structural)
tried("inputs, outputs, states", list(car.inputs) == ["torque", "low", "high"] and list(car.outputs) == ["speed", "motor"] and
      "carrier.w" in car.states)
tried("values of the model", dtc.Model("two_speed.dtm", {"car.m": 900}).parameters["car.m"].value == 900)
tried("cost", car.cost(method="rk4")["operations"]["step"]["all"] > car.cost()["operations"]["step"]["all"])

# ---- what notebooks show ----------------------------------------------------------------------------------------------

run = car.simulate(2, {"torque": 100})
for what, shown in (("a result", run._repr_html_()), ("parameters", car.parameters._repr_html_()), ("tables", gears._repr_html_()),
                    ("a page of a run", car.page(stop=1)._repr_html_()), ("a page of a result", run.page()._repr_html_()),
                    ("a model", car._repr_html_())):
    tried(f"{what} as HTML", shown.startswith("<") and shown.rstrip().endswith(">") and len(shown) > 300, shown[:300])
tried("the page is that of dtc", "<html" in car.page(stop=1).text and "diagram" in car.page(stop=1).text)
try:
    picture = car.diagram()
    tried("the diagram", picture.text.startswith("<svg") and "clutch" in picture.text)
except dtc.Error as problem:                # without the program dot
    tried("why there is no diagram", "dot" in str(problem), problem)
wrong = dtc.Model.from_text("model wrong Real x; equation y = 1; end wrong;")
tried("a wrong model says why", "unknown name `y`" in wrong._repr_html_(), wrong._repr_html_())
tried("and is checked", [d.message for d in wrong.check() if d.severity == "error"][0].startswith("unknown name `y`"))
try:
    import matplotlib
    matplotlib.use("Agg")
    axes = run.plot("speed", "*.w", "clutch.mode")
    tried("a plot: panels", [a.get_ylabel() for a in axes] == ["[m/s]", "[rad/s]", ""] and
          "stuck" in [t.get_text() for t in axes[2].get_yticklabels()], [a.get_ylabel() for a in axes])
    tried("and lines", np.array_equal(axes[0].lines[0].get_ydata(), run["speed"]))
except ImportError:
    from tried import skipped
    skipped("plot: python3-matplotlib is missing")
finish()
