"""lanes.py DTC WORK: points in lanes (dtc sweep --lanes) have the rows of points one by one, byte by byte."""
import os
import re
import shutil
import sqlite3
import sys

import ask
from ask import LAUNCH, MODELS, WORK, check, content, end, place, rows

with open("/proc/cpuinfo", encoding="utf-8") as f:
    flags = re.search(r"^flags\s*: (.*)$", f.read(), re.M)
most = 8 if flags and {"avx512f", "avx512dq", "avx512vl"} <= set(flags[1].split()) else 4 if flags and "avx2" in flags[1].split() else 2
VECTORS = next((c for c in ("gcc", "clang") if shutil.which(c)), "")       # tcc has none
if not VECTORS:
    print("0 passed, 0 failed, 1 skipped")
    sys.exit(0)
N = str(min(most, 4))

with open(place("inputs.csv"), "w", encoding="utf-8") as f:
    f.write("time,u,pull\n0,0,1\n0.1,0,1\n0.5,1,1\n0.8,1,0\n0.9,0.7,1\n")
with open(place("tuned.yaml"), "w", encoding="utf-8") as f:
    f.write("tune:\n  torque: [[0.31, 60], [0.42, 40]]\n")
ENDS = (MODELS, "--model", "Sweep.Lanes", "--vary", "p=-1.1:0.3:3", "--vary", "load.J=1,0.6", "--inputs", os.path.join(WORK, "inputs.csv"), "--stop", "1",
        "--quiet", "--metric", "w=load.w", "--metric", "least=min(engine.w)", "--metric", "heat=integral(clutch.lossPower)", "--metric", "n=changes(tens)",
        "--metric", "fast=timeIn(fast)", "--metric", "t=timeWhen(load.w > 12)", "--metric", "first=atStart(u)", "--metric", "mean=mean(load.a)/max(u)")


def run(*words, **more):
    lanes = words[words.index("--lanes") + 1] != "1" if "--lanes" in words else False
    return ask.run(*words, env={**os.environ, "CC": VECTORS} if lanes else None, **more)


def table(*words, code=0):
    run(*words, "-o", place("table.csv"), code=code)
    return content(os.path.join(WORK, "table.csv"))


one = table(*ENDS, "--lanes", "1")
got = {r["status"] for r in rows(os.path.join(WORK, "table.csv"))}
check("runs end in many ways", got == {"ok", "failed", "terminated"}, got)
for jobs in ("1", "3"):
    check(f"{jobs} workers with lanes", table(*ENDS, "--lanes", N, "--jobs", jobs) == one)
for more in (("--max-steps", "700"), ("--param", os.path.join(WORK, "tuned.yaml")), ("--timeout", "1e-9")):
    wanted = table(*ENDS, *more, "--lanes", "1", "--jobs", "1", code=None)
    check(f"lanes, {more}", table(*ENDS, *more, "--lanes", N, "--jobs", "1", code=None) == wanted and wanted != one)
END = (*ENDS[:ENDS.index("--inputs")], "--stop", "1", "--quiet", "--metric", "w=load.w", "--set", "u=1")
check("lanes, nothing but last values", table(*END, "--lanes", N) == table(*END, "--lanes", "1"))

# parts; a study that goes on without lanes; seconds of each point
parts = []
for k in (1, 2):
    parts.append(place(f"part{k}.db"))
    run(*ENDS, "--shard", f"{k}/2", "-o", parts[-1], "--lanes", (N, "1")[k - 1])
run("--merge", *parts, "-o", place("merged.csv"))
check("parts with lanes and without", content(os.path.join(WORK, "merged.csv")) == one)
with sqlite3.connect(parts[0]) as db:
    check("seconds of points in lanes", db.execute("SELECT count(*) FROM times WHERE seconds > 0").fetchone()[0] == (one.count(b"\n") - 1 + 1)//2)
few = ["p=-1.1:0.3:0" if x.startswith("p=") else x for x in ENDS]
run(*few, "-o", place("grown.db"), "--lanes", N)
told = run(*[x for x in ENDS if x != "--quiet"], "-o", os.path.join(WORK, "grown.db"), "--lanes", "1").stderr
run("--merge", os.path.join(WORK, "grown.db"), "-o", place("grown.csv"))
check("what lanes have begun goes on one by one", "8 are there already" in told and content(os.path.join(WORK, "grown.csv")) == one, told)

# what has no lanes, and how many a machine has
for words, said in ((("--method", "rk4"), "the method has stages"), (("--method", "cvode"), "a variable step"), (("-fno-quiet",), "-fno-quiet"),
                    (("--lanes", "16"), f"--lanes 16: a vector of this machine has {most} numbers")):
    told = run(LAUNCH, "--vary", "load.J=1,2", "--metric", "w=load.w", "--lanes", N, *words, code=1).stderr
    check(f"no lanes: {said}", said in told, told)
told = run(LAUNCH, "--vary", "load.J=1,2", "--metric", "w=load.w", "--lanes", "3", code=2).stderr
check("a number of lanes", "1, 2, 4, 8 or 16, not" in told, told)
run(LAUNCH, "--vary", "load.J=1,2", "--metric", "w=load.w", "--method", "rk4", "--lanes", "1", "--quiet", "-o", place("x.csv"))
end()
