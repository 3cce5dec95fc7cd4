/* lanes_print.c - statements of lanes. A condition is a mask: what stands in it is done if it holds in any lane, and
 * changes those in which it holds. A return takes lanes out of the masks around it. What has no form in lanes leaves
 * those of its mask to their own step (m->lanes.left), which makes the sample from where it began.
 *
 * A loop over the stuck elements of a law runs through those that are stuck in any lane, and its mask has the others
 * out: lanes in other places share it.
 *
 * Requires: lanes_plan. Cost: linear.
 */
#include <string.h>
#include "lanes.h"

static void print_body(LanesPrinter *lp, const Statement *body);

static const Emitter *emitter(const LanesPrinter *lp) { return lp->pr->e; }
static Dtc *dtc(const LanesPrinter *lp) { return lp->pr->e->d; }

/* ---- masks --------------------------------------------------------------------------------------------- */

static const char *mask_name(const LanesPrinter *lp, uint32_t mask)
{
    return mask ? internf(dtc(lp), "on%u", mask) : "on";
}

/* The innermost; NULL: all lanes. */
static const char *mask(const LanesPrinter *lp)
{
    if (vec_len(lp->mask))
        return mask_name(lp, vec_last(lp->mask));
    return lp->own ? "on" : NULL;
}

static uint32_t depth(const LanesPrinter *lp) { return vec_len(lp->mask); }

static bool is_set_in(const LanesPrinter *lp, Ex to)
{
    if (!mask(lp) || ex_op(dtc(lp), to) != OP_OBJ)
        return mask(lp) != NULL;
    const Object *o = object_of(emitter(lp)->program, to);
    return o->kind != OBJ_LOCAL || lp->depth[ex(dtc(lp), to)->payload] != depth(lp) + 1;
}

/* ---- simple statements --------------------------------------------------------------------------------- */

static bool is_local(const LanesPrinter *lp, Ex x)
{
    return ex_op(dtc(lp), x) == OP_OBJ && object_of(emitter(lp)->program, x)->kind == OBJ_LOCAL;
}

static bool is_real(const LanesPrinter *lp, Ex x) { return ex_type(dtc(lp), x) == T_REAL; }

static bool is_negated(const LanesPrinter *lp, Ex to)
{
    bool negated = false;

    if (ex_is_var(dtc(lp), to))
        (void)root_of(emitter(lp)->f, ex_is_var(dtc(lp), to), &negated);
    return negated;
}

/* A Boolean local is a mask. */
static void put_value(LanesPrinter *lp, Ex to, Ex value)
{
    const bool negated = is_negated(lp, to), boolean = ex_type(dtc(lp), value) == T_BOOL;

    if (negated) {
        put(lp->pr, boolean ? "(~" : "-");
        lanes_put(lp, value);
        put(lp->pr, boolean ? " & 1)" : "");
    } else if (boolean && is_local(lp, to) && ex_type(dtc(lp), to) == T_BOOL) {
        lanes_put(lp, value);
    } else {
        lanes_put_stored(lp, value);
    }
}

static const char *sign_of(Op op)
{
    return op == OP_ADD ? "+" : op == OP_SUB ? "-" : op == OP_MUL ? "*" : op == OP_AND ? "&" : "|";
}

/* made: a local that has the value, or NULL: value */
static void put_new(LanesPrinter *lp, Ex to, Op op, Ex value, const char *made)
{
    if (op) {
        lanes_put_place(lp, to);
        put(lp->pr, " %s ", sign_of(op));
        put_open(lp->pr);
    }
    if (made)
        put_plain(lp->pr, made);
    else
        put_value(lp, to, value);
    if (op)
        put_close(lp->pr);
}

static void print_assignment(LanesPrinter *lp, Ex to, Op op, Ex value, const char *made)
{
    Printer *pr = lp->pr;

    begin_statement(pr);
    lanes_put_place(lp, to);
    put_plain(pr, " = ");
    if (is_set_in(lp, to)) {
        put_plain(pr, is_real(lp, to) ? "dtc_select" : "dtc_select_int");
        put_open(pr);
        put_plain(pr, mask(lp));
        put_comma(pr);
        put_new(lp, to, op, value, made);
        put_comma(pr);
        lanes_put_place(lp, to);
        put_close(pr);
    } else {
        put_new(lp, to, op, value, made);
    }
    end_statement(pr, ";");
}

