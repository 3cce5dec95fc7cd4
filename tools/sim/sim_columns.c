/* sim_columns.c - which variables of the model become columns of the results.
 *
 * By default: all variables of the model, of a switching element or an automaton the place alone, and no second
 * derivatives; with MAT the parameters too, which cost nothing there and which plotting tools show. --vars chooses,
 * also by wildcard, in the order in which it names them. What follows from parameters alone is a constant of the run.
 * Variables that are stored in one place of the model are aliases: written once, where the format has that. Time is
 * always there. Cost: linear in the variables, times the patterns of --vars.
 */
#include <string.h>
#include "chosen.h"
#include "sim.h"
#include "emit.h"

enum {
    INNER,
    CONSTANT,
    VARIABLE
}; /* is_way_to; declared as parameter or constant, or part of one; as a variable */

static uint8_t *sorts(Dtc *d, const Flat *f, const dtc_model_info *info)
{
    uint8_t *is = NEW_N(&d->pass, uint8_t, info->variables + 1);
    Map known = { 0 };

    for (Var v = 1; v < vec_len(f->var); v++)
        if (!is_way_to(&f->var[v]))
            map_set(&d->pass, &known, KEY(internz(d, f->var[v].name)),
                    f->var[v].variability >= V_PARAM ? CONSTANT : VARIABLE);
    for (int i = 0; i < info->variables; i++)
        is[i] = (uint8_t)map_get(&known, KEY(sim_name(d, info, i)));
    return is;
}

static void add_column(Dtc *d, const dtc_model_info *info, int i, SimColumns *c)
{
    dtc_variable v = dtc_variable_at(info, i);
    result_column column = { .name = sim_name(d, info, i), .unit = v.unit, .description = v.description };

    vec_push(&d->run, c->variable, v);
    vec_push(&d->run, c->column, column);
    vec_push(&d->run, c->value, 0.0);
}

static void by_default(Dtc *d, const Flat *f, const dtc_model_info *info, result_format format, SimColumns *c)
{
    const uint8_t *sort = sorts(d, f, info);

    for (int i = 0; i < info->variables; i++)
        if (sort[i] == VARIABLE || (sort[i] == CONSTANT && format == RESULT_MAT))
            add_column(d, info, i, c);
}

/* One name or pattern of --vars. */
static bool take(Dtc *d, const dtc_model_info *info, const char *wanted, bool *taken, SimColumns *c)
{
    bool found = false, pattern = strpbrk(wanted, "*?") != NULL;

    for (int i = 0; i < info->variables; i++) {
        if (!name_chosen(wanted, sim_name(d, info, i)))
            continue;
        if (!taken[i])
            add_column(d, info, i, c);
        found = taken[i] = true;
    }
    if (found || pattern) /* one that fits nothing was told of */
        return true;
    const char *near = suggest_within(d, wanted, sim_names(d, info), (uint32_t)info->variables);
    fprintf(stderr, "dtc: --vars: there is no variable %s%s%s%s\n", wanted, near ? "; did you mean " : "",
            near ? near : "", near ? "?" : "");
    return false;
}

/* Also an output that follows from parameters alone: known by name. */
static bool is_constant(const Flat *f, const Map *known, const dtc_variable *v, const char *name)
{
    Var of = (Var)map_get(known, KEY(name));
    Var root = of ? root_of(f, of, NULL) : 0;

    return v->kind == DTC_PARAMETER || v->kind == DTC_CALCULATED ||
           (of && (alias_of(f, root).constant || f->var[root].variability >= V_PARAM));
}

static Map names_of(Dtc *d, const Flat *f)
{
    Map known = { 0 };

    for (Var v = 1; v < vec_len(f->var); v++)
        map_set(&d->pass, &known, KEY(internz(d, f->var[v].name)), v);
    return known;
}

const char *sim_literals(Dtc *d, const VarInfo *i)
{
    const char **list = NULL;

    for (uint32_t k = 0; i->enum_type && k < vec_len(i->enum_type->literal); k++)
        vec_push(&d->pass, list, internf(d, "%u=%s", k + 1, i->enum_type->literal[k]));
    return i->type == T_ENUM && list ? text_joined(d, list, " ", " ") : NULL;
}

