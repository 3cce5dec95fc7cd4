/* hand.h - the ordinary step of a gearbox in minimal coordinates, as a careful engineer writes it for one gearbox.
 *
 * NV speeds v, NE switching elements with slips s = W v: M v' = q + W' lambda. The file that includes this one defines
 * NV, NE, BREAKS_AWAY and
 *
 *     slips(s, v)          s = W v, written out as short sums
 *     spread(q, lambda)    q += W' lambda, the same
 *
 * The mass matrix is constant: it is inverted once. While places stay, a = KS q and lambda = L q at the stuck elements,
 * with KS = K - K W_S' P W_S K and L = -P W_S K made when a place changes, K = inv(M), P the pseudo-inverse of W_S K
 * W_S'. So a step is: short sums, a comparison for each element, the torques of the sliding ones, NV^2 multiplications
 * and NV more for each stuck element.
 *
 * Law and decision are those of the generated code (docs/switching.md). In a sample in which an element wants to leave
 * its place the runtime is asked (dtc_law_decide); nothing else of a step is the runtime's. Where BREAKS_AWAY is 1,
 * elements hold more than they slide with, and how far they are from that is left for the next sample. */
#ifndef HAND_H
#define HAND_H

#include "dtc_runtime.h"

typedef struct {
    DTC_LAW_MEMBERS(NE)                 /* slips, bounds, torques and places, as the runtime wants them */
    double v[NV], a[NV], q[NV];           /* speeds, accelerations, torques on them without those of the elements */
    double K[NV][NV], WK[NE][NV];          /* inv(M), W inv(M) */
    double KS[NV][NV], L[NE][NV];          /* with the stuck elements */
    double es[NE], ea[NE], el[NE];        /* no slip, no acceleration, no torque */
    int stuck[NE], stucks;
} Gear;

static void slips(double *s, const double *v);
static void spread(double *q, const double *lambda);

/* ---- once ----------------------------------------------------------------------------------------------- */

/* K becomes inv(M): Gauss-Jordan without pivoting, which suits a positive definite matrix. M is lost. */
static void invert(double mass[NV][NV], double K[NV][NV])
{
    for (int i = 0; i < NV; i++)
        for (int j = 0; j < NV; j++)
            K[i][j] = i == j;
    for (int p = 0; p < NV; p++) {
        double pivot = mass[p][p];
        for (int j = 0; j < NV; j++) {
            mass[p][j] /= pivot;
            K[p][j] /= pivot;
        }
        for (int i = 0; i < NV; i++) {
            double x = mass[i][p];
            if (i == p)
                continue;
            for (int j = 0; j < NV; j++) {
                mass[i][j] -= x * mass[p][j];
                K[i][j] -= x * K[p][j];
            }
        }
    }
}

/* A body of inertia J with speed u v */
static void add_body(double mass[NV][NV], double J, const double *u)
{
    for (int i = 0; i < NV; i++)
        for (int j = 0; j < NV; j++)
            mass[i][j] += J * u[i] * u[j];
}

/* All that depends on inertias and nominal torques. */
static void constants(Gear *g, double mass[NV][NV])
{
    double W[NE][NV], s[NE], unit[NV], worst = 0;
    dtc_law law = DTC_LAW_VIEW(NE, g);

    invert(mass, g->K);
    for (int i = 0; i < NV; i++) {
        for (int j = 0; j < NV; j++)
            unit[j] = i == j;
        slips(s, unit);
        for (int e = 0; e < NE; e++)
            W[e][i] = s[e];
    }
    for (int e = 0; e < NE; e++)
        for (int i = 0; i < NV; i++) {
            g->WK[e][i] = 0;
            for (int j = 0; j < NV; j++)
                g->WK[e][i] += W[e][j] * g->K[j][i];
        }
    for (int e = 0; e < NE; e++)
        for (int f = 0; f < NE; f++) {
            g->G[e * NE + f] = 0;
            for (int j = 0; j < NV; j++)
                g->G[e * NE + f] += g->WK[e][j] * W[f][j];
        }
    for (int e = 0; e < NE; e++) {
        g->speed[e] = 1;
        g->es[e] = 1e-9;
        g->el[e] = 1e-7 * g->torque[e];
        worst = dtc_max(worst, sqrt(g->G[e * NE + e]) * g->torque[e]);
    }
    for (int e = 0; e < NE; e++)
        g->ea[e] = 1e-9 * sqrt(g->G[e * NE + e]) * worst;
    g->lag = -0.5;                      /* Euler's method */
    dtc_law_groups(&law);
}

/* ---- when a place has changed --------------------------------------------------------------------------- */

static void with_stuck_elements(Gear *g)
{
    g->stucks = 0;
    for (int e = 0; e < NE; e++)
        if (g->place[e] == DTC_STUCK)
            g->stuck[g->stucks++] = e;
    memcpy(g->KS, g->K, sizeof g->KS);
    for (int k = 0; k < g->stucks; k++) {
        int e = g->stuck[k];
        double row[NV] = { 0 };
        for (int l = 0; l < g->stucks; l++) {
            int f = g->stuck[l];
            for (int j = 0; j < NV; j++)
                row[j] -= g->P[e * NE + f] * g->WK[f][j];
        }
        memcpy(g->L[e], row, sizeof row);
        for (int i = 0; i < NV; i++)
            for (int j = 0; j < NV; j++)
                g->KS[i][j] += g->WK[e][i] * row[j];
    }
}

/* ---- a step --------------------------------------------------------------------------------------------- */