static void print_uniform(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;

    begin_statement(pr);
    put(pr, object_of(emitter(lp)->program, s->to)->once ? "const int %s = " : "%s = ", name_at(pr, s->to));
    put_ex(pr, s->value);
    end_statement(pr, ";");
}

static void print_array(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const uint32_t n = ex_narg(dtc(lp), s->value);

    begin_statement(pr);
    put(pr, "const %s %s[%u] = {", is_real(lp, s->to) ? "dtc_reals" : "dtc_ints", name_at(pr, s->to), n);
    end_statement(pr, "");
    pr->indent++;
    for (uint32_t i = 0; i < n; i++) {
        begin_statement(pr);
        lanes_put(lp, ex_arg(dtc(lp), s->value, i));
        end_statement(pr, i + 1 < n ? "," : "");
    }
    pr->indent--;
    line(pr, "};");
}

/* An element that each lane chooses. */
static void print_chosen(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const Object *o = object_of(emitter(lp)->program, s->to);
    const char *index = internf(dtc(lp), "index%u", ++lp->serial),
               *value = internf(dtc(lp), "value%u", lp->serial);

    begin_statement(pr);
    put(pr, "const dtc_ints %s = ", index);
    lanes_put(lp, ex_arg(dtc(lp), s->to, 0));
    end_statement(pr, ";");
    begin_statement(pr);
    put(pr, "const %s %s = ", is_real(lp, s->to) ? "dtc_reals" : "dtc_ints", value);
    put_value(lp, s->to, s->value);
    end_statement(pr, ";");
    line(pr, "for (int at = 0; at < DTC_LANES; at++)");
    if (mask(lp))
        line(pr, "    if (%s[at])", mask(lp));
    line(pr, "%s        %s%s[dtc_lane_index((int)%s[at], %u)][at] %s= %s[at];", "",
         o->kind == OBJ_MEMBER ? "m->" : "", name_at(pr, s->to), index, o->n, s->op ? sign_of(s->op) : "",
         value);
}

static void print_set(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const bool object = ex_op(dtc(lp), s->to) == OP_OBJ;

    if (object && is_local(lp, s->to) && lp->lanes->uniform[ex(dtc(lp), s->to)->payload]) {
        print_uniform(lp, s);
        return;
    }
    if (ex_op(dtc(lp), s->value) == OP_ARRAY) {
        for (uint32_t i = 0; i < ex_narg(dtc(lp), s->value); i++)
            lanes_prepare(lp, ex_arg(dtc(lp), s->value, i));
        print_array(lp, s);
        return;
    }
    lanes_prepare(lp, s->value);
    if (object && ex_narg(dtc(lp), s->to) && !lanes_uniform(lp->lanes, ex_arg(dtc(lp), s->to, 0))) {
        lanes_prepare(lp, ex_arg(dtc(lp), s->to, 0));
        print_chosen(lp, s);
    } else if (object && object_of(emitter(lp)->program, s->to)->once) {
        begin_statement(pr);
        put(pr, "const %s ", is_real(lp, s->to) ? "dtc_reals" : "dtc_ints");
        lanes_put_place(lp, s->to);
        put_plain(pr, " = ");
        put_value(lp, s->to, s->value);
        end_statement(pr, ";");
    } else {
        print_assignment(lp, s->to, s->op, s->value, NULL);
    }
}

