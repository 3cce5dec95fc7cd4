"""controllers.py - what the controllers of this folder do, as closed recursions.

Each function makes the rows of a run: {variable: value} at times. A run is one with a variable step, whose plants move
on by closed forms from one instant to the next, or one with a fixed step h, whose plants move on as the method does:
the factor of x' = -x/T in a step is 1 - h/T (euler), its Taylor polynomial (rk4), exp(-h/T) (exact); so it is with a
mass under constant force and an oscillator. At a sample clauses act once, then the row is taken, then resets act and
states move on: by rates after the resets, but euler, whose one evaluation is before them.
"""
import cmath
import math

EPSILON = 1e-9


class Run:
    """h: the fixed step, or the time between rows. margin: the least distance of what was compared; located: events
    found by root finding so far, each some 1e-10 late."""
    def __init__(self, method, h, stop):
        self.method, self.h, self.stop, self.fixed = method, h, stop, method != 'cvode'
        self.margin, self.located = math.inf, 0

    def decay(self, dt, T):
        """Factor of x' = -x/T over dt."""
        if not self.fixed or self.method == 'exact':
            return math.exp(-dt / T)
        z = -dt / T
        return 1 + z if self.method == 'euler' else 1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24

    def is_at(self, t, start, interval):
        """A tick of sample(start, interval) is at t."""
        k = (t - start) / interval
        return k > -EPSILON and abs(k - round(k)) < 1e-6

    def above(self, a, b):
        """a > b; remembers how near they were."""
        self.margin = min(self.margin, abs(a - b))
        return a > b

    def instants(self, interval, offsets=(0,)):
        """Those of samples, or of fixed steps; and rows between with a variable step."""
        if self.fixed:
            return [k * self.h for k in range(round(self.stop / self.h) + 1)]
        rows = [self.h * k for k in range(1, int(self.stop / self.h))]
        ticks = [o + interval * k for o in offsets for k in range(int(self.stop / interval) + 1)]
        return sorted(set(t for t in [0.0] + rows + ticks if t <= self.stop))

    def steps(self, instants):
        return zip(instants, [b - a for a, b in zip(instants, instants[1:])] + [0])


def pi(run):
    x = e = u = I = 0.0
    for t, dt in run.steps(run.instants(0.1)):
        if run.is_at(t, 0, 0.1):
            e = 1 - x
            I += 0.3 * e
            u = 2 * e + I
        yield t, {'x': x, 'e': e, 'u': u, 'I': I}
        x = u + (x - u) * run.decay(dt, 0.5)


def pid(run):
    x = v = e = d = I = raw = u = 0.0
    for t, dt in run.steps(run.instants(0.05)):
        if run.is_at(t, 0, 0.05):
            e, last = (1 if run.above(2.02, t) else -0.5) - x, e
            I += 0.05 * (4 * e + 2 * (u - raw))
            d = 0.6 * d + 0.4 * 4 * (e - last) / 0.05
            raw = 6 * e + I + d
            u = 2 if run.above(raw, 2) else -3 if run.above(-3, raw) else raw
        yield t, {'x': x, 'v': v, 'e': e, 'd': d, 'I': I, 'raw': raw, 'u': u}
        x += v * dt + (0 if run.method == 'euler' else u * dt**2 / 2)
        v += u * dt


DRIVE, OPEN, CLOSE = 1, 2, 3


def shift(run):
    v, phase, gear, wanted, shifts, since = 0.0, DRIVE, 1, 1, 0, -1.0
    instants = sorted(run.instants(0.02, (0, 0.01)) + ([] if run.fixed else [3.013]))
    for t, dt in run.steps(instants):
        before = phase
        if run.is_at(t, 0.01, 0.02):
            up, down = run.above(v, 0.5 * gear + 0.013), run.above(0.5 * gear - 0.787, v)
            wanted = gear + 1 if up and gear < 4 else gear - 1 if down and gear > 1 else gear
        if run.is_at(t, 0, 0.02):
            if phase == DRIVE:
                phase = OPEN if wanted != gear and run.above(t - since, 0.195) else DRIVE
            elif phase == OPEN:
                phase = CLOSE if run.above(t - since, 0.075) else OPEN
            else:
                phase = DRIVE if run.above(t - since, 0.115) else CLOSE
            if phase == CLOSE and before == OPEN:
                gear = wanted
        if phase != before:
            since, shifts = t, shifts + (phase == CLOSE)
        yield t, {'v': v, 'phase': phase, 'gear': gear, 'wanted': wanted, 'shifts': shifts, 'since': since}
        v += dt * ((1 if t < 3.0129 else -1.25) / gear if phase == DRIVE else 0)


