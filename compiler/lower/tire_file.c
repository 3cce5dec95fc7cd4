/* tire_file.c - numbers of a tire property file (.tir), for readTable: a row, one number for each name that is asked
 * for.
 *
 * Such a file has lines `[SECTION]` and `NAME = value`, where a value is a number or a text in quotes; $ and ! begin
 * comments. A name that is asked for may have a default, NAME=1, for files without it. Every line is looked at: what is
 * no number where one is, what stands twice, units other than SI, another kind of tire model, and factors that the
 * magic formula cannot have are errors at their place in the file.
 *
 * Source: the TYDEX workshops' format, as described by Pacejka, Tire and Vehicle Dynamics, appendix 3. Cost: linear in
 * the file, times the names.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "file_table.h"

/* What a factor has to lie in, bounds excluded; of the others nothing is known. */
typedef struct { const char *name; double above, below; const char *why; } Range;

static const Range ranges[] = {
    { "FNOMIN", 0, INFINITY, "a load" },
    { "UNLOADED_RADIUS", 0, INFINITY, "a radius" },
    { "PCX1", 0, 2.0000001, "a shape factor, above 0 and at most 2: beyond, the force changes its sign" },
    { "PDX1", 0, INFINITY, "a friction coefficient" },
    { "PEX1", -INFINITY, 1.0000001, "a curvature factor, at most 1: beyond, the force falls at once" },
    { "PKX1", 0, INFINITY, "a slip stiffness" },
    { "PTX1", 0, INFINITY, "a relaxation length" },
    { "LFZO", 0, INFINITY, "a scale" },
    { "LCX", 0, INFINITY, "a scale" },
    { "LMUX", 0, INFINITY, "a scale" },
    { "LKX", 0, INFINITY, "a scale" },
};

/* Texts that a file must have, where it has them. */
static const struct { const char *name, *begins[4]; const char *means; } texts[] = {
    { "LENGTH", { "meter", "metre", "m" }, "lengths in 'meter'" },
    { "FORCE", { "newton", "N" }, "forces in 'newton'" },
    { "ANGLE", { "radian", "rad" }, "angles in 'radian'" },
    { "PROPERTY_FILE_FORMAT", { "MF", "PAC" }, "factors of the magic formula (MF..., PAC...)" },
};

typedef struct { Dtc *d; const Source *src; Map number, seen; double *value; } Tire;

static Span span_of(const Tire *t, const char *from, size_t n)
{
    uint32_t pos = t->src->base + (uint32_t)(from - t->src->text);
    return (Span){ .pos = pos, .end = pos + (uint32_t)(n ? n : 1) };
}

static size_t trimmed(const char *from, const char *to)
{
    while (to > from && isspace((unsigned char)to[-1])) to--;
    return (size_t)(to - from);
}

/* A text in quotes, or without a closing one; *end behind it. */
static void take_text(Tire *t, const char *name, const char *at, const char *stop)
{
    const char *close = memchr(at + 1, *at, (size_t)(stop - at - 1));

    if (!close) {
        error(t->d, span_of(t, at, trimmed(at, stop)), NULL, "the text has no end: the quote is not closed");
        return;
    }
    const char *text = internf(t->d, "%.*s", (int)(close - at - 1), at + 1);
    for (size_t i = 0; i < sizeof texts/sizeof *texts; i++) {
        if (strcmp(name, texts[i].name) != 0) continue;
        bool fits = false;
        for (int k = 0; k < 4 && texts[i].begins[k]; k++)
            fits |= strncasecmp(text, texts[i].begins[k], strlen(texts[i].begins[k])) == 0;
        if (!fits) error(t->d, span_of(t, at, (size_t)(close - at + 1)), NULL, "it must have %s", texts[i].means);
    }
}

static void take_number(Tire *t, const char *name, const char *at, const char *stop)
{
    char *end;
    size_t n = trimmed(at, stop);
    double x = strtod(at, &end);

    if (end == at || end != at + n || !isfinite(x)) {
        error(t->d, span_of(t, at, n), NULL, "%s has no number: \"%.*s\"", name, n > 40 ? 40 : (int)n, at);
        return;
    }
    for (size_t i = 0; i < sizeof ranges/sizeof *ranges; i++)
        if (strcmp(name, ranges[i].name) == 0 && !(x > ranges[i].above && x < ranges[i].below))
            error(t->d, span_of(t, at, n), NULL, "%s = %g cannot be %s", name, x, ranges[i].why);
    vec_push(&t->d->pass, t->value, x);
    map_set(&t->d->pass, &t->number, KEY(name), vec_len(t->value));
}