/* Arrays as a whole; value 0: zeros. */
static void print_copy(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const Object *o = object_of(emitter(lp)->program, s->to);
    const char *to =
        o->kind == OBJ_MEMBER ? internf(dtc(lp), "m->%s", name_at(pr, s->to)) : name_at(pr, s->to);
    const char *select = o->type == T_REAL ? "dtc_select" : "dtc_select_int";
    const Object *from = s->value ? object_of(emitter(lp)->program, s->value) : NULL;
    const char *value =
        !from ? (o->type == T_REAL ? "dtc_lanes_all(R(0.0))" : "dtc_lanes_all_int(0)")
        : from->kind == OBJ_TABLE
            ? internf(dtc(lp), "%s(%s[at])", o->type == T_REAL ? "dtc_lanes_all" : "dtc_lanes_all_int",
                      name_at(pr, s->value))
            : internf(dtc(lp), "%s%s[at]", from->kind == OBJ_MEMBER ? "m->" : "", name_at(pr, s->value));

    line(pr, "for (int at = 0; at < %u; at++)", o->n);
    if (is_set_in(lp, s->to))
        line(pr, "    %s[at] = %s(%s, %s, %s[at]);", to, select, mask(lp), value, to);
    else
        line(pr, "    %s[at] = %s;", to, value);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool is_whole_array(const LanesPrinter *lp, Ex x)
{
    return ex_op(dtc(lp), x) == OP_OBJ && !ex_narg(dtc(lp), x) && object_of(emitter(lp)->program, x)->n > 0;
}

/* Of a function of runtime/dtc_lanes_step.h; those that write have the mask first. */
static void put_kernel(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const Kernel *k = &kernels[s->kernel];

    put_plain(pr, lanes_kernel(s->kernel));
    put_open(pr);
    if (k->gives == GIVES_NOTHING) {
        put_plain(pr, mask(lp) ? mask(lp) : "dtc_lanes_true(1)");
        put_comma(pr);
    }
    for (uint32_t i = 0; k->arguments[i]; i++) {
        if (i)
            put_comma(pr);
        if (strchr("rswx", k->arguments[i])) {
            put_plain(pr, k->arguments[i] != 's' && is_whole_array(lp, s->arg[i]) ? "" : "&");
            lanes_put_place(lp, s->arg[i]);
        } else if (k->arguments[i] == 'n' ||
                   (k->arguments[i] == 'v' && lanes_uniform(lp->lanes, s->arg[i]))) {
            put_ex(pr, s->arg[i]);
        } else {
            lanes_put_stored(lp, s->arg[i]);
        }
    }
    put_close(pr);
}

static void print_branch(LanesPrinter *lp, const Statement *s, const char *holds);

static void print_kernel(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const char *made = NULL;

    for (uint32_t i = 0; i < vec_len(s->arg); i++)
        if (strchr("vb", kernels[s->kernel].arguments[i]))
            lanes_prepare(lp, s->arg[i]);
    if (!lanes_kernel(s->kernel)) {
        made = lanes_make_kernel(lp, s);
        print_assignment(lp, s->to, s->op, 0, made);
        return;
    }
    if (!s->decides && !s->to) {
        begin_statement(pr);
        put_kernel(lp, s);
        end_statement(pr, ";");
        return;
    }
    made = internf(dtc(lp), "holds%u", ++lp->serial);
    begin_statement(pr);
    put(pr, "const dtc_ints %s = %s", made, s->negated ? "~" : "");
    put_kernel(lp, s);
    end_statement(pr, ";");
    if (s->decides)
        print_branch(lp, s, made);
    else
        print_assignment(lp, s->to, s->op, 0, internf(dtc(lp), "(%s & 1)", made));
}

/* An evaluation is made anew in lanes that are not quiet: its functions have no mask. */
static void print_call(LanesPrinter *lp, const Statement *s)
{
    line(lp->pr, "lanes_%s(m%s%s);", lp->pr->name->function[s->fn], lp->lanes->masked[s->fn] ? ", " : "",
         !lp->lanes->masked[s->fn] ? ""
         : mask(lp)                ? mask(lp)
                                   : "dtc_lanes_true(1)");
}

/* ---- conditions ---------------------------------------------------------------------------------------- */

/* Cheaper than to ask whether it is to be done. */
static bool is_short(const Statement *body)
{
    if (vec_len(body) > 2)
        return false;
    for (uint32_t i = 0; i < vec_len(body); i++)
        if (body[i].kind != DO_SET || body[i].value == 0)
            return false;
    return true;
}

/* The mask of a condition within that around it. */
static uint32_t open_mask(LanesPrinter *lp, const char *holds, bool negated)
{
    const uint32_t new = ++lp->serial;
    const char *around = mask(lp);

    line(lp->pr, "dtc_ints on%u = %s%s%s%s;", new, around ? around : "", around ? " & " : "",
         negated ? "~" : "", holds);
    return new;
}

static void print_side(LanesPrinter *lp, const Statement *body, uint32_t its, bool *open)
{
    Printer *pr = lp->pr;
    const bool refused = lanes_refuse(lp->lanes, body) != NULL, brief = !refused && is_short(body);

    if (!vec_len(body))
        return;
    (void)open;
    if (refused) {
        line(pr, "m->lanes.left |= on%u; /* %s */", its, lanes_refuse(lp->lanes, body));
        return;
    }
    if (!brief)
        line(pr, "if (dtc_any(on%u)) {", its);
    vec_push(&dtc(lp)->pass, lp->mask, its);
    pr->indent += !brief;
    if (lp->fn->role == FN_quiet && !brief)
        line(pr, "on%u &= ~m->lanes.left;", its);
    print_body(lp, body);
    pr->indent -= !brief;
    (void)vec_pop(lp->mask);
    if (!brief)
        line(pr, "}");
}

/* holds: a vector that is a mask */
static void print_branch(LanesPrinter *lp, const Statement *s, const char *holds)
{
    const uint32_t then = open_mask(lp, holds, false),
                   other = vec_len(s->other) ? open_mask(lp, holds, true) : 0;
    bool open = false;

    print_side(lp, s->body, then, &open);
    if (other)
        print_side(lp, s->other, other, &open);
}

static void print_uniform_if(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;

    begin_statement(pr);
    put_plain(pr, "if (");
    put_ex(pr, s->value);
    end_statement(pr, ") {");
    pr->indent++;
    print_body(lp, s->body);
    pr->indent--;
    if (vec_len(s->other)) {
        line(pr, "} else {");
        pr->indent++;
        print_body(lp, s->other);
        pr->indent--;
    }
    line(pr, "}");
}

static void print_if(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;

    if (lanes_uniform(lp->lanes, s->value) && !lanes_refuse(lp->lanes, s->body) &&
        !lanes_refuse(lp->lanes, s->other)) {
        print_uniform_if(lp, s);
        return;
    }
    lanes_prepare(lp, s->value);
    const char *holds = internf(dtc(lp), "holds%u", ++lp->serial);
    begin_statement(pr);
    put(pr, "const dtc_ints %s = ", holds);
    lanes_put(lp, s->value);
    end_statement(pr, ";");
    print_branch(lp, s, holds);
}

/* ---- loops, returns, blocks ---------------------------------------------------------------------------- */

static void print_loop(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const char *name = name_at(pr, s->to);
    const Ex held = lanes_held(lp->lanes, s);

    begin_statement(pr);
    put(pr, "for (int %s = 0; %s < ", name, name);
    put_ex(pr, s->count);
    put(pr, "; %s++) {", name);
    end_statement(pr, "");
    pr->indent++;
    if (held) {
        const uint32_t of = object_of(emitter(lp)->program, held)->of;
        const char *law = member_label(emitter(lp)->program, AT_law, of);
        const uint32_t its =
            open_mask(lp, internf(dtc(lp), "m->%s.stuck[m->%s.list[%s]]", law, law, name), false);
        vec_push(&dtc(lp)->pass, lp->mask, its);
        print_body(lp, s->body);
        (void)vec_pop(lp->mask);
    } else {
        print_body(lp, s->body);
    }
    pr->indent--;
    line(pr, "}");
}

static void print_return(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const char *now = mask(lp);

    if (s->value) {
        lanes_prepare(lp, s->value);
        begin_statement(pr);
        put_plain(pr, "gives = ");
        if (now)
            put(pr, "dtc_select_int(%s, ", now);
        lanes_put_stored(lp, s->value);
        put(pr, now ? ", gives)" : "");
        end_statement(pr, ";");
    }
    if (!now)
        return;
    if (lp->own)
        line(pr, "on &= ~%s;", now);
    for (uint32_t i = 0; i + 1 < vec_len(lp->mask); i++)
        line(pr, "on%u &= ~%s;", lp->mask[i], now);
    if (vec_len(lp->mask))
        line(pr, "%s = dtc_lanes_true(0);", now);
}

static void print_local(LanesPrinter *lp, Ex x)
{
    Printer *pr = lp->pr;
    const Object *o = object_of(emitter(lp)->program, x);
    const uint32_t obj = ex(dtc(lp), x)->payload;

    lp->depth[obj] = depth(lp) + 1;
    if (o->once)
        return;
    if (lp->lanes->uniform[obj])
        line(pr, "int %s;", name_at(pr, x));
    else if (o->n)
        line(pr, "%s %s[%u];", o->type == T_REAL ? "dtc_reals" : "dtc_ints", name_at(pr, x), o->n);
    else
        line(pr, "%s %s = { 0 };", o->type == T_REAL ? "dtc_reals" : "dtc_ints", name_at(pr, x));
}

static void print_note(LanesPrinter *lp, const Statement *s)
{
    const Emitter *e = emitter(lp);
    const Equation *q = s->text ? NULL : s->initial ? &e->f->ieq[s->eq] : &e->f->eq[s->eq];

    if (s->text)
        comment(lp->pr, NULL, s->text);
    else
        comment(lp->pr, q->path, textf(e->d, "%s = %s", ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs)));
}

