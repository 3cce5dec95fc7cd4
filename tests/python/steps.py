"""Instances: steps bit by bit those of the command line, inputs, parameters between steps, states, threads."""
import copy
import gc
import pickle
import resource
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np

import dtc
from tried import block, finish, model, put, refused, tried

METHODS = ("euler", "semi", "rk2", "rk4", "rosenbrock", "exact")
car = dtc.Model(put("two_speed.dtm", block("modelica two_speed.dtm")))
shift = {"torque": 150, "low": ([0, 1, 1.3], [1, 1, 0]), "high": ([0, 1, 1.3], [0, 0, 1])}


def same(a, b, times=np.array_equal):
    """Every variable that both have, to the last bit; some there must be."""
    names = [n for n in a if n in b]
    return names and times(a.time, b.time) and all(np.array_equal(a[n], b[n], equal_nan=True) for n in names)


# ---- the command line's bits ------------------------------------------------------------------------------------------

for method in METHODS:
    run = car.start(shift, method=method).run(2, shift)
    tried(f"{method}: rows of dtc sim", same(run, car.simulate(2, shift, method)), run)
    tried(f"{method}: it moves", run["speed"][-1] > 2 and run["sun.w"].max() > 1)
for name, h in (("autogear4", 1e-3), ("clonk", 1e-4), ("three_inertia", 1e-4)):
    of = dtc.Model(model(name))
    run, there = of.start(step=h).run(.5), of.simulate(.5, method="euler", step=h, interval=h)
    tried(f"{name}: rows of dtc sim", same(run, there))
    tried(f"{name}: its columns", {n for n in there if n not in there.parameters} <= set(run) and
          not any(".law." in n and n.endswith((".s", ".lambda", ".lo")) for n in run), list(run))
single = car.start(shift, single=True).run(1, shift)
tried("single precision", same(single, car.simulate(1, shift, "euler", single=True), np.allclose) and
      not same(single, car.simulate(1, shift, "euler"), np.allclose))
chosen = car.start(shift, vars="speed").run(1, shift)
tried("chosen variables", same(car.start(shift, vars=["speed"]).run(1, shift, ["speed", "*.w", "low"]), chosen))

a, b = car.start(shift), car.start(shift)
for k in range(2000):
    a["low"], a["high"] = np.interp(a.time, *shift["low"]), np.interp(a.time, *shift["high"])
    a["torque"] = 150
    a.step()
b.run(2, shift)
tried("step by step", all(a[n] == b[n] or a[n] != a[n] for n in a.names if n not in ("low", "high")) and a.time == b.time == 2,
      [n for n in a.names if a[n] != b[n]])
c = car.start({"low": 1, "torque": 150})
c.step(500)
d = car.start({"low": 1, "torque": 150}).run(.5)
tried("many steps in a call", c["speed"] == d["speed"][-1] and c.time == d.time[-1] == .5)
tried("a row a tenth", np.array_equal(car.start({"low": 1, "torque": 150}).run(.5, every=100)["speed"], d["speed"][::100]))

# ---- values -----------------------------------------------------------------------------------------------------------

heavy = {"car.m": 1900, "axle.ratio": 9.5}
run = car.simulate(1, {"low": 1, "torque": 150}, "euler", set=heavy)
tried("values of an instance", same(car.start({"low": 1, "torque": 150}, set=heavy).run(1), run))
tried("values of the model", same(dtc.Model("two_speed.dtm", heavy).start({"low": 1, "torque": 150}).run(1), run))
tried("which need no other code", len({s.mark for s in [car.start(set={"car.m": m})._object for m in (1000, 1100., np.float64(3))]}) == 1)
teeth = {"set.z_ring": 90, "car.m": 1000.}
tried("and some that are part of it", same(car.start({"low": 1, "torque": 150}, set=teeth).run(1),
                                           car.simulate(1, {"low": 1, "torque": 150}, "euler", set=teeth)) and
      car.start(set=teeth)._object.mark != car.start()._object.mark)
