/* study_yaml.c - a study as a file.
 *
 *     model: car.dtm                     # beside this file; name: Car, where the file has several models
 *     set: {car.m: 1400}                 # as --set
 *     vary:
 *       clutch.mu: [0.08, 0.1, 0.12]     # or 0.08:0.02:0.12
 *       car.J: {normal: [0.2, 0.01]}
 *       engine.full: {scale: [0.9, 1, 1.1]}
 *     design: lhs:1000
 *     correlation: [[1, 0.5], [0.5, 1]]
 *     metrics:
 *       t100: timeWhen(car.v > 27.8)
 *     method: rk4
 *     step: 1e-3
 *
 * Other keys are the options of their names. Each value becomes the text that the option takes, so that there is
 * one reader for both. Requires: libyaml. Cost: linear in the file.
 */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "setting.h"
#include "sweep.h"
#include "yaml_file.h"

/* stepped, varied: where the file has a key of a fixed, a variable step */
typedef struct {
    Dtc *d; YamlFile y; const char *file; Study *s; Cli *cli;
    Span stepped, varied;
    const char *unindented;                /* a section that is empty: what follows may be meant to be in it */
    bool good;
} Reader;

static void problem(Reader *r, const yaml_node_t *at, const char *text)
{
    error(r->d, yaml_span(&r->y, at), NULL, "%s", text);
    r->good = false;
}

/* Beside the file of the study, unless it says where it is. */
static const char *beside(Reader *r, const char *name)
{
    const char *slash = strrchr(r->file, '/');
    return *name == '/' || !slash ? internz(r->d, name)
                                  : internf(r->d, "%.*s/%s", (int)(slash - r->file), r->file, name);
}

/* The file that is meant, which is there; NULL after a diagnosis: of that folder the nearest name is told. */
static const char *file_beside(Reader *r, const yaml_node_t *n, const char *name)
{
    const char *path = beside(r, name), **known = NULL, *slash = strrchr(path, '/');
    const char *folder = slash ? internf(r->d, "%.*s/", (int)(slash - path), path) : "./";

    if (access(path, R_OK) == 0)
        return path;
    const char *why = strerror(errno);
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && (e = readdir(dir));)
        if (!has_ending(r->d, e->d_name, "yaml yml") || strcmp(beside(r, e->d_name), r->file) != 0)
            vec_push(&r->d->run, known, internz(r->d, e->d_name));
    if (dir)
        closedir(dir);
    const char *near = suggest(r->d, slash ? slash + 1 : path, known, vec_len(known));
    problem(r, n,
            internf(r->d, "cannot read %s: %s%s%s%s", path, why, near ? "; did you mean " : "",
                    near ? near : "", near ? "?" : ""));
    return NULL;
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* A list within a list is an array: {1, 2}. NULL: it is a mapping */
static const char *value_text(Reader *r, const yaml_node_t *n, bool inner)
{
    const char *text = "";

    if (yaml_scalar(n))
        return internz(r->d, yaml_scalar(n));
    if (n->type != YAML_SEQUENCE_NODE)
        return NULL;
    for (uint32_t i = 0; i < yaml_items(n); i++) {
        const char *item = value_text(r, yaml_item(&r->y, n, i), true);
        if (!item)
            return NULL;
        text = internf(r->d, "%s%s%s", text, i ? "," : "", item);
    }
    return inner ? internf(r->d, "{%s}", text) : text;
}

static bool number(Reader *r, const yaml_node_t *n, const char *name, double least, double most, double *x)
{
    const char *text = yaml_scalar(n);
    char *end = NULL;

    *x = text ? strtod(text, &end) : NAN;
    if (text && end != text && *end == 0 && *x >= least && *x <= most)
        return true;
    problem(r, n,
            internf(r->d, "%s: a number from %g to %g is expected%s", name, least, most,
                    strstr("step stop interval timeout", name) ? ", in s" : ""));
    return false;
}

/* ---- sections ------------------------------------------------------------------------------------------ */

typedef void KeyReader(Reader *r, const char *name, const yaml_node_t *value);
typedef void Member(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value);

