"""Every command of docs/tutorial.md that calls dtc, or a program made with it, in Python: what it shows comes out here too."""
import copy
import os
import re
from concurrent.futures import ThreadPoolExecutor

import dtc
from tried import finish, put, refused, root, tried

with open(os.path.join(root, "docs", "tutorial.md"), encoding="utf-8") as f:
    page = f.read()
for name, text in re.findall(r"^```(?:modelica|yaml|c) (\S+)\n(.*?)^```$", page, re.M | re.S):
    put(name, text)
said = {}                                   # command -> the lines it shows
for session in re.findall(r"^```console\n(.*?)^```$", page, re.M | re.S):
    for part in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, *lines = part.splitlines()
        said[command] = lines
done = set()


def command(*texts):
    """What the tutorial shows after these commands, which are taken as done by what follows."""
    for text in texts:
        tried("the tutorial has: " + text, text in said)
        done.add(text)
    return said.get(texts[-1], [])


def shown(lines, run):
    """The values that the tutorial shows at the end of a run are those of this one."""
    rows = [m.groups() for m in (re.match(r"  (\S+) +([-\w.+]+)", line) for line in lines) if m and m[1] in run]
    for name, value in rows:
        word = run.words.get(name, {}).get(int(run.last[name]), "%.6g" % run.last[name])
        tried(f"{name} at the end", word == value, (word, value))
    tried("some are shown", rows)


# 1. A model
launch = dtc.Model("launch.dtm")
run = launch.simulate()
shown(command("dtc sim launch.dtm"), run)
command("dtc sim launch.dtm -o launch.csv", "dtc sim launch.dtm -o launch.mat")
run.save("launch.csv")
run.save("launch.mat")
tried("files are the run", dtc.diff("launch.mat", "launch.csv", tube=1e-12).same and dtc.diff(run, "launch.mat", tube=1e-12).same)
command("dtc plot launch.csv --vars engine.w,load.w",
        "dtc plot launch.mat --vars engine.w,load.w,clutch.tau,clutch.mode -o launch.svg")
try:
    import matplotlib
    matplotlib.use("Agg")
    run.plot("engine.w", "load.w", "clutch.tau", "clutch.mode")[0].figure.savefig("launch.svg")
    tried("a picture", os.path.getsize("launch.svg") > 5000)
except ImportError:
    pass
command("dtc sim launch.dtm -o launch.html")
launch.page().save("launch.html")
command("dtc report launch.dtm -o report.html")
launch.report("report.html")
tried("pages", all(os.path.getsize(name) > 50000 for name in ("launch.html", "report.html")))
tried("a component", "Friction clutch" in dtc.doc("Clutch.Clutch") and "Clutch" in dtc.doc())

# 2. Mistakes
command("sed 's/connect(pressure/connect(presure/' launch.dtm >wrong.dtm")
text = launch.file and open("launch.dtm").read()
put("wrong.dtm", text.replace("connect(pressure", "connect(presure"))
e = refused("a wrong name", dtc.ModelError, lambda: dtc.Model("wrong.dtm").simulate())
tried("said to the letter", e and str(e).splitlines() == command("dtc check wrong.dtm"), e)
command("sed '/connect(clutch.flange_b/d' launch.dtm >loose.dtm")
put("loose.dtm", "".join(line + "\n" for line in text.splitlines() if "connect(clutch.flange_b" not in line))
lines = command("dtc check loose.dtm")
tried("a loose end", str(dtc.Model("loose.dtm").check()[0]).splitlines()[0] == lines[0], dtc.Model("loose.dtm").check())

# 3. Other values
lines = command("dtc list launch.dtm parameters")
parameters = launch.parameters
for row in (line.split() for line in lines if "..." != line):
    tried("listed: " + row[0], "%g" % parameters[row[0]].value == row[1] and parameters[row[0]].unit == row[2], parameters[row[0]])
shown(command("dtc sim launch.dtm --set load.J=2 --set clutch.fn_max=1200 --vars engine.w,load.w"),
      dtc.Model("launch.dtm", set={"load.J": 2, "clutch.fn_max": 1200}).simulate(vars="engine.w,load.w"))
