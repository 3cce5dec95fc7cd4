"""Functions of compiler/ and runtime/ with more than eight parameters.

    parameters.py           prints a line for each that is not listed, and for each in the list that has fewer; ends with
                            1 if there is one
"""
import glob
import re
import sys

MOST = 8
# Why they have more.
MORE = {
    "dtc_law_quiet dtc_law_apart dtc_law_hold_elements dtc_law_bears dtc_law_goes_on "
    "dtc_law_stays dtc_law_stays_stuck dtc_law_leave_impulse":
        "inline in each step: what changes and where arrays are as scalars; with a struct of them, by value or by "
        "pointer, a step of models/zf4hp22 takes 0.4 % more instructions, one of models/autogear4 0.9 %",
    "dtc_switched_refined dtc_switched_tangent dtc_switched_impulse dtc_branch_step set_off":
        "kernels: generated code calls them with the arrays of a block, each of which it may have or not",
    "fmi3InstantiateCoSimulation fmi3InstantiateScheduledExecution fmi3GetDirectionalDerivative "
    "fmi3GetAdjointDerivative": "FMI says so",
}
listed = {name for names in MORE for name in names.split()}


def count(text):
    depth = commas = 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        commas += c == "," and depth == 0
    return commas + 1


DEFINITION = re.compile(r"^[A-Za-z_][\w *]*?\b(\w+)\(((?:[^;{}()]|\([^()]*\))*)\)\s*\{", re.M)
found, long = 0, {}
for name in glob.glob("compiler/**/*.[ch]", recursive=True) + glob.glob("runtime/**/*.[ch]", recursive=True):
    text = re.sub(r"/\*.*?\*/", "", open(name).read(), flags=re.S)
    for m in DEFINITION.finditer(re.sub(r"^#.*(?:\\\n.*)*", "", text, flags=re.M)):
        found += 1
        if count(m[2]) > MOST:
            long[m[1]] = f"{name}: {m[1]} has {count(m[2])} parameters"
wrong = [told for function, told in long.items() if function not in listed]
wrong += [f"{function} has no more than {MOST} parameters" for function in listed - long.keys()]
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(bool(wrong) or found < 3000)
