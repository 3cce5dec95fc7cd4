/* gear_mount.c - which teeth a planetary set can have.
 *
 * Sets of three forms vary, told by their meshes: simple (sun, planet, ring), with pairs of planets, Ravigneaux; their
 * planets' teeth are in no ratio. Conditions: n planets at equal angles, (z_sun + z_ring)/n whole, with pairs
 * (z_ring - z_sun)/n, Ravigneaux both; neighbours do not touch, (z_sun + z_planet)*sin(pi/n) > z_planet + 2; a planet
 * has 12 teeth at least. The planet is half the difference of ring and sun, rounded down: profile shift takes up a
 * tooth. (Mueller 1998: docs/sources.md.) Of choices with the same basic ratios the one with the fewest teeth stays.
 *
 * Cost: linear in the choices.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "gear_build.h"
#include "gear_teeth.h"

enum { LEAST = 12, USUAL = 3, MOST = 200000 };     /* teeth of a planet; planets, if not given; choices */

/* ---- forms of sets ------------------------------------------------------------------------------------- */

static bool has(const SetPort *list, uint32_t body)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i].body == body)
            return true;
    return false;
}

/* By its meshes; false: of another form. */
static bool form_of(const Train *t, const GearSet *set, VariedSet *v)
{
    uint32_t meshes = vec_len(set->mesh), planets = vec_len(set->planet), rings = 0;

    for (uint32_t i = 0; i < meshes; i++) {
        const Mesh *m = &t->mesh[set->mesh[i]];
        if (!m->pair || m->redundant)
            return false;
        bool inner = mesh_wheels(t, m) == WHEELS_INNER;
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t b = m->term[k].body;
            if (has(set->planet, b))
                continue;
            if (inner)
                v->ring = b, rings++;
            else if (v->suns < 2)
                v->sun[v->suns++] = b;
        }
    }
    v->carrier = set->carrier;
    v->kind = meshes == 2 ? TEETH_SIMPLE : meshes == 3 ? TEETH_DOUBLE : TEETH_RAVIGNEAUX;
    int suns = v->kind == TEETH_RAVIGNEAUX ? 2 : 1;
    return rings == 1 && v->suns == suns && meshes >= 2 && meshes <= 4 && planets == (meshes == 2 ? 1 : 2);
}

static bool whole_parameter(const Train *t, const Inst *in, const char *name, int *value)
{
    for (uint32_t i = 0; in && i < vec_len(in->child); i++) {
        const Inst *c = in->child[i];
        double x;
        if (strcmp(c->is->name, name) == 0 && c->first &&
            ex_is_num(t->d, ex_fold(t->d, ex_var(t->d, c->first)), &x)) {
            *value = (int)x;
            return true;
        }
    }
    return false;
}

/* Factors of the wheels along the way from a body to the ring: the basic ratio, but for its sign. */
static bool way(const Train *t, const GearSet *set, uint32_t from, uint32_t to, uint32_t used, Fraction *ratio)
{
    if (from == to)
        return true;
    for (uint32_t i = 0; i < vec_len(set->mesh); i++)
        for (uint32_t k = 0; k < 2 && !(used >> i & 1); k++) {
            const Term *w = t->mesh[set->mesh[i]].term;
            Fraction rest = fr_mul(*ratio, fr_div(w[1 - k].factor, w[k].factor));
            if (w[k].body == from && way(t, set, w[1 - k].body, to, used | 1u << i, &rest)) {
                *ratio = rest;
                return true;
            }
        }
    return false;
}

/* The basic ratios as the meshes have them are those of the teeth: planets are not stepped. */
static bool is_plain(const Train *t, const GearSet *set, const VariedSet *v)
{
    bool plain = true;

    for (int i = 0; i < v->suns && plain; i++) {
        Fraction ratio = FR_ONE;
        plain = v->now.z[i] > 0 && way(t, set, v->sun[i], v->ring, 0, &ratio) &&
                fr_equal(fr_abs(ratio), fr_of(v->now.z[v->suns], v->now.z[i]));
    }
    return plain;
}

