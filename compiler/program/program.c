/* program.c - the step program: objects, functions, statements.
 *
 * Statements are appended to the innermost one that is open; do_end puts it into the one around it. All is in d->run;
 * names are interned. A function without statements stays in the program. Cost: constant time each.
 */
#include <assert.h>
#include <stdarg.h>
#include <string.h>
#include "program.h"

void program_begin(Program *p, Dtc *d, const Flat *f, const Dae *dae)
{
    *p = (Program){ .d = d, .f = f, .dae = dae };
    vec_push(&d->run, p->object, ((Object){ 0 }));
    vec_push(&d->run, p->fn, ((ProgramFunction){ 0 }));
}

/* One line that neither ends a comment nor looks like the begin of one. */
const char *comment_text(Dtc *d, const char *text)
{
    enum { LIMIT = 160 };
    char s[2 * LIMIT + 8];
    size_t k = 0, n = 0;

    for (const char *p = text; *p && n < LIMIT; p++, n++) {
        char c = (unsigned char)*p < ' ' ? ' ' : *p;
        s[k++] = c;
        if ((unsigned char)c > '?' && c != '\\')
            continue; /* a letter */
        if ((c == '*' && p[1] == '/') || (c == '/' && p[1] == '*') || (c == '\\' && p[1] < ' ') ||
            (c == '?' && p[1] == '?'))
            s[k++] = ' ';
    }
    while (k > 0 && n == LIMIT && (s[k - 1] & 0x80)) /* not half a letter */
        k--;
    return textf(d, "%.*s%s", (int)k, s, n == LIMIT ? " ..." : "");
}

/* ---- objects ------------------------------------------------------------------------------------------- */

Ex object_new(Program *p, Object o)
{
    vec_push(&p->d->run, p->object, o);
    return ex_new(p->d, OP_OBJ, o.type, vec_len(p->object) - 1, NULL, 0);
}

Ex object_local(Program *p, TypeKind t, uint32_t n, const char *name, bool once)
{
    return object_new(p, (Object){ .kind = OBJ_LOCAL, .type = t, .n = n, .name = name, .once = once });
}

Ex constant(Program *p, ConstantId id)
{
    static const TypeKind type[] = {
#define X(id, type, ...) type,
        DTC_CONSTANTS(X)
#undef X
    };

    if (!p->constant[id])
        p->constant[id] = object_new(p, (Object){ .kind = OBJ_CONSTANT, .type = type[id], .constant = id });
    return p->constant[id];
}

Ex elem_at(Program *p, Ex array, Ex i)
{
    return ex_new(p->d, OP_OBJ, ex_type(p->d, array), ex(p->d, array)->payload, &i, 1);
}

Ex elem(Program *p, Ex array, uint32_t i) { return elem_at(p, array, ex_int(p->d, i)); }

const Object *object_of(const Program *p, Ex x)
{
    const ExNode *n = ex(p->d, x);

    assert(n->op == OP_OBJ && n->payload > 0 && n->payload < vec_len(p->object));
    return &p->object[n->payload];
}

Ex named_by(Program *p, Ex object, NamedBy by, uint32_t of, uint32_t number)
{
    Object *o = &p->object[ex(p->d, object)->payload];

    o->by = by;
    o->of = of;
    o->number = number;
    return object;
}

Ex that_decides(Program *p, Ex object)
{
    p->object[ex(p->d, object)->payload].decides = true;
    return object;
}

Ex once_a_sample(Program *p, Ex object)
{
    p->object[ex(p->d, object)->payload].once_a_sample = true;
    return object;
}

/* ---- constants of the file ----------------------------------------------------------------------------- */

static Ex table_new(Program *p, TableRole role, uint32_t which, TypeKind t, Table new)
{
    new.of = object_new(p, (Object){ .kind = OBJ_TABLE,
                                     .type = t,
                                     .n = t == T_COMPOSITE ? 0
                                        : new.n            ? new.n
                                                           : 1,
                                     .table = role,
                                     .of = which });
    assert(which || !p->table_of[role]);
    p->table_of[role] = new.of;
    vec_push(&p->d->run, p->table, new);
    return new.of;
}

Ex number_table(Program *p, TypeKind t, TableRole role, uint32_t which, const double *number, uint32_t n)
{
    double *kept = NEW_N(&p->d->run, double, n + 1);

    for (uint32_t i = 0; i < n; i++)
        kept[i] = number[i];
    return table_new(p, role, which, t, (Table){ .number = kept, .n = n });
}

