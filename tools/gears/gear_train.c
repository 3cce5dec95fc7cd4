/* gear_train.c - from a flat model to a train: bodies, meshes, motions, members.
 *
 * Flanges whose motions are one are a body, and the gears between them are meshes. One exact elimination of the matrix
 * of the meshes, transposed and with a unit matrix beside it, gives all that there is to know of it: which meshes
 * others make redundant; of the others the torques that balance given ones (their multipliers); and the motions that
 * they leave free.
 *
 * Requires: a flat model that need not be complete: open flanges are free to move. Ensures: motions of the same
 * length. Cost: near-linear in the model; in bodies and meshes the square of the one times the other.
 */
#include <string.h>
#include "flatten.h"
#include "gear_build.h"
#include "unit.h"

enum { MOST = 600 };                       /* bodies */

bool is_within(const char *path, const char *sub)
{
    size_t n = strlen(sub);
    return n == 0 || (strncmp(path, sub, n) == 0 && (path[n] == '.' || path[n] == '[' || path[n] == 0));
}

/* A torque or a force, by its unit; heat and current are none. Without a unit it may be one. */
static bool is_load(const Flat *f, const Inst *flow)
{
    const char *text = flow->first ? f->var[flow->first].unit : NULL;
    Unit unit, torque, force;

    unit_parse("N.m", &torque);
    unit_parse("N", &force);
    return !text || !*text || !unit_parse(text, &unit) || unit_alike(&unit, &torque) ||
           unit_alike(&unit, &force);
}

/* Flanges: what connectors have that is equal where they meet, beside a torque or force. */
static void find_flanges(Train *t, const Inst *in)
{
    const Inst *potential = NULL;
    bool flow = false;

    if (!present(in))
        return;
    for (uint32_t k = 0; in->is->ndim && in->has->elem && k < in->is->size; k++)
        find_flanges(t, in->has->elem[k]);
    if (in->is->ndim && in->has->elem)
        return;
    for (uint32_t i = 0; i < vec_len(in->child); i++) {
        const Inst *c = in->child[i];
        if (is_connector_class(in) && c->is->type == T_REAL && !c->is->ndim && present(c)) {
            flow |= c->is->flow && is_load(t->f, c);
            potential = c->is->flow || potential ? potential : c;
        } else {
            find_flanges(t, c);
        }
    }
    if (flow && potential && potential->first && is_within(in->path, t->sub))
        vec_push(&t->d->run, t->flange, ((Flange){ in->path, potential->first, 0 }));
}

/* ---- bodies and meshes --------------------------------------------------------------------------------- */

/* By Var: the body of a representative. */
static uint32_t *find_bodies(Train *t, const Motions *m)
{
    uint32_t *body_of = NEW_N(&t->d->pass, uint32_t, vec_len(t->f->var) + 1);

    vec_push(&t->d->run, t->body, ((Body){ .name = "housing", .inertia = FR_ZERO }));
    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        Flange *flange = &t->flange[i];
        uint32_t v = motion_find(m, flange->var);
        if (v && !body_of[v]) {
            body_of[v] = vec_len(t->body);
            vec_push(&t->d->run, t->body, ((Body){ .name = flange->path, .inertia = FR_ZERO }));
        }
        flange->body = body_of[v];
    }
    return body_of;
}

static void find_meshes(Train *t, const GearRow *gear, const uint32_t *body_of)
{
    for (uint32_t i = 0; i < vec_len(gear); i++) {
        const Equation *q = &t->f->eq[gear[i].eq];
        Mesh mesh = {
            .eq = gear[i].eq, .path = q->path ? q->path : "", .decimal = gear[i].decimal, .efficiency = FR_ONE
        };
        for (uint32_t k = 0; k < vec_len(gear[i].term); k++)
            vec_push(&t->d->run, mesh.term,
                     ((Term){ body_of[gear[i].term[k].body], gear[i].term[k].factor }));
        t->decimal |= mesh.decimal;
        vec_push(&t->d->run, t->mesh, mesh);
    }
}

/* ---- motions ------------------------------------------------------------------------------------------- */

/* [body][mesh | unit] in echelon form; the meshes that are its pivots. */
static Matrix eliminated(const Train *t, uint32_t **pivot)
{
    uint32_t bodies = vec_len(t->body), meshes = vec_len(t->mesh);
    Matrix m = fr_matrix(t->d, bodies - 1, meshes + bodies);

    for (uint32_t i = 0; i < meshes; i++)
        for (uint32_t k = 0; k < vec_len(t->mesh[i].term); k++)
            FR_AT(&m, t->mesh[i].term[k].body - 1, i) = t->mesh[i].term[k].factor;
    for (uint32_t b = 1; b < bodies; b++)
        FR_AT(&m, b - 1, meshes + b) = FR_ONE;
    (void)fr_echelon(t->d, &m, meshes, pivot);
    return m;
}

