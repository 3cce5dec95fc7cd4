"""states.py - random nets: a run in two halves by --save-state and --state has the rows of the whole: states.py SEED WORK"""
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, '..'))
from tally import finish
import nets

DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
r, work = random.Random(int(sys.argv[1])), sys.argv[2]
model = os.path.join(work, 'halves.dtm')
with open(model, 'w', encoding='utf-8') as f:
    f.write(nets.model('Halves', [nets.random_net(r, f'n{k}') for k in range(50)],
                       '  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n'))


def run(name, *options):
    out, state = os.path.join(work, name + '.csv'), os.path.join(work, name + '.state.csv')
    done = subprocess.run([DTC, 'sim', model, '--quiet', '-o', out, '--save-state', state, *options], capture_output=True, text=True)
    if done.returncode:
        return done.stderr[-300:], []
    with open(out, encoding='utf-8') as f:
        return None, f.read().splitlines()


results = []
for how in (['--method', 'euler', '--step', '0.125'], ['--method', 'rk4', '--step', '0.125', '--float'],
            ['--method', 'rosenbrock', '--step', '0.125']):
    fault, whole = run('whole', *how, '--stop', '6')
    for middle in (1, 3.5):
        wrong, first = run('first', *how, '--stop', str(middle))
        state = os.path.join(work, 'first.state.csv')
        also, second = run('second', *how, '--stop', '6', '--state', state)
        fault = fault or wrong or also
        if not fault and first[:-1] + second[1:] != whole:
            differ = [(a, b) for a, b in zip(first[:-1] + second[1:], whole) if a != b]
            fault = f'{len(first)} and {len(second)} rows, not {len(whole)}; {differ[:1]}'
        results.append((f'{" ".join(how)} in halves at {middle}', fault))
finish(results)
