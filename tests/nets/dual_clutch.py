"""dual_clutch.py - the controller of dual_clutch7, a net, beside an automaton with clauses, on the same signals: every
command to clutches, sleeves and throttle is the same in every row, with a wrong gear preselected and a sleeve that does
not go in, too: dual_clutch.py WORK STOP
"""
import csv
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, '..'))
from tally import finish

DTC = os.environ.get('DTC', os.path.join(HERE, '../../build/dtc'))
WORK, STOP = sys.argv[1], sys.argv[2]
COMMANDS = ('odd_closed', 'even_closed', 'odd_gear', 'even_gear', 'throttle', 'current')
both = os.path.join(WORK, 'both.dtm')
with open(both, 'w', encoding='utf-8') as out:
    for name in (os.path.join(HERE, '../../models/dual_clutch7/dual_clutch7.dtm'), os.path.join(HERE, 'by_automaton.dtm')):
        with open(name, encoding='utf-8') as text:
            out.write(text.read())


def block(name, head):
    """Lines of a net or automaton, of what clauses keep, and of the clauses."""
    with open(both, encoding='utf-8') as f:
        text = f.read()
    lines = text[text.index(f'block {name} '):text.index(f'end {name};')].splitlines()
    count, inside = 0, None
    for line in map(str.strip, lines):
        if not inside:
            inside = line.split()[1] if line.startswith(head + ' ') else 'when' if line.startswith('when ') else None
        ends = inside and line.startswith(f'end {inside}')
        count += bool(inside) or line.startswith('discrete ')
        inside = None if ends else inside
    return count


def different(model, *options):
    table = os.path.join(WORK, 'both.csv')
    names = ','.join(f'{c}.{n}' for n in COMMANDS for c in ('shifter', 'other'))
    done = subprocess.run([DTC, 'sim', both, '--model', model, '--quiet', '--vars', names, '-o', table, *options],
                          capture_output=True, text=True)
    if done.returncode:
        return done.stderr[-300:]
    with open(table, encoding='utf-8') as f:
        rows, gears = list(csv.DictReader(f)), []
    for row in rows:
        gears += [row['shifter.current']] if row['shifter.current'] != (gears or [None])[-1] else []
        for n in COMMANDS:
            a, b = float(row[f'shifter.{n}']), float(row[f'other.{n}'])
            if abs(a - b) > 1e-12:
                return f'{n} at {row["time"]}: {a} by the net, {b} by the automaton'
    print(f'{model} {" ".join(options)}: {len(rows)} rows, {len(gears) - 1} shifts')
    return None if len(gears) >= 7 else f'{len(gears)} gears'


def fault(name, gear):
    return [f'--set={block}.{name}={gear}' for block in ('shifter', 'other')]


net, automaton = block('Shifter', 'net'), block('ByAutomaton', 'automaton')
print(f'the net with its clauses has {net} lines, the automaton {automaton}')
finish([('shorter', None if net < automaton else f'{net} lines, not fewer than {automaton}'),
        ('the cycle', different('Both', '--method', 'euler', '--step', '1e-3', '--interval', '1e-2', '--stop', STOP)),
        ('full throttle', different('BothFullThrottle', '--method', 'euler', '--step', '1e-3')),
        ('fourth gear preselected', different('BothFullThrottle', '--method', 'euler', '--step', '1e-3', *fault('wrong', 4))),
        ('full throttle, rk4', different('BothFullThrottle', '--method', 'rk4', '--step', '1e-3')),
        ('full throttle, single precision', different('BothFullThrottle', '--method', 'euler', '--step', '1e-3', '--float')),
        ('full throttle, variable step', different('BothFullThrottle'))])
