"""cost.py DTC WORK: instructions of a point of dtc sweep beside those of the bare steps (bare.c), by valgrind.

Of both what N points more take, so that what is there once is left out."""
import os
import re
import shutil
import subprocess

from ask import DTC, HERE, LAUNCH, WORK, check, end, place, run

ROOT = os.path.join(HERE, "../..")
CAR = os.path.join(ROOT, "models/drive_cycle/drive_cycle.dtm")


def instructions(*command):
    """Of all processes; but of the C compiler, whose objects are kept."""
    p = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=no", *command], capture_output=True, text=True)
    check(" ".join(command), p.returncode == 0, p.stderr)
    return sum(int(x.replace(",", "")) for x in re.findall(r"I\s+refs:\s+([\d,]+)", p.stderr))


def compare(title, model, name, factor, member, steps, n, wanted, allowed):
    code = os.path.join(WORK, "bare")
    os.makedirs(code, exist_ok=True)
    which = ("--model", name) if "." in name else ()
    run(model, *which, "-o", os.path.join(code, "step.c"), "--prefix", "Bare", "--vars", wanted, command="--step=1e-3")
    program = os.path.join(code, "run")
    subprocess.run([os.environ.get("BARE_CC", "gcc"), "-std=gnu11", "-O2", "-ffp-contract=off", "-DMODEL=Bare", f"-DVARY=m.{member}*=x", f"-I{ROOT}/runtime",
                    f"-I{code}", os.path.join(HERE, "bare.c"), os.path.join(code, "step.c"), os.path.join(os.path.dirname(DTC), "libdtc.a"), "-lm",
                    "-o", program], check=True)

    def study(points):
        return (DTC, "sweep", model, *which, "--metric", f"y={wanted}", "--vary", f"{factor}*=1:0.001:{1 + 0.001*(points - 1):.3f}", "--step", "1e-3", "--stop",
                str(steps*1e-3), "--jobs", "1", "--quiet", "-o", place("cost.csv"))

    subprocess.run(study(1), check=True, env=os.environ)        # builds
    bare = (instructions(program, str(2*n), str(steps)) - instructions(program, str(n), str(steps)))/n
    own = (instructions(*study(2*n)) - instructions(*study(n)))/n
    print(f"{title}: {own:.0f} instructions a point, {bare:.0f} of the bare steps, {own/bare:.3f} of them (at most {allowed})")
    check(title, own <= allowed*bare, f"{own/bare:.3f}")


if not shutil.which("valgrind"):
    print("0 passed, 0 failed, 1 skipped")
else:
    compare("launch, 1 s at 1 ms", LAUNCH, "launch", "load.J", "load_J", 1000, 200, "load.w", 1.5)
    compare("LockUp on its cycle, 20 s at 1 ms", CAR, "DriveCycle.LockUp", "m", "m", 20000, 2, "consumption", 1.05)
    end()
