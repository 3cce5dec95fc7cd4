"""systems.py - drives of the oracle: what they consist of, their text as a model, and random ones by a seed.

A node is a place where flanges meet; its speed is a root (a state), given (a motion), or follows by a gear, a gear
whose ratio is a signal (the node is its flange_a, which follows flange_b), or a planetary set. Signals are lists of
(time, value): constant from each time to the next.
"""
import dataclasses
import math

from oracle import INF, Interval

GRID = 2.0**-12
STOP = 0.25


class Table(tuple):
    """A signal that is a table of time in the model; the others are relations of time."""


class Border(float):
    """The time of a sample that relations have, and the time within its step at which tables are seen."""

    def __new__(cls, sample, now):
        t = super().__new__(cls, sample)
        t.now = now
        return t


def value(signal, t):
    if isinstance(signal, Table):
        t = getattr(t, "now", t)
    found = signal[0][1]
    for when, v in signal:
        if when <= t:
            found = v
    return found


@dataclasses.dataclass
class Node:
    kind: str                    # root, given, gear, back, variable, planetary
    J: float = 0.0
    start: float = 0.0           # of a root
    of: tuple = ()               # the nodes it follows
    ratio: object = 1.0          # a number, of "variable" a signal; of "planetary" with the role it has: (ratio, role)
    speed: tuple = ()            # of "given": a signal
    angle: bool = False          # of "given": by its angle
    torque: tuple = ()           # a signal, or none


@dataclasses.dataclass
class Element:
    kind: str                    # clutch, brake, bearing, freewheel, dog, law; behind and, after it, ahead: the flanks of a lash
    a: object                    # nodes; None: the housing. The slip is that of b against a
    b: object
    lower: float = -INF
    upper: float = INF
    pressure: tuple = ()         # a signal, or none: a factor of the bounds; of a dog: engaged or not
    peak: float = 1.0
    nominal: float = 100.0       # of a freewheel or a dog: its scale of torques
    gap: float = None            # of a flank, at the start

    def scale(self):
        """The scale of torques by which the law's tolerances go."""
        if self.kind in ("freewheel", "dog"):
            return self.nominal
        if self.kind in ("behind", "ahead"):
            return 1.0
        return max(1.0 if self.kind != "law" else 1e-9, *(abs(v) for v in (self.lower, self.upper) if math.isfinite(v)))

    def bounds(self, t):
        factor = value(self.pressure, t) if self.pressure else 1.0
        if self.kind == "dog" and not factor:
            return 0.0, 0.0
        return tuple(v if math.isinf(v) else v*factor for v in (self.lower, self.upper))


@dataclasses.dataclass
class Drive:
    name: str
    nodes: list
    elements: list
    held: float = 0.0            # signals are seen at multiples of this, if it is not 0

    def __post_init__(self):
        for i, n in enumerate(self.nodes):
            n.torque = form(n.torque, i % 2 == 0)
            n.speed = form(n.speed, i % 2 or n.angle)
            n.ratio = form(n.ratio, i % 2) if n.kind == "variable" else n.ratio
        for j, e in enumerate(self.elements):
            e.pressure = form(e.pressure, j % 2 and e.kind != "dog")
        self.root = [i for i, n in enumerate(self.nodes) if n.kind == "root"]
        self.roots = len(self.root)
        self.start = [self.nodes[i].start for i in self.root]
        self.cache = {}
        times = sorted({t for s in self.signals() for t, _ in s[1:]})
        if self.held:
            times = sorted({math.ceil(t/self.held)*self.held for t in times})
        self.times = times

    def signals(self):
        for n in self.nodes:
            yield from (s for s in (n.speed, n.torque, n.ratio if n.kind == "variable" else ()) if s)
        yield from (e.pressure for e in self.elements if e.pressure)

    def breaks(self):
        return self.times

    def speeds(self, t):
        N, u = [], []
        for i, n in enumerate(self.nodes):
            if n.kind == "root":
                row, given = [float(j == i) for j in self.root], 0.0
            elif n.kind == "given":
                row, given = [0.0]*self.roots, value(n.speed, t)
            else:
                row, given = [0.0]*self.roots, 0.0
                for j, c in zip(n.of, self.factors(n, t)):
                    row = [p + c*q for p, q in zip(row, N[j])]
                    given += c*u[j]
            N.append(row)
            u.append(given)
        return N, u

    def factors(self, n, t):
        if n.kind == "gear":
            return (n.ratio,)
        if n.kind == "back":
            return (1/n.ratio,)
        if n.kind == "variable":
            return (value(n.ratio, t),)
        r, role = n.ratio
        if role == "carrier":                                   # of sun, ring
            return (1/(1 + r), r/(1 + r))
        if role == "ring":                                      # of sun, carrier
            return (-1/r, (1 + r)/r)
        return (1 + r, -r)                                      # the sun, of carrier, ring

    def torques(self, t):
        return [value(n.torque, t) if n.torque else 0.0 for n in self.nodes]

    def interval(self, t):
        key = sum(b <= t for b in self.times)
        if key not in self.cache:
            at = ([0.0] + self.times)[key] if not self.held else t
            self.cache[key] = Interval(self, at)
        return self.cache[key]

    def border(self, t):
        """Between two samples: relations of time are those of the first one, tables are seen now."""
        return Interval(self, Border(math.floor(t/self.held)*self.held, t))

    def sampled(self, h):
        return Drive(self.name, self.nodes, self.elements, h)


