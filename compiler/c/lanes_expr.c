/* lanes_expr.c - expressions of lanes: of vectors, one element a lane.
 *
 * Operators of C are those of vectors; of a choice both sides are made, and each lane takes its own. A Boolean is a
 * mask here, in a member 0 or 1. What has no form for vectors, such as a function of libm, is called for each lane,
 * before the statement that it is in (lanes_prepare). What is the same in all lanes is printed as it is there
 * (emit_expr.c).
 *
 * Requires: lanes_refuse. Cost: linear.
 */
#include <string.h>
#include "lanes.h"

static const Emitter *emitter(const LanesPrinter *lp) { return lp->pr->e; }
static Dtc *dtc(const LanesPrinter *lp) { return lp->pr->e->d; }

static bool has_type(const LanesPrinter *lp, Ex x, TypeKind t) { return ex_type(dtc(lp), x) == t; }

static const char *vector_type(const LanesPrinter *lp, Ex x)
{
    return has_type(lp, x, T_REAL) ? "dtc_reals" : "dtc_ints";
}

/* ---- operators ----------------------------------------------------------------------------------------- */

static void put_level(LanesPrinter *lp, Ex x, Level least);

/* Of arithmetic and comparisons: a number stays one. */
static void put_operand(LanesPrinter *lp, Ex x, Level least)
{
    Rational r;
    const bool plain = is_leaf(dtc(lp), x) && !ex_is_quotient(dtc(lp), x, &r);

    if (!lanes_uniform(lp->lanes, x) || has_type(lp, x, T_BOOL) || map_get(&lp->made, x)) {
        put_level(lp, x, least);
        return;
    }
    if (!plain)
        put_open(lp->pr);
    put_ex(lp->pr, x);
    if (!plain)
        put_close(lp->pr);
}

static void put_infix(LanesPrinter *lp, Ex x, const char *sign, Level left, Level right)
{
    put_operand(lp, ex_arg(dtc(lp), x, 0), left);
    put_before_operator(lp->pr, (Level)op_info[ex_op(dtc(lp), x)].binds);
    put(lp->pr, "%s ", sign);
    put_operand(lp, ex_arg(dtc(lp), x, 1), right);
}

static void put_call(LanesPrinter *lp, const char *name, Ex x, uint32_t from)
{
    put_plain(lp->pr, name);
    put_open(lp->pr);
    for (uint32_t i = from; i < ex_narg(dtc(lp), x); i++) {
        if (i > from)
            put_comma(lp->pr);
        put_level(lp, ex_arg(dtc(lp), x, i), L_IF);
    }
    put_close(lp->pr);
}

static bool is_square(const LanesPrinter *lp, Ex x)
{
    Rational r;
    return ex_is_rational(dtc(lp), ex_arg(dtc(lp), x, 1), &r) && r.den == 1 && r.num == 2;
}

static bool is_root(const LanesPrinter *lp, Ex x)
{
    Rational r;
    return ex_is_rational(dtc(lp), ex_arg(dtc(lp), x, 1), &r) && r.den == 2 && r.num == 1;
}

/* The function of a vector; NULL: it has none, or is an operator of C. */
static const char *vector_function(const LanesPrinter *lp, Ex x)
{
    const bool real = has_type(lp, x, T_REAL);

    switch (ex_op(dtc(lp), x)) {
    case OP_IF: return real ? "dtc_select" : "dtc_select_int";
    case OP_MIN: return real ? "dtc_lanes_min" : "dtc_lanes_min_int";
    case OP_MAX: return real ? "dtc_lanes_max" : "dtc_lanes_max_int";
    case OP_ADD: return int_may_overflow(emitter(lp), x) ? "dtc_lanes_add_int" : NULL;
    case OP_SUB: return int_may_overflow(emitter(lp), x) ? "dtc_lanes_sub_int" : NULL;
    case OP_ABS: return real ? "dtc_lanes_abs" : NULL;
    case OP_SQRT: return "dtc_lanes_sqrt";
    case OP_INTEGER: return "dtc_lanes_integer";
    case OP_FLUSH: return "dtc_lanes_flush";
    case OP_REST: return "dtc_lanes_rest";
    case OP_REAL: return "dtc_lanes_real";
    default: return NULL;
    }
}

