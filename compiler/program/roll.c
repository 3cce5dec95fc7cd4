/* roll.c - a pass over the step program: what equal components repeat becomes a loop.
 *
 * Of a chain of shafts and inertias a function has s1.w_rel, s1.tau, J1.a, s2.w_rel, s2.tau, J2.a ... A run of
 * statements whose shapes (shape.c) repeat with a period, REPEATS times and more, becomes a loop over the repeats, in
 * the order that the statements have: nothing is reordered, no operation becomes another one, so the bits stay. What
 * differs is a function of the index: elements of the arrays that families of variables become (family.c), at places
 * a i + b; where they have no such order, a constant table has the places; numbers that differ are a table as well.
 *
 * A run is found at its first statement, from the next ones of the same shape, the nearest first. Cost: linear in the
 * statements times CANDIDATES, if few runs are nearly ones.
 *
 * In a long list of which less than half is in runs statements are put together in another order: gather.c.
 *
 * A model whose equations have no such run stays as it is: what repeats in its setup alone, long tables say, is none of
 * equal components.
 *
 * Requires: drop_dead_stores. Ensures: Store.home. -fno-roll leaves it out.
 */
#include <string.h>
#include "store.h"
#include "roll.h"

enum {
    MANY = 4096,                           /* statements of a list that are gathered, at least */
    REPEATS = 32,
    PERIOD = 1024,                         /* statements of one repeat at most */
    CANDIDATES = 8                         /* periods that are tried at a statement */
};

typedef struct { uint32_t at, period, times; } Run;

/* A list of statements, its notes apart: shape: of each statement; step, place: its number in the list, its first
 * place; next: the next one of its shape, or n. */
typedef struct { uint32_t n, *step, *place, *next; uint64_t *shape; } List;

/* ---- runs ---------------------------------------------------------------------------------------------- */

static List list_of(Roll *r, const Statement *body, uint32_t from, uint32_t to)
{
    Arena *a = &r->d->pass;
    List l = { .step = NEW_N(a, uint32_t, to - from),
               .place = NEW_N(a, uint32_t, to - from),
               .next = NEW_N(a, uint32_t, to - from),
               .shape = NEW_N(a, uint64_t, to - from) };
    Map last = { 0 };

    vec_clear(r->shapes.place);
    for (uint32_t i = from; i < to; i++) {
        if (body[i].kind == DO_NOTE)
            continue;
        l.step[l.n] = i;
        l.place[l.n] = vec_len(r->shapes.place);
        l.shape[l.n++] = statement_shape(&r->shapes, &body[i]) | 1;
    }
    for (uint32_t i = l.n; i-- > 0;) {
        uint32_t next = (uint32_t)map_get(&last, l.shape[i]);
        l.next[i] = next ? next : l.n;
        map_set(a, &last, l.shape[i], i);
    }
    return l;
}

/* How often the statements from `at` on repeat with this period. */
static uint32_t repeats(const List *l, uint32_t at, uint32_t period)
{
    uint32_t i = at;

    if (at + (uint64_t)period * REPEATS > l->n)
        return 0;
    for (uint32_t k = 1; k < REPEATS; k++)
        if (l->shape[at + k * period] != l->shape[at])
            return 0;
    while (i + period < l->n && l->shape[i] == l->shape[i + period])
        i++;
    return (i - at) / period + 1;
}

static Run run_at(const List *l, uint32_t at)
{
    uint32_t next = l->next[at];

    for (int k = 0; k < CANDIDATES && next < l->n && next - at <= PERIOD; k++, next = l->next[next]) {
        uint32_t times = repeats(l, at, next - at);
        if (times >= REPEATS)
            return (Run){ at, next - at, times };
    }
    return (Run){ at, 1, 1 };
}

/* Where a statement begins, with the notes before it. */
static uint32_t begin_of(const List *l, uint32_t i) { return i ? l->step[i - 1] + 1 : 0; }

/* ---- ends of runs -------------------------------------------------------------------------------------- */

/* Places of elements that have no order. */
static uint32_t disorder(Roll *r, const List *l, Run run)
{
    uint32_t from = l->place[run.at], step = l->place[run.at + run.period] - from, n = 0;

    for (uint32_t i = 0; i < step; i++) {
        const Place *p = &r->shapes.place[from + i];
        n += p->root && !all_same(p, step, run.times) &&
             !are_line(numbers_of(r, p, step, run.times), run.times);
    }
    return n;
}

/* Without repeats at the ends, if elements of the others have an order: what stands at the end of a chain is evaluated
 * out of turn. */
static Run without_ends(Roll *r, const List *l, Run run)
{
    enum { ENDS = 2 };
    uint32_t least = disorder(r, l, run);
    Run best = run;

    for (uint32_t k = 1; k <= 2 * ENDS && least > 0 && run.times - k >= REPEATS; k++)
        for (uint32_t first = k > ENDS ? k - ENDS : 0; first <= k && first <= ENDS; first++) {
            Run part = { run.at + first * run.period, run.period, run.times - k };
            uint32_t n = disorder(r, l, part);
            best = n < least ? part : best;
            least = n < least ? n : least;
        }
    return best;
}

