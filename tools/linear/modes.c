/* modes.c - the modes of a linear model: shapes, powers of its components, energies, nodes.
 *
 * A shape is made consistent first: positions are those that the speeds have at the eigenvalue, so that energies of
 * elements come from their own deformation, and a small difference of large numbers appears nowhere. Where kinetic
 * and elastic energies and damping of all components are known and agree with the eigenvalue, it is taken from them:
 * lambda^2 w'Mw + lambda w'Dw + w'Kw = 0, Rayleigh's quotient, of second order in the error of the shape (Lancaster
 * 1966).
 *
 * Of an oscillation the nodes are counted: springs and dampers whose two flanges swing against each other. Cost: linear
 * in the model for each mode.
 */
#include <complex.h>
#include <math.h>
#include <string.h>
#include "modes.h"
#include "rigid.h"

static const double AGREES = 1e-6, STILL = 1e-3, RIGID_PART = 1e-6;

typedef double _Complex Complex;

static Complex complex_of(const double *x) { return x[0] + x[1] * I; }

/* ---- shapes -------------------------------------------------------------------------------------------- */

/* The phasor of v; zero where it does not vary. */
static Complex along(const Modes *m, const Mode *o, Var v, bool minus)
{
    bool negated = false;
    const uint32_t column = v ? pencil_column(m->l->q, v, &negated) : UINT32_MAX;

    if (column >= m->l->q->n + m->l->q->k)
        return 0;
    const Complex x = complex_of(o->all + 2 * column);
    return negated != minus ? -x : x;
}

static bool has_unit(const Modes *m, Var v, const char *end)
{
    const char *unit = m->l->p->e->f->var[v].unit;
    const size_t n = unit ? strlen(unit) : 0, k = strlen(end);
    return n >= k && strcmp(unit + n - k, end) == 0;
}

/* Positions from speeds: of states whose rate is a speed and that are none themselves. */
static void make_consistent(const Modes *m, const EigenPair *p, double *x, double *xi)
{
    const Linear *l = m->l;
    const double size = p->re * p->re + p->im * p->im;
    double *re = NEW_N(&l->p->d->pass, double, l->n + 1), *im = NEW_N(&l->p->d->pass, double, l->n + 1);

    for (int j = 0; j < l->A->n; j++)
        for (int k = l->A->p[j]; k < l->A->p[j + 1]; k++) {
            re[l->A->i[k]] += l->A->x[k] * x[j];
            im[l->A->i[k]] += l->A->x[k] * xi[j];
        }
    for (uint32_t i = 0; i < l->n && size > 0; i++) {
        const Var s = l->p->e->dae->state[l->state[i]];
        if (has_unit(m, s, "/s") || !l->p->e->f->var[s].der || !has_unit(m, l->p->e->f->var[s].der, "/s"))
            continue;
        x[i] = (re[i] * p->re + im[i] * p->im) / size;
        xi[i] = (im[i] * p->re - re[i] * p->im) / size;
    }
}

/* All variables along the shape. */
static void spread(const Modes *m, Mode *o)
{
    const Linear *l = m->l;
    const uint32_t columns = l->q->n + l->q->k;
    double *x = NEW_N(&l->p->d->pass, double, l->n + 1), *xi = NEW_N(&l->p->d->pass, double, l->n + 1);

    memcpy(x, o->at->x, l->n * sizeof *x);
    memcpy(xi, o->at->xi, l->n * sizeof *xi);
    make_consistent(m, o->at, x, xi);
    o->all = NEW_N(&l->p->d->run, double, 2 * (size_t)columns + 2);
    for (uint32_t c = 0; c < columns; c++)
        for (int k = l->X->p[c]; k < l->X->p[c + 1]; k++) {
            o->all[2 * c] += l->X->x[k] * x[l->X->i[k]];
            o->all[2 * c + 1] += l->X->x[k] * xi[l->X->i[k]];
        }
    o->motion = motion_along(&m->parts.motion, l, o->all);
}

void mode_speed(const Modes *m, const Mode *o, const Port *p, double out[2])
{
    const uint32_t at = p->position ? m->parts.motion.at[p->position] : 0;
    const Complex x = p->speed ? along(m, o, p->speed, p->negated)
                    : at == 0  ? 0
                               : complex_of(o->motion + 2 * (at - 1));

    out[0] = p->speed || !p->negated ? creal(x) : -creal(x);
    out[1] = p->speed || !p->negated ? cimag(x) : -cimag(x);
}

