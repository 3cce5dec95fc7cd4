/* lanes.c - what of the program has a form in lanes: the function quiet, those that it calls, and members of the model
 * that they use.
 *
 * A statement has one if its function of the runtime has, and loops run alike in all lanes. What has none and stands in
 * a condition leaves the lanes in which that holds to their own step (lanes_print.c); elsewhere the model has none.
 *
 * Requires: all passes over the program. Cost: linear in the statements.
 */
#include <string.h>
#include "expr.h"
#include "lanes.h"

/* Functions of the runtime in lanes, of runtime/dtc_lanes_step.h. */
const char *lanes_kernel(KernelId k)
{
    static const char *const name[KERNELS] = {
        [K_HOLD] = "dtc_lanes_hold",       [K_HOLD_REAL] = "dtc_lanes_hold_real",
        [K_LAW_PUSH] = "DTC_LANES_PUSH",   [K_LAW_HOLD] = "DTC_LANES_HOLD",
        [K_LAW_QUIET] = "DTC_LANES_QUIET", [K_LAW_QUIET_APART] = "DTC_LANES_QUIET_APART",
        [K_LAW_GAPS] = "DTC_LANES_GAPS",   [K_LAW_LEAVE_ROOM] = "",
        [K_LAW_JUMPS] = "DTC_LANES_JUMPS", [K_FINITE] = "dtc_lanes_finite",
        [K_ODD] = "dtc_lanes_odd",         [K_LAW_KEEPS] = "DTC_LANES_KEEPS",
        [K_LAW_SLIDE] = "DTC_LANES_SLIDE", [K_ODD_INPUT] = "dtc_lanes_odd",
    };
    return name[k];
}

static bool is_of_numbers(KernelId k)
{
    return !lanes_kernel(k) && strspn(kernels[k].arguments, "vnb") == strlen(kernels[k].arguments);
}

/* ---- what is the same in all lanes --------------------------------------------------------------------- */

/* Lists of the law: runtime/dtc_lanes.h. initial: it is no more. */
static bool is_common(MemberRole role)
{
    return role == AT_law_list || role == AT_law_holding || role == AT_law_sliding || role == AT_initial;
}

static bool is_uniform_object(const Lanes *l, Ex x)
{
    const Object *o = object_of(l->e->program, x);

    switch (o->kind) {
    case OBJ_CONSTANT:
    case OBJ_OFFSET:
    case OBJ_BYTES: return true;
    case OBJ_TABLE: return ex_narg(l->e->d, x) && lanes_uniform(l, ex_arg(l->e->d, x, 0));
    case OBJ_LOCAL: return l->uniform[ex(l->e->d, x)->payload];
    case OBJ_MEMBER: return is_common(o->role);
    case OBJ_PARAM: break;
    }
    return false;
}

bool lanes_uniform(const Lanes *l, Ex x)
{
    switch (ex_op(l->e->d, x)) {
    case OP_VAR:
    case OP_PRE:
    case OP_LAST:
    case OP_TIME:
    case OP_SAMPLE:
    case OP_CALL:
    case OP_ARRAY: return false;
    case OP_OBJ: return is_uniform_object(l, x);
    default: break;
    }
    for (uint32_t i = 0; i < ex_narg(l->e->d, x); i++)
        if (!lanes_uniform(l, ex_arg(l->e->d, x, i)))
            return false;
    return true;
}

/* ---- what has no form ---------------------------------------------------------------------------------- */

Ex lanes_held(const Lanes *l, const Statement *s)
{
    if (ex_op(l->e->d, s->count) != OP_OBJ)
        return 0;
    const Object *o = object_of(l->e->program, s->count);
    return o->kind == OBJ_MEMBER && o->role == AT_law_holding ? s->count : 0;
}

