/* linearize.c - the state space of a model around an operating point, from its pencil.
 *
 * The unknowns of an evaluation follow from states and inputs by one sparse factorisation of their rows, and a sparse
 * triangular solution for each state (Gilbert and Peierls 1988), so that a chain costs its length. First all elements
 * that stick are free: their slips by states are rows of constraints, of which an independent set is found by
 * elimination with complete pivoting. With these held (slip acceleration zero) the unknowns are solved for again. Each
 * constraint makes one state follow from others; states whose rates have become zero by it are constants.
 *
 * Requires: pencil_values. Cost: near-linear where couplings are local; elements that stick, squared, times the states
 * of their slips.
 */
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "linearize.h"

#define NO_SPAN ((Span){ 0, 0 })

static const double WEAK = 1e-10;          /* of a constraint with rows of size 1: what is left, and less, is none */
static const double NONE = 1e-12;          /* of a rate: what rounding leaves of its terms */

/* ---- the unknowns of an evaluation --------------------------------------------------------------------- */

typedef struct { cs_di *L, *U, *rest; int *p, *q; cs_dis *s; cs_din *f; } Factors;

static double entry_value(const Pencil *q, const PencilRow *r, const Entry *x, const bool *freed)
{
    if (!r->sw || !freed[r->sw])
        return x->value;
    const double one = x->by.negated ? -1 : 1;
    return x->by.v == q->p->e->f->sw[r->sw].lambda ? one : 0;
}

/* Rows, each with its largest entry 1: unknowns to the left, what is known to the right, with another sign. */
static void assemble(const Pencil *q, const bool *freed, cs_di **left, cs_di **right)
{
    cs_di *G = cs_di_spalloc((int)q->k, (int)q->k, (int)vec_len(q->entry) + 1, 1, 1),
          *H = cs_di_spalloc((int)q->k, (int)(q->n + q->m), (int)vec_len(q->entry) + 1, 1, 1);

    for (uint32_t i = 0; i < q->k; i++) {
        const PencilRow *r = &q->row[i];
        double size = 0;
        for (uint32_t k = r->first; k < r->end; k++)
            size = fmax(size, fabs(entry_value(q, r, &q->entry[k], freed)));
        for (uint32_t k = r->first; k < r->end; k++) {
            const Entry *x = &q->entry[k];
            const double value = entry_value(q, r, x, freed) / (size > 0 ? size : 1);
            if (value == 0)
                continue;
            if (x->column >= q->n && x->column < q->n + q->k)
                cs_di_entry(G, (int)i, (int)(x->column - q->n), value);
            else
                cs_di_entry(H, (int)i, (int)(x->column < q->n ? x->column : x->column - q->k), -value);
        }
    }
    *left = cs_di_compress(G);
    *right = cs_di_compress(H);
    cs_di_spfree(G);
    cs_di_spfree(H);
    cs_di_dupl(*left);
    cs_di_dupl(*right);
}

/* Names what no equation determines, and an equation that is left over (Dulmage and Mendelsohn 1958). */
static bool tell_singular(const Pencil *q, const cs_di *G)
{
    cs_did *part = cs_di_dmperm(G, 1);
    const bool found = part && part->cc[1] > 0 && part->rr[4] > part->rr[3];
    const PencilRow *r = found ? &q->row[part->p[part->rr[3]]] : NULL;
    const Equation *e = r && !r->defined ? &q->p->e->f->eq[r->eq] : NULL;

    error(q->p->d, e ? e->span : NO_SPAN, e && e->path && *e->path ? e->path : NULL,
          "the equations have no unique solution around this point%s%s", found ? ": nothing determines " : "",
          found ? pencil_name(q, q->n + (uint32_t)part->q[0]) : "");
    if (r)
        note(q->p->d, e ? e->span : NO_SPAN, NULL, "this equation is left over: %s", pencil_row_text(q, r));
    cs_di_dfree(part);
    return false;
}

static bool factor(const Pencil *q, const bool *freed, Factors *f)
{
    cs_di *G, *H;

    assemble(q, freed, &G, &H);
    f->s = cs_di_sqr(2, G, 0);
    f->f = f->s ? cs_di_lu(G, f->s, 0.1) : NULL;
    f->rest = f->f ? cs_di_permute(H, f->f->pinv, NULL, 1) : NULL;
    const bool good = f->rest || tell_singular(q, G);
    cs_di_spfree(G);
    cs_di_spfree(H);
    return good;
}

static void factors_free(Factors *f)
{
    cs_di_sfree(f->s);
    cs_di_nfree(f->f);
    cs_di_spfree(f->rest);
}

