/* exact_matrices.c - the linear part of a model in numbers: what method exact has in its struct after setup, and what
 * follows from it.
 *
 * The step program is walked (interpret_step.h) through setup; A, slips and their integrals are those of the base that
 * belongs to the start. Columns by inputs and the mass matrix come from the causes of exact_causes.c, by the same
 * statements along unit directions. Stuck elements have the pseudo-inverse of the law and the factors of a step with
 * constant matrices (runtime/exact.c), so that redundant ones are treated as a step does.
 *
 * Cost: a setup, walked; n^2 (n + m) for a set, and an exponential. Requires: step_program, method exact, double
 * precision.
 */
#include <math.h>
#include <string.h>
#include "blocks.h"
#include "dtc_exact_step.h"
#include "exact_matrices.h"
#include "interpret_step.h"

#define COMPLETE 1e-9                      /* of the number of speeds: how well the trace is to be it */
#define CONJUGATE 1e-9                     /* of its largest term: how well slips are to agree with the mass matrix */

static double *numbers(const ExactMatrices *x, size_t n) { return NEW_N(&x->e->d->run, double, n + 1); }

/* a b for n x k and k x m */
static double *product(const ExactMatrices *x, uint32_t n, uint32_t k, uint32_t m, const double *a, const double *b)
{
    double *c = numbers(x, (size_t)n * m);

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t q = 0; q < k; q++)
            for (uint32_t j = 0; j < m; j++)
                c[i * m + j] += a[i * k + q] * b[q * m + j];
    return c;
}

/* I + A Gamma */
static double *transition(const ExactMatrices *x, const double *A, const double *Gamma)
{
    double *Phi = product(x, x->n, x->n, x->n, A, Gamma);

    for (uint32_t i = 0; i < x->n; i++)
        Phi[i * x->n + i] += 1;
    return Phi;
}

