"""How long a warm model takes to start, beyond what numpy takes to be imported: less than 100 ms, of `simulate` and of steps."""
import resource
import subprocess
import sys

import dtc
from tried import block, finish, put, tried

put("launch.dtm", block("modelica launch.dtm"))
RUNS = {"simulate": "import dtc\ndtc.Model('launch.dtm').simulate(1)",
        "steps": "import dtc\ndtc.Model('launch.dtm').start().step(1000)"}


def used():
    """Seconds of the processor of processes that have ended: others on the machine do not lengthen these much."""
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def seconds(text):
    begin = used()
    subprocess.run([sys.executable, "-B", "-c", text], check=True)
    return used() - begin


for text in RUNS.values():
    seconds(text)                           # what is compiled is kept from here on
for what, text in RUNS.items():
    took = min(seconds(text) for _ in range(9)) - min(seconds("import numpy") for _ in range(9))
    print(f"{what}: {1e3 * took:.0f} ms of the processor")
    tried(f"a warm start, {what}", took < 0.1, took)
finish()