/* ---- loops --------------------------------------------------------------------------------------------- */

/* The place that all statements of a repeat together set in this array; ~0: none, or several. */
static uint32_t only_set(const List *l, Run run, const Statement *body, const Differs *d, Ex array)
{
    uint32_t from = l->place[run.at], found = UINT32_MAX;

    for (uint32_t i = run.at; i < run.at + run.period; i++) {
        const Statement *s = &body[l->step[i]];
        bool sets = l->place[i + 1] > l->place[i] && d[l->place[i] - from].array == array;
        if (s->kind != DO_SET || s->op)
            return UINT32_MAX;
        if (sets && found != UINT32_MAX)
            return UINT32_MAX;
        found = sets ? l->place[i] - from : found;
    }
    return found;
}

/* In place i and all others of the same element. */
static void put_instead(Roll *r, const Place *place, Differs *d, uint32_t n, uint32_t i, Ex local)
{
    const Differs of = d[i];

    for (uint32_t k = i; k < n; k++)
        if (d[k].array == of.array && d[k].line && d[k].a == of.a && d[k].b == of.b) {
            d[k].by = signed_as(r, &place[k], local);
            d[k].line = false;
        }
}

/* What the repeat before has set is carried over in a local: a read from memory would wait for the store, and long if
 * the C compiler does several repeats at once, for it spans two of them. Fills the statements around the loop. */
static void carry(Roll *r, const List *l, Run run, const Statement *body, Differs *d)
{
    uint32_t from = l->place[run.at], n = l->place[run.at + run.period] - from;
    const Place *place = &r->shapes.place[from];
    Arena *a = &r->d->run;

    r->local = NULL;
    r->before = r->after = NULL;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t set = d[i].line && d[i].array ? only_set(l, run, body, d, d[i].array) : UINT32_MAX;
        if (set == UINT32_MAX || !d[set].line || d[set].a != d[i].a || d[set].b - d[set].a != d[i].b)
            continue;
        Ex local = object_local(r->p, ex_type(r->d, place[i].x), 0,
                                internf(r->d, "last_%u", vec_len(r->local)), false),
           first = elem(r->p, d[i].array, (uint32_t)d[i].b),
           next = elem_at(r->p, d[set].array, line_at(r, d[set].a, d[set].b));
        vec_push(a, r->local, local);
        vec_push(a, r->before, ((Statement){ .kind = DO_SET, .to = local, .value = first }));
        vec_push(a, r->after, ((Statement){ .kind = DO_SET, .to = local, .value = next }));
        put_instead(r, place, d, n, i, local);
    }
}

/* The statements of a run as a loop; in a block if it carries anything. */
static Statement loop_of(Roll *r, const List *l, Run run, const Statement *body)
{
    uint32_t from = l->place[run.at], step = l->place[run.at + run.period] - from;
    Differs *d = NEW_N(&r->d->pass, Differs, step + 1);
    Ex *image = NEW_N(&r->d->pass, Ex, step + 1);
    Statement *inside = NULL;

    make_index(r, run.times);
    for (uint32_t i = 0; i < step; i++)
        d[i] = by_index(r, &r->shapes.place[from + i], step, run.times);
    carry(r, l, run, body, d);
    for (uint32_t i = 0; i < step; i++)
        image[i] = d[i].by;
    r->shapes.image = image;
    r->shapes.next = 0;
    for (uint32_t i = begin_of(l, run.at); i < begin_of(l, run.at + run.period); i++)
        vec_push(&r->d->run, inside, reshaped(&r->shapes, &body[i]));
    for (uint32_t i = 0; i < vec_len(r->after); i++)
        vec_push(&r->d->run, inside, r->after[i]);
    Statement loop = { .kind = DO_LOOP, .to = r->index, .count = ex_int(r->d, run.times), .body = inside };
    if (!r->local)
        return loop;
    vec_push(&r->d->run, r->before, loop);
    return (Statement){ .kind = DO_BLOCK, .local = r->local, .body = r->before };
}

/* ---- the pass ------------------------------------------------------------------------------------------ */

/* For --report: what has loops but for signs, numbers or names of components, of statements that have none. */
static void count_unlike(Roll *r, const Statement *body, uint32_t from, uint32_t to)
{
    static const unsigned any[] = { ANY_SIGN, ANY_SIGN | ANY_NUMBER, ANY_SIGN | ANY_NUMBER | ANY_NAME };
    uint64_t before = 0;

    for (int k = 0; k < 3 && r->d->opt.report && to - from >= REPEATS; k++) {
        uint64_t rolled = 0;
        r->shapes.any = any[k];
        List l = list_of(r, body, from, to);
        for (uint32_t i = 0; i < l.n;) {
            Run run = run_at(&l, i);
            rolled += run.times >= REPEATS ? (uint64_t)run.times * run.period : 0;
            i += run.times * run.period;
        }
        r->told->unlike[k] += rolled > before ? rolled - before : 0;
        before = rolled > before ? rolled : before;
    }
    r->shapes.any = 0;
}

