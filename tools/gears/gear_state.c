/* gear_state.c - what a set of engaged elements makes of a train: class, speeds, torques, inertia.
 *
 * Engaged elements leave motions free, those in which none of their slips is there. In these, the speeds of the ports
 * depend on some of them, the basis, and so do those of bodies: one elimination. What depends tells the torques:
 * virtual work, sum of torque times speed over the ports, is zero in all free motions. Torques of elements balance
 * those at the ports in all motions of the train; where they are not determined, of all that do the ones of least sum
 * of squares are taken. The meshes' follow by their multipliers. An inertia at a port is the smallest kinetic energy
 * of the motions that have the speed 1 there.
 *
 * Cost: cubic in freedoms; freedoms times bodies; meshes times bodies for each driver.
 */
#include <string.h>
#include "gears.h"

const char *const state_class_name[] = {
    [STATE_GEAR] = "gear", [STATE_NEUTRAL] = "neutral", [STATE_VARIATOR] = "variator", [STATE_PARK] = "park",
    [STATE_HELD] = "input held", [STATE_TIE_UP] = "tie-up",
};

static Fraction *zeros(Dtc *d, size_t n)
{
    Fraction *f = NEW_N(&d->run, Fraction, n + 1);

    for (size_t i = 0; i < n; i++)
        f[i] = FR_ZERO;
    return f;
}

static Fraction product(const Fraction *a, const Fraction *b, uint32_t n)
{
    Fraction sum = FR_ZERO;

    for (uint32_t i = 0; i < n; i++)
        if (!fr_is_zero(a[i]) && !fr_is_zero(b[i]))
            sum = fr_add(sum, fr_mul(a[i], b[i]));
    return sum;
}

/* ---- speeds -------------------------------------------------------------------------------------------- */

/* The motions in which no engaged element slips, a row each. */
static Matrix free_motions(const Train *t, const State *s)
{
    uint32_t n = vec_len(s->engaged), *pivot = NULL, row = 0, next = 0;
    Matrix slip = fr_matrix(t->d, n, t->freedoms);

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < t->freedoms; k++)
            FR_AT(&slip, i, k) = t->element[s->engaged[i]].motion[k];
    uint32_t rank = fr_echelon(t->d, &slip, t->freedoms, &pivot);
    Matrix free = fr_matrix(t->d, t->freedoms - rank, t->freedoms);
    for (uint32_t c = 0; c < t->freedoms; c++) {
        if (next < rank && pivot[next] == c) {
            next++;
            continue;
        }
        FR_AT(&free, row, c) = FR_ONE;
        for (uint32_t i = 0; i < rank; i++)
            FR_AT(&free, row, pivot[i]) = fr_neg(FR_AT(&slip, i, c));
        row++;
    }
    return free;
}

/* [free motion][port | body], in echelon form as far as the ports go: speeds by those of the basis. */
static Matrix speeds(const Train *t, State *s, const Matrix *free)
{
    uint32_t ports = vec_len(t->port), bodies = vec_len(t->body);
    Matrix m = fr_matrix(t->d, free->rows, ports + bodies);

    for (uint32_t r = 0; r < free->rows; r++) {
        for (uint32_t b = 0; b < bodies; b++)
            FR_AT(&m, r, ports + b) = product(&FR_AT(free, r, 0), t->body[b].motion, t->freedoms);
        for (uint32_t p = 0; p < ports; p++)
            FR_AT(&m, r, p) = FR_AT(&m, r, ports + t->port[p].body);
    }
    s->bases = fr_echelon(t->d, &m, ports, &s->basis);
    s->speed = zeros(t->d, (size_t)bodies * (s->bases + 1));
    s->floats = NEW_N(&t->d->run, bool, bodies);
    for (uint32_t b = 0; b < bodies; b++) {
        for (uint32_t k = 0; k < s->bases; k++)
            s->speed[b * s->bases + k] = FR_AT(&m, k, ports + b);
        for (uint32_t r = s->bases; r < m.rows; r++)
            s->floats[b] |= !fr_is_zero(FR_AT(&m, r, ports + b));
    }
    return m;
}

/* ---- class --------------------------------------------------------------------------------------------- */

typedef struct { uint32_t still, one, several; } Depends;  /* ports: how many of each kind */