# The text of a model

def number(v):
    return repr(v) if v >= 0 else f"({v!r})"


def form(signal, table):
    """As a table, or by relations; one that does not jump is a number."""
    return Table(signal) if table and len(signal) > 1 else tuple(signal)


def text_of(signal):
    """An expression of a signal: a table with equal arguments, or if-expressions."""
    if len(signal) == 1:
        return number(signal[0][1])
    if isinstance(signal, Table):
        rows = [f"0, {signal[0][1]!r}"]
        for (_, before), (t, after) in zip(signal, signal[1:]):
            rows += [f"{t!r}, {before!r}", f"{t!r}, {after!r}"]
        return "Functions.interpolate([" + "; ".join(rows + [f"{10*STOP!r}, {signal[-1][1]!r}"]) + "], time)"
    parts = [f"if time < {t!r} then {number(before)} else " for (_, before), (t, _) in zip(signal, signal[1:])]
    return "".join(parts) + number(signal[-1][1])


def angle_of(signal):
    """The table of the angle whose speed is the signal."""
    rows, phi = ["0, 0"], 0.0
    for (t, v), (end, _) in zip(signal, list(signal[1:]) + [(10*STOP, 0)]):
        phi += v*(end - t)
        rows.append(f"{end!r}, {phi!r}")
    return "Functions.interpolate([" + "; ".join(rows) + "], time)"


def truth(signal):
    """An expression of a signal of 0 and 1."""
    spans, begin = [], None
    for t, v in signal:
        if v and begin is None:
            begin = t
        if not v and begin is not None:
            spans.append(f"time >= {begin!r} and time < {t!r}")
            begin = None
    if begin is not None:
        spans.append(f"time >= {begin!r}" if begin else "true")
    return " or ".join(spans) or "false"


HEAD = """model Asymmetric "An element with bounds of its own on each side"
  extends Drivetrain.Interfaces.PartialCompliant;
  parameter Real low(unit = "N.m"), high(unit = "N.m");
  Drivetrain.Interfaces.RealInput pressure;
  Real w_rel(unit = "rad/s"), lo(unit = "N.m"), hi(unit = "N.m");
  switching law(slip = w_rel, torque = -tau, lower = lo, upper = hi, torque_nominal = max(1e-9, max(high, -low)));
equation
  w_rel = der(flange_b.phi) - der(flange_a.phi);
  lo = low*pressure;
  hi = high*pressure;
end Asymmetric;
model OneWay "As Asymmetric, without an upper bound"
  extends Drivetrain.Interfaces.PartialCompliant;
  parameter Real low(unit = "N.m");
  Drivetrain.Interfaces.RealInput pressure;
  Real w_rel(unit = "rad/s"), lo(unit = "N.m");
  switching law(slip = w_rel, torque = -tau, lower = lo, torque_nominal = max(1e-9, -low));
equation
  w_rel = der(flange_b.phi) - der(flange_a.phi);
  lo = low*pressure;
end OneWay;
"""


