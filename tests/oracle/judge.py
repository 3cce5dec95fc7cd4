"""judge.py - what a compiler has to make of a discrete model, and whether it did.

A verdict is ('rows', [(time, values)]), ('error', why): compiling or running has to end with a message, or
('open', why): not to be compared. Open is what the specification leaves open, and what rounding would decide: the same
model with rates some 1e-8 off must do the same.
"""
import re
from fractions import Fraction
from interpret import Cycle, Machine
from model import model_text, RELATIONS, Equation, children, in_order, outputs, reads
from solve import Loop, NoSolution, Open, Rule, components

STOP, ROWS = Fraction(2), 53
NEAR = Fraction(1, 10**5)                  # rows as near as this to an event are not compared
TOLERANCE = 2e-6


def attempt(work):
    try:
        return ('rows', work())
    except Loop as e:
        return ('loop', str(e))
    except NoSolution as e:
        return ('error', 'no solution for ' + str(e))
    except Cycle:
        return ('error', 'the passes of an event do not end')
    except Open as e:
        return ('open', str(e))


def apart(a, b, tolerance):
    """The first variable that differs."""
    for v, x in a.items():
        if v in b and not abs(x - b[v]) <= tolerance * max(1, abs(x)):
            return v
    return None


def agree(one, other):
    """Rows of two runs at the times of the first, where no event of either is near."""
    if one[0] != other[0]:
        return False
    if one[0] != 'rows':
        return True
    late = {round(float(t), 5): v for t, v in other[1]}
    return all(apart(v, late.get(round(float(t), 5), v), TOLERANCE / 4) is None for t, v in one[1])


def folded(e):
    """e without what constants decide."""
    e = tuple(folded(a) if isinstance(a, tuple) else a for a in e)
    plain = [a[1] for a in children(e) if a[0] in ('num', 'int', 'bool', 'mode')]
    if e[0] == 'if' and e[1][0] == 'bool':
        return e[2] if e[1][1] else e[3]
    if e[0] == 'if' and e[2] == e[3]:
        return e[2]
    if e[0] in ('and', 'or') and any(a[0] == 'bool' for a in e[1:]):
        known, other = (e[1], e[2]) if e[1][0] == 'bool' else (e[2], e[1])
        return other if known[1] == (e[0] == 'and') else known
    if e[0] in RELATIONS and len(plain) == 2:
        return ('bool', {'<': plain[0] < plain[1], '<=': plain[0] <= plain[1], '>': plain[0] > plain[1],
                         '>=': plain[0] >= plain[1], '==': plain[0] == plain[1], '<>': plain[0] != plain[1]}[e[0]])
    if e[0] == 'not' and plain:
        return ('bool', not plain[0])
    return e


def starts_contradict(model):
    """Two names of one discrete variable, with different starts for its pre()."""
    for q in model.equations:
        e = folded(q.value) if isinstance(q, Equation) else ('none',)
        other = e[1] if e[0] in ('not', 'neg') else e
        if other[0] in ('var', 'pre') and q.name in model.variables:
            a, b = model.variables[q.name], model.variables[other[1]]
            flip = {'not': lambda x: not x, 'neg': lambda x: -x}.get(e[0], lambda x: x)
            if a.role == 'equation' and b.start is not None and a.start != flip(b.start):
                return True
    return False


