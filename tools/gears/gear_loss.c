/* gear_loss.c - efficiency: losses of meshes by their rolling power, after Willis.
 *
 * A carrier sees a mesh as a pair of wheels on fixed axes. Seen so, the wheel that drives gives its rolling power, and
 * the other one has that times the efficiency; the torque on the carrier is what balances both. Speeds are those
 * without losses. Which wheel drives is not known before the torques are: for each choice the equilibrium of all
 * bodies is solved, exactly, and it counts if the torques that come out flow as was chosen. None does: the gear locks
 * itself in this direction; several do: each of them can be. Meshes in a row on one planet have one choice. (Willis
 * 1841, Principles of Mechanism; Mueller, Epicyclic Drive Trains; VDI 2157.) What is dragged in oil, bearings, open
 * clutches is not in it.
 *
 * Requires: a gear with one input. Cost: 2^(sets that roll under load) solutions of as many equations as bodies.
 */
#include <string.h>
#include "gears.h"

enum { MOST = 14 };                        /* choices: 2^14 solutions */

typedef struct {
    const Train *t; const State *s;
    uint32_t *choice;                      /* by mesh: which; NONE: it does not roll */
    bool *against;                         /* by mesh: the other wheel drives than the choice says */
    uint32_t choices;
    int sign;                              /* of the torque at the driver */
    Matrix m;                              /* [body][mesh, engaged element, port that is no driver | right side] */
    uint32_t *pivot;
} Losses;

/* With the carrier at rest, an outer mesh turns its wheels against each other. */
Wheels mesh_wheels(const Train *t, const Mesh *m)
{
    bool against = fr_sign(m->term[0].factor) == fr_sign(m->term[1].factor);

    for (uint32_t i = 0; i < vec_len(t->flange) && against; i++) {
        const char *path = t->flange[i].path, *last = name_last(path);
        size_t n = strlen(m->path);
        if (strncmp(path, m->path, n) == 0 && path[n] == '.' && path + n + 1 == last &&
            strcmp(last, "ring") == 0)
            return WHEELS_BOTH;
    }
    return against ? WHEELS_OUTER : WHEELS_INNER;
}

void train_efficiency(Train *t, Fraction outer, Fraction inner)
{
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        Mesh *m = &t->mesh[i];
        Wheels w = m->pair ? mesh_wheels(t, m) : WHEELS_OUTER;
        m->efficiency = !m->pair          ? FR_ONE
                      : w == WHEELS_BOTH  ? fr_mul(outer, inner)
                      : w == WHEELS_OUTER ? outer
                                          : inner;
    }
}

static Fraction rolling(const Losses *l, uint32_t mesh, uint32_t wheel)
{
    const Mesh *m = &l->t->mesh[mesh];

    return fr_sub(body_speed(l->s, m->term[wheel].body, 0), body_speed(l->s, m->carrier, 0));
}

static bool rolls(const Losses *l, uint32_t mesh)
{
    const Mesh *m = &l->t->mesh[mesh];

    if (!m->pair || m->redundant || fr_equal(m->efficiency, FR_ONE))
        return false;
    for (uint32_t k = 0; k < 2; k++)
        if (l->s->floats[m->term[k].body] || l->s->floats[m->carrier])
            return false;
    return !fr_is_zero(rolling(l, mesh, 0));
}

/* Of a planet with two meshes that roll: what comes in by one goes out by the other. */
static void tie_meshes(Losses *l, uint32_t body)
{
    uint32_t mesh[2], wheel[2], n = 0;

    for (uint32_t i = 0; i < vec_len(l->t->mesh); i++)
        for (uint32_t k = 0; k < 2 && l->choice[i] != NONE; k++)
            if (l->t->mesh[i].term[k].body == body && n++ < 2)
                mesh[n - 1] = i, wheel[n - 1] = k;
    if (n != 2 || l->choice[mesh[0]] == l->choice[mesh[1]])
        return;
    /* the planet is driven in one and drives in the other: choices agree if it is wheel 1 here and wheel 0 there */
    bool turn = (wheel[0] == wheel[1]) != (l->against[mesh[0]] != l->against[mesh[1]]);
    uint32_t to = l->choice[mesh[0]], from = l->choice[mesh[1]];
    for (uint32_t i = 0; i < vec_len(l->t->mesh); i++)
        if (l->choice[i] == from) {
            l->choice[i] = to;
            l->against[i] ^= turn;
        }
}