/* The nonzeros of a solution, as the only column of b. */
static void gather(cs_di *b, int top, int n, const int *at, double *x)
{
    b->p[0] = 0;
    b->p[1] = 0;
    for (int k = top; k < n; k++) {
        b->i[b->p[1]] = at[k];
        b->x[b->p[1]++] = x[at[k]];
        x[at[k]] = 0;
    }
}

/* All unknowns by each known: k x (n + m). NULL: it takes too much memory. */
static cs_di *respond(const Pencil *q, Factors *f)
{
    const int k = (int)q->k, known = (int)(q->n + q->m);
    const size_t most = 50000000;
    int *at = cs_di_malloc(2 * k + 1, sizeof *at);
    double *x = cs_di_calloc(k + 1, sizeof *x);
    cs_di *b = cs_di_spalloc(k, 1, k + 1, 1, 0), *R = cs_di_spalloc(k, known, 4 * (k + known) + 1, 1, 0);
    size_t used = 0;

    for (int j = 0; j < known && used < most; j++) {
        R->p[j] = (int)used;
        gather(b, cs_di_spsolve(f->f->L, f->rest, j, at, x, NULL, 1), k, at, x);
        gather(b, cs_di_spsolve(f->f->U, b, 0, at, x, NULL, 0), k, at, x);
        while (used + (size_t)b->p[1] > (size_t)R->nzmax)
            cs_di_sprealloc(R, 2 * R->nzmax);
        for (int i = 0; i < b->p[1]; i++)
            if (b->x[i] != 0) {
                R->i[used] = f->s->q ? f->s->q[b->i[i]] : b->i[i];
                R->x[used++] = b->x[i];
            }
    }
    R->p[known] = (int)used;
    cs_di_free(at);
    cs_di_free(x);
    cs_di_spfree(b);
    if (used < most)
        return R;
    cs_di_spfree(R);
    error(q->p->d, NO_SPAN, NULL,
          "the linear model is too dense: more than %zu coefficients between variables", most);
    return NULL;
}

/* ---- constraints --------------------------------------------------------------------------------------- */

/* Rows of slips, and of the gaps of contacts, by states; after elimination: row i gives state pivot[i] by those of the
 * other columns. */
typedef struct { uint32_t rows, columns; uint32_t *state, *sw, *pivot; double *a; } Constraints;

/* The elements that stick and do not yield. */
static uint32_t *stuck_elements(const Pencil *q)
{
    uint32_t *list = NULL;

    for (uint32_t i = 0; i < q->k; i++)
        if (q->row[i].sw && q->p->place[q->row[i].sw] == DTC_STUCK &&
            !pencil_yields(q, &q->p->e->f->sw[q->row[i].sw]))
            vec_push(&q->p->d->run, list, q->row[i].sw);
    return list;
}

/* by: transposed response, column of the unknown j: its entries. */
static void each_entry(const Pencil *q, const cs_di *by, Var v, double scale,
                       void (*with)(void *data, uint32_t known, double x), void *data)
{
    bool negated;
    const uint32_t column = pencil_column(q, v, &negated);
    const double sign = negated ? -scale : scale;

    if (column == UINT32_MAX)
        return;
    if (column < q->n || column >= q->n + q->k) {
        with(data, column < q->n ? column : column - q->k, sign);
        return;
    }
    for (int k = by->p[column - q->n]; k < by->p[column - q->n + 1]; k++)
        with(data, (uint32_t)by->i[k], sign * by->x[k]);
}

typedef struct { const Pencil *q; Map at; uint32_t *state; double *row; uint32_t columns; } RowReader;

static void note_state(void *data, uint32_t known, double x)
{
    RowReader *r = data;

    if (known >= r->q->n || x == 0 || map_get(&r->at, known + 1))
        return;
    vec_push(&r->q->p->d->run, r->state, known);
    map_set(&r->q->p->d->run, &r->at, known + 1, vec_len(r->state));
}

static void put_state(void *data, uint32_t known, double x)
{
    RowReader *r = data;
    if (known < r->q->n && x != 0)
        r->row[map_get(&r->at, known + 1) - 1] += x;
}

