/* lanes_flow.c - conditions, loops and functions of lanes. A condition is a mask: what stands in it is done if it
 * holds in any lane, and changes those in which it holds. A return takes lanes out of the masks around it. What has no
 * form in lanes leaves those of its mask to their own step (m->lanes.left), which makes the sample from where it began.
 *
 * Lanes in which a quiet step does not go on are out in their own models from there (lanes_leave), so that the rest of
 * it has no masks to spare them. A loop over the stuck elements of a law runs through those that are stuck in any lane,
 * and its mask has the others out: lanes in other places share it.
 *
 * Requires: lanes_plan. Cost: linear.
 */
#include <assert.h>
#include "lanes.h"

static bool print(LanesPrinter *lp, const Statement *s);
static bool print_body(LanesPrinter *lp, const Statement *body);

static const Emitter *emitter(const LanesPrinter *lp) { return lp->pr->e; }
static Dtc *dtc(const LanesPrinter *lp) { return lp->pr->e->d; }

/* ---- conditions ---------------------------------------------------------------------------------------- */

/* Cheaper than to ask whether it is to be done. */
static bool is_short(const Statement *body)
{
    if (vec_len(body) > 2)
        return false;
    for (uint32_t i = 0; i < vec_len(body); i++)
        if ((body[i].kind != DO_SET && body[i].kind != DO_RETURN) || body[i].value == 0)
            return false;
    return true;
}

/* The mask of a condition within that around it. */
static uint32_t open_mask(LanesPrinter *lp, const char *holds, bool negated)
{
    const uint32_t new = ++lp->serial;
    const char *around = lanes_mask(lp);

    line(lp->pr, "dtc_ints on%u = %s%s%s%s;", new, around ? around : "", around ? " & " : "",
         negated ? "~" : "", holds);
    return new;
}

static void print_side(LanesPrinter *lp, const Statement *body, uint32_t its)
{
    Printer *pr = lp->pr;
    const bool refused = lanes_refuse(lp->lanes, body) != NULL, brief = !refused && is_short(body);

    if (!vec_len(body))
        return;
    if (refused) {
        line(pr, "m->lanes.left |= on%u; /* %s */", its, lanes_refuse(lp->lanes, body));
        return;
    }
    if (!brief)
        line(pr, "if (dtc_any(on%u)) {", its);
    vec_push(&dtc(lp)->pass, lp->mask, its);
    pr->indent += !brief;
    print_body(lp, body);
    pr->indent -= !brief;
    (void)vec_pop(lp->mask);
    if (!brief)
        line(pr, "}");
}

/* The local that becomes false, and nothing else is done; 0: there is none. */
static Ex becomes_false(const LanesPrinter *lp, const Statement *s)
{
    if (vec_len(s->body) != 1 || vec_len(s->other) || s->body->kind != DO_SET || s->body->op ||
        !lanes_is_local(lp, s->body->to) || s->body->value != ex_bool(dtc(lp), false))
        return 0;
    return s->body->to;
}

/* holds: a vector that is a mask */
void lanes_print_branch(LanesPrinter *lp, const Statement *s, const char *holds)
{
    const Ex other_than = becomes_false(lp, s);

    if (other_than) {
        lp->doubted = true;
        begin_statement(lp->pr);
        lanes_put_place(lp, other_than);
        put(lp->pr, lanes_mask(lp) ? " &= ~(%s & %s)" : " &= ~%s", holds, lanes_mask(lp));
        end_statement(lp->pr, ";");
        return;
    }
    if (lp->says) {
        line(lp->pr, "gives |= %s;", holds);
        return;
    }
    const uint32_t then = open_mask(lp, holds, false),
                   other = vec_len(s->other) ? open_mask(lp, holds, true) : 0;

    print_side(lp, s->body, then);
    if (other)
        print_side(lp, s->other, other);
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
    lanes_print_branch(lp, s, holds);
}

