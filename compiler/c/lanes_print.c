/* lanes_print.c - statements of lanes that set something, or call. In a condition they change those of its mask alone.
 *
 * Requires: lanes_plan. Cost: linear.
 */
#include <string.h>
#include "lanes.h"

static const Emitter *emitter(const LanesPrinter *lp) { return lp->pr->e; }
static Dtc *dtc(const LanesPrinter *lp) { return lp->pr->e->d; }

/* ---- masks --------------------------------------------------------------------------------------------- */

static const char *mask_name(const LanesPrinter *lp, uint32_t mask)
{
    return mask ? internf(dtc(lp), "on%u", mask) : "on";
}

const char *lanes_mask(const LanesPrinter *lp)
{
    if (vec_len(lp->mask))
        return mask_name(lp, vec_last(lp->mask));
    return lp->own ? "on" : NULL;
}

static bool is_set_in(const LanesPrinter *lp, Ex to)
{
    if (!lanes_mask(lp) || ex_op(dtc(lp), to) != OP_OBJ)
        return lanes_mask(lp) != NULL;
    const Object *o = object_of(emitter(lp)->program, to);
    return o->kind != OBJ_LOCAL || lp->depth[ex(dtc(lp), to)->payload] != vec_len(lp->mask) + 1;
}

/* ---- simple statements --------------------------------------------------------------------------------- */

bool lanes_is_local(const LanesPrinter *lp, Ex x)
{
    return ex_op(dtc(lp), x) == OP_OBJ && object_of(emitter(lp)->program, x)->kind == OBJ_LOCAL;
}

static bool is_real(const LanesPrinter *lp, Ex x) { return ex_type(dtc(lp), x) == T_REAL; }

