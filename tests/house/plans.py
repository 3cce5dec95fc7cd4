"""plans.py - each result of a plan is written in one file: where else its type is named, what is pointed at is const.

What the step program is made of and what plans have found (builders.h) is read through const pointers; a
C compiler says where one is written. So it is enough to look for pointers that are not const. Prints what is wrong.
"""
import glob
import re
import sys

# What a plan gives: the files that write it. builders.c passes on what is not finished.
WRITERS = {
    "Equations": "builders.c",
    "Store": "storage.c builders.c family.c",
    "Reads": "reads.c",
    "Calls": "reads.c",
    "FinitePlan": "finite.c",
    "HeldPlan": "held.c",
    "Loops": "held_loop.c",
    "Impulses": "jump.c",
    "Works": "work.c jump.c builders.c",
    "Resets": "reinit.c",
    "Tangent": "tangent_plan.c",
    "Rosenbrock": "implicit.c",
    "FixedFactors": "implicit_factors.c",
    "Exact": "exact_plan.c exact_causes.c",
    "Assigned": "size.c",
    "LawResponse": "response.c",
}
BUILT = "builders.c compile.c".split()     # what hangs on the Emitter, set once
wrong = False


def tell(file, line, what):
    global wrong
    print(f"{file}:{line}: {what}")
    wrong = True


found = set()
ROOMS = ("compiler", "compiler/program", "compiler/builders", "compiler/c", "tools/*")
for file in sorted(f for room in ROOMS for f in glob.glob(room + "/*.[ch]")):
    name = file.rsplit("/", 1)[1]
    for number, line in enumerate(open(file, encoding="utf-8"), 1):
        found.update(re.findall(r"\b(\w+) \*", line))
        for kind in re.findall(r"(?<!const )(?<!const struct )\b(?:struct )?(\w+) \*(?!const\b)", line):
            if kind == "Emitter" and name not in BUILT + ["builders.h", "compile.h"]:
                tell(file, number, "an Emitter that is not const: builders write the program alone")
            if kind not in WRITERS:
                continue
            if not name.endswith(".h") and name not in WRITERS[kind].split():
                tell(file, number, f"{kind} is written in {WRITERS[kind]} alone: const")
for kind in set(WRITERS) - found:
    tell("tests/house/plans.py", 1, f"there is no {kind}")
sys.exit(wrong)
