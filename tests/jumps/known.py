"""known.py: the oracle against values by hand. Each case says what is right, and why."""
import sys

from oracle import INF, exact, march
from systems import Drive, Element, Node

count = {True: 0, False: 0}


def check(what, found, right, near=1e-9):
    good = abs(found - right) <= near*max(1, abs(right))
    count[good] += 1
    if not good:
        print(f"FAILED: {what}: {found!r}, right is {right!r}")


def given(*signal):
    return Node("given", speed=signal)


def at(drive, *times):
    """Speed of the first root at the times, before what happens then."""
    return [before[0] for before, _ in exact(drive, times[-1], times)]


def motions():
    # A clutch of 20 N.m between a given speed and J = 2: 10 rad/s2 until both turn alike, then it holds.
    d = Drive("clutch", [given((0, 0), (1, 10), (3, 4)), Node("root", J=2)], [Element("clutch", 0, 1, -20, 20)])
    for t, w, right in zip((1.5, 2, 3.3, 4), at(d, 1.5, 2, 3.3, 4), (5, 10, 7, 4)):
        check(f"clutch beside a speed that jumps, {t} s", w, right)
    for h in (0.01, 0.001):
        check(f"the same, implicit step {h}", march(d, 4, h)[0][round(1.5/h)][0], 5)
    # A freewheel is overrun; where its driver becomes faster, it pulls the load up at once.
    d = Drive("freewheel", [given((0, 10), (1, 4), (3, 12)), Node("root", J=2, start=10)], [Element("freewheel", 0, 1, 0, INF)])
    for t, w, right in zip((2, 3.5), at(d, 2, 3.5), (10, 12)):
        check(f"freewheel beside a speed that jumps, {t} s", w, right)
    check("the same, implicit step", march(d, 3.5, 0.125)[0][-1][0], 12)
    # A moved ground jumps from 0 to 3: 20 N on 2 kg.
    d = Drive("ground", [given((0, 0), (1, 3)), Node("root", J=2)], [Element("law", 0, 1, -20, 20)])
    check("moved ground", at(d, 1.1)[0], 1)


def torques():
    # A brake of 2 N.m on J = 1 holds 1.9 and lets go at 2.5: 0.5 rad/s2, with every step that meets the jump.
    d = Drive("release", [Node("root", J=1, torque=((0, 1.9), (1, 2.5)))], [Element("bearing", None, 0, -2, 2)])
    check("release by a step of torque", at(d, 2)[0], 0.5)
    check("the same, implicit step", march(d, 2, 0.125)[0][-1][0], 0.5)
    # 71500 rad/s2 until the shaft stands, 5500 after that.
    d = Drive("late", [Node("root", J=2e-5, start=-5.7, torque=((0, -0.66), (0.0005, 0.77)))], [Element("bearing", None, 0, -0.66, 0.66)])
    check("reversal", at(d, 0.002)[0], 5500*(0.0015 - 5.7/71500))
    check("the same with the torque of samples", at(d.sampled(0.001), 0.002)[0], 5500*(0.001 - 5.7/71500))
    check("the same, implicit step", march(d, 0.002, 0.001)[0][-1][0], 0)
    # The torque turns before the shaft has come to rest: friction goes on acting against its motion.
    d = Drive("jump", [Node("root", J=0.034, start=-0.547, torque=((0, 10.9), (0.0005, -15.4)))], [Element("bearing", None, 0, -6.4, 6.4)])
    check("torque that turns", at(d, 0.001)[0], -0.547 + (17.3 - 9)*0.0005/0.034)
    # 30 N.m against an element that holds 10 one way, nothing the other: -20 rad/s2 for 0.25 s, -15 for 0.75 s, then 5/2.
    d = Drive("law", [Node("root", J=2, start=5, torque=((0, -30), (1, 5)))], [Element("law", None, 0, -10, 0)])
    check("bounds that differ", at(d, 1, 2)[1], -15*0.75 + 2.5)


def ratios():
    # flange_b keeps its speed, flange_a goes to 1.25*r1; then the dog joins J = 0.34 to what turns with it.
    r0, r1 = 1.88, -1.34
    nodes = [Node("root", J=0.06, start=1.25), Node("root", J=0.34, start=1.25*r0),
             Node("variable", J=0.16, of=(0,), ratio=((0, r0), (0.0625, r1)))]
    d = Drive("ratio", nodes, [Element("freewheel", 0, 2, 0, INF), Element("dog", 1, 2, -INF, INF)])
    before, after = exact(d, 0.0625, [0.0625])[0]
    w = lambda q: [q[0], q[1], r1*q[0]]
    energy = lambda q: sum(J*v*v/2 for J, v in zip((0.06, 0.34, 0.16), w(q)))
    J = 0.06/r1**2 + 0.16
    check("before the ratio jumps", before[1], 1.25*r0)
    # The freewheel allows b2 >= b0, the dog b1 = b2; with the new ratio both signs: b0 = b2/r1.
    first = (J*1.25*r1 + 0.34*1.25*r0)/(J + 0.34)
    check("the dog's impulse alone", after[1], first)
    check("b1.w", after[1], 0.8905, 1e-4)
    check("energy after it", energy(after), 0.21, 5e-3)
    check("the same, implicit step", march(d, 0.125, 0.0078125)[0][-1][1], first)
    # 1 J of J = 1 and 1 at ratio 1 becomes 8.5 J at ratio 4.
    d = Drive("rule", [Node("root", J=1, start=1), Node("variable", J=1, of=(0,), ratio=((0, 1.0), (1, 4.0)))], [])
    check("the rule of a ratio that jumps", d.interval(1).norm(exact(d, 1, [1.0])[0][1])**2/2, 8.5)


def redundant():
    # Two brakes and a dog on one shaft, over a gear of -2: what they hold adds up, with 2 on the far side.
    nodes = [Node("root", J=1, torque=((0, 10), (1, 10.5), (2, 8))), Node("back", of=(0,), ratio=-0.5)]
    d = Drive("brakes", nodes, [Element("brake", None, 0, -4, 4), Element("brake", None, 0, -2, 2), Element("bearing", None, 1, -2, 2)])
    for t, w, right in zip((1, 2, 2.25, 3), at(d, 1, 2, 2.25, 3), (0, 0.5, 0.0, 0)):
        check(f"redundant brakes, {t} s", w, right)
    # A planetary set: (1 + 2) w_carrier = w_sun + 2 w_ring; the ring is braked, the sun drives.
    nodes = [Node("root", J=1, start=3, torque=((0, 6),)), Node("root", J=2), Node("planetary", J=9, of=(0, 1), ratio=(2, "carrier"))]
    d = Drive("set", nodes, [Element("brake", None, 1, -100, 100)])
    check("a planetary set in gear", at(d, 1)[0], 3 + 6/2)
    nodes[0].start = 0
    d = Drive("set", nodes, [])
    a = at(d, 1)[0]                                             # M = [[2, 2], [2, 6]]: a = (6*6, -2*6)/8
    check("a planetary set, free", a, 4.5)


motions()
torques()
ratios()
redundant()
print(f"{count[True]} passed, {count[False]} failed")
sys.exit(count[False] > 0)