/* Rows of the unit part where there is no mesh left: motions that meshes allow, by body. In echelon form they have
 * small numbers, and as many bodies as there are motions are motions by themselves. */
static void find_motions(Train *t, const Matrix *m, uint32_t rank)
{
    uint32_t bodies = vec_len(t->body), meshes = vec_len(t->mesh);
    Matrix free = fr_matrix(t->d, bodies - 1 - rank, bodies);

    for (uint32_t r = 0; r < free.rows; r++)
        for (uint32_t b = 1; b < bodies; b++)
            FR_AT(&free, r, b) = FR_AT(m, rank + r, meshes + b);
    (void)fr_echelon(t->d, &free, bodies, NULL);
    t->freedoms = free.rows;
    for (uint32_t b = 0; b < bodies; b++) {
        Fraction *motion = NEW_N(&t->d->run, Fraction, free.rows + 1);
        for (uint32_t r = 0; r < free.rows; r++)
            motion[r] = FR_AT(&free, r, b);
        t->body[b].motion = motion;
    }
}

static void find_multipliers(Train *t, const Matrix *m, const uint32_t *pivot)
{
    uint32_t bodies = vec_len(t->body), meshes = vec_len(t->mesh);

    t->multiplier = fr_matrix(t->d, meshes, bodies);
    for (uint32_t i = 0; i < meshes; i++)
        t->mesh[i].redundant = true;
    for (uint32_t r = 0; r < vec_len(pivot); r++) {
        t->mesh[pivot[r]].redundant = false;
        for (uint32_t b = 1; b < bodies; b++)
            FR_AT(&t->multiplier, pivot[r], b) = FR_AT(m, r, meshes + b);
    }
}

/* ---- members ------------------------------------------------------------------------------------------- */

static bool is_same(const Train *t, const Fraction *a, const Fraction *b)
{
    for (uint32_t i = 0; i < t->freedoms; i++)
        if (!fr_equal(a[i], b[i]))
            return false;
    return true;
}

static bool stands_still(const Train *t, const Fraction *m)
{
    for (uint32_t i = 0; i < t->freedoms; i++)
        if (!fr_is_zero(m[i]))
            return false;
    return true;
}

static void find_members(Train *t)
{
    for (uint32_t b = 0; b < vec_len(t->body); b++) {
        Body *body = &t->body[b];
        uint32_t k = 0;
        while (k < vec_len(t->member) && !is_same(t, t->member[k].motion, body->motion))
            k++;
        if (k == vec_len(t->member))
            vec_push(&t->d->run, t->member,
                     ((Member){ body->name, body->motion, stands_still(t, body->motion) }));
        body->member = k;
    }
}

/* The part of the path that is there, and what may have been meant behind it. */
static void no_component(Dtc *d, const Inst *root, const char *path)
{
    const char **known = NULL, *dot = strrchr(path, '.'), *last = dot ? dot + 1 : path;
    const Inst *in = dot ? inst_at(root, intern(d, path, (size_t)(dot - path))) : root;

    for (uint32_t i = 0; in && i < vec_len(in->child); i++)
        if (vec_len(in->child[i]->child))
            vec_push(&d->run, known, in->child[i]->is->name);
    const char *near = suggest(d, last, known, vec_len(known));
    fprintf(stderr, "dtc: --sub: there is no component %s%s%s%s\n", path, near ? "; did you mean " : "",
            near ? near : "", near ? "?" : "");
}

bool train_of(Dtc *d, const Flat *f, const Inst *root, const char *sub, const char *in, const char *out,
              Train *t)
{
    GearRow *gear;
    uint32_t *pivot = NULL;

    *t = (Train){ .d = d, .f = f, .sub = sub };
    const Inst *part = inst_at(root, sub);
    if (!part) {
        no_component(d, root, sub);
        return false;
    }
    find_flanges(t, root);
    const Motions motions = motions_of(d, f, t->flange, &gear);
    t->collapsed = motions.collapsed;
    const uint32_t *body_of = find_bodies(t, &motions);
    if (vec_len(t->body) > MOST) {
        error(d, part->is->span, sub,
              "this gear train has %u shafts, more than %d: choose a part of it, --sub PATH",
              vec_len(t->body) - 1, MOST);
        return false;
    }
    find_inertias(t, &motions, body_of);
    find_meshes(t, gear, body_of);
    const Matrix m = eliminated(t, &pivot);
    find_motions(t, &m, vec_len(pivot));
    find_multipliers(t, &m, pivot);
    find_members(t);
    gear_elements(t, &motions, body_of, root);
    if (!find_ports(t, in, out))
        return false;
    find_sets(t, root);
    uint32_t before = d->errors;
    train_doubts(t, root);
    return d->errors == before && ports_turn(t);
}