static Constraints slips(const Pencil *q, const cs_di *by, const uint32_t *list)
{
    Arena *a = &q->p->d->run;
    RowReader r = { .q = q };
    Constraints c = { 0 };
    Var *zero = NULL; /* what they keep at zero, with c.sw */

    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Switch *w = &q->p->e->f->sw[list[i]];
        const Var of[] = { w->s, w->gap };
        for (size_t k = 0; k < 2 && of[k]; k++) {
            each_entry(q, by, of[k], 1, note_state, &r);
            vec_push(a, zero, of[k]);
            vec_push(a, c.sw, list[i]);
        }
    }
    c.rows = vec_len(zero);
    c.columns = vec_len(r.state);
    c.state = r.state;
    c.pivot = NEW_N(a, uint32_t, c.rows + 1);
    c.a = NEW_N(a, double, (size_t)c.rows *c.columns + 1);
    for (uint32_t i = 0; i < c.rows; i++) {
        double size = 0;
        r.row = c.a + (size_t)i * c.columns;
        each_entry(q, by, zero[i], 1, put_state, &r);
        for (uint32_t j = 0; j < c.columns; j++)
            size = fmax(size, fabs(r.row[j]));
        for (uint32_t j = 0; j < c.columns && size > 0; j++)
            r.row[j] /= size;
    }
    return c;
}

static void swap_rows(Constraints *c, uint32_t i, uint32_t k)
{
    const uint32_t sw = c->sw[i];

    c->sw[i] = c->sw[k];
    c->sw[k] = sw;
    for (uint32_t j = 0; j < c->columns; j++) {
        const double x = c->a[i * c->columns + j];
        c->a[i * c->columns + j] = c->a[k * c->columns + j];
        c->a[k * c->columns + j] = x;
    }
}

/* Takes column j out of all rows but row i. */
static void eliminate(Constraints *c, uint32_t i, uint32_t j)
{
    double *own = c->a + (size_t)i * c->columns;
    const double pivot = own[j];

    for (uint32_t k = 0; k < c->columns; k++)
        own[k] /= pivot;
    for (uint32_t r = 0; r < c->rows; r++) {
        double *row = c->a + (size_t)r * c->columns, factor = row[j];
        for (uint32_t k = 0; r != i && factor != 0 && k < c->columns; k++)
            row[k] -= factor * own[k];
        if (r != i)
            row[j] = 0;
    }
}

/* Gauss and Jordan, with complete pivoting; rows that are left over hold nothing more. */
static void solve_constraints(Constraints *c, bool *redundant)
{
    uint32_t rank = 0;

    for (; rank < c->rows; rank++) {
        uint32_t row = 0, column = 0;
        double largest = 0;
        for (uint32_t i = rank; i < c->rows; i++)
            for (uint32_t j = 0; j < c->columns; j++)
                if (fabs(c->a[(size_t)i * c->columns + j]) > largest * (1 + 1e-9)) {
                    largest = fabs(c->a[(size_t)i * c->columns + j]);
                    row = i;
                    column = j;
                }
        if (!(largest > WEAK))
            break;
        swap_rows(c, rank, row);
        eliminate(c, rank, column);
        c->pivot[rank] = column;
    }
    for (uint32_t i = rank; i < c->rows; i++)
        redundant[c->sw[i]] = true;
    c->rows = rank;
}

/* ---- the state space ----------------------------------------------------------------------------------- */

/* All states by those that are kept. */
static cs_di *states_by_kept(const Linear *l, const Constraints *c)
{
    const uint32_t n = l->q->n;
    int *at = NEW_N(&l->p->d->run, int, n + 1);
    cs_di *N = cs_di_spalloc((int)n, (int)l->n, (int)(n + c->rows * c->columns) + 1, 1, 1), *result;

    for (uint32_t i = 0; i < n; i++)
        at[i] = -1;
    for (uint32_t i = 0; i < l->n; i++) {
        at[l->state[i]] = (int)i;
        cs_di_entry(N, (int)l->state[i], (int)i, 1);
    }
    for (uint32_t i = 0; i < c->rows; i++)
        for (uint32_t j = 0; j < c->columns; j++) {
            const double x = c->a[(size_t)i * c->columns + j];
            if (j != c->pivot[i] && x != 0 && at[c->state[j]] >= 0)
                cs_di_entry(N, (int)c->state[c->pivot[i]], at[c->state[j]], -x);
        }
    result = cs_di_compress(N);
    cs_di_spfree(N);
    return result;
}

/* The columns from first on, so many, of a matrix; the rows of `above` over them, if that is given. */
static cs_di *columns_of(const cs_di *R, int first, int count, int above)
{
    cs_di *part =
        cs_di_spalloc(above + R->m, count, R->p[first + count] - R->p[first] + (above ? count : 0) + 1, 1, 0);
    int used = 0;

    for (int j = 0; j < count; j++) {
        part->p[j] = used;
        if (above) {
            part->i[used] = j;
            part->x[used++] = 1;
        }
        for (int k = R->p[first + j]; k < R->p[first + j + 1]; k++) {
            part->i[used] = above + R->i[k];
            part->x[used++] = R->x[k];
        }
    }
    part->p[count] = used;
    return part;
}

