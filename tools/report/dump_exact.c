/* dump_exact.c - the matrices of the method exact, for --dump=exact: as text with names, or as JSON with all digits.
 *
 * Both have the same members in the same order (docs/results.md). Sets of stuck elements are those that were asked for,
 * or all that there are where the elements are few. Cost: linear in what is written. */
#include <stdarg.h>
#include <string.h>
#include "exact_matrices.h"
#include "interpret_step.h"
#include "json.h"
#include "sheet.h"

enum { FEW = 6, DIGITS = 12 };             /* elements whose sets are all shown; of the text */

typedef struct {
    ExactMatrices *x; const Emitter *e; FILE *out;
    Json *json;                            /* NULL: text */
    const char **state, **input, **element;                /* names */
} Writer;

/* ---- names --------------------------------------------------------------------------------------------- */

static void find_names(Writer *w)
{
    const ExactMatrices *x = w->x;
    Arena *a = &w->e->d->run;

    w->state = NEW_N(a, const char *, x->n + 1);
    w->input = NEW_N(a, const char *, x->nv + 1);
    w->element = NEW_N(a, const char *, x->m + 1);
    for (uint32_t i = 0; i < x->n; i++)
        w->state[i] = w->e->f->var[w->e->dae->state[i]].name;
    for (uint32_t i = 0; i < x->nv; i++)
        w->input[i] = w->e->f->var[x->input[i]].name;
    for (uint32_t i = 0; i < x->m; i++)
        w->element[i] = x->x->sw[i]->name;
}

/* An element by its name, or by that of the component whose only one it is; x->m: there is none. */
static uint32_t element_named(const Writer *w, const char *name)
{
    const uint32_t m = w->x->m;
    uint32_t found = m, times = 0;

    for (uint32_t i = 0; i < m; i++)
        if (strcmp(w->element[i], name) == 0)
            return i;
    for (uint32_t i = 0; i < m; i++)
        if (w->x->x->sw[i]->path && strcmp(w->x->x->sw[i]->path, name) == 0) {
            found = i;
            times++;
        }
    return times == 1 ? found : m;
}

static bool unknown_element(const Writer *w, const char *name)
{
    Dtc *d = w->e->d;
    const char **known = NULL;

    for (uint32_t i = 0; i < w->x->m; i++)
        vec_push(&d->run, known, w->element[i]);
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, ((Span){ 0, 0 }), NULL, "--stuck: there is no switching element %s%s%s%s", name,
          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return false;
}

/* Elements of a list, separated by commas. */
static bool read_set(const Writer *w, const char *list, bool *stuck)
{
    Dtc *d = w->e->d;

    memset(stuck, 0, w->x->m * sizeof *stuck);
    for (const char *at = list; *at;) {
        const size_t n = strcspn(at, ","), blanks = strspn(at, " ");
        if (n > blanks) {
            size_t length = n - blanks;
            while (length > 0 && at[blanks + length - 1] == ' ')
                length--;
            const char *name = intern(d, at + blanks, length);
            const uint32_t i = element_named(w, name);
            if (i == w->x->m)
                return unknown_element(w, name);
            stuck[i] = true;
        }
        at += n + (at[n] != 0);
    }
    return true;
}

/* ---- both forms ---------------------------------------------------------------------------------------- */

/* Of JSON alone. */
static void begin(const Writer *w, const char *key, char bracket)
{
    if (w->json)
        json_begin(w->json, key, bracket);
}

static void end(const Writer *w)
{
    if (w->json)
        json_end(w->json);
}

/* Of text alone. */
static void say(const Writer *w, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (!w->json)
        vfprintf(w->out, format, args);
    va_end(args);
}

/* ---- one value ----------------------------------------------------------------------------------------- */

static void matrix_text(const Writer *w, const char *name, const char *const *rows, uint32_t n,
                        const char *const *columns, uint32_t m, const double *a)
{
    Sheet s = sheet_new(w->e->d, NULL);

    sheet_table(&s, name, NULL);
    sheet_look(&s, (SheetLook){ .indent = 2, .wide = DIGITS + 7, .nothing = "nan" });
    sheet_columns(&s, COLUMN(""));
    for (uint32_t j = 0; j < m; j++)
        sheet_columns(&s, QUANTITY(columns[j], NULL, DIGITS));
    for (uint32_t i = 0; i < n; i++) {
        sheet_cells(&s, cell_text(rows[i]));
        for (uint32_t j = 0; j < m; j++)
            sheet_cells(&s, cell_number(a[i * m + j]));
    }
    fprintf(w->out, "\n%s\n", name);
    sheet_text(s.d, &s.table[0], w->out);
}

