"""car.py: the car of models/drive_cycle, written again; and what promises.py and tests/situations calculate with it by hand."""
import math
from bisect import bisect_left


def line(table, x):
    """Linear between the rows of a table, held outside."""
    k = bisect_left(table, (x,))
    if k == 0 or k == len(table):
        return table[min(k, len(table) - 1)][1]
    (a, ya), (b, yb) = table[k - 1], table[k]
    return ya + (yb - ya)*(x - a)/(b - a)


RPM = math.pi/30
URBAN = [(0, 0), (11, 0), (15, 15), (23, 15), (25, 10), (28, 0), (49, 0), (54, 15), (56, 15), (61, 32), (85, 32), (93, 10), (96, 0), (117, 0),
         (122, 15), (124, 15), (133, 35), (135, 35), (143, 50), (155, 50), (163, 35), (176, 35), (178, 32), (185, 10), (188, 0), (195, 0)]
EXTRA = [(0, 0), (20, 0), (25, 15), (27, 15), (36, 35), (38, 35), (46, 50), (48, 50), (61, 70), (111, 70), (119, 50), (188, 50), (201, 70),
         (251, 70), (286, 100), (316, 100), (336, 120), (346, 120), (362, 80), (370, 50), (380, 0), (400, 0)]
NEDC = [(t + 195*k, v/3.6) for k in range(4) for t, v in URBAN[k > 0:]] + [(t + 780, v/3.6) for t, v in EXTRA[1:]]
K = [(0, 1444), (0.1, 1466), (0.2, 1494), (0.3, 1525), (0.4, 1574), (0.5, 1637), (0.6, 1722), (0.65, 1775), (0.7, 1833), (0.75, 1899), (0.8, 1973),
     (0.85, 2107), (0.9, 2272), (0.95, 3044)]
CAPACITY = [(nu, 100/(k*RPM)**2) for nu, k in K] + [(1, 0), (1.05, -100/(3044*RPM)**2), (2, -100/(1700*RPM)**2)]
RATIO = [(0, 2), (0.1, 1.88), (0.2, 1.77), (0.3, 1.66), (0.4, 1.55), (0.5, 1.43), (0.6, 1.32), (0.7, 1.21), (0.75, 1.15), (0.8, 1.1), (0.85, 1.04), (0.9, 1)]
FULL = [(n*RPM, tau) for n, tau in ((500, 112.32), (1000, 134.16), (1500, 146.64), (2000, 158.34), (2500, 165.36), (3000, 162.24), (3500, 159.12), (4000, 159.9),
                                    (4500, 165.36), (5000, 164.58), (5500, 160.68), (6000, 151.32), (6500, 0))]
GEARS, AXLE, RADIUS, MASS, J_WHEELS, J_ENGINE, J_TURBINE = [2.91, 1.64, 1.07, 0.78], 3.08, 0.29, 1180, 3, 0.209, 0.056
IDLE = 84


def road(v, slope=0, mass=MASS):
    """Resistance of a car that rolls forward."""
    return 0.01*mass*9.80665 + 0.335*2*1.2/2*v*v + mass*9.80665*math.sin(slope)


def drag(w):
    return 1.9e-3/(4*math.pi)*(1.44e5*(0.46 + 9.1e-4*0.09**2*w*w)*math.sqrt(0.075/0.082) + 1e5)


def flow(tau, w):
    """Fuel for a torque at the crankshaft; none below the drag's."""
    return max(0, tau + drag(w))*w/((0.4 + 1/28)*42.5e6)


def root(f, low, high):
    if not f(low)*f(high) <= 0:
        raise ArithmeticError("no root")
    for _ in range(45):
        middle = (low + high)/2
        low, high = (low, middle) if f(low)*f(middle) <= 0 else (middle, high)
    return (low + high)/2


def pump(tau_turbine, w_turbine):
    """Speed of a pump that gives the turbine a torque, and its own torque."""
    def gives(w):
        return line(RATIO, w_turbine/w)*line(CAPACITY, w_turbine/w)*w*w
    w = root(lambda w: gives(w) - tau_turbine, max(IDLE, w_turbine/2), 1200)
    return w, line(CAPACITY, w_turbine/w)*w*w


def constant_speed(v, gear=4, force=None):
    """Fuel in kg/s in a gear; against a force, by default that of a level road."""
    i = GEARS[gear - 1]*AXLE/RADIUS
    w, tau = pump((road(v) if force is None else force)/i, v*i)
    return flow(tau, w)


def full(w_turbine, growth=0):
    """Speed of the engine at full throttle, and torque of the turbine; the engine's speed grows by `growth` rad/s2."""
    def left(w):
        return line(FULL, w) - J_ENGINE*growth - line(CAPACITY, w_turbine/w)*w*w
    w = root(left, max(IDLE, 0.8*w_turbine), 6500*RPM)
    return w, line(RATIO, w_turbine/w)*line(CAPACITY, w_turbine/w)*w*w


def time_between(low, high, gear, h=0.05):
    """Time from one speed to another at full throttle in a gear by quadrature."""
    total, a = 0, 2
    for k in range(round((high - low)/h)):
        v = low + (k + 0.5)*(high - low)/round((high - low)/h)
        i = GEARS[gear - 1]*AXLE/RADIUS
        for _ in range(4):
            growth = a*(full((v + h)*i)[0] - full((v - h)*i)[0])/(2*h)
            a = (full(v*i, growth)[1]*i - road(v))/(MASS + J_WHEELS/RADIUS**2 + J_TURBINE*i*i)
        total += h/a
    return total