static Var rate_at(const Linear *l, uint32_t state) { return l->p->e->f->var[l->p->e->dae->state[state]].der; }

typedef struct { double sum, largest; } Size;

static void measure(void *data, uint32_t known, double x)
{
    Size *s = data;
    (void)known;
    s->sum += fabs(x);
    s->largest = fmax(s->largest, fabs(x));
}

static void choose_states(Linear *l)
{
    const Var *order = l->p->order;
    bool *first = NEW_N(&l->p->d->pass, bool, l->q->n + 1);
    uint32_t *kept = NULL;

    for (uint32_t k = 0; k < vec_len(order); k++)
        for (uint32_t i = 0; i < l->q->n; i++)
            if (l->p->e->dae->state[i] == order[k] && l->fate[i] == STATE_KEPT && !first[i]) {
                vec_push(&l->p->d->run, kept, i);
                first[i] = true;
            }
    for (uint32_t i = 0; i < l->q->n; i++)
        if (l->fate[i] == STATE_KEPT && !first[i])
            vec_push(&l->p->d->run, kept, i);
    l->state = kept;
    l->n = vec_len(kept);
}

/* X and U of the states that are kept now. */
static void spread(Linear *l, const cs_di *R, const Constraints *c)
{
    cs_di *N = states_by_kept(l, c), *all = columns_of(R, 0, (int)l->q->n, (int)l->q->n),
          *X = cs_di_multiply(all, N), *U = columns_of(R, (int)l->q->n, (int)l->m, 0);

    cs_di_spfree(l->X);
    cs_di_spfree(l->U);
    l->X = cs_di_transpose(X, 1);
    l->U = cs_di_transpose(U, 1);
    cs_di_spfree(N);
    cs_di_spfree(all);
    cs_di_spfree(X);
    cs_di_spfree(U);
}

double linear_largest(const cs_di *a, uint32_t column)
{
    double x = 0;

    for (int k = a->p[column]; k < a->p[column + 1]; k++)
        x = fmax(x, fabs(a->x[k]));
    return x;
}

/* States that no longer move, since elements hold: their rates were more than rounding before. */
static bool find_held(Linear *l, const cs_di *by)
{
    bool any = false;

    for (uint32_t i = 0; i < l->n; i++) {
        bool negated;
        const uint32_t column = pencil_column(l->q, rate_at(l, l->state[i]), &negated);
        Size before = { 0 };
        each_entry(l->q, by, rate_at(l, l->state[i]), 1, measure, &before);
        if (column == UINT32_MAX || column >= l->q->n + l->q->k || before.largest == 0)
            continue;
        const double now = linear_largest(l->X, column),
                     driven = column >= l->q->n ? linear_largest(l->U, column - l->q->n) : 0;
        if (now <= NONE * before.sum && driven <= NONE * before.sum) {
            l->fate[l->state[i]] = STATE_HELD;
            any = true;
        }
    }
    return any;
}

/* The rows of rates: A from X, B from U. first: of the columns of the pencil, where those of `from` begin. */
static cs_di *rates_from(const Linear *l, const cs_di *from, uint32_t first, uint32_t width)
{
    cs_di *T = cs_di_spalloc((int)l->n, (int)width, from->p[from->n] + 1, 1, 1), *result;

    for (uint32_t i = 0; i < l->n; i++) {
        bool negated;
        const uint32_t column = pencil_column(l->q, rate_at(l, l->state[i]), &negated);
        if (column < first || column >= l->q->n + l->q->k)
            continue;
        for (int k = from->p[column - first]; k < from->p[column - first + 1]; k++)
            if (from->x[k] != 0)
                cs_di_entry(T, (int)i, from->i[k], negated ? -from->x[k] : from->x[k]);
    }
    result = cs_di_compress(T);
    cs_di_spfree(T);
    return result;
}