static Complex speed_of(const Modes *m, const Mode *o, const Port *p)
{
    double x[2];

    mode_speed(m, o, p, x);
    return complex_of(x);
}

/* ---- powers -------------------------------------------------------------------------------------------- */

typedef struct { Complex power, own; double m, e, other; bool stored; } Account;

/* size: the sum of magnitudes, of which rounding is a part. */
static Complex power_of(const Modes *m, const Mode *o, const ModePart *p, double *size)
{
    Complex sum = 0;

    for (uint32_t i = 0; i < vec_len(p->port); i++) {
        const Port *port = &p->port[i];
        const Complex x = along(m, o, port->flow, false) * conj(speed_of(m, o, port));
        sum += x;
        *size += cabs(x);
    }
    return sum;
}

/* Of each part what flows into it and not into what it contains. */
static double powers(const Modes *m, const Mode *o, Account *a, double *size)
{
    const uint32_t n = vec_len(m->parts.part);
    Complex *in = NEW_N(&m->l->p->d->pass, Complex, n + 1);
    Complex sum = 0;
    double largest = 0;

    for (uint32_t i = n; i-- > 1;) {
        const ModePart *p = &m->parts.part[i];
        a[i].power = vec_len(p->port) ? power_of(m, o, p, size) : in[i];
        a[i].own = a[i].power - in[i];
        in[p->parent] += a[i].power;
        sum += a[i].own;
        largest = fmax(largest, cabs(a[i].own));
    }
    return largest > 0 ? cabs(sum) / largest : 0;
}

static bool *velocities(const Modes *m)
{
    const Pencil *q = m->l->q;
    bool *is = NEW_N(&q->p->d->run, bool, q->n + q->k + q->m + 1);

    for (uint32_t c = 0; c < q->n + q->k + q->m; c++)
        is[c] = has_unit(m, q->var[c], "/s");
    return is;
}

/* The row says factor*E = the energy, but for what is of first order. */
static double energy_factor(const Modes *m, const ModePart *p)
{
    bool negated;
    const Pencil *q = m->l->q;
    const uint32_t column = pencil_column(q, p->energy, &negated);
    double sum = 0;

    for (uint32_t k = q->row[p->row - 1].first; k < q->row[p->row - 1].end; k++)
        if (q->entry[k].column == column)
            sum -= negated ? -q->entry[k].value : q->entry[k].value;
    return sum;
}

static void stored(const Modes *m, const Mode *o, const bool *velocity, Account *a)
{
    const Complex lambda = o->at->re + o->at->im * I;

    for (uint32_t i = 1; i < vec_len(m->parts.part); i++) {
        const ModePart *p = &m->parts.part[i];
        double out[2] = { 0, 0 };
        if (p->row && m->c->first[p->row - 1] < m->c->first[p->row]) {
            curvature_along(m->c, p->row - 1, o->all, velocity, out);
            const double factor = energy_factor(m, p);
            out[0] /= factor;
            out[1] /= factor;
            a[i].stored = isfinite(out[0]) && isfinite(out[1]);
        }
        const double net = cimag(lambda) > 0 ? cimag(a[i].own) / cimag(lambda) : 0;
        a[i].m = a[i].stored ? out[0] : p->energy ? fmax(0, net) : 0;
        a[i].e = o->at->zero ? 0 : a[i].stored ? out[1] : p->energy ? fmax(0, -net) : 0;
        a[i].other = net - a[i].m + a[i].e;
    }
}

/* Without rounding: what is nothing beside the largest is nothing. */
static double part_of(double x, double sum, double noise) { return fabs(x) > noise && sum != 0 ? x / sum : 0; }

static void share_out(const Modes *m, Mode *o, const bool *velocity)
{
    const uint32_t n = vec_len(m->parts.part);
    const Complex lambda = o->at->re + o->at->im * I;
    Account *a = NEW_N(&m->l->p->d->pass, Account, n + 1);
    double *d = NEW_N(&m->l->p->d->pass, double, n + 1), scale = 0;

    o->rest = powers(m, o, a, &scale);
    stored(m, o, velocity, a);
    for (uint32_t i = 1; i < n; i++) {
        d[i] = creal(a[i].own - lambda * a[i].m - conj(lambda) * a[i].e);
        o->M += a[i].m;
        o->E += a[i].e;
        scale += cabs(lambda) * (a[i].m + a[i].e);
    }
    for (uint32_t i = 1; i < n; i++)
        o->D += fabs(d[i]) > 1e-12 * scale && !o->at->zero ? d[i] : 0;
    o->share = NEW_N(&m->l->p->d->run, Share, n + 1);
    const double noise = 1e-12 * fmax(o->M, o->E);
    for (uint32_t i = 1; i < n; i++)
        o->share[i] = (Share){ part_of(a[i].m, o->M, noise), part_of(a[i].e, o->E, noise),
                               part_of(d[i], o->D, 1e-12 * scale),
                               o->at->im > 0 ? part_of(a[i].other, o->M, 1e-6 * o->M) : 0 };
}