lines = command("for J in 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5; do dtc sim launch.dtm --set load.J=$J --vars load.w --quiet | tail -n 1; done")
found = ["%.6g" % launch.simulate(set={"load.J": k / 2}, vars="load.w").last["load.w"] for k in range(1, 11)]
tried("ten of them", found == [line.split()[1] for line in lines], found)

# 4. A gearbox
car = dtc.Model("two_speed.dtm", set={"car.m": 1200})
drive = {"torque": 150, "low": ([0, 8, 8.3], [1, 1, 0]), "high": ([0, 8, 8.3], [0, 0, 1])}
shift = car.simulate(inputs=drive)
shown(command("dtc sim two_speed.dtm --param shift.yaml --vars speed,motor,sun.w,brake.mode,clutch.mode"), shift)
command("dtc sim two_speed.dtm --param shift.yaml -o shift.mat",
        "dtc plot shift.mat --vars speed,motor,sun.w,brake.mode,clutch.mode -o shift.svg")
command("dtc sim two_speed.dtm --param shift.yaml --method euler --step 1e-3 -o rig.csv")
rig = car.simulate(inputs=drive, method="euler", step=1e-3)
command("dtc diff shift.mat rig.csv --vars speed,motor,sun.w --tube 0.01")
tried("both agree", dtc.diff(shift, rig, vars="speed,motor,sun.w", tube=0.01).same)
shown(command("dtc sim two_speed.dtm --param shift.yaml --method euler --step 1e-3 --vars speed --quiet"), rig)

# 5. The same car in C, with a controller
command("dtc two_speed.dtm -o step.c", "ls step.*")
car.write("step.c")
tried("C", os.path.exists("step.c") and os.path.exists("step.h"))
command("gcc -std=c99 -O2 -ffp-contract=off -I$DTC_HOME/runtime control.c step.c $DTC_HOME/runtime/*.c -lm -o control")
m = car.start({"low": 1})
gear, pressure, out = 1, 0.0, []
for k in range(20001):
    m["torque"] = 150
    gear = 2 if gear == 1 and m["motor"] > 900 else 1 if gear == 2 and m["motor"] < 300 else gear
    pressure = min(max(pressure + (1e-3 / 0.3 if gear == 2 else -1e-3 / 0.3), 0), 1)
    m["low"], m["high"] = 1 - pressure, pressure
    if k % 4000 == 0:
        m.step(0)                           # outputs with these inputs
        out.append(f"{k // 1000:2d} s: gear {gear}, {3.6 * m['speed']:5.1f} km/h, machine at {m['motor']:6.1f} rad/s")
    m.step()
tried("a controller", out == command("./control"), out)

# 6. What if
command("gcc -std=c99 -O2 -ffp-contract=off -I$DTC_HOME/runtime branch.c step.c $DTC_HOME/runtime/*.c -lm -o branch")
command("./branch")
m = car.start({"low": 1, "torque": 200})
m.step(5000)
first, second = copy.copy(m), copy.copy(m)
second["low"], second["high"] = 0, 1
first.step(2000)
second.step(2000)
tried("a state, gone on from twice", m.time == 5 and min(first["speed"], second["speed"]) > m["speed"] and first["speed"] != second["speed"], (m, first, second))
command("gcc -std=c99 -O2 -fopenmp -ffp-contract=off -I$DTC_HOME/runtime variants.c step.c $DTC_HOME/runtime/*.c -lm -o variants")


def to_100(ratio):
    m = car.start({"torque": 200, "low": 1}, set={"axle.ratio": ratio})
    while m["speed"] <= 100 / 3.6:
        if m["motor"] > 900:
            m["low"], m["high"] = 0, 1
        m.step()
    return m.time


with ThreadPoolExecutor() as pool:
    ratios = [5 + i / 2 for i in range(16)]
    times = dict(zip(ratios, pool.map(to_100, ratios)))
for line in command("./variants"):
    if line != "...":
        ratio, seconds = re.fullmatch(r"axle +(\S+): +(\S+) s", line).groups()
        tried("axle " + ratio, abs(times[float(ratio)] - float(seconds)) < 0.006, (times[float(ratio)], seconds))

# 7. On a rig
command("dtc --report two_speed.dtm")
tried("bounds", car.cost()["operations"]["step"]["all"] > 100)

left = [c for c in said if c not in done]
tried("every command of the tutorial is here", not left, left)
finish()
