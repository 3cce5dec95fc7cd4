/* lanes_now.c - what a quiet step of lanes computes for itself alone, and in which order.
 *
 * Nobody but the step has it: a lane that is to be read makes its last step again in its own model (dtc_lanes_step.h).
 * So it is a local, which the C compiler keeps in a register as long as it is wanted: of a variable that one statement
 * sets, in no condition and before all that reads it; of a law with a response the slips, bounds, gaps, torques. Such a
 * statement stands right before the first one that needs it, and nowhere if none does, since a step of lanes has more
 * numbers than the machine has registers for vectors: what is made long before it is read is stored and loaded again.
 * What the states to come follow from stays where it is, though: the longest way from a step to the next begins first.
 *
 * Requires: what functions of lanes use (lanes.c). Ensures: Lanes.now, .law_now, .quiet. Cost: linear.
 */
#include <string.h>
#include "expr.h"
#include "lanes.h"

static Var root_var(const Lanes *l, Ex x)
{
    return ex_op(l->e->d, x) == OP_VAR ? root(l->e->of, ex_is_var(l->e->d, x)) : 0;
}

bool lanes_is_now_row(MemberRole r)
{
    return r == AT_law_s || r == AT_law_lo || r == AT_law_hi || r == AT_law_slo || r == AT_law_shi ||
           r == AT_law_gap || r == AT_law_size || r == AT_law_lambda || r == AT_law_ah;
}

/* Torques and accelerations are made by the law itself. */
static bool is_of_law(MemberRole r) { return r == AT_law_lambda || r == AT_law_ah; }

static uint64_t row_key(MemberRole role, uint32_t of, uint32_t element)
{
    return (uint64_t)role << 48 | (uint64_t)of << 24 | element;
}

Var lanes_row_is(const Lanes *l, MemberRole row, uint32_t law, uint32_t element)
{
    return (Var)map_get(&l->row, row_key(row, law, element));
}

static bool is_straight(const Lanes *l, const Statement *s) { return s->kind == DO_BLOCK || lanes_goes_on(l, s); }

/* ---- which --------------------------------------------------------------------------------------------- */

/* By Var: so many statements set it; not a local. law: likewise, by block */
typedef struct { Lanes *l; uint8_t *sets; bool *spoilt, *law, elsewhere; } Seen;

static void spoil(Seen *f, Var v)
{
    const Home h = f->l->e->store->home[v];

    f->spoilt[v] = true;
    if (lanes_is_now_row(h.role))
        f->law[h.of] = true;
}

static void see_reads(Seen *f, Ex x)
{
    const Emitter *e = f->l->e;

    if (!x)
        return;
    for (NodeWalk w = node_walk(e->d, x); node_next(&w);) {
        const Var v = root_var(f->l, w.e);
        const Object *o = ex_op(e->d, w.e) == OP_OBJ ? object_of(e->program, w.e) : NULL;
        if (o && lanes_is_now_row(o->role))
            f->law[o->of] = true;
        if (v && (f->elsewhere || (!f->sets[v] && !is_of_law(e->store->home[v].role))))
            spoil(f, v);
    }
}

static void see(Seen *f, const Statement *body, bool straight);

static void see_set(Seen *f, const Statement *s, bool straight)
{
    const Emitter *e = f->l->e;
    const Var v = s->to ? root_var(f->l, s->to) : 0;

    for (uint32_t i = 0; s->to && i < ex_narg(e->d, s->to); i++)
        see_reads(f, ex_arg(e->d, s->to, i));
    if (s->to && ex_op(e->d, s->to) == OP_OBJ && lanes_is_now_row(object_of(e->program, s->to)->role))
        f->law[object_of(e->program, s->to)->of] = true;
    if (!v)
        return;
    if (f->elsewhere || !straight || s->op || f->sets[v] || is_of_law(e->store->home[v].role))
        spoil(f, v);
    f->sets[v] = 1;
}

static void see(Seen *f, const Statement *body, bool straight)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Statement *s = &body[i];
        const bool inside = straight && is_straight(f->l, s);
        if (lanes_never(f->l, s))
            continue;
        if (s->kind == DO_KERNEL && s->kernel == K_LAW_SLIDE && (f->elsewhere || !straight))
            f->l->why = "its quiet step asks a law where a condition holds";
        see_reads(f, s->value);
        see_reads(f, s->count);
        for (uint32_t k = 0; k < vec_len(s->arg); k++)
            see_reads(f, s->arg[k]);
        if (s->kind != DO_LOOP)
            see_set(f, s, straight);
        see(f, s->body, inside);
        see(f, s->other, inside);
    }
}

static const LaidMember *member_of(const Lanes *l, Var v) { return laid(l->e->layout, AT_variable, v); }

