"""parallel.py: the car of models/p2_hybrid, written again: backwards from the speed to fuel and charge, with the tables of
the model's file; rules by the run's own decisions, equivalent consumption, dynamic programming (power_split.py)."""
import math

import power_split
from power_split import RPM, line, speeds, tables

MASS, TURNING, RADIUS, FINAL, ETA, AUXILIARIES = 1530.9, 1.015*1530.9, 0.306, 3.05, 0.957, 300
F = 102.838, 3.19673, 0.335222
RATIO = 5.31, 3.18, 2.066, 1.443, 1.033, 0.7666
J_MACHINE, J_ENGINE, SIZE = 0.0507*32/49, 0.12, 32/49
V, STROKE, BORE, GAIN, HEATING, DENSITY = 1.58e-3, 0.097, 0.072, 0.444 + 1/28, 42.5e6, 745
CELLS, CAPACITY = 72, 6*3600


class Car:
    MODULES, CAPACITY, HEATING = CELLS, CAPACITY, HEATING
    least, most = -110, 140                 # limits of the current

    def __init__(self, path):
        t = tables(path)
        table = [[0] + [SIZE*x for x in t["motor_rpm"][0][1:]]] + t["motor_rpm"][1:]
        self.machine = power_split.losses(table)
        self.limit = [[n*RPM, SIZE*tau] for n, tau in t["motor_limit_rpm"]]
        self.full, self.ocv = t["full"], t["ocv"]
        self.discharge, self.charge = t["discharge"][1:], t["charge"][1:]

    battery, current, energy = power_split.Car.battery, power_split.Car.current, power_split.Car.energy

    def drag(self, w):
        return V/(4*math.pi)*(1.44e5*(0.46 + 9.1e-4*(STROKE*w)**2)*math.sqrt(0.075/BORE) + 1e5)

    def fuel(self, tau, w):
        return (tau + self.drag(w))*w/GAIN/HEATING

    def wheels(self, v, a):
        """Force of the drive at the wheels that moves the car, brakes left out, as the model divides it."""
        force = TURNING*a + (F[0] + F[1]*v + F[2]*v*v if v > 0 else 0)
        if force >= 0:
            return force
        U, _, take = self.battery(0.6)
        most = min(-force, 4000, (U + take*110)*110/max(v, 0.1))
        return -most*max(0, min(1, (v - 1)/2))

    def input_(self, v, a, force, gear, J):
        """Torque and speed of the gearbox's input."""
        ratio = RATIO[gear - 1]
        tau = force*RADIUS/FINAL/(ETA if force >= 0 else 1/ETA)/ratio + J*a/RADIUS*FINAL*ratio
        return tau, v/RADIUS*FINAL*ratio

    def bus(self, tau, w):
        """Power of the battery where the machine gives tau."""
        most = line(self.limit, w)
        tau = max(-min(most, SIZE*176.4), min(most, tau))
        return tau*w + self.machine(w, tau) + AUXILIARIES


def backwards(car, cycle, soc, decisions, dt=0.1):
    """Fuel in kg, charge at the end, energy at the wheels; decisions(t): gear, torque of the engine or
    None, its speed while it runs free, on its way to the machine's, or 0."""
    fuel = work = 0.0
    ran = False
    for k, (v, a) in enumerate(speeds([list(r) for r in cycle], dt)):
        gear, engine, free = decisions((k + 0.5)*dt)
        force = car.wheels(v, a)
        tau, w = car.input_(v, a, force, gear, J_MACHINE + (J_ENGINE if engine is not None else 0))
        start = 0.0
        fuel += car.fuel(0, free)*dt
        if engine is not None:
            engine = max(0.0, min(engine, line(car.full, w)))
            fuel += car.fuel(engine, w)*dt
            if not ran:                     # cranked to 60 rad/s by slip, then by its own fuel
                start = 60*w*J_ENGINE*60/(60 - car.drag(30))
                fuel += J_ENGINE*(w*w - 3600)/2/GAIN/HEATING
        ran = engine is not None
        work += max(0, force)*v*dt
        soc -= car.current(car.bus(tau - (engine or 0), w) + start/dt, soc)*dt/CAPACITY
    return fuel, soc, work


def choices(car, cycle, dt, gear_of):
    """For each step what the engine may do, the first without: fuel in kg, power of the battery, energy to come to speed."""
    shares, table = (0, 0.4, 0.52, 0.64, 0.76, 0.88, 1), []
    for k, (v, a) in enumerate(speeds([list(r) for r in cycle], dt)):
        force, gear, options = car.wheels(v, a), gear_of((k + 0.5)*dt), []
        for share in shares:
            tau, w = car.input_(v, a, force, gear, J_MACHINE + (J_ENGINE if share else 0))
            if share and w < 100:
                continue
            engine = share*line(car.full, w)
            options.append((car.fuel(engine, w)*dt if share else 0, car.bus(tau - engine, w), J_ENGINE*w*w if share else 0))
        table.append(options)
    return table
