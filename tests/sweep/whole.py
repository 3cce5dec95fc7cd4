"""whole.py DTC WORK: a study is the same, byte by byte, with any number of workers, in any parts, and whoever is killed; with
SWEEP_LANES=N in N lanes, and byte by byte as one by one."""
import fcntl
import os
import random
import signal
import sqlite3
import subprocess
import time

from ask import DTC, LAUNCH, MODELS, WORK, check, content, end, place, rows, run

LANES = os.environ.get("SWEEP_LANES", "1")
STUDY = (LAUNCH, *(("--lanes", LANES) if LANES != "1" else ()), "--vary", "load.J=uniform(0.5, 3)", "--vary", "clutch.fn_max=normal(800, 100)", "--metric", "w=load.w", "--metric",
         "top=max(engine.w)", "--design", "lhs:500", "--quiet")

# ---- workers -----------------------------------------------------------------------------------------------------------

run(*STUDY, "-o", place("whole.csv"), "--jobs", "1")
whole = content(os.path.join(WORK, "whole.csv"))
check("500 rows", whole.count(b"\n") == 501)
if LANES != "1":
    check("one by one", run(*STUDY, "--lanes", "1").stdout.encode() == whole)
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

# parts of other studies are refused, and what a merge has made is gone
SMALL = (LAUNCH, "--metric", "w=load.w", "--quiet")


def part(name, shard, *options):
    run(*SMALL, *options, "--shard", shard, "-o", place(name))
    return os.path.join(WORK, name)


one = part("one.db", "1/2", "--vary", "load.J=uniform(0.5, 3)", "--design", "lhs:10")
for said, *options in (
        ("vary load.J: uniform(0.5, 4), not uniform(0.5, 3)", "--vary", "load.J=uniform(0.5, 4)", "--design", "lhs:10"),
        ("vary load.J: 1, 2, not uniform(0.5, 3)", "--vary", "load.J=1,2", "--design", "lhs:10"),
        ("seed: 7, not ", "--vary", "load.J=uniform(0.5, 3)", "--design", "lhs:10", "--seed", "7"),
        ("points: 20, not 10", "--vary", "load.J=uniform(0.5, 3)", "--design", "lhs:20"),
        ("factors: engine.J, not load.J", "--vary", "engine.J=uniform(0.5, 3)", "--design", "lhs:10"),
        ("of another model, or of other values of it", "--set", "engine.J=0.3", "--vary", "load.J=uniform(0.5, 3)", "--design", "lhs:10")):
    for out in "merged.csv", "merged.db":
        told = run("--merge", one, part("two.db", "2/2", *options), "-o", place(out), code=1).stderr
        check(f"parts of two studies: {said}", "two.db is of another study than" in told and said in told, told)
        check(f"parts of two studies: {out} is not there", not [x for x in os.listdir(WORK) if x.startswith(out)], os.listdir(WORK))
two = part("two.db", "2/2", "--vary", "load.J=uniform(0.5, 3)", "--design", "lhs:10")
run("--merge", one, two, "-o", place("merged.csv"))
run("--merge", one, "-o", place("merged.db"))
check("a merged store is as open as others", os.stat(os.path.join(WORK, "merged.db")).st_mode == os.stat(one).st_mode)
told = run("--merge", two, "-o", os.path.join(WORK, "merged.db")).stderr
with sqlite3.connect(os.path.join(WORK, "merged.db")) as db:
    check("merged into one that is there", db.execute("SELECT count(*) FROM points").fetchone() == (10,), told)
check("a merge after one that failed", len(rows(os.path.join(WORK, "merged.csv"))) == 10)
with sqlite3.connect(two) as db:
    db.execute("UPDATE points SET point = 0 WHERE point = 1")
