"""facts.py - what --dump=nets says of random nets, against an own enumeration of their markings: facts.py NETS SEED WORK"""
import fractions
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, '..'))
from tally import finish
import nets

DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))


def always(r, name, capacity, source):
    return 'true', lambda time, marking, since: True


def arc_text(net, t):
    source, target, _ = net.transition[t]
    return f'from {", ".join(f"p{i}" for i in source)} to {", ".join(f"p{i}" for i in target)}'


def rank(matrix):
    rows, found = [[fractions.Fraction(x) for x in row] for row in matrix], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in range(found, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for r in range(found + 1, len(rows)):
            f = rows[r][column] / rows[found][column]
            rows[r] = [a - f * b for a, b in zip(rows[r], rows[found])]
        found += 1
    return found


def wanted(net, markings):
    """Never, full, conflict: by text. Of transitions with one text all must be as it says, so texts are counted."""
    fires, full, conflict = set(), set(), set()
    for marking in markings:
        enabled = [t for t in range(len(net.transition)) if net.enabled(marking, t)]
        fires.update(enabled)
        for source, target, _ in net.transition:
            if all(marking[p] for p in source):
                full.update(p for p in target if p not in source and marking[p] >= net.room(p))
        for p in range(len(marking)):
            takes = [t for t in enabled if p in net.transition[t][0]]
            enters = [t for t in enabled if p in net.transition[t][1] and p not in net.transition[t][0]]
            for what, who, left in (('token of', takes, marking[p]), ('room in', enters, net.room(p) - marking[p])):
                if len(who) > left:
                    conflict.update((a, b, what, p) for a in who for b in who if a < b)
    return (sorted(arc_text(net, t) for t in range(len(net.transition)) if t not in fires),
            sorted(f'p{p}' for p in full),
            sorted(f'{arc_text(net, a)} before {arc_text(net, b)}, for the {what} p{p}' for a, b, what, p in conflict))


def change(net):
    return [[int(p in target) - int(p in source) for source, target, _ in net.transition] for p in range(len(net.capacity))]


def stays_wrong(net, lines):
    """Each sum stays, and they are a basis."""
    rows, matrix = [], change(net)
    for line in lines:
        left, right = line.split(' = ')
        y = [0] * len(net.capacity)
        for sign, factor, place in re.findall(r'(-?) ?(?:(\d+) )?p(\d+)', left.replace('+', '')):
            y[int(place)] = (-1 if sign else 1) * int(factor or 1)
        if any(sum(a * b for a, b in zip(y, column)) for column in zip(*matrix)):
            return f'{line} does not stay'
        if sum(a * b for a, b in zip(y, net.tokens)) != int(right):
            return f'{line}: at the beginning it is another sum'
        rows.append(y)
    if len(rows) != len(matrix) - rank(matrix) or (rows and rank(rows) != len(rows)):
        return f'{len(rows)} sums of rank {rank(rows) if rows else 0}, not {len(matrix) - rank(matrix)}'
    return None


def fault(net, text):
    head, *lines = text
    said = {}
    for line in lines:
        said.setdefault(line[2:13].strip(), []).append(line[13:])
    markings = net.reachable()
    if markings is None:
        return None if 'not decided' in head else head
    if not head.endswith(f' {len(markings)} markings'):
        return f'{head}; they are {len(markings)}'
    never, full, conflict = wanted(net, markings)
    alone = sum(net.tokens) == 1 and all(c is None for c in net.capacity) and all(len(s) == len(t) == 1 for s, t, _ in net.transition)
    have = (sorted(said.get('never', [])), sorted(line.split(',')[0] for line in said.get('full', [])), sorted(said.get('conflict', [])))
    for what, is_, should in zip(('never', 'full', 'conflict'), have, (never, full, conflict)):
        if alone and what == 'full':         # where there is one token a room is never what lacks
            continue
        if alone and what == 'conflict':
            should = [text for text in should if ', for the room in ' not in text]
        if is_ != should:
            return f'{what}: {is_}, not {should}'
    return stays_wrong(net, said.get('stays', []))


count, r, work = int(sys.argv[1]), random.Random(int(sys.argv[2])), sys.argv[3]
path = os.path.join(work, 'facts.dtm')
some = [nets.random_net(r, f'n{k}', False, always) for k in range(count)]
with open(path, 'w', encoding='utf-8') as f:
    f.write(nets.model('Facts', some))
done = subprocess.run([DTC, '--dump=nets', path], capture_output=True, text=True)
blocks = [block.splitlines() for block in re.split(r'\n(?=net )', done.stdout.strip())]
results = [('the dump', None if done.returncode == 0 and len(blocks) == count else f'{len(blocks)} nets; {done.stderr[-300:]}')]
if results[0][1] is None:
    results += [(net.name, wrong and f'{wrong}\n{net.text()}') for net, wrong in ((n, fault(n, b)) for n, b in zip(some, blocks))]
finish(results)