/* How far a torque is from the bounds of a stuck element. */
static inline double room(const Gear *g, int e, double torque)
{
    double above = torque - g->slo[e], below = g->shi[e] - torque;
    return above < below ? above : below;
}

/* Would an element leave its place, or has a stuck one a slip? */
static int wants_to_leave(const Gear *g, double h)
{
    for (int e = 0; e < NE; e++) {
        int place = g->place[e];
        int capacity = g->hi[e] - g->lo[e] > 0;
        if (capacity != (place != DTC_INACTIVE))
            return 1;
        if (place == DTC_STUCK) {
            if (room(g, e, g->lambda[e]) < -g->el[e] || fabs(g->s[e]) > 0.01 * g->es[e])
                return 1;
        } else if (place != DTC_INACTIVE) {
            double s = place > 0 ? g->s[e] : -g->s[e], a = place > 0 ? g->ah[e] : -g->ah[e];
            if (s < -g->es[e] || (a < -g->ea[e] && s + h * a <= 0))
                return 1;
        }
    }
    return 0;
}

/* Slip accelerations without the torques of the stuck elements. */
static void accelerations_when_free(Gear *g)
{
    for (int e = 0; e < NE; e++) {
        g->af[e] = g->ah[e];
        for (int k = 0; k < g->stucks; k++)
            g->af[e] -= g->G[e * NE + g->stuck[k]] * g->lambda[g->stuck[k]];
    }
}

/* Places, and torques of the step; accelerations with them. */
static void decide(Gear *g, double h)
{
    dtc_law law = DTC_LAW_VIEW(NE, g);
    double q[NV];

    accelerations_when_free(g);
    if (dtc_law_decide(&law, h, h, DTC_LAW_WHOLE | (BREAKS_AWAY ? DTC_LAW_ROOM : 0)))
        with_stuck_elements(g);
    memcpy(q, g->q, sizeof q);
    spread(q, g->lambda);
    for (int i = 0; i < NV; i++) {
        g->a[i] = 0;
        for (int j = 0; j < NV; j++)
            g->a[i] += g->K[i][j] * q[j];
    }
}

/* Torques and accelerations from q, in the places as they are. */
static void balance(Gear *g)
{
    double q[NV];

    memcpy(q, g->q, sizeof q);
    for (int e = 0; e < NE; e++)
        g->lambda[e] = g->place[e] == DTC_FWD ? g->lo[e] : g->place[e] == DTC_BWD ? g->hi[e] : 0;
    spread(q, g->lambda);
    for (int i = 0; i < NV; i++) {
        g->a[i] = 0;
        for (int j = 0; j < NV; j++)
            g->a[i] += g->KS[i][j] * q[j];
    }
    for (int k = 0; k < g->stucks; k++) {
        int e = g->stuck[k];
        double sum = 0;
        for (int j = 0; j < NV; j++)
            sum += g->L[e][j] * q[j];
        g->lambda[e] = sum;
    }
    slips(g->ah, g->a);
}

/* Torques and accelerations of the sample. */
static void evaluate(Gear *g, double h)
{
    balance(g);
    if (wants_to_leave(g, h)) {
        decide(g, h);
        return;
    }
    for (int k = 0; k < g->stucks && BREAKS_AWAY; k++)
        g->room[g->stuck[k]] = room(g, g->stuck[k], g->lambda[g->stuck[k]]);
}

/* The speeds at the end of the step; nonzero if they are numbers. */
static int advance(Gear *g, double h)
{
    double sum = 0;

    for (int j = 0; j < NV; j++) {
        g->v[j] += h * g->a[j];
        sum += g->v[j];
    }
    return dtc_finite(sum);
}

/* The slips of stuck elements at the start become zero: v -= K W_S' P s_S, which is v += L' s_S. */
static void correct(Gear *g)
{
    for (int k = 0; k < g->stucks; k++) {
        int e = g->stuck[k];
        for (int j = 0; j < NV; j++)
            g->v[j] += g->L[e][j] * g->s[e];
    }
}

/* Places at the start, with bounds and q of then: as a generated model finds them. */
static void start(Gear *g)
{
    dtc_law law = DTC_LAW_VIEW(NE, g);

    slips(g->s, g->v);
    dtc_law_start(&law);
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0;; k++) {
            dtc_law_factor(&law);
            dtc_law_push(&law);
            double q[NV];
            memcpy(q, g->q, sizeof q);
            spread(q, g->lambda);
            for (int e = 0; e < NE; e++) {
                g->af[e] = 0;
                for (int j = 0; j < NV; j++)
                    g->af[e] += g->WK[e][j] * q[j];
            }
            dtc_law_solve(&law);
            if (!dtc_law_settle(&law, 0, k))
                break;
        }
        with_stuck_elements(g);
        correct(g);
        slips(g->s, g->v);
    }
    balance(g);
}

/* ---- bounds --------------------------------------------------------------------------------------------- */

/* Clutch or brake: capacity c, static capacity peak*c. */
static inline void two_sided(Gear *g, int e, double c, double peak)
{
    g->lo[e] = -c;
    g->hi[e] = c;
    g->slo[e] = -c * peak;
    g->shi[e] = c * peak;
}

/* What a harness wants to know of a hand-written model. */
extern const char hand_model[];
extern const size_t hand_size;
void hand_inputs(void *m, const double *u);
dtc_status hand_setup(void *m);
dtc_status hand_step(void *m);
int hand_speed(const void *m, const char *name, double *w);   /* of a shaft, by its name in the model; 0: unknown */
int hand_place(const void *m, const char *name, int *place);  /* of an element */

#endif
