/* validate_program.c - is the step program well formed? A failure is a fault of the compiler, never of the model.
 *
 * What is set can be set: a variable, a value that is kept of one, a scalar object or an element; to a value of its
 * type. Kernels and calls have the arguments that their tables say, a loop has a bound, a local is used in its block
 * and written there, in a statement before, when it is read, subscripts that are numbers are in range.
 *
 * Cost: linear in the statements and what they compute. */
#include <string.h>
#include "expr.h"
#include "program.h"

/* open, written: by Obj: locals of the blocks around, and those that have a value. loops: how many are around. */
typedef struct {
    const Program *p; const ProgramFunction *fn; bool *open, *written; uint32_t loops; const char *what;
} Check;

static bool valid_body(Check *c, const Statement *body);

static bool wrong(Check *c, const char *what)
{
    c->what = c->what ? c->what : what;
    return false;
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static bool in_range(const Check *c, const ExNode *n)
{
    const Object *o = &c->p->object[n->payload];
    double i;

    return n->n == 0 ||
           (n->n == 1 && o->n > 0 && (!ex_is_num(c->p->d, n->arg[0], &i) || (i >= 0 && i < o->n)));
}

static bool valid_object(Check *c, Ex x, bool read)
{
    const ExNode *n = ex(c->p->d, x);

    if (n->payload == 0 || n->payload >= vec_len(c->p->object) || !in_range(c, n))
        return wrong(c, "an object, or a subscript, does not exist");
    if (!c->open[n->payload])
        return c->p->object[n->payload].kind != OBJ_LOCAL || wrong(c, "a local is used outside of its block");
    return !read || c->written[n->payload] || wrong(c, "a local is read before it is written");
}

/* All objects in an expression, each node once. */
static bool valid_value(Check *c, Ex root)
{
    Dtc *d = c->p->d;
    bool good = true;

    for (NodeWalk w = node_walk(d, root); node_next(&w);)
        if (ex_op(d, w.e) == OP_OBJ)
            good &= valid_object(c, w.e, true);
    return good;
}

/* An array that is written once is so as a whole. */
static bool is_whole(const Check *c, Ex to, Ex value)
{
    return ex_op(c->p->d, to) == OP_OBJ && object_of(c->p, to)->once && ex_op(c->p->d, value) == OP_ARRAY &&
           ex_narg(c->p->d, value) <= object_of(c->p, to)->n && ex_narg(c->p->d, to) == 0;
}

static bool can_be_set(Check *c, Ex to)
{
    Dtc *d = c->p->d;
    Op op = to ? ex_op(d, to) : OP_NONE;
    Ex v = op_keeps(op) ? ex_arg(d, to, 0) : to;

    if (op == OP_OBJ)
        return valid_object(c, to, false) && (ex_narg(d, to) > 0) == (object_of(c->p, to)->n > 0) &&
               object_of(c->p, to)->kind <= OBJ_PARAM;
    return v && ex_is_var(d, v) && ex_is_var(d, v) < vec_len(c->p->f->var);
}

static void write_to(Check *c, Ex to)
{
    if (to && ex_op(c->p->d, to) == OP_OBJ)
        c->written[ex(c->p->d, to)->payload] = true;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static bool valid_argument(Check *c, char kind, Ex x)
{
    Op op = x ? ex_op(c->p->d, x) : OP_NONE;
    bool object = op == OP_OBJ;

    if (strchr("rwx", kind) && (op == OP_VAR || op_keeps(op)))
        return true;
    switch (kind) {
    case 'n': return x && ex_type(c->p->d, x) == T_INT && valid_value(c, x);
    case 'b': return x && ex_type(c->p->d, x) != T_REAL && valid_value(c, x);
    case 'v': return x && ex_type(c->p->d, x) == T_REAL && valid_value(c, x);
    case 'l': return object && valid_object(c, x, true) && object_of(c->p, x)->law;
    case 's': return object && valid_object(c, x, true) && object_of(c->p, x)->type == T_COMPOSITE;
    case 'r': return object && valid_object(c, x, true);
    case 'x': return object && valid_object(c, x, true);
    default: return object && valid_object(c, x, false);
    }
}

static bool valid_kernel(Check *c, const Statement *s)
{
    const char *kind = kernels[s->kernel].arguments;
    bool good = vec_len(s->arg) == strlen(kind) && (!s->to || can_be_set(c, s->to)) &&
                ((!s->to && !s->decides) || kernels[s->kernel].gives != GIVES_NOTHING);

    for (uint32_t i = 0; good && kind[i]; i++)
        good = valid_argument(c, kind[i], s->arg[i]);
    for (uint32_t i = 0; good && kind[i]; i++)
        if (kind[i] == 'w')
            write_to(c, s->arg[i]);
    write_to(c, s->to);
    return (good || wrong(c, kernels[s->kernel].name)) && valid_body(c, s->body);
}

/* Of a user function: its outputs are written. */
static bool valid_user_call(Check *c, const Statement *s)
{
    bool good = ex_op(c->p->d, s->value) == OP_CALL && valid_value(c, s->value);

    for (uint32_t i = 0; good && i < vec_len(s->arg); i++) {
        good = valid_argument(c, 'w', s->arg[i]);
        write_to(c, s->arg[i]);
    }
    return good || wrong(c, "a user function is called with other outputs");
}

static bool valid_call(Check *c, const Statement *s)
{
    if (s->value)
        return valid_user_call(c, s);

    const ProgramFunction *fn = s->fn && s->fn < vec_len(c->p->fn) ? &c->p->fn[s->fn] : NULL;
    bool good = fn && vec_len(s->arg) == vec_len(fn->param);

    for (uint32_t i = 0; good && i < vec_len(s->arg); i++) {
        const Object *o = object_of(c->p, fn->param[i]);
        good = o->n == 0 ? valid_value(c, s->arg[i]) : valid_argument(c, 'w', s->arg[i]);
        if (good && o->n > 0)
            write_to(c, s->arg[i]);
    }
    return good || wrong(c, "a function is called that is none, or with other arguments");
}

static bool valid_set(Check *c, const Statement *s)
{
    bool good = s->value && (can_be_set(c, s->to) || is_whole(c, s->to, s->value)) &&
                valid_value(c, s->value) && (!s->op || valid_value(c, s->to));

    if (!good || (ex_type(c->p->d, s->value) == T_REAL) != (ex_type(c->p->d, s->to) == T_REAL))
        return wrong(c, "something is set that cannot be, or to a value of another type");
    write_to(c, s->to);
    return true;
}

static bool valid_loop(Check *c, const Statement *s)
{
    Obj i = ex(c->p->d, s->to)->payload;
    bool good = valid_value(c, s->count);

    if (object_of(c->p, s->to)->most == 0 && !ex_is_zero(c->p->d, s->count))
        return wrong(c, "a loop has no bound");
    c->open[i] = c->written[i] = true;
    c->loops++;
    good = good && valid_body(c, s->body) && valid_value(c, s->value);
    c->loops--;
    c->open[i] = false;
    return good;
}

static bool valid_block(Check *c, const Statement *s)
{
    bool good = true;

    for (uint32_t i = 0; i < vec_len(s->local); i++) {
        Obj o = ex(c->p->d, s->local[i])->payload;
        c->open[o] = true;
        c->written[o] = c->p->object[o].law != 0;
    }
    good = valid_body(c, s->body);
    for (uint32_t i = 0; i < vec_len(s->local); i++)
        c->open[ex(c->p->d, s->local[i])->payload] = false;
    return good;
}

static bool valid(Check *c, const Statement *s)
{
    switch (s->kind) {
    case DO_SET: return valid_set(c, s);
    case DO_KERNEL: return valid_kernel(c, s);
    case DO_CALL: return valid_call(c, s);
    case DO_IF: return valid_value(c, s->value) && valid_body(c, s->body) && valid_body(c, s->other);
    case DO_LOOP: return valid_loop(c, s);
    case DO_BLOCK: return valid_block(c, s);
    case DO_CLEAR:
        write_to(c, s->to);
        return valid_argument(c, 'w', s->to) || wrong(c, "something is cleared that cannot be");
    case DO_COPY:
        write_to(c, s->to);
        return (valid_argument(c, 'w', s->to) && valid_argument(c, 'r', s->value)) ||
               wrong(c, "what is copied is none");
    case DO_BREAK: return c->loops > 0 || wrong(c, "a loop is left, and there is none");
    case DO_RETURN: return valid_value(c, s->value);
    case DO_NOTE: return true;
    }
    return wrong(c, "an unknown statement");
}

static bool valid_body(Check *c, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        if (!valid(c, &body[i]))
            return false;
    return true;
}

bool validate_program(const Program *p)
{
    const uint32_t n = vec_len(p->object);
    Check c = { .p = p, .open = NEW_N(&p->d->pass, bool, n), .written = NEW_N(&p->d->pass, bool, n) };
    bool good = true;

    for (Fn i = 1; i < vec_len(p->fn) && good; i++) {
        c.fn = &p->fn[i];
        good = valid_body(&c, p->fn[i].body);
    }
    if (!good)
        error(p->d, ((Span){ 0, 0 }), NULL, "internal error: the step program: in %s: %s",
              function_label(p, c.fn->role, c.fn->of), c.what);
    return good;
}