table = dtc.Model.from_text('''model table
  type Side = enumeration(left, right);
  parameter Real a[2,3] = {{1, 2, 3}, {4, 5, 6}};
  parameter Integer n = 2;
  parameter Boolean on = true;
  parameter Side side = Side.left;
  Real s[n](each start = 0, each fixed = true);
  Real q(start = 1, fixed = true);
equation
  for i in 1:n loop der(s[i]) = a[i,1]; end for;
  der(q) = if on then a[2,3] else if side == Side.left then a[1,2] else 2;
end table;
''')
for values in ({"a": [[1, 2, 3], [4, 5, 7]]}, {"a": np.arange(6).reshape(2, 3)}, {"a[2,3]": 9}, {"on": False},
               {"on": False, "side": "right"}, {"n": 1}, {"q.start": 4}, {"a[1,2]": 3, "on": False}, {"on": np.bool_(False)}):
    run, other = table.start(set=values).run(1), table.simulate(1, method="euler", set=values)
    tried(f"values {values}", all(np.array_equal(run[n], other[n]) for n in other if n in run) and "q" in run and
          not np.array_equal(other["q"], table.simulate(1, method="euler")["q"]) or values in ({"n": 1},), run.last)
rows = dtc.Model.from_text("""model rows
  parameter Real t[:,2] = [0, 1; 1, 2];
  parameter Real k = 1;
  Real y(start = 0, fixed = true);
equation
  der(y) = k*t[end,2];
end rows;
""")
refused("values out of bounds", dtc.ModelError, lambda: rows.start(set={"t": [[0, 1], [1, 2], [2, 3], [3, "x"]]}), "x")
tried("which are not in the way of others", rows.start(set={"t": [[0, 1], [1, 2], [2, 3], [3, 4]]}).run(1)["y"][-1] > 3.9)
tried("whose code hangs on its size alone", len({rows.start(set={"t": [[0, 1], [1, x], [2, x]]})._object.mark for x in (1., 2, 3)}) == 1)
for values in ({"t": [[0, 1], [1, 3]]}, {"t": [[0, 4]], "k": 2}, {"t": [[0, 1], [1, 2], [2, 5]], "k": 3}, {"t[2,2]": 7}):
    tried(f"an array of any size {values}", rows.start(set=values).run(1)["y"][-1] ==
          rows.simulate(1, method="euler", set=values).last["y"] > 2)
refused("no such parameter", dtc.ModelError, lambda: car.start(set={"car.mm": 2}), "did you mean `car.m`?")
refused("no number", ValueError, lambda: car.start(set={"car.m": float("inf")}), "car.m")
refused("out of its bounds", dtc.RunError, lambda: car.start(set={"car.m": -2.}), "below its min = 0")
refused("no such input", KeyError, lambda: car.start({"throttle": 2}), "there is no input throttle")

# ---- inputs, parameters between steps ---------------------------------------------------------------------------------

c = car.start({"low": 1, "torque": 150})
refused("an input that is meant", KeyError, lambda: c.__setitem__("torq", 2), "there is no input torq; did you mean torque?")
refused("a variable that is meant", KeyError, lambda: c["sped"], "there is no variable sped; did you mean speed?")
refused("a parameter that is meant", KeyError, lambda: c.tune({"car.M": 2}), "did you mean car.m?")
refused("a text", TypeError, lambda: c.__setitem__("low", "5"), "low: a number is wanted, not '5'")
refused("a text for a parameter", TypeError, lambda: c.tune({"car.m": "5"}), "car.m: a number is wanted, not '5'")
refused("a step back", ValueError, lambda: c.step(-1), "steps: 0 or more, not -1")
refused("half a step", TypeError, lambda: c.step(0.5), "steps: a whole number is wanted, not 0.5")
refused("a time that is none", ValueError, lambda: c.run(-1), "duration: seconds, 0 or more, not -1")
refused("no rows", ValueError, lambda: c.run(1, every=0), "every: 1 or more, not 0")
refused("a parameter is no input", KeyError, lambda: c.__setitem__("car.m", 2), "tune")
refused("nor is a variable", KeyError, lambda: c.__setitem__("speed", 2), "speed")
refused("no number of it", dtc.Error, lambda: c.__setitem__("low", float("nan")), "low")
c.step(1000)
before, other = c.save(), copy.copy(c)
refused("tune refuses", dtc.RunError, lambda: c.tune({"axle.ratio": 5, "car.m": -1}), "below its min = 0")
tried("and nothing has changed", all(c[n] == other[n] for n in c.names if c[n] == c[n]))
c.step(100)
other.step(100)
tried("in what comes either", all(c[n] == other[n] for n in c.names if c[n] == c[n]))
c.restore(before)
refused("tune of what is none", KeyError, lambda: c.tune({"speed": -1}), "speed")
c.tune({"car.m": 1900, "axle.ratio": 9})
tried("tune acts", c["car.m"] == 1900 == c.parameters["car.m"])
c.step(1000)
other = car.simulate(2, {"low": 1, "torque": 150}, "euler", tune={"car.m": (1, 1900), "axle.ratio": (1, 9)})
tried("as dtc sim does it", c["speed"] == other["speed"][-1], (c["speed"], other["speed"][-1]))
c["low"] = 3
e = refused("a step that fails", dtc.RunError, c.step, "low is above its max = 1")
tried("has its status", e and e.status == 10, e and e.status)
c.restore(before)
e = refused("a run that fails", dtc.RunError, lambda: c.run(1, {"low": ([1, 1.5, 2], [1, 1, 2])}), "low is above")
tried("has the rows before that", e and 1.5 <= e.result.time[-1] < 1.6, e and e.result)
ends = dtc.Model.from_text('model ends Real x(start = 0, fixed = true); equation der(x) = 1; when x > 0.5 then terminate("far"); end when; end ends;')
e = ends.start()
e.step(1000)
tried("a model that ends its run", e.terminated and 0.5 < e.time < 0.51 and e.step() == e.time and len(e.run(1).time) == 1, e)