Ex table_of(Program *p, TableRole role, const uint32_t *number, uint32_t n)
{
    double *all = NEW_N(&p->d->pass, double, n + 1);

    for (uint32_t i = 0; i < n; i++)
        all[i] = number[i];
    return number_table(p, T_INT, role, 0, all, n);
}

Ex record(Program *p, RecordId type, TableRole role, Ex *part)
{
    return table_new(p, role, 0, T_COMPOSITE, (Table){ .record = type, .part = part });
}

Ex record_list(Program *p, RecordId type, TableRole role, Ex *part)
{
    return table_new(p, role, 0, T_COMPOSITE, (Table){ .record = type, .part = part, .list = true });
}

Ex table_for(const Program *p, TableRole role) { return p->table_of[role]; }

const Table *table_at(const Program *p, Ex of)
{
    for (uint32_t i = 0; i < vec_len(p->table); i++)
        if (p->table[i].of == of)
            return &p->table[i];
    return NULL;
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static uint64_t key_of(FunctionRole role, uint32_t of) { return ((uint64_t)role << 32 | of) + 1; }

Fn function_begin(Program *p, FunctionRole role, uint32_t of, const char *what)
{
    assert(vec_len(p->open) == 0 && !function_of(p, role, of));
    p->now = vec_len(p->fn);
    vec_push(&p->d->run, p->fn, ((ProgramFunction){ .role = role, .of = of, .what = what }));
    map_set(&p->d->run, &p->functions, key_of(role, of), p->now);
    p->serial = 0;
    vec_push(&p->d->run, p->open, ((OpenStatement){ .statement = { .kind = DO_BLOCK } }));
    return p->now;
}

void stays(Program *p) { p->fn[p->now].always = true; }

void stands_alone(Program *p) { p->fn[p->now].alone = true; }

void gives(Program *p, Gives what) { p->fn[p->now].gives = what; }

static Ex add_param(Program *p, Object o)
{
    Ex x = object_new(p, o);

    vec_push(&p->d->run, p->fn[p->now].param, x);
    return x;
}

Ex param(Program *p, TypeKind t, uint32_t n, const char *name)
{
    return add_param(p, (Object){ .kind = OBJ_PARAM, .type = t, .n = n, .name = name });
}

Ex param_in(Program *p, TypeKind t, uint32_t n, const char *name)
{
    return add_param(p, (Object){ .kind = OBJ_PARAM, .type = t, .n = n, .in = true, .name = name });
}

Ex param_double(Program *p, uint32_t n, const char *name)
{
    return add_param(p, (Object){ .kind = OBJ_PARAM, .type = T_REAL, .n = n, .wide = true, .name = name });
}

void function_end(Program *p)
{
    assert(vec_len(p->open) == 1);
    p->fn[p->now].body = vec_pop(p->open).statement.body;
}

Fn function_of(const Program *p, FunctionRole role, uint32_t of)
{
    return (Fn)map_get(&p->functions, key_of(role, of));
}

static bool is_there(const Program *p, Fn fn) { return p->fn[fn].always || vec_len(p->fn[fn].body) > 0; }

bool has_function(const Program *p, FunctionRole role)
{
    Fn fn = function_of(p, role, 0);
    return fn && is_there(p, fn);
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void append(Program *p, Statement s)
{
    OpenStatement *o = &vec_last(p->open);

    if (o->other)
        vec_push(&p->d->run, o->statement.other, s);
    else
        vec_push(&p->d->run, o->statement.body, s);
}

static void open(Program *p, Statement s) { vec_push(&p->d->run, p->open, ((OpenStatement){ .statement = s })); }

void do_set(Program *p, Ex to, Ex value) { append(p, (Statement){ .kind = DO_SET, .to = to, .value = value }); }

void do_op(Program *p, Ex to, Op op, Ex value)
{
    append(p, (Statement){ .kind = DO_SET, .op = op, .to = to, .value = value });
}

static Ex *arguments(Program *p, va_list from, size_t n)
{
    Ex *arg = NULL;

    for (size_t i = 0; i < n; i++)
        vec_push(&p->d->run, arg, va_arg(from, Ex));
    return arg;
}

static Statement kernel(Program *p, Ex to, Op op, KernelId k, va_list from)
{
    Ex *arg = arguments(p, from, strlen(kernels[k].arguments));
    return (Statement){ .kind = DO_KERNEL, .to = to, .op = op, .kernel = k, .arg = arg };
}

void do_kernel(Program *p, Ex to, KernelId k, ...)
{
    va_list args;

    va_start(args, k);
    append(p, kernel(p, to, OP_NONE, k, args));
    va_end(args);
}

void do_kernel_op(Program *p, Ex to, Op op, KernelId k, ...)
{
    va_list args;

    va_start(args, k);
    append(p, kernel(p, to, op, k, args));
    va_end(args);
}

void do_call(Program *p, Fn fn, ...)
{
    va_list args;

    if (!is_there(p, fn))
        return;
    va_start(args, fn);
    append(p, (Statement){ .kind = DO_CALL, .fn = fn, .arg = arguments(p, args, vec_len(p->fn[fn].param)) });
    va_end(args);
}

void do_call_if(Program *p, FunctionRole role)
{
    Fn fn = function_of(p, role, 0);

    if (fn)
        do_call(p, fn);
}

void do_clear(Program *p, Ex what) { append(p, (Statement){ .kind = DO_CLEAR, .to = what }); }
void do_copy(Program *p, Ex to, Ex from) { append(p, (Statement){ .kind = DO_COPY, .to = to, .value = from }); }
void do_break(Program *p) { append(p, (Statement){ .kind = DO_BREAK }); }
void do_return(Program *p, Ex value) { append(p, (Statement){ .kind = DO_RETURN, .value = value }); }

void do_note(Program *p, const char *path, const char *text)
{
    append(p, (Statement){ .kind = DO_NOTE,
                           .text = path && *path ? internf(p->d, "%s: %s", path, text) : text });
}

void do_equation(Program *p, Eq eq, bool initial)
{
    const Equation *list = initial ? p->f->ieq : p->f->eq;

    if (eq && eq < vec_len(list) && list[eq].lhs)
        append(p, (Statement){ .kind = DO_NOTE, .eq = eq, .initial = initial });
}

/* ---- statements around others -------------------------------------------------------------------------- */

void do_block(Program *p) { open(p, (Statement){ .kind = DO_BLOCK }); }
void do_shared(Program *p) { open(p, (Statement){ .kind = DO_BLOCK, .shared = true }); }

static Ex declare(Program *p, Object o)
{
    Ex x = object_new(p, o);

    assert(vec_last(p->open).statement.kind == DO_BLOCK && vec_len(p->open) > 1);
    vec_push(&p->d->run, vec_last(p->open).statement.local, x);
    return x;
}

Ex local(Program *p, TypeKind t, uint32_t n, const char *name)
{
    return declare(p, (Object){ .kind = OBJ_LOCAL, .type = t, .n = n, .name = name });
}

Ex local_counts(Program *p, uint32_t n, const char *name, uint32_t most)
{
    return declare(p, (Object){ .kind = OBJ_LOCAL, .type = T_INT, .n = n, .name = name, .most = most });
}

Ex local_index(Program *p, const char *name, uint32_t most)
{
    return declare(p, (Object){ .kind = OBJ_LOCAL, .type = T_INT, .name = name, .most = most });
}

Ex view(Program *p, Ex law)
{
    uint32_t n = object_of(p, law)->n;

    return declare(p, (Object){ .kind = OBJ_LOCAL, .type = T_COMPOSITE, .n = n, .name = "law", .law = law });
}

void do_if(Program *p, Ex condition) { open(p, (Statement){ .kind = DO_IF, .value = condition }); }

void do_else(Program *p)
{
    const Statement *s = &vec_last(p->open).statement;

    assert((s->kind == DO_IF || (s->kind == DO_KERNEL && s->decides)) && !vec_last(p->open).other);
    vec_last(p->open).other = true;
}

void do_if_kernel(Program *p, bool negated, KernelId k, ...)
{
    va_list args;

    va_start(args, k);
    Statement s = kernel(p, 0, OP_NONE, k, args);
    va_end(args);
    s.negated = negated;
    s.decides = true;
    open(p, s);
}

Ex do_loop(Program *p, const char *index, Ex count, uint32_t most, Ex go_on)
{
    double n = most;

    (void)ex_is_num(p->d, count, &n);
    Ex i = object_new(p, (Object){ .kind = OBJ_LOCAL, .type = T_INT, .name = index, .most = (uint32_t)n });
    open(p, (Statement){ .kind = DO_LOOP, .to = i, .count = count, .value = go_on });
    return i;
}

void do_end(Program *p)
{
    assert(vec_len(p->open) > 1);
    Statement s = vec_pop(p->open).statement;
    append(p, s);
}
