"""power_split.py: the car of models/prius_1998, written again: backwards from the speed to fuel and charge, with the
tables of the model's file (Guzzella and Sciarretta 2013, chapter 2); rules, equivalent consumption, dynamic programming."""
import math
import re
from bisect import bisect_right

RPM = math.pi/30
MASS, RADIUS, AXLE, J_WHEELS, J_MOTOR, AUXILIARIES = 1376, 0.287, 3.93, 3.38, 0.0226, 700
MODULES, CAPACITY, HEATING = 40, 6*3600, 42.6e6
FASTEST = 5200*RPM


def tables(path):
    """The constants of a model that are written as numbers, {name: rows}."""
    text = open(path).read()
    found = {}
    for name, body in re.findall(r"constant Real (\w+)\[[\d:, ]+\] = \[([-\d.,;e\s]+)\]", text):
        found[name] = [[float(x) for x in row.split(",")] for row in body.split(";")]
    return found


def line(table, x):
    """Linear between rows, held outside."""
    k = bisect_right(table, [x, math.inf])
    if k in (0, len(table)):
        return table[min(k, len(table) - 1)][1]
    (a, ya), (b, yb) = table[k - 1], table[k]
    return ya + (yb - ya)*(x - a)/(b - a)


class Map:
    """Bilinear between rows and columns, held outside; arguments of rows times `scale`."""
    def __init__(self, table, scale=1.0):
        self.columns = table[0][1:]
        self.rows = [r[0]*scale for r in table[1:]]
        self.values = [r[1:] for r in table[1:]]

    @staticmethod
    def cell(places, x):
        k = max(0, min(len(places) - 2, bisect_right(places, x) - 1))
        return k, max(0.0, min(1.0, (x - places[k])/(places[k + 1] - places[k])))

    def __call__(self, x, y):
        (i, a), (j, b) = self.cell(self.rows, x), self.cell(self.columns, y)
        v, u = self.values[i], self.values[i + 1]
        return (1 - a)*((1 - b)*v[j] + b*v[j + 1]) + a*((1 - b)*u[j] + b*u[j + 1])


def losses(table):
    """A map of efficiency over 1/min as one of losses; at no speed and no torque those beside it."""
    m = Map(table, RPM)
    for w, row in zip(m.rows, m.values):
        for k, tau in enumerate(m.columns):
            row[k] = abs(w*tau)*(1/row[k] - 1 if w*tau > 0 else 1 - row[k])
        zero = m.columns.index(0)
        row[zero] = (row[zero - 1] + row[zero + 1])/2
    m.values[0] = m.values[1]
    return m


class Car:
    MODULES, CAPACITY, HEATING = MODULES, CAPACITY, HEATING
    least, most = -80, 100                  # limits of the current

    def __init__(self, path):
        t = tables(path)
        self.motor, self.generator = losses(t["motor_rpm"]), losses(t["generator_rpm"])
        self.fuel = Map(t["fuel_rpm"], RPM)
        self.motor_limit = [[n*RPM, tau] for n, tau in t["motor_limit_rpm"]]
        self.full = [[n*RPM, tau] for n, tau in t["full_rpm"]]
        self.friction = [[n*RPM, tau] for n, tau in t["friction_rpm"]]
        self.ocv, self.discharge, self.charge = t["ocv"], t["discharge"][1:], t["charge"][1:]
        text = open(path).read()
        body = re.search(r"constant Real line\[:, 2\] = \[([^\]]+)\]", text).group(1)
        self.best = [[float(r.split(",")[0]), float(r.split(",")[1].split("*")[0])*RPM] for r in body.split(";")]
        self.powers = [float(x) for x in re.search(r"constant Real powers\[14\] = \{([^}]+)\}", text).group(1).split(",")][1:]

    def battery(self, soc):
        """Voltage without current, resistances to give and to take."""
        return self.MODULES*line(self.ocv, soc), self.MODULES*line(self.discharge, soc), self.MODULES*line(self.charge, soc)

    def current(self, P, soc):
        U, give, take = self.battery(soc)
        R = give if P >= 0 else take
        return 2*P/(U + math.sqrt(max(0, U*U - 4*R*P)))

    def energy(self, soc):
        """What is stored at a charge, over that at 0."""
        n = 400
        return self.MODULES*self.CAPACITY*sum(line(self.ocv, soc*(k + 0.5)/n) for k in range(n))*soc/n

    def wheels(self, v, a):
        """Force of the drive at the wheels, brakes left out, as the model divides it."""
        force = (MASS + J_WHEELS/RADIUS**2 + J_MOTOR*(AXLE/RADIUS)**2)*a + 1.2/2*0.3*1.746*v*v
        force += 0.009*MASS*9.80665 if v > 0 else 0
        if force >= 0:
            return force
        U, _, take = self.battery(0.6)
        largest = min(80, (MODULES*9 - U)/take)
        most = min(-force, line(self.motor_limit, v/RADIUS*AXLE)*AXLE/RADIUS, 3500, (U + take*largest)*largest/max(v, 0.1))
        return -most*max(0, min(1, (v - 1)/2))

    def drive(self, v, force, power, turns):
        """Flow of fuel in kg/s and power of the battery, for a power of the engine; turns: also without fuel. Leaves in
        `turning` what engine and generator take to come to their speeds, friction of half a second included."""
        w = v/RADIUS*AXLE
        wanted = line(self.best, power) if turns else 0
        engine = min((78*w + 30*FASTEST)/108, max((78*w - 30*FASTEST)/108, wanted))
        burns = turns and power > 0 and engine > 90
        tau = min(power/engine, line(self.full, engine)) if burns else 0
        generator = (108*engine - 78*w)/30
        drag = 0 if burns or engine < 1 else line(self.friction, engine)
        tau_generator = (drag - tau)*30/108
        tau_motor = force*RADIUS/AXLE + 78/30*tau_generator
        def loss(machine, speed, torque):
            return machine(abs(speed), torque if speed >= 0 else -torque)
        P = AUXILIARIES + tau_generator*generator + loss(self.generator, generator, tau_generator)
        P += tau_motor*w + loss(self.motor, w, tau_motor)
        self.turning = (0.1*engine**2 + 0.0226*generator**2)/2 + 0.25*line(self.friction, engine)*engine
        return (self.fuel(engine, tau)*1e-3 if burns else 0.0), P


