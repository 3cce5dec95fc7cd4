"""parse.py - reads the text of a discrete model: what model.py writes, and models by hand of that kind.

    model M  type Mode = enumeration(low, middle, high);  Integer a(start = 1, fixed = true), b = 2*a;
    initial equation  equation  when {c, d} then a = 1; reinit(x, 0); elsewhen ... end when;  der(x) = 1;  u + v = 1;
    algorithm  when c then a := 1; end when;  end M;

A clause of an algorithm section is read as one of equations: only where it means the same.
"""
import re
from fractions import Fraction
from model import MODES, Branch, Equation, Group, Model, Variable, integer, outputs, relation

TOKEN = re.compile(r'\s*(?://[^\n]*\s*)*'
                   r'("[^"]*"|[A-Za-z_][A-Za-z_0-9.]*|\d+\.?\d*(?:[eE][-+]?\d+)?|:=|<=|>=|<>|==|.)', re.S)
TYPES = ('Real', 'Integer', 'Boolean', 'Mode')


class Parser:
    def __init__(self, text):
        self.words = [w for w in TOKEN.findall(text) if w.strip()]
        self.at, self.variables, self.plain, self.clauses, self.initial = 0, {}, [], [], []

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ''

    def next(self):
        self.at += 1
        return self.words[self.at - 1]

    def take(self, *words):
        if self.peek() in words:
            return self.next()
        return None

    def need(self, word):
        got = self.next()
        if got != word:
            before = ' '.join(self.words[max(0, self.at - 12):self.at])
            raise SyntaxError(f'{word} expected, got {got}, behind: {before}')

    # ---- expressions ----

    def expression(self):
        if self.take('if'):
            c = self.expression()
            self.need('then')
            a = self.expression()
            return ('if', c, a, self.expression() if self.peek() == 'elseif' and self.elseif() or self.take('else')
                    else None)
        return self.binary(0)

    def elseif(self):
        self.words[self.at] = 'if'
        return True

    LEVELS = (('or',), ('and',), ('not',), ('<', '<=', '>', '>=', '==', '<>'), ('+', '-'), ('*',))

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.primary()
        ops = self.LEVELS[level]
        if ops == ('not',):
            return ('not', self.binary(level + 1)) if self.take('not') else self.binary(level + 1)
        if '-' in ops and self.take('-'):
            a = ('neg', self.binary(level + 1))
        else:
            a = self.binary(level + 1)
        while self.peek() in ops:
            op, b = self.next(), self.binary(level + 1)
            a = relation(op, a, b) if '==' in ops else (op, a, b)
        return a

    def primary(self):
        word = self.next()
        if word == '(':
            e = self.expression()
            self.need(')')
            return e
        if word[0].isdigit():
            return ('int', int(word)) if word.isdigit() else ('num', Fraction(word))
        if word in ('true', 'false'):
            return ('bool', word == 'true')
        if word == 'time':
            return ('time',)
        if word.startswith('Mode.'):
            return ('mode', MODES.index(word[5:]))
        if self.take('('):
            return self.call(word)
        return ('var', word)

    def call(self, word):
        arguments = []
        while not self.take(')'):
            arguments.append(self.expression())
            self.take(',')
        if word in ('pre', 'edge', 'change', 'der'):
            return (word, arguments[0][1])
        if word == 'sample':
            return ('sample', *(Fraction(a[1]) for a in arguments))
        return integer(arguments[0]) if word == 'integer' else (word, *arguments)

    # ---- declarations and equations ----

    def value_of(self, e):
        return -self.value_of(e[1]) if e[0] == 'neg' else e[1]

    def declare(self, kind):
        while True:
            name, start, how = self.next(), None, None
            if self.take('('):
                while not self.take(')'):
                    word = self.next()
                    self.need('=')
                    value = self.value_of(self.expression())
                    if word == 'start':
                        start = Fraction(value) if kind == 'Real' else value
                    how = 'fixed' if word == 'fixed' and value else how
                    self.take(',')
            self.variables[name] = Variable(kind, None, start, how)
            if self.take('='):
                self.plain.append((('var', name), self.expression()))
            if not self.take(','):
                return self.need(';')

    def equation(self):
        a = self.expression()
        if not self.take('=', ':='):
            raise SyntaxError(f'= expected behind {a}')
        b = self.expression()
        self.need(';')
        return a, b

    def body(self):
        assigns, resets = [], []
        while self.peek() not in ('elsewhen', 'end'):
            if self.take('reinit'):
                self.need('(')
                e = self.call('reinit')
                self.need(';')
                resets.append((e[1][1], e[2]))
            else:
                a, b = self.equation()
                assigns.append((a[1], b))
        return assigns, resets

    def clause(self):
        branches = []
        while True:
            conditions = []
            if self.take('{'):
                while not self.take('}'):
                    conditions.append(self.expression())
                    self.take(',')
            else:
                conditions.append(self.expression())
            self.need('then')
            branches.append(Branch(conditions, *self.body()))
            if not self.take('elsewhen'):
                break
        for word in ('end', 'when', ';'):
            self.need(word)
        self.clauses.append(branches)

    def section(self):
        while self.peek() not in ('equation', 'algorithm', 'initial', 'end'):
            if self.take('when'):
                self.clause()
            else:
                self.plain.append(self.equation())

    def model(self):
        self.need('model')
        self.next()
        if self.peek().startswith('"'):
            self.next()
        while self.peek() != 'end':
            if self.take('type'):
                while self.next() != ';':
                    pass
            elif self.take('initial'):
                self.next()
                while self.peek() not in ('equation', 'algorithm', 'initial', 'end'):
                    self.initial.append(self.equation())
            elif self.take('equation', 'algorithm'):
                self.section()
            else:
                self.take('discrete')
                self.declare(self.next())
        return self.finished()

    def finished(self):
        """Roles, from who defines what; equations that are no assignments make one group."""
        when = {v for c in self.clauses for v in outputs(c)}
        equations, rows, states = [], [], set()
        for a, b in self.plain:
            if a[0] == 'der':
                states.add(a[1])
                equations.append(Equation(f'der({a[1]})', b))
            elif a[0] == 'var' and a[1] not in {q.name for q in equations}:
                equations.append(Equation(a[1], b))
            else:
                rows.append((a, b))
        defined = {q.name for q in equations} | when | states
        if rows:
            equations.append(Group([v for v, d in self.variables.items() if v not in defined], rows))
        for a, b in self.initial:
            v = self.variables[a[1]]
            value = self.value_of(b)
            self.variables[a[1]] = v._replace(start=Fraction(value) if v.type == 'Real' else value,
                                              how='pre' if a[0] == 'pre' else 'equation')
        for v, d in self.variables.items():
            role = 'state' if v in states else 'when' if v in when else 'real' if d.type == 'Real' else 'equation'
            self.variables[v] = d._replace(role=role)
        return Model(self.variables, equations, self.clauses)


def parse(text):
    return Parser(text).model()