static bool is_operator(const LanesPrinter *lp, Ex x)
{
    switch (ex_op(dtc(lp), x)) {
    case OP_NEG:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: return !int_may_overflow(emitter(lp), x);
    case OP_DIV:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
    case OP_EQ:
    case OP_NE:
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_NOEVENT:
    case OP_SMOOTH: return true;
    default: return false;
    }
}

/* Where a look-up keeps what it has found (look_ups.c): of the model of a lane, wherever that is. */
static bool is_room(const LanesPrinter *lp, Ex x)
{
    return ex_op(dtc(lp), x) == OP_OBJ && object_of(emitter(lp)->program, x)->role == AT_near;
}

/* An array that is given to a function: of the file, of the model of a lane, or among the lanes, of which each lane has
 * a copy (copy_arrays). */
typedef struct { const char *name; uint32_t n; bool real, copied; } Given;

static Given given_array(LanesPrinter *lp, Ex x)
{
    const Emitter *e = emitter(lp);
    const Ex table = ex_op(e->d, x) == OP_ARRAY ? (Ex)map_get(&e->program->literals, x) : 0;
    Given g = { .real = true };

    if (table || ex_op(e->d, x) == OP_OBJ) {
        const Object *o = object_of(e->program, table ? table : x);
        g = (Given){ name_at(lp->pr, table ? table : x), o->n, o->type == T_REAL, o->kind == OBJ_LOCAL };
        return g;
    }
    const uint32_t array = whole_array(e, x);
    const Home h = e->store->home[e->f->array[array].first];
    const uint32_t member = (uint32_t)(laid(e->layout, h.role, h.of) - e->layout->member);
    g.copied = lanes_have(lp->lanes, member, 0, LANES_CHANGE);
    g.n = e->f->array[array].n;
    g.real = e->f->var[e->f->array[array].first].type == T_REAL;
    g.name = internf(e->d, g.copied ? "m->%s" : "m->lane[at].%s", lp->pr->name->array[array]);
    return g;
}

static bool is_given_array(const LanesPrinter *lp, Ex call, Ex x)
{
    const Op op = ex_op(dtc(lp), x);
    return ex_op(dtc(lp), call) == OP_CALL && (op == OP_ARRAY || (op == OP_OBJ && !ex_narg(dtc(lp), x) &&
                                                                  object_of(emitter(lp)->program, x)->n > 0));
}

/* A look-up that keeps what it has found, for all lanes: of runtime/dtc_lanes_step.h, if its column is theirs. */
static bool is_near(const LanesPrinter *lp, Ex x)
{
    const Function *f =
        ex_op(dtc(lp), x) == OP_CALL ? &emitter(lp)->f->function[ex(dtc(lp), x)->payload] : NULL;
    bool room = false;

    for (uint32_t i = 0; f && i < f->nin; i++) {
        if (f->local[i].type != T_REAL && !lanes_uniform(lp->lanes, ex_arg(dtc(lp), x, i)))
            return false;
        room |= f->local[i].room;
    }
    return room;
}

static void put_near(LanesPrinter *lp, Ex x)
{
    const Function *f = &emitter(lp)->f->function[ex(dtc(lp), x)->payload];
    const Given g = given_array(lp, ex_arg(dtc(lp), x, 0));
    const bool own = strncmp(g.name, "m->", 3) == 0;

    put(lp->pr, "dtc_lanes_%s", f->external + strlen("dtc_"));
    put_open(lp->pr);
    if (own)
        put(lp->pr, "m->lane[0].%s, sizeof m->lane[0]", strchr(g.name, '.') + 1);
    else
        put(lp->pr, "%s, 0", g.name);
    for (uint32_t k = 0; k < f->local[0].ndim; k++)
        put(lp->pr, ", %u", f->local[0].dim[k]);
    for (uint32_t i = 1; i < f->nin; i++) {
        put_comma(lp->pr);
        put(lp->pr, f->local[i].room ? "&" : "");
        if (f->local[i].room)
            lanes_put_place(lp, ex_arg(dtc(lp), x, i));
        else if (f->local[i].type != T_REAL)
            put_ex(lp->pr, ex_arg(dtc(lp), x, i));
        else
            lanes_put(lp, ex_arg(dtc(lp), x, i));
    }
    put_close(lp->pr);
}

