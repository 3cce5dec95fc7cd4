"""check.py - the model of branches.dtm against closed forms: where an output jumps from rail to rail (a fold of its
equations), and integrals over a kink.

    check.py"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from simulated import simulated
from tally import finish

DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
# output: where vi falls over it goes down, where vi rises over it goes up
ONE = {'vo': (-(15 - 0.003) / 2, (15 - 0.003) / 2)}
TWO = {'vo': ((0.003 - 15 - 0.045) / 2, (15 - 0.045 - 0.003) / 2),
       'vo2': ((0.003 - 19 + 0.045) / 2, (15 - 4 + 0.045 - 0.003) / 2)}
MOST = 0.07                                # V, of vi in one millisecond
LAG = 1                                    # sample of a fixed step


def run(folder, model, stop, *how):
    out = os.path.join(folder, 'out.csv')
    return simulated([DTC, 'sim', os.path.join(HERE, 'branches.dtm'), '--model', 'Branches.' + model, '--quiet', '-o', out,
                      '--stop', str(stop), *how], out, least=6)[0]


def switches(rows, output):
    """vi where the output changes its sign, by where it goes."""
    at = {-1: [], 1: []}
    for before, now in zip(rows[1:], rows[2:]):
        if before[output] * now[output] < 0:
            at[1 if now[output] > 0 else -1].append(now['vi'])
    return at


def fold_fault(rows, wanted, late):
    """None, or what is wrong."""
    for output, (down, up) in wanted.items():
        at = switches(rows, output)
        if len(at[-1]) != 1 or len(at[1]) != 1:
            return f'{output} goes down at {at[-1]}, up at {at[1]}'
        if not -1e-9 <= down - at[-1][0] <= late + 1e-9 or not -1e-9 <= at[1][0] - up <= late + 1e-9:
            return f'{output} goes down at {at[-1][0]} V, right is {down}; up at {at[1][0]}, right is {up}'
        if not all(abs(row[output]) <= (15.1 if late else 15 + 1e-9) for row in rows):
            return f'{output} leaves its rails'
    return None


def kink_fault(rows, most):
    """w at 1.5: y is (1 - 10x)/3 down to x = 0, then (1 + 100x)/6."""
    error = rows[-1]['w'] - (-4 / 3 + (0.5 - 100 * 0.125) / 6)
    return None if abs(error) <= most else f'w is off by {error}'


def faults():
    with tempfile.TemporaryDirectory() as folder:
        for model, wanted in (('Trigger', ONE), ('TriggerEvents', ONE), ('Pair', TWO)):
            yield f'{model}, variable step', fold_fault(run(folder, model, 1), wanted, 0)
            for method in ('euler', 'rk4'):
                yield f'{model}, {method}', fold_fault(run(folder, model, 1, '--method', method, '--step', '1e-3'),
                                                       wanted, LAG * MOST)
        for model in ('Mixed', 'MixedSmooth'):
            yield f'{model}, variable step', kink_fault(run(folder, model, 1.5), 1e-4)
            for step in (0.3, 0.03):       # what a kink within a step makes of it, at most: 55/3 of the slope
                yield f'{model}, rk4, {step} s', kink_fault(
                    run(folder, model, 1.5, '--method', 'rk4', '--step', str(step)), step ** 2)


if __name__ == '__main__':
    finish(faults())