def delay(run):
    line = [0.0] * 9
    for t, _ in run.steps(run.instants(0.05, (0.05,))):
        if run.is_at(t, 0.05, 0.05):
            line = [math.sin(2 * t)] + line[:8]
        yield t, {'y': line[8], 'z': line[8], 'u': math.sin(2 * t)}


def thermostat(run):
    x, on, n, off = 0.2, True, 0, 0.0
    if not run.fixed:
        yield from thermostat_events(run)
        return
    for t, dt in run.steps(run.instants(1)):
        was, on = on, run.above(0.8 if on else 0.5, x)
        if was and not on:
            n, off = n + 1, t
        yield t, {'x': x, 'on': on, 'n': n, 'off': off}
        goal = 1.5 if on else 0
        x = goal + (x - goal) * run.decay(dt, 1)


def thermostat_events(run):
    """Switching times from logarithms."""
    t, x, on, n, off, rows = 0.0, 0.2, True, 0, 0.0, run.instants(1e9)
    while t < run.stop:
        goal, limit = (1.5, 0.8) if on else (0, 0.5)
        end = t + math.log((x - goal) / (limit - goal))
        for r in rows:
            if t < r < end:
                yield r, {'x': goal + (x - goal) * math.exp(t - r), 'on': on, 'n': n, 'off': off}
        t, x, on, run.located = end, limit, not on, run.located + 1
        if not on:
            n, off = n + 1, t


def pll(run):
    """With a fixed step turns are counted at samples; with a variable one where the phase is 1."""
    phi, turns, ticks, w, I, e, wrapped = 0.1, 0, 0, 7.0, 0.0, 0.0, False
    for t, dt in run.steps(run.instants(0.1, (0.1,))):
        full = run.fixed and run.above(phi, 1)
        wraps = full and not wrapped
        turns += wraps
        if run.is_at(t, 0.1, 0.1):
            ticks += 1
            e = ticks + 0.37 - (turns + phi)
            I += 0.35 * e
            w = 9 + 1.2 * e + I
        yield t, {'phi': phi, 'turns': turns, 'ticks': ticks, 'w': w, 'I': I, 'e': e}
        wrapped = full
        phi += w * dt - wraps
        while not run.fixed and run.above(phi, 1):
            phi, turns, run.located = phi - 1, turns + 1, run.located + 1


def oscillate(run, x, v, dt):
    """x' = v, v' = -4 x: in the plane of x and v/2 a turn by 2 dt, or the Taylor polynomial of it."""
    z = 2j * dt
    factor = 1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24 if run.method == 'rk4' else cmath.exp(z)
    point = (x - 0.5j * v) * factor
    return point.real, -2 * point.imag


def reset(run):
    x, v, n, before = 1.0, 0.0, 0, 0.0
    for t, dt in run.steps(run.instants(0.8, (0.5,))):
        after = x
        if run.is_at(t, 0.5, 0.8):
            n, before, after = n + 1, x + v, 1.5 - 0.5 * (2 * x + v)
        yield t, {'x': x, 'v': v, 'n': n, 'before': before, 'y': 2 * x + v}
        if run.method == 'euler':                               # one evaluation, before the reset
            x, v = after + dt * v, v - 4 * dt * x
        else:
            x, v = oscillate(run, after, v, dt)


def waits(run):
    """Automata move by what the sample before has left; a relation of `since` is that of the sample."""
    x, since, standing, off, due = 0.0, 0.0, False, False, False
    if not run.fixed:
        for t, _ in run.steps(run.instants(10)):
            stood = sum(max(0, min(t, b) - a) for a, b in ((0.3033, 1.0033), (2.3066, 3.0033)))
            yield t, {'x': t - stood, 'since': 2.0033 if t > 2.0033 else 0, 'on': t < 1.0033 or 2.0033 < t < 3.0033}
        return
    for t, dt in run.steps(run.instants(1)):
        off = standing if off else due
        on = not run.above(t, 1.0033) or run.above(t, 2.0033) and not run.above(t, 3.0033)
        since = t if on and not standing else since
        standing = on
        due = standing and run.above(t, since + 0.3033)
        yield t, {'x': x, 'since': since, 'on': on}
        x += 0 if off else dt
