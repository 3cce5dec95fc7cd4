/* vary.c - what varies, and how: levels and distributions, as text.
 *
 *     clutch.mu=0.08,0.1,0.12     car.m=1200:50:1800      driver.sporty=false,true
 *     car.m=uniform(1200, 1800)   J=normal(0.2, 0.01)     load=triangular(0, 20, 100)     c=log(1e3, 1e6)
 *     engine.full*=0.9,1,1.1      what the model has, times that
 *
 * A range has its ends, with the step between them; the last is left out if it is no step. Commas within brackets
 * belong to a value, {1, 2, 3}. Cost: linear in the text and in the levels.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "object_cache.h"
#include "sweep.h"

enum { MOST_LEVELS = 10000000, TOLD_LEVELS = 12 };

static const struct { const char *name; int numbers; const char *text; } distributions[DISTRIBUTIONS] = {
    { "", 0, "" },
#define X(id, name, numbers, text) { name, numbers, text },
    DTC_DISTRIBUTIONS(X)
#undef X
};

/* ---- text ---------------------------------------------------------------------------------------------- */

/* The text without blanks at its ends. */
static const char *trimmed(Dtc *d, const char *text, size_t n)
{
    while (n > 0 && (*text == ' ' || *text == '\t'))
        text++, n--;
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    return intern(d, text, n);
}

/* Where the part ends that the separator closes, outside of brackets and quotes. */
static size_t part_length(const char *text, char separator)
{
    int depth = 0;
    size_t i = 0;

    for (bool quoted = false; text[i] && (quoted || depth > 0 || text[i] != separator); i++) {
        quoted ^= text[i] == '"';
        depth += !quoted && strchr("([{", text[i]) != NULL;
        depth -= !quoted && strchr(")]}", text[i]) != NULL;
    }
    return i;
}

static const char **parts(Dtc *d, const char *text, char separator)
{
    const char **list = NULL;

    for (const char *p = text;; p++) {
        const size_t n = part_length(p, separator);
        vec_push(&d->run, list, trimmed(d, p, n));
        p += n;
        if (!*p)
            return list;
    }
}

static bool is_number(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && *end == 0 && isfinite(*x) && text[strspn(text, "+-.0123456789eE")] == 0;
}

/* ---- levels -------------------------------------------------------------------------------------------- */

static void add_level(Dtc *d, Factor *f, const char *text, double number)
{
    vec_push(&d->run, f->text, text);
    vec_push(&d->run, f->number, number);
}

/* "1200:50:1800", "1:4". Levels are least + k*step, so that no rounding adds up. */
static bool add_range(Dtc *d, Factor *f, const char **end)
{
    const uint32_t n = vec_len(end);
    double x[3];

    for (uint32_t i = 0; i < n; i++)
        if (i > 2 || !is_number(end[i], &x[i])) {
            error(d, f->at, NULL, "%s: a range is FIRST:LAST or FIRST:STEP:LAST, in numbers; `%s` is none",
                  f->name, end[i]);
            return false;
        }
    const double from = x[0], step = n == 3 ? x[1] : 1, to = x[n - 1], steps = (to - from) / step;
    if (!(steps >= 0) || !(steps < MOST_LEVELS)) {
        error(d, f->at, NULL, "%s: from %g to %g in steps of %g %s", f->name, from, to, step,
              steps >= 0 ? "there are too many values" : "there is nothing: it is FIRST:STEP:LAST");
        return false;
    }
    for (long long k = 0; k <= (long long)floor(steps + 1e-9); k++) {
        const double level = from + (double)k * step;
        add_level(d, f, internf(d, "%s", number_shortest(level, 15).text), level);
    }
    return true;
}

static bool add_levels(Dtc *d, Factor *f, const char *values)
{
    const char **item = parts(d, values, ',');
    double x;

    for (uint32_t i = 0; i < vec_len(item); i++) {
        const char **end = *item[i] == '"' ? NULL : parts(d, item[i], ':');
        if (!*item[i]) {
            error(d, f->at, NULL, "%s: a value is missing between commas", f->name);
            return false;
        }
        if (vec_len(end) > 1 && !add_range(d, f, end))
            return false;
        if (vec_len(end) <= 1)
            add_level(d, f, item[i], is_number(item[i], &x) ? x : NAN);
    }
    return true;
}

/* ---- distributions ------------------------------------------------------------------------------------- */

static bool in_order(const Factor *f)
{
    const double *p = f->p;

    switch (f->kind) {
    case VARY_NORMAL: return p[1] > 0;
    case VARY_TRIANGULAR: return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2];
    case VARY_LOG: return 0 < p[0] && p[0] < p[1];
    default: return p[0] < p[1];
    }
}

static bool distribution(Dtc *d, Factor *f, int kind, const char *numbers)
{
    const char **part = parts(d, numbers, ',');
    bool good = (int)vec_len(part) == distributions[kind].numbers;

    f->kind = (Distribution)kind;
    for (int i = 0; i < distributions[kind].numbers && good; i++)
        good = is_number(part[i], &f->p[i]);
    if (!good || !in_order(f))
        error(d, f->at, NULL, "%s: %s is to be %s%s", f->name, distributions[kind].name,
              distributions[kind].text,
              !good                 ? ", in numbers"
              : kind == VARY_NORMAL ? ", the deviation above 0"
              : kind == VARY_LOG    ? ", 0 < least < most"
                                    : ", in ascending order");
    return good && in_order(f);
}

