/* names.c - the names that a program has in C, made at the end: of members of the struct, functions, constants, locals.
 *
 * A member has the name of its variable, flat (emit_name.c), an array made by roll.c that of its family; what goes with
 * a variable has that name behind pre_, last_, jump_, held_; what is moved on while an output of its name stays next_.
 * What is none of the model's has the name of its role. A name that is taken gets an underscore, in this order:
 * outputs, relations and branches, arrays, variables, what goes with them, arrays of roll.c. Names of the file's own
 * constants begin with any_; functions and locals keep clear of the model's name.
 *
 * Requires: all passes over the program. Cost: linear.
 */
#include <string.h>
#include "emit.h"

typedef struct { const Emitter *e; Names *n; Map taken; const char **output_array; } Naming;

/* ---- members ------------------------------------------------------------------------------------------- */

static const char *new_name(Naming *g, const char *wanted)
{
    const char *name = internz(g->e->d, wanted);

    while (map_get(&g->taken, KEY(name)) || c_is_macro(name))
        name = internf(g->e->d, "%s_", name);
    map_set(&g->e->d->pass, &g->taken, KEY(name), 1);
    return name;
}

static void reserve(Naming *g, const char *const *word)
{
    for (; *word; word++)
        map_set(&g->e->d->pass, &g->taken, KEY(internz(g->e->d, *word)), 1);
}

static void reserve_names(Naming *g)
{
    static const char *const own[] = { "steps",   "time",      "changed", "fault",   "count",
                                       "initial", "finite",    "stop",    "ready",   "shown",
                                       "warned",  "committed", "taken",   "refused", NULL };
    static const char *const flags[] = { "exact", "again",  "pinned", "tangent",  "rosenbrock",
                                         "stale", "behind", "ahead",  "matrices", "last",
                                         "cuts",  "cut",    NULL };
    static const char *const of_fmu[] = { "start", NULL },
                             *const of_quiet[] = { "backoff", "earlier", "earlier_int", NULL },
                             *const of_lanes[] = { "lanes", "lane", "before", NULL };

    reserve(g, c_words);
    reserve(g, own);
    if (holds_relations(g->e->of))
        reserve(g, flags);
    if (g->e->d->opt.fmu)
        reserve(g, of_fmu);
    if (!never_quiet(g->e))
        reserve(g, of_quiet);
    if (g->e->d->opt.lanes)
        reserve(g, of_lanes);
    for (uint32_t i = 0; i < vec_len(g->e->layout->member); i++) {
        const LaidMember *m = &g->e->layout->member[i];
        if (m->role > AT_family) /* law_3 */
            reserve(g, (const char *const[]){ member_label(g->e->program, m->role, m->of_role), NULL });
    }
}

static const char *element(const Naming *g, const char *array, uint32_t i)
{
    return internf(g->e->d, "%s[%u]", array, i);
}

static void name_outputs(Naming *g)
{
    const Emitter *e = g->e;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const uint32_t array = e->f->var[v].array;
        if (!e->store->has[AT_output][v])
            continue;
        if (array && e->f->array[array].first == v)
            g->output_array[array] = new_name(g, c_name(e->d, e->f->array[array].name));
        g->n->of[AT_output][v] = array ? element(g, g->output_array[array], v - e->f->array[array].first)
                                       : new_name(g, c_name(e->d, e->f->var[v].name));
    }
}

/* What is held, or is a branch, has an expression as its name. */
static void name_numbered(Naming *g, Var v, const char *what, uint32_t number)
{
    if (v && g->e->store->kind[v] != ST_NONE)
        g->n->of[AT_variable][v] = new_name(g, internf(g->e->d, "%s_%u", what, number));
}

static void name_held(Naming *g)
{
    const Dae *dae = g->e->dae;

    for (uint32_t i = 0; i < vec_len(dae->branch); i++)
        name_numbered(g, dae->branch[i].v, "branch", i + 1);
    for (uint32_t i = 0; i < vec_len(dae->held); i++) {
        if (dae->held[i].kind != HELD_WHEN)
            name_numbered(g, dae->held[i].v, "held", i + 1);
        name_numbered(g, dae->held[i].count, "count", i + 1);
    }
}

/* Of what moves on while an output of its name stays. */
static const char *storage_name(const Naming *g, Var v, const char *name)
{
    const Store *s = g->e->store;
    const bool moves = s->kind[v] == ST_STATE || s->kind[v] == ST_DISCRETE;

    return internf(g->e->d, "%s%s", s->has[AT_output][v] && moves ? "next_" : "", c_name(g->e->d, name));
}

static void name_arrays(Naming *g)
{
    const Flat *f = g->e->f;

    for (uint32_t k = 1; k < vec_len(f->array); k++) {
        const FlatArray *a = &f->array[k];
        if (!g->e->store->array_whole[k])
            continue;
        g->n->array[k] = new_name(g, storage_name(g, a->first, a->name));
        for (uint32_t i = 0; i < a->n; i++)
            g->n->of[AT_variable][a->first + i] = element(g, g->n->array[k], i);
    }
}

/* One that is kept in a law has had a name of its own first. */
static void name_variables(Naming *g)
{
    const Emitter *e = g->e;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->kind[v] != ST_NONE && !g->n->of[AT_variable][v])
            g->n->of[AT_variable][v] = new_name(g, storage_name(g, v, e->f->var[v].name));
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (is_kept_in_law(e->store, v)) {
            const Home h = e->store->home[v];
            g->n->of[AT_variable][v] = element(g, member_label(e->program, h.role, h.of), h.element);
        }
}

