/* response.c - the response of a block with a law: while places stay, what it gives is linear in what enters it.
 *
 * Its unknowns, the torques of stuck elements, the slip accelerations of sliding ones and of open contacts are a
 * matrix, T, times the causes (what its equations leave when unknowns and torques are zero: a torque from outside, a
 * force of the road) and the torques of sliding elements. T is made by unit causes (dtc_law_response), in the first
 * sample after P has changed in which all stays: in no sample places change and T is made. As long as it is that of
 * P, a product takes the place of the right-hand side, its solution and the solution of the law. What sliding elements
 * give is a column of its own, made anew where one of their torques is another one than before. Each step asks element
 * by element, and makes the rows of unknowns, of those that are stuck or slide, and of open contacts alone.
 *
 * A cause is what residuals and slip accelerations hang on, behind factors that are known where matrices are made. A
 * sum of multiples of one thing is one of it: a torque through a light part would else have columns that nearly cancel,
 * whose rounding moves stuck elements in each sample. Other sums stay whole, so that what nearly cancels in a sum does
 * so before it is multiplied, but for those of which a part is a cause by itself and has a factor (split_sum). There
 * are never more than rows.
 *
 * Whether an open contact stays open follows from its gap at the end of the step. By Euler's method that hangs on no
 * acceleration; by others a flank that touches would be asked by the rounding of one, which a solution and a response
 * have each their own, and a step would hang on whether an evaluation before it has made the response. These have none.
 *
 * An element without unknowns (is_single) has none: its torque is one product as it is.
 *
 * Requires: blocks torn and staged. For matrices of setup, and those that change with places or with what when-clauses
 * assign: with those that move the block is solved in each step. Cost: linear in the expressions. -fno-response
 * leaves it out.
 */
#include "blocks.h"
#include "dtc_law.h"
#include "expr.h"
#include "sort.h"

/* With more, the columns of a sparse block cost more than its solution. */
enum { MOST_CAUSES = 8, MOST_UNKNOWNS = 16, MOST_ELEMENTS = 32 };

/* cause, factor: vec; factor: of a cause in each residual, then in each slip acceleration; 0: it is not there. used: is
 * there a response? */
typedef struct LawResponse { Ex *cause, **factor; Assign *inner; bool used; } LawResponse;

/* ---- causes -------------------------------------------------------------------------------------------- */

/* A multiple of `of`; fixed: x is known where matrices are made; of: 0: x is zero. */
typedef struct { Ex factor, of; bool fixed; } Multiple;
/* fixed: what changes no more often than matrices are made; number: by expression, 1 + where in multiple (vec) it is */
typedef struct { const Equations *e; Rate fixed; Map value, number; Multiple *multiple; } Search;

static bool is_fixed(const Search *s, Ex x)
{
    Memo *m = memo_begin(s->e->d);
    const Rate rate = rates(s->e->d, s->e->dae, m, x);

    memo_end(s->e->d);
    return rate <= s->fixed;
}

/* What an inner variable is with unknowns and torques at zero; 0: it is none. */
static Ex value_of(const Search *s, Var v)
{
    bool negated;
    const Var root = root_of(s->e->f, v, &negated);
    const Ex value = (Ex)map_get(&s->value, root);

    return value && negated ? ex_un(s->e->d, OP_NEG, value) : value;
}

static Multiple multiple_of(Search *s, Ex x);

/* A sum of multiples of one thing is one of it; another sum stays whole. */
static Multiple sum(Search *s, Ex x, Op op)
{
    Dtc *d = s->e->d;
    Multiple a = multiple_of(s, ex_arg(d, x, 0)), b = multiple_of(s, ex_arg(d, x, 1));

    if (op == OP_SUB && b.of)
        b.factor = ex_un(d, OP_NEG, b.factor);
    if (!a.of || !b.of)
        return a.of ? a : b;
    if (a.of != b.of)
        return (Multiple){ ex_real(d, 1), x, false };
    a.factor = ex_bin(d, OP_ADD, a.factor, b.factor);
    return a;
}

static Multiple product(Search *s, Ex x, Op op)
{
    Dtc *d = s->e->d;
    Multiple a = multiple_of(s, ex_arg(d, x, 0)), b = multiple_of(s, ex_arg(d, x, 1));

    if (op == OP_MUL && ((a.fixed && !a.of) || (b.fixed && !b.of)))
        return (Multiple){ .fixed = true };
    if (b.fixed && a.of && b.of) {
        a.factor = ex_bin(d, op, a.factor, b.factor);
        a.fixed &= b.fixed;
        return a;
    }
    if (op == OP_MUL && a.fixed && b.of) {
        b.factor = ex_bin(d, op, b.factor, a.factor);
        return b;
    }
    return (Multiple){ ex_real(d, 1), x, false };
}