static void matrix(const Writer *w, const char *name, const char *const *rows, uint32_t n, const char *const *columns,
                   uint32_t m, const double *a)
{
    if (!w->json && n > 0 && m > 0)
        matrix_text(w, name, rows, n, columns, m, a);
    begin(w, name, '[');
    for (uint32_t i = 0; w->json && i < n; i++)
        json_numbers(w->json, NULL, a + (size_t)i * m, m);
    end(w);
}

static void column(const Writer *w, const char *name, const double *a)
{
    static const char *const at_start[] = { "at the start" };

    if (w->json)
        json_numbers(w->json, name, a, w->x->n);
    else
        matrix_text(w, name, w->state, w->x->n, at_start, 1, a);
}

/* A value that is not there, and why. */
static void missing(const Writer *w, const char *name, const char *why)
{
    say(w, "\n%s: none, since %s\n", name, why);
    if (w->json) {
        json_nothing(w->json, name);
        json_text(w->json, internf(w->e->d, "why_no_%s", name), why);
    }
}

/* ---- what the rows are --------------------------------------------------------------------------------- */

static void variables(const Writer *w, const char *title, const Var *v, const double *start, uint32_t n)
{
    begin(w, title, '[');
    if (n > 0)
        say(w, "\n%s: unit, value at the start\n", title);
    for (uint32_t k = 0; k < n; k++) {
        const VarInfo *i = &w->e->f->var[v[k]];
        const char *unit = i->unit && *i->unit ? i->unit : "1";
        say(w, "  %-32s %-10s %.*g\n", i->name, unit, DIGITS, start[k]);
        if (w->json) {
            json_begin(w->json, NULL, '{');
            json_text(w->json, "name", i->name);
            json_text(w->json, "unit", unit);
            json_number(w->json, "start", start[k]);
            json_end(w->json);
        }
    }
    end(w);
}

static void elements(const Writer *w, const char *key, const bool *only)
{
    begin(w, key, '[');
    for (uint32_t i = 0, some = 0; i < w->x->m; i++) {
        if (only && !only[i])
            continue;
        say(w, "%s%s", some++ ? ", " : " ", w->element[i]);
        if (w->json)
            json_text(w->json, NULL, w->element[i]);
    }
    end(w);
}

/* The relations that have chosen these matrices. */
static void relations(const Writer *w)
{
    const Exact *x = w->x->x;

    begin(w, "relations", '[');
    if (vec_len(x->bit) > 0)
        say(w, "\nrelations on which the matrices depend: as at the start\n");
    for (uint32_t i = 0; i < vec_len(x->bit); i++) {
        const bool holds = value_now(w->x->machine, ex_var(w->e->d, x->bit[i])) != 0;
        const char *text = held_of(w->e->dae, x->bit[i])->text;
        say(w, "  %s: %s\n", text, holds ? "true" : "false");
        if (w->json) {
            json_begin(w->json, NULL, '{');
            json_text(w->json, "relation", text);
            json_truth(w->json, "holds", holds);
            json_end(w->json);
        }
    }
    end(w);
}

/* file:line of an equation of the model; "": it is the compiler's. */
static const char *place_of(const Writer *w, Eq eq)
{
    const Equation *q = &w->e->f->eq[eq];
    const char *file = NULL;
    uint32_t line = 0, column = 0;

    if (!eq || q->span.end == 0)
        return "";
    source_where(w->e->d, q->span, &file, &line, &column);
    return internf(w->e->d, "%s:%u", file, line);
}

static void held(const Writer *w)
{
    Dtc *d = w->e->d;

    begin(w, "held", '[');
    if (vec_len(w->x->held) > 0)
        say(w, "\nheld over a step, in r: equations that are more than linear with constant factors\n");
    for (uint32_t i = 0; i < vec_len(w->x->held); i++) {
        const ExactHeld *h = &w->x->held[i];
        const Equation *q = &w->e->f->eq[h->eq];
        const char *text = h->eq ? equation_text(d, w->e->f, q) : w->e->f->var[h->v].name,
                   *factor = h->factor ? ex_plain(d, h->factor) : "",
                   *path = h->eq && q->path && *q->path ? q->path : "the model";
        say(w, "  %s in %s: %s%s%s\n", place_of(w, h->eq), path, text, *factor ? ", by the factor " : "",
            factor);
        if (w->json) {
            json_begin(w->json, NULL, '{');
            json_text(w->json, "place", place_of(w, h->eq));
            json_text(w->json, "component", path);
            json_text(w->json, "equation", text);
            json_text(w->json, "factor", factor);
            json_end(w->json);
        }
    }
    end(w);
}

