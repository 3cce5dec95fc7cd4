/* orders_curve.c - a signal between its rows: the cubic spline through them, of its own from jump to jump.
 *
 * Between two jumps value, slope and curvature are continuous, and the third derivative at the second row and the last
 * but one as well (de Boor, A Practical Guide to Splines, 1978, chapter IV); three points have a parabola, two a line.
 * A sine with p rows a period keeps its amplitude but for (2*pi/p)^4/720: 2e-4 at 10, 1.4e-5 at 20.
 *
 * Cost: linear in the rows; a place is found in log rows.
 */
#include <math.h>
#include "orders.h"

/* Slopes at the n >= 4 rows of t, x: a tridiagonal system. */
static void spline(const double *t, const double *x, double *slope, uint32_t n, double *diagonal)
{
    const double h0 = t[1] - t[0], h1 = t[2] - t[1], ha = t[n - 2] - t[n - 3], hb = t[n - 1] - t[n - 2];
    const double d0 = (x[1] - x[0]) / h0, d1 = (x[2] - x[1]) / h1;
    const double da = (x[n - 2] - x[n - 3]) / ha, db = (x[n - 1] - x[n - 2]) / hb;
    double upper = h0 + h1;

    diagonal[0] = h1;
    slope[0] = ((h0 + 2 * (h0 + h1)) * h1 * d0 + h0 * h0 * d1) / (h0 + h1);
    for (uint32_t i = 1; i + 1 < n; i++) {
        double left = t[i] - t[i - 1], right = t[i + 1] - t[i], g = -right / diagonal[i - 1];
        slope[i] =
            g * slope[i - 1] + 3 * (right * (x[i] - x[i - 1]) / left + left * (x[i + 1] - x[i]) / right);
        diagonal[i] = g * upper + 2 * (left + right);
        upper = left;
    }
    double g = -(ha + hb) / diagonal[n - 2];
    diagonal[n - 1] = g * upper + ha;
    slope[n - 1] =
        (g * slope[n - 2] + ((hb + 2 * (ha + hb)) * ha * db + hb * hb * da) / (ha + hb)) / diagonal[n - 1];
    for (uint32_t i = n - 1; i-- > 0;) {
        double above = i == 0 ? h0 + h1 : t[i] - t[i - 1];
        slope[i] = (slope[i] - above * slope[i + 1]) / diagonal[i];
    }
}

static void slopes(const double *t, const double *x, double *slope, uint32_t n, double *room)
{
    if (n == 1) {
        slope[0] = 0;
    } else if (n == 2) {
        slope[0] = slope[1] = (x[1] - x[0]) / (t[1] - t[0]);
    } else if (n == 3) {
        double h0 = t[1] - t[0], h1 = t[2] - t[1], d0 = (x[1] - x[0]) / h0, d1 = (x[2] - x[1]) / h1;
        double bend = (d1 - d0) / (h0 + h1);
        slope[0] = d0 - bend * h0;
        slope[1] = d0 + bend * h0;
        slope[2] = d1 + bend * h1;
    } else {
        spline(t, x, slope, n, room);
    }
}

Curve curve_through(Arena *a, const double *time, const double *value, uint32_t rows)
{
    Curve c = { NEW_N(a, double, rows), NEW_N(a, double, rows) };
    double *room = NEW_N(a, double, rows);

    for (uint32_t k = 0; k < rows; k++)
        c.value[k] = value[k];
    for (uint32_t from = 0, to; from < rows; from = to) {
        for (to = from + 1; to < rows && time[to] > time[to - 1];)
            to++;
        slopes(time + from, value + from, c.slope + from, to - from, room);
    }
    return c;
}

double curve_at(const double *time, const Curve *c, uint32_t k, double dt)
{
    const double h = time[k + 1] - time[k], s = dt / h, u = 1 - s;

    return u * u * ((1 + 2 * s) * c->value[k] + dt * c->slope[k]) +
           s * s * ((1 + 2 * u) * c->value[k + 1] - u * h * c->slope[k + 1]);
}

double curve_area(const double *time, const Curve *c, uint32_t k, double dt)
{
    const double h = time[k + 1] - time[k], s = dt / h;
    const double rise = c->value[k + 1] - c->value[k], a = h * c->slope[k], b = h * c->slope[k + 1];

    /* value[k] + a*s + (3*rise - 2*a - b)*s^2 + (a + b - 2*rise)*s^3, integrated */
    return dt * (c->value[k] + s * (a / 2 + s * ((3 * rise - 2 * a - b) / 3 + s * (a + b - 2 * rise) / 4)));
}

double *curve_integral(Arena *a, const double *time, const Curve *c, uint32_t rows)
{
    double *sum = NEW_N(a, double, rows);

    for (uint32_t k = 0; k + 1 < rows; k++)
        sum[k + 1] = sum[k] + (time[k + 1] > time[k] ? curve_area(time, c, k, time[k + 1] - time[k]) : 0);
    return sum;
}

uint32_t row_before(const double *x, uint32_t rows, double at)
{
    uint32_t low = 0, high = rows - 1;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (x[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Bisection, as the speed may come near to zero; no further than the numbers go. */
double time_of_angle(const Orders *r, double angle, uint32_t *row)
{
    const uint32_t k = *row = row_before(r->angle, r->rows, angle);
    double low = 0, high = r->time[k + 1] - r->time[k];

    for (int i = 0; i < 60 && high > 0; i++) {
        double middle = (low + high) / 2;
        if (r->angle[k] + curve_area(r->time, &r->speed, k, middle) <= angle)
            low = middle;
        else
            high = middle;
    }
    return r->time[k] + low;
}