static Multiple find_multiple(Search *s, Ex x)
{
    Dtc *d = s->e->d;
    const Op op = ex_op(d, x);
    const Var v = ex_is_var(d, x);
    const Ex value = v ? value_of(s, v) : 0;

    if (value)
        return multiple_of(s, value);
    if (ex_is_zero(d, x))
        return (Multiple){ .fixed = true };
    if (is_fixed(s, x))
        return (Multiple){ x, ex_real(d, 1), true };
    if (op == OP_NEG) {
        Multiple a = multiple_of(s, ex_arg(d, x, 0));
        a.factor = a.of ? ex_un(d, OP_NEG, a.factor) : 0;
        return a;
    }
    if (op == OP_ADD || op == OP_SUB)
        return sum(s, x, op);
    if (op == OP_MUL || op == OP_DIV)
        return product(s, x, op);
    return (Multiple){ ex_real(d, 1), x, false };
}

static Multiple multiple_of(Search *s, Ex x)
{
    const uint64_t known = map_get(&s->number, x);

    if (known)
        return s->multiple[known - 1];
    const Multiple found = find_multiple(s, x);
    vec_push(&s->e->d->pass, s->multiple, found);
    map_set(&s->e->d->pass, &s->number, x, vec_len(s->multiple));
    return found;
}

/* Inner variables one after the other, so that none is followed through all before it. */
static Search search_of(const Equations *e, const Rest *rest, Rate fixed)
{
    Search s = { .e = e, .fixed = fixed };
    bool negated;

    for (uint32_t i = 0; i < vec_len(rest->inner); i++) {
        const Assign *a = &rest->inner[i];
        const Var root = root_of(e->f, a->v, &negated);
        map_set(&e->d->pass, &s.value, root, negated ? ex_un(e->d, OP_NEG, a->value) : a->value);
        (void)multiple_of(&s, ex_var(e->d, a->v));
    }
    return s;
}

/* Its number; that of none: there are as many. */
static uint32_t cause_number(const LawResponse *r, Ex of)
{
    uint32_t k = 0;

    while (k < vec_len(r->cause) && r->cause[k] != of)
        k++;
    return k;
}

static void add(Search *s, LawResponse *r, const Rest *rest, uint32_t row, Multiple x)
{
    Arena *a = &s->e->d->run;
    const uint32_t k = cause_number(r, x.of);

    if (!x.of)
        return;
    if (k == vec_len(r->cause)) {
        vec_push(a, r->cause, x.of);
        vec_push(a, r->factor, NEW_N(a, Ex, vec_len(rest->res) + vec_len(rest->a)));
    }
    Ex *factor = &r->factor[k][row];
    *factor = *factor ? ex_bin(s->e->d, OP_ADD, *factor, x.factor) : x.factor;
}

static bool is_unit(Dtc *d, Ex x)
{
    double value;
    return ex_is_num(d, x, &value) && (value == 1 || value == -1);
}

/* A sum is no cause where a part of it is one, and has been multiplied before it is added: that is rounded in each row
 * otherwise, and what cancels in the unknowns by large factors would not. There are no more causes for it. */
static bool split_sum(Search *s, LawResponse *r, const Rest *rest, uint32_t k)
{
    Dtc *d = s->e->d;
    const Ex x = r->cause[k], *factor = r->factor[k];
    const Op op = ex_op(d, x);
    uint32_t others = 0;
    bool shared = false;

    if (op != OP_ADD && op != OP_SUB)
        return false;
    Multiple part[] = { multiple_of(s, ex_arg(d, x, 0)), multiple_of(s, ex_arg(d, x, 1)) };
    if (op == OP_SUB)
        part[1].factor = ex_un(d, OP_NEG, part[1].factor);
    for (int i = 0; i < 2; i++) {
        const bool is = cause_number(r, part[i].of) < vec_len(r->cause);
        others += !is;
        shared |= is && !part[i].fixed && !is_unit(d, part[i].factor);
    }
    if (!shared || others > 1)
        return false;
    r->cause[k] = vec_pop(r->cause);
    r->factor[k] = vec_pop(r->factor);
    for (uint32_t i = 0; i < vec_len(rest->res) + vec_len(rest->a); i++)
        for (int j = 0; j < 2 && factor[i]; j++)
            add(s, r, rest, i, (Multiple){ ex_bin(d, OP_MUL, factor[i], part[j].factor), part[j].of, false });
    return true;
}

