/* dtc_exact_step.h - the method exact: matrices of the linear part, in setup, and a step; what is the same for every
 * model. All are inline, as in dtc_step.h.
 *
 *     x(t + h) = x + Gamma f        Gamma = integral of exp(A s) ds over the step
 *
 * with f the rates of the one evaluation of the step, in which stuck elements have no acceleration. The remainder r = f
 * - A x is never formed: Phi x + Gamma r = x + Gamma f. Places are decided as in every other method.
 *
 * A base is the linear part of a structure: A, inputs, slips, borders, from the function linear by columns. A map is
 * what a step needs of it and of the stuck elements: A - B P K, with P of the law and K the slip accelerations by
 * states; its integral Gamma; torques of stuck elements by states. Setup makes the bases of all structures, and the
 * maps of all sets of stuck elements (sets > 1); or the last map is made when the set changes, by at most 71 products
 * of n x n matrices. If structures are too many there is one base, made when the structure changes (remakes). With
 * constant matrices A is that of sliding elements always, and stuck ones have one torque for the whole step that brings
 * their slips to zero at its end (Reiter's thesis, equations 6 to 9, with the difference to the instantaneous torques
 * as the unknown): no exponential when the set changes, but an error of second order in the step, by the vibrations of
 * the shafts of which the elements join the ends.
 *
 * Step-size adjustment: the step ends at the first border within it (dtc_exact_seek), there the relation changes, or
 * places are decided with time frozen, and the step goes on from there; at its end all but relations and places is put
 * back, for the rows of the sample. After DTC_EXACT_CUTS such ends the rest of the step is carried to the next one
 * (behind), unless that would be more than a step: then borders are met at the sample as without adjustment. So it is
 * with the rest where what comes at a border is too fast for a part of a step: it is carried, and whole steps follow.
 * A slip that comes to rest is met on its zero, so nothing is predicted, unless the linear part is too fast for a
 * search within the step: then locks are (ahead).
 *
 * Cost: dtc_exact.h. Requires: dtc_exact_plan of the model; room of DTC_EXACT_... numbers. */
#ifndef DTC_EXACT_STEP_H
#define DTC_EXACT_STEP_H

#include "dtc_exact.h"
#include "dtc_step.h"

enum { DTC_EXACT_FROZEN = 5 };             /* decisions at a border */
#define DTC_EXACT_CUTS(gaps) (4 + (gaps))  /* ends at borders in a step: each contact may hit */

typedef size_t dtc_bytes;                  /* in the struct of a model, from its beginning */

typedef struct {
    int n, m, g, gaps, bases;              /* states, switching elements, borders of relations and, after them, of
                                              contacts; how many of these; linear parts */
    int sets;                              /* of stuck elements that setup makes maps for; 1: none */
    int adjusts, constant, remakes;        /* steps end at borders; constant matrices; see above */
    int unstaged;                          /* matrices hang on more than what `structure` computes */
    int too_fast;                          /* messages */
    int weak_alone, weak;                  /* that before those of each element */
    dtc_bytes ahead, matrices, last;       /* where they are; ahead comes after all that belongs to a sample */
    /* pairs: where, and how many bytes: what goes on after the borders of a step */
    const dtc_bytes *kept;
    int parts;
} dtc_exact_plan;

typedef struct { dtc_real *A, *B, *C, *K, *L; } dtc_exact_base;
typedef struct { dtc_real *A, *Gamma, *Q, *rate; } dtc_exact_matrices;
typedef struct { dtc_real *P, *G, *W, *F; int *p; } dtc_exact_grips;

DTC_FLOW dtc_real *dtc_exact_numbers(const dtc_exact_plan *q, void *m)
{
    return (dtc_real *)(void *)((char *)m + q->matrices);
}

/* Of the last map: the number of its base, which elements are stuck in it. */
DTC_FLOW int *dtc_exact_last(const dtc_exact_plan *q, void *m) { return (int *)(void *)((char *)m + q->last); }

DTC_FLOW dtc_exact_base dtc_exact_base_of(const dtc_exact_plan *q, void *m, int k)
{
    dtc_real *A = dtc_exact_numbers(q, m) + k * DTC_EXACT_BASE(q->n, q->m, q->g), *B = A + q->n * q->n,
             *C = B + q->n * q->m, *K = C + q->m * q->n;
    const dtc_exact_base b = { A, B, C, K, K + q->m * q->n };
    return b;
}

