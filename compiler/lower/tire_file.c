/* tire_file.c - numbers of a tire property file (.tir), for readTable: a row, one number for each name that is asked
 * for.
 *
 * Such a file has lines `[SECTION]` and `NAME = value`, in capitals or not, where a value is a number, or a text, as a
 * rule in quotes; $ and ! begin comments, `(NAME)` a block and `{names}` the rows of a table, which nobody asks for. A
 * name that is asked for may have a default, NAME=1, for files without it. Every line is looked at: what is no number
 * where one is, what stands twice in a section, or is asked for and stands in two, units other than SI, another kind of
 * tire model, and factors that the magic formula cannot have are errors at their place in the file.
 *
 * Source: the TYDEX workshops' format, as described by Pacejka, Tire and Vehicle Dynamics, appendix 3. Cost: linear in
 * the file, times the names.
 */
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "file_table.h"

/* What a factor has to lie in; of the others nothing is known. */
typedef struct { const char *name; double least, most; const char *why; } Range;

static const Range ranges[] = {
    { "FNOMIN", DBL_MIN, DBL_MAX, "a load" },
    { "UNLOADED_RADIUS", DBL_MIN, DBL_MAX, "a radius" },
    { "PCX1", DBL_MIN, 2, "a shape factor, above 0 and at most 2: beyond, the force changes its sign" },
    { "PDX1", DBL_MIN, DBL_MAX, "a friction coefficient" },
    { "PEX1", -DBL_MAX, 1, "a curvature factor, at most 1: beyond, the force falls at once" },
    { "PKX1", DBL_MIN, DBL_MAX, "a slip stiffness" },
    { "PTX1", 0, DBL_MAX, "a relaxation length" },
    { "LFZO", DBL_MIN, DBL_MAX, "a scale" },
    { "LCX", DBL_MIN, DBL_MAX, "a scale" },
    { "LMUX", DBL_MIN, DBL_MAX, "a scale" },
    { "LKX", DBL_MIN, DBL_MAX, "a scale" },
};

/* Texts that a file must have, where it has them: these; of formats their beginning. USER is a reader of its own, for
 * whatever the file has. */
static const struct { const char *name, *is[4]; bool begins; const char *means; } texts[] = {
    { "LENGTH", { "meter", "metre", "meters", "m" }, false, "lengths in 'meter'" },
    { "FORCE", { "newton", "newtons", "N" }, false, "forces in 'newton'" },
    { "ANGLE", { "radian", "radians", "rad" }, false, "angles in 'radian'" },
    { "PROPERTY_FILE_FORMAT", { "MF", "PAC", "USER" }, true, "factors of the magic formula (MF..., PAC...)" },
};

/* A value of a name: a number, or NaN; of a name in two sections the later one. */
typedef struct { double x; Span at; bool twice; } Value;

typedef struct { Dtc *d; const Source *src; Map value, seen; Value *values; } Tire;

static Span span_of(const Tire *t, const char *from, size_t n)
{
    uint32_t pos = t->src->base + (uint32_t)(from - t->src->text);
    return (Span){ .pos = pos, .end = pos + (uint32_t)(n ? n : 1) };
}

static size_t trimmed(const char *from, const char *to)
{
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return (size_t)(to - from);
}

static void look_at_text(Tire *t, const char *name, const char *at, size_t n, Span span)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(name, texts[i].name) != 0)
            continue;
        bool fits = false;
        for (int k = 0; k < 4 && texts[i].is[k]; k++) {
            size_t length = strlen(texts[i].is[k]);
            fits |=
                (texts[i].begins ? n >= length : n == length) && strncasecmp(at, texts[i].is[k], length) == 0;
        }
        if (!fits)
            error(t->d, span, NULL, "it must have %s", texts[i].means);
    }
}

static void keep(Tire *t, const char *name, double x, Span at)
{
    Value v = { .x = x, .at = at, .twice = map_get(&t->value, KEY(name)) };

    vec_push(&t->d->pass, t->values, v);
    map_set(&t->d->pass, &t->value, KEY(name), vec_len(t->values));
}

/* A text in quotes, or without a closing one. */
static void take_text(Tire *t, const char *name, const char *at, const char *stop)
{
    const char *close = memchr(at + 1, *at, (size_t)(stop - at - 1));

    if (!close) {
        error(t->d, span_of(t, at, trimmed(at, stop)), NULL, "the text has no end: the quote is not closed");
        return;
    }
    look_at_text(t, name, at + 1, (size_t)(close - at - 1), span_of(t, at, (size_t)(close - at + 1)));
}

static void take_number(Tire *t, const char *name, const char *at, const char *stop)
{
    char *end;
    size_t n = trimmed(at, stop);
    double x = strtod(at, &end);

    if (end != at + n || !isfinite(x)) {
        error(t->d, span_of(t, at, n), NULL, "%s has no number: \"%.*s\"", name, n > 40 ? 40 : (int)n, at);
        return;
    }
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strcmp(name, ranges[i].name) == 0 && !(x >= ranges[i].least && x <= ranges[i].most))
            error(t->d, span_of(t, at, n), NULL, "%s = %g cannot be %s", name, x, ranges[i].why);
    keep(t, name, x, span_of(t, at, n));
}

