/* tolerance.c - what a step may take of the tolerance of a run. */
#include <math.h>
#include "solve.h"

#define FINEST 3e-15                           /* of a relative tolerance: still above rounding */

/* The part of the tolerances that a step may take. CVODE holds the error of a step below what it is given; steps grow
 * in number as that shrinks, and in a vibration that nothing damps their errors all go one way. So the error of a run
 * follows a power of it: of springs in pieces over 30 s the power 0.65 to 0.9, from 1e-6 to 1e-12. From the usual 1e-6
 * on it is raised to 1/0.71, so that the error follows the tolerance that was asked for, as far as rounding allows. */
double step_share(double rtol)
{
    double share = pow(fmin(1, rtol / 1e-6), 0.4);

    return fmin(1, fmax(share, FINEST / rtol));
}