/* ---- the eigenvalue from the energies ------------------------------------------------------------------ */

/* Of an undamped mode, which swings in phase, so that the Hermitian forms serve. */
static void sharpen(Mode *o)
{
    EigenPair *p = (EigenPair *)(uintptr_t)o->at;
    const double lambda2 = p->re * p->re + p->im * p->im;

    if (p->zero || p->im == 0 || !(o->M > 0) || !(o->E > 0) || o->D != 0)
        return;
    const double better = sqrt(lambda2 * o->E / o->M);
    if (fabs(better - p->im) <= AGREES * p->im && fabs(p->re) <= AGREES * p->im) {
        p->im = better;
        p->re = 0;
    }
}

/* ---- nodes --------------------------------------------------------------------------------------------- */

static uint32_t count_nodes(const Modes *m, const Mode *o)
{
    uint32_t nodes = 0;
    double largest = 0;

    for (uint32_t i = 1; i < vec_len(m->parts.part); i++)
        for (uint32_t k = 0; k < vec_len(m->parts.part[i].port); k++)
            largest = fmax(largest, cabs(speed_of(m, o, &m->parts.part[i].port[k])));
    for (uint32_t i = 1; i < vec_len(m->parts.part); i++) {
        const ModePart *p = &m->parts.part[i];
        const Share *h = &o->share[i];
        if (vec_len(p->port) != 2 || !(fabs(h->elastic) + fabs(h->damping) + fabs(h->other) > RIGID_PART))
            continue;
        const Complex a = speed_of(m, o, &p->port[0]), b = speed_of(m, o, &p->port[1]);
        nodes += creal(a * conj(b)) < 0 && cabs(a) > STILL * largest && cabs(b) > STILL * largest;
    }
    return nodes;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void find_rows(Modes *m)
{
    Map gives = { 0 };
    const Pencil *q = m->l->q;

    for (uint32_t i = 0; i < q->k; i++)
        if (q->row[i].gives)
            map_set(&q->p->d->pass, &gives, root_of(q->p->e->f, q->row[i].gives, NULL), i + 1);
    for (uint32_t i = 1; i < vec_len(m->parts.part); i++)
        if (m->parts.part[i].energy)
            m->parts.part[i].row =
                (uint32_t)map_get(&gives, root_of(q->p->e->f, m->parts.part[i].energy, NULL));
}

bool modes_of(Linear *l, const ModeParts *parts, uint32_t wanted, Modes *m)
{
    *m = (Modes){ .l = l, .parts = *parts };
    if (l->n == 0) {
        error(l->p->d, ((Span){ 0, 0 }), NULL, "no modes: nothing moves at this point");
        return false;
    }
    if (!linear_eigen(l, wanted, &m->eigen))
        return false;
    if (!motion_factor(&m->parts.motion, l->p))
        warning(l->p->d, ((Span){ 0, 0 }), NULL,
                "speeds of some flanges are not known: the shares of their components are wrong");
    m->c = curvature_new(l->q, false);
    (void)curvature_values(m->c);
    find_rows(m);
    const bool *velocity = velocities(m);
    for (uint32_t i = 0; i < vec_len(m->eigen.pair); i++) {
        const EigenPair *p = &m->eigen.pair[i];
        if (p->im < 0 || (!m->eigen.whole && vec_len(m->mode) >= wanted))
            continue;
        Mode o = { .at = p };
        spread(m, &o);
        share_out(m, &o, velocity);
        sharpen(&o);
        const double size = hypot(p->re, p->im);
        o.frequency = size / (2 * M_PI);
        o.damped = p->im / (2 * M_PI);
        o.damping = size > 0 ? -p->re / size : 0;
        vec_push(&l->p->d->run, m->mode, o);
        forget_pass(l->p->d); /* of each mode: a large model has many components */
    }
    for (uint32_t i = 0; i < vec_len(m->mode); i++)
        m->mode[i].nodes = m->mode[i].at->im != 0 ? count_nodes(m, &m->mode[i]) : 0;
    motion_free(&m->parts.motion);
    return true;
}
