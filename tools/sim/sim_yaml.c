/* sim_yaml.c - parameter sets and scenarios.
 *
 *     parameters: {gear.ratio: 3.5, clutch: {c: 5, mode: open}, table: [[0, 1], [10, 2]]}
 *     inputs: {pedal: [[0, 0], [1, 0.5]]}       # time, value: linear between for Real, held for others
 *     inputs: {pressure: [0.5, [[0, 0], [1, 1]]]}    # of an array
 *     tune: {gear.ratio: [[2, 3.4]]}                 # time, value: of parameters that change as it runs
 *
 * A mapping in a mapping goes on with the name: clutch.c. A list is an array, whole: as many rows and elements as it
 * has. Each value is looked at as one in the source: type, 32 bits, min and max where they are numbers (others are
 * looked at by setup); each variable is given once, however it is written, and what --set gives goes before it. Every
 * problem is an error with its place in the file; names are checked against the descriptor, with a suggestion.
 * Requires: libyaml. Cost: linear in the file, and in the variables for each name that is not known.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "setting.h"
#include "sim.h"
#include "yaml_file.h"

enum { DEEPEST = 50, MOST = 10000000 };    /* mappings in one another; nodes looked at: an alias may stand for many */

typedef struct {
    Dtc *d; YamlFile y;
    const dtc_model_info *info; void *model;
    const Flat *f;
    Map by_name;                           /* number of a variable + 1 */
    Map in_flat;                           /* name -> Var */
    Map arrays;                            /* name -> FlatArray */
    Scenario *out;
    uint32_t nodes, depth;
} Reader;

/* ---- the descriptor ------------------------------------------------------------------------------------ */

/* false: there is none of that name. */
static bool variable(Reader *r, const char *name, dtc_variable *v)
{
    uint64_t k = map_get(&r->by_name, KEY(internz(r->d, name)));
    if (k)
        *v = dtc_variable_at(r->info, (int)k - 1);
    return k != 0;
}

static const FlatArray *array_named(Reader *r, const char *name)
{
    uint64_t k = map_get(&r->arrays, KEY(internz(r->d, name)));
    return k ? &r->f->array[k] : NULL;
}

/* What the model says of a variable; of none: nothing. */
static const VarInfo *declaration(Reader *r, const char *name)
{
    return &r->f->var[map_get(&r->in_flat, KEY(internz(r->d, name)))];
}

