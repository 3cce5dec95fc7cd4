"""compare.py - random discrete models: the compiler against the oracle.

    compare.py [--seeds A:B] [--shrink] [--keep DIR] [--method M] [--variant 'resets last'] [--show] [FILE...]

Each seed is one model, run in four ways: with a variable step as generated; permuted, with clauses as algorithms where
that means the same, and one pass of the compiler left out; with Euler's method; with another fixed step, permuted
again. CC=tcc makes that fast; it is taken where it is installed. --shrink: the smallest model that still differs.
FILE: models of the form that parse.py reads, instead of random ones; known.models: those of that list.
--show: with these, what is right.
"""
import argparse
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from generate import generate
from judge import NEAR, ROWS, STOP, TOLERANCE, Judge, may_be_algorithms
from known import blocks
from model import model_text
from parse import parse
from shrink import shrink

HERE = os.path.dirname(os.path.abspath(__file__))
DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
SWITCHES = ['-fno-' + s for s in ('alias', 'tear', 'stage', 'live', 'forms', 'search', 'reciprocal', 'sparse', 'fold',
                                  'unroll', 'skip', 'roll')]
METHODS = ('rk4', 'rk2', 'exact', 'rosenbrock', 'euler')         # semi takes rates at new speeds


class Way:
    """One way to run a model. step: None for the variable step; order: a seed of permutations, None for none."""
    def __init__(self, method, step=None, order=None, algorithms=False, switch=None):
        self.method, self.step, self.order, self.algorithms, self.switch = method, step, order, algorithms, switch

    def __str__(self):
        words = [self.method] + ([f'--step {float(self.step)}'] if self.step else [])
        words += ['permuted'] * (self.order is not None) + ['as algorithms'] * self.algorithms
        return ' '.join(words + [self.switch] * bool(self.switch))