/* An expression at the start, evaluated once; NaN: it reads what the struct does not keep. */
static double value(const ExactMatrices *x, Ex e)
{
    Machine *k = x->machine;
    Var *vars = NULL;

    room_for_values(k);
    if (k->stamp[e] == k->epoch)
        return k->value[e];
    ex_vars(k->d, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (!k->variable[root(k->e->of, vars[i])])
            return NAN;
    return value_in(k, e);
}

/* ---- differentials ------------------------------------------------------------------------------------- */

/* of: by local; room: by block, the entries of its system. */
typedef struct { const ExactMatrices *x; double *of, **room; } Direction;

static double sum_of(const Direction *w, const RowEntry *term)
{
    double sum = 0;

    for (uint32_t i = 0; i < vec_len(term); i++)
        if (w->of[term[i].of] != 0)
            sum += value(w->x, term[i].x) * w->of[term[i].of];
    return sum;
}

/* z := inv(J) z */
static void solve(const Direction *w, uint32_t block)
{
    const Block *b = &w->x->e->dae->block[block];
    const uint32_t n = block_n(b);
    double *J = numbers(w->x, (size_t)n * n + n);
    int p[n + 1];

    for (uint32_t i = 0; i < vec_len(b->J); i++)
        J[b->J[i].row * n + b->J[i].col] = value(w->x, b->J[i].e);
    (void)dtc_lu_factor((int)n, J, p);
    dtc_lu_solve((int)n, J, p, w->room[block]);
}

static void follow(const Direction *w, const ExactOp *op)
{
    const double sign = op->negated ? -1 : 1;
    double **z = &w->room[op->block];

    switch (op->kind) {
    case X_SUM: w->of[op->local] = sign * sum_of(w, op->term); break;
    case X_ENTRY:
        *z = *z ? *z : numbers(w->x, block_n(&w->x->e->dae->block[op->block]));
        (*z)[op->index] = sum_of(w, op->term);
        break;
    case X_SOLVE: solve(w, op->block); break;
    case X_TEAR: w->of[op->local] = sign * (*z)[op->index]; break;
    }
}

/* The rates of the states by one of the causes: a column of n x m numbers. All differentials, by local. */
static const double *column(const ExactMatrices *x, const Exact *causes, uint32_t local, double *to, uint32_t j,
                            uint32_t m)
{
    const Direction w = { x, numbers(x, causes->locals),
                          NEW_N(&x->e->d->run, double *, vec_len(x->e->dae->block) + 1) };

    w.of[local] = 1;
    for (uint32_t i = 0; i < vec_len(causes->op); i++)
        follow(&w, &causes->op[i]);
    for (uint32_t i = 0; i < x->n; i++)
        to[i * m + j] = sum_of(&w, causes->rate[i]);
    return w.of;
}

/* ---- the mass matrix ----------------------------------------------------------------------------------- */

/* |c s|: J for a torque of one, by which lhs - rhs changes by s, and not by one; 0: it is no inertia now. Below 0: its
 * torques have several factors. */
static double weight(const ExactMatrices *x, const ExactNewton *law)
{
    const double c = value(x, law->c), s = fabs(value(x, law->s[0]));

    for (uint32_t i = 1; i < vec_len(law->s); i++)
        if (!(fabs(fabs(value(x, law->s[i])) - s) <= 1e-12 * s))
            return -1;
    return fabs(c) * s;
}

/* What a part adds to the inverse; the acceleration by its own torque, times its inertia. */
static double add_part(ExactMatrices *x, const ExactCauses *causes, const ExactNewton *law, double J, double *inverse)
{
    const uint32_t n = x->n;
    double *V = numbers(x, n);
    const double *by = column(x, causes->x, law->local, V, 0, 1);
    const uint32_t own = causes->x->local[law->acceleration];

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            inverse[i * n + j] += V[i] * J * V[j];
    return own ? value(x, law->c) * by[own] : 0;
}

/* The inverse of the mass matrix, by all states; NULL: it is not known. */
static double *inverse_mass(ExactMatrices *x, const ExactCauses *causes)
{
    const uint32_t n = x->n;
    double *inverse = numbers(x, (size_t)n * n), trace = 0, speeds = 0;

    for (uint32_t k = 0; k < vec_len(causes->newton); k++) {
        const double J = weight(x, &causes->newton[k]);
        if (!(J >= 0) || !isfinite(J)) {
            x->why_no_M = internf(x->e->d, "torques have different factors in %s",
                                  equation_text(x->e->d, x->e->f, &x->e->f->eq[causes->newton[k].eq]));
            return NULL;
        }
        if (J > 0)
            trace += add_part(x, causes, &causes->newton[k], J, inverse);
    }
    for (uint32_t i = 0; i < n; i++) {
        x->speed[i] = inverse[i * n + i] > 0;
        speeds += x->speed[i];
    }
    if (speeds == 0)
        x->why_no_M = "no inertia is found whose speed follows from the states";
    else if (!(fabs(trace - speeds) <= COMPLETE * speeds))
        x->why_no_M =
            "there are inertias in equations that are not Newton's law of one part, or losses between them";
    return x->why_no_M ? NULL : inverse;
}

/* Cholesky's factor of the part that belongs to speeds, in L; false: it is singular. */
static bool cholesky(const uint32_t *at, uint32_t k, uint32_t n, const double *inverse, double *L)
{
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double rest = inverse[at[i] * n + at[j]];
            for (uint32_t q = 0; q < j; q++)
                rest -= L[i * k + q] * L[j * k + q];
            if (i == j && !(rest > 1e-12 * inverse[at[i] * n + at[i]]))
                return false;
            L[i * k + j] = i == j ? sqrt(rest) : rest / L[j * k + j];
        }
    return true;
}

/* M = inv(L)' inv(L), into rows and columns of the speeds. */
static double *inverted(const ExactMatrices *x, const uint32_t *at, uint32_t k, const double *L)
{
    double *M = numbers(x, (size_t)x->n * x->n), *W = numbers(x, (size_t)k * k);

    for (uint32_t j = 0; j < k; j++)
        for (uint32_t i = j; i < k; i++) {
            double rest = i == j;
            for (uint32_t q = j; q < i; q++)
                rest -= L[i * k + q] * W[q * k + j];
            W[i * k + j] = rest / L[i * k + i];
        }
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++)
            for (uint32_t q = 0; q < k; q++)
                M[at[i] * x->n + at[j]] += W[q * k + i] * W[q * k + j];
    return M;
}

/* The first element whose slip is not -Bc' M x; m: there is none. */
static uint32_t not_conjugate(const ExactMatrices *x, const double *M)
{
    const uint32_t n = x->n, m = x->m;

    for (uint32_t e = 0; e < m; e++)
        for (uint32_t j = 0; j < n; j++) {
            double sum = x->C[e * n + j], size = fabs(sum);
            for (uint32_t i = 0; i < n; i++) {
                const double term = x->Bc[i * m + e] * M[i * n + j];
                sum += term;
                size = fmax(size, fabs(term));
            }
            if (!(fabs(sum) <= CONJUGATE * size))
                return e;
        }
    return m;
}

