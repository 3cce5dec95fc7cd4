"""cases.py - nets whose markings are known by hand, sample by sample: cases.py WORK"""
import csv
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, '..'))
from tally import finish

DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
WORK = sys.argv[1]
FIXED = ['--method', 'euler', '--step', '0.125']

# title: places and transitions; {column: values at the samples 0, 1, 2 ...}
CASES = {
    'two transitions for one token: the first that is written': (
        '''place a, b, c; initial a;
           from a to b when true; from a to c when true;''',
        {'n': '222'}),
    'two transitions for one token that is there twice': (
        '''place a(2), b, c; initial a(2);
           from a to b when true; from a to c when true; from a to c when true;''',
        {'n.a': '000', 'n.b': '111', 'n.c': '111'}),
    'a full target: it is waited for, and what leaves it makes room for the next sample': (
        '''place a, b, c; initial a, b;
           from a to b when true; from b to c when time >= 0.25;''',
        {'n.a': '1110', 'n.b': '1101', 'n.c': '0011'}),
    'two transitions into one place: the second waits': (
        '''place a, b, c; initial a, b;
           from a to c when true; from b to c when true; from c to c when false;''',
        {'n.a': '000', 'n.b': '111', 'n.c': '111'}),
    'a self-loop keeps its token, and no other has it in that sample': (
        '''place a(1), b; initial a;
           from a to a when time < 0.25; from a to b when true;''',
        {'n.a': '1100', 'n.b': '0011'}),
    'a self-loop beside other arcs': (
        '''place permit, a(3), b(3); initial permit, a(3);
           from permit, a to permit, b when true; from permit, a to permit, b when true;''',
        {'n.permit': '1111', 'n.a': '2100', 'n.b': '1233'}),
    'a self-loop of an automaton, too': (
        '''place a, b; initial a;
           from a to a when time < 0.25; from a to b when true;''',
        {'n': '1122'}),
    'a fork and a join': (
        '''place a, b, c, d, e; initial a;
           from a to b, c when true; from b to d when true; from c, d to e when true;''',
        {'n.a': '0000', 'n.b': '1000', 'n.c': '1100', 'n.d': '0100', 'n.e': '0011'}),
    'a join waits for all of its sources': (
        '''place a, b, c; initial b;
           from b, c to a when true; from a to c when true;''',
        {'n.a': '000', 'n.b': '111', 'n.c': '000'}),
    'a guard sees all tokens as they were before the step': (
        '''place a, b, c, d; initial a, c;
           from a to b when true; from c to d when n.b;''',
        {'n.b': '111', 'n.d': '011'}),
    'age begins anew where a token comes, not where one stays': (
        '''place a, b(4), c(4); initial a, b(2);
           from a to a when true; from b to c when age(c) >= 0.25 and age(a) >= 0.25;''',
        {'n.c': '001122', 'n.c.since': [0, 0, 0.25, 0.25, 0.5, 0.5], 'n.a.since': [0]*6}),
    'after waits for each of the sources': (
        '''place a, b, c, d; initial a, b;
           from a to c when time >= 0.25; from b, c to d when after(0.25);''',
        {'n.d': '00001'}),
}


def cycle(n):
    names = [f'p{i}' for i in range(n)]
    arcs = ' '.join(f'from {a} to {b} when true;' for a, b in zip(names, names[1:] + names[:1]))
    # a second place of two tokens makes it a net that has more than one token, and goes round beside it
    return (f'place {", ".join(names)}, q(2); initial p0, q(2); {arcs} from q to q when true;',
            {'n.p0': [int((k + 1) % n == 0) for k in range(2 * n + 1)]})


def run(name, text, more):
    path, out = os.path.join(WORK, 'case.dtm'), os.path.join(WORK, 'case.csv')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(f'model Case\n  net n\n    {text}\n  end n;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend Case;\n')
    done = subprocess.run([DTC, 'sim', path, '--quiet', '-o', out, *more],
                          capture_output=True, text=True)
    if done.returncode:
        raise ArithmeticError(f'{name}: {done.stderr}')
    with open(out, encoding='utf-8') as f:
        head, *rows = csv.reader(f)
    return [dict(zip(head, map(float, row))) for row in rows]


def fault(title, text, wanted):
    samples = max(len(v) for v in wanted.values())
    rows = run(title, text, FIXED + ['--stop', str((samples - 1) / 8)])
    for name, values in wanted.items():
        if [r[name] for r in rows] != [float(v) for v in values]:
            return f'{name} is {[r[name] for r in rows]}, not {list(values)}'
    return None


def at_events():
    """A variable step takes steps until no token moves; a place on both sides moves none, in an automaton either."""
    for text, column in (('place a, b, c; initial a; from a to a when true; from a to b when false;', 'n'),
                         ('place a(1), b, c; initial a; from a to a when time > 0.25; from a to b when false;', 'n.a')):
        rows = run('at events', text, ['--stop', '1'])
        if any(r[column] != 1 for r in rows):
            return f'{column} is {[r[column] for r in rows]}'
    chain = 'place a(2), b, c(2); initial a(2); from a to b when time > 0.25; from b to c when time > 0.25;'
    last = run('at events', chain, ['--stop', '1'])[-1]
    return None if (last['n.a'], last['n.b'], last['n.c']) == (0, 0, 2) else f'{last}'


def main():
    cases = dict(CASES)
    for n in (2, 3, 7, 40):
        cases[f'a cycle of {n} places takes {n} samples'] = cycle(n)
    finish([(title, fault(title, *case)) for title, case in cases.items()] + [('at events', at_events())])


main()
