/* design.c - the points of a study.
 *
 *     grid        each level with each; the last factor varies fastest
 *     list, CSV   the first levels of all, the second ones, ...
 *     random      independent numbers
 *     lhs         Latin hypercube: of N points each of N equal parts of a factor has one (McKay, Beckman, Conover 1979)
 *     sobol       scrambled by --seed; 0: as published
 *     saltelli    for Sobol indices: N rows of A, of B, and of A with one column of B (Saltelli et al. 2010), so
 *                 N*(factors + 2) points: A, AB_1, ..., AB_k, B of each row
 *
 * Numbers in (0, 1) become values by the quantiles of their factors. Correlated: normal scores are made with the
 * Cholesky factor of the matrix, and go back (a Gaussian copula): of normal factors it is their correlation.
 *
 * Cost: of a point linear in the factors; correlated: in their square.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "sweep.h"

#define X(id, name) name,
const char *const design_names[DESIGNS] = { DTC_DESIGNS(X) };
#undef X

enum { MOST_POINTS = 1000000000, USE_VALUE = 0 };

bool design_read(Dtc *d, const char *text, Span at, Design *design)
{
    const size_t n = strcspn(text, ":"), all = strlen(text);
    char *end = NULL;

    design->at = at;
    if (all > 4 && strcmp(text + all - 4, ".csv") == 0) {
        design->file = internz(d, text);
        design->kind = DESIGN_LIST;
        return true;
    }
    const char *name = intern(d, text, n);
    int k = 0;
    while (k < DESIGNS && strcmp(name, design_names[k]) != 0)
        k++;
    const double points = text[n] ? strtod(text + n + 1, &end) : 0;
    const bool counted = k != DESIGN_GRID && k != DESIGN_LIST;
    if (k == DESIGNS) {
        const char *near = suggest(d, name, design_names, DESIGNS);
        error(d, at, NULL, "there is no design %s%s%s%s", name, near ? "; did you mean " : ": ",
              near ? near : "grid, list, FILE.csv, random:N, lhs:N, sobol:N, saltelli:N",
              near ? "?" : " are known");
        return false;
    }
    design->kind = (DesignKind)k;
    design->base = (uint64_t)points;
    if (counted && !(end && *end == 0 && points >= 1 && points <= MOST_POINTS && points == floor(points)))
        error(d, at, NULL, "design %s: how many points is missing, or no whole number from 1 to 1e9: %s:1000",
              name, name);
    else if (!counted && text[n])
        error(d, at, NULL, "design %s has as many points as there are values; a number belongs to the others",
              name);
    else
        return true;
    return false;
}

/* ---- a file of points ---------------------------------------------------------------------------------- */

/* The fields of the line at *p, which ends behind it; commas within brackets and quotes belong to a field. */
static const char **fields(Dtc *d, const char **p)
{
    const char **list = NULL, *line = *p;
    const size_t n = strcspn(line, "\r\n");
    int depth = 0;
    bool quoted = false;

    for (size_t i = 0, from = 0; i <= n; i++) {
        quoted ^= i < n && line[i] == '"';
        depth += i < n && !quoted && strchr("([{", line[i]) != NULL;
        depth -= i < n && !quoted && strchr(")]}", line[i]) != NULL;
        if (i < n && (quoted || depth > 0 || line[i] != ','))
            continue;
        size_t length = i - from;
        const bool inside = length >= 2 && line[from] == '"' && line[i - 1] == '"';
        vec_push(&d->run, list, intern(d, line + from + inside, length - 2 * (size_t)inside));
        from = i + 1;
    }
    *p = line + n + strspn(line + n, "\r\n");
    return list;
}

