"""measures.py DTC WORK: rows of a study are runs of dtc sim, bit by bit; measures against closed forms; ends of runs."""
import math
import os
import sqlite3

from ask import HERE, LAUNCH, WORK, check, content, end, near, place, rows, run, study

# ---- a row is a run --------------------------------------------------------------------------------------------------

for method in ("euler", "semi", "rk4", "exact"):
    run(LAUNCH, "--vary", "load.J=1,1.7,3", "--vary", "clutch.fn_max=600:200:800", "--metric", "w=load.w", "--metric", "top=max(engine.w)",
        "--metric", "least=min(engine.w)", "--method", method, "--quiet", "-o", place("a.csv"))
    for r in rows(os.path.join(WORK, "a.csv"))[::2]:
        file = place("run.csv")
        run(LAUNCH, "--set", f"load.J={r['load.J']}", "--set", f"clutch.fn_max={r['clutch.fn_max']}", "--method", method, "--vars",
            "load.w,engine.w", "-o", file, "--quiet", command="sim")
        own = rows(file)
        check(f"{method}: the last value", own[-1]["load.w"] == r["w"], (own[-1], r))
        check(f"{method}: the largest", max(x["engine.w"] for x in own) == r["top"], r)
        check(f"{method}: the least", min(x["engine.w"] for x in own) == r["least"], r)

# with a variable step, too: all but relations that are measured, whose times are the solver's
VARIABLE = (LAUNCH, "--vary", "load.J=1,1.7,3", "--metric", "w=load.w", "--metric", "top=max(engine.w)", "--method", "cvode", "--quiet")
run(*VARIABLE, "-o", place("a.csv"))
for r in rows(os.path.join(WORK, "a.csv")):
    run(LAUNCH, "--set", f"load.J={r['load.J']}", "--vars", "load.w,engine.w", "-o", place("run.csv"), "--quiet", command="sim")
    own = rows(os.path.join(WORK, "run.csv"))
    check("cvode: the last value", own[-1]["load.w"] == r["w"], (own[-1], r))
    check("cvode: the largest", max(x["engine.w"] for x in own) == r["top"], r)
whole = content(os.path.join(WORK, "a.csv"))
run(*VARIABLE, "--jobs", "1", "-o", place("b.csv"))
for k in (1, 2):
    run(*VARIABLE, "--shard", f"{k}/2", "-o", place(f"half{k}.db"))
run("--merge", *(os.path.join(WORK, f"half{k}.db") for k in (1, 2)), "-o", place("c.csv"))
check("cvode: any number of workers", content(os.path.join(WORK, "b.csv")) == whole)
check("cvode: any parts", content(os.path.join(WORK, "c.csv")) == whole)
run(*VARIABLE, "--point", "1", "--vars", "load.w", "-o", place("run.csv"))
check("cvode: a point over time", rows(os.path.join(WORK, "run.csv"))[-1]["load.w"] == rows(os.path.join(WORK, "a.csv"))[1]["w"])
told = run(*VARIABLE, "--rtol", "1e-3", "--shard", "1/2", "-o", os.path.join(WORK, "half1.db"), code=1).stderr
check("cvode: another tolerance, another study", "method: cvode, rtol 1e-06" in told, told)

# the example of the documentation, as a command and as a file
with open(os.path.join(HERE, "../../docs/sweep.md"), encoding="utf-8") as f:
    blocks = f.read().split("```")
shown, study_file = blocks[1].strip().split("\n"), place("study.yaml")
with open(study_file, "w", encoding="utf-8") as f:
    f.write(blocks[3].removeprefix("yaml").replace("launch.dtm", LAUNCH).replace("set: {engine.J: 0.25}", "set: {engine.J: 0.2}"))
for words in (LAUNCH, "--vary", "load.J=1:0.5:3", "--vary", "clutch.fn_max=600,800", "--metric", "t=timeWhen(load.w > 40)", "--metric",
              "heat=integral(clutch.lossPower)"), (study_file,):
    check("docs/sweep.md", run(*words, "--quiet").stdout.split("\n")[:3] == shown, shown)
told = run(study_file, "--quiet", "--method", "rk4", "--step", "0.01", "--set", "engine.J=0.3", "--vary", "load.J=1,2").stdout
check("the command line goes before the file", told == run(LAUNCH, "--vary", "load.J=1,2", "--vary", "clutch.fn_max=600,800", "--metric",
      "t=timeWhen(load.w > 40)", "--metric", "heat=integral(clutch.lossPower)", "--set", "engine.J=0.3", "--method", "rk4", "--step", "0.01", "--quiet").stdout, told)