static void count_port(const Matrix *speed, const uint32_t *basis, uint32_t port, Depends *d)
{
    uint32_t n = 0;
    bool own = false;

    for (uint32_t k = 0; k < vec_len(basis); k++) {
        n += !fr_is_zero(FR_AT(speed, k, port));
        own |= basis[k] == port;
    }
    d->still += n == 0;
    d->one += n == 1 && !own;
    d->several += n > 1;
}

StateClass class_of(const Train *t, const Matrix *speed, const uint32_t *basis)
{
    uint32_t ports = vec_len(t->port);
    Depends in = { 0 }, out = { 0 };

    for (uint32_t p = 0; p < ports; p++)
        count_port(speed, basis, p, p < t->inputs ? &in : &out);
    return in.still == t->inputs && out.still == ports - t->inputs ? STATE_TIE_UP
         : in.still == t->inputs                                   ? STATE_HELD
         : out.still == ports - t->inputs                          ? STATE_PARK
         : in.several || out.several                               ? STATE_VARIATOR
         : out.one                                                 ? STATE_GEAR
                                                                   : STATE_NEUTRAL;
}

Fraction ratio_of(const Train *t, const Matrix *speed, const uint32_t *basis)
{
    Fraction out = FR_ZERO;

    for (uint32_t p = t->inputs; p < vec_len(t->port) && fr_is_zero(out) && vec_len(basis); p++)
        out = basis[0] == 0 ? FR_AT(speed, 0, p) : out;
    return fr_is_zero(out) || t->inputs != 1 ? FR_ZERO : fr_div(FR_ONE, out);
}

/* A smallest set of the same class: elements are left out one by one, as long as the rest holds what they did. */
static uint32_t *fighting(const Train *t, const State *s)
{
    uint32_t *set = NULL;

    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        vec_push(&t->d->run, set, s->engaged[i]);
    for (uint32_t i = 0; i < vec_len(set);) {
        State less = { 0 };
        for (uint32_t k = 0; k < vec_len(set); k++)
            if (k != i)
                vec_push(&t->d->run, less.engaged, set[k]);
        const Matrix free = free_motions(t, &less);
        const Matrix speed = speeds(t, &less, &free);
        if (class_of(t, &speed, less.basis) == s->class)
            set = less.engaged;
        else
            i++;
    }
    return set;
}

/* ---- torques ------------------------------------------------------------------------------------------- */

/* Torques at the ports that do no work in the free motions: for 1 at each driver, inputs first. */
static void port_torques(const Train *t, State *s, const Matrix *speed)
{
    uint32_t ports = vec_len(t->port), row = 0, next = 0;
    Matrix m = fr_matrix(t->d, ports - s->bases, ports);

    for (uint32_t p = 0; p < ports; p++) {
        if (next < s->bases && s->basis[next] == p) {
            next++;
            continue;
        }
        FR_AT(&m, row, p) = FR_ONE;
        for (uint32_t k = 0; k < s->bases; k++)
            FR_AT(&m, row, s->basis[k]) = fr_neg(FR_AT(speed, k, p));
        row++;
    }
    s->drivers = fr_echelon(t->d, &m, ports, &s->driver);
    s->port_torque = zeros(t->d, (size_t)ports * (s->drivers + 1));
    for (uint32_t p = 0; p < ports; p++)
        for (uint32_t k = 0; k < s->drivers; k++)
            s->port_torque[p * s->drivers + k] = FR_AT(&m, k, p);
}

/* Of all solutions x of m (its first n columns; the others are right sides) that with the least sum of squares. In: m
 * in echelon form. With z the motions of x that m leaves free, x - z*(z'z)^-1*z'x. Into x[i*sides + k]. */