bool lanes_goes_on(const Lanes *l, const Statement *s)
{
    const Ex x = s->kind == DO_IF && !s->other ? s->value : 0;

    if (!x || ex_op(l->e->d, x) != OP_OBJ || object_of(l->e->program, x)->kind != OBJ_LOCAL)
        return false;
    for (Fn i = 1; i < vec_len(l->e->program->fn); i++)
        if (l->e->program->fn[i].goes_on == x)
            return true;
    return false;
}

bool lanes_never(const Lanes *l, const Statement *s)
{
    bool never = false;

    for (NodeWalk w = node_walk(l->e->d, s->kind == DO_IF ? s->value : 0); node_next(&w);)
        if (ex_op(l->e->d, w.e) == OP_OBJ && object_of(l->e->program, w.e)->kind == OBJ_MEMBER)
            never |= object_of(l->e->program, w.e)->role == AT_ready;
    return never;
}

static const char *refuse_kernel(const Lanes *l, const Statement *s)
{
    if (is_of_numbers(s->kernel) && !s->decides)
        return NULL;
    return lanes_kernel(s->kernel) ? NULL : internf(l->e->d, "it calls %s", kernels[s->kernel].name);
}

static const char *refuse_call(const Lanes *l, const Statement *s)
{
    const ProgramFunction *fn = &l->e->program->fn[s->fn];

    if (s->value)
        return "it calls a function with several results";
    if (fn->gives != GIVES_NOTHING || vec_len(fn->param) || fn->alone)
        return internf(l->e->d, "it calls %s", function_label(l->e->program, fn->role, fn->of));
    return lanes_refuse(l, fn->body);
}

static const char *refuse_statement(const Lanes *l, const Statement *s)
{
    switch (s->kind) {
    case DO_KERNEL: return refuse_kernel(l, s);
    case DO_CALL: return refuse_call(l, s);
    case DO_LOOP:
        if (s->value || !(lanes_held(l, s) || lanes_uniform(l, s->count)))
            return "it has a loop that ends by what it computes";
        return lanes_refuse(l, s->body);
    case DO_BLOCK:
        for (uint32_t i = 0; i < vec_len(s->local); i++)
            if (object_of(l->e->program, s->local[i])->law)
                return "it changes the matrices of a law";
        return lanes_refuse(l, s->body);
    case DO_BREAK: return "it has a loop that ends by what it computes";
    case DO_COPY:
    case DO_CLEAR: return object_of(l->e->program, s->to)->type == T_COMPOSITE ? "it copies a law" : NULL;
    case DO_IF: return lanes_goes_on(l, s) ? lanes_refuse(l, s->body) : NULL;
    case DO_SET:
    case DO_RETURN:
    case DO_NOTE: break;
    }
    return NULL;
}

const char *lanes_refuse(const Lanes *l, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const char *why = refuse_statement(l, &body[i]);
        if (why)
            return why;
    }
    return NULL;
}

/* ---- what is used -------------------------------------------------------------------------------------- */

static void use_member(Lanes *l, MemberRole role, uint32_t of, int what)
{
    const MemberRole whole = member_whole(role);
    const LaidMember *m = laid(l->e->layout, whole, of);

    if (!m || is_common(role))
        return;
    const uint32_t i = (uint32_t)(m - l->e->layout->member);
    l->member[i] |= (uint8_t)what;
    if (!l->part[i])
        l->part[i] = NEW_N(&l->e->d->run, uint8_t, vec_len(m->part) + 1);
    for (uint32_t k = 0; k < vec_len(m->part); k++)
        if (m->part[k].role == role)
            l->part[i][k] |= (uint8_t)what;
}

bool lanes_have(const Lanes *l, uint32_t member, uint32_t part, int what)
{
    const LaidMember *m = &l->e->layout->member[member];

    if (!l->part[member] || !vec_len(m->part) || m->rows)
        return l->member[member] & what;
    return l->part[member][part] & what;
}

static void use_home(Lanes *l, Home h, int what)
{
    if (h.role != AT_NOWHERE)
        use_member(l, h.role, h.of, what);
}

