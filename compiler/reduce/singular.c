/* singular.c - the structure of the continuous equations, and the smallest part of it that cannot be solved.
 *
 * Index reduction ends if, and only if, the equations can be matched with the variables when a variable and its
 * derivatives count as one (Pantelides 1988). What cannot be matched is reported, as small as it can be
 * (Dulmage-Mendelsohn): equations that are too many, unknowns that have none, or, where torques of switching elements
 * are all that is left, the node without inertia. Discrete equations have no part in this. Cost: that of a matching
 * (graph.c).
 */
#include "expr.h"
#include "reduce.h"
#include "structure.h"

/* ---- structure ----------------------------------------------------------------------------------------- */

static bool is_continuous(Dtc *d, const Equation *q)
{
    return !q->removed && q->lhs && (ex_type(d, q->lhs) == T_REAL || ex_type(d, q->rhs) == T_REAL);
}

static bool *lambdas(Dtc *d, Flat *f)
{
    bool *lambda = NEW_N(&d->pass, bool, vec_len(f->var));
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        lambda[f->sw[i].lambda] = true;
    return lambda;
}

static Var highest(const Flat *f, Var v)
{
    while (f->var[v].der)
        v = f->var[v].der;
    return v;
}

static void add_entries(Structure *s, Ex e, Occurrence how, const uint32_t *col, uint32_t *seen, uint32_t row)
{
    Var *vars = NULL;
    if (how == ANY)
        ex_real_vars(s->d, e, &vars);
    else
        ex_smooth_vars(s->d, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        uint32_t j = col[how == ANY ? highest(s->f, vars[i]) : vars[i]];
        if (j == NOWHERE || seen[j] == row + 1)
            continue;
        seen[j] = row + 1;
        vec_push(&s->d->pass, s->g.to, j);
    }
}

Structure structure_of(Dtc *d, Flat *f, Occurrence how)
{
    Structure s = { .d = d, .f = f, .lambda = lambdas(d, f), .integral = integrals(d, f) };
    uint32_t *col = NEW_N(&d->pass, uint32_t, vec_len(f->var));
    for (Var v = 0; v < vec_len(f->var); v++) {
        const VarInfo *i = &f->var[v];
        bool is_column =
            v && var_is_unknown(i) && i->type == T_REAL && !is_alias(f, v) && !i->der && !s.lambda[v];
        col[v] = is_column ? vec_len(s.column) : NOWHERE;
        if (is_column)
            vec_push(&d->pass, s.column, v);
    }
    for (Eq e = 1; e < vec_len(f->eq); e++)
        if (is_continuous(d, &f->eq[e]) && !f->eq[e].derivative)
            vec_push(&d->pass, s.row, e);
    s.g.nrow = vec_len(s.row);
    s.g.ncol = vec_len(s.column);
    s.g.start = NEW_N(&d->pass, uint32_t, s.g.nrow + 2);
    uint32_t *seen = NEW_N(&d->pass, uint32_t, s.g.ncol + 1);
    for (uint32_t i = 0; i < s.g.nrow; i++) {
        add_entries(&s, f->eq[s.row[i]].lhs, how, col, seen, i);
        add_entries(&s, f->eq[s.row[i]].rhs, how, col, seen, i);
        s.g.start[i + 1] = vec_len(s.g.to);
    }
    if (!s.g.to)
        s.g.to = NEW_N(&d->pass, uint32_t, 1);
    s.m = graph_match(&d->pass, &s.g);
    return s;
}

/* ---- reports ------------------------------------------------------------------------------------------- */

/* The name of a column: of what it is the derivative of. */
static const char *column_name(const Structure *s, uint32_t column)
{
    Var v = s->column[column];
    while (s->integral[v])
        v = s->integral[v];
    return s->f->var[v].name;
}

static const char *listed(Dtc *d, const char *const *name, uint32_t n)
{
    enum { SHOWN = 6 };
    const char *s = "";
    for (uint32_t i = 0; i < n && i < SHOWN; i++)
        s = internf(d, "%s%s%s", s, i == 0 ? "" : i + 1 == n ? " and " : ", ", name[i]);
    return n > SHOWN ? internf(d, "%s and %u more", s, n - SHOWN) : s;
}

static void note_part(Structure *s, const Eq *eq, uint32_t n)
{
    enum { SHOWN = 6 };
    for (uint32_t i = 0; i < n && i < SHOWN; i++) {
        const Equation *q = &s->f->eq[eq[i]];
        note(s->d, q->span, q->path, "equation %s", equation_text(s->d, s->f, q));
    }
    if (n > SHOWN)
        note(s->d, NO_SPAN, NULL, "and %u more", n - SHOWN);
}

/* Switching elements whose torque occurs in the equations, each once: indices in Flat.sw. */
static uint32_t *laws_in(Structure *s, const Eq *eq, uint32_t n)
{
    Dtc *d = s->d;
    uint32_t *law_of = NEW_N(&d->pass, uint32_t, vec_len(s->f->var)), *out = NULL;
    Var *vars = NULL;
    for (uint32_t i = 1; i < vec_len(s->f->sw); i++)
        law_of[s->f->sw[i].lambda] = i;
    for (uint32_t i = 0; i < n; i++) {
        ex_vars(d, s->f->eq[eq[i]].lhs, &vars);
        ex_vars(d, s->f->eq[eq[i]].rhs, &vars);
    }
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        if (law_of[vars[i]])
            vec_push(&d->pass, out, law_of[vars[i]]);
        law_of[vars[i]] = 0;
    }
    return out;
}

