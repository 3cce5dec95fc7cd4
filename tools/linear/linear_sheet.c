/* linear_sheet.c - a linear model as tables. */
#include <math.h>
#include "dtc_law.h"
#include "state_space.h"

enum { WIDE = 8, WHOLE = 200 };            /* states: matrices to read, matrices as such for programs */

static const char *name(const StateSpace *s, Var v) { return s->l->p->e->f->var[v].name; }

/* ---- the point ----------------------------------------------------------------------------------------- */

const char *linear_place(const Linear *l, uint32_t sw)
{
    const bool rests = fabs(point_of(l->p, law_slip(&l->p->e->f->sw[sw]))) <= 1e-9;

    switch (l->p->place[sw]) {
    case DTC_STUCK: return l->redundant[sw] ? "sticks, redundant" : "sticks";
    case DTC_FWD: return rests ? "rests at its limit" : "slips forward";
    case DTC_BWD: return rests ? "rests at its limit" : "slips backward";
    default: return "open";
    }
}

static void elements(Sheet *s, const Linear *l)
{
    const Flat *f = l->p->e->f;

    if (vec_len(f->sw) < 2)
        return;
    sheet_table(s, "elements", "switching elements");
    sheet_columns(s, COLUMN("element"), COLUMN("place"), QUANTITY("slip", NULL, 6),
                  QUANTITY("torque", NULL, 6));
    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        sheet_cells(s, cell_text(f->sw[i].path && *f->sw[i].path ? f->sw[i].path : f->sw[i].name),
                    cell_text(linear_place(l, i)), cell_number(point_of(l->p, f->sw[i].s)),
                    cell_number(point_of(l->p, f->sw[i].lambda)));
        if (l->p->assumed[i])
            sheet_note(s, internf(l->p->d,
                                  "%s has capacity and does not slip: it is taken as open, as --stuck says.",
                                  f->sw[i].name));
    }
}

static const char *fate_text(StateFate fate)
{
    switch (fate) {
    case STATE_FOLLOWS: return "follows from others";
    case STATE_HELD: return "held";
    case STATE_UNREAD: return "nothing reads it";
    default: return "state";
    }
}

static void states(Sheet *s, Linear *l)
{
    const Dae *dae = l->p->e->dae;
    double moving = 0;
    const char *fastest = "";

    sheet_table(s, "states", internf(l->p->d, "states at time %.6g s", l->p->time));
    sheet_columns(s, COLUMN("state"), COLUMN("unit"), QUANTITY("value", NULL, 8), QUANTITY("rate", NULL, 6),
                  COLUMN("is"));
    for (uint32_t i = 0; i < vec_len(dae->state); i++) {
        const double rate = point_rate(l->p, i);
        sheet_cells(s, cell_text(l->p->e->f->var[dae->state[i]].name),
                    cell_text(linear_unit(l, dae->state[i])), cell_number(point_of(l->p, dae->state[i])),
                    cell_number(rate), cell_text(fate_text(l->fate[i])));
        if (l->fate[i] == STATE_KEPT && fabs(rate) > moving) {
            moving = fabs(rate);
            fastest = l->p->e->f->var[dae->state[i]].name;
        }
    }
    if (moving > 1e-6)
        sheet_note(s, internf(l->p->d, "The point is no equilibrium: %s changes by %.4g per second.", fastest,
                              moving));
}

void point_sheet(Sheet *s, Linear *l, const Var *input)
{
    states(s, l);
    if (vec_len(input) > 0) {
        sheet_table(s, "inputs", "inputs");
        sheet_columns(s, COLUMN("input"), COLUMN("unit"), QUANTITY("value", NULL, 8));
    }
    for (uint32_t i = 0; i < vec_len(input); i++) {
        sheet_cells(s, cell_text(l->p->e->f->var[input[i]].name), cell_text(linear_unit(l, input[i])),
                    cell_number(point_of(l->p, input[i])));
    }
    elements(s, l);
}

/* ---- matrices ------------------------------------------------------------------------------------------ */

typedef struct {
    const char *key, *title;
    const double *a;
    uint32_t rows, columns;
    const char *const *row, *const *column;
} Matrix;

static void whole_matrix(Sheet *s, const Matrix *m)
{
    sheet_table(s, m->key, m->title);
    sheet_columns(s, COLUMN(internf(s->d, "row of %s", m->key))); /* no variable is called so */
    for (uint32_t j = 0; j < m->columns; j++)
        sheet_columns(s, QUANTITY(m->column[j], NULL, 8));
    for (uint32_t i = 0; i < m->rows; i++) {
        sheet_cells(s, cell_text(m->row[i]));
        for (uint32_t j = 0; j < m->columns; j++)
            sheet_cells(s, cell_number(m->a[(size_t)i * m->columns + j]));
    }
}

static void entries(Sheet *s, const Matrix *m)
{
    sheet_table(s, m->key, internf(s->d, "%s: entries that are not zero", m->title));
    sheet_columns(s, COLUMN("row"), COLUMN("column"), QUANTITY("value", NULL, 8));
    for (uint32_t i = 0; i < m->rows; i++)
        for (uint32_t j = 0; j < m->columns; j++)
            if (m->a[(size_t)i * m->columns + j] != 0) {
                sheet_cells(s, cell_text(m->row[i]), cell_text(m->column[j]),
                            cell_number(m->a[(size_t)i * m->columns + j]));
            }
}

static void matrix(Sheet *s, Matrix m, bool whole)
{
    if (m.rows == 0 || m.columns == 0)
        return;
    if (whole)
        whole_matrix(s, &m);
    else
        entries(s, &m);
}

static const char **names_of(const StateSpace *s, const Var *v, uint32_t n)
{
    const char **names = NEW_N(&s->l->p->d->run, const char *, n + 1);

    for (uint32_t i = 0; i < n; i++)
        names[i] = v ? name(s, v[i]) : linear_state_name(s->l, i);
    return names;
}

static void outputs(Sheet *t, const StateSpace *s)
{
    sheet_table(t, "outputs", "outputs");
    sheet_columns(t, COLUMN("output"), COLUMN("unit"), QUANTITY("value", NULL, 8));
    for (uint32_t i = 0; i < s->k; i++) {
        sheet_cells(t, cell_text(name(s, s->output[i])), cell_text(linear_unit(s->l, s->output[i])),
                    cell_number(s->y[i]));
    }
}

Sheet state_space_sheet(const StateSpace *s)
{
    Sheet t = sheet_new(s->l->p->d, internf(s->l->p->d, "%s, linear", s->l->p->e->f->name));
    const char **x = names_of(s, NULL, s->n), **u = names_of(s, s->input, s->m),
               **y = names_of(s, s->output, s->k);
    const bool whole = s->n <= WHOLE;

    point_sheet(&t, s->l, s->input);
    if (s->k > 0)
        outputs(&t, s);
    matrix(&t, (Matrix){ "A", "A: rates of states by states", s->A, s->n, s->n, x, x }, whole);
    matrix(&t, (Matrix){ "B", "B: rates of states by inputs", s->B, s->n, s->m, x, u }, whole);
    matrix(&t, (Matrix){ "C", "C: outputs by states", s->C, s->k, s->n, y, x }, whole);
    matrix(&t, (Matrix){ "D", "D: outputs by inputs", s->D, s->k, s->m, y, u }, whole);
    return t;
}