# ---- a point over time -----------------------------------------------------------------------------------------------

random = (LAUNCH, "--vary", "load.J=uniform(0.5, 3)", "--vary", "clutch.fn_max=normal(800, 100)", "--metric", "w=load.w", "--metric",
          "top=max(engine.w)", "--design", "random:20", "--quiet")
run(*random, "-o", place("a.csv"))
own = rows(os.path.join(WORK, "a.csv"))
for k in (0, 7, 19):
    run(*random, "--point", str(k), "--vars", "load.w,engine.w", "-o", place("run.csv"))
    got = rows(os.path.join(WORK, "run.csv"))
    check(f"point {k} over time", len(got) == 1001 and got[-1]["load.w"] == own[k]["w"] and max(r["engine.w"] for r in got) == own[k]["top"], got[-1])
told = run(*random, "--point", "20", "-o", place("run.csv"), code=2).stderr
check("a point that is none", "from 0 to 19" in told, told)

# ---- measures in closed form -----------------------------------------------------------------------------------------

metrics = {"last": "x", "first": "atStart(x)", "end": "atEnd(2*x + r)", "top": "max(x)", "least": "min(x)", "mean": "mean(x)",
           "rms": "rms(x)", "area": "integral(x)", "halves": "changes(half)", "up": "timeWhen(x > 0.5)", "never": "timeWhen(x > 2)",
           "above": "timeIn(x > 0.5)", "mixed": "integral(abs(x))/max(x) + max(phi)/w", "rate": "max(der(x))", "is": "phi > 3"}
[r] = study("Wave", "--vary", "w=2", "--stop", "5", "--step", "1e-3", "--method", "rk4", *sum((["--metric", f"{k}={v}"] for k, v in metrics.items()), []))
near("last", r["last"], math.sin(10), 1e-12)
near("first", r["first"], 0, 0)
near("at the end", r["end"], 2*math.sin(10) + 1, 1e-12)
near("max", r["top"], 1, 1e-6)
near("min", r["least"], -1, 1e-6)
near("mean", r["mean"], (1 - math.cos(10))/10, 1e-6)
near("rms", r["rms"], math.sqrt(0.5 - math.sin(20)/40), 1e-6)
near("integral", r["area"], (1 - math.cos(10))/2, 1e-6)
near("changes", r["halves"], 3, 0)
near("time when", r["up"], math.pi/12, 1e-6)
check("never", r["never"] is None, r["never"])
above = (5*math.pi/6 - math.pi/6)/2
near("time in", r["above"], above + above, 3e-3)
near("several measures", r["mixed"], (6 + 1 - math.cos(10 - 3*math.pi))/2 + 5, 1e-5)
near("of a derivative", r["rate"], 2, 1e-12)
near("a Boolean", r["is"], 1, 0)

told = run(*("tests/sweep/sweep.dtm --model Sweep.Wave --vary w=2 --stop 5 --metric".split()), "bad=max(x + phi)", code=1).stderr
check("units of a metric", "unlike units in a sum: x in m, phi in rad" in told, told)
told = run(*("tests/sweep/sweep.dtm --model Sweep.Wave --vary w=2 --stop 5 --metric".split()), "bad=max(x) + integral(x)", code=1).stderr
check("units of measures", "unlike units in a sum: max(x) in m, integral(x) in m.s" in told, told)

# with a variable step: relations are events, as exact as the solver
[r] = study("Wave", "--vary", "w=2", "--stop", "5", "--method", "cvode", "--rtol", "1e-9", "--interval", "1e-3",
            *sum((["--metric", f"{k}={v}"] for k, v in metrics.items()), []))
near("cvode: last", r["last"], math.sin(10), 1e-7)
near("cvode: rms", r["rms"], math.sqrt(0.5 - math.sin(20)/40), 1e-6)
near("cvode: integral", r["area"], (1 - math.cos(10))/2, 1e-6)
near("cvode: time when", r["up"], math.pi/12, 1e-8)
near("cvode: time in", r["above"], above + above, 1e-7)
near("cvode: changes", r["halves"], 3, 0)
check("cvode: never", r["never"] is None, r["never"])

# what metrics are called in: as variables in them are declared; an energy is no torque; a number may be of another unit
run(LAUNCH, "--vary", "load.J=1", *sum((["--metric", m] for m in (
    "heat=integral(clutch.lossPower)", "both=integral(clutch.lossPower) - integral(load.w*clutch.tau)", "power=max(clutch.tau*load.w)",
    "tau=max(clutch.tau)", "slip=load.w - engine.w", "t=timeWhen(load.w > 3)", "mean=integral(clutch.lossPower)/timeIn(load.w > 3)",
    "kilo=1e-3*integral(clutch.lossPower)")), []), "--stop", "0.1", "--quiet", "-o", place("units.db"))