static void find_choices(Losses *l)
{
    uint32_t n = vec_len(l->t->mesh), *number = NEW_N(&l->t->d->pass, uint32_t, n + 1);

    l->choice = NEW_N(&l->t->d->pass, uint32_t, n + 1);
    l->against = NEW_N(&l->t->d->pass, bool, n + 1);
    for (uint32_t i = 0; i < n; i++)
        l->choice[i] = rolls(l, i) ? i : NONE;
    for (uint32_t i = 0; i < vec_len(l->t->set); i++)
        for (uint32_t k = 0; k < vec_len(l->t->set[i].planet); k++)
            tie_meshes(l, l->t->set[i].planet[k].body);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = l->choice[i];
        if (c == NONE)
            continue;
        number[c] = number[c] ? number[c] : ++l->choices;
        l->choice[i] = number[c] - 1;
    }
}

/* Does wheel 0 drive mesh i? */
static bool first_drives(const Losses *l, uint32_t set, uint32_t i)
{
    return (set >> l->choice[i] & 1) != l->against[i];
}

/* Torque on each of its bodies for a multiplier of 1: those that drive have it whole. */
static Fraction share(const Losses *l, uint32_t set, uint32_t mesh, uint32_t term)
{
    const Mesh *m = &l->t->mesh[mesh];

    if (l->choice[mesh] == NONE)
        return m->term[term].factor;
    if (term < 2) {
        bool driven = first_drives(l, set, mesh) == (term == 1);
        return driven ? fr_mul(m->term[term].factor, m->efficiency) : m->term[term].factor;
    }
    return fr_neg(fr_add(share(l, set, mesh, 0), share(l, set, mesh, 1)));
}

static void add(Losses *l, uint32_t body, uint32_t column, Fraction torque)
{
    if (body)
        FR_AT(&l->m, body - 1, column) = fr_add(FR_AT(&l->m, body - 1, column), torque);
}

/* Solves the equilibrium of all bodies with these choices. false: there is none. */
static bool solve(Losses *l, uint32_t set)
{
    const Train *t = l->t;
    const State *s = l->s;
    uint32_t meshes = vec_len(t->mesh), n = vec_len(s->engaged), ports = vec_len(t->port),
             side = l->m.cols - 1;

    for (size_t i = 0; i < (size_t)l->m.rows * l->m.cols; i++)
        l->m.at[i] = FR_ZERO;
    for (uint32_t i = 0; i < meshes; i++)
        for (uint32_t k = 0; k < vec_len(t->mesh[i].term) && !t->mesh[i].redundant; k++)
            add(l, t->mesh[i].term[k].body, i, share(l, set, i, k));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < vec_len(t->element[s->engaged[i]].slip); k++) {
            const Term *term = &t->element[s->engaged[i]].slip[k];
            add(l, term->body, meshes + i, term->factor);
        }
    for (uint32_t p = 0; p < ports; p++)
        add(l, t->port[p].body, p == s->driver[0] ? side : meshes + n + p,
            p == s->driver[0] ? (Fraction){ -l->sign, 1 } : FR_ONE);
    vec_clear(l->pivot);
    uint32_t rank = fr_echelon(t->d, &l->m, l->m.cols, &l->pivot);
    return rank == 0 || l->pivot[rank - 1] != side;
}

static Fraction solution(const Losses *l, uint32_t column)
{
    for (uint32_t r = 0; r < vec_len(l->pivot); r++)
        if (l->pivot[r] == column)
            return FR_AT(&l->m, r, l->m.cols - 1);
    return FR_ZERO; /* redundant ones take nothing */
}

/* Do all rolling powers flow as was chosen? */
static bool is_consistent(const Losses *l, uint32_t set)
{
    for (uint32_t i = 0; i < vec_len(l->t->mesh); i++) {
        if (l->choice[i] == NONE)
            continue;
        Fraction into =
            fr_neg(fr_mul(fr_mul(solution(l, i), l->t->mesh[i].term[0].factor), rolling(l, i, 0)));
        if (fr_sign(into) != 0 && (fr_sign(into) > 0) != first_drives(l, set, i))
            return false;
    }
    return true;
}