static void each_member(Reader *r, const char *section, const yaml_node_t *n, Member *fn)
{
    const bool nothing = yaml_scalar(n) && !*yaml_scalar(n);
    if (n->type != YAML_MAPPING_NODE) {
        r->unindented = nothing ? section : NULL;
        problem(r, n,
                internf(r->d,
                        nothing ? "%s: has nothing in it; its names stand in the lines below, behind more "
                                  "blanks, or within { }"
                                : "%s: is to be a mapping, name: value",
                        section));
        return;
    }
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = yaml_node(&r->y, p->key);
        const char *name = yaml_scalar(key);
        if (!name || !*name)
            problem(r, key, "a name is expected");
        else if (!yaml_once(&r->y, key, internf(r->d, "%s: %s", section, name)))
            r->good = false;
        else
            fn(r, key, internz(r->d, name), yaml_node(&r->y, p->value));
    }
}

/* {uniform: [1, 2]}, {scale: [0.9, 1.1]}, {scale: {uniform: [0.9, 1.1]}} */
static const char *varied(Reader *r, Factor *f, const yaml_node_t *value)
{
    const char *text = value_text(r, value, false);

    if (text)
        return text;
    const yaml_node_pair_t *p = value->data.mapping.pairs.start;
    if (value->data.mapping.pairs.top - p != 1 || !yaml_scalar(yaml_node(&r->y, p->key)))
        return NULL;
    const char *kind = yaml_scalar(yaml_node(&r->y, p->key));
    const yaml_node_t *inner = yaml_node(&r->y, p->value);
    if (strcmp(kind, "scale") == 0 && !f->scales) {
        f->scales = true;
        return varied(r, f, inner);
    }
    text = value_text(r, inner, false);
    return text ? internf(r->d, "%s(%s)", kind, text) : NULL;
}

static void a_factor(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    Factor f = { .name = name, .named = yaml_span(&r->y, key) };
    const char *text = varied(r, &f, value);

    if (text && !*text)
        problem(r, key,
                internf(r->d,
                        "%s has no values: [1, 2, 3], 1:0.5:3 or {uniform: [1, 3]}; within { } a comma "
                        "begins another name",
                        name));
    else if (!text)
        problem(r, value,
                internf(r->d, "%s: values are [1, 2, 3], 1:0.5:3, {uniform: [1, 3]}, {scale: [0.9, 1.1]}",
                        name));
    else if (factor_values(r->d, text, yaml_span(&r->y, value), &f))
        vec_push(&r->d->run, r->s->factor, f);
    else
        r->good = false;
}

/* The text of the file up to the end of the value, so that a diagnosis shows its line. */
static void a_metric(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const char *text = yaml_scalar(value);
    const Span at = yaml_span(&r->y, value);
    const uint32_t from = at.pos - r->y.source->base, to = at.end - r->y.source->base,
                   mark = text && value->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;

    (void)key;
    if (!text || !*text) {
        problem(r, value, internf(r->d, "%s: an expression is expected", name));
        return;
    }
    const char *part = intern(r->d, r->y.source->text, to - mark);
    const bool as_written = to - from == strlen(text) + 2 * mark && strcmp(part + from + mark, text) == 0;
    const NamedText m =
        as_written ? (NamedText){ name, r->file, part, from + mark }
                   : (NamedText){ name, internf(r->d, "%s: %s", r->file, name), internz(r->d, text), 0 };
    vec_push(&r->d->run, r->d->opt.metric, m);
}

static void a_setting(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const char *text = value_text(r, value, value->type == YAML_SEQUENCE_NODE);

    if (text && is_setting(internf(r->d, "%s=%s", name, text))) {
        const TextPlace at = { (uint32_t)key->start_mark.line, (uint32_t)key->start_mark.column };
        vec_push(&r->d->run, r->d->opt.set, internf(r->d, "%s=%s", name, text));
        vec_push(&r->d->run, r->d->opt.set_at, at);
    } else
        problem(r, value, internf(r->d, "%s: a number, true, false or a list is expected", name));
}

