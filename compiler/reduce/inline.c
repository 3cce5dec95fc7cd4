/* inline.c - calls of functions with simple bodies are replaced by what they compute.
 *
 * lowering (lower/function.c) has inlined what may be inlined at once. Here are the others, each at its time
 * (Modelica 3.6, 18.3): with InlineAfterIndexReduction, and the derivatives of such functions, behind index reduction,
 * which has taken their annotation(derivative = ...), or within it where one without that annotation is differentiated
 * (the derivative of a derivative); with LateInline and a derivative behind tearing, which has taken
 * that for its matrices.
 *
 * A body is simple if it assigns whole variables and elements with subscripts that are known, one after the other. It
 * is executed once with expressions as values, of the inputs as locals; each call then gets these with its arguments in
 * place of the inputs, shared as they are there. Relations of a function are no events, so noEvent() is put around
 * them. What is too long, calls itself, is not simple, or has outputs other than Reals (whose changes are events:
 * relation.c) stays a call.
 *
 * Cost: linear in the expressions; TOO_LONG nodes a call at most.
 */
#include "expr.h"
#include "reduce.h"
#include "sort.h"
#include "structure.h"

enum { TOO_LONG = 2000 };

typedef struct {
    enum { UNKNOWN, BUSY, SIMPLE, CALLED } state;
    uint32_t *offset;                      /* by local: of its first scalar */
    Ex *output;                            /* the scalars of all outputs in terms of the inputs */
} Body;

typedef struct Inliner {
    Dtc *d;
    InlineAt at;
    bool underived;                        /* those alone that have no derivative */
    Body *body;                            /* by function */
    Rewriter rewriter;
} Inliner;

/* Scalars of the locals, from Body.offset; 0: has no value. In a body, those of its statements so far; else of a call.
 */
typedef struct { Inliner *in; uint32_t function; Ex *value; bool in_body, simple; } Frame;

static bool is_inlined(const Inliner *in, uint32_t function)
{
    const Function *f = &in->d->flat->function[function];
    return f->inline_at != INLINE_NOT && f->inline_at <= in->at && !(in->underived && vec_len(f->derivative));
}

/* ---- values with those of locals ----------------------------------------------------------------------- */

/* The scalar of a local with these subscripts, or NULL. */
static Ex *element(const Frame *fr, uint32_t local, const Ex *sub, uint32_t n)
{
    const Local *l = &fr->in->d->flat->function[fr->function].local[local];
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        double k;
        if (!ex_is_num(fr->in->d, sub[i], &k) || !(k >= 1 && k <= l->dim[i]))
            return NULL;
        at = at * l->dim[i] + (uint32_t)k - 1;
    }
    return &fr->value[fr->in->body[fr->function].offset[local] + at];
}

static Ex output_of(Inliner *in, uint32_t function, uint32_t output, const Ex *arg, uint32_t n);

/* The node with the images `with` of its operands; call: those of the call's whose output it is. */
static Ex node_image(Frame *fr, Ex e, const ExNode *n, const Ex *with, const Ex *call)
{
    Dtc *d = fr->in->d;
    const Local *l = n->op == OP_LOCAL || n->op == OP_INDEX || n->op == OP_WHOLE
                       ? &d->flat->function[fr->function].local[n->payload]
                       : NULL;
    const Ex *at = l ? element(fr, n->payload, with, n->n) : NULL;
    bool whole = n->op == OP_WHOLE;
    for (uint32_t i = 0; l && i < (whole ? l->n : 1); i++)
        if (!at || !at[i])
            fr->simple = false;
    if (l && !fr->simple)
        return e;
    if (l)
        return whole ? ex_new(d, OP_ARRAY, (TypeKind)n->type, 0, at, l->n) : *at;
    Ex inlined = 0;
    if (n->op == OP_CALL)
        inlined = output_of(fr->in, n->payload, 1, with, n->n);
    if (n->op == OP_OUT) {
        const ExNode *c = ex(d, n->arg[0]);
        inlined = output_of(fr->in, c->payload, n->payload, call, c->n);
    }
    if (inlined)
        return inlined;
    Ex image = n->n == 0 ? e : ex_new(d, (Op)n->op, (TypeKind)n->type, n->payload, with, n->n);
    return fr->in_body ? ex_without_event(d, image) : image;
}

static Ex *images(Dtc *d, const Memo *m, const ExNode *n)
{
    Ex *with = NEW_N(&d->pass, Ex, n->n + 1);
    for (uint32_t i = 0; i < n->n; i++)
        with[i] = m->value[n->arg[i]].ex.a;
    return with;
}