DTC_FLOW dtc_exact_matrices dtc_exact_map_of(const dtc_exact_plan *q, void *m, int k)
{
    dtc_real *A = dtc_exact_numbers(q, m) + q->bases * DTC_EXACT_BASE(q->n, q->m, q->g) +
                  k * DTC_EXACT_MAP(q->n, q->m),
             *Gamma = A + q->n * q->n, *Q = Gamma + q->n * q->n;
    const dtc_exact_matrices a = { A, Gamma, Q, Q + q->m * q->n };
    return a;
}

DTC_FLOW dtc_exact_grips dtc_exact_grips_of(const dtc_exact_plan *q, void *m)
{
    dtc_real *P = dtc_exact_map_of(q, m, q->bases + 1).A, *G = P + q->m * q->m, *W = G + q->m * q->m;
    const dtc_exact_grips r = { P, G, W, W + q->n * q->m, dtc_exact_last(q, m) + 1 + q->m };
    return r;
}

/* ---- matrices ------------------------------------------------------------------------------------------ */

/* The exponential of a map. A model that is too fast for borders within a step has its locks predicted; contacts, whose
 * gaps the step could not close, are refused. */
static inline void dtc_exact_expand(const dtc_functions *f, void *m, const dtc_exact_matrices *a, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    const dtc_control c = f->control(m);

    if (dtc_exact_map(q->n, a->A, c.step, a->Gamma, a->rate, work))
        *c.fault = q->too_fast;
    if (!q->adjusts || 2 * *a->rate * c.step <= (dtc_real)DTC_EXACT_SEARCHED)
        return;
    *(dtc_real *)(void *)((char *)m + q->ahead) = c.step;
    if (q->gaps)
        *c.fault = q->too_fast;
}

/* Base and map k: those of the present structure with nothing stuck. */
static inline void dtc_exact_linearize(const dtc_functions *f, void *m, int k, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    const int n = q->n, s = q->m, g = q->g;
    const dtc_exact_base b = dtc_exact_base_of(q, m, k);
    const dtc_exact_matrices a = dtc_exact_map_of(q, m, k);
    dtc_real *dx = work, *dl = dx + n, *df = dl + s, *ds = df + n, *da = ds + s, *dg = da + s, *end = dg + g;
    int i, j;

    memset(work, 0, (size_t)(end - work) * sizeof *work);
    for (j = 0; j < n; j++) {
        dx[j] = (dtc_real)1;
        f->linear(m, dx, dl, df, ds, da, dg);
        dx[j] = (dtc_real)0;
        for (i = 0; i < n; i++)
            b.A[i * n + j] = df[i];
        for (i = 0; i < s; i++) {
            b.C[i * n + j] = ds[i];
            b.K[i * n + j] = da[i];
        }
        for (i = 0; i < g; i++)
            b.L[i * n + j] = dg[i];
    }
    for (j = 0; j < s; j++) {
        dl[j] = (dtc_real)1;
        f->linear(m, dx, dl, df, ds, da, dg);
        dl[j] = (dtc_real)0;
        for (i = 0; i < n; i++)
            b.B[i * s + j] = df[i];
    }
    memcpy(a.A, b.A, (size_t)(n * n) * sizeof *a.A);
    memset(a.Q, 0, (size_t)(s * n) * sizeof *a.Q);
    dtc_exact_expand(f, m, &a, end);
    if (s > 0 && q->sets == 1)
        *dtc_exact_last(q, m) = -1;
}

/* P and G of all laws together. */
static inline void dtc_exact_collect(const dtc_functions *f, void *m, int s, dtc_real *P, dtc_real *G)
{
    memset(P, 0, (size_t)(s * s) * sizeof *P);
    memset(G, 0, (size_t)(s * s) * sizeof *G);
    f->gather(m, P, G);
}

/* Map `to`: base k with the elements in it that are stuck by the factors of the laws. */
static inline void dtc_exact_stick_in(const dtc_functions *f, void *m, int k, int to, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    const dtc_exact_base b = dtc_exact_base_of(q, m, k);
    const dtc_exact_matrices a = dtc_exact_map_of(q, m, to);
    dtc_real *G = work + q->m * q->m;

    dtc_exact_collect(f, m, q->m, work, G);
    dtc_exact_close(q->n, q->m, b.A, b.B, b.K, work, a.A, a.Q);
    dtc_exact_expand(f, m, &a, work);
}

