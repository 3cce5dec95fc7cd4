/* gear_shift.c - the gears that a user gives: a file, or a table in the model.
 *
 *     gears: {"1": [A, D], "2": [A, C], R: [B, D]}
 *     efficiency: {p1: 0.985, p2.planetRing: 0.996}     # carriers at rest; of a set, or of one of its meshes
 *
 * or a shift table (shift_table.c). What is named is engaged. One-way elements hold or overrun by themselves, those
 * that are always there and those that are engaged: of all ways in which they can, with the input driving, the one with
 * the fewest that hold and that makes a gear is taken. In it all torques and all slips have the signs that these
 * elements allow.
 *
 * Cost: 2^(one-way elements) states for each gear.
 */
#include <string.h>
#include "expr.h"
#include "gear_build.h"
#include "text.h"
#include "yaml_file.h"

/* actuated: vec of elements */
typedef struct { const char *name; uint32_t *actuated; } GearSpec;

/* ---- one-way elements ---------------------------------------------------------------------------------- */

/* The signs of torque that it takes: 1 forward, 2 backward. */
static uint32_t takes(const ShiftElement *e, bool actuated)
{
    return (actuated ? e->forward : e->always_forward) |
           (uint32_t)(actuated ? e->backward : e->always_backward) << 1;
}

static bool fits(int sign, uint32_t signs) { return sign == 0 || (signs & (sign > 0 ? 1u : 2u)); }

/* Do the elements that hold take their torques, with 1 of this sign at the input, and the others their slips? An
 * element with torques of one sign can slip in that direction. */
static bool is_possible(const Train *t, const State *s, const bool *actuated, int sign)
{
    bool *holds = NEW_N(&t->d->pass, bool, vec_len(t->element) + 1);

    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        holds[s->engaged[i]] = true;
    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        uint32_t signs = takes(&t->element[e], actuated[e]);
        bool known = s->bases == 1 && !slip_floats(t, s, e);
        if (holds[e] && s->drivers && !fits(sign * fr_sign(s->element_torque[e * s->drivers]), signs))
            return false;
        if (!holds[e] && (signs == 1 || signs == 2) && known && !fits(fr_sign(slip_of(t, s, e, 0)), signs))
            return false;
    }
    return true;
}

/* The next larger number with as many bits; of no bits, or when there is none: 0. */
static uint32_t next_of_same_size(uint32_t set, uint32_t n)
{
    uint32_t low = set & -set, up = set + low;

    if (!set)
        return 0;
    up |= ((set ^ up) >> 2) / low;
    return up >> n ? 0 : up;
}

static State with_holding(const Train *t, const char *name, const bool *actuated, const uint32_t *free, uint32_t set)
{
    uint32_t *engaged = NULL;

    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        uint32_t signs = takes(&t->element[e], actuated[e]);
        bool holds = signs == 3 && element_holds(&t->element[e]);
        for (uint32_t i = 0; i < vec_len(free); i++)
            holds |= free[i] == e && (set >> i & 1);
        if (holds)
            vec_push(&t->d->run, engaged, e);
    }
    return state_of(t, name, engaged);
}

bool is_actuated(const ShiftElement *e)
{
    bool more = (e->forward && !e->always_forward) || (e->backward && !e->always_backward);

    return more && element_holds(e);
}

State state_given(const Train *t, const char *name, uint32_t *given)
{
    bool *actuated = NEW_N(&t->d->pass, bool, vec_len(t->element) + 1), found = false;
    uint32_t *free = NULL; /* vec: they hold or not */

    for (uint32_t i = 0; i < vec_len(given); i++)
        actuated[given[i]] = true;
    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        uint32_t signs = takes(&t->element[e], actuated[e]);
        if ((signs == 1 || signs == 2) && element_holds(&t->element[e]) && vec_len(free) < 16)
            vec_push(&t->d->pass, free, e);
    }
    uint32_t n = vec_len(free);
    State best = with_holding(t, name, actuated, free, 0);
    for (uint32_t size = 0; size <= n && !found && best.class != STATE_TIE_UP; size++)
        for (uint32_t set = (1u << size) - 1; !found; set = next_of_same_size(set, n)) {
            State s = with_holding(t, name, actuated, free, set);
            found = (s.class == STATE_GEAR || s.class == STATE_VARIATOR) && is_possible(t, &s, actuated, 1);
            best = found ? s : best;
            if (!set || !next_of_same_size(set, n))
                break;
        }
    best.actuated = given;
    best.drive &= is_possible(t, &best, actuated, 1);
    best.coast &= is_possible(t, &best, actuated, -1);
    return best;
}

/* ---- names --------------------------------------------------------------------------------------------- */