static Ex evaluate(Frame *fr, Ex root)
{
    Dtc *d = fr->in->d;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;) {
        ExNode n = *ex(d, e), call = { 0 };
        if (n.op == OP_OUT)
            call = *ex(d, n.arg[0]);
        Ex image = op_keeps((Op)n.op) ? e : node_image(fr, e, &n, images(d, m, &n), images(d, m, &call));
        memo_set(m, e, (MemoValue){ .ex = { image, 0 } });
    }
    memo_end(d);
    return m->value[root].ex.a;
}

/* Scalar `output` (from 1) of a call with these arguments; 0: it stays a call. */
static Ex output_of(Inliner *in, uint32_t function, uint32_t output, const Ex *arg, uint32_t n)
{
    Dtc *d = in->d;
    const Body *b = &in->body[function];
    const Function *f = &d->flat->function[function];
    if (b->state != SIMPLE)
        return 0;
    Frame fr = {
        .in = in, .function = function, .value = NEW_N(&d->pass, Ex, b->offset[f->nin] + 1), .simple = true
    };
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < f->local[i].n; k++)
            fr.value[b->offset[i] + k] = f->local[i].ndim ? ex_arg(d, arg[i], k) : arg[i];
    return evaluate(&fr, b->output[output - 1]);
}

/* ---- bodies -------------------------------------------------------------------------------------------- */

static void assign(Frame *fr, const FStmt *s)
{
    Dtc *d = fr->in->d;
    const Local *l = &d->flat->function[fr->function].local[s->local];
    Ex value = evaluate(fr, s->value), *to = element(fr, s->local, s->sub, vec_len(s->sub));
    bool whole = l->ndim && !vec_len(s->sub);
    fr->simple &= to && (!whole || ex_op(d, value) == OP_ARRAY);
    for (uint32_t k = 0; fr->simple && k < (whole ? l->n : 1); k++)
        to[k] = whole ? ex_arg(d, value, k) : value;
}

static void assign_outputs(Frame *fr, const FStmt *s)
{
    Dtc *d = fr->in->d;
    const Function *g = &d->flat->function[ex(d, s->call)->payload], *f = &d->flat->function[fr->function];
    Ex *value = NULL;
    uint32_t number = 0, next = 0;
    for (uint32_t i = 0; i < g->nout; i++)
        for (uint32_t k = 0; k < g->local[g->nin + i].n; k++) {
            TypeKind t = g->local[g->nin + i].type;
            Ex one =
                ++number == 1 ? s->call : ex_new(d, OP_OUT, t == T_ENUM ? T_INT : t, number, &s->call, 1);
            vec_push(&d->pass, value, evaluate(fr, one));
        }
    for (uint32_t i = 0; i < g->nout; next += g->local[g->nin + i].n, i++)
        for (uint32_t k = 0; s->out[i] < vec_len(f->local) && k < f->local[s->out[i]].n; k++)
            element(fr, s->out[i], NULL, 0)[k] = value[next + k];
}

static void start(Frame *fr, uint32_t i)
{
    Dtc *d = fr->in->d;
    const Function *f = &d->flat->function[fr->function];
    const Local *l = &f->local[i];
    if (l->init)
        assign(fr, &(FStmt){ .kind = FS_ASSIGN, .local = i, .value = l->init });
    for (uint32_t k = 0; i < f->nin && k < l->n; k++) {
        Ex sub[sizeof l->dim / sizeof *l->dim];
        uint32_t rest = k;
        for (uint32_t j = l->ndim; j-- > 0; rest /= l->dim[j])
            sub[j] = ex_int(d, rest % l->dim[j] + 1);
        TypeKind t = l->type == T_ENUM ? T_INT : l->type;
        *element(fr, i, sub, l->ndim) = l->ndim ? ex_new(d, OP_INDEX, t, i, sub, l->ndim) : ex_local(d, t, i);
    }
}

static bool counts(Dtc *d, Ex e, void *data)
{
    (void)d, (void)e;
    return ++*(uint32_t *)data > TOO_LONG;
}