# ---- states -----------------------------------------------------------------------------------------------------------

a = car.start(shift)
a.run(1.1, shift)
state = a.save()
b, c, d = copy.copy(a), pickle.loads(pickle.dumps(a)), car.start()
d.restore(state)
ends_at = [x.run(1, shift)["sun.w"] for x in (a, b, c, d)]
a.restore(state)
ends_at.append(a.run(1, shift)["sun.w"])
tried("states: copied, pickled, restored", all(np.array_equal(x, ends_at[0]) for x in ends_at) and abs(ends_at[0][-1]) > 1)
tried("a copy has its own state", b.step() > 2.1 and a.time == 2.1 or a.time == b.time - a.step_size)
refused("a state of another model", ValueError, lambda: ends.start().restore(state), "another model")
old = pickle.dumps(a)
put("two_speed.dtm", block("modelica two_speed.dtm").replace("J = 0.05", "J = 0.06"))
refused("a state of what the file no longer has", dtc.Error, lambda: pickle.loads(old), "two_speed.dtm")
put("two_speed.dtm", block("modelica two_speed.dtm"))
with ProcessPoolExecutor(2) as pool:
    others = list(pool.map(dtc.Instance.save, [pickle.loads(old)] * 4))
tried("states cross processes", all(o == a.save() for o in others))

# ---- many -------------------------------------------------------------------------------------------------------------

ratios = np.linspace(5, 12, 200)


def drive(ratio):
    return car.start({"low": 1, "torque": 150}, set={"axle.ratio": ratio}).run(1)["speed"][-1]


with ThreadPoolExecutor(8) as pool:
    together = list(pool.map(drive, ratios))
tried("200 variants in threads", together == [drive(r) for r in ratios] and len(set(together)) == 200)
with ThreadPoolExecutor(8) as pool:
    runs = list(pool.map(lambda r: car.simulate(1, {"low": 1, "torque": 150}, set={"axle.ratio": r}, vars="speed")["speed"][-1],
                         ratios[::20]))
tried("and of variable steps", runs == [car.simulate(1, {"low": 1, "torque": 150}, set={"axle.ratio": r}, vars="speed")["speed"][-1]
                                        for r in ratios[::20]] and len(set(runs)) == 10)


def turns(work):
    """How often another thread has its turn while this one works."""
    count, over = [0], threading.Event()

    def other():
        while not over.is_set():
            count[0] += 1
            time.sleep(0)
    thread = threading.Thread(target=other)
    thread.start()
    work()
    over.set()
    thread.join()
    return count[0]


sys.setswitchinterval(100)                  # nobody takes the lock from one who holds it
long = car.start({"low": 1, "torque": 10})
tried("the lock of the interpreter is let go of", turns(lambda: long.step(300000)) > 100)
sys.setswitchinterval(5e-3)

for _ in range(200):
    car.start()
gc.collect()
size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(20000):
    dtc.Instance(long._object, long._build)
tried("instances leave nothing", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - size < 2000,
      resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - size)

# ---- speed ------------------------------------------------------------------------------------------------------------

def least(times, work):
    found = []
    for _ in range(times):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


inside = least(5, lambda: long.step(20000))
outside = least(5, lambda: [long.step() for _ in range(2000)]) * 10
tried("steps in a call are those of C: a fifth of as many calls", inside < outside / 5, (inside, outside))
finish()