static void find_causes(Search *s, LawResponse *r, const Rest *rest)
{
    const uint32_t n = vec_len(rest->res);

    for (uint32_t i = 0; i < n + vec_len(rest->a); i++)
        add(s, r, rest, i, multiple_of(s, i < n ? rest->res[i] : rest->a[i - n]));
    for (uint32_t k = 0; k < vec_len(r->cause);)
        k = split_sum(s, r, rest, k) ? 0 : k + 1;
}

static bool responds(const Equations *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const Options *opt = &e->d->opt;

    return !opt->no_response && !opt->no_fold && opt->method != M_EXACT && b->kind == B_SWITCHED &&
           !has_events(e) && !opt->no_skip && b->matrix_rate < RATE_STEP && !loses_rank(e, b) &&
           !is_single(b) && block_n(b) <= MOST_UNKNOWNS && block_m(b) <= MOST_ELEMENTS &&
           (!has_contacts(e, b) || opt->method == M_EULER);
}

const LawResponse *response_plan(const Equations *e)
{
    const uint32_t blocks = vec_len(e->dae->block);
    LawResponse *all = NEW_N(&e->d->run, LawResponse, blocks + 1);

    for (uint32_t b = 0; b < blocks; b++) {
        LawResponse *r = &all[b];
        if (!responds(e, b))
            continue;
        const Rest rest = rest_without_torques(e, &e->dae->block[b]);
        const Block *of = &e->dae->block[b];
        Search s = search_of(e, &rest, of->matrix_rate > RATE_INIT ? of->matrix_rate : RATE_INIT);
        find_causes(&s, r, &rest);
        if (vec_len(r->cause) > MOST_CAUSES)
            continue;
        const bool *read = read_inner(e, rest.inner, r->cause, vec_len(r->cause));
        for (uint32_t i = 0; i < vec_len(rest.inner); i++)
            if (read[i])
                vec_push(&e->d->run, r->inner, rest.inner[i]);
        r->used = true;
    }
    return all;
}

bool block_responds(const Emitter *e, uint32_t index) { return e->response[index].used; }

/* ---- statements ---------------------------------------------------------------------------------------- */

void lay_response(Layout *l, const Emitter *e, const Block *b)
{
    const uint32_t index = block_number(e->dae, b), n = block_n(b), m = block_m(b);
    const LawResponse *r = index < vec_len(e->dae->block) ? &e->response[index] : NULL;

    if (!r || !r->used)
        return;
    lay_part(l, MT_REAL, m * m, AT_block_own);
    lay_part(l, MT_REAL, vec_len(r->cause) * (n + m), AT_block_unit);
    lay_part(l, MT_REAL, (vec_len(r->cause) + m) * (n + m), AT_block_T);
    lay_part(l, MT_REAL, n + 2 * m, AT_block_slides);
}

/* A matrix of the block; one that it does not have is not read. */
static Ex part(const Torn *t, MemberRole role, uint32_t elements)
{
    return elements ? member_n(t->p, role, t->index, elements) : member(t->p, AT_law_jump, t->index);
}

static Ex units(const Torn *t, const LawResponse *r)
{
    return part(t, AT_block_unit, vec_len(r->cause) * (t->n + t->m));
}

static Ex matrix(const Torn *t, const LawResponse *r)
{
    return part(t, AT_block_T, (vec_len(r->cause) + t->m) * (t->n + t->m));
}

/* Rows of what sliding elements give, and their torques. */
static Ex slides(const Torn *t) { return part(t, AT_block_slides, t->n + 2 * t->m); }

void keep_own(const Torn *t, Ex G)
{
    if (block_responds(t->e, t->index))
        do_copy(t->p, member(t->p, AT_block_own, t->index), G);
}

void do_units(const Torn *t)
{
    const LawResponse *r = &t->e->response[t->index];
    const uint32_t rows = t->n + t->m;

    if (!r->used || vec_len(r->cause) == 0)
        return;
    Ex unit = units(t, r);
    do_clear(t->p, unit);
    do_shared(t->p);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < vec_len(r->cause); j++) {
            const Ex factor = r->factor[j][i];
            if (factor)
                do_set(t->p, elem(t->p, unit, j * rows + i), i < t->n ? ex_un(t->d, OP_NEG, factor) : factor);
        }
    do_end(t->p);
    for (uint32_t j = 0; j < vec_len(r->cause) && t->n > 0; j++) {
        Ex z = elem(t->p, unit, j * rows);
        if (t->b->fixed)
            solve_fixed(t, z);
        else if (!t->J)
            do_kernel(t->p, 0, K_LU_SOLVE, ex_int(t->d, t->n), t->A, t->pivots, z);
        else
            do_kernel(t->p, 0, K_REFINED_SOLVE, ex_int(t->d, t->n), t->A, t->pivots, t->J, z);
    }
}