/* A member of its own, which no state is, and which nobody sets or reads between steps. */
static bool is_own(const Lanes *l, Var v)
{
    const LaidMember *m = l->e->store->home[v].role == AT_variable ? member_of(l, v) : NULL;
    return m && m->saving == NOT_SAVED && !m->n && l->e->store->kind[v] != ST_INPUT &&
           !(l->member[m - l->e->layout->member] & LANES_INTERFACE);
}

static void choose_laws(Lanes *l, const Seen *f)
{
    for (uint32_t i = 0; i < vec_len(l->e->layout->member); i++) {
        const LaidMember *m = &l->e->layout->member[i];
        if (m->role == AT_law && l->member[i] && !(l->member[i] & LANES_INTERFACE) &&
            m->of_role < vec_len(l->e->dae->block) && block_responds(l->e, m->of_role))
            l->law_now[m->of_role] = !f->law[m->of_role];
    }
}

static void choose(Lanes *l, const Seen *f)
{
    const Emitter *e = l->e;

    choose_laws(l, f);
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const Home h = e->store->home[v];
        if (root(e->of, v) != v || !f->sets[v] || f->spoilt[v])
            continue;
        l->now[v] = lanes_is_now_row(h.role) ? l->law_now[h.of] : is_own(l, v);
        if (l->now[v] && h.role == AT_variable)
            l->member[member_of(l, v) - e->layout->member] = 0;
    }
}

/* ---- what is changed ----------------------------------------------------------------------------------- */

/* The member that is set; NULL: none. */
static const LaidMember *place_of(const Lanes *l, Ex x)
{
    const Emitter *e = l->e;
    const Op op = x ? ex_op(e->d, x) : OP_NONE;
    Home h = { AT_NOWHERE, 0, 0 };

    if (op == OP_VAR || op_keeps(op))
        h = home_of(e, op, root(e->of, ex_is_var(e->d, op == OP_VAR ? x : ex_arg(e->d, x, 0))));
    else if (op == OP_OBJ && object_of(e->program, x)->kind == OBJ_MEMBER)
        h = (Home){ object_of(e->program, x)->role, object_of(e->program, x)->of, 0 };
    return h.role == AT_NOWHERE ? NULL : laid(e->layout, member_whole(h.role), h.of);
}

static bool is_state(const Lanes *l, Ex x)
{
    const LaidMember *m = place_of(l, x);
    return m && m->saving == SAVED;
}

/* A state that a lane has as it was before the last step; of a law it has none. */
static bool is_kept_before(const Lanes *l, Ex x)
{
    const LaidMember *m = place_of(l, x);
    return m && lanes_before(l, (uint32_t)(m - l->e->layout->member));
}

typedef bool IsChanged(const Lanes *l, Ex x);

static bool changes(const Lanes *l, const Statement *s, IsChanged *is);

static bool body_changes(const Lanes *l, const Statement *body, IsChanged *is)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        if (changes(l, &body[i], is))
            return true;
    return false;
}

static bool changes(const Lanes *l, const Statement *s, IsChanged *is)
{
    const char *kind = s->kind == DO_KERNEL ? kernels[s->kernel].arguments : "";

    if (s->kind != DO_LOOP && is(l, s->to))
        return true;
    for (uint32_t i = 0; kind[i]; i++)
        if (strchr("xw", kind[i]) && is(l, s->arg[i]))
            return true;
    return (s->kind == DO_CALL && s->fn && body_changes(l, l->e->program->fn[s->fn].body, is)) ||
           body_changes(l, s->body, is) || body_changes(l, s->other, is);
}

static bool changes_state(const Lanes *l, const Statement *s) { return changes(l, s, is_state); }

bool lanes_changes_before(const Lanes *l, const Statement *s) { return changes(l, s, is_kept_before); }

/* ---- in which order ------------------------------------------------------------------------------------ */

/* Statements that wait until they are needed, by Var: the one that sets it, and the note before it. Urgent ones do not:
 * the states to come follow from them. */
typedef struct { const Statement *note, *set; } Waiting;
typedef struct { Lanes *l; Waiting *waits; bool *urgent; } Order;

/* Might a later statement change it? States only when all that has been read is made (need_behind). */
static bool may_change(const Lanes *l, Home h)
{
    const LaidMember *m = h.role == AT_NOWHERE ? NULL : laid(l->e->layout, member_whole(h.role), h.of);
    return m && m->saving != SAVED && (l->member[m - l->e->layout->member] & LANES_CHANGE);
}

