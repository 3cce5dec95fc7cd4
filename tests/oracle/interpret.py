"""interpret.py - what a discrete model does, from the specification (Modelica 3.6, 8.3.5, 8.6, appendix B), naively.

Between events rates are constant, so all Reals are linear in time and the next event is known exactly. At an event
time and states stand still; passes are made: all unknowns (solve.py) with pre() held, then resets of states, then
pre := value; until a pass changes nothing. Numbers are fractions.

A fixed step makes one pass a sample: values at t, resets, then states advance. Relations are what they are at samples;
those that read an unknown of a loop that they are in, what they were at the last one.

Trajectories are lists of (time, values); of a variable step one for each settled event, and `at` between them.
"""
from fractions import Fraction
from model import Group, ORDERINGS, reads, walk
from solve import Instant, Loop, Open, components, decide, floor, function, rule_of_equation, rule_of_group
from solve import plain_relation, rules_of_clause, solve, solve_with_last

MOST_PASSES, MOST_AT_ONCE, MOST_EVENTS = 100, 30, 2000


class Cycle(Exception):
    """The passes of an event do not come to an end."""


class Machine:
    """factor: of each state's rate, a little off 1 to find out what rounding decides. most_passes: that changed
    something, of an event. variant: a set of
    'resets last' (after the passes of an event, not in each), 'ticks at once' (samples at 0 in the first passes)."""
    def __init__(self, model, factor=None, variant=()):
        self.model, self.factor, self.variant, self.most_passes = model, factor or {}, variant, 0
        self.states = [v for v, d in model.variables.items() if d.role == 'state']
        self.plain = [rule_of_group(q) if isinstance(q, Group) else rule_of_equation(q, model.variables)
                      for q in model.equations]
        self.clauses = [rules_of_clause(i, c, model.variables) for i, c in enumerate(model.clauses)]
        self.rules = self.plain + [r for rules, _ in self.clauses for r in rules]
        self.events = [n for r in self.rules for n in r.names if n not in model.variables or
                       model.variables[n].role in ('equation', 'when')]
        self.integers = [v for v, d in model.variables.items() if d.type == 'Integer']
        self.when = [v for v, d in model.variables.items() if d.role == 'when']
        self.check_loops()
        self.find_relations()

    def check_loops(self):
        """mixed: some loop has Reals, through relations or linear; mixed_when: and variables of clauses; inner:
        relations that read unknowns of their own loop."""
        loops = components(self.rules)
        for loop in loops:
            if not any(r.real for r in loop):
                raise Loop(', '.join(n for r in loop for n in r.names))
        names, self.inner = {n for loop in loops for r in loop for n in r.names}, {}
        for loop in loops:
            own = {n for r in loop for n in r.names}
            inside = [e for r in loop for x in r.expressions for e in walk(x) if e[0] in ORDERINGS and reads(e) & own]
            self.inner.update((e[3], (reads(e), own, plain_relation(e))) for e in inside)
        self.mixed = any(not (r.real and r.implicit) or len(loop) > 1 for loop in loops for r in loop)
        self.mixed_when = bool(names & set(self.when))

    def find_relations(self):
        """Those that have events: of equations and conditions; samples."""
        every = [e for r in self.plain for x in r.expressions for e in walk(x)]
        every += [e for c in self.model.clauses for b in c for x in b.conditions for e in walk(x)]
        self.watched = [(e[3], e[0], function(e[1]), function(e[2])) for e in every if e[0] in ORDERINGS]
        self.floors = [(e[2], function(e[1])) for e in every if e[0] == 'integer']
        bodies = [x for c in self.model.clauses for b in c for _, x in b.assigns + b.resets]
        every += [e for x in bodies for e in walk(x)]
        self.of_time = {e[3] for e in every if e[0] in ORDERINGS and any(a == ('time',) for a in walk(e))}
        self.samples = sorted({e[1:] for e in every if e[0] == 'sample'})

    # ---- one instant ----

    def instant(self, time, pre, **more):
        return Instant(time, pre, of_time=self.of_time, **more)

    def pass_(self, s, x, last=None):
        """All values, and the states after the resets of this pass. last: of a fixed step, the values before."""
        if last and self.inner:
            value = solve_with_last(self.rules, s, x, self.inner, last)
        else:
            value = solve(self.rules, s, x)
        if any(abs(value[v]) > 2**31 - 1 for v in self.integers):
            raise Open('Integers beyond their range')
        after, acts = dict(x), False
        for _, resets in self.clauses:
            branch = next((b for b in resets if any(value[c] and not s.pre[c] for c, _ in b[0])), None)
            if branch and not s.initial:
                acts = acts or bool(branch[1])
                after.update((n, f(s)) for n, f in branch[1])
        return value, after, acts

    def settle(self, time, pre, x, **more):
        """Passes until nothing changes. Values, states."""
        late = {}
        for made in range(MOST_PASSES):
            value, after, acts = self.pass_(self.instant(time, pre, **more), x)
            changed = acts or any(value[n] != pre[n] for n in self.events)
            if 'resets last' in self.variant:
                late.update((n, v) for n, v in after.items() if v != x[n])
                after = x
                changed = any(value[n] != pre[n] for n in self.events)
                if not changed and late:
                    after, late, changed = {**x, **late}, {}, True
            pre, x = {**value, **after}, after
            if not changed:
                self.most_passes = max(self.most_passes, made)
                return pre, x
        raise Cycle

    def without_ticks(self, time, value, pre, direction=None, exact=False):
        """Conditions that ask for a sample as they are after the event, when none is due."""
        s = self.instant(time, pre, direction=direction, exact=exact)
        s.value = value
        for rules, _ in self.clauses:
            for r in rules:
                if r.names[0].startswith('$c') and any(e[0] == 'sample' for e in walk(r.expressions[0])):
                    value.update(r.apply(s))
        return s

    def hold(self, s):
        """Relations and whole parts as they are after the event."""
        self.held = {n: decide(op, a(s) - b(s), n, s) for n, op, a, b in self.watched}
        self.held.update((n, floor(a(s), n, s)) for n, a in self.floors)

    def initial(self):
        """Values at the start, before any event. Variables of clauses are what start, initial equations and
        `when initial()` make them."""
        pre = {n: False for n in self.events}
        for v, d in self.model.variables.items():
            if d.role != 'real':
                pre[v] = d.start if d.start is not None else {'Real': Fraction(0), 'Boolean': False}.get(d.type, 0)
        x = {v: pre[v] for v in self.states}
        try:
            value, _, _ = self.pass_(self.instant(Fraction(0), pre, initial=True, exact=True), x)
        except KeyError:
            raise Open('pre() of a continuous Real at the start') from None
        return value, x

    # ---- variable step ----

    def held_at(self, time):
        """Values between events."""
        x = {v: self.x[v] + self.rate[v] * (time - self.time) for v in self.states}
        s = self.instant(time, self.value, held=self.held)
        known = {**x, **{v: self.value[v] for v in self.when}}
        return solve(self.plain, s, known)

    def begin_stretch(self, time, value, x):
        self.time, self.value, self.x = time, value, x
        self.rate = {v: value[f'der({v})'] * self.factor.get(v, 1) for v in self.states}
        later = self.held_at(time + 1)
        if any(later[f'der({v})'] != value[f'der({v})'] for v in self.states):
            raise Open('rates that vary')
        self.later = later

    def crossings(self):
        """When each watched relation changes: (time, number, direction)."""
        now = self.instant(self.time, self.value, held=self.held)
        later = self.instant(self.time + 1, self.value, held=self.held)
        now.value, later.value = {**self.value}, self.later
        for number, op, a, b in self.watched:
            here = a(now) - b(now)
            slope = a(later) - b(later) - here
            above = self.held[number] == (op in ('>', '>='))
            if slope < 0 if above else slope > 0:
                if here < 0 if above else here > 0:
                    raise Open('a relation is held against its operands')
                yield self.time - Fraction(here) / slope, number, 1 if slope > 0 else -1
        yield from self.floor_crossings(now, later)

    def floor_crossings(self, now, later):
        """The same of integer(): its argument leaves the place between two whole numbers."""
        for number, a in self.floors:
            here, low = a(now), self.held[number]
            slope = a(later) - here
            if slope:
                yield self.time + Fraction(low + (slope > 0) - here) / slope, number, 1 if slope > 0 else -1

    def next_event(self):
        """Its time, directions of relations that cross there, samples that are due."""
        cross = list(self.crossings())
        ticks = [((start, interval), start + max(0, (self.time - start) // interval + 1) * interval)
                 for start, interval in self.samples]
        time = min([t for t, _, _ in cross] + [t for _, t in ticks], default=None)
        return time, {n: d for t, n, d in cross if t == time}, {k for k, t in ticks if t == time}

    def start(self):
        value, x = self.initial()
        at_once = {k for k in self.samples if k[0] == 0}
        joined = at_once if 'ticks at once' in self.variant else ()
        value, x = self.settle(Fraction(0), {**value, **x}, x, ticks=joined, exact=True)
        s = self.without_ticks(Fraction(0), value, value, exact=True)
        if at_once and not joined:
            value, x = self.settle(Fraction(0), value, x, ticks=at_once, exact=True)
            s = self.without_ticks(Fraction(0), value, value, exact=True)
        self.hold(s)
        self.begin_stretch(Fraction(0), value, x)

    def run(self, stop, rows):
        """[(time, values)] at rows, which are no events, and after each event."""
        self.start()
        found, rows, at_once = [(Fraction(0), dict(self.value))], sorted(rows), 0
        for _ in range(MOST_EVENTS):
            time, direction, ticks = self.next_event()
            end = stop if time is None or time > stop else time
            while rows and rows[0] < end:
                found.append((rows[0], self.held_at(rows[0])))
                rows.pop(0)
            if time is None or time > stop:
                return found
            at_once = at_once + 1 if time == self.time else 0
            if at_once > MOST_AT_ONCE:
                raise Open('chatters')
            left = {**self.value, **self.held_at(time)}
            x = {v: left[v] for v in self.states}
            value, x = self.settle(time, left, x, direction=direction, ticks=ticks)
            self.hold(self.without_ticks(time, value, value, direction))
            self.begin_stretch(time, value, x)
            found.append((time, dict(value)))
        raise Open('too many events')

    # ---- fixed step ----

    def rates_after(self, time, pre, value, x):
        """Whether resets to x change a rate: of methods with stages it may be that before or after."""
        known = {**x, **{v: value[v] for v in self.when}}
        later = solve(self.plain, self.instant(time, pre, exact=True), known)
        return any(later[f'der({v})'] != value[f'der({v})'] for v in self.states)

    def settles(self):
        """Whether passes after the initial values, without samples, change anything."""
        value, x = self.initial()
        before = {**value, **x}
        after, y = self.settle(Fraction(0), before, x, exact=True)
        return after != before or x != y

    def run_fixed(self, step, count, settled=False):
        """Rows of samples 0 to count. settled: passes at the start until nothing changes, before the first sample."""
        value, x = self.initial()
        before = {**value, **x}
        if settled:
            before, x = self.settle(Fraction(0), before, x, exact=True)
        found = []
        self.without_ticks(Fraction(0), before, before, exact=True)
        for k in range(count + 1):
            time, pre = k * step, {**before, **x}
            ticks = {q for q in self.samples if self.due(q, time, step)}
            value, after, acts = self.pass_(self.instant(time, pre, exact=True, ticks=ticks), x, before)
            if acts and self.rates_after(time, pre, value, after):
                raise Open('rates after a reset')
            found.append((time, dict(value)))
            before = dict(value)
            self.without_ticks(time, before, pre, exact=True)
            x = {v: after[v] + step * value[f'der({v})'] * self.factor.get(v, 1) for v in self.states}
        return found

    @staticmethod
    def due(sample, time, step):
        """An instant of it is after the last sample, and not after this one."""
        start, interval = sample
        return time >= start and (time - start) // interval > (time - step - start) // interval \
            and (time - start) // interval >= 0