static const char *capitals(const Tire *t, const char *at, size_t n)
{
    char *name = arena_alloc(&t->d->pass, n + 1);

    for (size_t i = 0; i < n; i++)
        name[i] = (char)toupper((unsigned char)at[i]);
    return intern(t->d, name, n);
}

/* NAME = value, from `at` to `stop`, where a comment or the line ends. */
static void take_line(Tire *t, const char *at, const char *stop)
{
    const char *equals = memchr(at, '=', (size_t)(stop - at));

    if (!equals || equals == at) {
        error(t->d, span_of(t, at, trimmed(at, stop)), NULL,
              "NAME = value, [SECTION] or a comment ($, !) is expected");
        return;
    }
    size_t n = trimmed(at, equals);
    const char *name = capitals(t, at, n), *value = equals + 1;
    while (value < stop && isspace((unsigned char)*value))
        value++;
    if (map_get(&t->seen, KEY(name)))
        error(t->d, span_of(t, at, n), NULL, "%s stands twice", name);
    map_set(&t->d->pass, &t->seen, KEY(name), 1);
    if (value == stop)
        error(t->d, span_of(t, at, n), NULL, "%s has no value", name);
    else if (*value == '\'' || *value == '"')
        take_text(t, name, value, stop);
    else if (isalpha((unsigned char)*value)) {
        size_t length = trimmed(value, stop);
        look_at_text(t, name, value, length, span_of(t, value, length));
        keep(t, name, NAN, span_of(t, value, length));
    } else
        take_number(t, name, value, stop);
}

/* The end of what a line says: comments begin with $ or !, outside of quotes. */
static const char *end_of_line(const char *at, const char *end)
{
    char quote = 0;

    for (; at < end && *at != '\n'; at++) {
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? 0 : *at;
        if (!quote && (*at == '$' || *at == '!'))
            break;
    }
    return at;
}

/* Tables of other quantities, as [SHAPE] and [VERTICAL...] have them, are rows of numbers or texts under a header in
 * braces. Some editors put three bytes before all text (EF BB BF: it is UTF-8). */
static void take_lines(Tire *t)
{
    const char *at = t->src->text, *end = at + t->src->size;
    bool rows = false;

    if (t->src->size >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    while (at < end) {
        const char *next = memchr(at, '\n', (size_t)(end - at)), *stop = end_of_line(at, end);
        while (at < stop && isspace((unsigned char)*at))
            at++;
        if (at < stop && *at && strchr("[({", *at)) {
            rows = *at == '{';
            if (*at == '[')
                t->seen = (Map){ 0 };
        } else if (at < stop &&
                   (!rows || (*at != '\'' && *at != '"' && memchr(at, '=', (size_t)(stop - at))))) {
            take_line(t, at, stop);
        }
        at = next ? next + 1 : end;
    }
}

/* The number of one name that is asked for, with its default. */
static bool asked(Tire *t, Scope s, Span at, const char *from, size_t n, double *x)
{
    const char *equals = memchr(from, '=', n),
               *name = capitals(t, from, equals ? (size_t)(equals - from) : n);
    uint64_t i = map_get(&t->value, KEY(name));
    const Value *v = i ? &t->values[i - 1] : NULL;

    if (v && isnan(v->x))
        return FAIL(t->d, s, v->at, "%s has no number: \"%.*s\"", name, (int)(v->at.end - v->at.pos),
                    t->src->text + (v->at.pos - t->src->base));
    if (v && v->twice)
        return FAIL(t->d, s, v->at, "%s stands in two sections", name);
    if (!v && !equals)
        return FAIL(t->d, s, at, "%s: there is no %s in it", t->src->name, name);
    *x = v ? v->x : strtod(equals + 1, NULL);
    return true;
}

bool is_tire_file(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && strcasecmp(path + n - 4, ".tir") == 0;
}

/* Once: a mistake in the file of four wheels is one. */
static const Source *loaded(Dtc *d, const char *path)
{
    for (uint32_t i = 0; i < vec_len(d->source); i++)
        if (strcmp(d->source[i]->name, path) == 0)
            return d->source[i];
    return source_load(d, path);
}

bool read_tire(Dtc *d, Scope s, Span at, const char *path, const char *names, Val *out)
{
    Tire t = { .d = d, .src = loaded(d, path) };
    uint32_t errors = d->errors;
    Ex *row = NULL;

    if (!t.src)
        return FAIL(d, s, at, "%s: %s", path, strerror(errno));
    take_lines(&t);
    if (d->errors > errors)
        return false;
    for (const char *p = names + strspn(names, ", "); *p; p += strspn(p, ", ")) {
        size_t n = strcspn(p, ", ");
        double x;
        if (!asked(&t, s, at, p, n, &x))
            return false;
        vec_push(&d->pass, row, ex_real(d, x));
        p += n;
    }
    if (!vec_len(row))
        return FAIL(d, s, at, "%s: which of its numbers? Name them: \"PCX1, PDX1\"", path);
    *out = val_new(d, T_REAL, NULL, 2, (uint32_t[]){ 1, vec_len(row) });
    for (uint32_t i = 0; i < vec_len(row); i++)
        out->e[i] = row[i];
    return true;
}