static Statement *roll_body(Roll *r, Statement *body);

static void roll_inside(Roll *r, Statement *body, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        if (body[i].shared)
            continue;
        body[i].body = roll_body(r, body[i].body);
        body[i].other = roll_body(r, body[i].other);
    }
}

/* Statements as they are, and the loops between them. */
static Statement *with_loops(Roll *r, const List *l, const Run *run, Statement *body)
{
    Statement *out = NULL;
    uint32_t done = 0, n = vec_len(body);

    for (uint32_t i = 0; i <= vec_len(run); i++) {
        uint32_t to = i < vec_len(run) ? begin_of(l, run[i].at) : n;
        while (done < to)
            vec_push(&r->d->run, out, body[done++]);
        if (i == vec_len(run))
            break;
        Statement loop = loop_of(r, l, run[i], body);
        vec_push(&r->d->run, out, loop);
        map_set(&r->d->pass, &r->made, KEY(loop.body), 1);
        r->told->rolled += (uint64_t)run[i].period * run[i].times;
        done = begin_of(l, run[i].at + run[i].period * run[i].times);
    }
    return out;
}

static Statement *roll_body(Roll *r, Statement *body)
{
    uint32_t n = vec_len(body), done = 0;
    Run *run = NULL;

    for (uint32_t i = 0; i < n; i++)
        r->told->statements += body[i].kind != DO_NOTE;
    if (n < REPEATS) {
        roll_inside(r, body, 0, n);
        return body;
    }
    List l = list_of(r, body, 0, n);
    for (uint32_t i = 0; i < l.n;) {
        Run found = run_at(&l, i);
        if (found.times >= REPEATS)
            vec_push(&r->d->pass, run, without_ends(r, &l, found));
        i += found.period * found.times;
    }
    Statement *out = run ? with_loops(r, &l, run, body) : body;
    for (uint32_t i = 0; i <= vec_len(run); i++) {
        uint32_t to = i < vec_len(run) ? begin_of(&l, run[i].at) : n;
        count_unlike(r, body, done, to);
        done = i < vec_len(run) ? begin_of(&l, run[i].at + run[i].period * run[i].times) : n;
    }
    for (uint32_t i = 0; i < vec_len(out); i++)
        if (!map_get(&r->made, KEY(out[i].body)))
            roll_inside(r, out, i, i + 1);
    return out;
}

/* Are there many statements, most of them in no run? */
static bool is_irregular(Roll *r, const Statement *body)
{
    uint32_t rolled = 0;

    if (vec_len(body) < MANY)
        return false;
    List l = list_of(r, body, 0, vec_len(body));
    for (uint32_t i = 0; i < l.n;) {
        Run run = run_at(&l, i);
        rolled += run.times >= REPEATS ? run.times * run.period : 0;
        i += run.times * run.period;
    }
    return l.n >= MANY && rolled < l.n / 2;
}

/* Does what an evaluation computes have a run? Else the model is none of many equal components; counts what would be
 * one. */
static bool has_runs(Roll *r)
{
    static const FunctionRole role[] = { FN_structure, FN_kinematic, FN_equations };
    enum { N = sizeof role / sizeof *role };

    for (int k = 0; k < N; k++) {
        const Statement *body = r->p->fn[function_of(r->p, role[k], 0)].body;
        List l = list_of(r, body, 0, vec_len(body));
        for (uint32_t i = 0; i + REPEATS <= l.n; i++)
            if (run_at(&l, i).times >= REPEATS)
                return true;
        r->told->statements += l.n;
    }
    for (int k = 0; k < N; k++) {
        const Statement *body = r->p->fn[function_of(r->p, role[k], 0)].body;
        count_unlike(r, body, 0, vec_len(body));
    }
    return false;
}

const Store *roll(const Emitter *e, Rolled *told)
{
    Program *p = e->program;
    Roll r = { .e = e, .d = e->d, .p = p, .told = told };

    if (e->d->opt.no_roll)
        return NULL;
    find_families(&r.families, e);
    r.shapes = (Shapes){ .e = e, .f = &r.families };
    if (!has_runs(&r))
        return NULL;
    *told = (Rolled){ 0 };
    bool irregular = false;
    for (Fn i = 1; i < vec_len(p->fn) && !irregular; i++)
        irregular = is_irregular(&r, p->fn[i].body);
    if (irregular)
        place_by_numbers(&r.families);
    for (Fn i = 1; i < vec_len(p->fn); i++)
        p->fn[i].body = irregular && is_irregular(&r, p->fn[i].body) ? gathered(&r, p->fn[i].body)
                                                                     : roll_body(&r, p->fn[i].body);
    return moved_elements(&r.families);
}