static const char *companion_name(Naming *g, const char *what, Var v)
{
    const char *name = g->e->store->has[AT_output][v] ? g->e->f->var[v].name : g->n->of[AT_variable][v];
    return new_name(g, internf(g->e->d, "%s_%s", what, c_name(g->e->d, name)));
}

static void name_companions(Naming *g)
{
    static const char *const word[] = { "pre", "last", "jump", "held" };
    const Store *s = g->e->store;

    for (Var v = 1; v < vec_len(g->e->f->var); v++)
        for (int role = AT_pre_of; role <= AT_held_of; role++)
            if (s->has[role][v])
                g->n->of[role][v] = companion_name(g, word[role - AT_pre_of], v);
    for (uint32_t i = 0; i < vec_len(g->e->dae->kept); i++)
        g->n->of[AT_variable][g->e->dae->kept[i].kept] = g->n->of[AT_pre_of][g->e->dae->kept[i].v];
}

static const char *member_text(const Naming *g, MemberRole role, uint32_t of)
{
    const Names *n = g->n;

    switch ((int)role) {
    case AT_output_array: return g->output_array[of];
    case AT_array: return n->array[of];
    case AT_family: return n->object[ex(g->e->d, member_known(g->e->program, role, of))->payload];
    }
    if (role <= AT_output)
        return n->of[role][of];
    return member_label(g->e->program, role, of);
}

/* Arrays that roll.c has made, in the order in which it did. */
static void name_families(Naming *g)
{
    const Emitter *e = g->e;

    for (Obj i = 1; i < vec_len(e->program->object); i++) {
        const Object *o = &e->program->object[i];
        if (o->kind == OBJ_MEMBER && o->role == AT_family)
            g->n->object[i] = new_name(g, c_name(e->d, family_label(e->d, e->f->var[o->of].name)));
    }
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const Home h = e->store->home[v];
        if (h.role == AT_family)
            g->n->of[AT_variable][v] = element(g, member_text(g, h.role, h.of), h.element);
    }
}

/* ---- functions, objects -------------------------------------------------------------------------------- */

/* Nothing in the file has the name of the model's type. */
static const char *unlike_model(const Naming *g, const char *name)
{
    return strcmp(name, g->n->model) == 0 ? internf(g->e->d, "%s_", name) : name;
}

/* Of local k of a function of the model; no other name ends so. */
static const char *local_name(Dtc *d, const Function *f, uint32_t k)
{
    Map taken = { 0 };
    const char *name = NULL;

    for (uint32_t i = 0; i <= k; i++) {
        name = internf(d, "%s_", c_name(d, f->local[i].name));
        while (map_get(&taken, KEY(name)))
            name = internf(d, "%s%u_", name, i);
        map_set(&d->pass, &taken, KEY(name), 1);
    }
    return name;
}

static const char *own_name(const Naming *g, const Object *o)
{
    Dtc *d = g->e->d;

    switch (o->by) {
    case BY_NAME: break;
    case BY_VARIABLE: return internf(d, "d%u_%s", o->number, c_name(d, g->e->f->var[o->of].name));
    case BY_NEW: return internf(d, "new%u_%s", o->number, c_name(d, g->e->f->var[o->of].name));
    case BY_LOCAL: return local_name(d, &g->e->f->function[o->of], o->number);
    case BY_OUTPUT: return internf(d, "out_%s", local_name(d, &g->e->f->function[o->of], o->number));
    }
    return o->name;
}

static const char *object_name(const Naming *g, const Object *o)
{
    switch (o->kind) {
    case OBJ_MEMBER:
    case OBJ_OFFSET:
    case OBJ_BYTES: return member_text(g, o->role, o->of);
    case OBJ_TABLE: return internf(g->e->d, "any_%s", object_label(g->e->program, o));
    case OBJ_LOCAL:
    case OBJ_PARAM: return unlike_model(g, own_name(g, o));
    case OBJ_CONSTANT: break;
    }
    return NULL;
}

const char *name_of(const Printer *pr, FunctionRole role, uint32_t of)
{
    return pr->name->function[function_of(pr->e->program, role, of)];
}

const char *name_at(const Printer *pr, Ex object) { return pr->name->object[ex(pr->e->d, object)->payload]; }

const char *name_of_laid(const Printer *pr, const LaidMember *m) { return pr->name->member[m - pr->e->layout->member]; }

Names *make_names(const Emitter *e)
{
    Arena *a = &e->d->run;
    const uint32_t n = vec_len(e->f->var), na = vec_len(e->f->array);
    Names *all = NEW(a, Names);
    Naming g = { .e = e, .n = all, .output_array = NEW_N(a, const char *, na + 1) };

    for (int role = AT_variable; role <= AT_output; role++)
        all->of[role] = NEW_N(a, const char *, n + 1);
    all->array = NEW_N(a, const char *, na + 1);
    all->model = emit_model_name(e->d, e->f);
    all->object = NEW_N(a, const char *, vec_len(e->program->object));
    all->function = NEW_N(a, const char *, vec_len(e->program->fn));
    all->member = NEW_N(a, const char *, vec_len(e->layout->member) + 1);
    reserve_names(&g);
    name_outputs(&g);
    name_held(&g);
    name_arrays(&g);
    name_variables(&g);
    name_companions(&g);
    name_families(&g);
    for (uint32_t i = 0; i < vec_len(e->layout->member); i++)
        all->member[i] = member_text(&g, e->layout->member[i].role, e->layout->member[i].of_role);
    for (Obj i = 1; i < vec_len(e->program->object); i++)
        all->object[i] = object_name(&g, &e->program->object[i]);
    for (Fn i = 1; i < vec_len(e->program->fn); i++)
        all->function[i] =
            unlike_model(&g, function_label(e->program, e->program->fn[i].role, e->program->fn[i].of));
    return all;
}