told = run("--merge", one, two, "-o", place("merged.csv"), code=1).stderr
check("a number with two points", "two.db is of another study" in told and "point 0 has other values" in told, told)
told = run(*SMALL, "--vary", "load.J=uniform(0.5, 4)", "--design", "lhs:10", "--shard", "1/2", "-o", one, code=1).stderr
check("a part goes on with its own values alone", "one.db is of another study: vary load.J: uniform(0.5, 3), not uniform(0.5, 4)" in told, told)
LEVELS = "load.J=" + ",".join(str(k) for k in range(1, 101))
one = part("one.db", "1/2", "--vary", LEVELS)
told = run("--merge", one, part("two.db", "2/2", "--vary", LEVELS.replace(",50,", ",50.5,")), "-o", place("merged.db"), code=1).stderr
check("one of many values", "vary load.J: 1 to 100, 100 values of mark" in told, told)
study = place("correlated.yaml")
for k, r in enumerate((0.5, 0.6)):
    with open(study, "w", encoding="utf-8") as f:
        f.write(f"model: {LAUNCH}\nvary: {{load.J: {{uniform: [1, 2]}}, clutch.fn_max: {{normal: [800, 10]}}}}\n"
                f"metrics: {{w: load.w}}\ndesign: random:4\ncorrelation: [[1, {r}], [{r}, 1]]\n")
    run(study, "--shard", f"{k + 1}/2", "-o", place(f"correlated{k}.db"))
told = run("--merge", *(os.path.join(WORK, f"correlated{k}.db") for k in (0, 1)), "-o", place("merged.db"), code=1).stderr
check("another correlation", "of another correlation of the factors" in told, told)

# ---- limits ------------------------------------------------------------------------------------------------------------

for name in "limits.db", "limits.csv.part":
    store = place(name)
    out = store.removesuffix(".part")
    place(os.path.basename(out))
    if out != store:                        # a study that is interrupted: its rows are there, its CSV is not
        run(*SMALL, "--vary", "load.J=1,2", "--max-steps", "10", "-o", place("limits.sqlite"), code=1)
        os.rename(os.path.join(WORK, "limits.sqlite"), store)
    for limit, ends, again in ((10, "limit", 0), (10, "limit", 0), (20, "limit", 2), (15, "limit", 0), (1000000, "ok", 2), (10, "ok", 0)):
        told = run(*SMALL[:-1], "--vary", "load.J=1,2", "--max-steps", str(limit), "-o", out, code=None).stderr
        if out != store:
            check("limits: of a CSV", "2 are there already" in told, told)
            break
        check(f"limit {limit}: run again", ("2 ended by a smaller limit, and are run again" in told) == (again > 0), told)
        with sqlite3.connect(store) as db:
            got = db.execute("SELECT status FROM points").fetchall()
        check(f"limit {limit}: {ends}", got == [(ends,)]*2, got)
store = place("clock.db")
CLOCK = (*SMALL[:-1], "--vary", "load.J=1,2", "-o", store)
run(*CLOCK, "--timeout", "1e-9", "--step", "1e-5", code=None)
with sqlite3.connect(store) as db:
    check("timed out, after what", db.execute("SELECT status, bound FROM points JOIN times USING (point)").fetchall() == [("timed out", 1e-9)]*2)
told = run(*CLOCK, "--step", "1e-5").stderr
check("without a limit: run again", "2 ended by a smaller limit" in told, told)
with sqlite3.connect(store) as db:
    check("without a limit: ok", db.execute("SELECT DISTINCT status, bound FROM points JOIN times USING (point)").fetchall() == [("ok", None)])

# ---- a CSV that is there -----------------------------------------------------------------------------------------------

out = place("there.csv")
run(*SMALL, "--vary", "load.J=1,2", "-o", out)
told = run(*SMALL[:-1], "--vary", "load.J=1,2,3", "-o", out).stderr
check("a CSV is made anew", len(rows(out)) == 3 and "is made anew" in told, told)
before = content(out)
told = run(*SMALL, "--vary", "engine.J=1,2", "-o", out, code=1).stderr
check("a CSV with other columns is kept", "is no CSV with the columns of this study" in told and content(out) == before, told)
for units in "load.J [kg.m2],status,message,w [rad/s]", "load.J,status,message,w":
    with open(place("units.csv"), "w", encoding="utf-8") as f:
        f.write(f"point,{units}\n")
    told = run(*SMALL, "--vary", "load.J=1", "-o", os.path.join(WORK, "units.csv"), *(["--units"] if "[" in units else [])).stderr
    check("units in the header", list(rows(os.path.join(WORK, "units.csv"))[0]) == ["point", *units.split(",")], told)
