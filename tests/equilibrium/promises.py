#!/usr/bin/env python3
"""dtc equilibrium, held against closed formulas and against runs: promises.py DTC WORK. Ends with `N passed, N failed`."""
import csv
import json
import math
import os
import shutil
import subprocess
import sys

dtc, work = sys.argv[1:3]
MODELS = 'tests/equilibrium/equilibrium.dtm'
passed = failed = 0


def check(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print('FAILED', what)


def near(x, wanted, tolerance=1e-12):
    """NaN fails."""
    return x is not None and abs(x - wanted) <= tolerance*max(1, abs(wanted))


def run(*words):
    return subprocess.run([dtc, *words], capture_output=True, text=True)


class Found:
    """An equilibrium by its tables; `text` is what was asked for."""

    def __init__(self, model, *options, file=MODELS):
        self.model, self.options, self.file = model, options, file
        self.text = ' '.join((model,) + options)
        told = run('equilibrium', file, '--model', model, '--format', 'json', *options)
        self.good = told.returncode == 0
        self.message = told.stderr
        check(self.good, f'{self.text}: {told.stderr}')
        sheet = json.loads(told.stdout) if self.good else {}

        def rows(key, name):
            return {r[name]: r for r in sheet.get(key, {}).get('rows', [])}
        self.state, self.solved = rows('states', 'state'), rows('solved', 'variable')
        self.element, self.conditions = rows('elements', 'element'), rows('conditions', 'variable')
        self.notes = json.dumps(sheet.get('search', {}))
        for name, r in self.conditions.items():
            check(near(r['value'], r['wanted']), f'{self.text}: {name} is {r["value"]}')

    def value(self, name):
        for table in self.state, self.solved:
            if name in table:
                return table[name]['value']
        return None

    def is_(self, name, wanted, tolerance=1e-12):
        check(near(self.value(name), wanted, tolerance), f'{self.text}: {name} = {self.value(name)}, not {wanted}')
        return self

    def holds(self, name, torque, margin=None, place='sticks'):
        e = self.element.get(name, {})
        check(e.get('place') == place and near(e.get('torque'), torque, 1e-11) and
              (margin is None or near(e.get('margin'), margin, 1e-11)), f'{self.text}: {name}: {e}')
        return self

    def stays(self, seconds=10, *more):
        """A run from there: states stay, or go on as they do, within 1e-9."""
        out = os.path.join(work, 'run.csv')
        told = run('sim', self.file, '--model', self.model, '--from-equilibrium', '--stop', str(seconds), '--quiet',
                   '-o', out, *self.options, *(more or ('--rtol', '1e-11')))
        check(told.returncode == 0, f'{self.text}: run: {told.stderr}')
        if told.returncode:
            return self
        with open(out) as f:
            lines = f.read().splitlines()
        names = lines[0].split(',')
        first, last = (dict(zip(names, map(float, lines[k].split(',')))) for k in (1, -1))
        off = [n for n, r in self.state.items()
               if not (near(first[n], r['value']) and
                       near(last[n], r['value'] + (seconds*r['rate'] if r['is'] == 'advances' else 0), 1e-9))]
        check(near(last['time'], seconds) and self.state and not off,
              f'{self.text}: a run does not stay: {[(n, first[n], last[n]) for n in off]}')
        return self


def refused(text, model, *options, command='equilibrium', file=MODELS):
    told = run(command, file, '--model', model, *options)
    check(told.returncode == 1 and text in told.stderr, f'{command} {model} {options}: not said: {text}\n{told.stderr}')


g = 9.80665
# ---- a car on a slope -----------------------------------------------------------------------------------------------
weight = 1000*g*math.sin(0.1)*0.3
Found('Steady.Slope').is_('axle.w', 0).holds('brake', weight, 400 - weight).stays()
refused(f'would have to carry {weight:.3f}, and its bound is 80', 'Steady.Slope', '--set', 'press=0.2')
refused('would change by -3.22758 per second: axle.J*axle.a = brake.law.lambda', 'Steady.Slope', '--set', 'press=0')

# ---- steady speed ---------------------------------------------------------------------------------------------------
drag = 0.01*1500*g + 0.7*1.2/2*20**2
cruise = Found('Steady.Cruise', '--solve', 'tau', '--for', 'car.v=20')
cruise.is_('tau', drag*0.3/5).is_('engine.w', 20/0.3*5).is_('shaft.phi_rel', -drag*0.3/1e4).stays()
cruise.stays(10, '--method', 'rk4', '--step', '1e-4')
both = Found('Steady.Cruise', '--solve', 'tau,ratio', '--for', 'car.v=20,engine.w=300')
both.is_('ratio', 4.5).is_('tau', drag*0.3/4.5).is_('engine.w', 300).stays()
Found('Steady.Cruise', '--set', 'tau=30').is_('car.mass.v', math.sqrt((30*5/0.3 - 0.01*1500*g)/0.42))
refused('tau would have to be 1016.826, and its max is 150', 'Steady.Cruise', '--solve', 'tau', '--for', 'car.v=200')

# ---- what a clutch can hold -----------------------------------------------------------------------------------------
Found('Steady.Clutched').is_('fan.w', 100).is_('engine.w', 100).holds('clutch', 100, 20).stays()
refused('in clutch: to hold, it would have to carry 130, and its bound is 120: 10 is too much', 'Steady.Clutched', '--set',
        'tau_engine=130')
Found('Steady.Locked').holds('one', -40, 0)
Found('Steady.Locked', '--set', 'tau=58').holds('one', -40, place='rests at its limit').holds('two', -18, 2)
refused('in two: to hold, it would have to carry -21, and its bound is -20', 'Steady.Locked', '--set', 'tau=61')

# ---- several equilibria ---------------------------------------------------------------------------------------------
Found('Steady.Pendulum').is_('phi', 0).is_('w', 0)
Found('Steady.Pendulum', '--set', 'phi0=2.9').is_('phi', math.pi)
Found('Steady.Pendulum', '--set', 'tau=5').is_('phi', math.asin(5/9.81)).stays()
refused('der(w) = -9.81*sin(phi) - 0.1*w + tau', 'Steady.Pendulum', '--set', 'tau=12')
for x0, x in (-2, -1), (-0.1, 0), (0.1, 0), (0.9, 1), (3, 1):
    Found('Steady.Bistable', '--set', f'x0={x0}').is_('x', x)
NONLINEAR = 'models/nonlinear_springs/nonlinear_springs.dtm'
Found('NonlinearSprings.FourWide', file=NONLINEAR).is_('spring.s_rel', 0).stays()
for model in 'Steady.Friction', 'NonlinearSprings.Rubbing':
    file = MODELS if model.startswith('Steady') else NONLINEAR
    f = Found(model, '--set', 's0=0.2' if file == MODELS else 'x0=0.3', file=file).stays()
    check(any(e['place'] == 'rests at its limit' for e in f.element.values()), f'{f.text}: {f.element}')
Found('Steady.Friction').is_('spring.s_rel', 0.05).holds('friction', -5, 5)
Found('Steady.Friction', '--set', 's0=0.2').is_('spring.s_rel', 0.1)

# ---- what turns freely ----------------------------------------------------------------------------------------------
free = Found('Steady.Free').is_('a.w', 5.5, 1e-6).is_('spring.phi_rel', 0)
check(free.value('a.w') == free.value('b.w') and 'w is free' in free.notes, f'{free.text}: {free.notes}')
free.stays()
refused('b.w = ', 'Steady.Free', '--set', 'tau=1e-3')
refused('would change by 0.000', 'Steady.Free', '--set', 'tau=1e-3')

# ---- play, chains ---------------------------------------------------------------------------------------------------
Found('Steady.Play').is_('a.w', 5).is_('play.phi_rel', -0.05).stays()
Found('Steady.SoftPlay').is_('b.w', 5).is_('play.phi_rel', -0.15)
chain = Found('Steady.Chain')
check(all(near(r['value'], 6 if n.endswith('.w') else 0 if n.endswith('.phi') else -3e-4, 1e-11)
          for n, r in chain.state.items()) and len(chain.state) == 800, 'the chain')

# ---- gearboxes ------------------------------------------------------------------------------------------------------
ZF, BOX = 'models/zf4hp22/zf4hp22.dtm', os.path.join(work, 'autogear4.dtm')
with open('models/autogear4/autogear4.dtm') as f, open(BOX, 'w') as out:
    out.write(f.read())
    out.write('''
model Bench
  extends AutoGear4.Vehicle;
  input Real throttle(start = 0);
  input Real p[6](each start = 0);
equation
  engine.throttle = throttle;
  {gearbox.p1, gearbox.p2, gearbox.p3, gearbox.p4, gearbox.p5, gearbox.pR} = p;
end Bench;
''')


def in_gear(file, model, name, pressure, v, ratio):
    f = Found(model, '--set', f'{name}={{{pressure}}}', '--solve', 'throttle', '--for', f'car.v={v}', file=file)
    w, shaft = f.value('turbine.w'), f.value('propShaft.w')
    check(f.good and near(w/shaft, ratio, 1e-10), f'{f.text}: ratio {w}/{shaft}')
    check(f.good and 0 <= f.value('throttle') <= 1, f'{f.text}: throttle {f.value("throttle")}')
    return f


for pressure, v, ratio in (('1,0,0,0,0,1,0', 8, 181/73), ('1,0,0,1,0,1,0', 15, 108/73), ('1,1,0,1,0,1,0', 20, 1),
                           ('1,1,0,1,0,0,1', 25, 83/114), ('0,1,0,0,1,1,0', -8, -73/35)):
    f = in_gear(ZF, 'Zf4hp22.Bench', 'pressure', pressure, v, ratio)
    if ratio == 83/114:
        f.stays()
for pressure, v, ratio in (('1,0,0,0,1,0', 8, 12/5), ('1,1,0,0,1,0', 15, 65/44), ('1,1,1,0,0,0', 20, 1),
                           ('0,1,1,1,0,0', 30, 71/98), ('1,0,1,0,0,1', -8, -29/15)):
    f = in_gear(BOX, 'Bench', 'p', pressure, v, ratio)
    if ratio == 12/5 and f.good:
        check(near(f.element['gearbox.C5']['torque'], 7/5*f.element['gearbox.C3']['torque']), f'{f.text}: torques')
    if ratio == 65/44:
        f.stays()
# Creeping backward at closed throttle is faster than this.
refused('engine.J*der(engine.w)', 'Zf4hp22.Bench', '--set', 'pressure={0,1,0,0,1,1,0}', '--solve', 'throttle', '--for',
        'v=-3', file=ZF)

# ---- four masses ----------------------------------------------------------------------------------------------------
DRIVE = 'models/drive4/drive4.dtm'
for model in 'Drive4.Linear', 'Drive4.Full':
    f = Found(model, '--solve', 'torque', '--for', 'v=20', file=DRIVE)
    f.is_('torque', 0).is_('engine.w', 20/0.29*1.95*3.94)
    f.stays()
refused('shaft is 0 N.m, and 100 is wanted', 'Drive4.Full', '--solve', 'torque', '--for', 'shaft=100', file=DRIVE)

# ---- sources over time ----------------------------------------------------------------------------------------------
told = run('equilibrium', '--model', 'Drivetrain.Examples.Tires.Slope')
check(told.returncode == 0 and 'It is that of this time: 3 s later' in told.stdout, f'Tires.Slope: {told}')
check(cruise.good and 'It is that of this time' not in cruise.notes, f'{cruise.text}: {cruise.notes}')

# ---- bounds, events, stability ---------------------------------------------------------------------------------------
for start in '1', '0':
    held = Found('Steady.Held', '--solve', 'throttle', '--for', 'car.v=20', '--set', 'throttle=' + start)
    # torque = -20 + 220 throttle; the car's force at 20 m/s over radius and ratio
    force = run('sim', MODELS, '--model', 'Steady.Held', '--quiet', '--from-equilibrium', '--solve', 'throttle', '--for', 'car.v=20', '--stop', '1', '--vars', 'car.road.flange.f')
    lines = force.stdout.split()
    pull = float(lines[lines.index('car.road.flange.f') + 1]) if 'car.road.flange.f' in lines else math.nan
    held.is_('throttle', (pull*0.3/5 + 20)/220, 1e-5)
kept = Found('Steady.Kept').is_('x', 1)
check('mode goes on to fast from here' in kept.notes and 'another value: pull' in kept.notes, f'Kept: {kept.notes}')
upright = Found('Steady.Upright').is_('phi', math.pi)
check('It is not stable' in upright.notes and '3.082 1/s' in upright.notes, f'Upright: {upright.notes}')
check('not stable' not in cruise.notes, f'{cruise.text}: {cruise.notes}')

# ---- a shipped gearbox, from rest, in each gear ------------------------------------------------------------------------
shutil.copy('models/transmissions/lepelletier.dtm', os.path.join(work, 'Zf6hp.dtm'))
box = os.path.join(work, 'box.dtm')
with open(box, 'w') as f:
    f.write('''model box
  import Drivetrain.*;
  parameter Integer gear = 1;
  Source.ConstantTorque torque(tau_constant = 60);
  Shaft.Inertia engine(J = 0.2);
  Zf6hp.Gearbox box(A(fn_max = 4000), B(fn_max = 4000), C(fn_max = 4000), D(fn_max = 6000), E(fn_max = 4000));
  Gear.IdealGear axle(ratio = 3.46);
  Vehicle.Car car(m = 1600, radius = 0.31);
equation
  box.gear = gear;
  connect(torque.flange, engine.flange_a);
  connect(engine.flange_b, box.flange_a);
  connect(box.flange_b, axle.flange_a);
  connect(axle.flange_b, car.flange_a);
end box;
''')
fraction = [-3.4025, 4.1708, 2.3397, 1.5211, 1.1428, 0.8672, 0.6911]       # of the gears, as published, to four digits
for gear, ratio in enumerate(fraction, 1):
    told = run('equilibrium', box, '-I', work, '--set', f'gear={gear}', '-o', os.path.join(work, 'box.csv'))
    check(told.returncode == 0, f'gear {gear}: {told.stderr}')
    if told.returncode == 0:
        with open(os.path.join(work, 'box.csv')) as f:
            row = next(csv.DictReader(f))
        engine, car = float(row['engine.w']), float(row['car.v'])
        check(abs(car) > 10 and near(engine/(car/0.31*3.46), ratio, 2e-3), f'gear {gear}: {engine} rad/s, {car} m/s, not {ratio}')
told = run('sim', box, '-I', work, '--quiet', '--set', 'gear=3', '--stop', '0.01', '--vars', 'box.pressures.changed,box.A.law.place')
check(told.returncode == 0 and '-0.3' in told.stdout and 'stuck  ' in told.stdout, f'a run begins in gear: {told.stdout} {told.stderr}')

# ---- as a point, and as a file --------------------------------------------------------------------------------------
asked = ('--solve', 'tau', '--for', 'car.v=20')
eq = os.path.join(work, 'eq.mat')
told = run('equilibrium', MODELS, '--model', 'Steady.Cruise', *asked, '-o', eq)
check(told.returncode == 0, f'-o eq.mat: {told.stderr}')
lines = {}
for how, words in (('state', ('--state', eq)), ('equilibrium', ('--equilibrium',) + asked)):
    told = run('linearize', MODELS, '--model', 'Steady.Cruise', '--out', 'car.v', '--format', 'json', *words)
    sheet = json.loads(told.stdout) if told.returncode == 0 else {}
    lines[how] = [r['car.mass.v'] for r in sheet.get('A', {}).get('rows', [])]
    slope = [r['car.mass.v'] for r in sheet.get('A', {}).get('rows', []) if r['row of A'] == 'car.mass.v']
    check(slope and near(slope[0], -(0.84*20 + 10/0.3**2)/1500, 1e-11), f'{how}: d a/d v = {slope}')
check(lines['state'] == lines['equilibrium'], f'{lines}')
told = run('modes', MODELS, '--model', 'Steady.Cruise', '--equilibrium', *asked)
check(told.returncode == 0 and 'elastic energy' in told.stdout, f'modes: {told.stderr}')
told = run('bode', MODELS, '--model', 'Steady.Cruise', '--equilibrium', *asked, '--in', 'tau', '--out', 'car.v', '--format',
           'csv')
check(told.returncode == 0 and told.stdout, f'bode: {told.stderr}')
told = run('sim', MODELS, '--model', 'Steady.Cruise', '--state', eq, '--quiet', '--stop', '1', '--vars', 'car.v,tau')
check(told.returncode == 0 and told.stdout.split()[5] == '20', f'sim --state: {told.stdout} {told.stderr}')

# ---- bad input ------------------------------------------------------------------------------------------------------
for text, options in (
        ('--solve: there is no Real variable tua; did you mean tau?', '--solve tua --for car.v=20'),
        ('--for: there is no Real variable car.vv; did you mean car.v?', '--solve tau --for car.vv=20'),
        ('--solve names 2 unknowns and --for 1 condition', '--solve tau,ratio --for car.v=20'),
        ('--solve names 1 unknown and --for 0 conditions', '--solve tau'),
        ('--solve names 0 unknowns and --for 1 condition:', '--for car.v=20'),
        ('--for: car.v is no name=value', '--solve tau --for car.v'),
        ('--for: car.v=x is no name=value', '--solve tau --for car.v=x'),
        ('--solve: engine.w is no input of the model and no parameter', '--solve engine.w --for car.v=20'),
        ('--solve: tau stands twice', '--solve tau,tau --for car.v=20,engine.w=3'),
        ('--for: car.v and car.mass.v are the same', '--solve tau,ratio --for car.v=20,car.mass.v=20'),
        ('--for: car.m does not vary', '--solve tau --for car.m=20'),
        ('engine.phi is 1.5 rad, and 3 is wanted: no rate depends on it', '--solve tau --for engine.phi=3'),
        ('and 1 is wanted', '--solve tau,ratio --for car.v=20,shaft.w_rel=1')):
    refused(text, 'Steady.Cruise', *options.split())
refused('no equilibrium is found', 'Steady.Steep')
refused('--equilibrium is missing', 'Steady.Cruise', *asked, command='linearize')
refused('--from-equilibrium is missing', 'Steady.Cruise', *asked, command='sim')

print(f'{passed} passed, {failed} failed')
sys.exit(failed > 0)
