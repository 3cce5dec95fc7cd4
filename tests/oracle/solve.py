"""solve.py - values of all unknowns of a discrete model at one instant, with pre() held: Modelica 3.6, appendix B.

Each variable of an equation, each condition of a when-clause and each variable of a clause is an unknown with one rule:
its expression; of a variable of a clause, that of the first branch that fires, else pre. Rules are applied, in whatever
order, as soon as all that they read is known. What is left then is a loop:

- relations of it are guessed, all combinations are tried, and those that come out as they were guessed are solutions;
- Reals of it are linear and found by elimination, exactly (numbers are fractions).

There must be exactly one solution. A loop of discrete unknowns alone is an error of the model, whatever its values are.
"""
import itertools
from fractions import Fraction
from model import ORDERINGS, RELATIONS, children, reads, walk

MOST_GUESSED = 8


class Loop(Exception):
    """Discrete unknowns depend on each other: to be refused."""


class NoSolution(Exception):
    """No values agree with all equations: the run has to end."""


class Open(Exception):
    """The specification, or rounding, leaves open what happens."""


# ---- expressions ----------------------------------------------------------------------------------------------------

def decide(op, difference, number, s):
    """A relation at an event: exact, but for one that is just crossing, which has its later value."""
    if difference == 0:
        difference = s.direction.get(number, 0)
        if not difference and number in s.of_time and s.time > 0 and not s.exact:
            raise Open('time meets what it is compared with')
    return {'<': difference < 0, '<=': difference <= 0, '>': difference > 0, '>=': difference >= 0}[op]


def plain_relation(e):
    """Of one expression: its value as it is, whatever is guessed of it."""
    op, a, b, number = e[0], function(e[1]), function(e[2]), e[3]
    return lambda s: decide(op, a(s) - b(s), number, s)


def compile_relation(e):
    op, a, b, number = e[0], function(e[1]), function(e[2]), e[3]
    if op == '==':
        return lambda s: a(s) == b(s)
    if op == '<>':
        return lambda s: a(s) != b(s)

    def value(s):
        if s.guess is not None and number in s.guess:
            return s.guess[number]
        if s.held is not None:
            return s.held[number]
        return decide(op, a(s) - b(s), number, s)
    return value


def floor(x, number, s):
    """integer() at an event: where its argument has just come to a whole number, its later value."""
    return x // 1 - (x == x // 1 and s.direction.get(number, 0) < 0)


def compile_integer(e):
    a, number = function(e[1]), e[2]
    return lambda s: s.held[number] if s.held is not None and number in s.held else floor(a(s), number, s)


