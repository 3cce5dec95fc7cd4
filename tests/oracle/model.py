"""model.py - a discrete model as data, and its text.

A model has variables, equations, groups of linear equations, and when-clauses. An expression is a tuple that begins
with its operator:

    ('num', Fraction) ('int', n) ('bool', b) ('mode', k)       literals; mode k is the k-th place of the enumeration
    ('var', v) ('pre', v) ('edge', v) ('change', v) ('time',) ('initial',) ('sample', start, interval)
    ('+' '-' '*', a, b) ('neg', a) ('mod' 'div', a, b) ('integer', a, number) ('if', c, a, b)
    ('<' '<=' '>' '>=' '==' '<>', a, b, number)                a relation, with a number of its own
    ('and' 'or', a, b) ('not', a)

Numbers are fractions, exactly; an Integer is read as a Real where one is wanted.
"""
import itertools
import re
from collections import namedtuple
from fractions import Fraction

# role: state; real (a continuous Real of an equation); equation (a discrete type, of an equation); when
# how a variable that has a start begins: fixed, guess (attributes), equation (v = start), pre (pre(v) = start)
Variable = namedtuple('Variable', 'type role start how')
Equation = namedtuple('Equation', 'name value')                 # name is v, or der(x)
Group = namedtuple('Group', 'names rows')                       # rows: (left, right), linear in names
Branch = namedtuple('Branch', 'conditions assigns resets')      # assigns, resets: lists of (name, value)
Model = namedtuple('Model', 'variables equations clauses')     # equations: Equation, Group; clauses: lists of Branch

MODES = ('low', 'middle', 'high')
ORDERINGS = ('<', '<=', '>', '>=')
RELATIONS = ORDERINGS + ('==', '<>')
HELD = ORDERINGS + ('integer',)                                # what has events, in equations and conditions
numbers = itertools.count(1)


def num(text):
    return ('num', Fraction(text))


def var(name):
    return ('var', name)


def relation(op, a, b):
    return (op, a, b, next(numbers))


def integer(a):
    return ('integer', a, next(numbers))


def children(e):
    return [a for a in e[1:] if isinstance(a, tuple)]


def walk(e):
    """All subexpressions of e, e first."""
    yield e
    for a in children(e):
        yield from walk(a)


def reads(e, without=()):
    """Variables whose present value e needs, whatever its conditions are, but not in the relations `without`."""
    if e[0] in ('var', 'edge', 'change'):
        return {e[1]}
    if e[0] in HELD and e[-1] in without:
        return set()
    return set().union(*(reads(a, without) for a in children(e)))


def outputs(clause):
    return [v for v, _ in clause[0].assigns]


# ---- text -----------------------------------------------------------------------------------------------------------

def decimal(x):
    """x exactly: its denominator has factors 2 and 5 only."""
    sign, x, digits = ('-' if x < 0 else ''), abs(Fraction(x)), ''
    whole, rest = divmod(x, 1)
    while rest:
        d, rest = divmod(rest * 10, 1)
        digits += str(d)
    return f'{sign}{whole}.{digits or 0}'


INFIX = {'+', '-', '*', 'and', 'or', *RELATIONS}


def text(e):
    op = e[0]
    if op == 'num':
        return decimal(e[1]) if e[1] >= 0 else f'({decimal(e[1])})'
    if op == 'int':
        return str(e[1]) if e[1] >= 0 else f'({e[1]})'
    if op == 'bool':
        return 'true' if e[1] else 'false'
    if op == 'mode':
        return 'Mode.' + MODES[e[1]]
    if op == 'var':
        return e[1]
    if op == 'time':
        return 'time'
    if op == 'initial':
        return 'initial()'
    if op in ('pre', 'edge', 'change'):
        return f'{op}({e[1]})'
    if op == 'sample':
        return f'sample({decimal(e[1])}, {decimal(e[2])})'
    if op == 'neg':
        return f'(-{text(e[1])})'
    if op == 'not':
        return f'(not {text(e[1])})'
    if op == 'if':
        return f'(if {text(e[1])} then {text(e[2])} else {text(e[3])})'
    if op in INFIX:
        return f'({text(e[1])} {op} {text(e[2])})'
    return f'{op}({", ".join(map(text, children(e)))})'         # mod, div, integer


def literal(kind, value):
    return text(({'Real': 'num', 'Integer': 'int', 'Boolean': 'bool', 'Mode': 'mode'}[kind], value))


def declaration(name, v):
    if v.start is None:
        return f'  {v.type} {name};'
    start = {'fixed': f'(start = {literal(v.type, v.start)}, fixed = true)',
             'guess': f'(start = {literal(v.type, v.start)})'}.get(v.how, '')
    return f'  {v.type} {name}{start};'


def initial_value(m, v, shuffle):
    """The start of v; or an expression of a state with that value."""
    states = [x for x, d in m.variables.items() if d.role == 'state' and d.how == 'fixed']
    start, kind = m.variables[v].start, m.variables[v].type
    if not shuffle or not states or shuffle.random() < 0.5:
        return literal(kind, start)
    x = shuffle.choice(states)
    at = m.variables[x].start
    if kind == 'Real':
        return text(('-', var(x), ('num', at - start)))
    if kind == 'Boolean':
        return text(('>' if start else '<', var(x), ('num', at - Fraction('0.125')), 0))
    word = {'Integer': 'int', 'Mode': 'mode'}[kind]
    return text(('if', ('>', var(x), ('num', at - Fraction('0.125')), 0), (word, start), (word, 0)))


