/* lanes_place.c - variables and objects as expressions of lanes, and as what is set.
 *
 * Requires: lanes_plan. Cost: constant.
 */
#include "lanes.h"

static const Emitter *emitter(const LanesPrinter *lp) { return lp->pr->e; }
static Dtc *dtc(const LanesPrinter *lp) { return lp->pr->e->d; }

bool lanes_is_place(const LanesPrinter *lp, Ex x)
{
    const Op op = ex_op(dtc(lp), x);
    return op == OP_VAR || op_keeps(op) || op == OP_OBJ || op == OP_TIME;
}

bool lanes_in_member(const LanesPrinter *lp, Ex x)
{
    return ex_op(dtc(lp), x) != OP_OBJ || object_of(emitter(lp)->program, x)->kind == OBJ_MEMBER;
}

bool lanes_is_negated(const LanesPrinter *lp, Ex x)
{
    const Emitter *e = emitter(lp);
    const Op op = ex_op(e->d, x);
    bool negated = false;

    if (op == OP_VAR || op_keeps(op))
        (void)root_of(e->f, ex_is_var(e->d, op == OP_VAR ? x : ex_arg(e->d, x, 0)), &negated);
    return negated;
}

/* A local of the step, not a member: it is in `now`. */
static bool is_now(const LanesPrinter *lp, Home h, Var v)
{
    return lanes_is_now_row(h.role) ? lp->lanes->law_now[h.of] : lp->lanes->now[v];
}

bool lanes_is_now(const LanesPrinter *lp, Ex x)
{
    const Emitter *e = emitter(lp);
    const Var v = ex_op(e->d, x) == OP_VAR ? root(e->of, ex_is_var(e->d, x)) : 0;
    return v && is_now(lp, e->store->home[v], v);
}

/* Of what no statement of the step sets it is what the law has. */
const char *lanes_row(const LanesPrinter *lp, MemberRole row, uint32_t law, uint32_t element)
{
    const bool now = row == AT_law_lambda || row == AT_law_ah
                       ? lp->lanes->law_now[law]
                       : lanes_row_is(lp->lanes, row, law, element) != 0;
    const LaidMember *m = laid(emitter(lp)->layout, AT_law, law);

    return internf(dtc(lp), "%s%s.%s[%u]", now ? "now." : "m->",
                   lp->pr->name->member[m - emitter(lp)->layout->member], part_label(row), element);
}

static void put_object(LanesPrinter *lp, Ex x)
{
    Printer *pr = lp->pr;
    const Object *o = object_of(emitter(lp)->program, x);

    put(pr, o->kind == OBJ_MEMBER ? "m->%s" : "%s", name_at(pr, x));
    if (!ex_narg(dtc(lp), x))
        return;
    put_plain(pr, "[");
    put_ex(pr, ex_arg(dtc(lp), x, 0));
    put_plain(pr, "]");
}

void lanes_put_place(LanesPrinter *lp, Ex x)
{
    const Emitter *e = emitter(lp);
    const Op op = ex_op(e->d, x);

    if (op == OP_OBJ) {
        put_object(lp, x);
    } else if (op == OP_TIME) {
        put_plain(lp->pr, "m->time");
    } else {
        const Var v = root(e->of, ex_is_var(e->d, op == OP_VAR ? x : ex_arg(e->d, x, 0)));
        put(lp->pr, op == OP_VAR && is_now(lp, e->store->home[v], v) ? "now.%s" : "m->%s",
            lp->pr->name->of[kept_as(e, op)][v]);
    }
}

void lanes_put_value(LanesPrinter *lp, Ex x, Level least)
{
    const bool negated = lanes_is_negated(lp, x);

    if (ex_type(dtc(lp), x) == T_BOOL && lanes_in_member(lp, x)) {
        put_plain(lp->pr, negated ? "dtc_lanes_is_not" : "dtc_lanes_is");
        put_open(lp->pr);
        lanes_put_place(lp, x);
        put_close(lp->pr);
        return;
    }
    if (negated && least > L_SUM) {
        put_open(lp->pr);
        lanes_put_value(lp, x, L_SUM);
        put_close(lp->pr);
        return;
    }
    put(lp->pr, negated ? "-" : "");
    lanes_put_place(lp, x);
}
