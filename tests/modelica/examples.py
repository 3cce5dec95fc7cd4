"""Examples of the Modelica Standard Library against reference results: examples.py LIBRARY RESULTS FOLDER

Runs each example that the file `examples` names with a variable step (dtc in $DTC; two at a time; results in FOLDER), and prints a
table of the largest relative error of its signals (compare.py). Tolerance 1e-8, so that what is compared is the model and not the
step size: the reference itself, of tolerance 1e-6, is off by up to 4.8e-4 of the range (tests/msl). Rows at a quarter of the
interval of the reference. Where an example is not reached so, it is run again with rows at 1e-8 of the span in its first 1e-4,
which take the place of those: references have rows within a transient that is shorter than any interval.

An example is reached if all its signals are within 2e-3. One that is not reached fails, and one that is although `examples`
gives a reason why it is not. An example without results in RESULTS only has to run.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from compare import error, join, read

LIMIT = 2e-3


def listed():
    """[(name, reason why it is not reached or '')]"""
    with open('examples', encoding='utf-8') as file:
        lines = [line.strip() for line in file]
    return [tuple(s.strip() for s in (line + ':').split(':')[:2]) for line in lines if line and line[0] != '#']


def settings(folder):
    """What is written in a log of creation: (stop time, interval), and the names of the signals."""
    with open(folder + '/creation.txt', encoding='utf-8') as file:
        lines = [line.split('//')[0].split('=') for line in file if line.startswith(('StopTime=', 'Interval='))]
    with open(folder + '/comparisonSignals.txt', encoding='utf-8') as file:
        signals = sorted({line.strip() for line in file} - {'', 'time'})
    found = {key: float(value) for key, value in lines}
    return found['StopTime'], found['Interval'], signals


def simulate(name, library, out, *options):
    """'' or what was said."""
    command = [os.environ['DTC'], 'sim', '--model', 'Modelica.Mechanics.' + name, '-I', library, '--rtol', '1e-8', '--quiet', '-o', out]
    done = subprocess.run(command + [str(o) for o in options], capture_output=True, text=True, check=False)
    said = done.stderr.strip().splitlines() or ['nothing']
    return '' if done.returncode == 0 else next((line for line in said if 'error: ' in line), said[-1])


def try_example(name, library, results, out):
    """-> (what was said where it does not run, largest error or None, its signal)"""
    out = f'{out}/{name}.csv'
    folder = f'{results}/Modelica/Mechanics/' + name.replace('.', '/')
    reference = f'{folder}/{name.split(".")[-1]}.csv'
    if not os.path.exists(reference):
        return simulate(name, library, out), None, ''
    stop, interval, signals = settings(folder)
    kept, wanted = ('--vars', ','.join(signals)), read(reference)

    def largest(run):
        return max((error(run, wanted, s), s) for s in signals)

    said = simulate(name, library, out, *kept, '--stop', stop, '--interval', interval / 4)
    if said:
        return said, None, ''
    found = largest(read(out))
    if found[0] > LIMIT and not simulate(name, library, out[:-4] + '.start.csv', *kept, '--stop', 1e-4 * stop, '--interval', 1e-8 * stop):
        found = largest(join(read(out[:-4] + '.start.csv'), read(out)))
    return '', *found


def main():
    library, results, out = sys.argv[1:4]
    passed, failed, skipped = 0, 0, 0
    examples = listed()
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda e: try_example(e[0], library, results, out), examples))
    print(f'| {"example":44} largest error of a signal, of its range')
    for (name, reason), (said, worst, signal) in zip(examples, found):
        ran = 'does not run: ' + said if said else f'{worst:.1e} {signal}' if worst is not None else 'runs; no results'
        print(f'| {name:44} {ran}' + (f' (not reached: {reason})' if reason else ''))
        if not said and worst is None and not reason:
            skipped += 1
            print(f'skipped: {results} has no results of {name}')
        elif (not said and worst is not None and worst <= LIMIT) == (not reason):
            passed += 1
        else:
            failed += 1
            print(f'FAILED {name}: ' + ('it is reached' if reason else ran))
    print(f'{passed} passed, {failed} failed' + (f', {skipped} skipped' if skipped else ''))


main()
