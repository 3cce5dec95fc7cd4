/* gear_set.c - wheels, carriers and planets: which meshes are a set.
 *
 * The carrier of a mesh is the flange of that name (or `support`) of its component. Without one it is the housing, if
 * the factors do not sum to zero (a wheel whose speed counts against the housing), and else the body whose factor has a
 * sign of its own: that of an outer mesh. A planet is a wheel in two meshes or more that turn about one carrier, and
 * nothing else than meshes and shafts is at it. Meshes that share a planet are one set.
 *
 * Requires: meshes, elements, ports. Cost: linear in meshes and flanges, but for the flanges of each mesh.
 */
#include <string.h>
#include "gear_build.h"

/* ---- the carrier of a mesh ----------------------------------------------------------------------------- */

/* The body of the flange of this name of a component; NONE: it has none. */
static uint32_t flange_body(const Train *t, const char *component, const char *name)
{
    const char *path = internf(t->d, "%s%s%s", component, *component ? "." : "", name);

    for (uint32_t i = 0; i < vec_len(t->flange); i++)
        if (t->flange[i].path == path || strcmp(t->flange[i].path, path) == 0)
            return t->flange[i].body;
    return NONE;
}

static Fraction factor_sum(const Mesh *m)
{
    Fraction sum = FR_ZERO;

    for (uint32_t k = 0; k < vec_len(m->term); k++)
        sum = fr_add(sum, m->term[k].factor);
    return sum;
}

static uint32_t of_other_sign(const Mesh *m)
{
    uint32_t n = vec_len(m->term), positive = 0;

    for (uint32_t k = 0; k < n; k++)
        positive += fr_sign(m->term[k].factor) > 0;
    for (uint32_t k = 0; k < n; k++)
        if ((fr_sign(m->term[k].factor) > 0) == (positive == 1))
            return m->term[k].body;
    return NONE;
}

/* Wheels become term[0] and term[1]; a wheel that is the housing gets a term. */
static void find_wheels(const Train *t, Mesh *m)
{
    const Fraction housing = fr_neg(factor_sum(m));
    uint32_t named = flange_body(t, m->path, "carrier"), n = 0;

    m->carried = named != NONE;
    if (named == NONE)
        named = flange_body(t, m->path, "support");
    m->carrier = named != NONE ? named : fr_is_zero(housing) ? of_other_sign(m) : 0;
    if (m->carrier != 0 && !fr_is_zero(housing))
        vec_push(&t->d->run, m->term, ((Term){ 0, housing }));
    for (uint32_t k = 0; k < vec_len(m->term); k++)
        if (m->term[k].body != m->carrier) {
            Term wheel = m->term[k];
            m->term[k] = m->term[n];
            m->term[n++] = wheel;
        }
    m->pair = n == 2;
}

/* ---- planets ------------------------------------------------------------------------------------------- */

/* By body: does it turn about one carrier in two meshes or more, with nothing else at it? */
static bool *find_planets(const Train *t)
{
    uint32_t n = vec_len(t->body), *carrier = NEW_N(&t->d->pass, uint32_t, n),
             *wheel = NEW_N(&t->d->pass, uint32_t, n);
    bool *planet = NEW_N(&t->d->pass, bool, n);

    for (uint32_t b = 0; b < n; b++)
        planet[b] = b > 0;
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        const Mesh *m = &t->mesh[i];
        for (uint32_t k = 0; k < vec_len(m->term); k++) {
            uint32_t b = m->term[k].body;
            bool turns = m->pair && (m->carrier || m->carried) && b != m->carrier;
            planet[b] &= turns && (!wheel[b] || carrier[b] == m->carrier);
            carrier[b] = m->carrier;
            wheel[b]++;
        }
        planet[m->carrier] = false;
    }
    for (uint32_t b = 0; b < n; b++)
        planet[b] &= wheel[b] > 1;
    for (uint32_t i = 0; i < vec_len(t->element); i++)
        for (uint32_t k = 0; k < vec_len(t->element[i].slip); k++)
            planet[t->element[i].slip[k].body] = false;
    for (uint32_t i = 0; i < vec_len(t->port); i++)
        planet[t->port[i].body] = false;
    return planet;
}

/* ---- sets ---------------------------------------------------------------------------------------------- */

/* The longest path that all have, not beyond what is within sub; NULL: none. */
static const char *common_path(const Train *t, const uint32_t *mesh)
{
    const char *path = t->mesh[mesh[0]].path;

    for (uint32_t i = 1; path && i < vec_len(mesh); i++)
        while (path && !is_within(t->mesh[mesh[i]].path, path)) {
            const char *dot = strrchr(path, '.');
            path = dot ? intern(t->d, path, (size_t)(dot - path)) : NULL;
        }
    return path && *path && strlen(path) > strlen(t->sub) ? path : NULL;
}