/* States that no rate of another one, and no output, depends on; then those that only these depended on. */
static bool find_unread(Linear *l, const Var *output)
{
    cs_di *A = rates_from(l, l->X, 0, l->n);
    bool *read = NEW_N(&l->p->d->run, bool, l->n + 1), any = false, negated;

    for (uint32_t j = 0; j < l->n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            read[j] |= A->x[k] != 0;
    for (uint32_t i = 0; i < vec_len(output); i++) {
        const uint32_t column = pencil_column(l->q, output[i], &negated);
        for (int k = column < l->q->n + l->q->k ? l->X->p[column] : 0;
             column < l->q->n + l->q->k && k < l->X->p[column + 1]; k++)
            read[l->X->i[k]] |= l->X->x[k] != 0;
    }
    for (uint32_t j = 0; j < l->n; j++)
        if (!read[j]) {
            l->fate[l->state[j]] = STATE_UNREAD;
            any = true;
        }
    cs_di_spfree(A);
    return any;
}

static void choose_again(Linear *l, const cs_di *R, const Constraints *c)
{
    choose_states(l);
    spread(l, R, c);
}

static void make_state_space(Linear *l, const cs_di *R, const Constraints *c, const Var *output)
{
    cs_di *by = cs_di_transpose(R, 1);

    for (uint32_t i = 0; i < c->rows; i++)
        l->fate[c->state[c->pivot[i]]] = STATE_FOLLOWS;
    choose_again(l, R, c);
    if (c->rows > 0 && find_held(l, by))
        choose_again(l, R, c);
    while (find_unread(l, output))
        choose_again(l, R, c);
    l->A = rates_from(l, l->X, 0, l->n);
    l->B = rates_from(l, l->U, l->q->n, l->m);
    cs_di_spfree(by);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static cs_di *response(const Pencil *q, const bool *freed)
{
    Factors f = { 0 };
    cs_di *R = factor(q, freed, &f) ? respond(q, &f) : NULL;

    factors_free(&f);
    return R;
}

Linear *linear_again(Pencil *q, const Var *output)
{
    Arena *a = &q->p->d->run;
    const uint32_t elements = vec_len(q->p->e->f->sw) + 1;
    Linear *l = NEW(a, Linear);
    bool *freed = NEW_N(a, bool, elements);
    Constraints c = { 0 };

    *l = (Linear){ .p = q->p,
                   .q = q,
                   .m = q->m,
                   .fate = NEW_N(a, StateFate, q->n + 1),
                   .redundant = NEW_N(a, bool, elements) };
    if (!pencil_values(q))
        return NULL;
    uint32_t *stuck = stuck_elements(q);
    for (uint32_t i = 0; i < vec_len(stuck); i++)
        freed[stuck[i]] = true;
    cs_di *R = response(q, freed);
    if (R && stuck) {
        cs_di *by = cs_di_transpose(R, 1);
        c = slips(q, by, stuck);
        solve_constraints(&c, l->redundant);
        cs_di_spfree(by);
        cs_di_spfree(R);
        R = response(q, l->redundant);
    }
    if (!R)
        return NULL;
    make_state_space(l, R, &c, output);
    cs_di_spfree(R);
    return l;
}

Linear *linear_new(Point *p, const Var *input, const Var *output)
{
    Pencil *q = pencil_new(p, input, output);
    return q ? linear_again(q, output) : NULL;
}

void linear_free(Linear *l)
{
    if (!l)
        return;
    cs_di_spfree(l->A);
    cs_di_spfree(l->B);
    cs_di_spfree(l->X);
    cs_di_spfree(l->U);
}

/* ---- what follows -------------------------------------------------------------------------------------- */

const char *linear_state_name(const Linear *l, uint32_t i)
{
    return l->p->e->f->var[l->p->e->dae->state[l->state[i]]].name;
}

const char *linear_unit(const Linear *l, Var v)
{
    const char *unit = l->p->e->f->var[v].unit;
    return unit && *unit ? unit : "1";
}

void linear_row(const Linear *l, Var v, double *by_states, double *by_inputs)
{
    bool negated;
    const uint32_t column = pencil_column(l->q, v, &negated), n = l->q->n, end = n + l->q->k;
    const double sign = negated ? -1 : 1;

    memset(by_states, 0, l->n * sizeof *by_states);
    memset(by_inputs, 0, l->m * sizeof *by_inputs);
    if (column == UINT32_MAX)
        return;
    if (column >= end)
        by_inputs[column - end] = sign;
    for (int k = column < end ? l->X->p[column] : 0; column < end && k < l->X->p[column + 1]; k++)
        by_states[l->X->i[k]] = sign * l->X->x[k];
    for (int k = column >= n && column < end ? l->U->p[column - n] : 0;
         column >= n && column < end && k < l->U->p[column - n + 1]; k++)
        by_inputs[l->U->i[k]] = sign * l->U->x[k];
}

void linear_rates(const Linear *l, double *rate)
{
    for (uint32_t i = 0; i < l->n; i++)
        rate[i] = point_rate(l->p, l->state[i]);
}