/* Is the choice one of a mesh without torque? Then it makes no difference, and counts once. */
static bool is_repeated(const Losses *l, uint32_t set)
{
    for (uint32_t i = 0; i < vec_len(l->t->mesh); i++)
        if (l->choice[i] != NONE && fr_is_zero(solution(l, i)) && (set >> l->choice[i] & 1))
            return true;
    return false;
}

static Fraction port_power(const Losses *l, uint32_t p)
{
    const State *s = l->s;
    Fraction torque = p == s->driver[0] ? (Fraction){ l->sign, 1 }
                                        : solution(l, vec_len(l->t->mesh) + vec_len(s->engaged) + p);

    return fr_mul(torque, body_speed(s, l->t->port[p].body, 0));
}

/* Power that goes out over that which comes in, from the driver to the others or back; not above 0: both have to push,
 * nothing is transmitted. */
static Fraction efficiency(const Losses *l)
{
    uint32_t driver = l->s->driver[0];
    Fraction other = FR_ZERO, own = port_power(l, driver);

    for (uint32_t p = 0; p < vec_len(l->t->port); p++)
        if (p != driver)
            other = fr_add(other, port_power(l, p));
    if (fr_is_zero(own) || fr_is_zero(other))
        return FR_ZERO;
    return fr_neg(l->sign > 0 ? fr_div(other, own) : fr_div(own, other));
}

static Fraction *copy(const Losses *l, uint32_t first, uint32_t n)
{
    Fraction *f = NEW_N(&l->t->d->run, Fraction, n + 1);

    for (uint32_t i = 0; i < n; i++)
        f[i] = solution(l, first + i);
    return f;
}

static void keep(const Losses *l, uint32_t set, Loss *loss)
{
    const Train *t = l->t;
    uint32_t meshes = vec_len(t->mesh), n = vec_len(l->s->engaged), ports = vec_len(t->port);

    loss->efficiency = efficiency(l);
    loss->port_torque = copy(l, meshes + n, ports);
    loss->port_torque[l->s->driver[0]] = (Fraction){ l->sign, 1 };
    loss->element_torque = copy(l, meshes, n);
    loss->mesh_loss = copy(l, 0, meshes);
    for (uint32_t i = 0; i < meshes; i++) {
        Fraction lost = FR_ZERO;
        for (uint32_t k = 0; k < 2 && l->choice[i] != NONE; k++)
            lost = fr_sub(lost, fr_mul(fr_mul(loss->mesh_loss[i], share(l, set, i, k)), rolling(l, i, k)));
        loss->mesh_loss[i] = lost;
    }
}

static Loss losses(Losses *l)
{
    Loss loss = { .count = l->choices > MOST ? FLOW_UNKNOWN : FLOW_NONE, .efficiency = FR_ZERO };

    for (uint32_t set = 0; set < 1u << l->choices && l->choices <= MOST; set++) {
        bool possible = solve(l, set) && is_consistent(l, set) && !is_repeated(l, set);
        if (!possible || fr_sign(efficiency(l)) <= 0)
            continue;
        if (loss.count == FLOW_NONE) {
            loss.count = FLOW_ONE;
            keep(l, set, &loss);
        } else {
            loss.count = FLOW_SEVERAL;
            vec_push(&l->t->d->run, loss.other, efficiency(l));
        }
    }
    return loss;
}

void state_losses(const Train *t, State *s)
{
    Losses l = { .t = t, .s = s };

    if (s->class != STATE_GEAR || s->bases != 1 || s->drivers != 1)
        return;
    l.m =
        fr_matrix(t->d, vec_len(t->body) - 1, vec_len(t->mesh) + vec_len(s->engaged) + vec_len(t->port) + 1);
    find_choices(&l);
    s->loss = NEW_N(&t->d->run, Loss, 2);
    for (uint32_t i = 0; i < 2; i++) {
        l.sign = i ? -1 : 1;
        s->loss[i] = losses(&l);
    }
}