/* Elements whose torque cannot bring their slip to zero within a step, each alone. The structure is that of map k. */
static inline void dtc_exact_check(const dtc_functions *f, void *m, int k, dtc_real *work, int *places)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    const dtc_exact_base b = dtc_exact_base_of(q, m, k);
    dtc_real *G = work + q->m * q->m, *room = G + q->m * q->m;
    const dtc_exact_gripping of = { q->n, q->m, b.B, b.C, NULL, G, NULL, NULL, NULL, NULL, NULL };
    const dtc_control c = f->control(m);
    int weak;

    dtc_exact_collect(f, m, q->m, work, G);
    weak = dtc_exact_hold_check(&of, c.step, dtc_exact_map_of(q, m, k).Gamma, room, places);
    if (weak)
        *c.fault = q->weak_alone + weak;
}

/* How torques of the elements that are stuck now act over a step; the last map is that of sliding ones. */
static inline void dtc_exact_hold_on(const dtc_functions *f, void *m, const int *place, int k, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    const dtc_exact_base b = dtc_exact_base_of(q, m, k);
    const dtc_exact_matrices a = dtc_exact_map_of(q, m, k), to = dtc_exact_map_of(q, m, q->bases);
    const dtc_exact_grips r = dtc_exact_grips_of(q, m);
    const dtc_exact_gripping gripping = { q->n, q->m, b.B, b.C, r.P, r.G, place, r.W, r.F, r.p, work };
    const dtc_control c = f->control(m);
    int weak;

    dtc_exact_collect(f, m, q->m, r.P, r.G);
    memcpy(to.A, a.A, (size_t)DTC_EXACT_MAP(q->n, q->m) * sizeof *a.A);
    dtc_exact_close(q->n, q->m, b.A, b.B, b.K, r.P, NULL, to.Q);
    weak = dtc_exact_grip(&gripping, c.step, a.Gamma);
    if (weak) {
        c.count->singular++;
        *c.fault = q->weak + weak;
    }
}

/* Of a step: how far ahead places are decided where locks are found within it. Not nothing, as a slip must change by
 * more than its rounding in it. */
#define DTC_AHEAD ((dtc_real)(1e-6 > 1e4 * (double)DTC_EPSILON ? 1e-6 : 1e4 * (double)DTC_EPSILON))

/* In setup: each combination of relations with the structure that follows from it, and the maps of all sets of stuck
 * elements that it can have; all else is put back. */
static inline void dtc_exact_prepare(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    int k, set, fault;

    memcpy(room->copy, m, q->ahead);
    *(dtc_real *)(void *)((char *)m + q->ahead) = q->adjusts ? DTC_AHEAD * c->step : c->step;
    for (k = 0; k < q->bases; k++) {
        if (q->bases > 1) {
            f->configure(m, k);
            DTC_RUN(held);
            DTC_RUN(structure);
            if (q->unstaged) {
                DTC_RUN(kinematic);
                DTC_RUN(equations);
            }
        }
        dtc_exact_linearize(f, m, k, room->work);
        if (q->constant)
            dtc_exact_check(f, m, k, room->work, room->places);
        for (set = 1; set < q->sets; set++) {
            f->stick(m, set);
            dtc_exact_stick_in(f, m, k, k + set * q->bases, room->work);
        }
    }
    fault = *c->fault;
    memcpy(m, room->copy, q->ahead);
    *c->fault = fault;
}

/* ---- a step -------------------------------------------------------------------------------------------- */

/* The number of the map of now; *base: of its linear part. One of those that setup has made, or the last one, made when
 * the set or the base has changed. */
DTC_FLOW int dtc_exact_present(const dtc_functions *f, void *m, const int *place, int *base, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    int *last = dtc_exact_last(q, m), k = f->configuration ? f->configuration(m) : 0, changed, any, i;

    *base = k;
    if (q->m == 0)
        return k;
    if (q->sets > 1) {
        for (i = 0; i < q->m; i++)
            k += (place[i] == DTC_STUCK) * (q->bases << i);
        return k;
    }
    changed = *last != k;
    any = dtc_exact_stuck(q->m, place, last + 1, &changed);
    *last = k;
    if (!any)
        return k;
    if (changed && q->constant)
        dtc_exact_hold_on(f, m, place, k, work);
    else if (changed)
        dtc_exact_stick_in(f, m, k, q->bases, work);
    return q->bases;
}

