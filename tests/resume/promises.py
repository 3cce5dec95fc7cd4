#!/usr/bin/env python3
"""States that runs leave and go on from: promises.py DTC WORK FOLDER ...: of models of these folders of models/. Ends with `N passed, N failed`."""
import csv
import glob
import math
import os
import random
import signal
import subprocess
import sys

dtc, work, *folders = sys.argv[1:]
OWN = 'tests/resume/resume.dtm'
passed = failed = 0
os.makedirs(work, exist_ok=True)


def check(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print('FAILED', what)


def sim(file, *words):
    return subprocess.run([dtc, 'sim', file, '--quiet', *map(str, words)], capture_output=True, text=True)


def own(model, *words):
    return sim(OWN, '--model', 'Resume.' + model, *words)


def at(name):
    return os.path.join(work, name)


def rows(file):
    with open(file) as f:
        head, *text = csv.reader(f)
    return [dict(zip(head, map(float, row))) for row in text]


def content(file):
    with open(file, 'rb') as f:
        return f.read()


# ---- all models: the run in one piece, and in two ----------------------------------------------------------------

def whole_and_parts(file, method, first, last):
    """States at `last` of a run in one piece, and of one that was left at `first`; None: the method does not take the model."""
    runs = []
    for name, words in (('whole', ('--stop', last)), ('part', ('--stop', first)), ('end', ('--state', at('part.mat'), '--stop', last))):
        told = sim(file, '--method', method, *words, '--save-state', at(name + '.mat'), '-o', at(name + '.csv'))
        if told.returncode and name == 'whole':
            return None
        check(told.returncode == 0, f'{file}, {method}: {name}: {told.stderr}')
        if told.returncode:
            return None
        runs.append(rows(at(name + '.csv')))
    return runs


def bit_by_bit(file, method, first, last):
    runs = whole_and_parts(file, method, first, last)
    if runs is None:
        return False
    whole, part, end = runs
    check(content(at('whole.mat')) == content(at('end.mat')), f'{file}, {method}: the state at {last} s differs after a stop at {first} s')
    later = [row for row in whole if row['time'] > part[-1]['time']]
    check(part[-1] == end[0] and later == end[1:] and later, f'{file}, {method}: rows differ after {first} s')
    return True


def within_tolerance(file, first, last):
    """Of a variable step: as far from the run in one piece as one with another tolerance may be."""
    runs = whole_and_parts(file, 'cvode', first, last)
    if runs is None:
        return False
    whole, _, end = runs
    other = sim(file, '--stop', last, '--rtol', '3e-7', '-o', at('other.csv'))
    check(other.returncode == 0, f'{file}: {other.stderr}')
    last, resumed, tighter = whole[-1], end[-1], rows(at('other.csv'))[-1]
    size = {n: max(abs(row[n]) for row in whole) for n in last}
    off = {n: abs(resumed[n] - last[n]) for n in last
           if not abs(resumed[n] - last[n]) <= 1e-4*size[n] + 1e-6 + 3*abs(tighter[n] - last[n])}
    check(not off, f'{file}: after a stop at {first} s: {off}')
    return True


draw = random.Random(7)
for folder in folders:
    for file in sorted(glob.glob(f'models/{folder}/*.dtm')):
        first = round(draw.uniform(0.05, 0.8), 3)
        last = round(first + draw.uniform(0.05, 0.4), 3)
        methods = draw.sample(['euler', 'exact', 'rosenbrock', 'rk4'], 4)
        compiled = subprocess.run([dtc, 'check', file], capture_output=True, text=True).returncode == 0
        if 'model ' in open(file).read() and compiled and not any(bit_by_bit(file, method, first, last) for method in methods):
            check(sim(file, '--stop', last).returncode != 0, f'{file}: no method takes it')
        if compiled:
            within_tolerance(file, first, last)

# ---- a row by names ------------------------------------------------------------------------------------------------

own('Place', '--method', 'euler', '--stop', '5', '-o', at('whole.csv'))
own('Place', '--method', 'euler', '--stop', '1.737', '-o', at('row.mat'), '--save-state', at('state.mat'))
rest = {row['time']: row for row in rows(at('whole.csv')) if row['time'] > 1.7365}
for name, words in (('a row', ('--state', at('row.mat'), '--method', 'euler')), ('a row, cvode', ('--state', at('row.mat'))),
                    ('a state, cvode', ('--state', at('state.mat'))),
                    ('a state, another step', ('--state', at('state.mat'), '--method', 'euler', '--step', '0.0005'))):
    told = own('Place', *words, '--stop', '5', '-o', at('rest.csv'))
    got = rows(at('rest.csv'))
    check(told.returncode == 0 and abs(got[0]['time'] - 1.737) < 1e-9 and got[-1]['time'] == 5, f'{name}: {told.stderr}')
    check(all(got[0][n] == rest[1.737][n] for n in ('gear', 'since', 'number')), f'{name}: {got[0]}')
    check(abs(got[-1]['x'] - rest[5]['x']) < 1e-3 and got[-1]['since'] == rest[5]['since'], f'{name}: {got[-1]}')
told = own('Place', '--state', at('row.mat'), '--start', '0', '--stop', '1', '-o', at('rest.csv'))
got = rows(at('rest.csv'))
check(told.returncode == 0 and got[0]['time'] == 0 and got[0]['gear'] == 2 and 'since' in told.stderr and '1.737' in told.stderr, f'--start 0: {told.stderr}')
told = own('Place', '--start', '2', '--stop', '2.5', '-o', at('rest.csv'))
check(told.returncode == 0 and not told.stderr and rows(at('rest.csv'))[0]['time'] == 2, f'--start alone: {told.stderr}')
own('Drops', '--stop', '0.7', '-o', at('row.mat'))
told = own('Drops', '--state', at('row.mat'), '--start', '0', '--stop', '1')
check(told.returncode == 0 and 'delay.last' in told.stderr, f'a delay keeps a time: {told.stderr}')
told = own('Place', '--state', at('state.mat'), '--set', 'fall=0.2', '--stop', '2.737', '-o', at('rest.csv'))
check(told.returncode == 0 and abs(rows(at('rest.csv'))[-1]['x'] - (rest[1.737]['x'] - 0.2)) < 1e-6, f'another parameter: {told.stderr}')
told = subprocess.run([dtc, 'sim', OWN, '--model', 'Resume.Place', '--method', 'euler', '--state', at('state.mat'), '--set', 'fall=0.2', '--stop', '2'], capture_output=True, text=True)
check('fall was 0.1 there' in told.stderr and '0.2' in told.stderr, f'another parameter is told: {told.stderr}')

# what is missing is named
own('Place', '--stop', '2', '-o', at('few.csv'), '--vars', 'x,since')
told = own('Place', '--state', at('few.csv'), '--stop', '3')
check(told.returncode == 0 and 'few.csv does not have the place of gear' in told.stderr, f'no place: {told.stderr}')
own('Place', '--stop', '2', '-o', at('few.csv'), '--vars', 'x,gear.*')
told = own('Place', '--state', at('few.csv'), '--stop', '3')
check(told.returncode == 1 and 'no number for the state since' in told.stderr, f'no since: {told.stderr}')
own('Redundant', '--stop', '0.5', '-o', at('few.csv'), '--vars', '*.w,*.phi')
told = own('Redundant', '--state', at('few.csv'), '--stop', '1')
check(told.returncode == 0 and 'the place of clutch.law and 2 more' in told.stderr or 'the place of first.law and 2 more' in told.stderr, f'no laws: {told.stderr}')

# what the command line gives is no part of the state
for words, wanted in ((('--set', 'more=0.5'), 0.4), (('--set', 'x.start=2', '--set', 'more=0'), -0.1)):
    told = own('Place', '--state', at('state.mat'), '--stop', '2.737', *words, '-o', at('rest.csv'))
    got = rows(at('rest.csv'))
    check(told.returncode == 0 and abs(got[-1]['der(x)'] - wanted) < 1e-9, f'{words}: {told.stderr} {got[-1:]}')
check(got[0]['x'] == 2, f'x.start: {got[0]}')

# a switching element at rest begins in the place of the row: held, though its slip is what an integration has left
own('Redundant', '--stop', '0.5', '-o', at('row.csv'))
head, *lines = content(at('row.csv')).decode().splitlines()
names = next(csv.reader([head]))
spoilt = lines[-1].split(',')
spoilt[names.index('shaft.w')] = '1e-7'
with open(at('spoilt.csv'), 'w') as f:
    f.write('\n'.join([head, ','.join(spoilt)]) + '\n')
for method in 'euler', 'cvode':
    told = own('Redundant', '--state', at('spoilt.csv'), '--stop', '0.6', '--method', method, '-o', at('rest.csv'))
    got = rows(at('rest.csv'))
    check(told.returncode == 0 and all(row['first.law'] == 0 and row['second.law'] == 0 for row in got), f'{method}: a brake lets go: {told.stderr}')

# ---- a state: inputs, warnings, interruption, the account, readers ---------------------------------------------------

for method in 'euler', 'cvode':
    words = ('--method', method)
    own('Drops', *words, '--stop', '1', '--save-state', at('drops.mat'))
    told = own('Drops', *words, '--state', at('drops.mat'), '--set', 'u=1', '--stop', '1.5', '-o', at('rest.csv'))
    got = rows(at('rest.csv'))
    check(told.returncode == 0 and got[0]['der(x)'] == 1 and abs(got[-1]['x'] - got[0]['x'] - 0.5) < 2e-3, f'{method}: an input that jumps: {told.stderr}')
    told = own('Drops', *words, '--state', at('drops.mat'), '--stop', '2', '--save-state', at('later.mat'))
    check(told.stderr.count('at time') == 0 and 'y is large' not in told.stderr.split('did not hold')[0], f'{method}: a warning is told once more: {told.stderr}')
    again = own('Drops', *words, '--state', at('later.mat'), '--stop', '3', '-o', at('rest.csv'))
    check(again.returncode == 0 and rows(at('rest.csv'))[-1]['n'] in (10, 11), f'{method}: samples: {again.stderr}')
told = own('Drops', '--state', at('drops.mat'))
check(told.returncode == 0, f'a model without StopTime goes on for a second: {told.stderr}')
told = own('Place', '--method', 'euler', '--stop', '3', '--save-state', at('third.mat'))
told = own('Place', '--method', 'euler', '--state', at('third.mat'))
check(told.returncode == 1 and 'ends at 3 s' in told.stderr, f'nothing is left: {told.stderr}')
told = own('Place', '--method', 'euler', '--state', at('third.mat'), '--stop', '2')
check(told.returncode == 1 and 'before the start at 3 s' in told.stderr, f'a stop before: {told.stderr}')
told = own('Ends', '--method', 'euler', '--save-state', at('ended.mat'))
check(told.returncode == 0 and own('Ends', '--method', 'euler', '--state', at('ended.mat'), '--stop', '2').returncode == 0, f'a run that ended by itself: {told.stderr}')
for method in 'euler', 'cvode':
    told = own('Drops', '--method', method, '--state', at('ended.mat'))
    check(told.returncode == 1 and 'is a state of the model Ends' in told.stderr, f'{method}: a foreign state: {told.stderr}')

gone = subprocess.Popen([dtc, 'sim', OWN, '--model', 'Resume.Place', '--quiet', '--method', 'euler', '--stop', '1e9', '--interval', '1e6', '--vars', 'x', '-o', at('long.csv'),
                         '--save-state', at('stopped.mat')], stderr=subprocess.PIPE, text=True)
try:
    gone.wait(3)
except subprocess.TimeoutExpired:
    gone.send_signal(signal.SIGINT)
words = gone.communicate()[1]
check('interrupted' in words and own('Place', '--method', 'euler', '--state', at('stopped.mat'), '--stop', '1e9', '--vars', 'x', '--param', 'nowhere').returncode == 1, f'interrupted: {words}')
stopped = float(words.split('at time ')[1].split(';')[0].split()[0])
told = own('Place', '--method', 'euler', '--state', at('stopped.mat'), '--stop', str(stopped + 1), '-o', at('rest.csv'))
check(told.returncode == 0 and abs(rows(at('rest.csv'))[0]['time'] - stopped) < 1e-3*stopped, f'on from an interruption at {stopped}: {told.stderr}')

own('Redundant', '--audit', '--stop', '0.5', '--save-state', at('account.mat'))
told = own('Redundant', '--audit', '--state', at('account.mat'), '--stop', '1')
line = next((one for one in told.stdout.splitlines() if one.startswith('residual')), 'residual nan')
check(told.returncode == 0 and 'from 0.5 to 1 s' in told.stdout and abs(float(line.split()[1])) < 1e-2, f'the account of a part: {told.stdout} {told.stderr}')

for words in ('plot', at('state.mat'), '--vars', 'x'), ('diff', at('state.mat'), at('state.mat')), ('linearize', OWN, '--model', 'Resume.Place', '--state', at('state.mat'), '--in', 'more', '--out', 'x'):
    told = subprocess.run([dtc, *words], capture_output=True, text=True)
    check(told.returncode == 0, f'{words}: {told.stderr}')

# damaged
whole = content(at('state.mat'))
for n in range(0, len(whole), max(1, len(whole)//60)):
    with open(at('cut.mat'), 'wb') as f:
        f.write(whole[:n])
    told = own('Place', '--method', 'euler', '--state', at('cut.mat'), '--stop', '2')
    check(told.returncode in (0, 1) and ('cut.mat' in told.stderr or 'by names' in told.stderr or told.returncode == 0), f'cut off at {n}: {told.returncode} {told.stderr}')
told = own('Place', '--save-state', at('none/state.mat'))
check(told.returncode == 1 and 'none/state.mat' in told.stderr, f'it cannot be written: {told.stderr}')
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