/* It is called for each lane, or is an element that each lane chooses. */
static bool is_each(const LanesPrinter *lp, Ex x)
{
    const Op op = ex_op(dtc(lp), x);

    if (lanes_uniform(lp->lanes, x))
        return false;
    if (op == OP_OBJ)
        return ex_narg(dtc(lp), x) && !lanes_uniform(lp->lanes, ex_arg(dtc(lp), x, 0));
    if (op == OP_POW)
        return !is_square(lp, x) && !is_root(lp, x);
    return !lanes_is_place(lp, x) && !is_operator(lp, x) && !vector_function(lp, x) && !is_near(lp, x);
}

static void put_uniform(LanesPrinter *lp, Ex x)
{
    put_plain(lp->pr, has_type(lp, x, T_REAL)   ? "dtc_lanes_all"
                      : has_type(lp, x, T_BOOL) ? "dtc_lanes_true"
                                                : "dtc_lanes_all_int");
    put_open(lp->pr);
    put_ex(lp->pr, x);
    put_close(lp->pr);
}

static void put_operator(LanesPrinter *lp, Ex x)
{
    const Op op = ex_op(dtc(lp), x);
    const Level binds = (Level)op_info[op].binds;

    switch (op) {
    case OP_NEG:
        put_plain(lp->pr, "-");
        put_operand(lp, ex_arg(dtc(lp), x, 0), L_PRIMARY);
        break;
    case OP_NOT:
        put_plain(lp->pr, "~");
        put_level(lp, ex_arg(dtc(lp), x, 0), L_PRIMARY);
        break;
    case OP_AND:
    case OP_OR: put_infix(lp, x, op == OP_AND ? "&" : "|", L_PRIMARY, L_PRIMARY); break;
    default:
        put_infix(lp, x, op_info[op].c, binds >= L_SUM ? binds : L_SUM, binds >= L_SUM ? binds + 1 : L_SUM);
    }
}

static void put_node(LanesPrinter *lp, Ex x, Level least)
{
    const Op op = ex_op(dtc(lp), x);
    const char *function = vector_function(lp, x);

    if (op == OP_NOEVENT || op == OP_SMOOTH) {
        put_level(lp, ex_arg(dtc(lp), x, op == OP_SMOOTH), least);
    } else if (lanes_is_place(lp, x)) {
        lanes_put_value(lp, x, least);
    } else if (is_near(lp, x)) {
        put_near(lp, x);
    } else if (op == OP_POW) {
        put_plain(lp->pr, is_square(lp, x) ? "dtc_lanes_square" : "dtc_lanes_sqrt");
        put_open(lp->pr);
        put_level(lp, ex_arg(dtc(lp), x, 0), L_IF);
        put_close(lp->pr);
    } else if (function) {
        put_call(lp, function, x, 0);
    } else {
        put_operator(lp, x);
    }
}

static void put_level(LanesPrinter *lp, Ex x, Level least)
{
    const char *made = (const char *)(uintptr_t)map_get(&lp->made, x);
    const Op op = ex_op(dtc(lp), x);

    if (made) {
        put_plain(lp->pr, made);
        return;
    }
    if (lanes_uniform(lp->lanes, x)) {
        put_uniform(lp, x);
        return;
    }
    if (is_operator(lp, x) && op != OP_NOEVENT && op != OP_SMOOTH && (Level)op_info[op].binds < least) {
        put_open(lp->pr);
        put_node(lp, x, L_IF);
        put_close(lp->pr);
        return;
    }
    put_node(lp, x, least);
}

void lanes_put(LanesPrinter *lp, Ex x) { put_level(lp, x, L_PRIMARY); }

void lanes_put_stored(LanesPrinter *lp, Ex x)
{
    if (!has_type(lp, x, T_BOOL)) {
        put_level(lp, x, L_SUM);
        return;
    }
    put_open(lp->pr);
    put_level(lp, x, L_PRIMARY);
    put_plain(lp->pr, " & 1");
    put_close(lp->pr);
}

/* ---- what is made for each lane ------------------------------------------------------------------------ */

static void make(LanesPrinter *lp, Ex x, const char *name)
{
    map_set(&dtc(lp)->run, &lp->made, x, (uint64_t)(uintptr_t)name);
}

