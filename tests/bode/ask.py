"""ask.py - what the programs of this group share: dtc asked, its answer as data, results of checks."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tally import finish  # noqa: E402

DTC, WORK = sys.argv[1:3]
HERE = os.path.dirname(__file__)
MODELS = os.path.join(HERE, "bode.dtm")
results = []


def check(title, good, text=""):
    results.append((title, None if good else str(text) or "not so"))


def end():
    finish(results)


def run(*words, fails=False):
    """Standard output and error. fails: what it is to do."""
    done = subprocess.run([DTC, *words], capture_output=True, text=True)
    if (done.returncode != 0) != fails or done.returncode < 0:
        raise ArithmeticError(" ".join(words) + f": exit code {done.returncode}: " + done.stderr)
    return done.stderr if fails else done.stdout


def ask(command, model, *words, file=MODELS):
    return json.loads(run(command, file, "--model", model, "--format", "json", *words))


def curves(told):
    """{(configuration, output): [(frequency, amplitude, phase)]}"""
    found = {}
    for row in told["response"]["rows"]:
        found.setdefault((row.get("configuration", ""), row["output"]), []).append((row["frequency"], row["amplitude"], row["phase"]))
    return found