for shard in ("-o", place("shard.csv")), ():
    check("a part is a store", "parts of a study are stores" in run(*SMALL, "--vary", "load.J=1,2", "--shard", "1/2", *shard, code=2).stderr)
out = place("other.csv")
run(*SMALL, "--vary", "load.J=1,2", "-o", place("other.db"))
os.rename(os.path.join(WORK, "other.db"), out + ".part")
told = run(*SMALL, "--vary", "engine.J=1,2", "-o", out, code=1).stderr
check("a CSV that was interrupted", "other.csv (interrupted; its rows are in" in told and "factors: load.J, not engine.J" in told, told)
os.remove(out + ".part")

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


LONG = tuple(("lhs:2000" if LANES == "1" else "lhs:20000") if x == "lhs:500" else x for x in STUDY)
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
while not lines or not (other or LANES != "1"):    # between two points there is none to be blamed; of several it is not known which one
    p = subprocess.Popen([DTC, "sweep", *LONG, "-o", place("crashed.csv"), "--jobs", "1"], stderr=subprocess.DEVNULL)
    while p.poll() is None and not (children(p.pid) and ticks(children(p.pid)[0]) > 1):
        time.sleep(0.001)
    os.kill(children(p.pid)[0], signal.SIGSEGV)
    check("a worker that crashes: exit code", p.wait() == 0)
    lines = content(file).splitlines()
    other = [k for k, (a, b) in enumerate(zip(lines, wanted)) if a != b]
check("one row says so", len(lines) == len(wanted) and (not other if LANES != "1" else len(other) == 1 and b"crashed,the process was ended: Segmentation fault" in lines[other[0]]), other)

# Ctrl-C keeps what is there, says so, and the same command goes on
p = subprocess.Popen([DTC, "sweep", *LONG, "-o", place("stopped.csv"), "--jobs", "2"], stderr=subprocess.PIPE, text=True)
while p.poll() is None and not (children(p.pid) and ticks(children(p.pid)[0]) > 1):
    time.sleep(0.001)
p.send_signal(signal.SIGINT)
told = p.communicate()[1]
check("interrupted: exit code", p.returncode == 1, p.returncode)
check("interrupted: what is said", "interrupted; the rows so far are in" in told and "stopped.csv.part" in told, told)
check("interrupted: no CSV, and the rows", not os.path.exists(os.path.join(WORK, "stopped.csv")) and os.path.exists(os.path.join(WORK, "stopped.csv.part")))
told = run(*[x for x in LONG if x != "--quiet"], "-o", os.path.join(WORK, "stopped.csv")).stderr
check("interrupted: it goes on", " are there already" in told and content(os.path.join(WORK, "stopped.csv")) == whole, told)

# Ctrl-C waits for no point, and workers do not outlive their master
ENDLESS = [DTC, "sweep", LAUNCH, "--vary", "load.J=1:8", "--metric", "w=load.w", "--stop", "1e9", "--jobs", "2", "--quiet", "-o", place("endless.db")]
for number in signal.SIGINT, signal.SIGKILL:
    p = subprocess.Popen(ENDLESS, stderr=subprocess.PIPE, text=True)
    workers = []
    while len(workers) < 2 or not all(ticks(w) > 1 for w in workers):
        workers = children(p.pid)
        time.sleep(0.001)
    p.send_signal(number)
    begun = time.monotonic()
    told = p.communicate()[1]
    while any(os.path.exists(f"/proc/{w}/fd") and ticks(w) for w in workers) and time.monotonic() < begun + 10:
        time.sleep(0.01)
    check(f"{number.name}: at once", time.monotonic() < begun + 5, time.monotonic() - begun)
    check(f"{number.name}: what is said", number == signal.SIGKILL or "interrupted; the rows so far are in" in told, told)

# where tcc and gcc are there, workers go on with what gcc has made meanwhile: the same bits (longest.sh)
if times > 5:
    cold = {k: v for k, v in os.environ.items() if k != "CC"}
    cold["XDG_CACHE_HOME"] = os.path.join(WORK, "cold")
    MANY = tuple("lhs:100000" if x == "lhs:500" else x for x in STUDY)
    for name in "quick.csv", "thorough.csv":
        run(*MANY, "-o", place(name), env=cold)
    check("the bits of two compilers", content(os.path.join(WORK, "quick.csv")) == content(os.path.join(WORK, "thorough.csv")))

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

