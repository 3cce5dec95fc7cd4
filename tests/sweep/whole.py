"""whole.py DTC WORK: a study is the same, byte by byte, with any number of workers, in any parts, and whoever is killed."""
import os
import random
import signal
import sqlite3
import subprocess
import time

from ask import DTC, LAUNCH, MODELS, WORK, check, content, end, place, rows, run

STUDY = (LAUNCH, "--vary", "load.J=uniform(0.5, 3)", "--vary", "clutch.fn_max=normal(800, 100)", "--metric", "w=load.w", "--metric",
         "top=max(engine.w)", "--design", "lhs:500", "--quiet")

# ---- workers -----------------------------------------------------------------------------------------------------------

run(*STUDY, "-o", place("whole.csv"), "--jobs", "1")
whole = content(os.path.join(WORK, "whole.csv"))
check("500 rows", whole.count(b"\n") == 501)
for jobs in ("2", "3", "8"):
    run(*STUDY, "-o", place("other.csv"), "--jobs", jobs)
    check(f"{jobs} workers", content(os.path.join(WORK, "other.csv")) == whole)
check("standard output", run(*STUDY).stdout.encode() == whole)

# ---- parts -------------------------------------------------------------------------------------------------------------

for n in (1, 2, 7, 64):
    parts = []
    for i in range(1, n + 1):
        parts.append(place(f"part{i}.db"))
        run(*STUDY, "--shard", f"{i}/{n}", "-o", parts[-1], "--jobs", "1")
    random.Random(n).shuffle(parts)
    run("--merge", *parts, "-o", place("merged.csv"))
    check(f"{n} parts", content(os.path.join(WORK, "merged.csv")) == whole)
    for part in parts:
        os.remove(part)

# ---- who is killed -----------------------------------------------------------------------------------------------------


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as f:
            return [int(x) for x in f.read().split()]
    except OSError:
        return []


