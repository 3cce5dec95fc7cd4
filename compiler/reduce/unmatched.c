/* unmatched.c - what is told where equations cannot be matched with unknowns: too many, too few, no inertia.
 *
 * What is over- and underdetermined are the parts of the Dulmage-Mendelsohn decomposition (graph.c). Cost: linear.
 * Requires: a largest matching that leaves something out. Ensures: an error has been counted.
 */
#include "reduce.h"
#include "sorter.h"

static const char *names_of_elements(Sorter *s, const uint32_t *sw)
{
    Dtc *d = s->d;
    const char *text = "";
    uint32_t n = vec_len(sw);
    for (uint32_t i = 0; i < n; i++) {
        const Switch *w = &s->f->sw[sw[i]];
        text = internf(d, "%s%s%s", text,
                       i == 0       ? ""
                       : i + 1 == n ? " and "
                                    : ", ",
                       w->path && *w->path ? w->path : w->name);
    }
    return text;
}

static void note_equation(Sorter *s, Eq e, const char *why)
{
    Dtc *d = s->d;
    const Equation *q = &s->f->eq[e];
    if (q->kind == EQ_SWITCH)
        note(d, q->span, q->path, "%s the switching law of %s", why, s->f->sw[q->index].name);
    else
        note(d, q->span, q->path, "%s %s = %s", why, ex_plain(d, q->lhs), ex_plain(d, q->rhs));
}

/* Laws whose lambda occurs in the rows of an overdetermined part. */
static uint32_t *laws_in(Sorter *s, const uint32_t *rows, const uint32_t *law_of_col)
{
    Arena *a = &s->d->pass;
    uint32_t *sw = NULL, *found = NULL;
    Map seen = { 0 };
    for (uint32_t i = 0; i < vec_len(rows); i++) {
        for (uint32_t k = s->first[rows[i]]; k < s->first[rows[i] + 1]; k++)
            if (s->edge[k].kind == SOLVE && law_of_col[s->edge[k].col])
                vec_push(a, found, law_of_col[s->edge[k].col]);
        if (is_law(s, rows[i]))
            vec_push(a, found, s->f->eq[s->eq[rows[i]]].index);
    }
    for (uint32_t i = 0; i < vec_len(found); i++)
        if (!map_get(&seen, found[i])) {
            map_set(a, &seen, found[i], 1);
            vec_push(a, sw, found[i]);
        }
    return sw;
}

/* Torques of switching elements that balance each other with nothing that accelerates. */
static void massless(Sorter *s, const uint32_t *sw, const uint32_t *rows)
{
    Dtc *d = s->d;
    const Switch *w = &s->f->sw[sw[0]];
    if (vec_len(sw) > 1)
        error(d, w->span, w->path,
              "between %s there is no inertia: the speed of the node between them is undetermined when %s "
              "slip; give the node an inertia%s",
              names_of_elements(s, sw), vec_len(sw) == 2 ? "both" : "all", series_hint(s->f, sw));
    else
        error(d, w->span, w->path,
              "%s acts on a part without inertia: its speed is undetermined when it slips; give the part an "
              "inertia, or leave the element out",
              names_of_elements(s, sw));
    for (uint32_t i = 0; i < vec_len(rows) && i < 4; i++)
        if (!is_law(s, rows[i]))
            note_equation(s, s->eq[rows[i]], "from");
}

static void too_many(Sorter *s, const uint32_t *rows)
{
    Dtc *d = s->d;
    Var *v = NULL;
    for (uint32_t i = 0; i < vec_len(rows); i++)
        if (s->match.col_of[rows[i]] != NOWHERE)
            vec_push(&d->pass, v, s->unknown[s->match.col_of[rows[i]]]);
    const Equation *q = &s->f->eq[s->eq[rows[0]]];
    if (vec_len(v) == 0)
        error(d, q->span, q->path, "this equation determines no unknown: %s = %s", ex_plain(d, q->lhs),
              ex_plain(d, q->rhs));
    else
        error(d, q->span, q->path, "%u equations determine only %u unknown%s: %s", vec_len(rows), vec_len(v),
              vec_len(v) == 1 ? "" : "s", variable_names(d, s->f, v, vec_len(v)));
    for (uint32_t i = 0; i < vec_len(rows) && i < 8 && vec_len(v); i++)
        note_equation(s, s->eq[rows[i]], "equation");
}

static void too_few(Sorter *s, const uint32_t *cols)
{
    Dtc *d = s->d;
    Var *v = NULL;
    for (uint32_t i = 0; i < vec_len(cols); i++)
        vec_push(&d->pass, v, s->unknown[cols[i]]);
    const VarInfo *i = &s->f->var[v[0]];
    if (vec_len(v) == 1)
        error(d, i->span, i->path, "no equation is left to determine %s", i->name);
    else
        error(d, i->span, i->path, "%u equation%s too few to determine %u unknowns: %s", vec_len(v) - 1,
              vec_len(v) == 2 ? " is" : "s are", vec_len(v), variable_names(d, s->f, v, vec_len(v)));
    for (uint32_t k = 0; k < vec_len(cols) && k < 8; k++)
        if (s->match.row_of[cols[k]] != NOWHERE)
            note_equation(s, s->eq[s->match.row_of[cols[k]]], "equation");
    note_loose(d, s->f, NULL, 0, v, vec_len(v));
}

/* Names what cannot be solved: each overdetermined part, then, unless these explain it, each underdetermined part. */
void report_singular(Sorter *s, const Incidence *g, const uint32_t *law_of_col)
{
    Arena *a = &s->d->pass;
    bool explained = false;

    for (uint32_t i = 0; i < s->n; i++) {
        if (s->match.col_of[i] != NOWHERE)
            continue;
        uint32_t *rows = graph_reach(a, g, &s->match, i), *sw = laws_in(s, rows, law_of_col);
        if (vec_len(sw))
            massless(s, sw, rows);
        else
            too_many(s, rows);
        for (uint32_t k = 0; k < vec_len(rows); k++)
            rows[k] = s->eq[rows[k]];
        note_loose(s->d, s->f, rows, vec_len(rows), NULL, 0);
        explained |= vec_len(sw) != 0;
    }
    Incidence t = graph_transpose(a, g);
    for (uint32_t j = 0; j < s->m; j++)
        if (s->match.row_of[j] == NOWHERE && !explained)
            too_few(s, graph_reach_from_col(a, &t, &s->match, j));
}