static const char *path_of_set(const Train *t, const uint32_t *mesh)
{
    const char *path = common_path(t, mesh), *name = t->mesh[mesh[0]].path;

    for (uint32_t i = 1; !path && i < vec_len(mesh); i++)
        name = internf(t->d, "%s+%s", name, name_last(t->mesh[mesh[i]].path));
    return path ? path : *name ? name : internf(t->d, "mesh %u", mesh[0] + 1);
}

/* What the set calls the body: the flange with the shortest path within it. */
static const char *role_of(const Train *t, const GearSet *set, uint32_t body)
{
    const char *role = NULL;
    size_t skip = strlen(set->name);

    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        const char *path = t->flange[i].path;
        if (t->flange[i].body == body && is_within(path, set->name) && path[skip] == '.' &&
            (!role || name_depth(path + skip + 1) < name_depth(role)))
            role = path + skip + 1;
    }
    for (uint32_t k = 0; k < vec_len(set->mesh) && !role; k++)
        for (uint32_t i = 0; i < vec_len(t->flange) && !role; i++)
            if (t->flange[i].body == body && is_within(t->flange[i].path, t->mesh[set->mesh[k]].path))
                role = name_last(t->flange[i].path);
    return role ? role : body ? name_last(t->body[body].name) : "housing";
}

static void add_port(const Train *t, GearSet *set, uint32_t body, bool planet)
{
    SetPort **to = planet ? &set->planet : &set->port;

    for (uint32_t i = 0; i < vec_len(*to); i++)
        if ((*to)[i].body == body)
            return;
    vec_push(&t->d->run, *to, ((SetPort){ body, role_of(t, set, body) }));
}

static uint32_t find(uint32_t *same, uint32_t i)
{
    while (same[i] != i)
        i = same[i] = same[same[i]];
    return i;
}

/* By mesh: the first of its set. */
static uint32_t *group(const Train *t, const bool *planet)
{
    uint32_t n = vec_len(t->mesh), *same = NEW_N(&t->d->pass, uint32_t, n + 1);
    uint32_t *first = NEW_N(&t->d->pass, uint32_t, vec_len(t->body)); /* by body: 1 + its first mesh */

    for (uint32_t i = 0; i < n; i++) {
        same[i] = i;
        for (uint32_t k = 0; k < vec_len(t->mesh[i].term); k++) {
            uint32_t b = t->mesh[i].term[k].body;
            if (planet[b] && first[b]) {
                uint32_t a = find(same, first[b] - 1), c = find(same, i);
                same[a > c ? a : c] = a > c ? c : a;
            }
            first[b] = first[b] ? first[b] : i + 1;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        same[i] = find(same, i);
    return same;
}

static void describe_set(const Train *t, GearSet *set, const bool *planet, const Inst *root)
{
    set->name = path_of_set(t, set->mesh);
    set->carrier = t->mesh[set->mesh[0]].carrier;
    const Inst *in = inst_at(root, set->name);
    set->class_name = in && in->is->cls ? in->is->cls->name : "";
    for (uint32_t k = 0; k < vec_len(set->mesh); k++) {
        const Mesh *m = &t->mesh[set->mesh[k]];
        for (uint32_t i = 0; i < vec_len(m->term); i++)
            add_port(t, set, m->term[i].body, planet[m->term[i].body]);
        add_port(t, set, m->carrier, false);
    }
}

/* Planets have no flange that a user knows: "p1.planet", or with a number where there are several. */
static void name_planets(Train *t, GearSet *set)
{
    uint32_t n = vec_len(set->planet);

    for (uint32_t i = 0; i < n; i++) {
        Body *body = &t->body[set->planet[i].body];
        set->planet[i].role = n > 1 ? internf(t->d, "planet%u", i + 1) : "planet";
        const char *name = internf(t->d, "%s.%s", set->name, set->planet[i].role);
        if (t->member[body->member].name == body->name)
            t->member[body->member].name = name;
        body->name = name;
    }
}

void find_sets(Train *t, const Inst *root)
{
    for (uint32_t i = 0; i < vec_len(t->mesh); i++)
        find_wheels(t, &t->mesh[i]);
    const bool *planet = find_planets(t);
    const uint32_t *first = group(t, planet);
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        if (first[i] == i) {
            t->mesh[i].set = vec_len(t->set);
            vec_push(&t->d->run, t->set, ((GearSet){ 0 }));
        }
        t->mesh[i].set = t->mesh[first[i]].set;
        vec_push(&t->d->run, t->set[t->mesh[i].set].mesh, i);
    }
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        describe_set(t, &t->set[i], planet, root);
        name_planets(t, &t->set[i]);
    }
}

static bool is_planet(const Train *t, uint32_t body)
{
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t k = 0; k < vec_len(t->set[i].planet); k++)
            if (t->set[i].planet[k].body == body)
                return true;
    return false;
}

bool only_planets(const Train *t, uint32_t member)
{
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        if (t->body[b].member == member && !is_planet(t, b))
            return false;
    return true;
}