def initial_section(m, shuffle):
    """Initial equations of what begins so; some as an initial algorithm."""
    equations, statements = [], []
    for v, d in m.variables.items():
        if d.how in ('equation', 'pre'):
            value = initial_value(m, v, shuffle)
            if d.how == 'equation' and shuffle and shuffle.random() < 0.3:
                statements.append(f'  {v} := {value};')
            else:
                equations.append(f'  {v if d.how == "equation" else f"pre({v})"} = {value};')
    if shuffle:
        shuffle.shuffle(equations)
    return (['initial equation'] + equations if equations else []) + \
        (['initial algorithm'] + statements if statements else [])


def in_order(assigns):
    """Statements of an algorithm: each after those that it reads. None: there is no such order."""
    rest, order = list(assigns), []
    while rest:
        ready = [a for a in rest if not reads(a[1]) & {v for v, _ in rest}]
        if not ready:
            return None
        order += ready
        rest = [a for a in rest if a not in ready]
    return order


def statement(form, e, split, indent):
    """form with the value e; split(): whether an if-expression becomes an if-equation, or statement."""
    if e[0] != 'if' or not split():
        return [indent + form.format(text(e))]
    return ([f'{indent}if {text(e[1])} then'] + statement(form, e[2], split, indent + '  ') + [f'{indent}else'] +
            statement(form, e[3], split, indent + '  ') + [f'{indent}end if;'])


def clause_text(clause, algorithm, split):
    lines, word, sign = [], 'when', ':=' if algorithm else '='
    for b in clause:
        condition = text(b.conditions[0]) if len(b.conditions) == 1 else '{' + ', '.join(map(text, b.conditions)) + '}'
        lines.append(f'  {word} {condition} then')
        assigns = in_order(b.assigns) if algorithm else b.assigns
        lines += [line for v, e in assigns for line in statement(f'{v} {sign} {{}};', e, split, '    ')]
        lines += [line for x, e in b.resets for line in statement(f'reinit({x}, {{}});', e, split, '    ')]
        word = 'elsewhen'
    return lines + ['  end when;']


def named_conditions(clauses, shuffle):
    """Some conditions with names of their own, Booleans or arrays of them: (clauses, declarations, equations)."""
    found, declarations, equations = [], [], []
    for i, clause in enumerate(clauses):
        branches = []
        for j, b in enumerate(clause):
            name, n = f'w{i}_{j}', len(b.conditions)
            if shuffle.random() < 0.3 and not any(x[0] == 'initial' for c in b.conditions for x in walk(c)):
                names = [name] if n == 1 else [f'{name}[{k + 1}]' for k in range(n)]
                declarations.append(f'  Boolean {name}{f"[{n}]" if n > 1 else ""};')
                equations += [[f'  {w} = {text(c)};'] for w, c in zip(names, b.conditions)]
                b = b._replace(conditions=[('var', name)])
            branches.append(b)
        found.append(branches)
    return found, declarations, equations


def with_parameters(lines, shuffle):
    """Some of the instants of samples, and of the numbers with four digits, are parameters."""
    made = {}

    def put(match):
        if shuffle.random() < 0.6:
            return match.group()
        return made.setdefault(match.group(), f'p{len(made)}')

    def put_both(match):
        return re.sub(r'[\d.]+', put, match.group())
    lines = [re.sub(r'sample\([^)]*\)', put_both, re.sub(r'\b\d\.\d{4}\b', put, line)) for line in lines]
    return [f'  parameter Real {p} = {number};' for number, p in made.items()], lines


def model_text(m, name='M', algorithms=(), shuffle=None):
    """algorithms: numbers of the clauses, and variables whose equations, are algorithm sections; shuffle: a Random
    that permutes, writes if-equations, and names numbers and conditions."""
    def split():
        return shuffle is not None and shuffle.random() < 0.3
    variables = [declaration(v, d) for v, d in m.variables.items()]
    initial = initial_section(m, shuffle)
    clauses, parts, sections = m.clauses, [], []
    if shuffle:
        clauses, named, parts = named_conditions(clauses, shuffle)
        variables += named
    for q in m.equations:
        if isinstance(q, Group):
            parts += [[f'  {text(a)} = {text(b)};'] for a, b in q.rows]
        else:
            sign, to = (':=', sections) if q.name in algorithms else ('=', parts)
            to.append(statement(f'{q.name} {sign} {{}};', q.value, split, '  '))
    for i, c in enumerate(clauses):
        (sections if i in algorithms else parts).append(clause_text(c, i in algorithms, split))
    if shuffle:
        for some in (variables, parts, sections):
            shuffle.shuffle(some)
    lines = ['equation'] * bool(parts) + [line for p in parts for line in p]
    for s in sections:
        lines += ['algorithm'] + s
    if shuffle:
        named, lines = with_parameters(lines, shuffle)
        variables += named
    head = [f'model {name}', '  type Mode = enumeration(' + ', '.join(MODES) + ');']
    return '\n'.join(head + variables + initial + lines + [f'end {name};', ''])