/* A Boolean local is a mask. */
static void put_value(LanesPrinter *lp, Ex to, Ex value)
{
    const bool negated = lanes_is_negated(lp, to), boolean = ex_type(dtc(lp), value) == T_BOOL;

    if (negated) {
        put(lp->pr, boolean ? "(~" : "-");
        lanes_put(lp, value);
        put(lp->pr, boolean ? " & 1)" : "");
    } else if (boolean && lanes_is_local(lp, to) && ex_type(dtc(lp), to) == T_BOOL) {
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
        put_plain(pr, lanes_mask(lp));
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
    if (lanes_mask(lp))
        line(pr, "    if (%s[at])", lanes_mask(lp));
    line(pr, "%s        %s%s[dtc_lane_index((int)%s[at], %u)][at] %s= %s[at];", "",
         o->kind == OBJ_MEMBER ? "m->" : "", name_at(pr, s->to), index, o->n, s->op ? sign_of(s->op) : "",
         value);
}

void lanes_print_set(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const bool object = ex_op(dtc(lp), s->to) == OP_OBJ;

    if (object && lanes_is_local(lp, s->to) && lp->lanes->uniform[ex(dtc(lp), s->to)->payload]) {
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
void lanes_print_copy(LanesPrinter *lp, const Statement *s)
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
        line(pr, "    %s[at] = %s(%s, %s, %s[at]);", to, select, lanes_mask(lp), value, to);
    else
        line(pr, "    %s[at] = %s;", to, value);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool is_whole_array(const LanesPrinter *lp, Ex x)
{
    return ex_op(dtc(lp), x) == OP_OBJ && !ex_narg(dtc(lp), x) && object_of(emitter(lp)->program, x)->n > 0;
}

static void put_rows(LanesPrinter *lp, const MemberRole *row, size_t n, uint32_t law, uint32_t element)
{
    for (size_t i = 0; i < n; i++) {
        put_comma(lp->pr);
        put_plain(lp->pr, lanes_row(lp, row[i], law, element));
    }
}

static bool is_contact(const LanesPrinter *lp, uint32_t law, uint32_t element)
{
    const Emitter *e = emitter(lp);
    return e->f->sw[e->dae->block[law].sw[element]].gap != 0;
}

/* The lanes in which the torque of an element that slides is another one. */
static const char *others(const LanesPrinter *lp, uint32_t law) { return internf(dtc(lp), "others_%u", law); }

static void print_bears(LanesPrinter *lp, const Statement *s, uint32_t element)
{
    static const MemberRole bounds[] = { AT_law_lo, AT_law_hi, AT_law_slo, AT_law_shi };
    Printer *pr = lp->pr;
    const uint32_t law = object_of(emitter(lp)->program, s->arg[0])->of;
    double rows = 0;

    (void)ex_is_num(dtc(lp), s->arg[1], &rows);
    if (element == 0)
        line(pr, "dtc_ints %s = { 0 };", others(lp, law));
    begin_statement(pr);
    put_plain(pr, "DTC_LANES_BEARS(&");
    lanes_put_place(lp, lp->fn->goes_on);
    put(pr, ", &m->%s, %u, %d, m->%s[%u], &%s", name_at(pr, s->arg[0]), element, is_contact(lp, law, element),
        name_at(pr, s->arg[3]), (uint32_t)rows + element, others(lp, law));
    put_rows(lp, bounds, sizeof bounds / sizeof *bounds, law, element);
    end_statement(pr, ");");
    lp->doubted = true;
}

/* What the bounds of an element say, of the statement that lanes_now.c has made for each; behind them: what sliding
 * elements give is made anew where the torque of one is another one. */
static void print_slide(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const uint32_t law = object_of(emitter(lp)->program, s->arg[0])->of,
                   m = laid(emitter(lp)->layout, AT_law, law)->elements;
    double element = 0;

    (void)ex_is_num(dtc(lp), vec_last(s->arg), &element);
    if ((uint32_t)element < m) {
        print_bears(lp, s, (uint32_t)element);
        return;
    }
    line(pr, "if (dtc_any(on & %s))", others(lp, law));
    begin_statement(pr);
    put(pr, "    DTC_LANES_SLIDE(on, &m->%s, ", name_at(pr, s->arg[0]));
    put_ex(pr, s->arg[1]);
    put_plain(pr, ", &");
    lanes_put_place(lp, s->arg[2]);
    put(pr, ", m->%s)", name_at(pr, s->arg[3]));
    end_statement(pr, ";");
}

/* Does an element stay? Else the step is not quiet. The row of its torque or acceleration is made if it takes part. */
static void print_keeps(LanesPrinter *lp, const Statement *s)
{
    static const MemberRole of_element[] = { AT_law_s, AT_law_size, AT_law_gap };
    Printer *pr = lp->pr;
    const uint32_t law = object_of(emitter(lp)->program, s->arg[1])->of;
    double k = 0;

    (void)ex_is_num(dtc(lp), s->arg[2], &k);
    const uint32_t element = (uint32_t)k;
    begin_statement(pr);
    put(pr, "%s(&", lanes_kernel(K_LAW_KEEPS));
    lanes_put_place(lp, lp->fn->goes_on);
    put_comma(pr);
    put_ex(pr, s->arg[0]);
    put(pr, ", &m->%s, %u, ", name_at(pr, s->arg[1]), element);
    lanes_put_stored(lp, s->arg[3]);
    put_comma(pr);
    put_ex(pr, s->arg[4]);
    put(pr, ", %d", is_contact(lp, law, element));
    put_rows(lp, of_element, sizeof of_element / sizeof *of_element, law, element);
    put(pr, ", &%s, &%s", lanes_row(lp, AT_law_lambda, law, element), lanes_row(lp, AT_law_ah, law, element));
    end_statement(pr, ");");
    lp->doubted = true;
}

/* Of a function of runtime/dtc_lanes_step.h; those that write have the mask first. */
static void put_kernel(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const Kernel *k = &kernels[s->kernel];

    put_plain(pr, lanes_kernel(s->kernel));
    put_open(pr);
    if (k->gives == GIVES_NOTHING) {
        put_plain(pr, lanes_mask(lp) ? lanes_mask(lp) : lp->fn->goes_on ? "on" : "dtc_lanes_true(1)");
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

void lanes_print_kernel(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const char *made = NULL;

    if (s->kernel == K_LAW_LEAVE_ROOM) /* for a decision, which lanes make in their own models */
        return;
    if (s->kernel == K_LAW_SLIDE) {
        print_slide(lp, s);
        return;
    }
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
    if (s->kernel == K_LAW_KEEPS) {
        print_keeps(lp, s);
        return;
    }
    made = internf(dtc(lp), "holds%u", ++lp->serial);
    begin_statement(pr);
    put(pr, "const dtc_ints %s = %s", made, s->negated ? "~" : "");
    put_kernel(lp, s);
    end_statement(pr, ";");
    if (s->decides)
        lanes_print_branch(lp, s, made);
    else
        print_assignment(lp, s->to, s->op, 0, internf(dtc(lp), "(%s & 1)", made));
}

/* An evaluation is made anew in lanes that are not quiet: its functions have no mask. */
void lanes_print_call(LanesPrinter *lp, const Statement *s)
{
    line(lp->pr, "lanes_%s(m%s%s);", lp->pr->name->function[s->fn], lp->lanes->masked[s->fn] ? ", " : "",
         !lp->lanes->masked[s->fn] ? ""
         : lanes_mask(lp)          ? lanes_mask(lp)
                                   : "dtc_lanes_true(1)");
}