/* Does a body but compute, with functions of vectors alone, up to where it is asked again whether to go on? */
static bool only_computes(const LanesPrinter *lp, const Statement *body, bool *asked)
{
    for (uint32_t i = 0; i < vec_len(body) && !*asked; i++) {
        const Statement *s = &body[i];
        *asked = lanes_goes_on(lp->lanes, s);
        if (s->kind == DO_BLOCK ? !only_computes(lp, s->body, asked)
            : s->kind == DO_SET ? !lanes_is_local(lp, s->to) && !lanes_is_now(lp, s->to)
            : s->kind == DO_KERNEL
                ? !s->decides || !becomes_false(lp, s) || (s->kernel != K_FINITE && s->kernel != K_ODD)
                : !*asked && s->kind != DO_NOTE)
            return false;
    }
    return true;
}

static void print_leaving(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const uint32_t gone = ++lp->serial;

    assert(!lp->saved); /* a lane that leaves makes its last step again, from what was before that one */
    begin_statement(pr);
    put_plain(pr, "on &= ");
    lanes_put(lp, s->value);
    end_statement(pr, lp->lanes->leaves ? " & ~m->lanes.left;" : ";");
    line(pr, "const dtc_ints on%u = m->lanes.in & ~on;", gone);
    line(pr, "if (dtc_any(on%u)) {", gone);
    pr->indent++;
    vec_push(&dtc(lp)->pass, lp->mask, gone);
    for (uint32_t i = vec_len(lp->rest); i-- > 0;)
        for (uint32_t k = 0; k < lp->rest[i].n; k++)
            if (lp->rest[i].first[k].kind != DO_RETURN && !lanes_goes_on(lp->lanes, &lp->rest[i].first[k]))
                print(lp, &lp->rest[i].first[k]);
    (void)vec_pop(lp->mask);
    line(pr, "lanes_leave(m, on%u);", gone);
    line(pr, "if (!dtc_any(on))");
    line(pr, "    return on;");
    pr->indent--;
    line(pr, "}");
    lp->doubted = lp->lanes->leaves;
}

/* Lanes in which it does not hold do what is behind it, and are out from here on; so nothing that follows has to spare
 * them. Where they do no harm they stay until that is asked again. */