# a store that is made on another disk comes into its place when all have run, and goes on there
scratch = os.path.join(WORK, "scratch")
os.makedirs(scratch, exist_ok=True)
out = place("moved.db")
run(*GRID, "--vary", "load.J=1,2", "--scratch", scratch, "-o", out)
told = run(*GRID[:-1], "--vary", "load.J=1,2,3", "--scratch", scratch, "-o", out).stderr
with sqlite3.connect(out) as db:
    check("scratch: it goes on", "2 are there already" in told and db.execute("SELECT count(*) FROM points").fetchone() == (3,), told)
check("scratch: nothing is left", not os.listdir(scratch) and not os.path.exists(out + ".lock"))
with open(out + ".lock", "w", encoding="utf-8") as lock:
    fcntl.lockf(lock, fcntl.LOCK_EX)        # as another sweep has it
    for words in ("--scratch", scratch), ():
        told = run(*GRID, "--vary", "load.J=1,2,3", *words, "-o", out, code=1).stderr
        check(f"scratch: another sweep {words}", "moved.db: another sweep is at work on it" in told, told)
run(*GRID, "--vary", "load.J=1,2,3", "--scratch", scratch, "-o", out)
check("scratch: a lock that was left behind", not os.path.exists(out + ".lock"))
for words, said in ((("--scratch", os.path.join(WORK, "nowhere"), "-o", out), "cannot make a file in"), (("--scratch", scratch, "-o", "x.csv"), "--scratch is where a store")):
    told = run(*GRID, "--vary", "load.J=1", *words, code=None).stderr
    check(f"scratch: {said}", said in told, told)

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
wide = LONG
limited = f"trap '' XFSZ; ulimit -f 60; exec '{DTC}' sweep " + " ".join(f"'{x}'" for x in wide) + " -o full.db"
place("full.db")
p = subprocess.run(["sh", "-c", limited], cwd=WORK, capture_output=True, text=True)
check("a full disk: exit code", p.returncode == 1, (p.returncode, p.stderr))
check("a full disk is said, once", "full.db: " in p.stderr and p.stderr.count("dtc: ") == 1, p.stderr)
run(*wide, "-o", os.path.join(WORK, "full.db"))
run("--merge", os.path.join(WORK, "full.db"), "-o", place("full.csv"))
check("a full disk: the same command goes on", content(os.path.join(WORK, "full.csv")) == whole)

# a file system that is full, and one that is read-only (longest.sh, as root)
disk = os.path.join(WORK, "disk")
os.makedirs(disk, exist_ok=True)
if times > 5 and not os.geteuid() and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", disk], check=False).returncode == 0:
    try:
        store = os.path.join(disk, "x.db")
        told = run(*wide, "-o", store, code=1).stderr
        check("a disk that is full", told == f"dtc: {store}: there is no room left; rows that were written stay\n", told)
        subprocess.run(["mount", "-o", "remount,size=10m", disk], check=True)
        run(*wide, "-o", store)
        run("--merge", store, "-o", place("full.csv"))
        check("a disk that has room again", content(os.path.join(WORK, "full.csv")) == whole)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        told = run(*wide, "-o", os.path.join(disk, "y.db"), code=1).stderr
        check("a disk that is read-only", "its folder is not there, or cannot be written" in told, told)
        check("a store that is read", ["w", "rad/s", str(whole.count(b"\n") - 1)] in [line.split()[:3] for line in run(store, command="plot").stdout.split("\n")])
    finally:
        subprocess.run(["umount", disk], check=True)

# a store that cannot be written; root may write all
if os.geteuid():
    os.chmod(store, 0o400)
    told = run(*GRID, "--vary", "load.J=1:0.5:2", "--vary", "clutch.fn_max=600,700,800,900", "-o", store, code=1).stderr
    check("a store that is read-only", "cannot be written" in told, told)
else:
    told = run(*GRID, "--vary", "load.J=1,2", "-o", "/proc/x.db", code=1).stderr
    check("where no file can be", "/proc/x.db" in told, told)
end()
