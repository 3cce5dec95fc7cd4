"""check.py - controllers against closed recursions (controllers.py): each variable at each row, to 1e-9, and 4e-10 more
for each event that a variable step has located (a relation changes when it is violated by 1e-10 of the nominal value).

    check.py [MODEL...]
"""
import csv
import os
import subprocess
import sys
import tempfile
import controllers

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from tally import finish
DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
STOP, BETWEEN = 4, 0.0173                  # rows of a variable step are at multiples of this: between samples
MODELS = {'pi': 'pi', 'pi_blocks': 'pi', 'pid': 'pid', 'shift': 'shift', 'delay': 'delay', 'thermostat': 'thermostat',
          'pll': 'pll', 'reset': 'reset', 'waits': 'waits'}
METHODS = ('cvode', 'euler', 'rk4', 'exact')


def rows_of_dtc(model, method, folder):
    """(rows, None), or (None, what is said)."""
    result = os.path.join(folder, 'out.csv')
    how = ['--rtol', '1e-12', '--interval', str(BETWEEN)] if method == 'cvode' else ['--step', '0.01']
    how += ['-fno-adjust'] if method == 'exact' else []            # no steps that end at borders
    done = subprocess.run([DTC, 'sim', os.path.join(HERE, model + '.dtm'), '--quiet', '--method', method, '--vars', '*',
                           '--stop', str(STOP), '-o', result] + how, capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.strip()[:300]
    with open(result, encoding='utf-8') as f:
        rows = list(csv.reader(f))
    return [dict(zip(rows[0], map(float, r))) for r in rows[1:]], None


def is_between(t):
    """The row of a variable step is none of a sample's instant."""
    return abs(t / BETWEEN - round(t / BETWEEN)) < 1e-6 and abs(t / 0.01 - round(t / 0.01)) > 1e-3


def fault(model, method, folder):
    """None, or what is wrong."""
    got, said = rows_of_dtc(model, method, folder)
    if got is None:
        return said
    run = controllers.Run(method, BETWEEN if method == 'cvode' else 0.01, STOP)
    compared, at = 0, 0
    for t, want in getattr(controllers, MODELS[model])(run):
        if not run.fixed and not is_between(t):
            continue
        while at < len(got) and got[at]['time'] < t - 1e-7:
            at += 1
        if at == len(got) or abs(got[at]['time'] - t) > 1e-7:
            return f'no row at {t}'
        for v, x in want.items():
            compared += 1
            if not abs(got[at][v] - x) <= (1e-9 + 4e-10 * run.located) * max(1, abs(x)):
                return f'{v} at {t:.6g} is {got[at][v]:.12g}, right is {x:.12g}'
    if not run.margin > 1e-7:
        return f'the reference decides by {run.margin}'
    return None if compared > 500 else f'only {compared} values compared'


def main():
    if len(sys.argv) > 1 and not set(sys.argv[1:]) <= set(MODELS):
        sys.exit('no such model')
    with tempfile.TemporaryDirectory() as folder:
        finish((f'{model}, {method}', fault(model, method, folder)) for model in sys.argv[1:] or MODELS
               for method in METHODS)


if __name__ == '__main__':
    main()
