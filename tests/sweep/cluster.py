"""cluster.py DTC WORK: a study in parts by GNU parallel, by ranks of OpenMPI, and as a job array of Slurm whose daemons
run here; what is not installed, or does not start, is skipped by name."""
import glob
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

import yaml

from ask import DTC, HERE, LAUNCH, WORK, check, content, counts, place, run

STUDY = [LAUNCH, "--vary", "load.J=uniform(0.5, 3)", "--metric", "w=load.w", "--design", "lhs:100", "--quiet"]
WHOLE = place("cluster.csv")
run(*STUDY, "-o", WHOLE)
WHOLE = content(WHOLE)
skipped = 0


def words(*more):
    return " ".join(f"'{x}'" for x in (DTC, "sweep", *STUDY, *more))


def merged(title, pattern):
    run("--merge", *sorted(glob.glob(os.path.join(WORK, pattern))), "-o", place("merged.csv"))
    check(title, content(os.path.join(WORK, "merged.csv")) == WHOLE)


def skip(what):
    global skipped
    skipped += 1
    print(f"skipped: {what}")


# ---- GNU parallel, OpenMPI -------------------------------------------------------------------------------------------

if shutil.which("parallel") and "GNU" in subprocess.run(["parallel", "--version"], capture_output=True, text=True).stdout:
    p = subprocess.run(["parallel", "--will-cite", "-j", "2", words("--jobs", "1") + f" --shard {{}}/7 -o {WORK}/gnu{{}}.db", ":::", *"1234567"],
                       capture_output=True, text=True)
    check("GNU parallel", p.returncode == 0, p.stderr)
    merged("GNU parallel: the whole", "gnu*.db")
else:
    skip("GNU parallel")
if shutil.which("mpirun"):
    rank = words("--jobs", "1") + f' --shard $((OMPI_COMM_WORLD_RANK + 1))/$OMPI_COMM_WORLD_SIZE -o {WORK}/rank$OMPI_COMM_WORLD_RANK.db'
    p = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", "sh", "-c", rank], capture_output=True, text=True)
    check("OpenMPI", p.returncode == 0, p.stderr)
    merged("OpenMPI: the whole", "rank*.db")
else:
    skip("OpenMPI")

# ---- PBS, LSF, Kubernetes: what their pages say, with the variables that they set ---------------------------------------


def scripts(name, language):
    """What stands in a page of the documentation as a file."""
    with open(os.path.join(HERE, "../../docs", name), encoding="utf-8") as f:
        return [block.split("```")[0] for block in f.read().split(f"```{language}\n")[1:]]


def as_elsewhere(title, script, variable, first, **more):
    """Its parts as an engine runs them, 5 in place of 64."""
    folder = os.path.join(WORK, title)
    os.makedirs(os.path.join(folder, "parts"))
    os.makedirs(os.path.join(folder, "own"))
    with open(os.path.join(folder, "study.yaml"), "w", encoding="utf-8") as f:
        f.write(f"model: {LAUNCH}\nvary: {{load.J: {{uniform: [0.5, 3]}}}}\nmetrics: {{w: load.w}}\ndesign: lhs:100\n")
    os.symlink(DTC, os.path.join(folder, "dtc"))
    check(f"{title}: 64 parts", script.count("64") >= 1, script)
    for i in range(first, first + 5):
        env = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", TMPDIR=os.path.join(folder, "own"), **{variable: str(i)}, **more)
        p = subprocess.run(["sh", "-c", script.replace("/64", "/5").replace("/tmp", f"{folder}/own")], cwd=folder, env=env, capture_output=True, text=True)
        check(f"{title}: part {i}", p.returncode == 0, p.stderr)
    check(f"{title}: nothing is left on the node", not os.listdir(os.path.join(folder, "own")))
    merged(f"{title}: the whole", os.path.join(title, "parts/part-*.db"))
    shutil.rmtree(folder)


[pbs], [lsf], [job] = scripts("cluster_pbs.md", "sh"), scripts("cluster_lsf.md", "sh"), scripts("cluster_kubernetes.md", "yaml")
as_elsewhere("PBS", pbs, "PBS_ARRAY_INDEX", 1, PBS_O_WORKDIR=os.path.join(WORK, "PBS"), NCPUS="2")
as_elsewhere("LSF", lsf, "LSB_JOBINDEX", 1, LSB_DJOB_NUMPROC="2")
[container] = yaml.safe_load(job)["spec"]["template"]["spec"]["containers"]
check("Kubernetes: a shell", container["command"] == ["sh", "-c"], container)
as_elsewhere("Kubernetes", container["args"][0], "JOB_COMPLETION_INDEX", 0)

# a part that is asked to end puts its rows into their place, and goes on from there
part, own = place("asked.db"), os.path.join(WORK, "scratch")
os.makedirs(own, exist_ok=True)
slow = [DTC, "sweep", *["lhs:400000" if x == "lhs:100" else x for x in STUDY], "--shard", "1/2", "--scratch", own, "-o", part]
p = subprocess.Popen(slow, stderr=subprocess.PIPE, text=True)
time.sleep(4)
p.send_signal(signal.SIGTERM)
told = p.communicate()[1]
with sqlite3.connect(part) as db:
    [[n]] = db.execute("SELECT count(*) FROM points").fetchall()
check("asked to end: exit code", p.returncode == 1 and "the rows so far are in" in told, (p.returncode, told))
check("asked to end: rows are there, and nothing on the node", 0 < n < 200000 and not os.listdir(own), n)
p = subprocess.Popen([x for x in slow if x != "--quiet"], stderr=subprocess.PIPE, text=True)
time.sleep(2)
p.send_signal(signal.SIGTERM)
told = p.communicate()[1]
check("asked to end: it goes on", f"{n} are there already" in told, told)

