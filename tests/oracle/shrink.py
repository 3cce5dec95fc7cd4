"""shrink.py - the smallest model that still has a fault: greedily, by what can be left out or made simpler.

A variable whose equation is left out becomes a constant of its start; an expression becomes one of its parts of the
same type, or a constant. Cost: some hundred trials.
"""
from fractions import Fraction
from model import Branch, Equation, Group, Model, Variable, children, walk

CONSTANT = {'Real': ('num', Fraction(0)), 'Integer': ('int', 0), 'Boolean': ('bool', False), 'Mode': ('mode', 0)}


def kind_of(e, m):
    """Its type."""
    op = e[0]
    if op in ('and', 'or', 'not', '<', '<=', '>', '>=', '==', '<>', 'edge', 'change', 'initial', 'sample', 'bool'):
        return 'Boolean'
    if op in ('var', 'pre'):
        return m.variables[e[1]].type
    if op in ('int', 'mode'):
        return {'int': 'Integer', 'mode': 'Mode'}[op]
    if op in ('mod', 'div', 'integer'):
        return 'Integer'
    if op in ('num', 'time'):
        return 'Real'
    kinds = {kind_of(a, m) for a in (e[2:] if op == 'if' else children(e))}
    return 'Real' if 'Real' in kinds else kinds.pop()


def simpler(e, m):
    """Expressions of the same type with less in them."""
    kind = kind_of(e, m)
    whole = [x for x in list(walk(e))[1:] if kind_of(x, m) in ((kind, 'Integer') if kind == 'Real' else (kind,))]
    if e[0] not in ('num', 'int', 'bool', 'mode', 'time', 'sample', 'initial'):
        whole += [CONSTANT[kind]]
    yield from sorted(whole, key=lambda x: len(list(walk(x))))
    for i, a in enumerate(e):
        if isinstance(a, tuple):
            for b in simpler(a, m):
                yield e[:i] + (b,) + e[i + 1:]


def without_variable(m, v):
    """v is a constant, its start."""
    d = m.variables[v]
    constant = CONSTANT[d.type] if d.start is None else (CONSTANT[d.type][0], d.start)

    def put(e):
        if e[0] in ('var', 'pre') and e[1] == v:
            return constant
        if e[0] in ('edge', 'change') and e[1] == v:
            return ('bool', False)
        return tuple(put(a) if isinstance(a, tuple) else a for a in e)
    equations = [Equation(q.name, put(q.value)) for q in m.equations if isinstance(q, Equation)
                 and q.name not in (v, f'der({v})')]
    for q in m.equations:
        if isinstance(q, Group):
            if v in q.names:
                equations += [Equation(n, CONSTANT['Real']) for n in q.names if n != v]
            else:
                equations.append(Group(q.names, [(put(a), put(b)) for a, b in q.rows]))
    clauses = []
    for c in m.clauses:
        branches = [Branch([put(x) for x in b.conditions], [(n, put(e)) for n, e in b.assigns if n != v],
                           [(n, put(e)) for n, e in b.resets if n != v]) for b in c]
        if any(b.assigns or b.resets for b in branches):
            clauses.append(branches)
    return Model({n: x for n, x in m.variables.items() if n != v}, equations, clauses)


def replaced(items, i, new):
    return items[:i] + new + items[i + 1:]


def less(items):
    """Lists with one item less, if there are several."""
    return [replaced(items, i, []) for i in range(len(items))] if len(items) > 1 else []


def simpler_in(pairs, m):
    """Lists of (name, value) with one value simpler."""
    return [replaced(pairs, i, [(v, x)]) for i, (v, e) in enumerate(pairs) for x in simpler(e, m)]


def smaller_branches(b, m):
    for conditions in less(b.conditions):
        yield b._replace(conditions=conditions)
    for i in range(len(b.resets)):
        if b.assigns or len(b.resets) > 1:
            yield b._replace(resets=replaced(b.resets, i, []))
    for i, e in enumerate(b.conditions):
        for x in simpler(e, m):
            yield b._replace(conditions=replaced(b.conditions, i, [x]))
    for assigns in simpler_in(b.assigns, m):
        yield b._replace(assigns=assigns)
    for resets in simpler_in(b.resets, m):
        yield b._replace(resets=resets)


def smaller_clauses(m):
    for i, c in enumerate(m.clauses):
        for shorter in less(c):
            yield replaced(m.clauses, i, [shorter])
        for j, b in enumerate(c):
            for smaller in smaller_branches(b, m):
                yield replaced(m.clauses, i, [replaced(c, j, [smaller])])


def candidates(m):
    for v in m.variables:
        yield without_variable(m, v)
    for clauses in smaller_clauses(m):
        yield Model(m.variables, m.equations, clauses)
    for i, q in enumerate(m.equations):
        if isinstance(q, Equation):
            for x in simpler(q.value, m):
                yield Model(m.variables, replaced(m.equations, i, [Equation(q.name, x)]), m.clauses)
        else:
            for j, row in enumerate(q.rows):
                for x in simpler(row[1], m):
                    rows = replaced(q.rows, j, [(row[0], x)])
                    yield Model(m.variables, replaced(m.equations, i, [Group(q.names, rows)]), m.clauses)
    for v, d in m.variables.items():
        if d.how in ('pre', 'equation', 'guess'):
            yield Model({**m.variables, v: Variable(d.type, d.role, d.start, 'fixed')}, m.equations, m.clauses)


def shrink(model, fails, most=400):
    """fails(m): whether m still has the fault; models that are none count as no."""
    trials, again = 0, True
    while again and trials < most:
        again = False
        for m in candidates(model):
            trials += 1
            if trials > most:
                break
            try:
                bad = fails(m)
            except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError):
                continue
            if bad:
                model, again = m, True
                break
    return model