/* The element of this name within the component `path`, or by its name in the train; NONE. */
static uint32_t element_named(const Train *t, const char *path, const char *name)
{
    const char *full = *path ? internf(t->d, "%s.%s", path, name) : name;

    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (strcmp(t->element[e].name, full) == 0 || strcmp(element_name(t, e), name) == 0)
            return e;
    return NONE;
}

static void no_element(const Train *t, Span at, const char *path, const char *name)
{
    const char **known = NULL;

    for (uint32_t e = 0; e < vec_len(t->element); e++)
        vec_push(&t->d->run, known, element_name(t, e));
    const char *near = suggest(t->d, name, known, vec_len(known));
    error(t->d, at, path, "there is no shift element %s%s%s%s", name, near ? "; did you mean " : "",
          near ? near : "", near ? "?" : "");
}

/* ---- a table in the model ------------------------------------------------------------------------------ */

static const Inst *child_named(const Inst *in, const char *name)
{
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        if (strcmp(in->child[i]->is->name, name) == 0)
            return in->child[i];
    return NULL;
}

static Ex value_at(const Train *t, const Inst *array, uint32_t i)
{
    return array && i < array->is->size ? ex_fold(t->d, ex_var(t->d, array->first + i)) : 0;
}

/* Does the table name a component that is there, but not in the train? */
static bool names_others(const Train *t, const Inst *root, const Inst *table)
{
    const Inst *element = child_named(table, "element");
    const char *path = table->parent->path;

    for (uint32_t i = 0; element && i < element->is->size; i++) {
        Ex name = value_at(t, element, i);
        const char *what = name ? string_of(t->d, name) : NULL;
        const char *full = what && *path ? internf(t->d, "%s.%s", path, what) : what;
        if (full && !is_within(full, t->sub) && inst_at(root, full))
            return true;
    }
    return false;
}

/* Tables of the train and of what it is in; those of other parts, or of more than the train, speak of others. */
static void find_tables(const Train *t, const Inst *root, const Inst *in, const Inst ***found)
{
    if (is_shift_table(in) && (is_within(in->parent->path, t->sub) || is_within(t->sub, in->parent->path)) &&
        !names_others(t, root, in))
        vec_push(&t->d->run, *found, in);
    for (uint32_t k = 0; in->is->ndim && in->has->elem && k < in->is->size; k++)
        find_tables(t, root, in->has->elem[k], found);
    for (uint32_t i = 0; !in->is->ndim && i < vec_len(in->child); i++)
        find_tables(t, root, in->child[i], found);
}

static GearSpec *specs_of_table(const Train *t, const Inst *table)
{
    const Inst *element = child_named(table, "element"), *gear = child_named(table, "gear");
    const Inst *engaged = child_named(table, "engaged");
    uint32_t n = element ? element->is->size : 0;
    GearSpec *specs = NULL;

    for (uint32_t g = 0; engaged && gear && g < gear->is->size; g++) {
        Ex name = value_at(t, gear, g);
        GearSpec spec = { .name = name ? string_of(t->d, name) : NULL };
        if (!spec.name)
            spec.name = internf(t->d, "%u", g + 1);
        for (uint32_t i = 0; i < n; i++) {
            const char *what = string_of(t->d, value_at(t, element, i));
            uint32_t e = what ? element_named(t, table->parent->path, what) : NONE;
            double x = 0;
            if (e == NONE && g == 0)
                no_element(t, table->is->span, table->path, what ? what : "of a name that is not known yet");
            if (ex_is_num(t->d, value_at(t, engaged, g * n + i), &x) && x > 0 && e != NONE)
                vec_push(&t->d->run, spec.actuated, e);
        }
        vec_push(&t->d->run, specs, spec);
    }
    return specs;
}

/* ---- a file -------------------------------------------------------------------------------------------- */

static bool is_among(const uint32_t *list, uint32_t e)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i] == e)
            return true;
    return false;
}

static void add_spec(Train *t, YamlFile *y, const yaml_node_t *key, GearSpec spec, GearSpec **specs)
{
    if (*spec.name)
        (void)yaml_once(y, key, internf(t->d, "gear %s", spec.name));
    vec_push(&t->d->run, *specs, spec);
}

static GearSpec spec_of_node(const Train *t, YamlFile *y, const yaml_node_t *key, const yaml_node_t *value)
{
    const char *name = yaml_scalar(key);
    GearSpec spec = { .name = name ? internz(t->d, name) : "" };

    if (!name || !*name || !value || value->type != YAML_SEQUENCE_NODE) {
        error(t->d, yaml_span(y, name ? value : key), NULL,
              "a gear is a name and a list of elements: \"1\": [A, B]");
        return spec;
    }
    for (uint32_t i = 0; i < yaml_items(value); i++) {
        const yaml_node_t *item = yaml_item(y, value, i);
        const char *what = yaml_scalar(item);
        uint32_t e = what ? element_named(t, t->sub, what) : NONE;
        if (e == NONE)
            no_element(t, yaml_span(y, item), NULL, what ? what : "that is no name");
        else if (is_among(spec.actuated, e))
            error(t->d, yaml_span(y, item), NULL, "%s is named twice in gear %s", what, name);
        else
            vec_push(&t->d->run, spec.actuated, e);
    }
    return spec;
}