/* NAME = value, from `at` to `stop`, where a comment or the line ends. */
static void take_line(Tire *t, const char *at, const char *stop)
{
    const char *equals = memchr(at, '=', (size_t)(stop - at));

    if (!equals || equals == at) {
        error(t->d, span_of(t, at, trimmed(at, stop)), NULL, "NAME = value, [SECTION] or a comment ($, !) is expected");
        return;
    }
    size_t n = trimmed(at, equals);
    const char *name = intern(t->d, at, n), *value = equals + 1;
    while (value < stop && isspace((unsigned char)*value)) value++;
    if (map_get(&t->seen, KEY(name))) error(t->d, span_of(t, at, n), NULL, "%s stands twice", name);
    map_set(&t->d->pass, &t->seen, KEY(name), 1);
    if (value == stop)
        error(t->d, span_of(t, at, n), NULL, "%s has no value", name);
    else if (*value == '\'' || *value == '"')
        take_text(t, name, value, stop);
    else
        take_number(t, name, value, stop);
}

/* The end of what a line says: comments begin with $ or !, outside of quotes. */
static const char *end_of_line(const char *at, const char *end)
{
    char quote = 0;

    for (; at < end && *at != '\n'; at++) {
        if (quote ? *at == quote : *at == '\'' || *at == '"') quote = quote ? 0 : *at;
        if (!quote && (*at == '$' || *at == '!')) break;
    }
    return at;
}

/* Tables of other quantities, as [SHAPE] and [VERTICAL...] have them, are rows of numbers under a header in braces. */
static void take_lines(Tire *t)
{
    const char *at = t->src->text, *end = at + t->src->size;
    bool rows = false;

    while (at < end) {
        const char *next = memchr(at, '\n', (size_t)(end - at)), *stop = end_of_line(at, end);
        while (at < stop && isspace((unsigned char)*at)) at++;
        if (at < stop && (*at == '[' || *at == '{'))
            rows = *at == '{';
        else if (at < stop && (!rows || memchr(at, '=', (size_t)(stop - at))))
            take_line(t, at, stop);
        at = next ? next + 1 : end;
    }
}

/* The number of one name that is asked for, with its default. */
static bool asked(Tire *t, Scope s, Span at, const char *from, size_t n, double *x)
{
    const char *equals = memchr(from, '=', n), *name = intern(t->d, from, equals ? (size_t)(equals - from) : n);
    uint64_t i = map_get(&t->number, KEY(name));

    if (i)
        *x = t->value[i - 1];
    else if (equals)
        *x = strtod(equals + 1, NULL);
    else
        return FAIL(t->d, s, at, "%s: there is no %s in it", t->src->name, name);
    return true;
}

bool is_tire_file(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && strcasecmp(path + n - 4, ".tir") == 0;
}

bool read_tire(Dtc *d, Scope s, Span at, const char *path, const char *names, Val *out)
{
    Tire t = { .d = d, .src = source_load(d, path) };
    uint32_t errors = d->errors;
    Ex *row = NULL;

    if (!t.src) return FAIL(d, s, at, "%s: %s", path, strerror(errno));
    take_lines(&t);
    if (d->errors > errors) return false;
    for (const char *p = names + strspn(names, ", "); *p; p += strspn(p, ", ")) {
        size_t n = strcspn(p, ", ");
        double x;
        if (!asked(&t, s, at, p, n, &x)) return false;
        vec_push(&d->pass, row, ex_real(d, x));
        p += n;
    }
    if (!vec_len(row)) return FAIL(d, s, at, "%s: which of its numbers? Name them: \"PCX1, PDX1\"", path);
    *out = val_new(d, T_REAL, NULL, 2, (uint32_t[]){ 1, vec_len(row) });
    for (uint32_t i = 0; i < vec_len(row); i++) out->e[i] = row[i];
    return true;
}
