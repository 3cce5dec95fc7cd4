/* tolerance.c - what a step may take of the tolerance of a run, and what no tolerance explains. */
#include <float.h>
#include <math.h>
#include "solve.h"

enum { POLE = 3, NOISE = 1000, FIRST_STEPS = 10 };      /* NOISE: so many times the tolerance is no way */
#define FIRST 0.03                             /* of what a step may take: the first ones of a stretch */
#define FINEST 3e-15                           /* of a relative tolerance: still above rounding */
#define GRAIN 16                               /* roundings of the largest state, in what is held with it */

/* The part of the tolerances that a step may take. CVODE holds the error of a step below what it is given; steps grow
 * in number as that shrinks, and in a vibration that nothing damps their errors all go one way. So the error of a run
 * follows a power of it: of springs in pieces over 30 s the power 0.65 to 0.9, from 1e-6 to 1e-12. From the usual 1e-6
 * on it is raised to 1/0.71, so that the error follows the tolerance that was asked for, as far as rounding allows. */
double step_share(double rtol)
{
    double share = pow(fmin(1, rtol / 1e-6), 0.4);

    return fmin(1, fmax(share, FINEST / rtol));
}

/* Each stretch begins with order 1, and CVODE lets its first ten steps grow by more than later ones. Of low orders they
 * err to the same side after each event: of a driving cycle with 3000 events that was nearly all of what its energy
 * account lacked. Held to a thirtieth they come to a higher order before they grow, such accounts lack 5 to 20 times
 * less, and a run takes 1 to 5 % more steps (a third more where a hundred events a minute leave few other steps).
 *
 * A projection makes a state follow from others: their rounding is a jump of it in each step, however short. (Of an
 * angle of 46 rad that is 7e-15 rad, and with 12 rad/s 1e-13 rad/s of another joint of a four-bar linkage.) Sizes are
 * in nominal values, to which absolute tolerances are proportional. */
void step_room(int n, double rtol, long step, const double *absolute, const double *x, bool projected, double *room)
{
    const double all = step_share(rtol),
                 first = step < FIRST_STEPS ? fmax(FIRST, fmin(1, FINEST / (all * rtol))) : 1;
    double size = 0;

    for (int i = 0; projected && i < n; i++)
        size = absolute[i] > 0 ? fmax(size, fabs(x[i]) / absolute[i]) : size;
    for (int i = 0; i < n; i++)
        room[i] = first * all * rtol * fabs(x[i]) + fmax(first, GRAIN * DBL_EPSILON * size) * absolute[i];
}

/* A state, from number `from` on, that took much farther than its rates at both ends could, which as a rule is no
 * solution: the iteration has found another root, behind a pole of the rate. (Between smooth ends the way is h times
 * a rate between them; POLE leaves room for rounding and one bend.) Noise is measured by the tolerance of the run:
 * heat of a slip that is held at zero but within steps. */
int step_jumped(int from, int n, double h, double rtol, const double *absolute, const double *const *end)
{
    const double share = step_share(rtol);

    for (int i = from; i < n; i++) {
        double way = fabs(end[1][i] - end[0][i]), error = rtol * fabs(end[0][i]) + absolute[i] / share;
        if (!(way <= POLE * (h * fmax(fabs(end[2][i]), fabs(end[3][i])) + NOISE * error)))
            return i;
    }
    return -1;
}
