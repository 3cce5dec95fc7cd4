"""oracle.py - the motion of rigid drivetrains with switching elements, by trying places. Nothing of it is shared with the runtime.

A Drive is shafts with rigid couplings and elements; its signals (torques, pressures, ratios, given speeds) are constant
between jumps. The state is q, the speeds of its roots; all others follow:

    w = N q + u     s = W q + g     M = N' J N     M q' = N' tau + W' x     W = D N, g = D u

with u what given motions contribute, s the slips and x the torques (or impulses) of the elements. One problem is asked
three times: x between its bounds, s + G x of the right sign where x is at a bound and zero where it is between. With
accelerations for s: what moves after an event. With impulses that only infinite bounds can pass: what a jump does. With h
times the bounds: the implicit step of Moreau, all forces and impulses of a step in one.

    complementary(G, s, lower, upper, guess) -> x, places    by trying all 3^n places, nearest to the guess first
    exact(drive, stop, times)                -> at each of the times (q before what happens then, q after it)
    march(drive, stop, h)                    -> q at the samples, the torques of the steps

Between jumps accelerations are constant and slips linear in time, so that all events are exact by formula.
"""
import itertools
import math

INF = math.inf


class Contradiction(ArithmeticError):
    """No x fits: two motions are given that cannot both be."""


def solve(matrix, right, least):
    """x of a positive definite system in symmetric form, diagonal about 1; None if a pivot is below least."""
    n = len(right)
    m = [row[:] + [y] for row, y in zip(matrix, right)]
    done = []
    for _ in range(n):
        p = max((i for i in range(n) if i not in done), key=lambda i: abs(m[i][i]))
        if not m[p][p] > least:
            return None
        done.append(p)
        top = m[p]
        for i in range(n):
            if i != p and m[i][p]:
                f = m[i][p]/top[p]
                m[i] = [a - f*b for a, b in zip(m[i], top)]
    return [m[i][n]/m[i][i] for i in range(n)]


def neighbours(guess):
    """All tuples of -1, 0, 1, the guess first, then those that differ in one place, in two ..."""
    others = {c: [d for d in (-1, 0, 1) if d != c] for c in (-1, 0, 1)}
    for count in range(len(guess) + 1):
        for where in itertools.combinations(range(len(guess)), count):
            for change in itertools.product(*(others[guess[i]] for i in where)):
                choice = list(guess)
                for i, c in zip(where, change):
                    choice[i] = c
                yield tuple(choice)


def try_places(G, s, lower, upper, choice, eps):
    """x if the places fit, else None. Free ones have to be independent, which loses no solution. G has a diagonal of 1."""
    n = len(s)
    x = [0.0]*n
    for i, c in enumerate(choice):
        if c:
            x[i] = lower[i] if c > 0 else upper[i]
            if not math.isfinite(x[i]):
                return None
    free = [i for i in range(n) if choice[i] == 0]
    if free:
        right = [-s[i] - sum(G[i][j]*x[j] for j in range(n) if x[j]) for i in free]
        found = solve([[G[i][j] for j in free] for i in free], right, 1e-11)
        if found is None:
            return None
        for i, value in zip(free, found):
            room = eps*max(abs(value), abs(lower[i]) if lower[i] > -INF else 0, abs(upper[i]) if upper[i] < INF else 0)
            if value < lower[i] - room or value > upper[i] + room:
                return None
            x[i] = value
    for i in range(n):
        if choice[i]:
            terms = [G[i][j]*x[j] for j in range(n)] + [s[i]]
            slip = sum(terms)
            room = eps*sum(map(abs, terms))
            if slip*choice[i] < -room:
                return None
    return x


def complementary(G, s, lower, upper, guess=None):
    """x and the place of each: 1 where the slip is positive and x = lower, -1 where x = upper, 0 where the slip is zero."""
    n = len(s)
    if n == 0:
        return [], ()
    size = [math.sqrt(G[i][i]) for i in range(n)]
    scaled = [[G[i][j]/size[i]/size[j] for j in range(n)] for i in range(n)]
    t = [v/z for v, z in zip(s, size)]
    low, high = [v*z for v, z in zip(lower, size)], [v*z for v, z in zip(upper, size)]
    for eps in (1e-13, 1e-11, 1e-9):
        for choice in neighbours(guess or (0,)*n):
            x = try_places(scaled, t, low, high, choice, eps)
            if x is not None:
                return [v/z for v, z in zip(x, size)], choice
    raise Contradiction("no places fit")