class Text:
    """Writes the model of a drive. Flanges of a node: the first that is there, then what is connected to it."""

    def __init__(self, drive):
        self.drive, self.parts, self.equations, self.hub = drive, [], [], {}
        for i, n in enumerate(drive.nodes):
            self.node(i, n)
        for j, e in enumerate(drive.elements):
            self.element(j, e)

    def meet(self, i, flange):
        if i is None:
            if None not in self.hub:
                self.hub[None] = "ground.flange"
                self.parts.append("Shaft.Fixed ground;")
        elif i not in self.hub:
            self.hub[i] = flange
            return
        self.equations.append(f"connect({self.hub[i]}, {flange});")

    def node(self, i, n):
        if n.J:
            start = f", phi(fixed = true), w(start = {n.start!r}, fixed = true)" if n.kind == "root" else ""
            self.parts.append(f"Shaft.Inertia b{i}(J = {n.J!r}{start});")
            self.meet(i, f"b{i}.flange_a")
        if n.kind == "given" and n.angle:
            self.parts.append(f"Source.Position m{i}(exact = true);")
            self.equations.append(f"m{i}.phi_ref = {angle_of(n.speed)};")
            self.meet(i, f"m{i}.flange")
        elif n.kind == "given":
            self.parts.append(f"Source.Speed m{i}(exact = true, phi(fixed = true));")
            self.equations.append(f"m{i}.w_ref = {text_of(n.speed)};")
            self.meet(i, f"m{i}.flange")
        elif n.kind in ("gear", "back"):
            self.parts.append(f"Gear.IdealGear g{i}(ratio = {n.ratio!r});")
            ends = ("flange_a", "flange_b") if n.kind == "gear" else ("flange_b", "flange_a")
            self.meet(i, f"g{i}.{ends[0]}")
            self.meet(n.of[0], f"g{i}.{ends[1]}")
        elif n.kind == "variable":
            self.parts.append(f"Gear.VariableGear g{i};")
            self.equations.append(f"g{i}.ratio = {text_of(n.ratio)};")
            self.meet(i, f"g{i}.flange_a")
            self.meet(n.of[0], f"g{i}.flange_b")
        elif n.kind == "planetary":
            r, role = n.ratio
            self.parts.append(f"Planetary.IdealPlanetary g{i}(ratio = {r!r});")
            self.meet(i, f"g{i}.{role}")
            for j, name in zip(n.of, [m for m in ("sun", "carrier", "ring") if m != role]):
                self.meet(j, f"g{i}.{name}")
        if n.torque:
            self.parts.append(f"Source.Torque t{i};")
            self.equations.append(f"t{i}.tau = {text_of(n.torque)};")
            self.meet(i, f"t{i}.flange")

    def element(self, j, e):
        name, signal = f"k{j}", text_of(e.pressure) if e.pressure else "1"
        peak = f", peak = {e.peak!r}" if e.peak != 1 else ""
        if e.kind in ("clutch", "brake"):
            self.parts.append(f"Clutch.{e.kind.capitalize()} {name}(fn_max = {e.upper!r}, mu_pos = [0, 1]{peak});")
            self.equations.append(f"{name}.f_normalized = {signal};")
        elif e.kind == "bearing":
            self.parts.append(f"Clutch.BearingFriction {name}(tau_pos = [0, {e.upper!r}]{peak});")
        elif e.kind == "freewheel":
            self.parts.append(f"Freewheel.Freewheel {name}(tau_nominal = {e.nominal!r});")
        elif e.kind == "behind":
            ahead = self.drive.elements[j + 1]
            self.parts.append(f"Lash.RigidLash {name}(b = {e.gap + ahead.gap!r}, phi_rel0 = {(ahead.gap - e.gap)/2!r});")
        elif e.kind == "ahead":
            return
        elif e.kind == "dog":
            self.parts.append(f"Clutch.DogClutch {name}(w_max = 1e9, tau_nominal = {e.nominal!r});")
            self.equations.append(f"{name}.engage = {truth(e.pressure)};")
        else:
            high = f", high = {e.upper!r}" if e.upper < INF else ""
            self.parts.append(f"{'Asymmetric' if high else 'OneWay'} {name}(low = {e.lower!r}{high});")
            self.equations.append(f"{name}.pressure = {signal};")
        if e.kind in ("brake", "bearing"):
            self.meet(e.b, f"{name}.flange_a")
        else:
            self.meet(e.a, f"{name}.flange_a")
            self.meet(e.b, f"{name}.flange_b")

    def text(self):
        return "\n".join([f"model {self.drive.name}", "  import Drivetrain.*;"] + ["  " + p for p in self.parts] + ["equation"] +
                         ["  " + p for p in self.equations] + [f"end {self.drive.name};", ""])