static void correlation(Reader *r, const char *name, const yaml_node_t *n)
{
    const uint32_t rows = n->type == YAML_SEQUENCE_NODE ? yaml_items(n) : 0;
    double *c = NEW_N(&r->d->run, double, (size_t)rows *rows + 1);

    for (uint32_t i = 0; i < rows; i++) {
        const yaml_node_t *row = yaml_item(&r->y, n, i);
        if (row->type != YAML_SEQUENCE_NODE || yaml_items(row) != rows) {
            problem(r, row, internf(r->d, "%s: each of the %u rows has %u numbers", name, rows, rows));
            return;
        }
        for (uint32_t k = 0; k < rows; k++)
            (void)number(r, yaml_item(&r->y, row, k), name, -1, 1, &c[i * rows + k]);
    }
    r->s->design.correlation = c;
    r->s->design.rows = rows;
    r->s->design.correlated = yaml_span(&r->y, n);
    if (rows == 0)
        problem(r, n, internf(r->d, "%s: a matrix is expected, [[1, 0.5], [0.5, 1]]", name));
}

/* ---- keys ---------------------------------------------------------------------------------------------- */

static void text_key(Reader *r, const char *name, const yaml_node_t *n)
{
    const char *text = yaml_scalar(n);
    Dtc *d = r->d;

    if (!text || !*text)
        problem(r, n, internf(d, "%s: a text is expected", name));
    else if (strcmp(name, "model") == 0)
        d->opt.input = file_beside(r, n, text);
    else if (strcmp(name, "name") == 0)
        d->opt.model = internz(d, text);
    else if (strcmp(name, "param") == 0)
        r->cli->sim.param = file_beside(r, n, text);
    else
        r->cli->sim.inputs = file_beside(r, n, text);
}

static void method_key(Reader *r, const char *name, const yaml_node_t *n)
{
    const char *text = yaml_scalar(n);

    (void)name;
    r->d->opt.hybrid = r->cli->variable_step = text && strcmp(text, "cvode") == 0;
    if (!r->d->opt.hybrid && (!text || !method_named(text, &r->d->opt.method)))
#define X(id, name, ...) ", " name
        problem(r, n,
                internf(r->d, "there is no method %s; known are cvode" DTC_METHODS(X), text ? text : ""));
#undef X
}

/* lhs:100, or {lhs: 100} */
static void design_key(Reader *r, const char *name, const yaml_node_t *n)
{
    const char *text = yaml_scalar(n);

    (void)name;
    if (n->type == YAML_MAPPING_NODE && n->data.mapping.pairs.top - n->data.mapping.pairs.start == 1) {
        const yaml_node_pair_t *p = n->data.mapping.pairs.start;
        const char *kind = yaml_scalar(yaml_node(&r->y, p->key)),
                   *points = yaml_scalar(yaml_node(&r->y, p->value));
        text = kind && points ? internf(r->d, "%s:%s", kind, points) : NULL;
    }
    if (text && has_ending(r->d, text, "csv") && !(text = file_beside(r, n, text)))
        return;
    if (!text)
        problem(r, n, "design: grid, list, FILE.csv, random:N, lhs:N, sobol:N or saltelli:N is expected");
    else
        r->good &= design_read(r->d, text, yaml_span(&r->y, n), &r->s->design);
}

/* Where a number goes: one of these, or the seed. */
static double *number_place(Reader *r, const char *name)
{
    const struct {
        const char *name;
        double *place;
    } known[] = {
        { "step", &r->d->opt.step },           { "stop", &r->cli->sim.stop },
        { "interval", &r->cli->sim.interval }, { "rtol", &r->cli->sim.rtol },
        { "atol", &r->cli->sim.atol },         { "timeout", &r->s->timeout },
        { "max-steps", &r->s->most_steps },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].place;
    return NULL;
}

static void number_key(Reader *r, const char *name, const yaml_node_t *n)
{
    double *place = number_place(r, name), x;
    const bool seed = !place, whole = seed || place == &r->s->most_steps,
               varied = strcmp(name + 1, "tol") == 0;

    if (!number(r, n, name, seed ? 0 : whole ? 1 : varied ? 1e-14 : 1e-12, varied ? 0.1 : 9e15, &x))
        return;
    if (whole && x != floor(x)) {
        problem(r, n, internf(r->d, "%s: a whole number is expected", name));
        return;
    }
    if (varied)
        r->varied = yaml_span(&r->y, n);
    else if (place == &r->d->opt.step)
        r->stepped = yaml_span(&r->y, n);
    if (seed)
        r->s->design.seed = (uint64_t)x;
    else
        *place = x;
}