/* A header with names of factors; a row for each point. */
static bool file_read(Dtc *d, Design *design, Factor **factor)
{
    Source *src = source_load(d, design->file);
    const char *p = src ? src->text : "", **name = *p ? fields(d, &p) : NULL;

    if (!src || !*p || vec_len(*factor) > 0) {
        error(d, design->at, NULL, "%s: %s", design->file,
              !src  ? "cannot be read"
              : !*p ? "a header with names and a row for each point are expected"
                    : "factors are the columns of the file; nothing else can vary with them");
        return false;
    }
    if (vec_len(name) == 1 && strpbrk(name[0], ";\t")) {
        error(d, ((Span){ src->base, src->base + (uint32_t)strlen(name[0]) }), NULL,
              "columns are parted by commas, and numbers have a point: load.J,engine.J");
        return false;
    }
    for (uint32_t k = 0; k < vec_len(name); k++) {
        const size_t n = strlen(name[k]);
        const bool scales = n > 1 && name[k][n - 1] == '*';
        vec_push(&d->run, *factor,
                 ((Factor){ .name = intern(d, name[k], n - scales),
                            .scales = scales,
                            .named = { src->base, src->base + (uint32_t)strcspn(src->text, "\r\n") } }));
    }
    while (*p) {
        const Span at = { src->base + (uint32_t)(p - src->text),
                          src->base + (uint32_t)(p - src->text) + (uint32_t)strcspn(p, "\r\n") };
        const char **value = fields(d, &p);
        if (vec_len(value) != vec_len(name)) {
            error(d, at, NULL, "this row has %u values, the header %u names", vec_len(value), vec_len(name));
            return false;
        }
        for (uint32_t k = 0; k < vec_len(name); k++)
            if (!factor_values(d, value[k], at, &(*factor)[k]))
                return false;
    }
    return true;
}

/* ---- what fits what ------------------------------------------------------------------------------------ */

static bool correlated(Dtc *d, Design *design, uint32_t n)
{
    const double *c = design->correlation;
    double *l = design->root = NEW_N(&d->run, double, n *n);
    bool good = design->kind == DESIGN_RANDOM || design->kind == DESIGN_LHS || design->kind == DESIGN_SOBOL;

    if (good && design->rows != n) {
        error(d, design->correlated, NULL, "the correlation has %u rows, and %u factors vary", design->rows,
              n);
        return false;
    }
    if (!good)
        error(d, design->correlated, NULL, "a correlation is of random, lhs and sobol designs%s",
              design->kind == DESIGN_SALTELLI ? ": indices are of independent factors" : "");
    for (uint32_t i = 0; i < n && good; i++)
        for (uint32_t j = 0; j <= i && good; j++) {
            double s = c[i * n + j];
            for (uint32_t k = 0; k < j; k++)
                s -= l[i * n + k] * l[j * n + k];
            good = fabs(c[i * n + j] - c[j * n + i]) < 1e-12 && (i != j || (c[i * n + i] == 1 && s > 1e-12));
            l[i * n + j] = i == j ? sqrt(s) : s / l[j * n + j];
            if (!good)
                error(d, design->correlated, NULL,
                      "the correlation is to be symmetric and positive definite, with 1 in its diagonal: row "
                      "%u is not",
                      i + 1);
        }
    return good;
}

/* The points of levels; 0 after a diagnosis. */
static uint64_t level_points(Dtc *d, const Design *design, const Factor *factor)
{
    uint64_t points = 1;

    for (uint32_t k = 0; k < vec_len(factor); k++) {
        const uint64_t levels = vec_len(factor[k].text);
        const bool list = design->kind == DESIGN_LIST;
        if (factor[k].kind != VARY_LEVELS) {
            error(d, factor[k].at, NULL,
                  "%s has a distribution, and a %s needs values; the designs random:N, lhs:N, sobol:N and "
                  "saltelli:N draw",
                  factor[k].name, design_names[design->kind]);
            return 0;
        }
        if (list && k > 0 && levels != points) {
            error(d, factor[k].at, NULL,
                  "of a list all factors have as many values: %s has %llu, %s has %llu", factor[k].name,
                  (unsigned long long)levels, factor[0].name, (unsigned long long)points);
            return 0;
        }
        points = list ? levels : points * levels;
        if (points > MOST_POINTS) {
            error(d, factor[k].at, NULL,
                  "the grid has more than 1e9 points; --design lhs:N or sobol:N takes some");
            return 0;
        }
    }
    return points;
}