/* A vector of which each lane's number is taken. */
static void name_vector(LanesPrinter *lp, Ex x)
{
    Printer *pr = lp->pr;

    if (lanes_uniform(lp->lanes, x) || map_get(&lp->made, x) || is_room(lp, x) ||
        (lanes_is_place(lp, x) && !lanes_is_negated(lp, x) &&
         !(has_type(lp, x, T_BOOL) && lanes_in_member(lp, x))))
        return;
    const char *name = internf(dtc(lp), "of%u", ++lp->serial);
    begin_statement(pr);
    put(pr, "const %s %s = ", vector_type(lp, x), name);
    lanes_put(lp, x);
    end_statement(pr, ";");
    make(lp, x, name);
}

/* Lane `at` of it, as C has it alone. */
static void put_lane(LanesPrinter *lp, Ex x)
{
    if (is_room(lp, x)) {
        put(lp->pr, "&m->lane[at].%s[", name_at(lp->pr, x));
        put_ex(lp->pr, ex_arg(dtc(lp), x, 0));
        put_plain(lp->pr, "]");
        return;
    }
    if (lanes_uniform(lp->lanes, x)) {
        put_ex(lp->pr, x);
        return;
    }
    put(lp->pr, has_type(lp, x, T_BOOL) ? "(" : has_type(lp, x, T_INT) ? "(int)" : "");
    lanes_put(lp, x);
    put(lp->pr, has_type(lp, x, T_BOOL) ? "[at] != 0)" : "[at]");
}

/* Of one lane; how many. */
static uint32_t copy_arrays(LanesPrinter *lp, Ex x, bool print)
{
    uint32_t copies = 0;

    for (uint32_t i = 0; i < ex_narg(dtc(lp), x); i++) {
        if (!is_given_array(lp, x, ex_arg(dtc(lp), x, i)))
            continue;
        const Given g = given_array(lp, ex_arg(dtc(lp), x, i));
        copies += g.copied;
        if (!g.copied || !print)
            continue;
        line(lp->pr, "%s copy%u[%u];", g.real ? "dtc_real" : "int", i, g.n);
        line(lp->pr, "for (int i = 0; i < %u; i++)", g.n);
        line(lp->pr, "    copy%u[i] = %s%s[i][at];", i, g.real ? "" : "(int)", g.name);
    }
    return copies;
}

static void put_user_function(LanesPrinter *lp, Ex x)
{
    const Emitter *e = emitter(lp);
    const Function *f = &e->f->function[ex(e->d, x)->payload];

    put_plain(lp->pr, f->external ? f->external : name_of(lp->pr, FN_of_user, ex(e->d, x)->payload));
    put_open(lp->pr);
    for (uint32_t i = 0; i < ex_narg(e->d, x); i++) {
        const Ex a = ex_arg(e->d, x, i);
        if (i)
            put_comma(lp->pr);
        const bool array = is_given_array(lp, x, a);
        const Given g = array ? given_array(lp, a) : (Given){ 0 };
        if (!array)
            put_lane(lp, a);
        else
            put_plain(lp->pr, g.copied ? internf(e->d, "copy%u", i) : g.name);
        for (uint32_t k = 0; array && f->external && i < f->nin && k < f->local[i].ndim; k++) {
            put_comma(lp->pr);
            put(lp->pr, "%u", f->local[i].dim[k]);
        }
    }
    put_close(lp->pr);
}

static void put_operation(LanesPrinter *lp, Ex x)
{
    const OpInfo *o = &op_info[ex_op(dtc(lp), x)];
    const bool real = has_type(lp, x, T_REAL);

    put(lp->pr, "%s%s", !real && (o->is & OP_REAL_IN_C) ? "(int)" : "", !real && o->c_int ? o->c_int : o->c);
    put_open(lp->pr);
    for (uint32_t i = 0; i < ex_narg(dtc(lp), x); i++) {
        if (i)
            put_comma(lp->pr);
        put_lane(lp, ex_arg(dtc(lp), x, i));
    }
    put_close(lp->pr);
}

/* x^n by products, as emit_expr.c has it. */
static void put_power(LanesPrinter *lp, Ex x)
{
    Rational r;
    const bool whole =
        ex_is_rational(dtc(lp), ex_arg(dtc(lp), x, 1), &r) && r.den == 1 && r.num >= -64 && r.num <= 64;

    put_plain(lp->pr, whole ? "dtc_powi" : "dtc_pow");
    put_open(lp->pr);
    put_lane(lp, ex_arg(dtc(lp), x, 0));
    put_comma(lp->pr);
    if (whole)
        put(lp->pr, "%d", (int)r.num);
    else
        put_lane(lp, ex_arg(dtc(lp), x, 1));
    put_close(lp->pr);
}