def ways(seed):
    r = random.Random(seed * 7 + 1)
    other = METHODS[seed % len(METHODS)]
    return [Way('cvode'), Way('cvode', order=r.random(), algorithms=True, switch=SWITCHES[seed % len(SWITCHES)]),
            Way('euler', Fraction(1, 64)),
            Way(other, Fraction(1, 100), r.random(), seed % 2 == 0, SWITCHES[seed // 2 % len(SWITCHES)])]


# ---- the compiler ---------------------------------------------------------------------------------------------------

def way_text(model, way, judge):
    shuffle = None if way.order is None else random.Random(way.order)
    algorithms = may_be_algorithms(judge.machine) if way.algorithms and judge.machine else ()
    if algorithms and shuffle:
        algorithms = {a for a in algorithms if isinstance(a, int) or shuffle.random() < 0.4}
    return model_text(model, algorithms=algorithms, shuffle=shuffle)


def simulate(text, way, folder):
    """('rows', {name: column}) or ('error', what is said)."""
    source, result = os.path.join(folder, 'm.dtm'), os.path.join(folder, 'm.csv')
    with open(source, 'w') as f:
        f.write(text)
    if os.path.exists(result):
        os.remove(result)
    command = [DTC, 'sim', source, '--quiet', '--vars', '*', '--method', way.method, '-o', result]
    if way.step:
        command += ['--step', repr(float(way.step)), '--stop', '1']
    else:
        command += ['--stop', str(STOP), '--interval', repr(float(STOP / ROWS)), '--rtol', '1e-9']
    command += [way.switch] if way.switch else []
    command += ['-fno-adjust'] if way.method == 'exact' else []     # no steps that end at borders
    environment = dict(os.environ, TMPDIR=folder)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=20)
    except subprocess.TimeoutExpired:
        return 'crash', 'no end within 20 s'
    if done.returncode not in (0, 1):
        return 'crash', f'exit code {done.returncode}: {done.stderr}'
    if done.returncode:
        return 'error', done.stderr
    with open(result) as f:
        rows = list(csv.reader(f))
    return 'rows', {n: [float(r[i]) for r in rows[1:]] for i, n in enumerate(rows[0])}


def right_value(x, kind):
    return float(x) + (1 if kind == 'Mode' else 0)


def difference(model, want, got):
    """The first difference in time, or None. Rows of `got` that are missing are the solver's affair."""
    times, at = got['time'], -1
    for t, values in want:
        time = float(t)
        while at + 1 < len(times) and times[at + 1] <= time + float(NEAR) / 2:
            at += 1
        if at < 0 or times[at] < time - float(NEAR) / 2:
            continue
        for v, x in values.items():
            if v.startswith('$') or v not in got:
                continue
            x = right_value(x, model.variables[v].type if v in model.variables else 'Real')
            if not abs(got[v][at] - x) <= TOLERANCE * max(1, abs(x)):
                return f'{v} at {time:.6g} is {got[v][at]:.9g}, right is {x:.9g}'
    return None


def try_way(judge, way, folder, text=None):
    """(verdict, fault): fault is None where the compiler does what is right."""
    model, verdict = judge.model, judge.verdict(way.step)
    if way.step and way.method not in ('euler', 'semi') and judge.machine and judge.machine.mixed:
        verdict = 'open', 'what a relation of a loop reads in stages'
    if way.step and way.method != 'euler' and judge.resets_and_pre():
        verdict = 'open', 'pre of a Real of an equation, where a reset has come between'
    if verdict[0] == 'open':
        return verdict, None
    kind, got = simulate(text or way_text(model, way, judge), way, folder)
    first = next((line for line in str(got).splitlines() if 'error' in line), str(got)[:200]) if kind != 'rows' else ''
    if kind == 'crash':
        return verdict, 'crash: ' + str(got)[:300]
    if kind == 'rows' and verdict[0] == 'error' and verdict[1].startswith('no solution'):
        return ('open', 'where no values agree in a pass, the next one may'), None
    if verdict[0] == 'error':
        return verdict, None if kind == 'error' else f'accepted, right is an error: {verdict[1]}'
    if kind == 'error':
        return verdict, None if judge.may_refuse else 'refused: ' + (first or str(got)[:300]).strip()
    return verdict, difference(model, verdict[1], got)


# ---- many models ----------------------------------------------------------------------------------------------------

def one_seed(job):
    """Lines to print, passed, failed, open."""
    seed, o = job
    model, lines, counts = generate(seed), [], [0, 0, 0]
    judge = Judge(model, o.variant)
    with tempfile.TemporaryDirectory() as folder:
        for way in ways(seed):
            if o.method and way.method != o.method:
                continue
            verdict, fault = try_way(judge, way, folder)
            if fault and fault.startswith('accepted') and 'a loop' in fault:
                verdict, fault = ('open', 'a loop that may have been folded away'), None
            counts[2 if verdict[0] == 'open' else 1 if fault else 0] += 1
            if not fault:
                continue
            lines.append(f'FAILED seed {seed}, {way}: {fault}')
            small = model
            if o.shrink:
                small = shrink(model, lambda m: same_fault(m, way, folder, fault, o.variant))
                lines.append(f'  smallest: {try_way(Judge(small, o.variant), way, folder)[1]}')
            if o.shrink or o.keep:
                text = way_text(small, way, Judge(small, o.variant))
                lines += ['  | ' + line for line in text.splitlines()] if o.shrink else []
                if o.keep:
                    name = f'{seed}_{way.method}{"_permuted" if way.order is not None else ""}.dtm'
                    with open(os.path.join(o.keep, name), 'w') as f:
                        f.write(f'// seed {seed}, {way}\n// {fault}\n{text}')
                if o.shrink:
                    break
    return lines, counts


def one_text(job):
    """A model as it stands."""
    title, text, o = job
    lines, counts, judge = [], [0, 0, 0], Judge(parse(text), o.variant)
    with tempfile.TemporaryDirectory() as folder:
        for way in (Way('cvode'), Way('euler', Fraction(1, 64)), Way('rk4', Fraction(1, 100))):
            if o.method and way.method != o.method:
                continue
            verdict, fault = try_way(judge, way, folder, text)
            counts[2 if verdict[0] == 'open' else 1 if fault else 0] += 1
            lines += [f'FAILED {title}, {way}: {fault}'] * (fault is not None)
            lines += shown(verdict, way) if o.show else []
    return lines, counts


def shown(verdict, way):
    """What is right, a line where discrete variables change."""
    if verdict[0] != 'rows':
        return [f'{way}: {verdict[0]}, {verdict[1]}']
    lines, before = [f'{way}: right is'], None
    for t, values in verdict[1]:
        kept = {v: x for v, x in values.items() if not v.startswith('$')}
        held = {v: x for v, x in kept.items() if not isinstance(x, Fraction)}
        if held != before or t == verdict[1][-1][0]:
            numbers = [f'{v} = {x if isinstance(x, bool) else format(float(x), ".9g")}' for v, x in kept.items()]
            lines.append(f'  {float(t):.9g}: ' + ', '.join(numbers))
        before = held
    return lines


def texts(files):
    for name in files:
        if name.endswith('.models'):
            yield from ((title, text) for title, _, text in blocks(name))
        else:
            with open(name, encoding='utf-8') as f:
                yield name, f.read()


def same_fault(model, way, folder, fault, variant):
    """Whether a smaller model has a fault of the same kind."""
    now = try_way(Judge(model, variant), way, folder)[1]
    return now is not None and kind_of_fault(now) == kind_of_fault(fault)


def kind_of_fault(fault):
    """A value, or the words of a message without names and numbers."""
    if ', right is ' in fault and not fault.startswith('accepted'):
        return 'value'
    return ' '.join(w for w in fault.split('error:')[-1].split() if w.isalpha())[:60]


def options():
    p = argparse.ArgumentParser()
    p.add_argument('file', nargs='*')
    p.add_argument('--seeds', default='1:250')
    p.add_argument('--shrink', action='store_true')
    p.add_argument('--keep')
    p.add_argument('--show', action='store_true')
    p.add_argument('--method')
    p.add_argument('--variant', action='append', default=[])
    o = p.parse_args()
    if 'CC' not in os.environ and shutil.which('tcc'):
        os.environ['CC'] = 'tcc'
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
    return o


def main():
    o = options()
    a, b = map(int, o.seeds.split(':'))
    total, work, jobs = [0, 0, 0], one_seed, [(s, o) for s in range(a, b + 1)]
    if o.file:
        work, jobs = one_text, [(title, text, o) for title, text in texts(o.file)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for lines, counts in pool.map(work, jobs, chunksize=4):
            total = [x + y for x, y in zip(total, counts)]
            for line in lines:
                print(line, flush=True)
    print(f'{total[2]} runs of models that are left open are not compared')
    print(f'{total[0]} passed, {total[1]} failed')
    return total[1] > 0


if __name__ == '__main__':
    sys.exit(main())
