/* fmu_structure.c - what outputs and derivatives depend on, and how.
 *
 * What reaches an unknown is found by fmu_reach.c, by values and by decisions: importers ask at events as well. How,
 * between events, tell the differentials of the model for a variable-step solver (tangent_plan.c). Of a discrete
 * unknown, and where there is no such model, it is not told, which means all. A dependency is constant where all
 * factors on the way are numbers, tunable where parameters are among them, else dependent, as is what goes through a
 * decision. Cost: the entries of the pattern, times the length of the ways.
 */
#include <stdlib.h>
#include "fmu.h"
#include "tangent.h"

enum { CONSTANT, FIXED, TUNABLE, DEPENDENT };
const char *const fmu_dependency_words[] = { "constant", "fixed", "tunable", "dependent" };

typedef struct {
    Fmu *u;
    const Emitter *e;
    const Tangent *t;
    uint32_t *known;                       /* by index in sets of the tangent: place of the state or input */
    uint32_t *place;                       /* by Var */
    Var *var;                              /* by place */
    uint8_t *kind;                         /* by number of a differential: the weakest word for it */
    Var *reaching, *reached;               /* vecs: states, inputs; told unknowns */
    uint32_t **by;                         /* by place in reached: of fmu_reach */
    uint32_t *row;                         /* by place of a variable: place in reached, and 1 */
    uint8_t *word;                         /* by place of a variable: how the present unknown depends on it */
} Structure;

bool fmu_has_derivatives(const Fmu *u, FmuKind kind)
{
    const Emitter *e = u->part[kind].e;

    return kind == FMU_ME && e && e->tangent && e->tangent->column && vec_len(e->dae->state) > 0;
}

static void find_known(Structure *s)
{
    const uint32_t n = vec_len(s->e->dae->state), m = vec_len(s->t->input);

    const Flat *f = s->e->f;
    Map named = { 0 };

    for (uint32_t i = 0; i < vec_len(s->u->variable); i++)
        map_set(&s->u->d->run, &named, KEY(internz(s->u->d, s->u->variable[i].i->name)), i + 1);
    s->place = NEW_N(&s->u->d->run, uint32_t, vec_len(f->var) + 1);
    s->var = NEW_N(&s->u->d->run, Var, vec_len(s->u->variable) + 1);
    for (Var v = 1; v < vec_len(f->var); v++) {
        s->place[v] = (uint32_t)map_get(&named, KEY(internz(s->u->d, f->var[v].name)));
        s->var[s->place[v]] = v;
    }
    s->known = NEW_N(&s->u->d->run, uint32_t, n + m + 1);
    for (uint32_t i = 0; i < n + m; i++)
        s->known[i] = s->place[i < n ? s->e->dae->state[i] : s->t->input[i - n]];
}

/* ---- kinds --------------------------------------------------------------------------------------------- */

static uint8_t larger_of(uint8_t a, uint8_t b) { return a > b ? a : b; }

static uint8_t kind_of_rate(uint8_t rate)
{
    return rate == RATE_CONST ? CONSTANT : rate == RATE_INIT ? TUNABLE : DEPENDENT;
}

/* Of the factors in the expression of a differential. */
static uint8_t kind_of_factors(const Structure *s, Ex x)
{
    Var *vars = NULL;
    uint8_t kind = CONSTANT;

    if (!x)
        return kind;
    ex_vars(s->e->d, x, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        const VarInfo *v = &s->e->f->var[vars[i]];
        kind = larger_of(kind, v->variability == V_CONST   ? CONSTANT
                               : v->variability == V_PARAM ? TUNABLE
                                                           : kind_of_rate(s->e->dae->rate[vars[i]]));
    }
    return kind;
}

static void gather(const Structure *s, uint32_t number, uint8_t own)
{
    const uint32_t *from = s->t->from[number];

    for (uint32_t i = 0; i < vec_len(from); i++)
        own = larger_of(own, s->kind[from[i]]);
    s->kind[number] = larger_of(s->kind[number], own);
}

static void kinds_of_inner(const Structure *s, const Block *b, const TangentBlock *k)
{
    for (uint32_t i = 0; k->inner && i < vec_len(b->inner); i++) {
        const uint32_t number = s->t->of[root(s->e->of, b->inner[i].v)];
        if (number && k->inner[i])
            gather(s, number, kind_of_factors(s, k->inner[i]));
    }
}

static void kinds_of_torn(const Structure *s, const Block *b, const TangentBlock *k)
{
    uint8_t own = b->kind == B_LINEAR ? kind_of_rate(b->matrix_rate) : DEPENDENT;

    for (uint32_t i = 0; b->kind == B_LINEAR && i < vec_len(b->tear); i++)
        own = larger_of(own, kind_of_factors(s, k->res[i]));
    gather(s, k->solve, own);
    for (uint32_t i = 0; i < vec_len(b->tear); i++)
        gather(s, s->t->of[root(s->e->of, b->tear[i])], CONSTANT);
    for (uint32_t i = 0; i < vec_len(b->sw); i++)
        gather(s, s->t->of[root(s->e->of, s->e->f->sw[b->sw[i]].lambda)], CONSTANT);
    kinds_of_inner(s, b, k);
}