static void print_block(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;

    if (s->local) {
        line(pr, "{");
        pr->indent++;
    }
    for (uint32_t i = 0; i < vec_len(s->local); i++)
        print_local(lp, s->local[i]);
    print_body(lp, s->body);
    if (s->local) {
        pr->indent--;
        line(pr, "}");
    }
}

static void print(LanesPrinter *lp, const Statement *s)
{
    lp->made = (Map){ 0 };
    switch (s->kind) {
    case DO_SET: print_set(lp, s); break;
    case DO_KERNEL: print_kernel(lp, s); break;
    case DO_CALL: print_call(lp, s); break;
    case DO_IF: print_if(lp, s); break;
    case DO_LOOP: print_loop(lp, s); break;
    case DO_BLOCK: print_block(lp, s); break;
    case DO_CLEAR:
    case DO_COPY: print_copy(lp, s); break;
    case DO_RETURN: print_return(lp, s); break;
    case DO_NOTE: print_note(lp, s); break;
    case DO_BREAK: break; /* lanes_refuse */
    }
}

static void print_body(LanesPrinter *lp, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        print(lp, &body[i]);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

/* Is the function left in a condition? */
static bool leaves(const Statement *body, bool inside)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const bool deeper = inside || body[i].kind == DO_IF || body[i].decides || body[i].kind == DO_LOOP;
        if ((body[i].kind == DO_RETURN && inside) || leaves(body[i].body, deeper) ||
            leaves(body[i].other, deeper))
            return true;
    }
    return false;
}