/* Of a set, all of it in one mesh: in what order it is lost makes no difference. Of a mesh by its path. */
static void set_efficiency(Train *t, YamlFile *y, const yaml_node_t *key, const yaml_node_t *value)
{
    const char *name = yaml_scalar(key), *text = yaml_scalar(value);
    Fraction eta;
    bool found = false;

    if (!name || !text || !fr_read(text, &eta) || fr_sign(eta) <= 0 || fr_compare(eta, FR_ONE) > 0) {
        error(t->d, yaml_span(y, name ? value : key), NULL, "an efficiency is a number above 0 and up to 1");
        return;
    }
    if (!yaml_once(y, key, internf(t->d, "efficiency of %s", name)))
        return;
    for (uint32_t i = 0; i < vec_len(t->set) && !found; i++) {
        const GearSet *set = &t->set[i];
        if (strcmp(set->name, name) != 0 && strcmp(set_name(t, set), name) != 0)
            continue;
        found = true;
        for (uint32_t k = 0; k < vec_len(set->mesh); k++)
            t->mesh[set->mesh[k]].efficiency = k ? FR_ONE : eta;
    }
    const char *full = *t->sub ? internf(t->d, "%s.%s", t->sub, name) : name;
    for (uint32_t i = 0; i < vec_len(t->mesh) && !found; i++)
        if (strcmp(t->mesh[i].path, name) == 0 || strcmp(t->mesh[i].path, full) == 0) {
            t->mesh[i].efficiency = eta;
            found = true;
        }
    if (!found)
        error(t->d, yaml_span(y, key), NULL, "there is no gear set or mesh %s", name);
}

static void read_section(Train *t, YamlFile *y, const yaml_node_pair_t *p, GearSpec **specs)
{
    const yaml_node_t *key = yaml_node(y, p->key), *value = yaml_node(y, p->value);
    const char *name = yaml_scalar(key);
    bool gears = name && strcmp(name, "gears") == 0;

    if (!gears && !(name && strcmp(name, "efficiency") == 0)) {
        error(t->d, yaml_span(y, key), NULL, "a file of gears has `gears` and `efficiency`");
        return;
    }
    (void)yaml_once(y, key, name);
    if (!value || value->type != YAML_MAPPING_NODE) {
        error(t->d, yaml_span(y, value), NULL, "%s: names with a value each are expected", name);
        return;
    }
    for (yaml_node_pair_t *q = value->data.mapping.pairs.start; q < value->data.mapping.pairs.top; q++) {
        const yaml_node_t *k = yaml_node(y, q->key), *v = yaml_node(y, q->value);
        if (gears)
            add_spec(t, y, k, spec_of_node(t, y, k, v), specs);
        else
            set_efficiency(t, y, k, v);
    }
    if (gears && !*specs)
        error(t->d, yaml_span(y, key), NULL, "there is no gear in it: \"1\": [A, B]");
}

static bool read_file(Train *t, const char *file, GearSpec **specs)
{
    YamlFile y;
    yaml_node_t *root;
    uint32_t before = t->d->errors;

    if (!yaml_file_load(t->d, file, &y, &root))
        return false;
    if (!root || root->type != YAML_MAPPING_NODE)
        error(t->d, yaml_span(&y, root), NULL, "a file of gears has `gears` and `efficiency`");
    for (yaml_node_pair_t *p = root && root->type == YAML_MAPPING_NODE ? root->data.mapping.pairs.start
                                                                       : NULL;
         p && p < root->data.mapping.pairs.top; p++)
        read_section(t, &y, p, specs);
    yaml_file_free(&y);
    return t->d->errors == before;
}

bool given_states(Train *t, const Inst *root, const char *file, State **state)
{
    const Inst **table = NULL;
    GearSpec *specs = NULL;
    uint32_t before = t->d->errors;

    *state = NULL;
    if (file && !read_file(t, file, &specs))
        return false;
    find_tables(t, root, root, &table);
    if (!vec_len(specs) && vec_len(table))
        specs = specs_of_table(t, table[0]);
    for (uint32_t i = 0; i < vec_len(specs) && t->d->errors == before; i++)
        vec_push(&t->d->run, *state, state_given(t, specs[i].name, specs[i].actuated));
    return t->d->errors == before;
}
