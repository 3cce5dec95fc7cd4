"""What dtc refuses is an exception that has the place and the words; what it warns of, a warning."""
import pickle
import warnings

import dtc
from tried import block, finish, put, refused, tried

text = block("modelica launch.dtm")
name = text.index("connect(pressure.y")
wrong = text.replace("connect(pressure.y", "connect(presure.y")
line = text[:name].count("\n") + 1
column = name - text.rfind("\n", 0, name) + len("connect(")

e = refused("a mistake in a model", dtc.ModelError, lambda: dtc.Model.from_text(wrong).simulate(),
            "unknown name `presure`; did you mean `pressure`?", "^~~~~~~")
if e:
    tried("its place", (e.file, e.line, e.column) == ("model.dtm", line, column), (e.file, e.line, e.column))
    tried("its line, and the caret below it", e.source == wrong.splitlines()[line - 1] and
          e.caret == " " * (column - 1) + "^~~~~~~", (e.source, e.caret))
    tried("its message", e.message == "unknown name `presure`; did you mean `pressure`?", e.message)
    again = pickle.loads(pickle.dumps(e))
    tried("it crosses processes", str(again) == str(e) and again.line == e.line)
put("wrong.dtm", wrong)
e = refused("the same in a file", dtc.ModelError, lambda: dtc.Model("wrong.dtm").simulate(), "wrong.dtm:%d:%d" % (line, column))
tried("the file as it was given", e and e.file == "wrong.dtm", e and e.file)

launch = dtc.Model(put("launch.dtm", text))
e = refused("no such parameter", dtc.ModelError, lambda: launch.simulate(set={"load.Q": 2}), "did you mean `load.J`?")
tried("its value as it was given", e and e.source == "load.Q=2", e and e.source)
refused("a value that is none", ValueError, lambda: launch.simulate(set={"load.J": float("nan")}), "nan")
refused("no such file", FileNotFoundError, lambda: dtc.Model("nothing.dtm"), "nothing.dtm")
refused("no such method", dtc.Error, lambda: launch.simulate(method="eul"), "eul")
refused("no such input", dtc.Error, lambda: launch.simulate(inputs={"throttle": 1}), "throttle")
refused("times that do not fit", ValueError, lambda: launch.simulate(inputs={"x": ([0, 1], [1])}), "x:")
refused("no such input, of a file of our own", dtc.Error, lambda: launch.simulate(inputs={"throttle": 1}), "inputs.yaml:1")
run = launch.simulate()
refused("no name of a variable", KeyError, lambda: run["nothing"], "there is no variable nothing")
refused("one that is meant", dtc.UnknownName, lambda: run["engine.ww"], "did you mean engine.w?")
refused("in a pattern", KeyError, lambda: launch.simulate().plot("load.W"), "did you mean load.w?")
refused("a parameter", KeyError, lambda: launch.parameters["load.j"], "there is no parameter load.j; did you mean load.J?")
e = refused("a table", KeyError, lambda: launch.modes()["mode"], "did you mean modes?")
tried("which crosses processes", str(pickle.loads(pickle.dumps(e))) == str(e))
tried("what is there, and what is not", "engine.w" in run and "engine.ww" not in run and run.get("engine.ww") is None)
refused("no value", TypeError, lambda: launch.simulate(set={"load.J": None}), "None is no value")
refused("an input that is a text", TypeError, lambda: launch.simulate(inputs={"x": "5"}), "x: an input is a number")
refused("no name that fits", KeyError, lambda: launch.simulate().select("*.nothing"), "*.nothing")

ends = dtc.Model.from_text('''model ends
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  assert(x < 1.5, "x is too large");
end ends;
''')
e = refused("a run that ends early", dtc.RunError, lambda: ends.simulate(stop=2), "assertion failed: x is too large")
tried("has what came before", e and e.result is not None and 0.49 < e.result.time[-1] < 0.51, e and e.result)
tried("and says what it is about", e and e.diagnoses[0].notes[0].line == 2, e and e.diagnoses)
again = pickle.loads(pickle.dumps(e))
tried("it crosses processes", len(again.result.time) == len(e.result.time))

loose = "\n".join(row for row in text.splitlines() if "connect(clutch.flange_b" not in row)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    refused("a model with a mistake and a warning", dtc.ModelError, lambda: dtc.Model.from_text(loose).simulate())
    dtc.Model.from_text(text).simulate()
    tried("nothing to warn of", not seen, seen)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    launch.simulate(1, method="euler", interval=1.5e-3)
    tried("a warning, of this file", len(seen) == 1 and seen[0].category is dtc.Warning and
          seen[0].filename == __file__ and "--interval is rounded" in str(seen[0].message), seen)

with open("cut.mat", "wb") as f:
    f.write(launch.simulate()._data[:5000])
refused("a file that is cut off", dtc.Error, lambda: dtc.read("cut.mat"), "cut.mat", "cut off")
for n in (3, 30, 300, 3000):
    with open("cut.mat", "wb") as f:
        f.write(launch.simulate()._data[:n])
    refused(f"a file cut off after {n} bytes", dtc.Error, lambda: dtc.read("cut.mat"), "cut.mat")
put("odd.csv", "time,a\n0,1\n1\n")
refused("a row too short", dtc.Error, lambda: dtc.read("odd.csv"), "row 2")
finish()