static void put_sample(LanesPrinter *lp, Ex x)
{
    put_plain(lp->pr, "dtc_sample");
    put_open(lp->pr);
    put_plain(lp->pr, "m->lanes.steps[at], STEP, ");
    put_lane(lp, ex_arg(dtc(lp), x, 0));
    put_plain(lp->pr, " - START, ");
    put_lane(lp, ex_arg(dtc(lp), x, 1));
    put_close(lp->pr);
}

/* An element, inside its array whatever the index of a lane that does not ask for it. */
static void put_element(LanesPrinter *lp, Ex x)
{
    const Object *o = object_of(emitter(lp)->program, x);

    put(lp->pr, o->kind == OBJ_MEMBER ? "m->%s[dtc_lane_index" : "%s[dtc_lane_index", name_at(lp->pr, x));
    put_open(lp->pr);
    put_lane(lp, ex_arg(dtc(lp), x, 0));
    put_comma(lp->pr);
    put(lp->pr, "%u", o->n);
    put_close(lp->pr);
    put(lp->pr, o->kind == OBJ_TABLE ? "]" : "][at]");
}

static void put_each(LanesPrinter *lp, Ex x)
{
    switch (ex_op(dtc(lp), x)) {
    case OP_CALL: put_user_function(lp, x); break;
    case OP_POW: put_power(lp, x); break;
    case OP_SAMPLE: put_sample(lp, x); break;
    case OP_OBJ: put_element(lp, x); break;
    default: put_operation(lp, x);
    }
}

/* A loop over the lanes in which each sets its element. */
static const char *open_each(LanesPrinter *lp, const char *type, Ex call)
{
    Printer *pr = lp->pr;
    const char *name = internf(dtc(lp), "each%u", ++lp->serial);
    const bool copies = call && copy_arrays(lp, call, false);

    line(pr, "%s %s;", type, name);
    line(pr, "for (int at = 0; at < DTC_LANES; at++)%s", copies ? " {" : "");
    pr->indent++;
    if (copies)
        copy_arrays(lp, call, true);
    begin_statement(pr);
    put(pr, "%s[at] = ", name);
    return name;
}

static void close_each(LanesPrinter *lp, Ex call)
{
    end_statement(lp->pr, ";");
    lp->pr->indent--;
    if (call && copy_arrays(lp, call, false))
        line(lp->pr, "}");
}

void lanes_prepare(LanesPrinter *lp, Ex x)
{
    const Emitter *e = emitter(lp);
    const Op op = x ? ex_op(e->d, x) : OP_NONE;

    if (!x || op == OP_ARRAY || op_keeps(op) || lanes_uniform(lp->lanes, x) || map_get(&lp->made, x))
        return;
    for (uint32_t i = 0; i < ex_narg(e->d, x); i++)
        if (!is_given_array(lp, x, ex_arg(e->d, x, i)))
            lanes_prepare(lp, ex_arg(e->d, x, i));
    if (!is_each(lp, x))
        return;
    for (uint32_t i = 0; i < ex_narg(e->d, x); i++)
        if (!is_given_array(lp, x, ex_arg(e->d, x, i)))
            name_vector(lp, ex_arg(e->d, x, i));
    const Ex call = op == OP_CALL ? x : 0;
    const char *name = open_each(lp, vector_type(lp, x), call);
    put(lp->pr, has_type(lp, x, T_BOOL) ? "-(" : "");
    put_each(lp, x);
    put(lp->pr, has_type(lp, x, T_BOOL) ? " != 0)" : "");
    close_each(lp, call);
    make(lp, x, name);
}

const char *lanes_make_kernel(LanesPrinter *lp, const Statement *s)
{
    Printer *pr = lp->pr;
    const Kernel *k = &kernels[s->kernel];

    for (uint32_t i = 0; k->arguments[i]; i++)
        name_vector(lp, s->arg[i]);
    const char *name = open_each(lp, k->gives == GIVES_REAL ? "dtc_reals" : "dtc_ints", 0);
    put_plain(pr, k->name);
    put_open(pr);
    for (uint32_t i = 0; k->arguments[i]; i++) {
        if (i)
            put_comma(pr);
        put_lane(lp, s->arg[i]);
    }
    put_close(pr);
    close_each(lp, 0);
    return name;
}