bool design_begin(Dtc *d, Design *design, Factor **factor)
{
    if (design->file && !file_read(d, design, factor))
        return false;
    const uint32_t n = vec_len(*factor), dimensions = design->kind == DESIGN_SALTELLI ? 2 * n : n;

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp((*factor)[i].name, (*factor)[k].name) == 0 &&
                (*factor)[i].scales == (*factor)[k].scales) {
                error(d, (*factor)[i].named, NULL, "%s varies twice", (*factor)[i].name);
                return false;
            }
    if (n == 0) {
        error(d, design->at, NULL, "nothing varies: --vary NAME=VALUES, or `vary:` in the file of the study");
        return false;
    }
    if ((design->kind == DESIGN_SOBOL || design->kind == DESIGN_SALTELLI) && dimensions > SOBOL_MOST) {
        error(d, design->at, NULL,
              "a Sobol sequence has %d dimensions here, and %u are needed; lhs:N has no bound", SOBOL_MOST,
              dimensions);
        return false;
    }
    if (design->correlation && !correlated(d, design, n))
        return false;
    if (design->kind == DESIGN_GRID || design->kind == DESIGN_LIST)
        return (design->points = level_points(d, design, *factor)) > 0;
    design->points = design->kind == DESIGN_SALTELLI ? design->base * (n + 2) : design->base;
    return true;
}

/* ---- points -------------------------------------------------------------------------------------------- */

static double part_of(const Design *design, uint64_t i, uint32_t k)
{
    switch (design->kind) {
    case DESIGN_LHS:
        return ((double)permuted(design->seed, k, i, design->base) +
                random_at(design->seed, i, k, USE_VALUE)) /
               (double)design->base;
    case DESIGN_RANDOM: return random_at(design->seed, i, k, USE_VALUE);
    default: return sobol_at(design->seed, i, k);
    }
}

static void levels_at(const Design *design, const Factor *factor, uint64_t i, double *x)
{
    for (uint32_t k = vec_len(factor); k-- > 0;) {
        const uint64_t levels = vec_len(factor[k].text);
        x[k] = (double)(design->kind == DESIGN_LIST ? i : i % levels);
        i = design->kind == DESIGN_LIST ? i : i / levels;
    }
}

/* The root has rows of normal scores; the last first, since a row reads those before it. */
static void correlate(const double *root, uint32_t n, double *u)
{
    for (uint32_t k = 0; k < n; k++)
        u[k] = normal_quantile(u[k]);
    for (uint32_t k = n; k-- > 0;) {
        double z = 0;
        for (uint32_t j = 0; j <= k; j++)
            z += root[k * n + j] * u[j];
        u[k] = normal_part(z);
    }
}

void design_point(const Design *design, const Factor *factor, uint64_t i, double *x)
{
    const uint32_t n = vec_len(factor);

    if (design->kind == DESIGN_GRID || design->kind == DESIGN_LIST) {
        levels_at(design, factor, i, x);
        return;
    }
    const uint64_t row = design->kind == DESIGN_SALTELLI ? i / (n + 2) : i;
    const uint32_t part = design->kind == DESIGN_SALTELLI ? (uint32_t)(i % (n + 2)) : 0;
    for (uint32_t k = 0; k < n; k++)
        x[k] = part_of(design, row, part == n + 1 || part == k + 1 ? n + k : k);
    if (design->correlation)
        correlate(design->root, n, x);
    for (uint32_t k = 0; k < n; k++)
        x[k] = factor_quantile(&factor[k], x[k]);
}
