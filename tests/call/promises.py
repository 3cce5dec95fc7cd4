# What docs/call.md promises of shared objects, of --inputs and of JSON: promises.py DTC WORK. Model is the class of that
# page, which check.sh has put into WORK/model.py.
import csv, ctypes, glob, json, os, re, shlex, subprocess, sys

dtc, work = sys.argv[1], sys.argv[2]
sys.path.insert(0, work)
from model import Model

passed = failed = 0
source, bench = "tests/call/launch.dtm", "models/zf4hp22/zf4hp22.dtm"


def try_(what, good, told=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED", what, str(told)[:600])


def run(*words, env=None):
    r = subprocess.run([dtc, *words], capture_output=True, text=True, env={**os.environ, **(env or {})})
    return r.returncode, r.stdout, r.stderr


def at(name):
    return os.path.join(work, name)


def built(name, *words):
    code, _, said = run(*words, "-o", at(name))
    try_("it is built: " + name, code == 0, said)
    return Model(at(name))


def simulated(name, *words):
    code, _, said = run("sim", *words, "--quiet", "-o", at(name))
    try_("it runs: " + name, code == 0, said)
    with open(at(name)) as f:
        rows = list(csv.reader(f))
    return rows[0], [[float(x) for x in row] for row in rows[1:]], said


def same(rows, other):
    return len(rows) == len(other) and all(list(a) == list(b) for a, b in zip(rows, other))


def put(name, text):
    with open(at(name), "w") as f:
        f.write(text)
    return at(name)


# ---- runs are those of dtc sim -------------------------------------------------------------------------------------------

drive = put("drive.csv", "# measured\ntime [ms],throttle [%],v_wind [km/h],gear,brake\n0,50,0,1,0\n150.5,100,36,1,0\n"
            "500,100,36,1,1\n500,0,72,2,1\n800,20,3.6,3,0\n1000,20,3.6,3,0\n")
over_time = {"throttle": ([0, .1505, .5, .5, .8, 1], [.5, 1, 1, 0, .2, .2]),
             "v_wind": ([0, .1505, .5, .5, .8, 1], [0, 36 * (1 / 3.6), 36 * (1 / 3.6), 72 * (1 / 3.6), 3.6 * (1 / 3.6), 3.6 * (1 / 3.6)]),
             "gear": ([0, .1505, .5, .5, .8, 1], [1, 1, 1, 2, 3, 3]),
             "brake": ([0, .1505, .5, .5, .8, 1], [0, 0, 1, 1, 0, 0])}
kmh = 1000 / 3600                      # as the table of units has it
over_time["v_wind"] = (over_time["v_wind"][0], [kmh * x for x in (0, 36, 36, 72, 3.6, 3.6)])
ms = [0.001 * t for t in (0, 150.5, 500, 500, 800, 1000)]
over_time = {k: (ms, v) for k, (_, v) in over_time.items()}
over_time["throttle"] = (ms, [0.01 * x for x in (50, 100, 100, 0, 20, 20)])
columns = ["time", "throttle", "v_wind", "w", "engine.w", "load.w"]

for method in ("euler", "semi", "rk2", "rk4", "rosenbrock", "exact"):
    m = built(method + ".so", source, "--model", "Called.Launch", "--method", method, "--vars", "engine.w,load.w")
    m.setup(over_time)
    rows = m.run(1000, columns, every=7, inputs=over_time)
    head, others, _ = simulated(method + ".csv", source, "--model", "Called.Launch", "--method", method, "--inputs",
                                drive, "--interval", "0.007", "--vars", ",".join(columns))
    try_("rows of dtc sim, bit by bit: " + method, head == columns and same(rows, others), [rows[1], others[1]])
    try_("the load moves", rows[-1][5] > 10, rows[-1])
single = built("single.so", source, "--model", "Called.Launch", "--float", "--vars", "engine.w,load.w")
single.setup(over_time)
rows = single.run(1000, columns, every=7, inputs=over_time)
head, others, _ = simulated("single.csv", source, "--model", "Called.Launch", "--float", "--inputs", drive, "--interval",
                            "0.007", "--vars", ",".join(columns), "--method", "euler")
try_("in single precision too", same([r[1:] for r in rows], [r[1:] for r in others]), [rows[1], others[1]])

held = Model(at("euler.so"))
held.setup(over_time)
rows = held.run(1000, columns, every=7, inputs=over_time, held=("throttle", "v_wind"))
_, others, _ = simulated("held.csv", source, "--model", "Called.Launch", "--method", "euler", "--inputs", drive, "--held",
                         "throttle,v_*", "--interval", "0.007", "--vars", ",".join(columns))
try_("held inputs as well", same(rows, others) and {r[1] for r in rows} <= {.5, 1, 0, .2}, [rows[1], others[1]])

car = built("bench.so", bench, "--model", "Zf4hp22.Bench")
with open("models/zf4hp22/bench.csv") as f:
    table = [row for row in csv.reader(f) if not row[0].startswith("#")]
times = [float(row[0]) for row in table[1:]]
given = {re.sub(r" \[.*", "", name): (times, [float(row[k]) * (0.01 if "%" in name else 1) for row in table[1:]])
         for k, name in enumerate(table[0]) if k}
car.setup(given)
wanted = ["time", "v", "a", "w_turbine", "w_output", "w_engine_out"]
rows = car.run(8000, wanted, every=10, inputs=given)
_, others, _ = simulated("bench.csv", bench, "--model", "Zf4hp22.Bench", "--method", "euler", "--stop", "8", "--interval",
                         "0.01", "--inputs", "models/zf4hp22/bench.csv", "--vars", ",".join(wanted))
try_("a gearbox with its shift", same(rows, others) and rows[-1][1] > 10, [rows[-1], others[-1]])

# ---- calls -----------------------------------------------------------------------------------------------------------------


def fresh(name="euler.so", **given):
    m = Model(at(name))
    for key, value in given.items():
        m[key] = value
    m.setup()
    return m


whole = fresh().run(900, columns, inputs=over_time)
m, parts = fresh(), []
for _ in range(3):
    parts += m.run(300, columns, inputs=over_time)[1 if parts else 0:]
try_("a run in three", same(whole, parts))
m, by_hand = fresh(), []
for k in range(901):
    for name, (t, v) in over_time.items():
        i = max(j for j in range(len(t)) if t[j] <= m["time"])
        linear = name in ("throttle", "v_wind") and i + 1 < len(t) and m["time"] > t[i]
        m[name] = v[i] + (m["time"] - t[i]) / (t[i + 1] - t[i]) * (v[i + 1] - v[i]) if linear else v[i]
    m.check(m.f.dtc_call_evaluate(m.info, m.m))
    by_hand.append([m[c] for c in columns])
    m.check(m.f.dtc_call_advance(m.info, m.m))
try_("call by call", same(whole, by_hand))
m = fresh()
m.run(450, columns, inputs=over_time)
other = Model(at("euler.so"))
ctypes.memmove(other.m, m.m, len(m.m))
try_("bytes go on", same(whole[450:], other.run(450, columns, inputs=over_time)))
try_("no rows are wanted", m.run(0, []) == [[]] and m.run(7, ["time"], every=3)[-1][0] == m["time"])
names = [ctypes.create_string_buffer(100) for _ in range(m.f.dtc_call_variables(m.info))]
for k, text in enumerate(names):
    m.f.dtc_call_name(m.info, k, text, 100)
try_("names and numbers", all(m.number(text.value.decode()) == k for k, text in enumerate(names)) and len(names) > 15)
try_("a name that is cut off", m.f.dtc_call_name(m.info, m.number("engine.w"), names[0], 4) == 8 and names[0].value == b"eng")
try_("units", m.f.dtc_call_unit(m.info, m.number("w")) == b"rad/s" and m.f.dtc_call_unit(m.info, 999) == b"")
try_("the negative of another", m["against"] == -m["w"] != 0)

# Two objects of one name in one program, also where the first hands out its names.
ctypes.CDLL(at("single.so"), ctypes.RTLD_GLOBAL)
a, b, c = fresh(), fresh("single.so"), fresh(J_load=2)
ra, rb, rc = (x.run(500, ["load.w"]) for x in (a, b, c))
try_("two models of one name", ra == fresh().run(500, ["load.w"]) and 0 < abs(ra[-1][0] - rb[-1][0]) < 1e-2 and
     ra[-1][0] > rc[-1][0] > 1, [ra[-1], rb[-1], rc[-1]])


def refused(what, words, call):
    try:
        call()
        try_(what, False, "it was not refused")
    except RuntimeError as e:
        try_(what, words in str(e), e)


m = Model(at("euler.so"))
refused("a run before setup", "no state yet", lambda: m.run(10, columns))
m = fresh()
before = bytes(m.m)
for what, name, x in (("a state", "load.w", 1), ("not finite", "throttle", float("nan")), ("no Integer", "gear", 1.5),
                      ("no Boolean", "brake", 2), ("too large", "gear", 1e10)):
    refused(what, "can be set" if what == "a state" else "no number", lambda: m.__setitem__(name, x))
try_("nothing was set", bytes(m.m) == before)
for what, words, call in (
        ("times that go back", "ascend", lambda: m.run(10, [], inputs={"throttle": ([1, 0], [0, 0])})),
        ("no points", "points", lambda: m.run(10, [], inputs={"throttle": ([], [])})),
        ("a parameter over time", "can be set", lambda: m.run(10, [], inputs={"J_load": ([0], [1])})),
        ("a value that is none", "no number", lambda: m.run(10, [], inputs={"gear": ([0], [1.5])})),
        ("every 0", "every", lambda: m.run(10, [], every=0)), ("steps back", "steps", lambda: m.run(-1, []))):
    refused(what, words, call)
try_("nothing has moved", bytes(m.m) == before)
refused("out of range", "throttle is above its max = 1", lambda: m.run(900, columns, inputs={"throttle": ([0, .5, .5], [1, 1, 2])}))
try_("the rows before are there", len(m.rows) == 500 and m.rows[-1][0] < .5, len(m.rows))
single["J_load"] = 0
refused("in setup", "J_load is below its min", single.setup)

# ---- parameters between steps ------------------------------------------------------------------------------------------------

m = Model(at("euler.so"))
refused("tune before setup", "no state yet", m.tune)
m, other, third = fresh(), fresh(J_load=2), fresh()
m["J_load"] = 2
m.tune()
try_("before the first step it is as in setup", m.run(300, columns) == other.run(300, columns) != third.run(300, columns))
before = bytes(m.m)
m["J_load"] = 2
m.tune()
try_("the same value is none", bytes(m.m) == before)
m["J_load"], m["ratio[1]"] = 0, 7
refused("a value out of range", "J_load is below its min", m.tune)
try_("all are as before, and so is what follows", m["J_load"] == 2 and m["ratio[1]"] == 3 and m.run(300, columns) == other.run(300, columns))
number = m.number("J_load")
dtc_not_finite = ctypes.CDLL(at("euler.so")).dtc_not_finite
dtc_not_finite.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
offset = {v["name"]: v["place"]["offset"] for v in json.loads(run("list", source, "--model", "Called.Launch", "--method",
          "euler", "--vars", "engine.w,load.w", "--format", "json", "parameters")[1])["parameters"] if "offset" in (v["place"] or [])}
ctypes.c_double.from_buffer(m.m, offset["J_load"]).value = float("nan")
refused("no number", "finite number: J_load", m.tune)
try_("which one it was", dtc_not_finite(m.info, m.m) == number)
m["J_load"] = 3
m.tune()
try_("one that is taken is none that was refused", dtc_not_finite(m.info, m.m) == -1)
m["J_load"] = 0
refused("out of range again", "J_load is below its min", m.tune)
said = ctypes.create_string_buffer(200)
status = m.f.dtc_call_advance(m.info, m.m)
m.f.dtc_call_message(m.info, m.m, status, said, 200)
try_("an advance without evaluation, and no word of what was refused", status == 12 and said.value.endswith(b"advance"), said.value)
limits = built("limits.so", source, "--model", "Called.Limits", "--step", "1e-3")
limits.setup()
limits["k"], limits["on"], limits["road"] = -2147483648, 0, 3
for x, text in ((123456.75, "123457"), (100.5, "100.5"), (1e6, "1e+06"), (9999995, "1e+07"), (1.25e-300 + 200, "200"), (2.5e299, "2.5e+299"), (100.0001, "100"), (123.0004, "123")):
    limits["x"] = x
    refused(f"a message shows {text}", f"assertion failed: x is {text}, y {2*x:.6g}, k -2147483648, on false, road ice", lambda: limits.check(limits.f.dtc_call_evaluate(limits.info, limits.m)))
limits["p"] = -1
refused("a tune that is refused", "p is below its min", limits.tune)
refused("the advance says what the evaluation said", "assertion failed: x is 123", lambda: limits.check(limits.f.dtc_call_advance(limits.info, limits.m)))
limits["x"] = 1
limits.check(limits.f.dtc_call_evaluate(limits.info, limits.m))
try_("and goes on", limits.check(limits.f.dtc_call_advance(limits.info, limits.m)) == 0)
hybrid = built("hybrid.so", source, "--model", "Called.Launch", "--hybrid")
hybrid.setup()
hybrid["J_load"] = 2
hybrid.tune()
hybrid["J_load"] = 0
refused("out of range, for a variable step", "J_load is below its min", hybrid.tune)
try_("what was tuned stays", hybrid["J_load"] == 2)
refused("a model for a variable step", "--hybrid", lambda: hybrid.run(1, []))
try_("its entry", hybrid.f.dtc_hybrid_model and hybrid.f.dtc_call_step_size(hybrid.info) == 0)

# ---- what the ending says --------------------------------------------------------------------------------------------------

code, _, said = run(source, "--model", "Called.Launch", "-o", at("x.dll"))
try_("an ending that is none", code == 2 and "FILE.so" in said and "FILE.c" in said and "x.dll" in said, said)
code, _, said = run(source, "--model", "Called.Launch", "-o", at("no.so"), env={"CC": "false"})
try_("no compiler, no file", code == 1 and "C compiler" in said and not glob.glob(at("no.so*")), said)
os.symlink("/dev/full", at("full.so"))
code, _, said = run(source, "--model", "Called.Launch", "-o", at("full.so"))
try_("a full disk", code == 1 and said.count("cannot write " + at("full.so") + ": No space left on device") == 1, said)
code, _, said = run(source, "--model", "Called.Launch", "-o", "/nonexistent/x.so")
try_("no folder", code == 1 and "/nonexistent/x.so" in said, said)

# ---- measured inputs -------------------------------------------------------------------------------------------------------


def driven(text, *words, name="in.csv"):
    return run("sim", source, "--model", "Called.Launch", "--method", "euler", "--inputs", put(name, text), "--vars",
               "throttle,v_wind,gear", *words)


for what, text, code, words in (
        ("a unit of other dimensions", "time,throttle [N.m]\n0,1\n1,1\n", 1, ["throttle is in [N.m]", "without a unit"]),
        ("a unit that is not known", "time,v_wind [kph]\n0,1\n1,1\n", 1, ["[kph] of v_wind is not known", "km/h"]),
        ("zeros that differ", "time,T_air [degC]\n0,1\n1,1\n", 1, ["degC", "no common zero"]),
        ("time in another unit", "time [m],throttle\n0,1\n1,1\n", 1, ["time is in [m]"]),
        ("what is missing, and left over", "time,throttle,v,pedal\n0,1,2,3\n1,1,2,3\n", 0,
         ["no column for v_wind, gear, brake and T_air", "v and pedal are no input"]),
        ("a name near to another", "time,throtle,gear\n0,1,1\n1,1,1\n", 0, ["did you mean throttle?", "throtle is no input"]),
        ("no input at all", "time,x\n0,1\n", 1, ["no column for any input of the model: throttle"]),
        ("a gap", "time,throttle\n0,1\n1,\n", 1, ["line 3", "a number is expected"]),
        ("NaN", "time,throttle\n0,1\n0.5,nan\n1,1\n", 1, ["throttle = nan at time 0.5 is no finite number"]),
        ("no Integer", "time,gear\n0,1\n0.5,1.5\n1,1\n", 1, ["gear = 1.5 at time 0.5 is no Integer"]),
        ("no Boolean", "time,brake\n0,1\n0.5,2\n", 1, ["brake = 2 at time 0.5 is neither 0 nor 1"]),
        ("above its max", "time,throttle\n0,1\n1,3\n", 1, ["throttle is above its max = 1"]),
        ("shorter than the run", "time,throttle\n0.25,1\n0.5,1\n", 0, ["begins at 0.25 s", "ends at 0.5 s"]),
        ("time goes back", "time,throttle\n0,1\n1,1\n0.5,1\n", 1, ["time goes back"]),
        ("semicolons", "time;throttle\n0;1\n", 1, ["`time;throttle`", "a comma separates columns"]),
        ("another first column", "t,throttle\n0,1\n", 1, ["whose first column is `time`: it begins with `t`"]),
        ("no rows", "time,throttle\n", 1, ["has no rows"]), ("empty", "", 1, ["is empty"])):
    got, _, said = driven(text)
    try_(what, got == code and all(w in said for w in words), [got, said])
level = put("level.dtm", """model Level
  type Kind = enumeration(off, soft, hard);
  input Kind level(start = Kind.off);
  output Boolean hard = level == Kind.hard;
end Level;
""")
for words, got in (("1=off 2=soft 3=hard", 0), ("1=soft 2=off 3=hard", 1), ("1=off 2=soft", 1)):
    code, out, said = run("sim", level, "--inputs", put("level.csv", f"time,level [{words}]\n0,1\n1,2\n"), "--vars", "level")
    try_("literals of a file: " + words, code == got and ("soft" in out if got == 0 else f"[{words}] here, and [1=off 2=soft 3=hard] in the model"
                                                          in said), out + said)
try_("nothing is said with --quiet", driven("time,throttle,x\n0,1,2\n", "--quiet")[2] == "")
_, out, said = driven("time,throttle,v_wind [km/h],gear\n0,0.25,36,2\n1,0.75,72,2\n", "--stop", "0.5", "--set", "gear=3")
try_("values at the end, and --set before the file", re.search(r"throttle +0\.5\b", out) and re.search(r"v_wind +15\b", out) and
     re.search(r"gear +3\b", out), out + said)
for words, text in ((["--held", "throtle"], "no column throtle, which --held names"), (["--param", put("p.yaml", "inputs: {throttle: 1}\n")],
                    "throttle is given by")):
    code, _, said = driven("time,throttle\n0,1\n1,1\n", *words)
    try_(text, code == 1 and text in said, said)
code, out, _ = run("sim", source, "--model", "Called.Launch", "--method", "euler", "--param", at("p.yaml"), "--set",
                   "throttle=0.25", "--vars", "throttle")
try_("--set goes before inputs of --param", code == 0 and re.search(r"throttle +0\.25\b", out), out)
code, _, said = run("sim", source, "--model", "Called.Launch", "--inputs", at("nothing.csv"))
try_("no file", code == 1 and "nothing.csv: cannot be read" in said, said)

# A file of results drives the same run again, CSV with units or MAT; with a variable step too.
every = ["--vars", "throttle,v_wind,gear,brake,w,engine.w"]
for name, words in (("again.mat", []), ("again_units.csv", ["--units"])):
    code, _, said = run("sim", source, "--model", "Called.Launch", "--method", "euler", "--inputs", drive, *words, *every,
                        "-o", at(name), "--quiet")
    code2, _, said2 = run("sim", source, "--model", "Called.Launch", "--method", "euler", "--inputs", at(name), *words, *every,
                          "-o", at("2" + name), "--quiet")
    with open(at(name), "rb") as f, open(at("2" + name), "rb") as g:
        try_("results are inputs: " + name, code == code2 == 0 and f.read() == g.read(), said + said2)
code, _, said = run("sim", source, "--model", "Called.Launch", "--inputs", drive, *every, "--rtol", "1e-9", "--interval", "0.05",
                    "-o", at("variable.csv"), "--quiet")
with open(at("variable.csv")) as f:
    variable = [[float(x) for x in row] for row in list(csv.reader(f))[1:]]
jump = [row[1] for row in variable if abs(row[0] - 0.5) < 1e-9]
exact = simulated("rk4.csv", source, "--model", "Called.Launch", "--method", "rk4", "--step", "1e-4", "--inputs", drive, *every)[1]
try_("a variable step: both sides of a jump, and the same end", code == 0 and jump[0] == 1 and jump[-1] == 0 and
     abs(variable[-1][5] - exact[-1][5]) < 0.02, [jump, variable[-1], exact[-1]])

# A run that goes on from a state, with the same file.
common = ["sim", source, "--model", "Called.Launch", "--method", "euler", "--inputs", drive, "--quiet"]
code, _, said = run(*common, "--stop", "0.4", "--save-state", at("state.mat"))
code2, _, said2 = run(*common, "--state", at("state.mat"), "--vars", ",".join(columns), "-o", at("on.csv"))
whole = simulated("whole.csv", *common[1:-1], "--vars", ",".join(columns))[1]
with open(at("on.csv")) as f:
    try_("it goes on from a state", code == code2 == 0 and same([[float(x) for x in row] for row in list(csv.reader(f))[1:]], whole[400:]),
         said + said2)

# The commands of the readmes.
lines = [line.strip().split("    #")[0] for f in sorted(glob.glob("models/*/README.md"))
         for line in open(f) if line.startswith("    dtc sim") and "--inputs" in line]
for line in lines:
    words = shlex.split(line)[1:]
    words[words.index("-o") + 1] = at("readme.mat")
    code, _, said = run(*words)
    try_(line, code == 0 and " no column " not in said and " no input " not in said and "from then on" not in said, said)
try_("there are such commands", len(lines) >= 8)

# ---- JSON ------------------------------------------------------------------------------------------------------------------

import jsonschema

with open("docs/dtc.schema.json") as f:
    schema = json.load(f)
jsonschema.Draft202012Validator.check_schema(schema)
form = jsonschema.Draft202012Validator(schema)


def told(what, *words, code=0):
    got, out, said = run(*words, "--format", "json")
    try:
        data = json.loads(out)
    except ValueError as e:
        data = {}
        said += str(e)
    wrong = [e.message[:200] for e in form.iter_errors(data)]
    try_(what + ", by the schema", got == code and not wrong, [got, wrong, said])
    return data


kinds = ["parameters", "inputs", "outputs", "states", "variables"]
data = told("dtc list", "list", source, "--model", "Called.Launch", *kinds)
by_name = {v["name"]: v for k in kinds for v in data[k]}
road, ratio, throttle = by_name["road"], by_name["ratio"], by_name["throttle"]
try_("an enumeration", road["literals"] == ["dry", "wet", "ice"] and road["value"] == "wet" and road["type"] == "enumeration")
try_("an array", ratio["dimensions"] == [3] and ratio["value"] == [3, 2, 1] and ratio["min"] == 0.1 and len(ratio["place"]) == 3)
try_("an input", throttle["causality"] == "input" and throttle["start"] == 0.5 and (throttle["min"], throttle["max"]) == (0, 1))
try_("what follows", by_name["twice"]["value"] == 2 and by_name["twice"]["remark"] == "follows from others")
try_("units", by_name["v_wind"]["unit"] == "m/s" and by_name["gear"]["variability"] == "discrete" and
     by_name["load.w"]["variability"] == "continuous" and by_name["w"]["causality"] == "output")
text = run("list", source, "--model", "Called.Launch", *kinds)[1]
try_("the table has the same", all(v["name"] in text for v in by_name.values()) and len(by_name) <= text.count("\n"))

# Places are those of the object: values read there are those of dtc_call_get.
reads = {"Real": ctypes.c_double, "Integer": ctypes.c_int, "enumeration": ctypes.c_int, "Boolean": ctypes.c_int}


def subscripts(dimensions, i):
    list_ = []
    for n in reversed(dimensions):
        list_.insert(0, str(i % n + 1))
        i //= n
    return "[" + ",".join(list_) + "]"


def look(m, data, real):
    seen = 0
    for v in (v for k in kinds for v in data[k]):
        many = "dimensions" in v
        for i, place in enumerate(v["place"] if many else [v["place"]]):
            name = v["name"] + (subscripts(v["dimensions"], i) if many else "")
            k = m.f.dtc_call_number(m.info, name.encode())
            if place is None or k < 0:
                try_("a place and no variable: " + name, place is None and k < 0, [place, k])
                continue
            kind = real if v["type"] == "Real" else reads[v["type"]]
            x = kind.from_buffer(m.m, place["offset"]).value
            seen += 1
            try_("the place of " + name, (-x if place["negated"] else x) == m[name], [x, m[name]])
    return seen


m = fresh()
m.run(300, [], inputs=over_time)
data = told("with --vars", "list", source, "--model", "Called.Launch", "--vars", "engine.w,load.w", *kinds)
try_("places", look(m, data, ctypes.c_double) > 15 and data["c"]["bytes"] == len(m.m) and data["c"]["name"] == "Launch")
single = fresh("single.so")
single.run(300, [], inputs=over_time)
data = told("with --float", "list", source, "--model", "Called.Launch", "--float", "--vars", "engine.w,load.w", *kinds)
try_("places", look(single, data, ctypes.c_float) > 15 and data["c"]["bytes"] == len(single.m))
data = told("a gearbox", "list", bench, "--model", "Zf4hp22.Bench", *kinds)
try_("places of a law", look(car, data, ctypes.c_double) > 400)
try_("options of the C without JSON", run("list", source, "--float")[0] == 2)

data = told("dtc check", "check", source, "--model", "Called.Wrong", code=1)
first, second = data["classes"][0]["diagnoses"]
with open(source) as f:
    lines = f.read().split("\n")


def ranged(place):
    return lines[place["line"] - 1].encode()[place["column"] - 1:place["end_column"] - 1].decode()


fix = second["fixes"][0]
try_("a diagnosis", ranged(first["place"]) == "www" and first["fixes"] == [] and data["classes"][0]["errors"] == 2, first)
try_("a fix", ranged(fix["place"]) == "torqe" and fix["text"] == "torque", second)
try_("the texts are those of dtc check", all(g["message"] in run("check", source, "--model", "Called.Wrong")[2] for g in (first, second)))
data = told("a package", "check", source, "--model", "Called", code=1)
try_("its classes", [(k["name"], k["verdict"]) for k in data["classes"]] == [("Called.Launch", "good"), ("Called.Limits", "good"), ("Called.Wrong", "wrong")], data)
data = told("what belongs to it", "check", bench, "--model", "Zf4hp22.Vehicle", code=1)
try_("related places", any(g["related"] for k in data["classes"] for g in k["diagnoses"]), data)
try_("text that is none", told("a file that cannot be read", "check", at("nothing.dtm"), code=1)["classes"][0]["errors"] == 1)
put("bytes.dtm", "model bytes\n  Real x = \xff\xfe;\nend bytes;\n")
told("any bytes", "check", at("bytes.dtm"), code=1)

data = told("dtc --report", "--report", bench)
text = run("--report", bench)[1]
try_("its numbers", all(str(x) in text for x in (*data["equations"].values(), data["memory"]["instance"],
     data["operations"]["step"]["all"])) and len(data["switching_elements"]) == 9, data["equations"])
data = told("dtc doc", "doc", "Clutch.Clutch")
elements = {e["name"]: e for e in data["classes"][0]["elements"]}
page = run("doc", "Clutch.Clutch")[1]
try_("components of a class", elements["fn_max"]["unit"] == "N" and elements["fn_max"]["role"] == "parameter" and
     all(name in page for name in elements), elements.get("fn_max"))
try_("all of the library", run("doc", "-o", at("library.json"))[0] == 0 and
     form.is_valid(json.load(open(at("library.json")))) and len(json.load(open(at("library.json")))["classes"]) > 200)
try_("another version is refused", not form.is_valid({**data, "version": "2.0"}) and not form.is_valid({**data, "more": 1}))
for words in (["check", source], ["list", source], ["--report", source], ["doc", "Clutch.Clutch"]):
    code, out, said = run(*words, "--format", "csv")
    try_("no such format: " + words[0], code == 2 and out == "" and "csv" in said, said)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