def speeds(cycle, dt):
    """Middle speeds and accelerations of steps of a cycle."""
    end = cycle[-1][0]
    v = [line(cycle, k*dt) for k in range(int(end/dt + 0.5) + 1)]
    return [((a + b)/2, (b - a)/dt) for a, b in zip(v, v[1:])]


def backwards(car, cycle, soc, engine, dt=0.25):
    """Fuel in kg, charge at the end, energy at the wheels (driving); engine(t): whether it is on, and its power."""
    fuel, work, turning = 0.0, 0.0, 0.0
    for k, (v, a) in enumerate(speeds([list(r) for r in cycle], dt)):
        force = car.wheels(v, a)
        on, power = engine((k + 0.5)*dt)
        flow, P = car.drive(v, force, power, on)
        P += (car.turning - turning)/dt
        turning = car.turning
        fuel += flow*dt
        work += max(0, force)*v*dt
        soc -= car.current(P, soc)*dt/CAPACITY
    return fuel, soc, work


def choices(car, cycle, dt):
    """For each step what the engine may do, the first without: fuel in kg, power of the battery, energy to come to speed."""
    table = []
    for v, a in speeds([list(r) for r in cycle], dt):
        force, options = car.wheels(v, a), []
        for power in [0] + car.powers:
            flow, P = car.drive(v, force, power, power > 0 or v > 45/3.6)
            options.append((flow*dt, P, car.turning))
        table.append(options)
    return table


def started(options, k, before, dt):
    """Power of the battery of an option; a start takes what engine and generator need to come to their speeds."""
    _, P, turning = options[k]
    return P + (max(0, turning - options[0][2])/dt if k and not before else 0)


def current(car, battery, P):
    """Of a car's battery (voltage, resistances); None beyond its limits, or where it has not that power."""
    U, give, take = battery
    under = U*U - 4*(give if P >= 0 else take)*P
    if under <= 0:
        return None
    i = 2*P/(U + math.sqrt(under))
    return i if car.least <= i <= car.most else None


def equivalent(car, table, soc, s, dt, change=2000):
    """Fuel and charge at the end, where each step takes what costs the least with a factor that is constant."""
    fuel, before = 0, 0
    for options in table:
        battery, best = car.battery(soc), None
        for k in range(len(options)):
            P = started(options, k, before, dt)
            i = current(car, battery, P)
            if i is not None:
                cost = options[k][0]*car.HEATING + (s*battery[0]*i + (change if (k > 0) != (before > 0) else 0))*dt
                if best is None or cost < best[0]:
                    best = cost, k, i
        _, before, i = best or (0, 0, 0)
        fuel += options[before][0]
        soc -= i*dt/car.CAPACITY
    return fuel, soc


def balanced(car, table, soc, dt):
    """Fuel of the factor that ends with the charge of the start, what is left of it corrected by the factor."""
    low, high = 2, 3.2
    for _ in range(8):
        s = (low + high)/2
        fuel, end = equivalent(car, table, soc, s, dt)
        low, high = (s, high) if end < soc else (low, s)
    return fuel + s*(car.energy(soc) - car.energy(end))/car.HEATING, s


def programming(car, table, soc, dt, low=0.52, high=0.68, n=49):
    """Least fuel that ends with the charge of the start or more: dynamic programming over charge and engine, backwards."""
    step = (high - low)/(n - 1)
    grid = [low + step*k for k in range(n)]
    batteries = [car.battery(x) for x in grid]
    end = [0 if x >= soc - 1e-12 else (car.energy(soc) - car.energy(x))*10/car.HEATING for x in grid]
    cost = [end, end]
    for options in reversed(table):
        new = [[], []]
        for before in 0, 1:
            tried = [(fuel, started(options, k, before, dt), cost[k > 0]) for k, (fuel, _, _) in enumerate(options)]
            for x, battery in zip(grid, batteries):
                least = 1e3
                for fuel, P, after in tried:
                    i = current(car, battery, P)
                    place = -1 if i is None else (x - i*dt/car.CAPACITY - low)/step
                    if 0 <= place <= n - 1:
                        k = min(n - 2, int(place))
                        least = min(least, fuel + after[k] + (after[k + 1] - after[k])*(place - k))
                new[before].append(least)
        cost = new
    place = (soc - low)/step
    k = min(n - 2, int(place))
    return cost[0][k] + (cost[0][k + 1] - cost[0][k])*(place - k)
