"""Names of functions and data that files of compiler/ and tools/ share, by the symbols of the objects.

    names.py BUILD          prints a line for each name that is shared and also that of a static elsewhere, and for each
                            that is not static though one file alone has it; ends with 1 if there is one
"""
import collections
import glob
import os
import re
import subprocess
import sys

build = sys.argv[1]
# Patterns of names that may be of one file alone, and why.
ALONE = [(r"yy\w+", "flex declares them"),
         (r"of_\w+", "formulas of kernels, which cost_kernel.h declares by the table of kernels.h"),
         (r"main", "the program")]

source = {}                                                             # by object
for name in glob.glob("compiler/*.c") + glob.glob("compiler/*/*.c") + glob.glob("tools/*/*.c"):
    source[os.path.basename(name)[:-2] + ".o"] = name
source.update({"gram.o": "gram.y", "lex.o": "lex.l"})
told = subprocess.run(["nm", "-A", *source], cwd=build, capture_output=True, text=True, check=True).stdout
shared, users = {}, collections.Counter()
for name, of in (line.split(":", 1) for line in told.splitlines()):
    kind, symbol = of.split()[-2:]
    if kind == "U":
        users[symbol] += 1
    elif kind in "TDBRC":
        shared[symbol] = source[name]

STATIC = re.compile(r"^static [^;={()]*?\b(\w+)(?:\(| *[\[=;])", re.M)
text = {name: open(name).read() for name in source.values() if os.path.exists(name)}
wrong = [f"{name}: {static} is static here, and shared by {shared[static]}"
         for name in sorted(text) for static in dict.fromkeys(STATIC.findall(text[name])) if static in shared]
tests = " ".join(open(name).read() for name in glob.glob("tests/*/*.[ch]"))
wrong += [f"{name}: {symbol} is not static, but of this file alone" for symbol, name in sorted(shared.items())
          if not users[symbol] and not re.search(rf"\b{symbol}\b", tests)
          and not any(re.fullmatch(pattern, symbol) for pattern, _ in ALONE)]
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(bool(wrong) or len(shared) < 1000)