def closed(w_turbine, cut):
    """Speed of the pump and fuel without throttle: on overrun, or idling; and whether fuel is cut off."""
    def accepted(w):
        return line(CAPACITY, w_turbine/w)*w*w
    if accepted(IDLE) + drag(IDLE) < 0:
        w = root(lambda w: accepted(w) + drag(w), IDLE, 1000)
        cut = w > (120 if cut else 150)
        if cut:
            return w, 0, True
    # the controller of idling is of no account for fuel where the car drives the engine; else it holds the speed
    return IDLE, flow(accepted(IDLE), IDLE), False


def backwards(table, gear_at, end, h=0.25, locked=lambda t: False):
    """Fuel in kg from the cycle's speeds; gears and the lock-up are those of a run."""
    fuel, w_before, cut = 0, IDLE, False
    for k in range(round(end/h)):
        t = (k + 0.5)*h
        v, a = line(table, t), (line(table, t + h/2) - line(table, t - h/2))/h
        i = GEARS[gear_at(t) - 1]*AXLE/RADIUS
        force = (road(v) if v > 0 else 0) + (MASS + J_WHEELS/RADIUS**2 + J_TURBINE*i*i)*a
        w, m, now_cut = closed(v*i, cut)
        if locked(t):
            w = v*i
            m, now_cut = flow(force/i + J_ENGINE*(w - w_before)/h, w), True
        elif v > 0 and force/i > line(RATIO, v*i/w)*line(CAPACITY, v*i/w)*w*w:
            w, tau = pump(force/i, v*i)
            m, now_cut = flow(tau + J_ENGINE*(w - w_before)/h, w), False
        fuel, w_before, cut = fuel + m*h, w, now_cut
    return fuel


TAU_SHIFT = 400


def accelerates(v, i):
    """Acceleration at full throttle with the engine at the speed that its torque and the converter give it."""
    return (full(v*i)[1]*i - road(v))/(MASS + J_WHEELS/RADIUS**2 + J_TURBINE*i*i)


def swing(w, v, i, n=400):
    """Speed that the car gains while the engine swings from w to the speed that it has at v: the impulse of the turbine over its steady torque, by quadrature over w; and how long it takes to come 95 % of the way."""
    end, steady = full(v*i)
    impulse = took = 0
    for k in range(n):
        now = w + (k + 0.5)*(end - w)/n
        takes = line(CAPACITY, v*i/now)*now*now
        dt = J_ENGINE*(end - w)/n/(line(FULL, now) - takes)
        impulse += (line(RATIO, v*i/now)*takes - steady)*dt
        took += dt if k < 0.95*n else 0
    return impulse*i/(MASS + J_WHEELS/RADIUS**2 + J_TURBINE*i*i), took


def slips(w, v, before, after):
    """A shift: how long the gearbox slips, and the speeds of engine and car then. It ends where the turbine turns with the new gear and gives no more than the friction takes.
    Momentum of the turbine, tau*t = mu*(J*(loss of the engine) + T*t) + J_t*(loss of the turbine), with the mean of mu between begin and end."""
    rate = (TAU_SHIFT*after - road(v))/(MASS + J_WHEELS/RADIUS**2)
    slip = 0
    for _ in range(5):
        car = v + slip*rate

        def too_much(x):
            return line(RATIO, car*after/x)*line(CAPACITY, car*after/x)*x*x - TAU_SHIFT
        end = root(too_much, full(car*after)[0], w) if too_much(w) > 0 else w
        mu = (line(RATIO, v*before/w) + line(RATIO, car*after/end))/2
        slip = (mu*J_ENGINE*(w - end) + J_TURBINE*(v*before - car*after))/(TAU_SHIFT - mu*line(FULL, (w + end)/2))
    return slip, end, v + slip*rate


def time_to(v_end, shift_speeds, idle):
    """Time from rest to a speed at full throttle through the gears: `idle` seconds without a pedal first, quadrature over the speed within each gear,
    in each shift the slip of the gearbox, and the swings of the engine at the start and after shifts as the speed that they give or take."""
    i = [gear*AXLE/RADIUS for gear in GEARS]
    total = idle
    v = idle*(line(RATIO, 0)*line(CAPACITY, 0)*IDLE**2*i[0] - road(0))/(MASS + J_WHEELS/RADIUS**2 + J_TURBINE*i[0]**2)
    gains, took = swing(IDLE, v, i[0])
    middle = v + (accelerates(v, i[0])*took + gains)/2
    gains = swing(IDLE, middle, i[0])[0]
    total -= gains/accelerates(middle, i[0])
    for gear, shift in enumerate(list(shift_speeds) + [v_end]):
        total += time_between(v, shift, gear + 1, 0.02)
        if shift == v_end:
            return total
        slip, w, v = slips(full(shift*i[gear])[0], shift, i[gear], i[gear + 1])
        total += slip - swing(w, v, i[gear + 1])[0]/accelerates(v, i[gear + 1])