/* Is it that of the places as they are? Not after setup and tune, and where a step that has failed had made another. */
Ex is_other_response(const Torn *t)
{
    return ex_bin(t->d, OP_NE, member(t->p, AT_law_responds, t->index),
                  member(t->p, AT_law_serial, t->index));
}

void renew_response(const Torn *t, Ex law)
{
    const LawResponse *r = &t->e->response[t->index];
    Ex none = member(t->p, AT_law_jump, t->index);

    do_if(t->p, is_other_response(t));
    do_kernel(t->p, 0, K_LAW_RESPONSE, law, ex_int(t->d, t->n), ex_int(t->d, vec_len(r->cause)),
              t->n ? t->X : none, t->n ? t->C : none, member(t->p, AT_block_own, t->index), units(t, r),
              matrix(t, r));
    do_clear(t->p, slides(t));
    do_end(t->p);
}

/* The causes of this sample, into x[0], x[1] .. or locals of their own. */
static void causes(const Torn *t, const LawResponse *r, const Ex *x)
{
    for (uint32_t i = 0; i < vec_len(r->inner); i++)
        do_set(t->p, ex_var(t->d, r->inner[i].v), r->inner[i].value);
    do_shared(t->p);
    for (uint32_t j = 0; j < vec_len(r->cause); j++)
        do_set(t->p, x[j], r->cause[j]);
    do_end(t->p);
}

/* z, of the rows y. */
static void unknowns(const Torn *t, Ex y)
{
    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, elem(t->p, t->z, i), elem(t->p, y, i));
}

void do_response(const Torn *t)
{
    const LawResponse *r = &t->e->response[t->index];
    const uint32_t c = vec_len(r->cause);
    Program *p = t->p;
    Ex *x = NULL;

    do_block(p);
    Ex y = local(p, T_REAL, t->n + t->m, "y"), law = view(p, t->law),
       all = c ? local(p, T_REAL, c, "x") : member(p, AT_law_jump, t->index);
    for (uint32_t j = 0; j < c; j++)
        vec_push(&t->d->pass, x, elem(p, all, j));
    causes(t, r, x);
    do_kernel(p, 0, K_LAW_RESPOND, law, ex_int(t->d, t->n), ex_int(t->d, c), matrix(t, r), all, slides(t), y);
    unknowns(t, y);
    do_end(p);
}

/* Row i. */
static Ex row(const Torn *t, Ex T, const Ex *x, uint32_t i)
{
    Ex sum = ex_real(t->d, 0);

    for (uint32_t j = 0; j < vec_len(x); j++) {
        Ex term = ex_bin(t->d, OP_MUL, elem(t->p, T, j * (t->n + t->m) + i), x[j]);
        sum = j ? ex_bin(t->d, OP_ADD, sum, term) : term;
    }
    return ex_bin(t->d, OP_ADD, sum, elem(t->p, slides(t), i));
}

int keeps_options(const Torn *t, uint32_t e, int options)
{
    return t->e->f->sw[t->b->sw[e]].gap ? options | DTC_LAW_KEEPS_CONTACT : options & ~DTC_LAW_KEEPS_GAP;
}

void ask_response(const Torn *t, Ex stays, Ex ahead, int options)
{
    const LawResponse *r = &t->e->response[t->index];
    const uint32_t c = vec_len(r->cause), rows = t->n + t->m;
    Program *p = t->p;
    Ex *x = NULL, T = matrix(t, r);

    do_block(p);
    for (uint32_t j = 0; j < c; j++)
        vec_push(&t->d->pass, x, local(p, T_REAL, 0, internf(t->d, "x%u", j)));
    causes(t, r, x);
    do_kernel(p, 0, K_LAW_SLIDE, t->law, ex_int(t->d, rows), elem(p, T, c * rows), slides(t));
    for (uint32_t e = 0; e < t->m; e++) {
        do_if_kernel(p, true, K_LAW_KEEPS, ex_int(t->d, t->m), t->law, ex_int(t->d, e),
                     row(t, T, x, t->n + e), ahead, ex_int(t->d, keeps_options(t, e, options)));
        do_give_up(p, stays);
        do_end(p);
    }
    for (uint32_t i = 0; i < t->n; i++)
        do_set(p, elem(p, t->z, i), row(t, T, x, i));
    do_end(p);
}