/* What the evaluation has found, and the map that belongs to it. */
DTC_FLOW void dtc_exact_look_round(const dtc_functions *f, void *m, dtc_exact *x, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    int base, k;

    if (f->look_at_laws)
        f->look_at_laws(m, x->s, x->place);
    if (f->borders)
        f->borders(m, x->border, x->side);
    f->rates(m, x->f);
    k = dtc_exact_present(f, m, x->place, &base, work);
    const dtc_exact_base b = dtc_exact_base_of(q, m, base);
    const dtc_exact_matrices a = dtc_exact_map_of(q, m, k);
    x->B = b.B;
    x->C = b.C;
    x->L = b.L;
    x->A = a.A;
    x->Gamma = a.Gamma;
    x->Q = a.Q;
    x->rate = *a.rate;
}

/* At a border within the step: what changes there. Relations that have reached their borders; impacts, in which finite
 * bounds give no impulse; places with time frozen. last: contacts close that would do so later. */
static inline void dtc_exact_resettle(const dtc_functions *f, void *m, const int *side, int last, dtc_real *work)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    int k;

    if (f->turn)
        f->turn(m, side);
    DTC_RUN(held);
    DTC_RUN(structure);
    DTC_RUN(kinematic);
    DTC_RUN(equations);
    if (f->impacts && f->impacts(m, last)) {
        DTC_RUN(structure);
        f->correct(m);
        DTC_RUN(equations);
    }
    for (k = 0; k < DTC_EXACT_FROZEN && f->decide && f->decide(m, k); k++) {
        DTC_RUN(structure);
        DTC_RUN(equations);
    }
    if (q->remakes)
        dtc_exact_linearize(f, m, 0, work);
}

/* All but relations and places is that of the sample again. */
static inline void dtc_exact_put_back(const dtc_exact_plan *q, void *m, void *sample)
{
    int i;

    for (i = 0; i < 2 * q->parts; i += 2)
        memcpy((char *)sample + q->kept[i], (char *)m + q->kept[i], q->kept[i + 1]);
    memcpy(m, sample, q->ahead);
}

/* The rest of the step, in which no borders are sought: slips that would come to rest in it do so now, as at a sample;
 * contacts that would overlap at its end close now, and again if others come of that. */
static inline void dtc_exact_finish(const dtc_functions *f, void *m, dtc_exact *x, dtc_real left, dtc_real *y,
                                    dtc_real *room)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    int round;

    if (f->rest && f->rest(m, left)) {
        DTC_RUN(structure);
        DTC_RUN(equations);
        dtc_exact_look_round(f, m, x, room);
    }
    dtc_exact_reach(x, left, y);
    for (round = 1; round < DTC_EXACT_FROZEN && dtc_exact_overlap(x, q->gaps, left, y); round++) {
        dtc_exact_resettle(f, m, x->side, 1, room);
        dtc_exact_look_round(f, m, x, room);
        dtc_exact_reach(x, left, y);
    }
}

/* Too fast for a series over tau: only the matrix of a whole step is right then. */
static inline int dtc_exact_outruns(const dtc_exact *x, dtc_real tau)
{
    return !(x->rate * tau <= (dtc_real)DTC_EXACT_SEARCHED);
}

/* The step goes on after its first border, y after tau: from border to border, until it ends or too many have been met,
 * or what comes is too fast for a part of a step (a spring against a damper, once its play is used up): then the rest
 * is carried to the next step as well.
 * Afterwards y is the change of the whole step. work: n numbers, and room to make a map. */
static inline void dtc_exact_go_on(const dtc_functions *f, void *m, dtc_exact *x, dtc_real left, dtc_real tau,
                                   dtc_real *y, dtc_real *work, void *sample)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    const dtc_control c = f->control(m);
    const dtc_real least = (dtc_real)1e-9 * c.step;
    const dtc_real first = tau / c.step;
    dtc_real *start = work, *room = work + q->n, behind = (dtc_real)0;
    const int most = DTC_EXACT_CUTS(q->gaps);
    int cuts = 1, met = 1, cut = 1, last, fast = 0;

    memcpy(sample, m, q->ahead);
    memset(start, 0, (size_t)q->n * sizeof *start);
    f->less(m, start);
    for (;;) {
        f->add(m, y);
        *c.time += tau;
        left -= tau;
        if (fast)
            behind = left;
        if (!cut)
            break;
        last = cuts == most && left > least;
        dtc_exact_resettle(f, m, x->side, 0, room);
        if (last && left <= c.step) {
            behind = left;
            break;
        }
        dtc_exact_look_round(f, m, x, room);
        fast = left > least && dtc_exact_outruns(x, left);
        if (fast && left < c.step) {
            behind = left;
            break;
        }
        if (fast) {
            cut = 0;
            tau = c.step;
            dtc_exact_reach(x, tau, y);
        } else if (cuts++ < most && left > least) {
            tau = dtc_exact_seek(x, left, y, &cut);
            met += cut != 0;
        } else {
            cut = 0;
            tau = left;
            dtc_exact_finish(f, m, x, tau, y, room);
        }
    }
    memcpy(y, start, (size_t)q->n * sizeof *y);
    f->less(m, y);
    dtc_exact_put_back(q, m, sample);
    *c.changed = 1;
    *c.behind = behind;
    *c.cuts = met;
    *c.cut = first;
}

