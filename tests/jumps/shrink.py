"""shrink.py DTC WORK FOLDER FIRST SEEDS [METHOD ...]: the smallest drives that fail, one of each kind and method.

What compare.py finds is made smaller for as long as the same kind of failure stays: elements, nodes, torques and jumps are
left out, ratios become 1, numbers round. FOLDER gets the models, and a README with a line each.
"""
import collections
import copy
import os
import sys

import compare
from compare import Run, judge, reference, results
from draw import connected, decided, draw
from oracle import Interval
from systems import HEAD, STOP, Drive, Text


def smaller(drive):
    """Drives with a little less."""
    def changed(change):
        nodes, elements = copy.deepcopy(drive.nodes), copy.deepcopy(drive.elements)
        try:
            nodes, elements = change(nodes, elements) or (nodes, elements)
            new = connected(drive.name, nodes, elements)
            new.wide = drive.wide
            return new
        except (ArithmeticError, IndexError, TypeError):
            return None

    for j in range(len(drive.elements)):
        yield changed(lambda n, e: (n, e[:j] + e[j + 1:]))
    for i, node in enumerate(drive.nodes):
        if not any(i in n.of for n in drive.nodes) and not any(i in (e.a, e.b) for e in drive.elements):
            yield changed(lambda n, e: without(n, e, i))
        if node.torque:
            yield changed(lambda n, e: setattr(n[i], "torque", ()))
        if node.J and node.kind != "root":
            yield changed(lambda n, e: setattr(n[i], "J", 0.0))
        if node.kind == "root" and node.start:
            yield changed(lambda n, e: setattr(n[i], "start", 0.0))
        if node.kind in ("gear", "back") and node.ratio != 1:
            yield changed(lambda n, e: setattr(n[i], "ratio", 1.0))
        for what in ("torque", "speed") + (("ratio",) if node.kind == "variable" else ()):
            signal = getattr(node, what)
            for k in range(len(signal) if len(signal) > 1 else 0):
                yield changed(lambda n, e: setattr(n[i], what, less(signal, k)))
    for j, element in enumerate(drive.elements):
        signal = element.pressure
        for k in range(len(signal) if len(signal) > 1 else 0):
            yield changed(lambda n, e: setattr(e[j], "pressure", less(signal, k)))
    yield from rounder(drive, changed)


def rounder(drive, changed):
    def one(v):
        return float(f"{v:.1g}")
    for i, node in enumerate(drive.nodes):
        for what in ("J", "start"):
            if getattr(node, what) != one(getattr(node, what)):
                yield changed(lambda n, e: setattr(n[i], what, one(getattr(n[i], what))))
        for what in ("torque", "speed") + (("ratio",) if node.kind == "variable" else ()):
            signal = getattr(node, what)
            if any(v != one(v) for _, v in signal):
                yield changed(lambda n, e: setattr(n[i], what, tuple((t, one(v)) for t, v in signal)))
    for j, e in enumerate(drive.elements):
        for what in ("lower", "upper"):
            v = getattr(e, what)
            if abs(v) < 1e300 and v != one(v):
                yield changed(lambda n, f: [setattr(f[j], w, one(getattr(f[j], w))) for w in ("lower", "upper") if abs(getattr(f[j], w)) < 1e300] and None)
                break
        if e.kind != "dog" and any(v != one(v) for _, v in e.pressure):
            yield changed(lambda n, f: setattr(f[j], "pressure", tuple((t, one(v)) for t, v in f[j].pressure)))


def less(signal, k):
    """A signal without its value k."""
    rest = signal[:k] + signal[k + 1:]
    return ((0.0, rest[0][1]),) + rest[1:]


def without(nodes, elements, i):
    lower = lambda j: j if j is None or j < i else j - 1
    nodes = nodes[:i] + nodes[i + 1:]
    for n in nodes:
        n.of = tuple(map(lower, n.of))
    for e in elements:
        e.a, e.b = lower(e.a), lower(e.b)
    return nodes, elements


def found(drive, run):
    return judge(drive, run, results(run, [drive])[drive.name], reference(drive, run.h))


def shrunk(drive, run, kind):
    again = True
    while again:
        again = False
        for new in smaller(drive):
            if new is None or not new.elements or not new.roots:
                continue
            try:
                if decided(new, 1e-6 if not run.single else 1e-3) and kind in found(new, run):
                    drive, again = new, True
                    break
            except (ArithmeticError, IndexError, ValueError):
                continue
    return drive


def main():
    done, lines = collections.Counter(), []
    for seed in range(FIRST, FIRST + SEEDS):
        drive = draw(seed, seed % 2 == 1)
        if "--nodogs" in sys.argv and any(e.kind == "dog" for e in drive.elements):
            continue
        for method in METHODS:
            if method == "exact" and any(n.kind == "variable" for n in drive.nodes):
                continue
            for h in compare.STEPS:
                run = Run(method, h)
                for kind in found(drive, run):
                    if done[kind, method] >= MOST:
                        continue
                    small = shrunk(drive, run, kind)
                    traits = "+".join(compare.features(small))
                    if done[kind, method, traits]:
                        continue
                    done[kind, method] += 1
                    done[kind, method, traits] += 1
                    t, size = found(small, run)[kind]
                    file = f"{kind.replace(': ', '_').replace(' ', '_')}_{method}_{seed}_{done[kind, method]}.dtm"
                    with open(os.path.join(FOLDER, file), "w") as f:
                        f.write((HEAD if any(e.kind == "law" for e in small.elements) else "") + Text(small).text())
                    lines.append((len(Text(small).text()), f"{file}: {kind}, --method {method} --step {h} --stop {STOP}, in the step from {t!r} "
                                                           f"({size if isinstance(size, str) else f'{size:.2g}'}); {traits}\n"))
                    with open(os.path.join(FOLDER, "README"), "w") as f:
                        f.writelines(line for _, line in sorted(lines))


compare.DTC, compare.WORK = DTC, WORK = sys.argv[1:3]
FOLDER, FIRST, SEEDS = sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
METHODS = [m for m in sys.argv[6:] if m != "--nodogs"] or ["euler", "semi", "rk4", "rosenbrock", "exact", "cvode"]
MOST = 3
main()
