/* sim_yaml.c - parameter sets and scenarios.
 *
 *     parameters: {gear.ratio: 3.5, table: [[0, 1], [10, 2]]}
 *     inputs: {pedal: [[0, 0], [1, 0.5]]}       # time, value: linear between for Real, held for others
 *
 * Every problem is reported as file:line; names are checked against the descriptor, with a suggestion. Requires: libyaml.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "sim.h"

typedef struct {
    Dtc *d; const char *file;
    const dtc_model_info *info; void *model;
    const Flat *f;
    Map by_name;                           /* variable + 1 */
    Map in_flat;                           /* parameter -> Var */
    Scenario *out;
    yaml_document_t *doc;
    uint32_t errors;
} Reader;

/* ---- the descriptor ---------------------------------------------------------------------------------------------- */

const char **sim_names(Dtc *d, const dtc_model_info *info)
{
    const char **names = NEW_N(&d->run, const char *, info->variables + 1);
    for (int i = 0; i < info->variables; i++)
        names[i] = info->variable[i].name;
    return names;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------ */

static void problem(Reader *r, const yaml_node_t *at, const char *text)
{
    r->errors++;
    fprintf(stderr, "%s:%lu: error: %s\n", r->file, at ? (unsigned long)at->start_mark.line + 1 : 1UL, text);
}

static const char *scalar(const yaml_node_t *n)
{
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

/* A decimal number without quotes. */
static bool number(Reader *r, const yaml_node_t *n, const char *name, double *x)
{
    const char *s = scalar(n);
    bool plain = s && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    char *end;

    *x = plain ? strtod(s, &end) : 0;
    if (plain && s[strspn(s, "+-.0123456789eE")] == 0 && end != s && *end == 0 && isfinite(*x))
        return true;
    problem(r, n, internf(r->d, "%s: a number is expected%s%s%s%s", name, s ? ", not " : "", s && !plain ? "the text " : "", s ? s : "", plain && !*s ? "nothing" : ""));
    return false;
}

/* What variable v can be: true or false, an Integer, a number. */
static bool value_of(Reader *r, const yaml_node_t *n, const dtc_variable *v, const char *name, double *x)
{
    const char *s = scalar(n);
    bool plain = s && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    bool is_true = plain && strcmp(s, "true") == 0, truth = is_true || (plain && strcmp(s, "false") == 0);

    if (v->type == DTC_BOOLEAN) {
        *x = is_true;
        if (!truth)
            problem(r, n, internf(r->d, "%s is a Boolean: true or false is expected%s%s", name, s ? ", not " : "", s ? s : ""));
        return truth;
    }
    if (!number(r, n, name, x))
        return false;
    if (v->type == DTC_REAL || (*x == floor(*x) && is_integer(*x)))
        return true;
    problem(r, n, internf(r->d, "%s is an Integer: %s is none", name, s));
    return false;
}

static const dtc_variable *variable(Reader *r, const char *name)
{
    uint64_t k = map_get(&r->by_name, KEY(internz(r->d, name)));
    return k ? &r->info->variable[k - 1] : NULL;
}

static void unknown(Reader *r, const yaml_node_t *at, const char *what, const char *name)
{
    const char *near = suggest(r->d, name, sim_names(r->d, r->info), (uint32_t)r->info->variables);
    problem(r, at, internf(r->d, "there is no %s %s%s%s%s", what, name, near ? "; did you mean " : "", near ? near : "", near ? "?" : ""));
}

/* ---- parameters ----------------------------------------------------------------------------------------------------------- */

/* min and max as far as they are numbers. */
static bool in_range(Reader *r, const yaml_node_t *at, const char *name, double x)
{
    const VarInfo *v = &r->f->var[map_get(&r->in_flat, KEY(internz(r->d, name)))];
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

static void set_parameter(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const dtc_variable *v = variable(r, name);
    double x;

    if (!v) {
        unknown(r, key, "parameter", name);
    } else if (v->kind == DTC_CALCULATED) {
        problem(r, key, internf(r->d, "%s cannot be set: it follows from other parameters, or was used while compiling", name));
    } else if (v->kind != DTC_PARAMETER) {
        problem(r, key, internf(r->d, "%s is not a parameter", name));
    } else if (value_of(r, value, v, name, &x) && in_range(r, value, name, x)) {
        sim_set(r->info, r->model, v, x);
        vec_push(&r->d->run, r->out->given, ((SimGiven){ v->name, x, (unsigned long)value->start_mark.line + 1 }));
    }
}

/* Lists are arrays: name[1], name[1,2]. */
static void set_parameters(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    if (value->type != YAML_SEQUENCE_NODE) {
        set_parameter(r, key, name, value);
        return;
    }
    int i = 0;
    for (yaml_node_item_t *p = value->data.sequence.items.start; p < value->data.sequence.items.top; p++) {
        yaml_node_t *row = yaml_document_get_node(r->doc, *p);
        i++;
        if (row->type != YAML_SEQUENCE_NODE) {
            set_parameter(r, key, internf(r->d, "%s[%d]", name, i), row);
            continue;
        }
        int k = 0;
        for (yaml_node_item_t *q = row->data.sequence.items.start; q < row->data.sequence.items.top; q++)
            set_parameter(r, key, internf(r->d, "%s[%d,%d]", name, i, ++k), yaml_document_get_node(r->doc, *q));
    }
}

/* ---- inputs ------------------------------------------------------------------------------------------------------------------ */

static bool point(Reader *r, const yaml_node_t *pair, const char *name, SimInput *in)
{
    double t, x;

    if (pair->type != YAML_SEQUENCE_NODE || pair->data.sequence.items.top - pair->data.sequence.items.start != 2) {
        problem(r, pair, internf(r->d, "%s: a pair [time, value] is expected", name));
        return false;
    }
    if (!number(r, yaml_document_get_node(r->doc, pair->data.sequence.items.start[0]), internf(r->d, "%s: time", name), &t) ||
        !value_of(r, yaml_document_get_node(r->doc, pair->data.sequence.items.start[1]), in->var, name, &x))
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
    SimInput in = { .var = variable(r, name) };
    double x;

    if (!in.var) {
        unknown(r, key, "input", name);
        return;
    }
    if (in.var->kind != DTC_IN) {
        problem(r, key, internf(r->d, "%s is not an input of the model", name));
        return;
    }
    if (value->type == YAML_SCALAR_NODE && value_of(r, value, in.var, name, &x)) {
        vec_push(&r->d->run, in.time, 0.0);
        vec_push(&r->d->run, in.value, x);
    } else if (value->type == YAML_SEQUENCE_NODE) {
        for (yaml_node_item_t *p = value->data.sequence.items.start; p < value->data.sequence.items.top; p++)
            if (!point(r, yaml_document_get_node(r->doc, *p), name, &in))
                return;
    } else if (value->type != YAML_SCALAR_NODE) {
        problem(r, value, internf(r->d, "%s: a list of pairs [time, value] is expected", name));
    }
    if (in.time)
        vec_push(&r->d->run, r->out->input, in);
}

static double input_at(const SimInput *in, double t)
{
    uint32_t i = in->next;

    if (i + 1 >= vec_len(in->time) || t <= in->time[i] || in->var->type != DTC_REAL)
        return in->value[i];
    return in->value[i] + (t - in->time[i]) / (in->time[i + 1] - in->time[i]) * (in->value[i + 1] - in->value[i]);
}

void scenario_enter(Scenario *s, double t)
{
    for (uint32_t i = 0; i < vec_len(s->input); i++) {
        SimInput *in = &s->input[i];
        while (in->next + 1 < vec_len(in->time) && in->time[in->next + 1] <= t)
            in->next++;
    }
}

double scenario_end(const Scenario *s, double t)
{
    double end = INFINITY;

    for (uint32_t i = 0; i < vec_len(s->input); i++) {
        const SimInput *in = &s->input[i];
        uint32_t k = in->next + (t >= in->time[in->next]);
        if (k < vec_len(in->time))
            end = fmin(end, in->time[k]);
    }
    return end;
}

void scenario_values(const Scenario *s, const dtc_model_info *info, void *model, double t)
{
    for (uint32_t i = 0; i < vec_len(s->input); i++)
        sim_set(info, model, s->input[i].var, input_at(&s->input[i], t));
}

void scenario_apply(Scenario *s, const dtc_model_info *info, void *model, double t)
{
    scenario_enter(s, t);
    scenario_values(s, info, model, t);
}

/* ---- where values came from ----------------------------------------------------------------------------------------------------- */

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '['; }

/* What may follow a name: the end, an operator, a verb; "a finite" does not name a. */
static bool follows(const char *p) { return *p != ' ' || !isalpha((unsigned char)p[1]) || strncmp(p, " is ", 4) == 0 || strncmp(p, " does ", 6) == 0; }

/* Does the text name it, n characters, as a whole word? */
static bool names_it(const char *text, const char *name, size_t n)
{
    for (const char *p = text; (p = strchr(p, *name)) != NULL; p++)
        if (strncmp(p, name, n) == 0 && (p == text || (!in_name(p[-1]) && p[-1] != '\'')) && !in_name(p[n]) && follows(p + n))
            return true;
    return false;
}

void scenario_origins(const Scenario *s, const char *text)
{
    const char *array = "";

    for (uint32_t i = 0; i < vec_len(s->given); i++) {
        const SimGiven *g = &s->given[i];
        size_t whole = strlen(g->name), base = strcspn(g->name, "[");
        if (names_it(text, g->name, whole)) {
            fprintf(stderr, "%s:%lu: note: %s is set to %.10g here\n", s->file, g->line, g->name, g->value);
        } else if (base < whole && strncmp(array, g->name, base + 1) != 0 && names_it(text, g->name, base)) {
            fprintf(stderr, "%s:%lu: note: %.*s is set here\n", s->file, g->line, (int)base, g->name);
            array = g->name;
        }
    }
}

/* ---- the file -------------------------------------------------------------------------------------------------------------------- */

typedef void Member(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value);

static void each_member(Reader *r, const yaml_node_t *n, const char *where, Member *fn)
{
    if (scalar(n) && !*scalar(n))
        return;
    if (n->type != YAML_MAPPING_NODE) {
        problem(r, n, internf(r->d, "%s is to be a mapping, name: value", where));
        return;
    }
    Map given = { 0 };
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
        yaml_node_t *key = yaml_document_get_node(r->doc, p->key), *value = yaml_document_get_node(r->doc, p->value);
        if (!scalar(key))
            problem(r, key, "a name is expected");
        else if (map_get(&given, KEY(internz(r->d, scalar(key)))))
            problem(r, key, internf(r->d, "%s is given twice", scalar(key)));
        else
            fn(r, key, scalar(key), value);
        if (scalar(key))
            map_set(&r->d->run, &given, KEY(internz(r->d, scalar(key))), 1);
    }
}

static void section(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    if (strcmp(name, "parameters") == 0)
        each_member(r, value, name, set_parameters);
    else if (strcmp(name, "inputs") == 0)
        each_member(r, value, name, set_input);
    else
        problem(r, key, internf(r->d, "`parameters` or `inputs` is expected, not %s", name));
}

static void load_document(Reader *r, FILE *file)
{
    yaml_parser_t parser;
    yaml_document_t doc;

    if (!yaml_parser_initialize(&parser)) {
        problem(r, NULL, "out of memory");
        return;
    }
    yaml_parser_set_input_file(&parser, file);
    if (!yaml_parser_load(&parser, &doc)) {
        r->errors++;
        fprintf(stderr, "%s:%lu: error: %s\n", r->file, (unsigned long)parser.problem_mark.line + 1, parser.problem ? parser.problem : "not YAML");
        yaml_parser_delete(&parser);
        return;
    }
    yaml_node_t *root = yaml_document_get_root_node(&doc);
    r->doc = &doc;
    if (root)
        each_member(r, root, "the file", section);
    yaml_document_delete(&doc);
    yaml_parser_delete(&parser);
}

bool scenario_load(Dtc *d, const char *file, const Flat *f, const dtc_model_info *info, void *model, Scenario *s)
{
    Reader r = { .d = d, .file = file, .f = f, .info = info, .model = model, .out = s };
    FILE *in = fopen(file, "r");

    s->file = file;
    if (!in) {
        fprintf(stderr, "dtc: cannot read %s: %s\n", file, strerror(errno));
        return false;
    }
    for (int i = 0; i < info->variables; i++)
        map_set(&d->run, &r.by_name, KEY(internz(d, info->variable[i].name)), (uint64_t)i + 1);
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].variability == V_PARAM)
            map_set(&d->run, &r.in_flat, KEY(f->var[v].name), v);
    load_document(&r, in);
    fclose(in);
    return r.errors == 0;
}