static bool read_set(const Train *t, const Inst *root, uint32_t k, VariedSet *v)
{
    const GearSet *set = &t->set[k];
    const Inst *in = inst_at(root, set->name);

    *v = (VariedSet){ .set = k };
    if (!form_of(t, set, v))
        return false;
    bool two = v->kind == TEETH_RAVIGNEAUX;
    bool good = whole_parameter(t, in, two ? "z_sun1" : "z_sun", &v->now.z[0]) &&
                (!two || whole_parameter(t, in, "z_sun2", &v->now.z[1])) &&
                whole_parameter(t, in, "z_ring", &v->now.z[two ? 2 : 1]);
    v->given = whole_parameter(t, in, "n_planets", &v->planets) && v->planets > 0;
    v->planets = v->given ? v->planets : USUAL;
    return good && is_plain(t, set, v);
}

/* ---- mounting ------------------------------------------------------------------------------------------ */

static bool neighbours(int n, int sun, int planet) { return (sun + planet)*sin(M_PI/n) > planet + 2; }

/* Can it be mounted? sum: with the planets. */
static bool mounts(const VariedSet *v, Teeth *z)
{
    int n = v->planets, ring = z->z[v->suns],
        sun = z->z[v->suns - 1]; /* the sun on the planets of the ring */
    int planet = v->kind == TEETH_DOUBLE ? (ring - sun) / 4 : (ring - sun) / 2;

    z->sum = z->z[0] + z->z[1] + z->z[2] + planet;
    if (planet < LEAST)
        return false;
    if (v->kind == TEETH_DOUBLE)
        return (ring - sun) % n == 0;
    bool good = (ring + sun) % n == 0 && neighbours(n, sun, planet);
    return good && (v->kind == TEETH_SIMPLE || ((ring - z->z[0]) % n == 0 && ring - z->z[0] >= 2 * LEAST));
}

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

/* One choice for each ratio: known has the ones that are there, by ratio. */
static void add_choice(const TeethSearch *s, VariedSet *v, Map *known, Teeth z)
{
    int ring = z.z[v->suns], k = gcd(ring, v->suns == 2 ? gcd(z.z[0], z.z[1]) : z.z[0]);
    uint64_t second = v->suns == 2 ? (uint64_t)(z.z[1] / k) : 0;
    uint64_t key = ((uint64_t)(ring / k) << 32 | (uint64_t)(z.z[0] / k) << 16 | second) + 1;
    uint64_t at = map_get(known, key);

    if (at && v->choice[at - 1].sum <= z.sum)
        return;
    if (at) {
        v->choice[at - 1] = z;
        return;
    }
    vec_push(&s->train->d->run, v->choice, z);
    map_set(&s->train->d->pass, known, key, vec_len(v->choice));
}

static void find_choices(const TeethSearch *s, VariedSet *v)
{
    Map known = { 0 };
    bool two = v->suns == 2;

    for (int ring = s->low; ring <= s->high; ring++)
        for (int sun = s->low; sun < ring; sun++)
            for (int other = two ? s->low : 0; other <= (two ? ring - 1 : 0) && vec_len(v->choice) < MOST;
                 other++) {
                Teeth z = { .z = { two ? other : sun, two ? sun : ring, two ? ring : 0 } };
                if (mounts(v, &z))
                    add_choice(s, v, &known, z);
            }
}

bool teeth_sets(TeethSearch *s, const Inst *root)
{
    const Train *t = s->train;

    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        VariedSet v;
        if (!read_set(t, root, i, &v)) {
            vec_push(&t->d->run, s->kept, set_name(t, &t->set[i]));
            continue;
        }
        find_choices(s, &v);
        if (!vec_len(v.choice)) {
            fprintf(stderr,
                    "dtc: --teeth: nothing from %d to %d teeth can be mounted in %s with %d planets\n",
                    s->low, s->high, set_name(t, &t->set[i]), v.planets);
            return false;
        }
        vec_push(&t->d->run, s->varied, v);
    }
    if (!vec_len(s->varied))
        fprintf(stderr, "dtc: --teeth: there is no planetary set with teeth that could be varied\n");
    return vec_len(s->varied) > 0;
}