class Judge:
    """Of one model; a machine for each question, since a machine is one run."""
    def __init__(self, model, variant=()):
        self.model, self.variant = model, set(variant)
        self.states = [v for v, d in model.variables.items() if d.role == 'state']
        first = attempt(lambda: Machine(model))
        self.machine = first[1] if first[0] == 'rows' else None
        self.loop = None if self.machine else first
        self.verdicts = {}
        # Discrete variables in a loop with Reals may be refused as well, but not be given other values.
        self.may_refuse = bool(self.machine) and self.machine.mixed_when

    def verdict(self, step):
        """Of a variable step (None), or the samples of a second of a fixed one."""
        if step not in self.verdicts:
            self.verdicts[step] = self.fixed(step, int(1 / step)) if step else self.variable()
        return self.verdicts[step]

    def resets_and_pre(self):
        """Does a state get another value where the last value of a Real of an equation is read?"""
        text = model_text(self.model)
        read = re.findall(r'pre\((\w+)\)', text)
        return 'reinit(' in text and any(self.model.variables[v].role == 'real' for v in read if v in self.model.variables)

    def off(self, sign):
        return {v: 1 + Fraction(sign * (3 * k + 2), 10**8) for k, v in enumerate(self.states)}

    def variable(self):
        """Rows of the grid, and after each event."""
        if self.loop:
            return ('error', 'a loop through ' + self.loop[1])
        if starts_contradict(self.model):
            return ('open', 'starts contradict each other')
        grid = [STOP * i / ROWS for i in range(1, ROWS)]

        def run(factor=None, more=()):
            return attempt(lambda: Machine(self.model, factor, self.variant | set(more)).run(STOP, grid))
        found = run()
        if found[0] == 'rows':
            found = ('rows', self.lonely(found[1]))
        others = [run(more={'ticks at once'})] if any(start == 0 for start, _ in self.machine.samples) else []
        others += [run(self.off(1)), run(self.off(-1))] if self.states else []
        if not all(agree(found, o) for o in others):
            return ('open', 'rounding decides')
        return found

    @staticmethod
    def lonely(rows):
        """Of rows as near as NEAR the last, which is settled."""
        return [row for row, after in zip(rows, rows[1:] + [(STOP + 1, {})]) if after[0] - row[0] > NEAR]

    def fixed(self, step, count):
        if self.loop:
            return ('error', 'a loop through ' + self.loop[1])
        if starts_contradict(self.model):
            return ('open', 'starts contradict each other')

        def run(factor=None, settled=False):
            return attempt(lambda: Machine(self.model, factor).run_fixed(step, count, settled))
        found = run()
        if found[0] == 'error' and found[1].startswith('no solution'):
            return ('open', 'relations of a loop read the last sample, also where they have no solution')
        # At a border that numbers of a step meet exactly, doubles do so only where they have no rounding.
        at_start = attempt(lambda: Machine(self.model).settles())
        others = [run(settled=True)] if at_start != ('rows', False) else []
        others += [run(self.off(1))] if self.states else []
        if not all(agree(found, o) for o in others):
            return ('open', 'rounding decides, or passes at the start')
        return found


def may_be_algorithms(machine):
    """What means the same as algorithm sections. Equations of variables in no loop; numbers of the clauses without
    resets where nothing that a section reads depends on what it assigns, but by the order of its statements."""
    loops = {n for loop in components(machine.rules) for r in loop for n in r.names}
    model, found = machine.model, set()
    for i, clause in enumerate(model.clauses):
        inner = {v for b in clause for v, _ in b.assigns}
        conditions = set().union(*(reads(c) for b in clause for c in b.conditions))
        if any(b.resets for b in clause) or conditions & inner or any(in_order(b.assigns) is None for b in clause):
            continue
        if not any(is_section(loop, found | {i}, model) for loop in components(sections(machine, found | {i}))):
            found.add(i)
    return found | {q.name for q in model.equations if isinstance(q, Equation) and q.name in model.variables
                    and q.name not in loops}


def sections(machine, numbers):
    """The rules, with those of each such clause put together."""
    rules = list(machine.plain)
    for i, (own, _) in enumerate(machine.clauses):
        if i in numbers:
            names = [n for r in own for n in r.names]
            rules.append(Rule(names, [e for r in own for e in r.expressions], False, None, implicit=True))
        else:
            rules += own
    return rules


def is_section(loop, numbers, model):
    names = {v for i in numbers for v in outputs(model.clauses[i])}
    return any(set(r.names) & names for r in loop)