class Interval:
    """The matrices of a drive between two jumps of its signals."""

    def __init__(self, drive, t):
        self.N, self.u = drive.speeds(t)
        n, roots = len(drive.nodes), range(drive.roots)
        J = [node.J for node in drive.nodes]
        self.M = [[sum(J[i]*self.N[i][a]*self.N[i][b] for i in range(n)) for b in roots] for a in roots]
        tau = drive.torques(t)
        self.f = [sum(tau[i]*self.N[i][a] for i in range(n)) for a in roots]
        self.W, self.g, bounds = [], [], []
        for e in drive.elements:
            ends = [(e.b, 1.0), (e.a, -1.0)]
            self.W.append([sum(c*self.N[i][a] for i, c in ends if i is not None) for a in roots])
            self.g.append(sum(c*self.u[i] for i, c in ends if i is not None))
            bounds.append(e.bounds(t))
        self.lower, self.upper = [b[0] for b in bounds], [b[1] for b in bounds]
        self.active = [i for i, b in enumerate(bounds) if b[0] < b[1]]
        scale = [math.sqrt(self.M[a][a]) for a in roots]
        C = [[self.M[a][b]/scale[a]/scale[b] for b in roots] for a in roots]
        columns = [solve(C, [float(a == b)/scale[a] for a in roots], 1e-12) for b in roots]
        self.inverse = [[columns[b][a]/scale[a] for b in roots] for a in roots]
        self.V = [[sum(self.inverse[a][b]*row[b] for b in roots) for a in roots] for row in self.W]     # what a unit of x does to q
        self.G = [[sum(p*q for p, q in zip(row, v)) for v in self.V] for row in self.W]
        finite = [abs(b) for i in self.active for b in (self.lower[i], self.upper[i]) if abs(b) < INF]
        self.carried = max([1e-6*b for b in finite] + [sum(abs(v*f) for v, f in zip(self.V[i], self.f))/self.G[i][i] for i in self.active], default=0.0)
        self.rate = [sum(p*q for p, q in zip(row, self.f)) for row in self.inverse]

    def slip(self, i, q):
        return self.g[i] + sum(p*v for p, v in zip(self.W[i], q))

    def solve(self, which, s, lower, upper, guess):
        """complementary of some elements; the guess holds the places of before, and is changed."""
        x, places = complementary([[self.G[i][j] for j in which] for i in which], s, lower, upper, tuple(guess.get(i, 0) for i in which))
        guess.update(zip(which, places))
        return dict(zip(which, x))

    def push(self, q, x):
        """q after the impulses x (of elements)."""
        q = list(q)
        for i, value in x.items():
            for a in range(len(q)):
                q[a] += self.V[i][a]*value
        return q

    def norm(self, q):
        """The square root of twice the kinetic energy of the speeds q."""
        return math.sqrt(max(0.0, sum(p*self.M[a][b]*r for a, p in enumerate(q) for b, r in enumerate(q))))


def jump(part, q, apart=()):
    """q after the impulses that infinite bounds pass: at a jump, when a dog engages, where a freewheel or a flank is run into."""
    which = [i for i in part.active if (part.lower[i] == -INF or part.upper[i] == INF) and i not in apart]
    x = part.solve(which, [part.slip(i, q) for i in which], [-INF if part.lower[i] == -INF else 0.0 for i in which],
                   [INF if part.upper[i] == INF else 0.0 for i in which], {})
    return part.push(q, x)


