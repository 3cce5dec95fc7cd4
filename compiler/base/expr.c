/* expr.c - the table of hash-consed expressions: equal trees are equal handles.
 *
 * Nodes live in one growing array, operands in chunks that never move, and an open-addressing table of handles
 * finds a node that is there already. Operands of + and * keep their order. A constructor first asks fold.c
 * whether the node is a constant or one of its operands. Cost: constant time a node.
 * Ensures: handles are dense (1 .. ex_count), operands have smaller handles than the node itself.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "expr.h"
#include "flat.h"

enum { OPERAND_CHUNK = 1 << 14 };

ExTable *ex_table_new(Dtc *d)
{
    ExTable *t = d->ex = NEW(&d->run, ExTable);
    vec_push(&d->run, d->node, (ExNode){ 0 }); /* handle 0 */
    t->cap = 1 << 12;
    t->slot = NEW_N(&d->run, Ex, t->cap);
    return t;
}

static ExNode node_of(Op op, TypeKind t, uint32_t payload, const Ex *arg, uint32_t n)
{
    if (n > EX_OPERANDS_MAX || payload > EX_PAYLOAD_MAX) {
        fputs("dtc: error: an array of more than 16777215 elements, or a model of more than 536870911 "
              "variables\n",
              stderr);
        exit(1);
    }
    return (ExNode){ op, t, n, payload, arg };
}

/* ---- hashing ------------------------------------------------------------------------------------------- */

static uint32_t mix(uint32_t h, uint64_t x)
{
    uint64_t y = (h ^ x) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(y >> 32) ^ (uint32_t)y;
}

static uint32_t hash_number(TypeKind t, const Number *n)
{
    uint64_t bits;
    memcpy(&bits, &n->x, sizeof bits);
    uint32_t h = mix(mix((uint32_t)t + 1, bits), bits >> 32);
    return n->exact ? mix(mix(h, (uint64_t)n->r.num), (uint64_t)n->r.den) : h;
}

static uint32_t hash_node(const ExTable *t, const ExNode *n)
{
    if (n->op == OP_NUM)
        return hash_number((TypeKind)n->type, &t->num[n->payload]);
    uint32_t h = mix((uint32_t)n->op << 8 | n->type, n->payload);
    for (uint32_t i = 0; i < n->n; i++)
        h = mix(h, n->arg[i]);
    return h;
}

static bool same_number(const Number *a, const Number *b)
{
    if (a->exact != b->exact)
        return false;
    return a->exact ? a->r.num == b->r.num && a->r.den == b->r.den : memcmp(&a->x, &b->x, sizeof a->x) == 0;
}

static bool same_node(const ExNode *a, const ExNode *b)
{
    return a->op == b->op && a->type == b->type && a->payload == b->payload && a->n == b->n &&
           (a->n == 0 || memcmp(a->arg, b->arg, a->n * sizeof(Ex)) == 0);
}

/* A slot is a handle alone; hashes are computed anew. */
static void grow_slots(Dtc *d, ExTable *t)
{
    arena_drop(t->slot, t->cap * sizeof *t->slot);
    t->cap *= 2;
    t->slot = NEW_N(&d->run, Ex, t->cap);
    for (Ex e = 1; e < vec_len(d->node); e++) {
        uint32_t i = hash_node(t, &d->node[e]) & (t->cap - 1);
        while (t->slot[i])
            i = (i + 1) & (t->cap - 1);
        t->slot[i] = e;
    }
}

static const Ex *keep_operands(Dtc *d, ExTable *t, const Ex *arg, uint32_t n)
{
    if (n == 0)
        return NULL;
    if (n > t->nroom) {
        t->nroom = n > OPERAND_CHUNK ? n : OPERAND_CHUNK;
        t->room = NEW_N(&d->run, Ex, t->nroom);
    }
    Ex *kept = t->room;
    memcpy(kept, arg, n * sizeof(Ex));
    t->room += n;
    t->nroom -= n;
    return kept;
}

static Ex append(Dtc *d, ExTable *t, ExNode node, uint32_t slot)
{
    Ex e = vec_len(d->node);
    node.arg = keep_operands(d, t, node.arg, node.n);
    vec_push(&d->run, d->node, node);
    t->slot[slot] = e;
    if (vec_len(d->node) > t->cap / 3 * 2)
        grow_slots(d, t);
    return e;
}

static Ex intern_node(Dtc *d, ExNode node)
{
    ExTable *t = ex_table(d);
    uint32_t i = hash_node(t, &node) & (t->cap - 1);
    for (; t->slot[i]; i = (i + 1) & (t->cap - 1))
        if (same_node(&d->node[t->slot[i]], &node))
            return t->slot[i];
    return append(d, t, node, i);
}

Ex ex_from(Dtc *d, TypeKind type, Number n)
{
    ExTable *t = ex_table(d);
    uint32_t i = hash_number(type, &n) & (t->cap - 1);
    for (; t->slot[i]; i = (i + 1) & (t->cap - 1)) {
        const ExNode *p = &d->node[t->slot[i]];
        if (p->op == OP_NUM && p->type == type && same_number(&t->num[p->payload], &n))
            return t->slot[i];
    }
    vec_push(&d->run, t->num, n);
    return append(d, t, node_of(OP_NUM, type, vec_len(t->num) - 1, NULL, 0), i);
}

/* ---- queries ------------------------------------------------------------------------------------------- */

uint32_t ex_count(Dtc *d)
{
    (void)ex_table(d);
    return vec_len(d->node) - 1;
}