static void least_squares(Dtc *d, const Matrix *m, const uint32_t *pivot, uint32_t n, uint32_t sides, Fraction *x)
{
    uint32_t rank = vec_len(pivot), next = 0, row = 0;
    Matrix z = fr_matrix(d, n - rank, n), normal = fr_matrix(d, n - rank, n - rank + sides);

    for (uint32_t c = 0; c < n; c++) {
        if (next < rank && pivot[next] == c) {
            for (uint32_t k = 0; k < sides; k++)
                x[c * sides + k] = FR_AT(m, next, n + k);
            next++;
            continue;
        }
        FR_AT(&z, row, c) = FR_ONE;
        for (uint32_t i = 0; i < rank; i++)
            FR_AT(&z, row, pivot[i]) = fr_neg(FR_AT(m, i, c));
        row++;
    }
    for (uint32_t i = 0; i < z.rows; i++) {
        for (uint32_t k = 0; k < z.rows; k++)
            FR_AT(&normal, i, k) = product(&FR_AT(&z, i, 0), &FR_AT(&z, k, 0), n);
        for (uint32_t k = 0; k < sides; k++)
            for (uint32_t c = 0; c < n; c++)
                FR_AT(&normal, i, z.rows + k) =
                    fr_add(FR_AT(&normal, i, z.rows + k), fr_mul(FR_AT(&z, i, c), x[c * sides + k]));
    }
    (void)fr_echelon(d, &normal, z.rows, NULL);
    for (uint32_t i = 0; i < z.rows; i++)
        for (uint32_t c = 0; c < n; c++)
            for (uint32_t k = 0; k < sides; k++)
                x[c * sides + k] =
                    fr_sub(x[c * sides + k], fr_mul(FR_AT(&z, i, c), FR_AT(&normal, i, z.rows + k)));
}

/* sum of torque times slip = -sum of torque times speed over the ports, in all motions of the train. */
static void element_torques(const Train *t, State *s)
{
    uint32_t n = vec_len(s->engaged), *pivot = NULL;
    Matrix m = fr_matrix(t->d, t->freedoms, n + s->drivers);
    Fraction *x = zeros(t->d, (size_t)n * (s->drivers + 1));

    for (uint32_t r = 0; r < t->freedoms; r++) {
        for (uint32_t i = 0; i < n; i++)
            FR_AT(&m, r, i) = t->element[s->engaged[i]].motion[r];
        for (uint32_t p = 0; p < vec_len(t->port); p++)
            for (uint32_t k = 0; k < s->drivers; k++)
                FR_AT(&m, r, n + k) = fr_sub(FR_AT(&m, r, n + k), fr_mul(s->port_torque[p * s->drivers + k],
                                                                         t->body[t->port[p].body].motion[r]));
    }
    s->redundant = fr_echelon(t->d, &m, n, &pivot) < n;
    least_squares(t->d, &m, pivot, n, s->drivers, x);
    s->element_torque = zeros(t->d, (size_t)vec_len(t->element) * (s->drivers + 1));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < s->drivers; k++)
            s->element_torque[s->engaged[i] * s->drivers + k] = x[i * s->drivers + k];
}

/* The multipliers that balance what elements and ports do to the bodies. */
static void mesh_torques(const Train *t, State *s)
{
    uint32_t bodies = vec_len(t->body);

    s->mesh_torque = zeros(t->d, (size_t)vec_len(t->mesh) * (s->drivers + 1));
    for (uint32_t k = 0; k < s->drivers; k++) {
        Fraction *on = zeros(t->d, bodies);
        for (uint32_t p = 0; p < vec_len(t->port); p++)
            on[t->port[p].body] = fr_add(on[t->port[p].body], s->port_torque[p * s->drivers + k]);
        for (uint32_t e = 0; e < vec_len(t->element); e++)
            for (uint32_t i = 0; i < vec_len(t->element[e].slip); i++) {
                const Term *term = &t->element[e].slip[i];
                on[term->body] =
                    fr_add(on[term->body], fr_mul(term->factor, s->element_torque[e * s->drivers + k]));
            }
        for (uint32_t i = 0; i < vec_len(t->mesh); i++)
            s->mesh_torque[i * s->drivers + k] = fr_neg(product(&FR_AT(&t->multiplier, i, 0), on, bodies));
    }
}

Fraction set_torque(const Train *t, const State *s, const GearSet *set, uint32_t body, uint32_t k)
{
    Fraction sum = FR_ZERO;

    for (uint32_t i = 0; i < vec_len(set->mesh); i++)
        for (uint32_t j = 0; j < vec_len(t->mesh[set->mesh[i]].term); j++) {
            const Term *term = &t->mesh[set->mesh[i]].term[j];
            const Fraction torque = fr_mul(term->factor, s->mesh_torque[set->mesh[i] * s->drivers + k]);
            if (body == 0 ? term->body != 0 : term->body == body)
                sum = fr_add(sum, torque);
        }
    return body == 0 ? fr_neg(sum) : sum; /* the housing bears what the shafts do not balance */
}

/* ---- freewheels ---------------------------------------------------------------------------------------- */