/* What stands for a unit where numbers have words: places, true, literals of an enumeration. false needs none. */
static const char *words_of(Dtc *d, const Flat *f, const Map *words, Var v)
{
    const VarInfo *i = &f->var[v];

    if (map_get(words, root_of(f, v, NULL)))
        return (const char *)(uintptr_t)map_get(words, root_of(f, v, NULL));
    if (i->words || i->type == T_BOOL)
        return i->words ? i->words : "1=true";
    return sim_literals(d, i);
}

/* Of places and what is equal to them; variable -> text. */
static Map place_words(Dtc *d, const Flat *f)
{
    static const char places[] = RESULT_PLACES;
    Map words = { 0 };

    for (uint32_t i = 0; i < vec_len(f->sw); i++)
        if (f->sw[i].place)
            map_set(&d->pass, &words, root_of(f, f->sw[i].place, NULL), KEY(places));
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].place); k++) {
            Var v = f->net[i].place[k].v;
            if (f->net[i].alone)
                map_set(&d->pass, &words, root_of(f, v, NULL),
                        KEY(internf(d, "1=%s", name_last(f->var[v].name))));
        }
    return words;
}

/* Of der(x), by that of x; NULL: it is not known. */
static const char *unit_of_rate(Dtc *d, const Flat *f, const Map *known, const char *name)
{
    static const char *const rate[][2] = { { "rad", "rad/s" }, { "rad/s", "rad/s2" }, { "m", "m/s" },
                                           { "m/s", "m/s2" },  { "J", "W" },          { "1", "1/s" } };
    const size_t n = strlen(name);
    const Var v = n > 5 && strncmp(name, "der(", 4) == 0 && name[n - 1] == ')'
                    ? (Var)map_get(known, KEY(intern(d, name + 4, n - 5)))
                    : 0;
    const char *unit = v ? f->var[v].unit : NULL;

    for (size_t i = 0; unit && i < sizeof rate / sizeof *rate; i++)
        if (strcmp(unit, rate[i][0]) == 0)
            return rate[i][1];
    return unit && *unit && !strpbrk(unit, "/.") ? internf(d, "%s/s", unit) : NULL;
}

/* Descriptor to result_column. `not` of a Boolean is no sign, hence no alias. */
static void describe(Dtc *d, const Flat *f, SimColumns *c)
{
    Map first = { 0 }, known = names_of(d, f),
        words = place_words(d, f); /* first: offset + 1 -> 1 + column */

    for (uint32_t k = 0; k < vec_len(c->variable); k++) {
        const dtc_variable *v = &c->variable[k];
        result_column *column = &c->column[k];
        bool stored = v->sign > 0 || v->type != DTC_BOOLEAN;
        uint64_t same = stored ? map_get(&first, (uint64_t)v->offset + 1) : 0;
        Var of = (Var)map_get(&known, KEY(column->name));
        column->words = of ? words_of(d, f, &words, of) : NULL;
        if (!column->unit || !*column->unit)
            column->unit = unit_of_rate(d, f, &known, column->name);
        column->constant = is_constant(f, &known, v, column->name);
        if (same) {
            column->same = (int)same;
            column->negated = v->sign != c->variable[same - 1].sign;
        } else if (stored) {
            map_set(&d->run, &first, (uint64_t)v->offset + 1, k + 1);
        }
    }
}

bool sim_columns(Dtc *d, const Flat *f, const dtc_model_info *info, result_format format, SimColumns *c)
{
    const char **want = d->opt.vars;
    bool good = true, time_alone = false, *taken = NEW_N(&d->pass, bool, info->variables + 1);

    if (!want)
        by_default(d, f, info, format, c);
    for (uint32_t k = 0; k < vec_len(want); k++)
        if (strcmp(want[k], "time") == 0)
            time_alone = true; /* it is always there */
        else
            good &= take(d, info, want[k], taken, c);
    if (good && want && !c->variable && !time_alone) {
        fprintf(stderr, "dtc: --vars: nothing is left to write\n");
        return false;
    }
    describe(d, f, c);
    return good;
}
