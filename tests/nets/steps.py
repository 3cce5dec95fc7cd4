"""steps.py - random nets, sample by sample, against an own step (nets.py): steps.py NETS SEED WORK [OPTION...]

With --hybrid the nets are such as come to rest, and their guards become true at given times: at each of these the
tokens must be where own steps have brought them that go on until none moves.
"""
import csv
import os
import random
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from tally import finish
import nets

DTC = os.environ.get('DTC', os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../build/dtc'))
EACH, STEP, SAMPLES = 50, 0.125, 48        # nets a model; a step that is exact, in single precision too


def later(r, name, capacity, source):
    at = r.randint(1, 8)
    return f'time >= {at}', lambda time, marking, since: time >= at


def rows(list_, work, options):
    path = os.path.join(work, 'random.dtm')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(nets.model('Random', list_, '  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n'))
    out = os.path.join(work, 'random.csv')
    command = [DTC, 'sim', path, '--quiet', '-o', out, '--stop', str(STEP * SAMPLES)] + options
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr[-300:]
    with open(out, encoding='utf-8') as f:
        head, *text = csv.reader(f)
    return [dict(zip(head, map(float, row))) for row in text], None


def shown(net, row):
    """The marking in a row: of one token that has a place, the number of its place may be shown."""
    if net.name in row:
        return tuple(int(row[net.name] == i + 1) for i in range(len(net.capacity)))
    return tuple(int(row[f'{net.name}.p{i}']) for i in range(len(net.capacity)))


def follows(net, table, rests):
    """What is wrong first, or None. A variable step has two rows at an event: the last one counts."""
    marking, since = tuple(net.tokens), [0.0] * len(net.tokens)
    last = {row['time']: row for row in table}
    for time, row in last.items():
        after = net.step(marking, time, since)
        while rests and after != marking:
            marking, after = after, net.step(after, time, since)
        marking = after
        if shown(net, row) != marking:
            return f'at {time}: {shown(net, row)}, not {marking}\n{net.text()}'
        wrong = [p for p, t in enumerate(since) if row.get(f'{net.name}.p{p}.since', t) != t]
        if wrong:
            return f'at {time}: p{wrong[0]} was entered at {since[wrong[0]]}\n{net.text()}'
    return None


def main():
    count, seed, work, options = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    hybrid = '--hybrid' in options
    options = ['--interval', '0.5'] if hybrid else options + ['--step', str(STEP)]
    r = random.Random(seed)
    results, moving = [], 0
    for first in range(0, count, EACH):
        make = (lambda name: nets.random_net(r, name, True, later)) if hybrid else (lambda name: nets.random_net(r, name))
        some = [make(f'n{k}') for k in range(first, min(first + EACH, count))]
        table, wrong = rows(some, work, options)
        if table is not None and not hybrid and len(table) != SAMPLES + 1:
            table, wrong = None, f'{len(table)} rows'
        for net in some:
            results.append((net.name, wrong if table is None else follows(net, table, hybrid)))
            moving += table is not None and len({shown(net, row) for row in table}) > 1
    results.append(('nets that move', None if moving > count / 4 else f'{moving} of {count}'))
    finish(results)


main()