static void problem(Reader *r, const yaml_node_t *at, const char *text)
{
    error(r->d, yaml_span(&r->y, at), NULL, "%s", text);
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* What is likely to be wrong with what should be a number. */
static const char *no_number(Reader *r, const char *s)
{
    const size_t whole = strspn(s, "+-0123456789"),
                 part = s[whole] == ',' ? strspn(s + whole + 1, "0123456789") : 0;
    char *end;

    if (whole && part && s[whole + 1 + part] == 0)
        return internf(r->d, "; it has a decimal point: %.*s.%s", (int)whole, s, s + whole + 1);
    (void)strtod(s, &end);
    return end > s && *end == ' ' ? "; no unit stands behind it, the unit is that of the model" : "";
}

/* A decimal number without quotes. */
static bool number(Reader *r, const yaml_node_t *n, const char *name, double *x)
{
    const char *s = yaml_scalar(n);
    bool plain = s && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    char *end;

    *x = plain ? strtod(s, &end) : 0;
    if (plain && s[strspn(s, "+-.0123456789eE")] == 0 && end != s && *end == 0 && isfinite(*x))
        return true;
    const char *kind = !s     ? ", not a list or a mapping"
                     : !plain ? ", not the text "
                     : *s     ? ", not "
                              : ", not nothing";
    problem(r, n,
            internf(r->d, "%s: a number is expected%s%s%s", name, kind, s ? s : "",
                    s ? no_number(r, s) : ""));
    return false;
}

/* "gear" of "gear", of "G.gear" and of "Package.G.gear", where G is the type. */
static const char *without_type(const Class *type, const char *s)
{
    const char *last = strrchr(s, '.');
    size_t n = strlen(type->name), before = last ? (size_t)(last - s) : 0;
    bool is_type = last && before >= n && strncmp(last - n, type->name, n) == 0 &&
                   (before == n || last[-1 - (int)n] == '.');

    return is_type ? last + 1 : s;
}

/* One of an enumeration's names, also after that of its type; or its place from 1 on. */
static bool literal(Reader *r, const yaml_node_t *n, const Class *type, const char *name, double *x)
{
    const char *s = yaml_scalar(n);
    uint32_t count = vec_len(type->literal);
    char *end;

    for (uint32_t i = 0; s && i < count; i++) {
        *x = i + 1;
        if (strcmp(type->literal[i], without_type(type, s)) == 0)
            return true;
    }
    *x = s ? strtod(s, &end) : 0;
    if (s && end != s && *end == 0 && *x == floor(*x) && *x >= 1 && *x <= count)
        return true;
    const char *near = s ? suggest(r->d, s, type->literal, count) : NULL;
    problem(r, n,
            internf(r->d, "%s is an enumeration: %s is expected%s%s%s%s%s", name,
                    text_joined(r->d, type->literal, ", ", " or "), s ? ", not " : "", s ? s : "",
                    near ? "; did you mean " : "", near ? near : "", near ? "?" : ""));
    return false;
}

/* min and max as far as they are numbers. */
static bool in_range(Reader *r, const yaml_node_t *at, const char *name, double x)
{
    const VarInfo *v = declaration(r, name);
    double least = -INFINITY, most = INFINITY;

    if (v->min)
        ex_is_num(r->d, v->min, &least);
    if (v->max)
        ex_is_num(r->d, v->max, &most);
    if (x < least)
        problem(r, at, internf(r->d, "%s = %.10g is below its min = %.10g", name, x, least));
    else if (x > most)
        problem(r, at, internf(r->d, "%s = %.10g is above its max = %.10g", name, x, most));
    return x >= least && x <= most;
}

/* What variable v can be: true or false, one of an enumeration, an Integer, a number; within its range. */
static bool value_of(Reader *r, const yaml_node_t *n, const dtc_variable *v, const char *name, double *x)
{
    const char *s = yaml_scalar(n);
    bool plain = s && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    bool is_true = plain && strcmp(s, "true") == 0, truth = is_true || (plain && strcmp(s, "false") == 0);
    const VarInfo *declared = declaration(r, name);

    if (v->type == DTC_BOOLEAN) {
        *x = is_true;
        if (!truth)
            problem(r, n,
                    internf(r->d, "%s is a Boolean: true or false is expected%s%s", name, s ? ", not " : "",
                            s ? s : ""));
        return truth;
    }
    if (declared->type == T_ENUM && declared->enum_type)
        return literal(r, n, declared->enum_type, name, x) && in_range(r, n, name, *x);
    if (!number(r, n, name, x))
        return false;
    if (v->type == DTC_REAL || (*x == floor(*x) && is_integer(*x)))
        return in_range(r, n, name, *x);
    problem(r, n,
            internf(r->d,
                    *x == floor(*x) ? "%s is an Integer: %s is too large (at most %d)"
                                    : "%s is an Integer: %s is none",
                    name, s, INT32_MAX));
    return false;
}

/* ---- names --------------------------------------------------------------------------------------------- */

static void unknown(Reader *r, const yaml_node_t *at, const char *what, const char *name)
{
    const char **known = NULL;

    for (int i = 0; i < r->info->variables; i++)
        vec_push(&r->d->run, known, sim_name(r->d, r->info, i));
    for (uint32_t i = 1; i < vec_len(r->f->array); i++)
        vec_push(&r->d->run, known, r->f->array[i].name);
    const char *near = suggest(r->d, name, known, vec_len(known));
    problem(r, at,
            internf(r->d, "there is no %s %s%s%s%s", what, name, near ? "; did you mean " : "",
                    near ? near : "", near ? "?" : ""));
}

/* ---- parameters ---------------------------------------------------------------------------------------- */

/* One number; at: its key, or itself in a list. */
static void set_parameter(Reader *r, const yaml_node_t *at, const char *name, const yaml_node_t *value)
{
    dtc_variable v;
    double x;

    if (!variable(r, name, &v)) {
        unknown(r, at, "parameter", name);
    } else if (v.kind == DTC_CALCULATED) {
        problem(r, at,
                internf(r->d,
                        "%s cannot be set: it follows from other parameters, or was used while compiling",
                        name));
    } else if (v.kind != DTC_PARAMETER) {
        problem(r, at,
                internf(r->d, "%s is not a parameter%s", name,
                        v.kind == DTC_IN ? " but an input: it belongs under `inputs:`" : ""));
    } else if (yaml_once(&r->y, at, name) && value_of(r, value, &v, name, &x) && !is_set(r->d, name)) {
        dtc_set(r->info, r->model, &v, x);
        vec_push(&r->d->run, r->out->given, ((SimGiven){ internz(r->d, name), x, yaml_span(&r->y, value) }));
    }
}

/* "2 x 3" of the list as it is written, by its first items; at most `most` deep. */
static const char *shape(Reader *r, const yaml_node_t *n, uint32_t most)
{
    const char *text = "";

    for (uint32_t k = 0; k < most && n && n->type == YAML_SEQUENCE_NODE; k++) {
        text = internf(r->d, "%s%s%u", text, k ? " x " : "", yaml_items(n));
        n = yaml_items(n) ? yaml_item(&r->y, n, 0) : NULL;
    }
    return *text ? text : "one number";
}

static const char *size_of(Reader *r, const FlatArray *a)
{
    const char *text = "";

    for (uint32_t k = 0; k < a->ndim; k++)
        text = internf(r->d, "%s%s%u", text, k ? " x " : "", a->dim[k]);
    return text;
}

typedef void Member(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value);

/* A list at depth k of array a; subscripts: of the lists around it. fn takes the elements. */
static void set_array(Reader *r, const FlatArray *a, uint32_t k, const char *subscripts, const yaml_node_t *list,
                      Member *fn)
{
    if (list->type != YAML_SEQUENCE_NODE || yaml_items(list) != a->dim[k]) {
        const char *part = k ? internf(r->d, "%s[%s] has %u", a->name, subscripts, a->dim[k])
                             : internf(r->d, "%s has %s", a->name, size_of(r, a));
        problem(r, list,
                internf(r->d, "%s elements, and %s %s given", part, shape(r, list, a->ndim - k),
                        list->type == YAML_SEQUENCE_NODE ? "are" : "is"));
        return;
    }
    for (uint32_t i = 0; i < a->dim[k]; i++) {
        const char *at = internf(r->d, "%s%s%u", subscripts, k ? "," : "", i + 1);
        if (k + 1 < a->ndim)
            set_array(r, a, k + 1, at, yaml_item(&r->y, list, i), fn);
        else
            fn(r, yaml_item(&r->y, list, i), internf(r->d, "%s[%s]", a->name, at), yaml_item(&r->y, list, i));
    }
}

static void set_parameters(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const FlatArray *a = array_named(r, name);

    if (a && declaration(r, a->n ? r->f->var[a->first].name : name)->variability == V_PARAM)
        set_array(r, a, 0, "", value, set_parameter);
    else
        set_parameter(r, key, name, value);
}

/* ---- inputs -------------------------------------------------------------------------------------------- */

static bool point(Reader *r, const yaml_node_t *pair, const char *name, SimInput *in)
{
    double t, x;

    if (pair->type != YAML_SEQUENCE_NODE || yaml_items(pair) != 2) {
        problem(r, pair, internf(r->d, "%s: a pair [time, value] is expected", name));
        return false;
    }
    if (!number(r, yaml_item(&r->y, pair, 0), internf(r->d, "%s: time", name), &t) ||
        !value_of(r, yaml_item(&r->y, pair, 1), &in->var, name, &x))
        return false;
    if (vec_len(in->time) && t < vec_last(in->time)) {
        problem(r, pair, internf(r->d, "%s: times must ascend", name));
        return false;
    }
    vec_push(&r->d->run, in->time, t);
    vec_push(&r->d->run, in->value, x);
    return true;
}

static void set_input(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    SimInput in = { 0 };
    double x;

    if (!variable(r, name, &in.var)) {
        unknown(r, key, "input", name);
        return;
    }
    if (in.var.kind != DTC_IN) {
        problem(r, key,
                internf(r->d, "%s is not an input of the model%s", name,
                        in.var.kind == DTC_PARAMETER ? " but a parameter: it belongs under `parameters:`"
                                                     : ""));
        return;
    }
    if (!yaml_once(&r->y, key, name))
        return;
    if (value->type == YAML_SCALAR_NODE && value_of(r, value, &in.var, name, &x)) {
        vec_push(&r->d->run, in.time, 0.0);
        vec_push(&r->d->run, in.value, x);
    } else if (value->type == YAML_SEQUENCE_NODE) {
        for (uint32_t i = 0; i < yaml_items(value); i++)
            if (!point(r, yaml_item(&r->y, value, i), name, &in))
                return;
        if (yaml_items(value) == 0)
            problem(r, value, internf(r->d, "%s: a value, or pairs [time, value], are expected", name));
    }
    if (in.time && !is_set(r->d, name))
        vec_push(&r->d->run, r->out->input, in);
}

/* An array whole has a value, or a list of pairs, for each of its elements. */
static void set_inputs(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const FlatArray *a = array_named(r, name);
    dtc_variable first;

    if (a && a->n && variable(r, r->f->var[a->first].name, &first) && first.kind == DTC_IN)
        set_array(r, a, 0, "", value, set_input);
    else
        set_input(r, key, name, value);
}

/* ---- parameters that change ---------------------------------------------------------------------------- */

static void set_tuned(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    SimInput in = { 0 };

    if (!variable(r, name, &in.var)) {
        unknown(r, key, "parameter", name);
    } else if (in.var.kind != DTC_PARAMETER) {
        problem(r, key,
                internf(r->d, "%s %s", name,
                        in.var.kind == DTC_IN ? "is an input: it belongs under `inputs:`"
                        : in.var.kind == DTC_CALCULATED
                            ? "cannot change: it follows from other parameters, or was used while compiling"
                            : "is not a parameter"));
    } else if (value->type != YAML_SEQUENCE_NODE || yaml_items(value) == 0) {
        problem(r, value, internf(r->d, "%s: pairs [time, value] are expected", name));
    } else if (yaml_once(&r->y, key, internf(r->d, "tune: %s", name))) {
        for (uint32_t i = 0; i < yaml_items(value); i++) {
            if (!point(r, yaml_item(&r->y, value, i), name, &in))
                return;
            vec_push(&r->d->run, r->out->given,
                     ((SimGiven){ internz(r->d, name), vec_last(in.value),
                                  yaml_span(&r->y, yaml_item(&r->y, value, i)) }));
        }
        vec_push(&r->d->run, r->out->tuned, in);
    }
}

/* An array whole has a list of pairs for each of its elements. */
static void set_all_tuned(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const FlatArray *a = array_named(r, name);
    dtc_variable first;

    if (a && a->n && variable(r, r->f->var[a->first].name, &first) && first.kind == DTC_PARAMETER)
        set_array(r, a, 0, "", value, set_tuned);
    else
        set_tuned(r, key, name, value);
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static void each_member(Reader *r, const yaml_node_t *n, const char *what, const char *prefix, Member *fn);

/* A mapping goes on with the name; where names end, fn takes the value. */
static void a_member(Reader *r, const yaml_node_t *key, const yaml_node_t *value, const char *what, const char *prefix,
                     Member *fn)
{
    const char *name = internf(r->d, "%s%s", prefix, yaml_scalar(key));

    if (++r->nodes == MOST)
        problem(r, key, "the file is too large: more than 10,000,000 values");
    if (r->nodes >= MOST)
        return;
    if (r->depth >= DEEPEST)
        problem(r, key, internf(r->d, "mappings are nested more than %d deep", DEEPEST));
    else if (value->type == YAML_MAPPING_NODE)
        each_member(r, value, what, internf(r->d, "%s.", name), fn);
    else
        fn(r, key, name, value);
}

static void each_member(Reader *r, const yaml_node_t *n, const char *what, const char *prefix, Member *fn)
{
    if (yaml_scalar(n) && !*yaml_scalar(n))
        return;
    if (n->type != YAML_MAPPING_NODE) {
        problem(r, n, internf(r->d, "%s is to be a mapping, name: value", what));
        return;
    }
    r->depth++;
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
        yaml_node_t *key = yaml_node(&r->y, p->key), *value = yaml_node(&r->y, p->value);
        if (yaml_scalar(key))
            a_member(r, key, value, what, prefix, fn);
        else
            problem(r, key, "a name is expected");
    }
    r->depth--;
}

enum { SECTIONS = 3 };
static const struct { const char *name; Member *fn; } section[SECTIONS] = { { "parameters", set_parameters },
                                                                            { "inputs", set_inputs },
                                                                            { "tune", set_all_tuned } };

/* The section that was meant: by its name, or by what stands there without one; "": neither. */
static const char *section_meant(Reader *r, const char *name)
{
    const char *known[SECTIONS];
    dtc_variable v;

    for (int k = 0; k < SECTIONS; k++)
        known[k] = section[k].name;
    const char *near = suggest(r->d, name, known, SECTIONS);
    if (variable(r, name, &v) && (v.kind == DTC_IN || v.kind == DTC_PARAMETER))
        return internf(r->d, "; it belongs under `%s:`", v.kind == DTC_IN ? "inputs" : "parameters");
    return near ? internf(r->d, "; did you mean %s?", near) : "";
}

static void sections(Reader *r, const yaml_node_t *root)
{
    if (root->type != YAML_MAPPING_NODE) {
        if (!yaml_scalar(root) || *yaml_scalar(root))
            problem(r, root, "the file is to be a mapping with `parameters`, `inputs` and `tune`");
        return;
    }
    for (yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top; p++) {
        yaml_node_t *key = yaml_node(&r->y, p->key), *value = yaml_node(&r->y, p->value);
        const char *name = yaml_scalar(key);
        int k = 0;
        while (k < SECTIONS && name && strcmp(name, section[k].name) != 0)
            k++;
        if (!name || k == SECTIONS)
            problem(r, key,
                    internf(r->d, "`parameters`, `inputs` or `tune` is expected%s%s%s", name ? ", not " : "",
                            name ? name : "", name ? section_meant(r, name) : ""));
        else if (yaml_once(&r->y, key, internf(r->d, "%s:", name)))
            each_member(r, value, name, "", section[k].fn);
    }
}

/* The next document of the file: NULL at its end and, with an error, where it is no YAML. */
bool scenario_load(Dtc *d, const char *file, const Flat *f, const dtc_model_info *info, void *model, Scenario *s)
{
    Reader r = { .d = d, .f = f, .info = info, .model = model, .out = s };
    uint32_t before = d->errors;

    yaml_node_t *root;

    if (!yaml_file_load(d, file, &r.y, &root))
        return false;
    r.by_name = sim_numbers(d, info);
    for (Var v = 1; v < vec_len(f->var); v++)
        map_set(&d->run, &r.in_flat, KEY(internz(d, f->var[v].name)), v);
    for (uint32_t i = 1; i < vec_len(f->array); i++)
        map_set(&d->run, &r.arrays, KEY(internz(d, f->array[i].name)), i);
    if (root)
        sections(&r, root);
    else if (d->errors == before)
        fprintf(stderr, "dtc: warning: %s: is empty: nothing is set\n", file);
    yaml_file_free(&r.y);
    return d->errors == before;
}
