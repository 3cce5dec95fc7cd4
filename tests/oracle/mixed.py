"""mixed.py - blocks in which Booleans and Reals depend on each other: they have one solution, found by search.

Each adds variables and equations to a generator, with names of its own and some of what the generator has as drivers.
"""
from fractions import Fraction
from model import Branch, Equation, Group, Variable, num, relation, var


def constant(g, *texts):
    return num(g.pick(texts))


def driver(g, name):
    """A discrete Real that steps at samples: the name of it."""
    steps = [constant(g, '0.3', '0.7', '1.6', '-1.4', '-0.45', '2.3') for _ in range(3)]
    g.variables[name] = Variable('Real', 'when', steps[0][1], 'fixed')
    turn = relation('<', ('pre', name), num('0.1'))
    after = ('if', turn, steps[1], ('if', relation('>', ('pre', name), num('1')), steps[2], steps[0]))
    g.clauses.append([Branch([g.sample()], [(name, after)], [])])
    return name


def curve(g):
    """b = y > c, y by b: a line with a kink, in time."""
    slope, other = g.pick((1, 2)), g.pick((Fraction('0.5'), 3))
    c = Fraction('0.4137')
    line = ('-', ('time',), num('0.2731'))
    g.variables['kink'] = Variable('Real', 'real', None, None)
    g.variables['beyond'] = Variable('Boolean', 'equation', False, 'fixed')
    low = ('*', num(slope), ('-', line, num(c)))
    high = ('*', num(other), ('-', line, num(c)))
    g.equations += [Equation('beyond', relation('>', var('kink'), num(c))),
                    Equation('kink', ('+', num(c), ('if', var('beyond'), high, low)))]


def diode(g):
    """Voltage and current over a parameter of the curve, with a resistor; a driver or time."""
    source = var(driver(g, 'source')) if g.chance(0.6) else ('-', ('time',), num('0.8713'))
    for v in ('voltage', 'current', 'place'):
        g.variables[v] = Variable('Real', 'real', None, None)
    g.variables['off'] = Variable('Boolean', 'equation', g.chance(0.5), 'fixed')
    g.equations += [
        Equation('off', relation(g.pick(('<', '<=')), var('place'), num('0'))),
        Equation('voltage', ('if', var('off'), var('place'), num('0'))),
        Equation('current', ('if', var('off'), num('0'), var('place'))),
        Group(['place'], [(('+', var('voltage'), ('*', constant(g, '2', '0.5', '1'), var('current'))), source)])]


def friction(g):
    """A mass with dry friction of 1, by a curve parameter and pre() of where it slides; the driver is its force."""
    force = driver(g, 'force')
    g.variables['speed'] = Variable('Real', 'state', constant(g, '0.731', '-0.417', '1.3')[1], 'fixed')
    for v in ('rate', 'curve', 'drag'):
        g.variables[v] = Variable('Real', 'real', None, None)
    for v in ('forward', 'backward', 'locked'):
        g.variables[v] = Variable('Boolean', 'equation', False, 'fixed')
    start = 1 if g.variables['speed'].start > 0 else -1
    g.variables['slides'] = Variable('Integer', 'equation', start, 'fixed')

    def was(k):
        return relation('==', ('pre', 'slides'), ('int', k))
    ahead, back = ('or', was(1), var('forward')), ('or', was(-1), var('backward'))
    free = [(var('forward'), '1'), (var('backward'), '-1'), (was(1), '1')]

    def cases(locked, of):
        e = of('-1')
        for c, sign in reversed(free):
            e = ('if', c, of(sign), e)
        return ('if', var('locked'), locked, e)
    inertia = constant(g, '0.5', '1', '2')
    g.equations += [
        Equation('der(speed)', var('rate')),
        Equation('forward', ('and', was(0), relation('>', var('curve'), num('1')))),
        Equation('backward', ('and', was(0), relation('<', var('curve'), num('-1')))),
        Equation('locked', ('not', ('or', ahead, back))),
        Equation('rate', cases(num('0'), lambda s: ('-', var('curve'), num(s)))),
        Equation('drag', cases(var('curve'), num)),
        Group(['curve'], [(('*', inertia, var('rate')), ('-', var(force), var('drag')))]),
        Equation('slides', ('if', ('and', ahead, relation('>', var('speed'), num('0'))), ('int', 1),
                            ('if', ('and', back, relation('<', var('speed'), num('0'))), ('int', -1), ('int', 0))))]


def gate(g):
    """A variable of a clause that fires on what it moves itself, and is held by the rest."""
    g.variables['level'] = Variable('Real', 'real', None, None)
    g.variables['full'] = Variable('Integer', 'when', 0, 'fixed')
    g.equations.append(Equation('level', (g.pick(('+', '+', '-')), ('time',), ('*', num('0.25'), var('full')))))
    rises = relation('>', var('level'), num('0.6137'))
    g.clauses.append([Branch([rises], [('full', ('+', ('pre', 'full'), ('int', 1)))], [])])


def add_mixed(g):
    g.pick((curve, diode, diode, friction, friction, gate))(g)
