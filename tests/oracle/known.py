"""known.py - the oracle itself: models of known.models, whose answers were found by hand, and laws that hold for all.

Laws: what is printed and read again is the same model; a fixed step at instants of samples is what the variable step is
after the event, where there is no state and each event takes one pass.
"""
import os
import sys
from fractions import Fraction
from generate import generate
from interpret import Machine
from judge import Judge, agree, attempt
from model import model_text, walk
from parse import parse

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from tally import finish


def blocks(path):
    """(title, lines of answers, model)."""
    with open(path, encoding='utf-8') as f:
        for block in f.read().split('\n=== ')[1:]:
            lines = block.splitlines()
            body = next(i for i, line in enumerate(lines) if line.startswith('model '))
            yield lines[0], [line.split() for line in lines[1:body] if line], '\n'.join(lines[body:])


def value_at(model, variable, time, fixed):
    time = Fraction(time)
    machine = Machine(model)
    if fixed:
        rows = machine.run_fixed(Fraction(1, 64), int(time * 64))
    else:
        rows = machine.run(time + Fraction(1, 10**6), [time])
    return float([v for t, v in rows if t <= time][-1][variable])


def faults(text, wants):
    """None, or what is wrong, for each answer."""
    model = parse(text)
    for w in wants:
        if w[0] == 'error':
            kind, said = Judge(model).variable()
            good = {'loop': kind == 'error' and 'loop' in said, 'open': kind == 'open',
                    'run': kind == 'error' and 'loop' not in said}[w[1]]
            yield None if good else f'{kind} {said}, {w[1]} is right'
        else:
            got = value_at(model, w[1], w[2], w[0] == 'fixed')
            yield None if abs(got - float(w[3])) < 1e-9 else f'{w[0]} {w[1]} at {w[2]} is {got}, right is {w[3]}'


def again(seed):
    """A model read back does the same, in another order too."""
    model, grid = generate(seed), [Fraction(k, 30) for k in range(1, 30)]
    other = parse(model_text(model))
    runs = [attempt(lambda m=m: Judge.lonely(Machine(m).run(Fraction(1), grid))) for m in (model, other)]
    return None if agree(*runs) else f'seed {seed} read back is another model'


def one_pass(seed):
    """Where samples alone move a model, and no event takes a second pass: samples of a fixed step that has all of their
    instants are events. None where that does not hold."""
    model = generate(seed, sampled=True)
    kinds = {x[0] for q in model.equations for row in (q.rows if hasattr(q, 'rows') else [(q.value,)]) for e in row
             for x in walk(e)}
    machine = attempt(lambda: Machine(model))
    if {'change', 'edge', 'pre'} & kinds or machine[0] != 'rows' or machine[1].mixed:
        return None
    events = attempt(lambda: machine[1].run(Fraction(1), []))
    if events[0] != 'rows' or machine[1].most_passes > 1:
        return None
    samples = dict(Machine(model).run_fixed(Fraction(1, 20), 20))
    wrong = [(v, float(t)) for t, value in events[1][1:] for v in model.variables if value[v] != samples[t][v]]
    return f'seed {seed}: a sample is no event: {wrong[0]}' if wrong else ''


def main():
    known = blocks(os.path.join(HERE, 'known.models'))
    results = [(title, f) for title, wants, text in known for f in faults(text, wants)]
    results += [('read back', again(seed)) for seed in range(1, 41)]
    same = [f for f in map(one_pass, range(1, 300)) if f is not None]
    results += [('one pass', f or None) for f in same] + [('one pass', None if len(same) > 20 else 'too few')]
    finish(results)


if __name__ == '__main__':
    main()