/* Arrays that functions of users or of the runtime are given, which they only read. */
static void use_array(Lanes *l, Ex x)
{
    const uint32_t array = whole_array(l->e, x);

    if (array)
        use_home(l, l->e->store->home[l->e->f->array[array].first], LANES_LOOK_UP);
}

static void use_ex(Lanes *l, Ex x, int what);

static void use_arguments(Lanes *l, Ex x)
{
    for (uint32_t i = 0; i < ex_narg(l->e->d, x); i++)
        if (ex_op(l->e->d, ex_arg(l->e->d, x, i)) == OP_ARRAY)
            use_array(l, ex_arg(l->e->d, x, i));
        else
            use_ex(l, ex_arg(l->e->d, x, i), LANES_HAVE);
}

static void use_ex(Lanes *l, Ex x, int what)
{
    const Emitter *e = l->e;
    const Op op = x ? ex_op(e->d, x) : OP_NONE;

    if (op == OP_VAR || op_keeps(op)) {
        const Var v = ex_is_var(e->d, op == OP_VAR ? x : ex_arg(e->d, x, 0));
        use_home(l, home_of(e, op, root(e->of, v)), what);
        return;
    }
    if (op == OP_OBJ && object_of(e->program, x)->kind == OBJ_MEMBER)
        use_member(l, object_of(e->program, x)->role, object_of(e->program, x)->of, what);
    if (x)
        use_arguments(l, x);
}

static void use_body(Lanes *l, const Statement *body, bool masked);

static void use_call(Lanes *l, Fn fn, bool masked)
{
    l->masked[fn] |= masked;
    if (l->taken[fn])
        return;
    l->taken[fn] = true;
    use_body(l, l->e->program->fn[fn].body, false);
    vec_push(&l->e->d->run, l->fn, fn);
}

/* An evaluation is made anew where a step is not quiet: its functions need no mask. */
static bool is_evaluation(FunctionRole role)
{
    return role == FN_kinematic || role == FN_equations || role == FN_outputs;
}

static void use_kernel(Lanes *l, const Statement *s)
{
    const char *kind = kernels[s->kernel].arguments;

    for (uint32_t i = 0; kind[i]; i++)
        use_ex(l, s->arg[i], strchr("xw", kind[i]) ? LANES_HAVE | LANES_CHANGE : LANES_HAVE);
    for (uint32_t i = 0; kind[i]; i++) /* a law, whole */
        if (strchr("s", kind[i]))
            use_ex(l, s->arg[i], LANES_HAVE | LANES_CHANGE);
}

static void count_set(Lanes *l, const Statement *s)
{
    if (s->to && ex_op(l->e->d, s->to) == OP_OBJ)
        l->sets[ex(l->e->d, s->to)->payload]++;
}

static void use_statement(Lanes *l, const Statement *s, bool masked)
{
    const bool held = s->kind == DO_LOOP && lanes_held(l, s),
               decides = (s->kind == DO_IF && !lanes_goes_on(l, s)) || s->decides;

    if (lanes_never(l, s))
        return;
    use_ex(l, s->value, LANES_HAVE);
    use_ex(l, s->count, LANES_HAVE);
    if (s->kind != DO_LOOP && s->to)
        use_ex(l, s->to, LANES_HAVE | LANES_CHANGE);
    if (s->kind == DO_KERNEL)
        use_kernel(l, s);
    if (s->kind == DO_CALL && s->fn)
        use_call(l, s->fn, masked && !is_evaluation(l->e->program->fn[s->fn].role));
    const Statement *const sides[] = { s->body, s->other };
    for (int i = 0; i < 2; i++)
        if (decides && lanes_refuse(l, sides[i]))
            l->leaves = true;
        else
            use_body(l, sides[i], masked || held || decides);
}

static void use_body(Lanes *l, const Statement *body, bool masked)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        use_statement(l, &body[i], masked);
}

/* ---- the plan ------------------------------------------------------------------------------------------ */