static void find_mass(ExactMatrices *x, const ExactCauses *causes)
{
    const uint32_t n = x->n;
    double *inverse = inverse_mass(x, causes), *L = numbers(x, (size_t)n * n), *M;
    uint32_t *at = NULL;

    for (uint32_t i = 0; i < n; i++)
        if (x->speed[i])
            vec_push(&x->e->d->run, at, i);
    if (!inverse)
        return;
    if (!cholesky(at, vec_len(at), n, inverse, L)) {
        x->why_no_M = "the speeds that torques change are not independent";
        return;
    }
    M = inverted(x, at, vec_len(at), L);
    const uint32_t e = not_conjugate(x, M);
    if (e < x->m)
        x->why_no_M =
            internf(x->e->d, "the slip of %s is not that on which its torque acts", x->x->sw[e]->name);
    else
        x->M = M;
}

/* ---- what belongs to no set ---------------------------------------------------------------------------- */

static bool started(ExactMatrices *x)
{
    machine_init(x->machine);
    const dtc_status status = machine_setup(x->machine);
    const int fault = *(int *)member_in(x->machine, x->machine->m, AT_fault, 0);
    const bool known = fault > 0 && (uint32_t)fault < vec_len(x->e->program->messages->text);

    x->machine->epoch = ++x->machine->epochs;
    if (status == DTC_OK || status == DTC_TERMINATE)
        return true;
    error(x->e->d, ((Span){ 0, 0 }), NULL, "no matrices, since the start fails: %s%s%s",
          dtc_status_text(status), known ? ": " : "", known ? x->e->program->messages->text[fault] : "");
    return false;
}

/* The base and the map of the start. */
static void take_base(ExactMatrices *x)
{
    Machine *k = x->machine;
    const dtc_exact_plan *q = k->f.plan;
    const int at = k->f.configuration ? k->f.configuration(k->m) : 0;
    const dtc_exact_base base = dtc_exact_base_of(q, k->m, at);
    const dtc_exact_matrices map = dtc_exact_map_of(q, k->m, at);

    x->A = base.A;
    x->C = base.C;
    x->K = base.K;
    x->Gamma = map.Gamma;
    x->Bc = numbers(x, (size_t)x->n * x->m);
    for (uint32_t i = 0; i < x->n * x->m; i++)
        x->Bc[i] = -base.B[i];
}

static double now(const ExactMatrices *x, Var v) { return value(x, var_value(x->e->d, x->e->f, v)); }

/* What is left of the rates at the start. */
static void take_rest(ExactMatrices *x)
{
    const Emitter *e = x->e;

    for (uint32_t i = 0; i < x->n; i++)
        x->start[i] = now(x, e->dae->state[i]);
    for (uint32_t i = 0; i < x->nv; i++)
        x->input_start[i] = now(x, x->input[i]);
    for (uint32_t i = 0; i < x->n; i++) {
        x->r[i] = now(x, e->f->var[e->dae->state[i]].der);
        for (uint32_t j = 0; j < x->n; j++)
            x->r[i] -= x->A[i * x->n + j] * x->start[j];
        for (uint32_t j = 0; j < x->nv; j++)
            x->r[i] -= x->Bv[i * x->nv + j] * x->input_start[j];
        for (uint32_t j = 0; j < x->m; j++)
            x->r[i] += x->Bc[i * x->m + j] * now(x, x->x->sw[j]->lambda);
    }
}

ExactMatrices *exact_matrices(const Emitter *e)
{
    ExactMatrices *x = NEW(&e->d->run, ExactMatrices);
    const ExactCauses causes = exact_causes(e->of, e->store);
    const uint32_t n = e->exact->n, m = e->exact->m, nv = vec_len(causes.input);

    *x = (ExactMatrices){ .e = e,
                          .x = e->exact,
                          .held = causes.held,
                          .input = causes.input,
                          .n = n,
                          .m = m,
                          .nv = nv,
                          .h = e->of->step };
    if (n == 0) {
        error(e->d, ((Span){ 0, 0 }), NULL, "no matrices: the model has no states");
        return NULL;
    }
    x->machine = machine_new(e);
    if (!x->machine || !started(x))
        return NULL;
    take_base(x);
    x->start = numbers(x, n);
    x->input_start = numbers(x, nv);
    x->r = numbers(x, n);
    x->speed = NEW_N(&e->d->run, bool, n);
    x->Bv = numbers(x, (size_t)n * nv);
    for (uint32_t j = 0; j < nv; j++)
        column(x, causes.x, causes.input_local[j], x->Bv, j, nv);
    take_rest(x);
    x->Phi = transition(x, x->A, x->Gamma);
    x->Hv = product(x, n, n, nv, x->Gamma, x->Bv);
    x->Hc = product(x, n, n, m, x->Gamma, x->Bc);
    find_mass(x, &causes);
    return x;
}

