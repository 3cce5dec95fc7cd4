"""nets.py - random nets, and what dtc makes of them by an own step and an own enumeration of markings."""
import random


class Net:
    """Places with capacities (None: not declared, one token) and tokens; transitions (sources, targets, guard), with places
    by number; a guard is a pair: its text, and a function of time, marking and the times at which places were entered."""

    def __init__(self, name, capacity, tokens, transition):
        self.name, self.capacity, self.tokens, self.transition = name, capacity, tokens, transition

    def room(self, p):
        return self.capacity[p] or 1

    def text(self):
        def number(n):
            return '' if n is None or n == 1 else f'({n})'
        place = ', '.join(f'p{i}' + ('' if c is None else f'({c})') for i, c in enumerate(self.capacity))
        initial = ', '.join(f'p{i}' + number(n) for i, n in enumerate(self.tokens) if n)
        lines = [f'  net {self.name}', f'    place {place};', f'    initial {initial};']
        for source, target, guard in self.transition:
            lines.append('    from ' + ', '.join(f'p{i}' for i in source) + ' to ' + ', '.join(f'p{i}' for i in target) +
                         f' when {guard[0]};')
        return '\n'.join(lines + [f'  end {self.name};'])

    def enabled(self, marking, t):
        """By the marking alone."""
        source, target, _ = self.transition[t]
        return all(marking[p] > 0 for p in source) and all(p in source or marking[p] < self.room(p) for p in target)

    def moved(self, marking, t):
        source, target, _ = self.transition[t]
        after = list(marking)
        for p in source:
            after[p] -= 1
        for p in target:
            after[p] += 1
        return tuple(after)

    def step(self, marking, time, since):
        """One sample, of tokens one by one: which of them a transition has taken, which places for one are filled. The
        marking of afterwards; since is brought up to date."""
        tokens = [[True] * n for n in marking]                # True: not yet taken
        holes = [[True] * (self.room(p) - n) for p, n in enumerate(marking)]
        stays = [0] * len(marking)
        entered = set()
        for source, target, guard in self.transition:
            if not guard[1](time, marking, since):
                continue
            enters = [p for p in target if p not in source]
            if not all(True in tokens[p] for p in source) or not all(True in holes[p] for p in enters):
                continue
            for p in source:
                tokens[p].remove(True)
                stays[p] += p in target
            for p in enters:
                holes[p].remove(True)
            entered.update(enters)
        after = tuple(len(tokens[p]) + stays[p] + self.room(p) - marking[p] - len(holes[p]) for p in range(len(marking)))
        for p in entered:
            since[p] = time
        return after

    def reachable(self, most=100000):
        """All markings, guards left out; None: more than that."""
        seen, todo = {tuple(self.tokens)}, [tuple(self.tokens)]
        while todo:
            marking = todo.pop()
            for t in range(len(self.transition)):
                if self.enabled(marking, t):
                    after = self.moved(marking, t)
                    if after not in seen:
                        if len(seen) == most:
                            return None
                        seen.add(after)
                        todo.append(after)
        return seen


def wave(r):
    """A guard that time decides."""
    import math
    a, b, c = round(r.uniform(1, 90), 3), round(r.uniform(0, 6), 3), round(r.uniform(-0.8, 0.6), 3)
    return f'sin({a}*time + {b}) > {c}', lambda time, marking, since: math.sin(a * time + b) > c


def guard(r, name, capacity, source):
    """Time, and often a place of the net as it was before the step, or how long ago it was entered."""
    kind = r.random()
    if kind < 0.2:
        return 'true', lambda time, marking, since: True
    text, holds = wave(r)
    if kind < 0.4:
        return text, holds
    if kind < 0.5:
        wait = r.randint(1, 12) / 8
        return f'after({wait})', lambda time, marking, since: all(time >= since[p] + wait for p in source)
    if kind < 0.65:
        q, wait = r.randrange(len(capacity)), r.randint(1, 12) / 8
        asked = r.choice([f'p{q}', f'{name}.p{q}'])
        return f'age({asked}) >= {wait}', lambda time, marking, since: time - since[q] >= wait
    p, wanted = r.randrange(len(capacity)), r.random() < 0.5
    if capacity[p] is None:
        place = f'{name}.p{p}' if wanted else f'not {name}.p{p}'
        return f'{text} and {place}', lambda time, marking, since: holds(time, marking, since) and (marking[p] > 0) == wanted
    n = r.randint(0, capacity[p])
    return f'{text} or {name}.p{p} > {n}', lambda time, marking, since: holds(time, marking, since) or marking[p] > n


def random_net(r, name, ordered=False, guards=guard):
    """ordered: tokens go upwards only, so that it comes to rest."""
    n = r.randint(2, 7)
    capacity = [None if r.random() < 0.6 else r.randint(1, 4) for _ in range(n)]
    tokens = [r.randint(0, c or 1) if r.random() < 0.5 else 0 for c in capacity]
    tokens[0] = tokens[0] or 1
    transition = []
    for _ in range(r.randint(1, 9)):
        source = sorted(r.sample(range(n), min(n, r.choice([1, 1, 1, 2, 2, 3]))))
        target = sorted(r.sample(range(n), min(n, r.choice([1, 1, 1, 2, 2, 3]))))
        if ordered:
            cut = r.randint(1, n - 1)
            source, target = r.sample(range(cut), min(cut, r.randint(1, 2))), r.sample(range(cut, n), min(n - cut, r.randint(1, 2)))
        r.shuffle(source)
        transition.append((source, target, guards(r, name, capacity, source)))
    return Net(name, capacity, tokens, transition)


def model(name, nets, more=''):
    return f'model {name}\n' + '\n'.join(n.text() for n in nets) + f'\n{more}end {name};\n'