# ---- Slurm -----------------------------------------------------------------------------------------------------------


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Slurm:
    """A controller and a node of Slurm with daemons of their own, which allow `most` - 1 tasks in an array."""

    def __init__(self, folder, most):
        self.daemons = []
        self.env = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin:/sbin", SLURM_CONF=os.path.join(folder, "slurm.conf"))
        for part in "state", "spool", "run":
            os.makedirs(os.path.join(folder, part), exist_ok=True)
        host, key, sock = socket.gethostname().split(".")[0], os.path.join(folder, "munge.key"), os.path.join(folder, "run/munge")
        with open(key, "wb") as f:
            f.write(os.urandom(128))
        os.chmod(key, 0o400)
        with open(self.env["SLURM_CONF"], "w", encoding="utf-8") as f:
            f.write(f"ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={free_port()}\nSlurmdPort={free_port()}\n"
                    f"SlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\nAuthInfo=socket={sock}\nStateSaveLocation={folder}/state\n"
                    f"SlurmdSpoolDir={folder}/spool\nSlurmctldPidFile={folder}/run/ctld.pid\nSlurmdPidFile={folder}/run/d.pid\n"
                    "ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
                    "JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\nMpiDefault=none\n"
                    f"ReturnToService=2\nMaxArraySize={most}\nSchedulerParameters=sched_interval=1\n"
                    f"NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\nPartitionName=all Nodes=ALL Default=YES State=UP\n")
        for command in ((["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={sock}", f"--pid-file={folder}/run/munged.pid",
                          f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed"]), ["slurmctld", "-D"], ["slurmd", "-D", "-N", host]):
            self.daemons.append(subprocess.Popen(command, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            time.sleep(0.7)

    def says(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True).stdout.strip()

    def waits(self, seconds, what):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if what():
                return True
            time.sleep(0.3)
        return False

    def ready(self):
        return self.waits(30, lambda: self.says("sinfo", "-h", "-o", "%T") in ("idle", "mixed", "allocated"))

    def idle(self, seconds=120):
        return self.waits(seconds, lambda: self.says("squeue", "-h") == "")

    def stop(self):
        for d in reversed(self.daemons):
            d.terminate()
        for d in self.daemons:
            try:
                d.wait(10)
            except subprocess.TimeoutExpired:
                d.kill()


def on_slurm(cluster):
    out = place("slurm.csv")
    shutil.rmtree(out + ".parts", ignore_errors=True)
    p = run(*STUDY, "--slurm", "4", "-o", out, env=cluster.env)
    check("an array: what is said", "4 parts in 4 tasks" in p.stderr, p.stderr)
    check("an array: it ends", cluster.idle())
    check("an array: merged", os.path.exists(out) and content(out) == WHOLE)

    out = place("many.csv")
    shutil.rmtree(out + ".parts", ignore_errors=True)
    p = run(*STUDY, "--slurm", "13", "-o", out, env=cluster.env)
    check("more parts than the site allows tasks", "13 parts in 5 tasks" in p.stderr, p.stderr)
    check("more parts: it ends", cluster.idle())
    check("more parts: merged", os.path.exists(out) and content(out) == WHOLE)

    # a task that fails leaves the others; the same command once more runs what is missing
    out = place("again.csv")
    shutil.rmtree(out + ".parts", ignore_errors=True)
    os.makedirs(out + ".parts")
    with open(out + ".parts/part-2.db", "w", encoding="utf-8") as f:
        f.write("no store\n"*200)
    run(*STUDY, "--slurm", "3", "-o", out, env=cluster.env)
    check("a failing task: it ends", cluster.idle())
    check("a failing task: no whole result", not os.path.exists(out))
    os.remove(out + ".parts/part-2.db")
    run(*STUDY, "--slurm", "3", "-o", out, env=cluster.env)
    check("once more: it ends", cluster.idle())
    check("once more: the whole", os.path.exists(out) and content(out) == WHOLE)

    # a task that is requeued while it runs
    out = place("requeue.csv")
    shutil.rmtree(out + ".parts", ignore_errors=True)
    slow = ["lhs:30000" if x == "lhs:100" else x for x in STUDY]
    whole = place("slow.csv")
    run(*slow, "-o", whole)
    run(*slow, "--slurm", "2", "-o", out, env=cluster.env)
    cluster.waits(30, lambda: "R" in cluster.says("squeue", "-h", "-t", "R", "-o", "%t"))
    job = cluster.says("squeue", "-h", "-r", "-t", "R", "-o", "%i").split("\n")[0]
    cluster.says("scontrol", "requeue", job)
    cluster.waits(200, lambda: "BeginTime" not in cluster.says("squeue", "-h", "-o", "%r"))
    check("requeued: it ends", cluster.idle(300))
    check("requeued: the whole", os.path.exists(out) and content(out) == content(whole))


if all(shutil.which(x, path=os.environ["PATH"] + ":/usr/sbin:/sbin") for x in ("munged", "slurmctld", "slurmd", "sbatch")) and os.geteuid() == 0:
    home = os.path.join("/tmp", f"dtc-slurm-{os.getpid()}")
    os.makedirs(home)
    slurm = Slurm(home, 6)
    if slurm.ready():
        on_slurm(slurm)
    else:
        skip("Slurm, whose daemons do not start here")
    slurm.stop()
    shutil.rmtree(home)
else:
    skip("Slurm")
print(f"{counts[0]} passed, {counts[1]} failed" + (f", {skipped} skipped" if skipped else ""))
raise SystemExit(counts[1] > 0)