def truncated(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def compile_operator(e):
    op, a = e[0], [function(x) for x in children(e)]
    if op == 'if':
        return lambda s: a[1](s) if a[0](s) else a[2](s)
    if op == 'and':
        return lambda s: a[0](s) and a[1](s)
    if op == 'or':
        return lambda s: a[0](s) or a[1](s)
    one = {'not': lambda x: not x, 'neg': lambda x: -x}
    two = {'+': lambda x, y: x + y, '-': lambda x, y: x - y, '*': lambda x, y: x * y,
           'mod': lambda x, y: x - x // y * y, 'div': truncated}
    if op in one:
        f, x = one[op], a[0]
        return lambda s: f(x(s))
    f, x, y = two[op], a[0], a[1]
    return lambda s: f(x(s), y(s))


def function(e):
    """The expression as a function of the instant."""
    op = e[0]
    if op in ('num', 'int', 'bool', 'mode'):
        constant = e[1]
        return lambda s: constant
    if op in ('var', 'pre', 'edge', 'change'):
        v = e[1]
        return {'var': lambda s: s.value[v], 'pre': lambda s: s.pre[v],
                'edge': lambda s: s.value[v] and not s.pre[v], 'change': lambda s: s.value[v] != s.pre[v]}[op]
    if op == 'time':
        return lambda s: s.time
    if op == 'initial':
        return lambda s: s.initial
    if op == 'sample':
        key = e[1:]
        return lambda s: key in s.ticks
    if op == 'integer':
        return compile_integer(e)
    return compile_relation(e) if op in RELATIONS else compile_operator(e)


class Instant:
    """What rules are evaluated with. held: values of relations between events, None at an event; direction: of the
    differences that cross zero now; ticks: the samples that are due; exact: numbers have no rounding in them yet."""
    def __init__(self, time, pre, held=None, direction=None, ticks=(), initial=False, exact=False, of_time=()):
        self.time, self.pre, self.held, self.initial, self.exact = time, pre, held, initial, exact
        self.direction, self.ticks, self.of_time = direction or {}, ticks, of_time
        self.guess, self.value = None, {}


# ---- rules ----------------------------------------------------------------------------------------------------------

class Rule:
    """Unknowns that one function finds together. real: a loop over it may be solved by elimination."""
    def __init__(self, names, expressions, real, apply, implicit=False):
        self.names, self.expressions, self.real, self.apply, self.implicit = names, expressions, real, apply, implicit
        self.reads = frozenset().union(*(reads(e) for e in expressions))
        if implicit:
            self.reads -= set(names)
        self.known = {frozenset(): self.reads}

    def reads_without(self, guessed):
        """What is read when those relations are given."""
        if guessed not in self.known:
            found = set().union(*(reads(e, guessed) for e in self.expressions))
            self.known[guessed] = frozenset(found - set(self.names) if self.implicit else found)
        return self.known[guessed]


def rule_of_equation(q, variables):
    f, name = function(q.value), q.name
    real = name.startswith('der(') or variables[name].role == 'real'
    rule = Rule([name], [q.value], real, lambda s: {name: f(s)})
    rule.residuals = [lambda s: s.value[name] - f(s)]
    return rule


def eliminate(rows):
    """Solves rows of coefficients and, last, right side."""
    n = len(rows)
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if pivot is None:
            raise Open('singular equations')
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [r[n] for r in rows]


def solve_linear(names, residuals, s):
    """names, from residuals that are linear in them."""
    names = list(names)

    def at(values):
        s.value.update(zip(names, values))
        return [Fraction(r(s)) for r in residuals]
    n, zero = len(names), Fraction(0)
    rest = at([zero] * n)
    columns = [[a - b for a, b in zip(at([Fraction(i == j) for i in range(n)]), rest)] for j in range(n)]
    found = eliminate([[c[i] for c in columns] + [-rest[i]] for i in range(n)])
    if any(at(found)):
        raise Open('equations that are not linear')
    return dict(zip(names, found))


def rule_of_group(q):
    both = [(function(a), function(b)) for a, b in q.rows]
    residuals = [lambda s, a=a, b=b: a(s) - b(s) for a, b in both]
    rule = Rule(list(q.names), [e for row in q.rows for e in row], True,
                lambda s: solve_linear(q.names, residuals, s), implicit=True)
    rule.residuals = residuals
    return rule


def fires(branch_conditions, s):
    """One of the conditions has become true; at the start: an initial() is among them."""
    if s.initial:
        return any(starts for _, starts in branch_conditions)
    return any(s.value[c] and not s.pre[c] for c, _ in branch_conditions)


def rules_of_clause(number, clause, variables):
    """Those of its conditions and of its variables; and the resets of each branch with the condition to act."""
    rules, names, resets = [], [], []
    for i, b in enumerate(clause):
        names.append([])
        for j, c in enumerate(b.conditions):
            name, f = f'$c{number}.{i}.{j}', function(c)
            rules.append(Rule([name], [c], False, lambda s, name=name, f=f: {name: f(s)}))
            names[i].append((name, any(x[0] == 'initial' for x in walk(c))))
        resets.append((names[i], [(x, function(e)) for x, e in b.resets]))
    conditions = [('var', c) for b in names for c, _ in b]
    for v, _ in clause[0].assigns:
        values = [dict(b.assigns)[v] for b in clause]
        if all(e == ('pre', v) for e in values):           # it stays as it is, whatever fires
            rules.append(Rule([v], [], False, lambda s, v=v: {v: s.pre[v]}))
            continue
        functions = [function(e) for e in values]

        def assign(s, v=v, functions=functions):
            taken = next((f for f, c in zip(functions, names) if fires(c, s)), None)
            return {v: taken(s) if taken else s.pre[v]}
        rules.append(Rule([v], conditions + values, False, assign))
    return rules, resets


# ---- loops ----------------------------------------------------------------------------------------------------------

def components(rules):
    """Loops: sets of rules that need each other, by the closure of 'needs'."""
    made = {n: i for i, r in enumerate(rules) for n in r.names}
    needs = [{made[v] for v in r.reads if v in made} for r in rules]
    grown = True
    while grown:
        grown = False
        for i, n in enumerate(needs):
            more = n.union(*(needs[k] for k in n))
            grown, needs[i] = grown or len(more) > len(n), more
    loops = {frozenset(k for k in needs[i] if i in needs[k]) for i in range(len(rules)) if i in needs[i]}
    return [[rules[k] for k in sorted(x)] for x in loops]


def apply_known(rules, s, guessed=frozenset()):
    """Applies each rule whose operands are known, until none is left that could be. Returns the others."""
    rest = rules
    while True:
        left = []
        for r in rest:
            if r.reads_without(guessed) <= s.value.keys():
                s.value.update(r.apply(s))
            else:
                left.append(r)
        if len(left) == len(rest) or not left:
            return left
        rest = left


def linear_part(rest, s, guessed):
    """Of the rules that are left: those of Reals that need no discrete unknown among them."""
    part = [r for r in rest if r.real]
    while True:
        inside = {n for r in part for n in r.names}
        good = [r for r in part if all(v in inside or v in s.value for v in r.reads_without(guessed))]
        if len(good) == len(part):
            return part
        part = good


def finish(rest, s, guessed):
    """Rules that are left, with relations guessed."""
    while rest:
        part = linear_part(rest, s, guessed)
        if not part:
            raise Open('a loop through discrete variables')
        names, residuals = [n for r in part for n in r.names], []
        for r in part:
            residuals += r.residuals
        s.value.update(solve_linear(names, residuals, s))
        rest = apply_known([r for r in rest if r not in part], s, guessed)


def solve_with_last(rules, s, known, inner, last):
    """One evaluation of a fixed step: relations of a loop read its unknowns at the last sample, and the rest as it is
    now. inner: numbers of these relations, what they read, the unknowns of the loop, their functions."""
    s.value, s.guess, waiting = dict(known), {}, dict(inner)
    rest = rules
    while rest:
        rest = apply_known(rest, s, frozenset(s.guess))
        unknown = {n for r in rest for n in r.names}
        ready = [k for k, (read, loop, _) in waiting.items() if not read & (unknown - loop)]
        if not ready:
            finish(rest, s, frozenset(s.guess))
            break
        now = s.value
        for k in ready:
            _, loop, value = waiting.pop(k)
            s.value = {**now, **{n: last[n] for n in loop}}
            s.guess[k] = value(s)
        s.value = now
    s.guess = None
    return s.value


def solve(rules, s, known):
    """All values, from those that are known. Raises NoSolution, Open."""
    s.value = dict(known)
    if s.held is not None:
        given = frozenset(s.held)
        finish(apply_known(rules, s, given), s, given)
        return s.value
    rest = apply_known(rules, s)
    if not rest:
        return s.value
    unknown = {n for r in rest for n in r.names}
    relations = [e for r in rest for x in r.expressions for e in walk(x)
                 if e[0] in ORDERINGS and reads(e) & unknown]
    guessed = [e[3] for e in relations]
    if len(guessed) > MOST_GUESSED:
        raise Open('too many relations in a loop')
    tests, before, solutions = [(e[3], function(e)) for e in relations], dict(s.value), []
    for values in itertools.product((False, True), repeat=len(guessed)):
        s.value, s.guess = dict(before), dict(zip(guessed, values))
        finish(apply_known(rest, s, frozenset(guessed)), s, frozenset(guessed))
        wanted, s.guess = s.guess, None
        if all(f(s) == wanted[k] for k, f in tests) and s.value not in solutions:
            solutions.append(s.value)
    if not solutions:
        raise NoSolution(', '.join(sorted(unknown)))
    if len(solutions) > 1:
        raise Open('several solutions')
    s.value = solutions[0]
    return s.value