/* The outputs in terms of the inputs; false: the body is not simple. */
static bool execute(Inliner *in, uint32_t function)
{
    Dtc *d = in->d;
    const Function *f = &d->flat->function[function];
    Body *b = &in->body[function];
    uint32_t n = vec_len(f->local), nodes = 0;
    b->offset = NEW_N(&d->pass, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        b->offset[i + 1] = b->offset[i] + f->local[i].n;
    Frame fr = { in, function, NEW_N(&d->pass, Ex, b->offset[n] + 1), true, true };
    for (uint32_t i = f->nin; i < f->nin + f->nout; i++)
        fr.simple &= f->local[i].type == T_REAL;
    for (uint32_t i = 0; i < n && fr.simple; i++)
        start(&fr, i);
    for (uint32_t i = 0; i < vec_len(f->body) && fr.simple; i++) {
        const FStmt *s = &f->body[i];
        if (s->kind == FS_ASSIGN)
            assign(&fr, s);
        else if (s->kind == FS_CALL)
            assign_outputs(&fr, s);
        else
            fr.simple = false;
    }
    b->output = fr.value + b->offset[f->nin];
    for (uint32_t k = 0; fr.simple && k < b->offset[f->nin + f->nout] - b->offset[f->nin]; k++)
        fr.simple = b->output[k] && !ex_any(d, b->output[k], counts, &nodes);
    return fr.simple;
}

static bool note_call(Dtc *d, Ex e, void *data)
{
    uint32_t **to = data;
    if (ex_op(d, e) == OP_CALL)
        vec_push(&d->pass, *to, ex(d, e)->payload);
    return false;
}

/* Calls come before what calls them; a circle is cut where it closes. */
static void prepare(Inliner *in, uint32_t function)
{
    Dtc *d = in->d;
    Body *b = &in->body[function];
    uint32_t *called = NULL;
    if (b->state != UNKNOWN)
        return;
    b->state = is_inlined(in, function) ? BUSY : CALLED;
    if (b->state == CALLED)
        return;
    const FStmt *body = d->flat->function[function].body;
    for (uint32_t i = 0; i < vec_len(body); i++) {
        if (body[i].value)
            (void)ex_any(d, body[i].value, note_call, &called);
        if (body[i].call)
            (void)ex_any(d, body[i].call, note_call, &called);
    }
    for (uint32_t i = 0; i < vec_len(called); i++)
        prepare(in, called[i]);
    b->state = execute(in, function) ? SIMPLE : CALLED;
}

/* ---- calls of the model -------------------------------------------------------------------------------- */

/* Called a second time when the operands have their images. */
static Ex inlined(Dtc *d, Ex e, void *data)
{
    Inliner *in = data;
    ExNode n = *ex(d, e);
    if (n.op != OP_CALL && n.op != OP_OUT)
        return 0;
    ExNode call = n.op == OP_OUT ? *ex(d, n.arg[0]) : n;
    Ex *arg = NEW_N(&d->pass, Ex, call.n + 1);
    for (uint32_t i = 0; i < call.n; i++)
        if (!(arg[i] = in->rewriter.memo[call.arg[i]]))
            return 0;
    return output_of(in, call.payload, n.op == OP_OUT ? n.payload : 1, arg, call.n);
}

static bool begin(Inliner *in)
{
    bool any = false;
    uint32_t n = vec_len(in->d->flat->function);
    in->body = NEW_N(&in->d->pass, Body, n + 1);
    in->rewriter = (Rewriter){ .fn = inlined, .data = in };
    for (uint32_t i = 1; i < n; i++) {
        prepare(in, i);
        any |= in->body[i].state == SIMPLE;
    }
    return any;
}

void inline_differentiated(Dtc *d, Flat *f)
{
    Inliner in = { .d = d, .at = INLINE_AFTER_INDEX };
    if (begin(&in))
        rewrite_flat(d, f, &in.rewriter);
}

Inliner *inliner_underived(Dtc *d)
{
    Inliner *in = NEW(&d->pass, Inliner);
    *in = (Inliner){ .d = d, .at = INLINE_AFTER_INDEX, .underived = true };
    (void)begin(in);
    return in;
}

Ex inline_underived(Inliner *in, Ex e) { return ex_rewrite(in->d, &in->rewriter, e); }

static void inline_blocks(Inliner *in, const Block *list)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        for (BlockWalk w = block_walk(&list[i], IN_BLOCK); block_next(&w);)
            *w.e = ex_rewrite(in->d, &in->rewriter, *w.e);
}

void inline_late(Dtc *d, Flat *f, Dae *dae)
{
    Inliner in = { .d = d, .at = INLINE_LATE };
    if (!begin(&in))
        return;
    rewrite_flat(d, f, &in.rewriter);
    inline_blocks(&in, dae->block);
    inline_blocks(&in, dae->init);
}