static void vary_key(Reader *r, const char *name, const yaml_node_t *n) { each_member(r, name, n, a_factor); }
static void metrics_key(Reader *r, const char *name, const yaml_node_t *n) { each_member(r, name, n, a_metric); }
static void set_key(Reader *r, const char *name, const yaml_node_t *n) { each_member(r, name, n, a_setting); }

/* X(name, reader, joins what the command line says) */
#define STUDY_KEYS(X)                                                                                                  \
    X("model", text_key, true) X("name", text_key, false) X("set", set_key, true) X("vary", vary_key, true)            \
    X("design", design_key, false) X("correlation", correlation, true) X("seed", number_key, false)                    \
    X("metrics", metrics_key, true) X("method", method_key, false) X("step", number_key, false)                        \
    X("stop", number_key, false) X("interval", number_key, false) X("rtol", number_key, false)                         \
    X("atol", number_key, false) X("param", text_key, false) X("inputs", text_key, false)                              \
    X("timeout", number_key, false) X("max-steps", number_key, false)
#define X(name, read, joins) { name, read, joins },
static const struct { const char *name; KeyReader *read; bool joins; } section[] = { STUDY_KEYS(X) };
#undef X
enum { SECTIONS = sizeof section / sizeof *section };

/* The command line goes before the file; what varies and what is set join. */
static bool is_given(const Reader *r, const char *name)
{
    const char *option = strcmp(name, "name") == 0 ? "--model" : internf(r->d, "--%s", name);

    for (uint32_t i = 0; i < vec_len(r->cli->given); i++)
        if (strcmp(r->cli->given[i].name, option) == 0)
            return true;
    return false;
}

static void a_section(Reader *r, const yaml_node_t *key, const char *name, const yaml_node_t *value)
{
    const char *known[SECTIONS];

    for (int k = 0; k < SECTIONS; k++) {
        known[k] = section[k].name;
        if (strcmp(name, known[k]) == 0) {
            if (section[k].joins || !is_given(r, name))
                section[k].read(r, name, value);
            return;
        }
    }
    if (r->unindented) /* that was said */
        return;
    const char *near = suggest(r->d, name, known, SECTIONS);
#define X(name, ...) ", " name
    problem(r, key,
            internf(r->d, "there is no key %s%s%s%s", name, near ? "; did you mean " : "; known are ",
                    near ? near : &"" STUDY_KEYS(X)[2], near ? "?" : ""));
#undef X
}

/* A key of the other kind of step has no effect. */
static void tell_idle(const Reader *r)
{
    const bool varies = r->d->opt.hybrid;
    const Span at = varies ? r->stepped : r->varied;

    if (at.end > at.pos)
        warning(r->d, at, NULL, "%s",
                varies ? "a step belongs to the methods of a fixed step; rtol is that of cvode"
                       : "a tolerance belongs to method: cvode, and this method has a fixed step");
}

bool study_load(Dtc *d, Cli *cli, const char *file, Study *s)
{
    Reader r = { .d = d, .file = file, .s = s, .cli = cli, .good = true };
    const char **set = d->opt.set; /* of the command line: behind those of the file, the last holds */
    yaml_node_t *root;

    d->opt.set = NULL;
    d->opt.set_file = file;
    if (!yaml_file_load(d, file, &r.y, &root))
        return false;
    if (root)
        each_member(&r, "the study", root, a_section);
    if (r.good)
        tell_idle(&r);
    if (root && !d->opt.input && !d->opt.model && r.good)
        problem(&r, root, "model: is missing, the file of the model");
    if (!root)
        problem(&r, NULL, "the file is empty: model, vary and metrics are expected");
    yaml_file_free(&r.y);
    for (uint32_t i = 0; i < vec_len(set); i++)
        vec_push(&d->run, d->opt.set, set[i]);
    return r.good;
}