/* ---- a set of stuck elements --------------------------------------------------------------------------- */

/* Of the laws, of all elements. */
typedef struct { double *P, *G; int *place; uint32_t redundant; } Hold;

static Hold hold(ExactMatrices *x, const bool *stuck)
{
    const uint32_t m = x->m;
    const Emitter *e = x->e;
    Hold s = { numbers(x, (size_t)m * m), numbers(x, (size_t)m * m), NEW_N(&e->d->run, int, m + 1), 0 };
    uint32_t at = 0;

    for (uint32_t i = 0; i < m; i++)
        s.place[i] = stuck[i] ? DTC_STUCK : DTC_INACTIVE;
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const uint32_t own = block_m(&e->dae->block[b]);
        if (own == 0)
            continue;
        dtc_law law = law_at(x->machine, law_of(e, b));
        memcpy(law.place, s.place + at, own * sizeof *law.place);
        dtc_law_factor(&law);
        dtc_exact_gather(&law, (int)at, (int)m, s.P, s.G);
        s.redundant += (uint32_t)law.count->deficiency;
        at += own;
    }
    return s;
}

/* P inv(F) C / h of the stuck elements, with E P/h + I - G P = F and E = C Gamma B: their torques, with the sign of
 * tau. */
static void find_Xi(const ExactMatrices *x, const Hold *s, ExactSet *set)
{
    const uint32_t n = x->n, m = x->m;
    double *W = numbers(x, (size_t)n * m), *F = numbers(x, (size_t)m * m + m),
           *room = numbers(x, 2 * (size_t)m), *B = numbers(x, (size_t)n * m);
    int p[m + 1], weak;
    const dtc_exact_gripping gripping = { (int)n, (int)m, B, x->C, s->P, s->G, s->place, W, F, p, room };

    for (uint32_t i = 0; i < n * m; i++)
        B[i] = -x->Bc[i];
    weak = dtc_exact_grip(&gripping, x->h, x->Gamma);
    if (weak) {
        set->not_held = x->x->sw[weak - 1]->name;
        return;
    }
    double *y = numbers(x, (size_t)m * n);
    for (uint32_t j = 0; j < n; j++) {
        for (uint32_t e = 0; e < m; e++)
            room[e] = s->place[e] == DTC_STUCK ? x->C[e * n + j] : 0;
        dtc_lu_solve((int)m, F, p, room);
        for (uint32_t e = 0; e < m; e++)
            y[e * n + j] = -room[e] / x->h;
    }
    set->Xi = product(x, m, m, n, s->P, y);
}

/* With the torques of stuck elements in the matrix: A - B P K; and rates that are held, less what these elements take
 * of them: I - B P C. */
static void find_step(const ExactMatrices *x, const Hold *s, ExactSet *set)
{
    const uint32_t n = x->n, m = x->m;
    double *rest = product(x, n, m, n, x->Bc, product(x, m, m, n, s->P, x->C)), rate,
           *Gamma = numbers(x, n * n);
    const double *taken = product(x, n, m, n, x->Bc, product(x, m, m, n, s->P, x->K));

    set->A = numbers(x, n * n);
    for (uint32_t i = 0; i < n * n; i++)
        set->A[i] = x->A[i] + taken[i];
    for (uint32_t i = 0; i < n; i++)
        rest[i * n + i] += 1;
    set->fast = dtc_exact_map((int)n, set->A, x->h, Gamma, &rate, numbers(x, 3 * (size_t)n * n));
    set->Phi = transition(x, set->A, Gamma);
    set->Gamma = product(x, n, n, n, Gamma, rest);
    set->Hv = product(x, n, n, x->nv, set->Gamma, x->Bv);
    set->Hc = product(x, n, n, m, set->Gamma, x->Bc);
    for (uint32_t i = 0; i < n * m; i++)
        if (s->place[i % m] == DTC_STUCK)
            set->Hc[i] = 0;
}

ExactSet exact_set(ExactMatrices *x, const bool *stuck)
{
    ExactSet set = { 0 };
    const Hold s = hold(x, stuck);

    set.redundant = s.redundant;
    find_Xi(x, &s, &set);
    find_step(x, &s, &set);
    return set;
}
