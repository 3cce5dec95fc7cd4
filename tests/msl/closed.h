/* closed.h - cases, or independent parts of them, whose equations have a solution in closed form. */
#ifndef CLOSED_H
#define CLOSED_H

#include <math.h>

/* x'' + 2*delta*x' + omega2*x = 0 from x(0) = x0, x'(0) = 0: the displacement, and the speed. */
static inline double damped(double t, double delta, double omega2, double x0)
{
    double nu = sqrt(omega2 - delta * delta);
    return x0 * exp(-delta * t) * (cos(nu * t) + delta / nu * sin(nu * t));
}

static inline double damped_speed(double t, double delta, double omega2, double x0)
{
    double nu = sqrt(omega2 - delta * delta);
    return -x0 * exp(-delta * t) * omega2 / nu * sin(nu * t);
}

/* Translational_Oscillator: x'' + d*x' + 1e4*x = sin(w*t) from rest. */
static const double stiffness = 1e4, drive = 2 * 3.14159265358979323846 * 15.9155;

static inline double resonance(double t, double d, int speed)
{
    double D = stiffness - drive * drive, square = D * D + d * d * drive * drive;
    double a = D / square, b = -d * drive / square, delta = d / 2, nu = sqrt(stiffness - delta * delta);
    double c = -b, e = (delta * c - a * drive) / nu, decay = exp(-delta * t);
    if (speed)
        return drive * (a * cos(drive * t) - b * sin(drive * t)) +
               decay * ((nu * e - delta * c) * cos(nu * t) - (nu * c + delta * e) * sin(nu * t));
    return a * sin(drive * t) + b * cos(drive * t) + decay * (c * cos(nu * t) + e * sin(nu * t));
}

static inline double oscillator_s(double t) { return resonance(t, 0, 0) - 0.5; }
static inline double oscillator_v(double t) { return resonance(t, 0, 1); }
static inline double oscillator_s_rel(double t) { return 1 - resonance(t, 10, 0); }
static inline double oscillator_v_rel(double t) { return -resonance(t, 10, 1); }

/* RollingWheel: 2*w' = 10 - 10*(w/5)^2 from 0.1 s on. */
static inline double wheel_w(double t) { return t < 0.1 ? 0 : 5 * tanh(t - 0.1); }
static inline double wheel_phi(double t) { return t < 0.1 ? 0 : 5 * log(cosh(t - 0.1)); }

/* Translational_Brake: 1 m/s, braked with 1 m/s2 from 0.1 s on. */
static inline double brake_v(double t) { return t < 0.1 ? 1 : t < 1.1 ? 1.1 - t : 0; }
static inline double brake_s(double t) { return t < 0.1 ? t : 0.6 - (t < 1.1 ? (1.1 - t) * (1.1 - t) / 2 : 0); }

static inline double spring_phi(double t) { return damped(t, 5, 4000, 1.570796326794897); }
static inline double spring_w(double t) { return damped_speed(t, 5, 4000, 1.570796326794897); }
static inline double mass1_v(double t) { return damped_speed(t, 1.5, 20, 2); }
static inline double mass1_left(double t) { return 2 - damped(t, 1.5, 20, 2); }

typedef struct { const char *name, *signal; double (*value)(double t); } Closed;

static const Closed closed[] = {
    { "RollingWheel", "inertia.w", wheel_w },
    { "RollingWheel", "inertia.phi", wheel_phi },
    { "Translational_Brake", "mass1.v", brake_v },
    { "Translational_Brake", "mass1.s", brake_s },
    { "Translational_Brake", "mass2.v", brake_v },
    { "Translational_Brake", "mass2.s", brake_s },
    { "Translational_Oscillator", "mass1.s", oscillator_s },
    { "Translational_Oscillator", "mass1.v", oscillator_v },
    { "Translational_Oscillator", "damper1.s_rel", oscillator_s_rel },
    { "Translational_Oscillator", "damper1.v_rel", oscillator_v_rel },
    { "Translational_ElastoGap", "springDamper1.v_rel", mass1_v },
    { "Translational_ElastoGap", "springDamper2.s_rel", mass1_left },
    { "Backlash", "springDamper.phi_rel", spring_phi },
    { "Backlash", "springDamper.w_rel", spring_w },
};

enum { CLOSED = sizeof closed / sizeof closed[0] };

#endif