static void print_function(LanesPrinter *lp, Fn fn)
{
    Printer *pr = lp->pr;
    const ProgramFunction *f = &emitter(lp)->program->fn[fn];
    const bool given = lp->lanes->masked[fn] || f->role == FN_quiet, gives = f->gives != GIVES_NOTHING;

    lp->fn = f;
    lp->own = given || leaves(f->body, false);
    lp->serial = 0;
    put(pr, "\nstatic %s lanes_%s(%s_lanes *m%s)\n{\n", gives ? "dtc_ints" : "void", pr->name->function[fn],
        pr->name->model, given ? ", dtc_ints on" : "");
    pr->indent = 1;
    if (gives)
        line(pr, "dtc_ints gives = { 0 };");
    if (lp->own && !given)
        line(pr, "dtc_ints on = dtc_lanes_true(1);");
    print_body(lp, f->body);
    if (gives)
        line(pr, "return gives != 0;");
    pr->indent = 0;
    put(pr, "}\n");
}

void lanes_print_functions(Printer *pr, const Lanes *l)
{
    LanesPrinter lp = { .pr = pr,
                        .lanes = l,
                        .depth = NEW_N(&pr->e->d->run, uint32_t, vec_len(pr->e->program->object) + 1) };

    for (uint32_t i = 0; i < vec_len(l->fn); i++)
        print_function(&lp, l->fn[i]);
}
