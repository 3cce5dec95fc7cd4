# Every model of models/: longest.py DTC WORK. Which take inputs has a command in its README, with a file that has them all; and a shared object
# makes the run of dtc sim, bit by bit, in both precisions.
import csv, glob, json, os, re, subprocess, sys

dtc, work = sys.argv[1], sys.argv[2]
sys.path.insert(0, work)
from model import Model

passed = failed = 0


def verdict(what, good, told=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED", what, str(told)[:400])


def run(*words):
    r = subprocess.run([dtc, *words], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr


def models(file):
    code, out, _ = run("doc", file, "-o", "-", "--format", "json")
    parts = [k for k in json.loads(out)["classes"] if k["kind"] == "model"] if code == 0 else []
    return [k["name"] for k in parts if not any("Flange" in (e["class"] or "") for e in k["elements"])]      # those are parts of others


def alike(file, name, *words):
    object_, rows = os.path.join(work, f"m{passed + failed}.so"), os.path.join(work, "m.csv")     # one name would be one object
    code, _, said = run(file, "--model", name, "-o", object_, "--vars", "*", *words)
    if code:
        return verdict(f"{name}: it is built", False, said)
    m = Model(object_)
    step = m.f.dtc_call_step_size(m.info)
    code, _, said = run("sim", file, "--model", name, "--method", "euler", "--stop", repr(20 * step), "--interval", repr(step), "--vars", "*", "--quiet",
                        "-o", rows, *words)
    if code:
        return verdict(f"{name}: dtc sim", "at time" in said, said)     # the model itself ends the run
    with open(rows) as f:
        head, *body = csv.reader(f)
    columns = [c for c in head if c != "time" and m.f.dtc_call_number(m.info, c.encode()) >= 0]
    m.setup()
    m.run(20, columns)
    chosen = set(columns)
    theirs = [[float(x) for c, x in zip(head, row) if c in chosen] for row in body]
    wrong = [c for k in range(len(theirs)) for c, x, y in zip(columns, theirs[k], m.rows[k]) if x != y and (x == x or y == y)]
    verdict(f"{name} {' '.join(words)}: {len(columns)} columns", len(theirs) == len(m.rows) and not wrong and columns, wrong[:5])
    os.remove(object_)


for folder in sorted(os.path.dirname(f) for f in glob.glob("models/*/README.md")):
    with open(folder + "/README.md") as f:
        commands = [line for line in f if line.startswith("    dtc sim") and "--inputs" in line]
    for file in sorted(glob.glob(folder + "/*.dtm")):
        if os.path.islink(file):
            continue
        for name in models(file):
            code, out, said = run("list", file, "--model", name, "inputs", "--format", "json")
            if code:
                continue                   # a part of a model, or a partial one
            inputs = json.loads(out)["inputs"]
            if inputs and "--inputs" not in "".join(c for c in commands if re.search(rf"--model {re.escape(name)} ", c)):
                verdict(f"{file}: {name} takes {', '.join(v['name'] for v in inputs)}, and {folder}/README.md has no command", False)
            elif inputs:
                verdict("it has a command", True)
            alike(file, name)
            alike(file, name, "--float")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