static void head(const Writer *w)
{
    const ExactMatrices *x = w->x;

    if (w->json) {
        json_text(w->json, "model", w->e->f->name);
        json_number(w->json, "step", x->h);
    }
    say(w,
        "%s, linear part at the start, step %.*g s\n\n"
        "x' = A x + Bv v + Bc tau + r,  slips C x,  torques tau of the switching elements: -lambda\n"
        "x(k+1) = Phi x + Hv v + Hc tau + Gamma r\n",
        w->e->f->name, DIGITS, x->h);
    variables(w, "states", w->e->dae->state, x->start, x->n);
    variables(w, "inputs", x->input, x->input_start, x->nv);
    say(w, "%s", x->m ? "\nelements:" : "");
    elements(w, "elements", NULL);
    say(w, "%s", x->m ? "\n" : "");
    relations(w);
    held(w);
}

/* ---- matrices ------------------------------------------------------------------------------------------ */

static void speeds(const Writer *w)
{
    begin(w, "speeds", '[');
    for (uint32_t i = 0; w->json && i < w->x->n; i++)
        if (w->x->M && w->x->speed[i])
            json_text(w->json, NULL, w->state[i]);
    end(w);
}

static void base(const Writer *w)
{
    const ExactMatrices *x = w->x;

    matrix(w, "A", w->state, x->n, w->state, x->n, x->A);
    matrix(w, "Bv", w->state, x->n, w->input, x->nv, x->Bv);
    matrix(w, "Bc", w->state, x->n, w->element, x->m, x->Bc);
    matrix(w, "C", w->element, x->m, w->state, x->n, x->C);
    column(w, "r", x->r);
    speeds(w);
    if (x->M)
        matrix(w, "M", w->state, x->n, w->state, x->n, x->M);
    else
        missing(w, "M", x->why_no_M);
    matrix(w, "Phi", w->state, x->n, w->state, x->n, x->Phi);
    matrix(w, "Gamma", w->state, x->n, w->state, x->n, x->Gamma);
    matrix(w, "Hv", w->state, x->n, w->input, x->nv, x->Hv);
    matrix(w, "Hc", w->state, x->n, w->element, x->m, x->Hc);
}

static void one_set(const Writer *w, const bool *stuck)
{
    const ExactMatrices *x = w->x;
    const ExactSet s = exact_set(w->x, stuck);

    begin(w, NULL, '{');
    say(w, "\n---- stuck:");
    elements(w, "stuck", stuck);
    if (w->json) {
        json_whole(w->json, "redundant", s.redundant);
        json_truth(w->json, "too_fast", s.fast);
    }
    say(w, "; redundant: %u\n%s", s.redundant,
        s.fast ? "its matrix is too fast for the step: Phi and Gamma have an error\n" : "");
    if (s.Xi)
        matrix(w, "Xi", w->element, x->m, w->state, x->n, s.Xi);
    else
        missing(w, "Xi",
                internf(w->e->d,
                        "one torque over the step cannot hold %s: a vibration of the shafts on it is faster "
                        "than the step and not damped",
                        s.not_held));
    matrix(w, "A", w->state, x->n, w->state, x->n, s.A);
    matrix(w, "Phi", w->state, x->n, w->state, x->n, s.Phi);
    matrix(w, "Gamma", w->state, x->n, w->state, x->n, s.Gamma);
    matrix(w, "Hv", w->state, x->n, w->input, x->nv, s.Hv);
    matrix(w, "Hc", w->state, x->n, w->element, x->m, s.Hc);
    end(w);
}

static void all_sets(const Writer *w)
{
    const uint32_t m = w->x->m;
    bool *stuck = NEW_N(&w->e->d->run, bool, m + 1);

    if (m > FEW)
        say(w, "\nno set of stuck elements: there are 2^%u; --stuck names some\n", m);
    for (uint32_t set = 1; m <= FEW && set < 1u << m; set++) {
        for (uint32_t i = 0; i < m; i++)
            stuck[i] = set >> i & 1;
        one_set(w, stuck);
    }
}

bool dump_exact(const Emitter *e, const char *const *sets, bool json, FILE *out)
{
    Json j = { .d = e->d, .out = out };
    Writer w = { .x = exact_matrices(e), .e = e, .out = out, .json = json ? &j : NULL };
    bool *stuck = w.x ? NEW_N(&e->d->run, bool, w.x->m + 1) : NULL;

    if (!w.x)
        return false;
    find_names(&w);
    for (uint32_t i = 0; i < vec_len(sets); i++)
        if (!read_set(&w, sets[i], stuck))
            return false;
    begin(&w, NULL, '{');
    head(&w);
    base(&w);
    begin(&w, "sets", '[');
    for (uint32_t i = 0; i < vec_len(sets); i++)
        if (read_set(&w, sets[i], stuck))
            one_set(&w, stuck);
    if (!sets)
        all_sets(&w);
    end(&w);
    end(&w);
    return true;
}