static bool print_going_on(LanesPrinter *lp, const Statement *s, uint32_t behind)
{
    const LanesRest rest = { s + 1, behind };
    bool asked = false;

    vec_push(&dtc(lp)->pass, lp->rest, rest);
    if (lp->doubted && !(only_computes(lp, s->body, &asked) && asked))
        print_leaving(lp, s);
    const bool ended = print_body(lp, s->body);
    (void)vec_pop(lp->rest);
    return ended;
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
    const char *now = lanes_mask(lp);

    if (lp->fn->goes_on) {
        line(pr, "return on;");
        return;
    }
    if (s->value) { /* lanes that have not returned give 0 so far */
        lanes_prepare(lp, s->value);
        begin_statement(pr);
        put(pr, "gives |= %s%s", now ? now : "", now ? " & " : "");
        if (lanes_uniform(lp->lanes, s->value)) {
            put_plain(pr, "dtc_lanes_true");
            put_open(pr);
            put_ex(pr, s->value);
        } else {
            put_open(pr);
            lanes_put_stored(lp, s->value);
            put_plain(pr, " != 0");
        }
        put_close(pr);
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

    lp->depth[obj] = vec_len(lp->mask) + 1;
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

static bool print_block(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;

    if (s->local) {
        line(pr, "{");
        pr->indent++;
    }
    for (uint32_t i = 0; i < vec_len(s->local); i++)
        print_local(lp, s->local[i]);
    const bool ended = print_body(lp, s->body);
    if (s->local) {
        pr->indent--;
        line(pr, "}");
    }
    return ended;
}

/* Is all that follows behind a return? */
static bool print(LanesPrinter *lp, const Statement *s)
{
    lp->made = (Map){ 0 };
    lp->doubted |= s->kind == DO_SET && s->to == lp->fn->goes_on && s->value != ex_bool(dtc(lp), true);
    if (lp->fn->role == FN_quiet && !lp->saved && s->kind != DO_BLOCK && !lanes_keeps(lp->lanes, s) &&
        lanes_changes_before(lp->lanes, s)) {
        lanes_save(lp->pr, lp->lanes, false);
        lp->saved = true;
    }
    switch (s->kind) {
    case DO_SET: lanes_print_set(lp, s); break;
    case DO_KERNEL: lanes_print_kernel(lp, s); break;
    case DO_CALL: lanes_print_call(lp, s); break;
    case DO_IF: print_if(lp, s); break;
    case DO_LOOP: print_loop(lp, s); break;
    case DO_BLOCK: return print_block(lp, s);
    case DO_CLEAR:
    case DO_COPY: lanes_print_copy(lp, s); break;
    case DO_RETURN: print_return(lp, s); return lp->fn->goes_on != 0;
    case DO_NOTE: print_note(lp, s); break;
    case DO_BREAK: break; /* lanes_refuse */
    }
    return false;
}

static bool print_body(LanesPrinter *lp, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        if (lanes_goes_on(lp->lanes, &body[i]) ? print_going_on(lp, &body[i], vec_len(body) - i - 1)
                                               : print(lp, &body[i]))
            return true;
    return false;
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

/* Has a function but conditions in which it returns true, and false at its end? Then their order does not matter. */
static bool only_says(const LanesPrinter *lp, const Statement *body)
{
    const Ex no = ex_int(dtc(lp), 0), yes = ex_int(dtc(lp), 1);

    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Statement *s = &body[i];
        const bool asks = (s->kind == DO_IF || s->decides) && vec_len(s->body) == 1 && !vec_len(s->other) &&
                          s->body->kind == DO_RETURN && s->body->value == yes,
                   ends = s->kind == DO_RETURN && s->value == no && i + 1 == vec_len(body);
        if (!asks && !ends && s->kind != DO_NOTE)
            return false;
    }
    return true;
}

static void print_function(LanesPrinter *lp, Fn fn)
{
    Printer *pr = lp->pr;
    const ProgramFunction *f = &emitter(lp)->program->fn[fn];
    const bool given = lp->lanes->masked[fn] || f->goes_on, gives = f->gives != GIVES_NOTHING && !f->goes_on;

    lp->fn = f;
    lp->says = gives && !given && only_says(lp, f->body);
    lp->own = !f->goes_on && !lp->says && (given || leaves(f->body, false));
    lp->serial = 0;
    lp->saved = false;
    lp->doubted = lp->lanes->leaves;
    put(pr, "\n%s %s lanes_%s(%s_lanes *m%s)\n{\n", lp->says ? "DTC_LANES_INLINE" : "static",
        f->gives != GIVES_NOTHING ? "dtc_ints" : "void", pr->name->function[fn], pr->name->model,
        given ? ", dtc_ints on" : "");
    pr->indent = 1;
    if (gives)
        line(pr, "dtc_ints gives = { 0 };");
    if (lp->own && !given)
        line(pr, "dtc_ints on = dtc_lanes_true(1);");
    if (f->role == FN_quiet)
        lanes_declare_now(pr, lp->lanes);
    print_body(lp, f->role == FN_quiet ? lp->lanes->quiet : f->body);
    if (gives)
        line(pr, "return gives;");
    pr->indent = 0;
    put(pr, "}\n");
}

void lanes_print_functions(Printer *pr, const Lanes *l)
{
    LanesPrinter lp = { .pr = pr,
                        .lanes = l,
                        .depth = NEW_N(&pr->e->d->run, uint32_t, vec_len(pr->e->program->object) + 1) };

    put(pr, "static const dtc_lanes_functions lanes_functions;\n");
    put(pr,
        "\nDTC_LANES_SELDOM void lanes_leave(%s_lanes *m, dtc_ints gone)\n{\n"
        "    dtc_lanes_leave(&lanes_functions, m, &m->lanes, gone);\n}\n",
        pr->name->model);
    for (uint32_t i = 0; i < vec_len(l->fn); i++)
        print_function(&lp, l->fn[i]);
}
