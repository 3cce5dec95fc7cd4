/* spring.c - the systems, and motion under a constant force in closed form.
 *
 * Within a piece x'' + d x' + c x = g. With S = exp(-d t/2) sin(w t)/w, C = exp(-d t/2) cos(w t), w^2 = c - d^2/4 (sinh
 * and cosh where that is negative, their limits at zero) the matrix is (C + d/2 S, S; -c S, C - d/2 S), and g adds its
 * integral times (0, 1). */
#include "methods.h"

#include <math.h>

/* A spring that is the same on both sides, from the middle outwards; its force is continuous. */
static spring both_sides(int n, const double *c, const double *border)
{
    spring s = { .n = 2 * n - 1 };
    double o = 0;

    for (int k = 0; k < n; k++) {
        o += k > 0 ? (c[k - 1] - c[k]) * border[k - 1] : 0;
        s.c[n - 1 + k] = s.c[n - 1 - k] = c[k];
        s.o[n - 1 + k] = o;
        s.o[n - 1 - k] = -o;
        if (k < n - 1) {
            s.border[n - 1 + k] = border[k];
            s.border[n - 2 - k] = -border[k];
        }
    }
    return s;
}

/* The border of a spring of two stiffnesses. */
void move_border(spring *s, double border)
{
    *s = both_sides(2, (const double[]){ s->c[1], s->c[2] }, &border);
}

mass mass_of(int i)
{
    static const struct { int n; double c[4], border[3]; } springs[] = {
        { 4, { 0.05, 1, 2, 10 }, { 0.05, 0.1, 0.15 } }, { 2, { 0.1, 20 }, { 0.15 } }, { 2, { 1, 20 }, { 0.15 } },
        { 2, { 1, 1000 }, { 0.15 } },
    };
    static const struct { const char *name, *model; double x0, d, amplitude; int spring; } masses[MASSES] = {
        { "case2_x0.3", "Four", 0.3, 0.5, 0, 0 },     { "case2_x0.5", "FourWide", 0.5, 0.5, 0, 0 },
        { "case5_T5", "Soft", 0.3, 0.5, 0, 1 },       { "case5_T6", "Stiff", 0.3, 0.5, 0, 2 },
        { "case2_x0.3", "FourFree", 0.3, 0, 0, 0 },   { "case2_x0.5", "FourWideFree", 0.5, 0, 0, 0 },
        { "case5_T5", "SoftFree", 0.3, 0, 0, 1 },     { "case5_T6", "StiffFree", 0.3, 0, 0, 2 },
        { "case7", "Held", 0.1, 0, 1, 3 },
    };
    int k = masses[i].spring;

    return (mass){ .name = masses[i].name, .model = masses[i].model, .x0 = masses[i].x0, .d = masses[i].d,
                   .amplitude = masses[i].amplitude,
                   .spring = both_sides(springs[k].n, springs[k].c, springs[k].border) };
}

int piece_of(const spring *s, double x)
{
    int k = 0;

    while (k < s->n - 1 && (s->border[k] < 0 ? x >= s->border[k] : x > s->border[k]))
        k++;
    return k;
}

double force(const spring *s, double x)
{
    int k = piece_of(s, x);

    return s->c[k] * x + s->o[k];
}

/* The work of the spring from the middle outwards, and of the motion. */
double energy(const spring *s, state y)
{
    double work = 0, from = 0, x = fabs(y.x);

    for (int k = s->n / 2; k < s->n; k++) {
        double to = k < s->n - 1 && s->border[k] < x ? s->border[k] : x;
        work += (to - from) * (s->c[k] * (from + to) / 2 + s->o[k]);
        from = to;
    }
    return work + y.v * y.v / 2;
}

map map_of(double c, double d, double t)
{
    double q = c - d * d / 4, w = sqrt(fabs(q)), decay = exp(-d * t / 2);
    double S = decay * (q > 0 ? sin(w * t) / w : q < 0 ? sinh(w * t) / w : t);
    double C = decay * (q > 0 ? cos(w * t) : q < 0 ? cosh(w * t) : 1);
    double whole = c != 0 ? (1 - C - d / 2 * S) / c : d != 0 ? (t - S) / d : t * t / 2;

    return (map){ .xx = C + d / 2 * S, .xv = S, .xg = whole, .vx = -c * S, .vv = C - d / 2 * S, .vg = S };
}

state apply(const map *m, state y, double g)
{
    return (state){ m->xx * y.x + m->xv * y.v + m->xg * g, m->vx * y.x + m->vv * y.v + m->vg * g };
}