Fraction slip_of(const Train *t, const State *s, uint32_t element, uint32_t k)
{
    Fraction sum = FR_ZERO;

    for (uint32_t i = 0; i < vec_len(t->element[element].slip); i++) {
        const Term *term = &t->element[element].slip[i];
        sum = fr_add(sum, fr_mul(term->factor, body_speed(s, term->body, k)));
    }
    return sum;
}

bool is_engaged(const State *s, uint32_t element)
{
    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        if (s->engaged[i] == element)
            return true;
    return false;
}

bool slip_floats(const Train *t, const State *s, uint32_t element)
{
    for (uint32_t i = 0; i < vec_len(t->element[element].slip); i++)
        if (s->floats[t->element[element].slip[i].body])
            return true;
    return false;
}

/* Can all engaged elements take their torques, with one of this sign at the first driver? */
static bool can_hold(const Train *t, const State *s, int sign)
{
    for (uint32_t i = 0; i < vec_len(s->engaged); i++) {
        const ShiftElement *e = &t->element[s->engaged[i]];
        int torque = sign * fr_sign(s->element_torque[s->engaged[i] * s->drivers]);
        if ((torque > 0 && !e->forward) || (torque < 0 && !e->backward))
            return false;
    }
    return true;
}

/* One-way elements that are open, and whose slip has the sign that they do not allow. */
static uint32_t *forced(const Train *t, const State *s)
{
    uint32_t *list = NULL;

    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        const ShiftElement *x = &t->element[e];
        int slip = s->bases == 1 && !slip_floats(t, s, e) ? fr_sign(slip_of(t, s, e, 0)) : 0;
        if ((x->always_forward && slip < 0) || (x->always_backward && slip > 0))
            vec_push(&t->d->run, list, e);
    }
    return list;
}

/* ---- inertia ------------------------------------------------------------------------------------------- */

/* At each port the smallest 2*energy of free motions with speed 1 there: H*y = J*p, p'y = 1. */
static void inertias(const Train *t, State *s, const Matrix *free)
{
    uint32_t n = free->rows, ports = vec_len(t->port), bodies = vec_len(t->body);
    Matrix speed = fr_matrix(t->d, n, bodies), m = fr_matrix(t->d, n + 1, n + 2);

    s->inertia = zeros(t->d, ports);
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t b = 0; b < bodies; b++)
            FR_AT(&speed, r, b) = product(&FR_AT(free, r, 0), t->body[b].motion, t->freedoms);
    for (uint32_t p = 0; p < ports; p++) {
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t k = 0; k < n; k++) {
                FR_AT(&m, i, k) = FR_ZERO;
                for (uint32_t b = 0; b < bodies; b++)
                    if (!fr_is_zero(t->body[b].inertia))
                        FR_AT(&m, i, k) =
                            fr_add(FR_AT(&m, i, k), fr_mul(t->body[b].inertia,
                                                           fr_mul(FR_AT(&speed, i, b), FR_AT(&speed, k, b))));
            }
            FR_AT(&m, n, i) = FR_AT(&speed, i, t->port[p].body);
            FR_AT(&m, i, n) = fr_neg(FR_AT(&m, n, i));
            FR_AT(&m, i, n + 1) = FR_ZERO;
        }
        FR_AT(&m, n, n) = FR_ZERO;
        FR_AT(&m, n, n + 1) = FR_ONE;
        uint32_t *pivot = NULL, rank = fr_echelon(t->d, &m, n + 1, &pivot);
        if (rank > 0 && pivot[rank - 1] == n)
            s->inertia[p] = FR_AT(&m, rank - 1, n + 1);
    }
}

State state_of(const Train *t, const char *name, uint32_t *engaged)
{
    State s = { .name = name, .engaged = engaged, .ratio = FR_ZERO };
    const Matrix free = free_motions(t, &s);

    s.freedoms = free.rows;
    const Matrix speed = speeds(t, &s, &free);
    s.class = class_of(t, &speed, s.basis);
    port_torques(t, &s, &speed);
    element_torques(t, &s);
    mesh_torques(t, &s);
    if (s.class == STATE_TIE_UP || s.class == STATE_HELD || s.class == STATE_PARK)
        s.fighting = fighting(t, &s);
    if (s.class == STATE_GEAR)
        s.ratio = ratio_of(t, &speed, s.basis);
    s.drive = s.drivers > 0 && can_hold(t, &s, 1);
    s.coast = s.drivers > 0 && can_hold(t, &s, -1);
    s.forced = forced(t, &s);
    if (s.class == STATE_GEAR)
        inertias(t, &s, &free);
    return s;
}