/* Parts of the room of a step, one after the other. */
DTC_FLOW dtc_real *dtc_exact_part(dtc_real **at, int n)
{
    dtc_real *part = *at;

    *at += n;
    return part;
}

DTC_FLOW dtc_exact dtc_exact_begin(const dtc_exact_plan *q, const dtc_control *c, dtc_real **at, int *places)
{
    const int n = q->n, m = q->m;
    dtc_exact x;

    x.n = n;
    x.m = m;
    x.g = q->adjusts ? q->g : 0;
    x.held = q->constant;
    x.h = c->step;
    x.f = dtc_exact_part(at, n);
    x.s = dtc_exact_part(at, m);
    x.ah = dtc_exact_part(at, m);
    x.lambda = dtc_exact_part(at, m);
    x.slo = dtc_exact_part(at, m);
    x.shi = dtc_exact_part(at, m);
    x.rest = dtc_exact_part(at, m);
    x.release = dtc_exact_part(at, m);
    x.impulse = dtc_exact_part(at, m);
    x.border = dtc_exact_part(at, q->g);
    x.drift = dtc_exact_part(at, m);
    x.go = dtc_exact_part(at, n);
    x.jump = dtc_exact_part(at, n);
    x.next = dtc_exact_part(at, n);
    x.term = dtc_exact_part(at, (DTC_EXACT_TERMS + 1) * n);
    x.place = places;
    x.side = places + m;
    x.hold = NULL;
    return x;
}

DTC_FLOW dtc_exact_hold dtc_exact_own(const dtc_exact_plan *q, void *m, const dtc_control *c, dtc_real **at,
                                           int *places)
{
    const dtc_exact_grips r = dtc_exact_grips_of(q, m);
    dtc_exact_hold hold;

    hold.P = r.P;
    hold.G = r.G;
    hold.W = r.W;
    hold.F = r.F;
    hold.p = r.p;
    hold.own_W = dtc_exact_part(at, q->n * q->m);
    hold.own_F = dtc_exact_part(at, q->m * q->m + q->m);
    hold.d = dtc_exact_part(at, 2 * q->m);
    hold.column = dtc_exact_part(at, q->n);
    hold.own_p = places;
    hold.singular = &c->count->singular;
    return hold;
}

/* What is added to the states: a step; with adjustment to its first border, and on. */
DTC_FLOW void dtc_exact_stages(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room, int held)
{
    const dtc_exact_plan *q = (const dtc_exact_plan *)f->plan;
    dtc_real *at = room->work, *dx = dtc_exact_part(&at, q->n), left, tau, behind = (dtc_real)0;
    dtc_exact x = dtc_exact_begin(q, c, &at, room->places);
    dtc_exact_hold hold;
    int cut;

    (void)held; /* impulses are no part of them */
    if (q->constant) {
        hold = dtc_exact_own(q, m, c, &at, x.side + q->g);
        x.hold = &hold;
    }
    if (q->remakes) {
        if (*c->stale &&
            *c->changed) { /* relations that the evaluation has decided last: matrices are of before */
            DTC_RUN(held);
            DTC_RUN(structure);
        }
        if (*c->stale)
            dtc_exact_linearize(f, m, 0, q->adjusts ? at + q->n : at);
        *c->stale = 0;
    }
    dtc_exact_look_round(f, m, &x, q->adjusts ? at + q->n : at);
    if (!q->adjusts) {
        dtc_exact_step(&x, dx);
        return;
    }
    left = c->step + *c->behind;
    if (*c->behind > (dtc_real)0 && dtc_exact_outruns(&x, left)) {
        behind = *c->behind;
        left = c->step;
    }
    tau = dtc_exact_seek(&x, left, dx, &cut);
    *c->behind = behind;
    *c->cuts = 0;
    *c->cut = (dtc_real)1;
    if (cut)
        dtc_exact_go_on(f, m, &x, left + behind, tau, dx, at, room->copy);
}

#endif