class Motion:
    """The exact motion of a drive: q at t, which moves with the rates a until the next event, last seconds ahead.

    A flank has a gap: while that is open it passes nothing; where it closes there is a plastic impact. With held signals an
    event is a border within a step: tables of time are seen there again."""

    def __init__(self, drive, stop):
        self.drive, self.stop, self.t, self.q = drive, stop, 0.0, list(drive.start)
        self.breaks = [b for b in drive.breaks() if 0 < b < stop] + [stop]
        self.most = [abs(v) for v in self.q]
        self.gap = {i: e.gap for i, e in enumerate(drive.elements) if e.gap is not None}
        self.guess = {}
        self.begin()

    def begin(self, border=False):
        self.part = self.drive.border(self.t) if border else self.drive.interval(self.t)
        self.most = [max(m, abs(v)) for m, v in zip(self.most, self.q)]
        self.q = jump(self.part, self.q, [i for i, g in self.gap.items() if g > 0])
        self.rest()

    def rest(self):
        """Rates, with the places of what is at rest by trying, and when the next slip or gap comes to zero."""
        part, q = self.part, self.q
        self.most = [max(m, abs(v)) for m, v in zip(self.most, q)]
        x, still, moving = {}, [], []
        for i in part.active:
            s = part.slip(i, q)
            if self.gap.get(i, 0.0) > 0:
                continue
            if abs(s) <= 1e-11*(abs(part.g[i]) + sum(abs(w)*m for w, m in zip(part.W[i], self.most))):
                still.append(i)
            else:
                moving.append((i, s))
                x[i] = part.lower[i] if s > 0 else part.upper[i]
                if not math.isfinite(x[i]):
                    raise Contradiction("what cannot slip does")
        a = part.push(part.rate, x)
        value = [sum(p*r for p, r in zip(part.W[i], a)) for i in still]
        self.a = part.push(a, part.solve(still, value, [part.lower[i] for i in still], [part.upper[i] for i in still], self.guess))
        self.last, self.hits = INF, []
        for i, s in moving:
            b = self.change(i)
            if i not in self.gap and s*b < 0:
                self.last = min(self.last, -s/b)
        for i, g in self.gap.items():
            t = meets(max(g, 0.0), part.slip(i, q), self.change(i), i in still)
            if t < self.last:
                self.last, self.hits = t, [i]

    def change(self, i):
        return sum(p*r for p, r in zip(self.part.W[i], self.a))

    def move(self, dt):
        for i in self.gap:
            self.gap[i] += dt*(self.part.slip(i, self.q) + dt*self.change(i)/2)
            if self.gap[i] < 1e-12:
                self.gap[i] = 0.0
        return [v + dt*r for v, r in zip(self.q, self.a)]

    def advance(self, t):
        """To t or the next event or jump, whichever is first. At a jump, q before it is the result, else None."""
        end = min(t, self.breaks[0])
        if self.last < end - self.t:
            self.q, self.t = self.move(self.last), self.t + self.last
            for i in self.hits:
                self.gap[i] = 0.0
            if self.hits or self.drive.held:
                self.begin(self.drive.held)
            else:
                self.rest()
            return None
        self.q, self.last, self.t = self.move(end - self.t), self.last - (end - self.t), end
        if end < self.breaks[0]:
            return None
        self.breaks.pop(0)
        before = list(self.q)
        self.begin()
        return before


def meets(g, s, b, still):
    """When a gap g that grows with s + b t is used up."""
    if g <= 0:
        return INF if still or s <= 0 or b >= 0 else -2*s/b
    root = s*s - 2*b*g
    if root < 0 or (b >= 0 and s >= 0):
        return INF
    return 2*g/(math.sqrt(root) - s)


def exact(drive, stop, times):
    motion, seen, count = Motion(drive, stop + 1), [], 0
    for t in times:
        before = list(drive.start) if t == 0 else None
        while motion.t < t:
            before = motion.advance(t)
            count += 1
            if count > 20000:
                raise ArithmeticError("too many events")
        seen.append((before or list(motion.q), list(motion.q)))
    return seen


def march(drive, stop, h):
    """The implicit step, with the signals of each sample held over it: q at the samples, and the torques of the steps."""
    q = list(drive.start)
    gap = {i: e.gap for i, e in enumerate(drive.elements) if e.gap is not None}
    seen, torques, guess = [q], [], {}
    for k in range(round(stop/h)):
        part = drive.interval(k*h)
        free = [v + h*r for v, r in zip(q, part.rate)]
        which = [i for i in part.active if i not in gap or gap[i] + h*part.slip(i, free) <= 0]
        x = part.solve(which, [part.slip(i, free) for i in which], [h*part.lower[i] for i in which], [h*part.upper[i] for i in which], guess)
        q = part.push(free, x)
        for i in gap:
            gap[i] += h*part.slip(i, q)
        seen.append(q)
        torques.append([x.get(i, 0.0)/h for i in range(len(part.W))])
    return seen, torques