/* "normal(0.2, 0.01)": its number; 0: it is no call; -1 after a diagnosis: there is none of that name */
static int distribution_named(Dtc *d, const Factor *f, const char *values, const char **numbers)
{
    const size_t n = strcspn(values, "("), all = strlen(values);
    const char *known[DISTRIBUTIONS];

    if (n == 0 || n == all || values[all - 1] != ')' || strcspn(values, ",:{[\"") < n)
        return 0;
    const char *name = trimmed(d, values, n);
    *numbers = intern(d, values + n + 1, all - n - 2);
    for (int k = 1; k < DISTRIBUTIONS; k++) {
        known[k - 1] = distributions[k].name;
        if (strcmp(name, distributions[k].name) == 0)
            return k;
    }
    const char *near = suggest(d, name, known, DISTRIBUTIONS - 1);
    error(d, f->at, NULL, "%s: there is no distribution %s%s%s%s", f->name, name,
          near ? "; did you mean " : ": ", near ? near : "uniform, normal, triangular, log",
          near ? "?" : " are known");
    return -1;
}

bool factor_values(Dtc *d, const char *values, Span at, Factor *f)
{
    const char *numbers = NULL;

    f->at = at;
    values = trimmed(d, values, strlen(values));
    if (!*values) {
        error(d, at, NULL, "%s: values are missing: 1,2,3 or 1:0.5:4 or uniform(1, 4)", f->name);
        return false;
    }
    const int kind = distribution_named(d, f, values, &numbers);
    return kind > 0 ? distribution(d, f, kind, numbers) : kind == 0 && add_levels(d, f, values);
}

static bool factor_read(Dtc *d, const char *text, Span at, Factor *f)
{
    const size_t n = part_length(text, '=');

    *f = (Factor){ .scales = n > 0 && text[n - (n > 0)] == '*', .at = at, .named = at };
    f->name = trimmed(d, text, n - f->scales);
    if (text[n] != '=' || !*f->name) {
        error(d, at, NULL, "`%s` is to be NAME=VALUES: m=1200:50:1800, c=1e3,1e4 or J=normal(0.2, 0.01)",
              text);
        return false;
    }
    return factor_values(d, text + n + 1, at, f);
}

const char *factor_text(Dtc *d, const Factor *f)
{
    const uint32_t n = vec_len(f->text);
    const char *text = "";
    uint64_t mark = n;

    if (f->kind != VARY_LEVELS) {
        for (int i = 0; i < distributions[f->kind].numbers; i++)
            text = internf(d, "%s%s%s", text, i ? ", " : "", number_shortest(f->p[i], 17).text);
        return internf(d, "%s(%s)", distributions[f->kind].name, text);
    }
    for (uint32_t i = 0; i < n; i++)
        mark = (mark ^ cache_hash(f->text[i], strlen(f->text[i]))) * 0x100000001b3u;
    for (uint32_t i = 0; i < n && n <= TOLD_LEVELS; i++)
        text = internf(d, "%s%s%s", text, i ? ", " : "", f->text[i]);
    return n <= TOLD_LEVELS ? text
                            : internf(d, "%s to %s, %u values of mark %016llx", f->text[0], f->text[n - 1], n,
                                      (unsigned long long)mark);
}

bool factor_of_option(Dtc *d, const char *text, Factor *f)
{
    Source *src = source_text(d, "--vary", text, strlen(text));

    src->own = true;
    return factor_read(d, src->text, (Span){ src->base, src->base + src->size }, f);
}

/* ---- quantiles ----------------------------------------------------------------------------------------- */

double normal_part(double z) { return 0.5 * erfc(-z / sqrt(2)); }

/* Abramowitz and Stegun 26.2.23, within 4.5e-4, then three steps of Halley on the distribution function, whose error
 * each of them takes to its third power. */
double normal_quantile(double u)
{
    const double tail = u < 0.5 ? u : 1 - u, t = sqrt(-2 * log(tail));
    double z =
        t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));

    for (int k = 0; k < 3; k++) {
        const double density = exp(-0.5 * z * z) / sqrt(2 * acos(-1)),
                     step = (0.5 * erfc(z / sqrt(2)) - tail) / density;
        z += step / (1 - 0.5 * z * step);
    }
    return u < 0.5 ? -z : z;
}

static double triangular_quantile(const double *p, double u)
{
    const double left = (p[1] - p[0]) / (p[2] - p[0]);

    return u < left ? p[0] + sqrt(u * (p[2] - p[0]) * (p[1] - p[0]))
                    : p[2] - sqrt((1 - u) * (p[2] - p[0]) * (p[2] - p[1]));
}

double factor_quantile(const Factor *f, double u)
{
    const double *p = f->p, levels = vec_len(f->number);

    switch (f->kind) {
    case VARY_UNIFORM: return p[0] + u * (p[1] - p[0]);
    case VARY_NORMAL: return p[0] + p[1] * normal_quantile(u);
    case VARY_TRIANGULAR: return triangular_quantile(p, u);
    case VARY_LOG: return p[0] * exp(u * log(p[1] / p[0]));
    default: return fmin(floor(u * levels), levels - 1);
    }
}