/* Whole numbers that one statement sets to what all lanes share, and indices of loops. */
static void find_uniform(Lanes *l, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Statement *s = &body[i];
        if (s->kind == DO_LOOP)
            l->uniform[ex(l->e->d, s->to)->payload] = true;
        if (s->kind == DO_SET && !s->op && ex_op(l->e->d, s->to) == OP_OBJ && !ex_narg(l->e->d, s->to)) {
            const Object *o = object_of(l->e->program, s->to);
            if (o->kind == OBJ_LOCAL && o->type == T_INT && l->sets[ex(l->e->d, s->to)->payload] == 1)
                l->uniform[ex(l->e->d, s->to)->payload] = lanes_uniform(l, s->value);
        }
        find_uniform(l, s->body);
        find_uniform(l, s->other);
    }
}

/* What is set before each step, and read after it. */
static void use_interface(Lanes *l)
{
    const Emitter *e = l->e;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        if (is_input(&e->f->var[v]) && e->store->kind[v] == ST_INPUT)
            use_home(l, home_of(e, OP_VAR, v), LANES_HAVE | LANES_INTERFACE);
        if (is_output(&e->f->var[v]))
            use_home(l,
                     e->store->has[AT_output][v] ? home_of_output(e, v) : home_of(e, OP_VAR, root(e->of, v)),
                     LANES_HAVE | LANES_INTERFACE);
    }
}

static void count_sets_in(Lanes *l, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        count_set(l, &body[i]);
        count_sets_in(l, body[i].body);
        count_sets_in(l, body[i].other);
    }
}

/* A table that the step computes is a vector, of which each lane looks up its own. */
static void looked_up_and_changed(Lanes *l)
{
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++)
        if ((l->member[i] & LANES_LOOK_UP) && (l->member[i] & LANES_CHANGE))
            l->member[i] |= LANES_HAVE;
}

Lanes *lanes_plan(const Emitter *e)
{
    Arena *a = &e->d->run;
    const uint32_t objects = vec_len(e->program->object), functions = vec_len(e->program->fn);
    Lanes *l = NEW(a, Lanes);
    const FunctionRole first[] = { FN_odd_inputs, FN_any_refused, FN_quiet };

    *l = (Lanes){ .e = e,
                  .member = NEW_N(a, uint8_t, vec_len(e->layout->member) + 1),
                  .part = NEW_N(a, uint8_t *, vec_len(e->layout->member) + 1),
                  .uniform = NEW_N(a, bool, objects + 1),
                  .sets = NEW_N(a, uint32_t, objects + 1),
                  .taken = NEW_N(a, bool, functions + 1),
                  .masked = NEW_N(a, bool, functions + 1) };
    if (never_quiet(e)) {
        l->why = internf(e->d, "it has no quiet step (%s)", never_quiet(e));
        return l;
    }
    for (Fn i = 1; i < functions; i++)
        count_sets_in(l, e->program->fn[i].body);
    for (Fn i = 1; i < functions; i++)
        find_uniform(l, e->program->fn[i].body);
    for (size_t i = 0; i < sizeof first / sizeof *first && !l->why; i++) {
        const Fn fn = has_function(e->program, first[i]) ? function_of(e->program, first[i], 0) : 0;
        if (!fn)
            continue;
        const char *why = lanes_refuse(l, e->program->fn[fn].body);
        if (why)
            l->why = internf(e->d, "its quiet step has no form for them (%s)", why);
        else
            use_call(l, fn, false);
    }
    use_interface(l);
    looked_up_and_changed(l);
    if (!l->why)
        lanes_choose_now(l, function_of(e->program, FN_quiet, 0));
    return l;
}

bool lanes_refused(const Emitter *e, const char *why)
{
    error(e->d, e->f->cls->span, NULL,
          "there are no lanes of %s: %s; leave out --lanes, and step instances one by one", e->f->name, why);
    return false;
}