const Number *ex_number(Dtc *d, Ex e) { return ex_op(d, e) == OP_NUM ? &d->ex->num[ex(d, e)->payload] : NULL; }

bool ex_is_num(Dtc *d, Ex e, double *x)
{
    const Number *n = ex_number(d, e);
    if (n && x)
        *x = n->x;
    return n != NULL;
}

bool ex_is_rational(Dtc *d, Ex e, Rational *r)
{
    const Number *n = ex_number(d, e);
    if (!n || !n->exact)
        return false;
    if (r)
        *r = n->r;
    return true;
}

bool ex_is_zero(Dtc *d, Ex e) { const Number *n = ex_number(d, e); return n && n->x == 0; }
bool ex_is_one(Dtc *d, Ex e)  { const Number *n = ex_number(d, e); return n && n->x == 1; }

/* ---- leaves -------------------------------------------------------------------------------------------- */

Number number_from(double x)
{
    if (floor(x) == x && fabs(x) < 9007199254740992.0)
        return (Number){ { (int64_t)x, 1 }, (double)(int64_t)x, true }; /* also -0.0 -> 0 */
    return (Number){ { 0, 1 }, x, false };
}

Ex ex_real(Dtc *d, double x) { return ex_from(d, T_REAL, number_from(x)); }
Ex ex_int(Dtc *d, int64_t x) { return ex_from(d, T_INT, (Number){ { x, 1 }, (double)x, true }); }

Ex ex_rational(Dtc *d, Rational r)
{
    double x = (double)((long double)r.num / (long double)r.den);
    return ex_from(d, T_REAL, (Number){ r, x, true });
}

static Ex leaf(Dtc *d, Op op, TypeKind t, uint32_t payload)
{
    return intern_node(d, node_of(op, t, payload, NULL, 0));
}

Ex ex_bool(Dtc *d, bool b)                          { return leaf(d, OP_BOOL, T_BOOL, b); }
Ex ex_local(Dtc *d, TypeKind t, uint32_t index)     { return leaf(d, OP_LOCAL, t, index); }
Ex ex_leaf(Dtc *d, Op op, TypeKind t)               { return leaf(d, op, t, 0); }

Ex ex_without_event(Dtc *d, Ex e)
{
    const ExNode *n = ex(d, e);
    bool jumps = n->n > 0 && op_info[n->op].is & OP_JUMPS && ex_type(d, n->arg[0]) == T_REAL;
    return jumps ? ex_un(d, OP_NOEVENT, e) : e;
}

/* The most frequent node of all has an array instead of the hash table. */
Ex ex_var(Dtc *d, Var v)
{
    ExTable *t = ex_table(d);
    TypeKind type = d->flat->var[v].type == T_ENUM ? T_INT : d->flat->var[v].type;
    while (vec_len(t->var) <= v)
        vec_push(&d->run, t->var, 0);
    if (t->var[v] && d->node[t->var[v]].type == type)
        return t->var[v];
    return t->var[v] = leaf(d, OP_VAR, type, v);
}

Ex ex_str(Dtc *d, const char *s)
{
    ExTable *t = ex_table(d);
    s = internz(d, s);
    uint64_t i = map_get(&t->str_index, KEY(s));
    if (i == 0) {
        vec_push(&d->run, t->str, s);
        i = vec_len(t->str);
        map_set(&d->run, &t->str_index, KEY(s), i);
    }
    return leaf(d, OP_STR, T_STRING, (uint32_t)(i - 1));
}

/* ---- inner nodes --------------------------------------------------------------------------------------- */

Ex ex_new(Dtc *d, Op op, TypeKind t, uint32_t payload, const Ex *arg, uint32_t n)
{
    Ex folded = ex_fold_node(d, op, t, arg, n);
    return folded ? folded : intern_node(d, node_of(op, t, payload, arg, n));
}

static TypeKind result_type(Op op, TypeKind a)
{
    switch ((TypeRule)op_info[op].type) {
    case TYPE_BOOL: return T_BOOL;
    case TYPE_INT: return T_INT;
    case TYPE_STRING: return T_STRING;
    case TYPE_SAME: return a;
    case TYPE_REAL: break;
    }
    return T_REAL;
}

static bool keeps_integers(Op op)
{
    TypeKind t = result_type(op, T_INT);
    return t == T_INT || t == T_BOOL || op == OP_STRING;
}

static Ex lift(Dtc *d, Ex e) { return ex_type(d, e) == T_INT ? ex_new(d, OP_REAL, T_REAL, 0, &e, 1) : e; }

Ex ex_un(Dtc *d, Op op, Ex a)
{
    if (op == OP_INTEGER || (op != OP_REAL && !keeps_integers(op)))
        a = lift(d, a);
    return ex_new(d, op, result_type(op, ex_type(d, a)), 0, &a, 1);
}

Ex ex_bin(Dtc *d, Op op, Ex a, Ex b)
{
    Ex arg[2] = { a, b };
    if (op != OP_SMOOTH && op != OP_CONCAT &&
        (!keeps_integers(op) || op == OP_SAMPLE || ex_type(d, a) != ex_type(d, b))) {
        arg[0] = lift(d, a);
        arg[1] = lift(d, b);
    }
    return ex_new(d, op, result_type(op, ex_type(d, arg[op == OP_SMOOTH])), 0, arg, 2);
}

Ex ex_if(Dtc *d, Ex c, Ex a, Ex b)
{
    if (ex_type(d, a) != ex_type(d, b)) {
        a = lift(d, a);
        b = lift(d, b);
    }
    Ex arg[3] = { c, a, b };
    return ex_new(d, OP_IF, ex_type(d, a), 0, arg, 3);
}