static bool can_wait(const Lanes *l, const Statement *s)
{
    const Emitter *e = l->e;
    const Var to = s->kind == DO_SET ? root_var(l, s->to) : 0;
    bool can = true;

    if (!to || !l->now[to])
        return false;
    for (NodeWalk w = node_walk(e->d, s->value); node_next(&w);) {
        const Op op = ex_op(w.d, w.e);
        const Object *o = op == OP_OBJ ? object_of(e->program, w.e) : NULL;
        const Var v = root_var(l, w.e);
        if (o && o->kind == OBJ_LOCAL)
            can = false;
        if (o && o->kind == OBJ_MEMBER && o->role != AT_near && may_change(l, (Home){ o->role, o->of, 0 }))
            can = false;
        if (v && !l->now[v] && may_change(l, e->store->home[v]))
            can = false;
    }
    return can;
}

static void need(Order *o, Statement **to, Ex x);

static void take(Order *o, Statement **to, Var v)
{
    const Waiting w = o->waits[v];

    if (!w.set)
        return;
    o->waits[v] = (Waiting){ 0 };
    need(o, to, w.set->value);
    if (w.note)
        vec_push(&o->l->e->d->run, *to, *w.note);
    vec_push(&o->l->e->d->run, *to, *w.set);
}

static void need(Order *o, Statement **to, Ex x)
{
    Var *wanted = NULL;

    if (!x)
        return;
    for (NodeWalk w = node_walk(o->l->e->d, x); node_next(&w);)
        if (root_var(o->l, w.e))
            vec_push(&o->l->e->d->run, wanted, root_var(o->l, w.e));
    for (uint32_t i = 0; i < vec_len(wanted); i++)
        take(o, to, wanted[i]);
}

static void need_rows(Order *o, Statement **to, const MemberRole *row, size_t n, uint32_t law, uint32_t element)
{
    for (size_t i = 0; i < n; i++)
        take(o, to, lanes_row_is(o->l, row[i], law, element));
}

static const MemberRole slip[] = { AT_law_s, AT_law_size, AT_law_gap },
                        bounds[] = { AT_law_lo, AT_law_hi, AT_law_slo, AT_law_shi };

/* Of a kernel that asks a law whether an element stays, or what the bounds of all say. */
static void need_law(Order *o, Statement **to, const Statement *s)
{
    const Emitter *e = o->l->e;
    double element = 0;

    if (s->kernel == K_LAW_KEEPS && ex_is_num(e->d, s->arg[2], &element))
        need_rows(o, to, slip, sizeof slip / sizeof *slip, object_of(e->program, s->arg[1])->of,
                  (uint32_t)element);
    if (s->kernel != K_LAW_SLIDE)
        return;
    const uint32_t law = object_of(e->program, s->arg[0])->of;
    for (uint32_t k = 0; k < laid(e->layout, AT_law, law)->elements; k++)
        need_rows(o, to, bounds, sizeof bounds / sizeof *bounds, law, k);
}

/* What the bounds of an element say is a statement by itself, right behind them: the kernel with the number of the
 * element behind its arguments; at last with that of all, for what those that slide give. */
static void put_slide(Order *o, Statement **to, const Statement *s)
{
    const Emitter *e = o->l->e;
    const uint32_t law = object_of(e->program, s->arg[0])->of, m = laid(e->layout, AT_law, law)->elements;

    for (uint32_t k = 0; k <= m; k++) {
        Statement of_element = *s;
        of_element.arg = NULL;
        for (uint32_t i = 0; i < vec_len(s->arg); i++)
            vec_push(&e->d->run, of_element.arg, s->arg[i]);
        vec_push(&e->d->run, of_element.arg, ex_int(e->d, k));
        if (k < m)
            need_rows(o, to, bounds, sizeof bounds / sizeof *bounds, law, k);
        vec_push(&e->d->run, *to, of_element);
    }
}

static void need_all(Order *o, Statement **to, const Statement *s)
{
    need(o, to, s->value);
    need(o, to, s->count);
    need(o, to, s->kind != DO_LOOP ? s->to : 0);
    for (uint32_t i = 0; i < vec_len(s->arg); i++)
        need(o, to, s->arg[i]);
    if (s->kind == DO_KERNEL)
        need_law(o, to, s);
    for (uint32_t i = 0; i < vec_len(s->body); i++)
        need_all(o, to, &s->body[i]);
    for (uint32_t i = 0; i < vec_len(s->other); i++)
        need_all(o, to, &s->other[i]);
}

/* Lanes that leave at s, and what follows a change of states, need some of what is before it. */
static void need_behind(Order *o, Statement **to, const Statement *body, uint32_t i)
{
    if (lanes_goes_on(o->l, &body[i]) || changes_state(o->l, &body[i]))
        for (uint32_t k = i + 1; k < vec_len(body); k++)
            need_all(o, to, &body[k]);
}