static void find_kinds(Structure *s)
{
    s->kind = NEW_N(&s->u->d->run, uint8_t, tangents(s->t) + 1);
    for (uint32_t i = 0; i < vec_len(s->t->last); i++)
        s->kind[s->t->of_last[s->t->last[i]]] = DEPENDENT;
    for (uint32_t b = 0; b < vec_len(s->e->dae->block); b++) {
        kinds_of_inner(s, &s->e->dae->block[b], &s->t->block[b]);
        if (s->t->block[b].solve)
            kinds_of_torn(s, &s->e->dae->block[b], &s->t->block[b]);
    }
}

/* ---- unknowns ------------------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool is_told(const Structure *s, uint32_t of)
{
    const FmuVariable *v = &s->u->variable[of - 1];

    return s->t && s->var[of] && v->i->type == T_REAL && v->variability == FMU_CONTINUOUS;
}

static void find_reach(Structure *s)
{
    Dtc *d = s->e->d;

    s->row = NEW_N(&d->run, uint32_t, vec_len(s->u->variable) + 1);
    s->word = NEW_N(&d->run, uint8_t, vec_len(s->u->variable) + 1);
    for (uint32_t i = 0; i < vec_len(s->e->dae->state); i++)
        vec_push(&d->run, s->reaching, s->e->dae->state[i]);
    for (uint32_t i = 1; i <= vec_len(s->u->variable); i++) {
        const FmuVariable *v = &s->u->variable[i - 1];
        if (v->causality == FMU_INPUT && s->var[i])
            vec_push(&d->run, s->reaching, s->var[i]);
        if ((v->causality == FMU_OUTPUT || v->derivative) && is_told(s, i)) {
            vec_push(&d->run, s->reached, s->var[i]);
            s->row[i] = vec_len(s->reached);
        }
    }
    s->by = fmu_reach(s->e, s->reaching, s->reached);
}

/* The words for one unknown, by place: that of its differential where nothing is decided on the way. */
static void find_words(const Structure *s, uint32_t number, const uint32_t *by)
{
    for (uint32_t i = 0; i < vec_len(by); i++)
        s->word[s->place[s->reaching[by[i] / 2]]] = DEPENDENT;
    for (uint32_t i = 0; number && i < s->t->states[number].n; i++)
        s->word[s->known[s->t->states[number].at[i]]] = s->kind[number];
    for (uint32_t i = 0; i < vec_len(by); i++)
        if (by[i] % 2)
            s->word[s->place[s->reaching[by[i] / 2]]] = DEPENDENT;
}

/* Of values at the start nothing is told. */
static void add(Structure *s, uint32_t of, FmuList list)
{
    Dtc *d = s->u->d;
    FmuUnknown k = { .of = of, .list = list, .all = list == FMU_INITIAL || !is_told(s, of) };
    const uint32_t *by = k.all ? NULL : s->by[s->row[of] - 1];

    for (uint32_t i = 0; i < vec_len(by); i++) {
        const uint32_t on = s->place[s->reaching[by[i] / 2]];
        k.all |= on == 0; /* a state of model exchange that is not shown */
        vec_push(&d->run, k.on, on);
    }
    if (!k.all)
        find_words(s, s->t->of[root(s->e->of, s->var[of])], by);
    if (k.on)
        qsort(k.on, vec_len(k.on), sizeof *k.on, by_place);
    for (uint32_t i = 0; i < vec_len(k.on); i++)
        vec_push(&d->run, k.kind, s->word[k.on[i]]);
    vec_push(&d->run, s->u->unknown, k);
}

static bool is_initial_unknown(const FmuVariable *v)
{
    return !v->settable &&
           (v->causality == FMU_OUTPUT || v->causality == FMU_CALCULATED || v->state || v->derivative);
}

void fmu_structure(Fmu *u)
{
    Structure s = { .u = u };

    if (fmu_has_derivatives(u, FMU_ME)) {
        s.e = u->part[FMU_ME].e;
        s.t = s.e->tangent;
        find_known(&s);
        find_kinds(&s);
        find_reach(&s);
    }
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        if (u->variable[i].causality == FMU_OUTPUT)
            add(&s, i + 1, FMU_OUTPUTS);
    uint32_t *rate = NEW_N(&u->d->run, uint32_t, vec_len(u->variable) + 1); /* by the place of its state */
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        rate[u->variable[i].derivative] = i + 1;
    for (uint32_t k = 0; k < vec_len(u->state); k++)
        add(&s, rate[u->state[k]], FMU_DERIVATIVES);
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        if (is_initial_unknown(&u->variable[i]))
            add(&s, i + 1, FMU_INITIAL);
}
