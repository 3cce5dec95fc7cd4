#!/usr/bin/env python3
"""Random drivetrains whose rigid motions are known by construction: trains.py DTC WORK TRAINS. Ends with `N passed, N failed`.

A train is a tree of inertias on springs, dampers and gears, with closed loops of springs whose ratios agree. It is free, or held by a spring or a brake,
or by a spring so weak that it is lost beside the others where stiffnesses are divided by inertias. A free one has one zero eigenvalue where the states
are deflections, two where they are angles; a held one has none. (A closed loop needs an angle beside deflections.) Several are in one model, which is made linear at once."""
import json
import os
import random
import subprocess
import sys

dtc, work, trains = sys.argv[1], sys.argv[2], int(sys.argv[3])
draw = random.Random(20)
passed = failed = 0
EACH = 12


def number(low, high):
    """Of some digits or of all; over decades."""
    x = 10**draw.uniform(low, high)
    return repr(draw.choice([x, float(f'{x:.1g}'), float(f'{x:.2g}')]))


def ratio():
    return draw.choice(['3.5', '-2.74', '0.7', '1/3', '-4', repr(draw.uniform(0.2, 5)), f'{draw.randint(20, 90)}/{draw.randint(20, 90)}'])


class Train:
    """Text of a component class, and how many zero eigenvalues it adds."""

    def __init__(self, name, angles):
        self.parts, self.joins = [], []
        select = ', stateSelect = StateSelect.default' if angles else ''
        n = draw.randint(2, 6)
        above = [None]*n
        for i in range(n):
            fixed = '(start = 0, fixed = true)' if angles else ''
            self.parts.append(f'Shaft.Inertia J{i}(J = {number(-4, 2)}' + (f', phi{fixed}' if angles else '') + ', w(start = 0, fixed = true));')
        for i in range(1, n):
            k = draw.randrange(i)
            above[i] = k, ratio()
            self.couple(f'J{k}', f'J{i}', above[i][1], str(i), select, deflected=True)
        if angles and n > 2 and draw.random() < 0.6:     # a loop: the same way once more, by the product of the ratios
            i = draw.choice([i for i in range(1, n)])
            way, at = [], i
            while at:
                way.append(f'({above[at][1]})')
                at = above[at][0]
            self.couple('J0', f'J{i}', '*'.join(reversed(way)), f'{i}b', select, deflected=False)
        self.zeros = 2 if angles else 1
        held = draw.choice(['free', 'free', 'spring', 'weak', 'brake'])
        if held in ('spring', 'weak'):
            c = number(2, 6) if held == 'spring' else number(-9, -6)
            self.parts.append(f'Shaft.Fixed fixed; Spring.SpringDamper hold(c = {c}, d = 0{select});')
            self.joins += ['connect(fixed.flange, hold.flange_a);', f'connect(hold.flange_b, J{draw.randrange(n)}.flange_a);']
        elif held == 'brake':
            self.parts.append('Clutch.Brake brake(fn_max = 1e4); Block.Constant press(k = 1);')
            self.joins += ['connect(press.y, brake.f_normalized);', f'connect(brake.flange_a, J{draw.randrange(n)}.flange_b);']
        if held != 'free':
            self.zeros = 0
        body = '\n      '.join(self.parts), '\n      '.join(self.joins)
        self.text = f'    model {name}\n      {body[0]}\n    equation\n      {body[1]}\n    end {name};\n'
        self.held = held

    def couple(self, a, b, r, name, select, deflected):
        kind = draw.random()
        c, d = number(0, 7), draw.choice(['0', number(-3, 1)])
        if kind < 0.85 or not deflected:
            self.parts.append(f'Spring.SpringDamper s{name}(c = {c}, d = {d}{select}); Gear.IdealGear g{name}(ratio = {r});')
        else:                                              # as a spring without a damper, and the damper beside it
            self.parts.append(f'Spring.SpringDamper s{name}(c = {c}, d = 0{select}); Gear.IdealGear g{name}(ratio = {r}); '
                              f'Spring.Damper d{name}(d = {number(-3, 1)});')
            self.joins += [f'connect({a}.flange_b, d{name}.flange_a);', f'connect(d{name}.flange_b, g{name}.flange_a);']
        self.joins += [f'connect({a}.flange_b, s{name}.flange_a);', f'connect(s{name}.flange_b, g{name}.flange_a);', f'connect(g{name}.flange_b, {b}.flange_a);']


def zeros_of(file, text):
    with open(file, 'w') as f:
        f.write(text)
    told = subprocess.run([dtc, 'modes', file, '--format', 'json'], capture_output=True, text=True)
    if told.returncode:
        return told.stderr
    return sum(r['name'] == 'rigid' for r in json.loads(told.stdout)['modes']['rows'])


def model(some):
    parts = '\n'.join(f'    T{i} t{i};' for i in range(len(some)))
    return 'package Trains\n  import Drivetrain.*;\n' + ''.join(t.text for t in some) + f'end Trains;\nmodel trains\n  import Trains.*;\n{parts}\nend trains;\n'


done = 0
while done < trains:
    angles = draw.random() < 0.5
    some = [Train(f'T{i}', angles) for i in range(min(EACH, trains - done))]
    found, wanted = zeros_of(os.path.join(work, 'trains.dtm'), model(some)), sum(t.zeros for t in some)
    done += len(some)
    if found == wanted:
        passed += len(some)
        continue
    for i, t in enumerate(some):                           # which?
        name = os.path.join(work, f'train_{done}_{i}.dtm')
        alone = zeros_of(name, model([t]).replace('T0 ', f'T{i} ', 1) if i == 0 else model([t]).replace('    T0 t0;', f'    T{i} t0;'))
        if alone == t.zeros:
            passed += 1
            os.remove(name)
        else:
            failed += 1
            print(f'FAILED {name}: {alone} rigid motions, not {t.zeros} ({t.held}, {"angles" if angles else "deflections"})')
print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