with sqlite3.connect(os.path.join(WORK, "units.db")) as db:
    got = dict(db.execute("SELECT name, unit FROM columns WHERE kind = 'metric'").fetchall())
check("units of metrics", got == {"heat": "J", "both": "J", "power": "W", "tau": "N.m", "slip": "rad/s", "t": "s", "mean": "W", "kilo": None}, got)
told = run(LAUNCH, "--vary", "load.J=1", "--metric", "x=integral(clutch.lossPower) + load.w", code=1).stderr
check("an energy in a message", "integral(clutch.lossPower) in J" in told, told)

# ---- how runs end ----------------------------------------------------------------------------------------------------

got = study("Fails", "--vary", "p=-1,0,2", "--metric", "x=x", "--stop", "0.01")
check("status", [r["status"] for r in got] == ["terminated", "ok", "failed"], got)
near("the end of one that ends early", got[0]["x"], 0.004, 1e-12)
near("one that goes on", got[1]["x"], 0.01, 1e-12)
check("a failure has no value, and a message", got[2]["x"] is None and "p is too large" in got[2]["message"] and "0.006" in got[2]["message"], got[2])
got = study("Fails", "--vary", "p=-1,0,2", "--metric", "x=x", "--stop", "0.01", "--method", "cvode")
check("cvode: status", [r["status"] for r in got] == ["terminated", "ok", "failed"] and "p is too large" in got[2]["message"], got)
near("cvode: the end of one that ends early", got[0]["x"], 0.0025, 1e-12)
got = study("Fails", "--vary", "p=0", "--metric", "x=x", "--stop", "0.01", "--method", "cvode", "--max-steps", "2", code=1)
check("cvode: a limit of steps", got[0]["status"] == "limit" and "after 2 steps" in got[0]["message"], got)
got = study("Wave", "--vary", "w=2", "--metric", "n=changes(half)", "--stop", "1e6", "--method", "cvode", "--timeout", "0.2", code=1)
check("cvode: a limit of time", got[0]["status"] == "timed out", got)
got = study("Fails", "--vary", "p=0", "--metric", "x=x", "--stop", "0.01", "--max-steps", "7", code=1)
check("a limit of steps", got[0]["status"] == "limit" and got[0]["x"] is None and "0.007" in got[0]["message"], got)
got = study("Fails", "--vary", "p=0", "--metric", "x=x", "--stop", "0.01", "--max-steps", "10")
check("a limit that is not met", got[0]["status"] == "ok", got)
got = study("Fails", "--vary", "p=0,2", "--metric", "x=x", "--stop", "1e6", "--timeout", "0.2", code=1)
check("a limit of time", [r["status"] for r in got] == ["timed out", "failed"], got)

# ---- parameters of all kinds -----------------------------------------------------------------------------------------

got = study("Numbers", "--vary", "n=1:3", "--vary", "on=false,true", "--metric", "s=sum")
check("Integers and Booleans", [(r["n"], r["on"]) for r in got] == [(n, b) for n in (1, 2, 3) for b in ("false", "true")], got)
check("their values", [r["s"] for r in got] == [6 + n + 21 for n in (1, 1, 2, 2, 3, 3)], got)
got = study("Numbers", "--vary", "table*=1,10", "--vary", "a*=2", "--metric", "s=sum")
check("a table is scaled but for its first column", [r["s"] for r in got] == [2 + 5 + 2 + 21, 2 + 5 + 2 + 5 + 160], got)
got = study("Numbers", "--vary", "table={{0,0,0},{0,0,0}},{{1,1,1},{1,1,1}}", "--metric", "s=sum")
check("arrays as a whole", [r["s"] for r in got] == [8, 14], got)
got = study("Numbers", "--vary", "table[1,2]=2,7", "--metric", "s=sum")
check("one element", [r["s"] for r in got] == [29, 34], got)
got = study("Parts", "--vary", "v=1,2", "--vary", "n=1,3,5", "--metric", "x=last", "--stop", "1", "--method", "rk4", "--step", "0.01")
check("structural: order of points", [(r["v"], r["n"]) for r in got] == [(v, n) for v in (1, 2) for n in (1, 3, 5)], got)
for r in got:
    near(f"structural: {r}", r["x"], math.exp(-r["v"]*r["n"]), 1e-6)
end()
