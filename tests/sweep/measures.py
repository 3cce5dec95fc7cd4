"""measures.py DTC WORK: rows of a study are runs of dtc sim, bit by bit; measures against closed forms; ends of runs."""
import math
import os

from ask import LAUNCH, WORK, check, end, near, place, rows, run, study

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

# ---- how runs end ----------------------------------------------------------------------------------------------------

got = study("Fails", "--vary", "p=-1,0,2", "--metric", "x=x", "--stop", "0.01")
check("status", [r["status"] for r in got] == ["terminated", "ok", "failed"], got)
near("the end of one that ends early", got[0]["x"], 0.004, 1e-12)
near("one that goes on", got[1]["x"], 0.01, 1e-12)
check("a failure has no value, and a message", got[2]["x"] is None and "p is too large" in got[2]["message"] and "0.006" in got[2]["message"], got[2])
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
