"""Who calls whom, by the symbols of the objects, against the table of rooms (tests/house/rooms.txt).

    rooms.py BUILD          prints a line for each call upwards that is not listed, for each header that a room of the
                            compiler includes from one above it, and for each line of the table that nothing needs;
                            ends with 1 if there is one
"""
import collections
import fnmatch
import glob
import os
import re
import subprocess
import sys

build = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
order, listed, included = {}, [], []
for line in open(os.path.join(here, "rooms.txt")):
    word = line.split(None, 3)
    if word and word[0] == "room":
        order[word[1]] = len(order)
    elif word and word[0] == "up":
        listed.append((word[1], word[2]))
    elif word and word[0] == "includes":
        included.append((word[1], word[2]))

room = {"gram.o": "compiler/parse", "lex.o": "compiler/parse"}          # by object
for folder in order:
    for source in glob.glob(os.path.join(here, "../..", folder, "*.c")):
        inside = "host/" if folder == "runtime/host" else ""
        room[inside + os.path.basename(source)[:-2] + ".o"] = folder

defined, needed = {}, collections.defaultdict(set)
told = subprocess.run(["nm", "-A", *room], cwd=build, capture_output=True, text=True, check=True).stdout
for name, of in (line.split(":", 1) for line in told.splitlines()):
    if of.strip():
        kind, symbol = of.split()[-2:]
        if kind == "U":
            needed[symbol].add(name)
        elif kind in "TDBRC":
            defined[symbol] = name

wrong, used = [], set()
for symbol, users in sorted(needed.items()):
    home = room.get(defined.get(symbol))
    for user in sorted(users):
        if home is None or order[room[user]] >= order[home]:
            continue
        match = [entry for entry in listed if entry[0] == room[user] and fnmatch.fnmatch(symbol, entry[1])]
        used.update(match)
        if not match:
            wrong.append(f"{room[user]}, {user} calls up: {symbol} of {home}, {defined[symbol]}")
header = {os.path.basename(path): folder for folder in order if folder.startswith("compiler")
          for path in glob.glob(os.path.join(here, "../..", folder, "*.h"))}
includes = set()
for folder in set(header.values()):
    for path in glob.glob(os.path.join(here, "../..", folder, "*.[chyl]")):
        with open(path) as file:
            names = re.findall(r'#include "([^"]+)"', file.read())
        above = {name for name in names if order[header.get(name, folder)] > order[folder]}
        includes.update((folder, name) for name in above)
        wrong += [f"{folder}, {os.path.basename(path)} includes {name} of {header[name]}"
                  for name in sorted(above) if (folder, name) not in included]
wrong += [f"rooms: nothing needs `includes {a} {b}`" for a, b in included if (a, b) not in includes]
wrong += [f"rooms: nothing needs `up {a} {b}`" for a, b in listed if (a, b) not in used]
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(bool(wrong) or len(defined) < 100)
