"""generate.py - random small discrete models.

Variables are in a random row; the equation of one reads present values of those before it, and pre() of any, so that
most models have one solution; some read on purpose what comes later. Between events all is linear in time: rates are
constant there. Numbers are such that nothing meets on a border but samples, whose instants are decimal and often
the same.
"""
import random
from fractions import Fraction
from mixed import add_mixed
from model import Branch, Equation, Group, Model, Variable, integer, num, relation, var

INTERVALS = ('0.1', '0.15', '0.2', '0.25', '0.3', '0.5', '0.7')
BEGINS = ('0', '0', '0.1', '0.2', '0.05', '0.5')
TRUE, FALSE = ('bool', True), ('bool', False)


class Generator:
    """sampled: nothing but samples moves the model."""
    def __init__(self, seed, sampled=False):
        self.random, self.sampled = random.Random(seed), sampled
        self.loops = self.random.random() < 0.06
        self.variables, self.equations, self.clauses = {}, [], []

    def chance(self, p):
        return self.random.random() < p

    def pick(self, some):
        return self.random.choice(list(some))

    # ---- which variables there are ----

    def make_variables(self):
        r = self.random
        states = [f'x{i}' for i in range(r.choice((0, 1, 1, 2)))][:0 if self.sampled else 2]
        reals = [f'y{i}' for i in range(r.choice((0, 1, 1, 2, 3)))]
        discrete = []
        for i in range(r.randint(8, 14) if self.chance(0.1) else r.randint(2, 6)):
            kind = r.choice(('Integer', 'Integer', 'Boolean', 'Boolean', 'Real', 'Mode'))
            role = 'when' if kind == 'Real' or self.chance(0.65) else 'equation'
            discrete.append(({'Integer': 'i', 'Boolean': 'b', 'Real': 'd', 'Mode': 'm'}[kind] + str(i), kind, role))
        if not any(role == 'when' for _, _, role in discrete):
            discrete.append(('n', 'Integer', 'when'))
        plain = not self.chance(0.15)
        for x in states:
            how = 'fixed' if plain or self.chance(0.6) else 'equation'
            self.variables[x] = Variable('Real', 'state', Fraction(r.choice(('0', '0.5', '1', '-1'))), how)
        for y in reals:
            self.variables[y] = Variable('Real', 'real', None, None)
        for v, kind, role in discrete:
            how = 'fixed' if plain else r.choice(('fixed', 'guess', 'pre', 'equation' if role == 'when' else 'pre'))
            self.variables[v] = Variable(kind, role, self.constant(kind)[1], how)
        self.rank = [v for v in self.variables if v not in states]
        r.shuffle(self.rank)

    def of(self, kinds, where, roles=()):
        """Variables that may be read: before the one whose equation this is, and states."""
        before = self.rank if self.loops and self.chance(0.3) else self.rank[:where]
        states = [v for v, d in self.variables.items() if d.role == 'state']
        return [v for v in before + states if self.variables[v].type in kinds and
                (not roles or self.variables[v].role in roles)]

    def discrete(self, kinds):
        return [v for v, d in self.variables.items() if d.type in kinds and d.role in ('when', 'equation')]

    # ---- expressions: where is the place in the row, body whether it is one of a clause ----

    def constant(self, kind):
        r = self.random
        if kind == 'Integer':
            return ('int', r.randint(-1, 3))
        if kind == 'Boolean':
            return ('bool', self.chance(0.4))
        if kind == 'Mode':
            return ('mode', r.randrange(3))
        return num(r.choice(('0', '0.5', '1', '2', '-0.75', '0.25')))

    def leaf(self, kind, where, body):
        """A variable now, one before, or a constant."""
        kinds = ('Real', 'Integer') if kind == 'Real' else (kind,)
        now = self.of(kinds, where)
        if not body and kind == 'Real':
            now = [v for v in now if self.variables[v].role != 'state'] if self.chance(0.3) else now
        before = self.discrete(kinds)
        if not body and not self.loops:                         # pre() of an equation in equations seldom settles
            before = [v for v in before if self.variables[v].role == 'when' or self.chance(0.1)]
        if body and kind == 'Real':
            before = before + [v for v, d in self.variables.items() if d.role in ('state', 'real')]
        p = self.random.random()
        if now and p < 0.55:
            return var(self.pick(now))
        if before and p < 0.8:
            return ('pre', self.pick(before))
        return self.constant(kind)

    def real(self, where, body, depth=1):
        p = self.random.random()
        if depth <= 0 or p < 0.25:
            return self.leaf('Real', where, body)
        if p < 0.6:
            return (self.pick(('+', '-')), self.real(where, body, depth - 1), self.real(where, body, depth - 1))
        if p < 0.8:
            return ('*', num(self.pick(('0.5', '2', '-1', '0.25'))), self.real(where, body, depth - 1))
        if p < 0.87:
            return num('0.125') if self.sampled else ('time',)
        return ('if', self.boolean(where, body, depth - 1), self.real(where, body, depth - 1),
                self.real(where, body, depth - 1))

    def integer(self, where, body, depth=1):
        p = self.random.random()
        if depth <= 0 or p < 0.2:
            return self.leaf('Integer', where, body)
        if p < 0.55:
            return (self.pick(('+', '+', '-')), self.integer(where, body, depth - 1), self.integer(where, body, 0))
        if p < 0.65:
            return ('mod', self.integer(where, body, depth - 1), ('int', self.pick((2, 3, 5))))
        if p < 0.7:
            return ('div', self.integer(where, body, depth - 1), ('int', self.pick((2, 3))))
        if p < 0.8 and (body or self.chance(0.3)):
            return integer(('+', ('*', num('4'), self.leaf('Real', where, body)), num('0.37')))
        return ('if', self.boolean(where, body, depth - 1), self.integer(where, body, depth - 1),
                self.integer(where, body, depth - 1))

    def mode(self, where, body, depth=1):
        if depth <= 0 or self.chance(0.3):
            return self.leaf('Mode', where, body)
        return ('if', self.boolean(where, body, depth - 1), self.mode(where, body, depth - 1),
                self.mode(where, body, depth - 1))

    def comparison(self, where, body):
        """Of Reals with a threshold that is off the values that they like to have."""
        p = self.random.random()
        kinds = self.of(('Integer',), where)
        modes = self.of(('Mode',), where)
        if kinds and p < 0.3:
            return relation(self.pick(('<', '<=', '>', '>=', '==', '<>')), var(self.pick(kinds)),
                            ('int', self.random.randint(0, 4)))
        if modes and p < 0.4:
            return relation(self.pick(('==', '<>')), var(self.pick(modes)), ('mode', self.random.randrange(3)))
        reals = self.of(('Real',), where)
        left = var(self.pick(reals)) if reals and self.chance(0.75) else num('1') if self.sampled else ('time',)
        threshold = ('num', Fraction(self.random.randint(-3, 12), 8) + Fraction('0.0137') * self.random.randint(1, 5))
        return relation(self.pick(('<', '<=', '>', '>=')), left, threshold)

    def boolean(self, where, body, depth=1):
        p = self.random.random()
        if depth <= 0 or p < 0.25:
            return self.comparison(where, body) if self.chance(0.5) else self.leaf('Boolean', where, body)
        if p < 0.45:
            return self.comparison(where, body)
        if p < 0.55:
            return ('not', self.boolean(where, body, depth - 1))
        if p < 0.65:
            now = self.of(('Boolean',), where)
            changing = self.of(('Integer', 'Boolean', 'Mode'), where)
            if now and self.chance(0.5):
                return ('edge', self.pick(now))
            if changing:
                return ('change', self.pick(changing))
        return (self.pick(('and', 'or')), self.boolean(where, body, depth - 1), self.boolean(where, body, depth - 1))

    def value(self, kind, where, body, depth=2):
        return {'Real': self.real, 'Integer': self.integer, 'Boolean': self.boolean, 'Mode': self.mode}[kind](
            where, body, depth)

    # ---- equations ----

    def hysteresis(self, v, where):
        reals = self.of(('Real',), where)
        u = var(self.pick(reals)) if reals else num('0.5') if self.sampled else ('time',)
        low = Fraction(self.random.randint(-2, 6), 8) + Fraction('0.0237')
        high = low + self.pick((Fraction('0.25'), Fraction('0.3'), Fraction('0.5')))
        return ('or', relation('>', u, ('num', high)), ('and', ('pre', v), relation('>=', u, ('num', low))))

    def rate(self):
        rates = ('1', '-1', '0.5', '2', '-0.5', '0.75')
        now = self.of(('Boolean',), len(self.rank))
        if now and self.chance(0.5):
            return ('if', var(self.pick(now)), num(self.pick(rates)), num(self.pick(rates)))
        integers = self.of(('Integer',), len(self.rank))
        if integers and self.chance(0.3):
            return ('-', num('1'), ('*', num('0.25'), var(self.pick(integers))))
        return num(self.pick(rates))

    def make_equations(self):
        for v, d in self.variables.items():
            if d.role == 'state':
                self.equations.append(Equation(f'der({v})', self.rate()))
        pair = [v for v in self.rank if self.variables[v].role == 'real']
        pair = pair[:2] if len(pair) > 1 and self.chance(0.4) else []
        if pair:                                                # a + b = e, a - k*b = f
            where = min(self.rank.index(v) for v in pair)
            a, b = map(var, pair)
            k = ('num', Fraction(self.pick(('1', '2', '0.5'))))
            self.equations.append(Group(pair, [(('+', a, b), self.real(where, False)),
                                               (('-', a, ('*', k, b)), self.real(where, False, 0))]))
        for where, v in enumerate(self.rank):
            d = self.variables[v]
            if d.role == 'equation' and d.type == 'Boolean' and self.chance(0.4):
                self.equations.append(Equation(v, self.hysteresis(v, where)))
            elif d.role in ('real', 'equation') and v not in pair:
                self.equations.append(Equation(v, self.value(d.type, where, False)))
                self.agree_on_start(v, self.equations[-1].value)

    def agree_on_start(self, v, e):
        """Another name of a discrete variable has its start."""
        other = e[1] if e[0] == 'not' else e
        if self.variables[v].role == 'equation' and other[0] in ('var', 'pre'):
            start = self.variables[other[1]].start
            self.variables[v] = self.variables[v]._replace(start=not start if e[0] == 'not' else start)

    # ---- clauses ----

    def sample(self):
        return ('sample', Fraction(self.pick(BEGINS)), Fraction(self.pick(INTERVALS)))

    def condition(self, where):
        p = self.random.random()
        if p < 0.35:
            return self.sample()
        if p < 0.42:
            return ('and', self.sample(), self.boolean(where, False, 0))
        if p < 0.6:
            return self.comparison(where, False)
        return self.boolean(where, False, 1)

    def conditions(self, where, start):
        n = self.pick((1, 1, 1, 1, 2, 3))
        found = [self.condition(where) for _ in range(n)]
        if start and self.chance(0.12):
            found = [('initial',)] + [c for c in found[1:] if 'sample' not in str(c)]
            self.random.shuffle(found)
        return found

    def make_clauses(self):
        when = [v for v in self.rank if self.variables[v].role == 'when']
        self.random.shuffle(when)
        states = [v for v, d in self.variables.items() if d.role == 'state']
        while when:
            some = [when.pop() for _ in range(min(len(when), self.pick((1, 1, 1, 2, 3))))]
            where = min(self.rank.index(v) for v in some)
            start = all(self.variables[v].how != 'equation' for v in some)
            resets = [states.pop()] if states and self.chance(0.3) else []
            branches = []
            for _ in range(self.pick((1, 1, 1, 2, 2, 3))):
                assigns = [(v, self.value(self.variables[v].type, self.rank.index(v), True)) for v in some]
                acts = [(x, self.real(len(self.rank), True)) for x in resets if self.chance(0.8)]
                branches.append(Branch(self.conditions(where, start and not resets), assigns, acts))
            self.clauses.append(branches)

    def make_timer(self):
        """A clause that sets the time of its next event."""
        self.variables['next'] = Variable('Real', 'when', Fraction('0.3137'), 'fixed')
        due = relation(self.pick(('>', '>=')), ('time',), ('pre', 'next'))
        assigns = [('next', (self.pick(('+', '+')), ('pre', 'next'), num(self.pick(('0.2711', '0.5231')))))]
        when = [v for v, d in self.variables.items() if d.role == 'when' and d.type == 'Integer']
        self.clauses.append([Branch([due], assigns, [])])
        if when and self.chance(0.5):
            clause = next(c for c in self.clauses if when[0] in dict(c[0].assigns))
            clause[0].conditions.append(('change', 'next'))

    def model(self):
        self.make_variables()
        self.make_equations()
        self.make_clauses()
        if self.chance(0.15) and not self.sampled:
            self.make_timer()
        if self.chance(0.12) and not self.sampled:
            add_mixed(self)
        return Model(self.variables, self.equations, self.clauses)


def generate(seed, sampled=False):
    return Generator(seed, sampled).model()