static void put_in_order(Order *o, Statement **to, const Statement *body)
{
    Arena *a = &o->l->e->d->run;
    const Statement *note = NULL;

    for (uint32_t i = 0; i < vec_len(body); i++) {
        Statement s = body[i];
        if (lanes_never(o->l, &s))
            continue;
        if (note && s.kind == DO_NOTE)
            vec_push(a, *to, *note);
        if (s.kind == DO_NOTE) {
            note = &body[i];
            continue;
        }
        if (can_wait(o->l, &s) && !o->urgent[root_var(o->l, s.to)]) {
            o->waits[root_var(o->l, s.to)] = (Waiting){ note, &body[i] };
            note = NULL;
            continue;
        }
        need_behind(o, to, body, i);
        if (s.kind == DO_KERNEL && s.kernel == K_LAW_SLIDE) {
            put_slide(o, to, &s);
            continue;
        }
        if (is_straight(o->l, &s))
            need(o, to, s.value);
        else
            need_all(o, to, &s);
        if (note)
            vec_push(a, *to, *note);
        note = NULL;
        if (is_straight(o->l, &s)) {
            s.body = NULL;
            put_in_order(o, &s.body, body[i].body);
        }
        vec_push(a, *to, s);
    }
    if (note)
        vec_push(a, *to, *note);
}

/* ---- both ---------------------------------------------------------------------------------------------- */

static uint32_t member_at(const Lanes *l, Var v)
{
    const Home h = l->e->store->home[v];
    return (uint32_t)(laid(l->e->layout, member_whole(h.role), h.of) - l->e->layout->member);
}

/* What a quiet step keeps, and puts back where it is none: its locals begin with them. */
static void find_kept(Lanes *l, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const Statement *s = &body[i];
        const Var v =
            s->kind == DO_SET && ex_op(l->e->d, s->to) == OP_OBJ && s->value ? root_var(l, s->value) : 0;
        if (v && is_state(l, s->value) && object_of(l->e->program, s->to)->kind == OBJ_LOCAL) {
            l->kept[v] = s->to;
            l->keeps[member_at(l, v)] = true;
        }
        find_kept(l, s->body);
    }
}

bool lanes_keeps(const Lanes *l, const Statement *s)
{
    const Var v = s->kind == DO_SET || s->kind == DO_KERNEL ? (s->to ? root_var(l, s->to) : 0) : 0;

    for (uint32_t i = 0; i < vec_len(l->e->dae->state); i++)
        if (l->e->dae->state[i] == v)
            return false;
    return v && is_state(l, s->to) && l->keeps[member_at(l, v)];
}

/* What the states to come follow from; from the last statement on, since what is read stands before. */
static void find_urgent(Order *o, const Statement *body)
{
    for (uint32_t i = vec_len(body); i-- > 0;) {
        const Statement *s = &body[i];
        find_urgent(o, s->other);
        find_urgent(o, s->body);
        if (s->kind != DO_SET || (can_wait(o->l, s) && !o->urgent[root_var(o->l, s->to)]))
            continue;
        for (NodeWalk w = node_walk(o->l->e->d, s->value); node_next(&w);)
            o->urgent[root_var(o->l, w.e)] = true;
    }
}

void lanes_choose_now(Lanes *l, Fn quiet)
{
    const Emitter *e = l->e;
    Arena *a = &e->d->run;
    const uint32_t vars = vec_len(e->f->var), blocks = vec_len(e->dae->block);
    Seen f = { .l = l,
               .sets = NEW_N(a, uint8_t, vars),
               .spoilt = NEW_N(a, bool, vars),
               .law = NEW_N(a, bool, blocks + 1) };
    Order o = { .l = l, .waits = NEW_N(a, Waiting, vars), .urgent = NEW_N(a, bool, vars) };

    l->now = NEW_N(a, bool, vars);
    l->law_now = NEW_N(a, bool, blocks + 1);
    l->kept = NEW_N(a, Ex, vars);
    l->keeps = NEW_N(a, bool, vec_len(e->layout->member) + 1);
    find_kept(l, e->program->fn[quiet].body);
    see(&f, e->program->fn[quiet].body, true);
    f.elsewhere = true;
    for (uint32_t i = 0; i < vec_len(l->fn); i++)
        if (l->fn[i] != quiet)
            see(&f, e->program->fn[l->fn[i]].body, false);
    choose(l, &f);
    for (Var v = 1; v < vars; v++)
        if (l->now[v] && e->store->home[v].role != AT_variable)
            map_set(a, &l->row,
                    row_key(e->store->home[v].role, e->store->home[v].of, e->store->home[v].element), v);
    find_urgent(&o, e->program->fn[quiet].body);
    put_in_order(&o, &l->quiet, e->program->fn[quiet].body);
}