def ticks(pid):
    """Of the processor, that it has had."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            return int(f.read().rsplit(")", 1)[1].split()[11])
    except OSError:
        return 0


def killed(command, chance, wait):
    """Runs it, and kills workers or the master at instants by chance; was the master killed?"""
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + wait
    master = chance.random() < 0.5
    while time.monotonic() < until and p.poll() is None:
        time.sleep(0.01)
    for child in ([] if master else children(p.pid)[:1]):
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    if master and p.poll() is None:
        p.kill()
    return p.wait() == -signal.SIGKILL


LONG = tuple("lhs:2000" if x == "lhs:500" else x for x in STUDY)
run(*LONG, "-o", place("long.csv"))
whole, times = content(os.path.join(WORK, "long.csv")), int(os.environ.get("KILLS", "5"))
chance = random.Random(1)
for k in range(times):
    file, again = place("killed.csv"), 0
    while killed([DTC, "sweep", *LONG, "-o", file], chance, chance.random()*0.6) and again < 50:
        again += 1
    if not os.path.exists(file):
        run(*LONG, "-o", file)
    check(f"killed {k}: nothing is lost, nothing is there twice", content(file) == whole)
    check(f"killed {k}: nothing is left behind", not os.path.exists(file + ".part"))

# a fault in a worker is a row, and all others are there
file = place("crashed.csv")
lines, wanted, other = [], whole.splitlines(), []
while not other:                            # between two points there is none to be blamed
    p = subprocess.Popen([DTC, "sweep", *LONG, "-o", place("crashed.csv"), "--jobs", "1"], stderr=subprocess.DEVNULL)
    while not (children(p.pid) and ticks(children(p.pid)[0]) > 1):
        time.sleep(0.001)
    os.kill(children(p.pid)[0], signal.SIGSEGV)
    check("a worker that crashes: exit code", p.wait() == 0)
    lines = content(file).splitlines()
    other = [k for k, (a, b) in enumerate(zip(lines, wanted)) if a != b]
check("one row says so", len(lines) == len(wanted) and len(other) == 1 and b"crashed,the process was ended: Segmentation fault" in lines[other[0]], other)

# Ctrl-C keeps what is there, says so, and the same command goes on
p = subprocess.Popen([DTC, "sweep", *LONG, "-o", place("stopped.csv"), "--jobs", "2"], stderr=subprocess.PIPE, text=True)
while not (children(p.pid) and ticks(children(p.pid)[0]) > 1):
    time.sleep(0.001)
p.send_signal(signal.SIGINT)
told = p.communicate()[1]
check("interrupted: exit code", p.returncode == 1, p.returncode)
check("interrupted: what is said", "interrupted; the rows so far are in" in told and "stopped.csv.part" in told, told)
check("interrupted: no CSV, and the rows", not os.path.exists(os.path.join(WORK, "stopped.csv")) and os.path.exists(os.path.join(WORK, "stopped.csv.part")))
told = run(*[x for x in LONG if x != "--quiet"], "-o", os.path.join(WORK, "stopped.csv")).stderr
check("interrupted: it goes on", " are there already" in told and content(os.path.join(WORK, "stopped.csv")) == whole, told)

# ---- a store -----------------------------------------------------------------------------------------------------------

store = place("store.db")
run(*STUDY, "-o", store)
with sqlite3.connect(store) as db:
    check("rows", db.execute("SELECT count(*), count(DISTINCT hash) FROM points").fetchone() == (500, 500))
    check("times", db.execute("SELECT count(*) FROM times WHERE seconds > 0 AND host <> ''").fetchone() == (500,))
    check("the model", "model launch" in db.execute("SELECT value FROM study WHERE key = 'text'").fetchone()[0])
    check("units", db.execute("SELECT unit FROM columns WHERE name = 'top'").fetchone() == ("rad/s",))
    before = db.execute("SELECT * FROM times ORDER BY point").fetchall()
run(*STUDY, "-o", store)
with sqlite3.connect(store) as db:
    check("once more: nothing is run", db.execute("SELECT * FROM times ORDER BY point").fetchall() == before)

GRID = (LAUNCH, "--metric", "w=load.w", "--quiet")
store = place("grown.db")
run(*GRID, "--vary", "load.J=1,2", "--vary", "clutch.fn_max=700,800", "-o", store)
with sqlite3.connect(store) as db:
    db.execute("UPDATE points SET w = -1")
run(*GRID, "--vary", "load.J=1:0.5:2", "--vary", "clutch.fn_max=600,700,800", "-o", store)
with sqlite3.connect(store) as db:
    got = db.execute('SELECT point, "load.J", "clutch.fn_max", w < 0 FROM points ORDER BY point').fetchall()
check("a grid that has grown: the points that were there are not run again", got ==
      [(3*i + k, J, f, int(J != 1.5 and f != 600)) for i, J in enumerate((1, 1.5, 2)) for k, f in enumerate((600, 700, 800))], got)
told = run(*GRID, "--vary", "load.J=1,2", "--vary", "clutch.fn_max=700,800", "-o", store, code=1).stderr
check("a smaller grid loses no row", "has 5 rows that this study has no points for" in told, told)
told = run(*GRID[:-1], "--metric", "v=load.w", "--vary", "load.J=1,2", "-o", store, code=1).stderr
check("another study", "is of another study" in told, told)
told = run(*GRID, "--set", "engine.J=0.3", "--vary", "load.J=1:0.5:2", "--vary", "clutch.fn_max=600,700,800", "-o", store, code=1).stderr
check("another model", "another model, or of other values" in told, told)

# ---- trouble -----------------------------------------------------------------------------------------------------------

with sqlite3.connect(store) as db:
    db.execute("BEGIN EXCLUSIVE")
    told = run(*GRID, "--vary", "load.J=1:0.5:2", "--vary", "clutch.fn_max=600,700,800", "-o", store, code=1).stderr
    check("two sweeps on one store", "another sweep is at work" in told, told)
told = run(*GRID, "--vary", "load.J=1,2", "-o", os.path.join(WORK, "nowhere", "x.db"), code=1).stderr
check("no folder", "nowhere/x.db" in told, told)
with open(place("no.db"), "w", encoding="utf-8") as f:
    f.write("this is no store\n"*100)
told = run(*GRID, "--vary", "load.J=1,2", "-o", os.path.join(WORK, "no.db"), code=1).stderr
check("no store", "is no store of dtc sweep" in told, told)

# a disk that is full: what is written stays, and the same command goes on where there is room; `ulimit -f` is a full disk
# for one process, whose signal is ignored
wide = (*STUDY[:-2], "lhs:2000", "--quiet")
limited = f"trap '' XFSZ; ulimit -f 60; exec '{DTC}' sweep " + " ".join(f"'{x}'" for x in wide) + " -o full.db"
place("full.db")
p = subprocess.run(["sh", "-c", limited], cwd=WORK, capture_output=True, text=True)
check("a full disk: exit code", p.returncode == 1, (p.returncode, p.stderr))
check("a full disk is said", "full.db: " in p.stderr, p.stderr)
run(*wide, "-o", os.path.join(WORK, "full.db"))
run("--merge", os.path.join(WORK, "full.db"), "-o", place("full.csv"))
check("a full disk: the same command goes on", content(os.path.join(WORK, "full.csv")) == whole)

# a store that cannot be written; root may write all
if os.geteuid():
    os.chmod(store, 0o400)
    told = run(*GRID, "--vary", "load.J=1:0.5:2", "--vary", "clutch.fn_max=600,700,800,900", "-o", store, code=1).stderr
    check("a store that is read-only", "cannot be written" in told, told)
else:
    told = run(*GRID, "--vary", "load.J=1,2", "-o", "/proc/x.db", code=1).stderr
    check("where no file can be", "/proc/x.db" in told, told)
end()