const char *series_hint(const Flat *f, const uint32_t *sw)
{
    uint32_t one_way = 0;
    for (uint32_t i = 0; i < vec_len(sw); i++)
        one_way += f->sw[sw[i]].lo_infinite != f->sw[sw[i]].hi_infinite;
    if (vec_len(sw) != 2 || one_way == 2)
        return "";
    if (one_way == 1)
        return ", or use one combined component (a clutch in series with a freewheel is a "
               "SeriesOneWayClutch, one of plates a OneWayLaminarClutch)";
    return ", or make one element of the two: in series the one with the lower capacity slips";
}

bool report_massless(Structure *s, const Eq *eq, uint32_t n)
{
    Dtc *d = s->d;
    uint32_t *law = laws_in(s, eq, n), count = 0;
    if (vec_len(law) == 0)
        return false;
    const char **name = NEW_N(&d->pass, const char *, vec_len(law));
    for (uint32_t i = 0; i < vec_len(law); i++) { /* components, each once: a lash has two elements */
        const Switch *w = &s->f->sw[law[i]];
        const char *of = w->path && *w->path ? w->path : w->name;
        if (count == 0 || name[count - 1] != of)
            name[count++] = of;
    }
    const Switch *w = &s->f->sw[law[0]];
    const char *loose = first_loose(d, s->f, eq, n);
    if (loose)
        d->about = (About){ .kind = ABOUT_LOOSE, .path = loose };
    if (count > 1)
        error(d, w->span, w->path,
              "between %s there is no inertia: the speed of the node between them is undetermined when they "
              "slip; give the node an inertia%s",
              listed(d, name, count), series_hint(s->f, law));
    else
        error(d, w->span, w->path,
              "%s acts on a node without inertia: its speed would follow from the derivative of its torque, "
              "which jumps; give the node an inertia",
              name[0]);
    const char *parts = components_of(d, s->f, eq, n, NULL);
    if (*parts && count == 1)
        note(d, NO_SPAN, NULL, "the node is where it meets %s", parts);
    note_part(s, eq, n < 4 ? n : 4);
    note_loose(d, s->f, eq, n, NULL, 0);
    return true;
}

/* True: nothing that is not determined needs to be named besides. */
static bool too_many(Structure *s, uint32_t row)
{
    Dtc *d = s->d;
    Arena *a = &d->pass;
    uint32_t *rows = graph_reach(a, &s->g, &s->m, row), count = 0;
    Eq *eq = NULL;
    const char **name = NEW_N(a, const char *, vec_len(rows) + 1);
    for (uint32_t i = 0; i < vec_len(rows); i++) {
        uint32_t j = s->m.col_of[rows[i]];
        vec_push(a, eq, s->row[rows[i]]);
        if (j != NOWHERE)
            name[count++] = column_name(s, j);
    }
    if (report_massless(s, eq, vec_len(eq)))
        return true;
    if (report_given_twice(s, rows, vec_len(rows)))
        return true;
    const Equation *q = &s->f->eq[eq[0]];
    if (count == 0)
        error(d, q->span, q->path, "this equation determines no unknown: %s", equation_text(d, s->f, q));
    else {
        error(d, q->span, q->path, "%u equations for only %u unknown%s: %s", vec_len(eq), count,
              count == 1 ? "" : "s", listed(d, name, count));
        note_part(s, eq, vec_len(eq));
    }
    note_loose(d, s->f, eq, vec_len(eq), NULL, 0);
    return false;
}

static void too_few(Structure *s, const Incidence *transposed, uint32_t column)
{
    Dtc *d = s->d;
    Arena *a = &d->pass;
    uint32_t *cols = graph_reach_from_col(a, transposed, &s->m, column), n = vec_len(cols);
    const char **name = NEW_N(a, const char *, n + 1);
    Eq *eq = NULL;
    Var *var = NEW_N(a, Var, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        name[i] = column_name(s, cols[i]);
        var[i] = s->column[cols[i]];
        if (s->m.row_of[cols[i]] != NOWHERE)
            vec_push(a, eq, s->row[s->m.row_of[cols[i]]]);
    }
    const VarInfo *v = &s->f->var[s->column[cols[0]]];
    if (n == 1)
        error(d, v->span, v->path, "no equation determines %s", name[0]);
    else
        error(d, v->span, v->path, "only %u equation%s for %u unknowns: %s", n - 1, n == 2 ? "" : "s", n,
              listed(d, name, n));
    note_part(s, eq, vec_len(eq));
    note_loose(d, s->f, eq, vec_len(eq), var, n);
}

bool structurally_regular(Dtc *d, Flat *f)
{
    enum { REPORTS = 5 };
    Structure s = structure_of(d, f, ANY);
    uint32_t reports = 0;
    bool explained = false;
    if (s.m.size == s.g.nrow && s.m.size == s.g.ncol)
        return true;
    for (uint32_t i = 0; i < s.g.nrow && reports < REPORTS; i++)
        if (s.m.col_of[i] == NOWHERE) {
            explained |= too_many(&s, i);
            reports++;
        }
    if (explained || (vec_len(s.f->sw) > 1 && reports > 0))
        return false; /* a massless node explains the rest */
    Incidence t = graph_transpose(&d->pass, &s.g);
    for (uint32_t j = 0; j < s.g.ncol && reports < 2 * REPORTS; j++)
        if (s.m.row_of[j] == NOWHERE) {
            too_few(&s, &t, j);
            reports++;
        }
    return false;
}
