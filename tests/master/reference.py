#!/usr/bin/env python3
"""The Reference FMUs of the Modelica Association against their published results: reference.py DTC WORK FOLDER. The folder has the FMUs, NAME.fmu, of any
version and at any depth, and NAME_out.csv of the source. Prints the largest deviation of each; Clocks is to be refused. Ends with `N passed, N failed, N skipped`."""
import csv
import glob
import os
import subprocess
import sys

dtc, work, folder = sys.argv[1:]
passed = failed = skipped = 0
os.makedirs(work, exist_ok=True)
TEXTS = ('String_output', 'Binary_output')


def number(text):
    return {'false': 0.0, 'true': 1.0}[text] if text in ('false', 'true') else float(text)


def published(name):
    """time -> name of a column -> value; arrays have blanks between their elements"""
    files = glob.glob(f'{folder}/**/{name}_out.csv', recursive=True)
    if not files:
        return {}
    with open(files[0]) as f:
        head, *rows = csv.reader(f)
    out = {}
    for row in rows:
        values = out.setdefault(round(float(row[0]), 9), {})
        for column, text in zip(head[1:], row[1:]):
            parts = [] if column in TEXTS else text.split()
            for i, part in enumerate(parts, 1):
                values[f'{column}[{i}]' if len(parts) > 1 else column] = number(part)
    return out


def deviation(file, wanted):
    """The largest one at a time of the results (of two rows of one time the better), how many values were compared."""
    with open(file) as f:
        head, *rows = csv.reader(f)
    at = {}
    for row in rows:
        at.setdefault(round(float(row[0]), 9), []).append(dict(zip(head, map(float, row))))
    pairs = [min(abs(r[n] - x) for r in at[t]) if t in at else float('inf') for t, values in wanted.items() for n, x in values.items() if n in head]
    return max(pairs, default=float('inf')), len(pairs)


for file in sorted(glob.glob(f'{folder}/**/*.fmu', recursive=True)):
    name = os.path.basename(file)[:-4]
    wanted = published(name)
    words = ['--stop', str(max(wanted))] if wanted else []
    told = subprocess.run([dtc, 'sim', file, '--quiet', *words, '-o', f'{work}/out.csv'], capture_output=True, text=True)
    if told.returncode:
        good = 'it has no co-simulation' in told.stderr
        print(f'{file}: {told.stderr.strip()}')
    else:
        largest, count = deviation(f'{work}/out.csv', wanted)
        if count == 0:                     # Roberts: what is published has columns of another model
            skipped += 1
            print(f'{file}: it runs; nothing is published of its variables')
            continue
        good = largest == 0
        print(f'{file}: {count} values, largest deviation {largest}')
    passed += good
    failed += not good
print(f'{passed} passed, {failed} failed, {skipped} skipped')
sys.exit(failed > 0)
