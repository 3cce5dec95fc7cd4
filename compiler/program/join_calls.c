/* join_calls.c - a pass over the step program: a call whose outputs set several variables is made once.
 *
 * An array that a function gives sets its elements one by one, each by an output of the same call. Such statements in a
 * row become a shared block, of which temporaries.c makes one call, as long as none of them reads what one before it
 * has set. Cost: linear in the expressions of statements with calls.
 * Requires: roll. Ensures: nothing that a statement computes changes. */
#include "store.h"
#include "expr.h"

/* row: statements and their notes; sets: how many of them are statements; calls: in their values; set: roots that they
 * set; out: the new list. */
typedef struct { const Emitter *e; Dtc *d; Statement *row, *note, *out; uint32_t sets; Map calls, set; } Join;

static Statement *joined(const Emitter *e, Statement *body);

static bool is_call(Dtc *d, Ex x, void *data) { return (void)data, ex_op(d, x) == OP_CALL; }
static bool is_object(Dtc *d, Ex x, void *data) { return (void)data, ex_op(d, x) == OP_OBJ; }
static bool is_called(Dtc *d, Ex x, void *calls) { return ex_op(d, x) == OP_CALL && map_get(calls, x); }

static bool add_call(Dtc *d, Ex x, void *calls)
{
    if (ex_op(d, x) == OP_CALL)
        map_set(&d->pass, calls, x, 1);
    return false;
}

static void take_notes(Join *j, Statement **to)
{
    for (uint32_t i = 0; i < vec_len(j->note); i++)
        vec_push(&j->d->run, *to, j->note[i]);
    vec_clear(j->note);
}

/* The row is over. */
static void flush(Join *j)
{
    if (j->sets > 1) {
        vec_push(&j->d->run, j->out, ((Statement){ .kind = DO_BLOCK, .shared = true, .body = j->row }));
        j->row = NULL;
    }
    for (uint32_t i = 0; i < vec_len(j->row); i++)
        vec_push(&j->d->run, j->out, j->row[i]);
    vec_clear(j->row);
    j->sets = 0;
    j->calls = j->set = (Map){ 0 };
}

/* A variable by a value with calls, of which nothing else is known to have changed. */
static bool is_candidate(const Join *j, const Statement *t)
{
    return t->kind == DO_SET && t->op == OP_NONE && ex_op(j->d, t->to) == OP_VAR &&
           ex_any(j->d, t->value, is_call, NULL) && !ex_any(j->d, t->value, is_object, NULL);
}

static bool fits(Join *j, const Statement *t)
{
    Var *reads = NULL;
    bool good = ex_any(j->d, t->value, is_called, &j->calls);

    if (good)
        ex_vars(j->d, t->value, &reads);
    for (uint32_t i = 0; i < vec_len(reads) && good; i++)
        good = !map_get(&j->set, root(j->e->of, reads[i]));
    return good;
}

/* Those in it, and whether there is anything to join. */
static bool join_within(Join *j, Statement *body)
{
    uint32_t candidates = 0;

    for (uint32_t i = 0; i < vec_len(body); i++) {
        body[i].body = joined(j->e, body[i].body);
        body[i].other = joined(j->e, body[i].other);
        candidates += is_candidate(j, &body[i]);
    }
    return candidates > 1;
}

static Statement *joined(const Emitter *e, Statement *body)
{
    Join j = { .e = e, .d = e->d };

    if (!join_within(&j, body))
        return body;
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Statement t = body[i];
        if (t.kind == DO_NOTE) {
            vec_push(&e->d->pass, j.note, t);
            continue;
        }
        const bool candidate = is_candidate(&j, &t);
        if (!candidate || !fits(&j, &t))
            flush(&j);
        take_notes(&j, candidate ? &j.row : &j.out);
        if (candidate) {
            (void)ex_any(e->d, t.value, add_call, &j.calls);
            map_set(&e->d->pass, &j.set, root(e->of, ex_is_var(e->d, t.to)), 1);
            j.sets++;
        }
        if (candidate)
            vec_push(&e->d->run, j.row, t);
        else
            vec_push(&e->d->run, j.out, t);
    }
    flush(&j);
    take_notes(&j, &j.out);
    return j.out;
}

void join_calls(const Emitter *e)
{
    for (Fn i = 1; i < vec_len(e->program->fn); i++)
        e->program->fn[i].body = joined(e, e->program->fn[i].body);
}
