"""exclusive.py - guards of which --dump=nets says that they exclude each other never hold together, at none of the values
that are tried; and of most of those that never do it is known: exclusive.py PAIRS SEED WORK"""
import itertools
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, '..'))
from tally import finish

DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
HEAD = """  input Real x;
  input Real y(min = -1, max = 2);
  input Integer k;
  input Boolean b;
  parameter Real p(min = 1) = 2;
"""
HALVES = [i / 2 for i in range(-9, 10)]
VALUES = {'x': HALVES, 'y': [-1, -0.5, 0, 0.5, 1, 1.5, 2], 'k': range(-4, 5), 'b': [False, True],
          'p': [1, 1.5, 2, 2.5, 3, 4.5]}
POINTS = [dict(zip(VALUES, point)) for point in itertools.product(*VALUES.values())]
OPS = ['<', '<=', '>', '>=']


def relation(r):
    """Some addends on either side, with coefficients that are exact."""
    names = r.sample(['k'], 1) if r.random() < 0.3 else r.sample(['x', 'y', 'p'], r.choice([1, 1, 2]))
    left = ' + '.join(r.choice(['', '2*', '0.5*', '-1*', '']) + n for n in names[:1])
    right = f'{r.randint(-4, 5) / 2}' + ''.join(r.choice([' + ', ' - ']) + n for n in names[1:])
    if names == ['k']:
        return f'{r.choice(["k", "k", "2*k"])} {r.choice(OPS + ["==", "<>"])} {r.randint(-3, 3)}'
    return f'{left} {r.choice(OPS)} {right}'


def guard(r, depth=2):
    kind = r.random()
    if depth == 0 or kind < 0.5:
        return relation(r)
    if kind < 0.6:
        return 'b'
    if kind < 0.7:
        return f'not ({guard(r, depth - 1)})'
    return f'({guard(r, depth - 1)} {r.choice(["and", "and", "or"])} {guard(r, depth - 1)})'


def holds(text):
    code = compile(text.replace('<>', '!='), text, 'eval')
    return [bool(eval(code, {}, point)) for point in POINTS]


count, r, work = int(sys.argv[1]), random.Random(int(sys.argv[2])), sys.argv[3]
pairs = [(guard(r), guard(r)) for _ in range(count)]
path = os.path.join(work, 'exclusive.dtm')
with open(path, 'w', encoding='utf-8') as f:
    f.write('model Exclusive\n' + HEAD + ''.join(
        f'  net n{i}\n    place a, q, s; initial a;\n    from a to q when {u};\n    from a to s when {v};\n  end n{i};\n'
        for i, (u, v) in enumerate(pairs)) + 'end Exclusive;\n')
done = subprocess.run([DTC, '--dump=nets', path], capture_output=True, text=True)
blocks = done.stdout.split('\nnet ')
results = [('the dump', None if done.returncode == 0 and len(blocks) == count else f'{len(blocks)} nets; {done.stderr[-300:]}')]
never = known = 0
for (u, v), block in zip(pairs, blocks):
    of_u, of_v = holds(u), holds(v)
    excluded, together = '  conflict' not in block, any(a and c for a, c in zip(of_u, of_v))
    if not together and any(of_u) and any(of_v):
        never, known = never + 1, known + excluded
    results.append((f'{u}; {v}', 'they exclude each other, it says, and both hold at some values' if excluded and together else None))
print(f'{never} of {count} pairs hold together at none of the values, though each holds at some; of {known} of these it is known')
results.append(('most are known', None if known > 0.8 * never > 0 else f'{known} of {never}'))
finish(results)
