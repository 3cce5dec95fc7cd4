/* print_step.c - functions of the step program as C. It decides nothing.
 *
 * Cost: linear. Requires: validate_step. */
#include <string.h>
#include "emit.h"
#include "builders.h"

static void print(Emitter *e, const Step *s);
static void print_body(Emitter *e, const Step *body);

/* Is all of it one block? Then its braces are those around it. */
static bool is_block(const Step *body) { return vec_len(body) == 1 && body[0].kind == DO_BLOCK; }

/* ---- places ------------------------------------------------------------------------------------------------------ */

static void put_place(Emitter *e, Ex to)
{
    Op op = ex_op(e->d, to);

    if (op == OP_OBJ) {
        put_ex(e, to);
        return;
    }
    Var v = root(e, ex_is_var(e->d, op == OP_VAR ? to : ex_arg(e->d, to, 0)));
    put(e, "m->%s", op == OP_VAR ? e->store->member[v] : op == OP_PRE ? e->store->pre_name[v] : e->store->last_name[v]);
}

static bool is_negated(Emitter *e, Ex to)
{
    bool negated = false;

    if (ex_is_var(e->d, to))
        (void)root_of(e->f, ex_is_var(e->d, to), &negated);
    return negated;
}

/* Statements in another one. */
static void print_inner(Emitter *e, const Step *s)
{
    print_body(e, s->body);
    if (s->other) {
        line(e, "} else {");
        print_body(e, s->other);
    }
    line(e, "}");
}

/* ---- simple statements ------------------------------------------------------------------------------------------- */

static const char *operator_text(Op op)
{
    switch (op) {
    case OP_ADD: return "+=";
    case OP_SUB: return "-=";
    case OP_MUL: return "*=";
    case OP_AND: return "&=";
    case OP_OR: return "|=";
    default: return "=";
    }
}

static bool is_once(Emitter *e, Ex x) { return ex_op(e->d, x) == OP_OBJ && object_of(&e->program, x)->once; }

/* Of an array that is written once. */
static void put_elements(Emitter *e, const Step *s)
{
    uint32_t n = ex_narg(e->d, s->value);

    put(e, "[%u] = {\n", object_of(&e->program, s->to)->n);
    for (uint32_t i = 0; i < n; i++) {
        put(e, "%*s", 4 * e->printer->indent + 4, "");
        put_ex(e, ex_arg(e->d, s->value, i));
        put(e, i + 1 < n ? ",\n" : "\n");
    }
    line(e, "};");
}

static void print_set(Emitter *e, const Step *s)
{
    bool negated = is_negated(e, s->to);

    indented(e);
    if (is_once(e, s->to))
        put(e, "const %s ", c_type(ex_type(e->d, s->to)));
    put_place(e, s->to);
    if (ex_op(e->d, s->value) == OP_ARRAY) {
        put_elements(e, s);
        return;
    }
    put(e, " %s %s", operator_text(s->op), !negated ? "" : ex_type(e->d, s->to) == T_BOOL ? "!(" : "-(");
    put_ex(e, s->value);
    put(e, negated ? ");\n" : ";\n");
}

static bool is_array(Emitter *e, Ex x) { return ex_op(e->d, x) == OP_OBJ && object_of(&e->program, x)->n > 0; }

/* An address: of an array, from an element on; of a scalar. */
static void put_address(Emitter *e, Ex x)
{
    put(e, !is_array(e, x) || ex_narg(e->d, x) ? "&" : "");
    put_place(e, x);
}

static void put_kernel(Emitter *e, const Step *s)
{
    const Kernel *k = &kernels[s->kernel];

    put(e, "%s(", k->name);
    for (uint32_t i = 0; k->arguments[i]; i++) {
        put(e, i ? ", " : "");
        if (k->arguments[i] == 'l' || k->arguments[i] == 's')
            put(e, "&");
        if (strchr("rwx", k->arguments[i]))
            put_address(e, s->arg[i]);
        else
            put_ex(e, s->arg[i]);
    }
    put(e, ")");
}

static void print_kernel(Emitter *e, const Step *s)
{
    indented(e);
    if (s->decides) {
        put(e, s->negated ? "if (!" : "if (");
        put_kernel(e, s);
        put(e, ") {\n");
        print_inner(e, s);
        return;
    }
    if (s->to) {
        put_place(e, s->to);
        put(e, " %s ", operator_text(s->op));
    }
    put_kernel(e, s);
    put(e, ";\n");
}

/* Of a user function, with its outputs. */
static void print_user_call(Emitter *e, const Step *s)
{
    indented(e);
    put_user_call(e, s->value, s->arg);
    put(e, ";\n");
}

static void print_call(Emitter *e, const Step *s)
{
    const StepFunction *fn = &e->program.fn[s->fn];

    if (s->value) {
        print_user_call(e, s);
        return;
    }
    indented(e);
    put(e, "%s(%s", fn->name, fn->alone ? "" : "m");
    for (uint32_t i = 0; i < vec_len(s->arg); i++) {
        put(e, i || !fn->alone ? ", " : "");
        if (is_array(e, fn->param[i]))
            put_address(e, s->arg[i]);
        else
            put_ex(e, s->arg[i]);
    }
    put(e, ");\n");
}

/* Bytes of an array as a whole; a parameter is a pointer to it. */
static void put_size(Emitter *e, Ex array)
{
    const Object *o = object_of(&e->program, array);

    if (o->kind == OBJ_PARAM) {
        put(e, "%u * sizeof *%s", o->n, o->name);
        return;
    }
    put(e, "sizeof ");
    put_place(e, array);
}

static void print_clear(Emitter *e, const Step *s)
{
    indented(e);
    put(e, "memset(");
    put_place(e, s->to);
    put(e, ", 0, ");
    put_size(e, s->to);
    put(e, ");\n");
}

static void print_copy(Emitter *e, const Step *s)
{
    indented(e);
    put(e, "memcpy(");
    put_place(e, s->to);
    put(e, ", ");
    put_place(e, s->value);
    put(e, ", ");
    put_size(e, s->to);
    put(e, ");\n");
}

/* A number that is returned as a status. */
static bool is_status(Emitter *e, Ex x)
{
    bool named = ex_op(e->d, x) == OP_OBJ && object_of(&e->program, x)->kind == OBJ_CONSTANT;
    return e->printer->giving == GIVES_STATUS && !named;
}

static void print_return(Emitter *e, const Step *s)
{
    indented(e);
    put(e, s->value ? "return " : "return");
    if (s->value && is_status(e, s->value))
        put(e, "(dtc_status)");
    if (s->value)
        put_ex(e, s->value);
    put(e, ";\n");
}

static void print_note(Emitter *e, const Step *s)
{
    const Equation *q = s->initial ? &e->f->ieq[s->eq] : &e->f->eq[s->eq];

    if (s->text)
        comment(e, NULL, s->text);
    else
        comment(e, q->path, textf(e->d, "%s = %s", ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs)));
}

/* ---- statements around others ------------------------------------------------------------------------------------ */

static void print_if(Emitter *e, const Step *s)
{
    indented(e);
    put(e, "if (");
    put_ex(e, s->value);
    put(e, ") {\n");
    print_inner(e, s);
}

static void print_loop(Emitter *e, const Step *s)
{
    const Object *i = object_of(&e->program, s->to);

    if (!ex_is_num(e->d, s->count, NULL) && i->most < INT32_MAX)
        comment(e, NULL, internf(e->d, "at most %u rounds", i->most));
    indented(e);
    put(e, "for (int %s = 0; %s < ", i->name, i->name);
    put_ex(e, s->count);
    if (s->value) {
        put(e, " && ");
        put_ex(e, s->value);
    }
    put(e, "; %s++) {\n", i->name);
    print_body(e, s->body);
    line(e, "}");
}

static void print_local(Emitter *e, Ex x, Ex value)
{
    const Object *o = object_of(&e->program, x);

    if (o->once)
        return;
    indented(e);
    if (o->law) {
        put(e, "dtc_law %s = DTC_LAW_VIEW(%u, &", o->name, o->n);
        put_place(e, o->law);
        put(e, ");\n");
    } else if (o->n > 0) {
        put(e, "%s %s[%u];\n", c_type(o->type), o->name, o->n);
    } else {
        put(e, "%s %s%s", c_type(o->type), o->name, value ? " = " : "");
        if (value)
            put_ex(e, value);
        put(e, ";\n");
    }
}

/* The first value of a local, where a statement with it comes before all others. */
static Ex first_value(Emitter *e, const Step *s, Ex x, uint32_t *done)
{
    const Step *next = *done < vec_len(s->body) ? &s->body[*done] : NULL;
    bool plain =
        next && !is_once(e, x) && next->kind == DO_SET && !next->op && next->to == x && is_leaf(e->d, next->value);

    *done += plain;
    return plain ? next->value : 0;
}

/* Locals and statements, where braces are open. */
static void print_inside(Emitter *e, const Step *s)
{
    uint32_t done = 0;

    for (uint32_t i = 0; i < vec_len(s->local); i++)
        print_local(e, s->local[i], first_value(e, s, s->local[i], &done));
    for (uint32_t i = done; i < vec_len(s->body); i++)
        print(e, &s->body[i]);
}

/* Braces are for locals. */
static void print_block(Emitter *e, const Step *s)
{
    if (!s->local) {
        print_inside(e, s);
        return;
    }
    line(e, "{");
    e->printer->indent++;
    print_inside(e, s);
    e->printer->indent--;
    line(e, "}");
}

static void print(Emitter *e, const Step *s)
{
    switch (s->kind) {
    case DO_SET: print_set(e, s); break;
    case DO_KERNEL: print_kernel(e, s); break;
    case DO_CALL: print_call(e, s); break;
    case DO_IF: print_if(e, s); break;
    case DO_LOOP: print_loop(e, s); break;
    case DO_BLOCK: print_block(e, s); break;
    case DO_CLEAR: print_clear(e, s); break;
    case DO_COPY: print_copy(e, s); break;
    case DO_BREAK: line(e, "break;"); break;
    case DO_RETURN: print_return(e, s); break;
    case DO_NOTE: print_note(e, s); break;
    }
}

/* In the braces of a statement around it. */
static void print_body(Emitter *e, const Step *body)
{
    const Step all = { .kind = DO_BLOCK, .body = (Step *)(uintptr_t)body };

    e->printer->indent++;
    print_inside(e, is_block(body) ? &body[0] : &all);
    e->printer->indent--;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static const char *gives_text(Gives g)
{
    return g == GIVES_STATUS ? "dtc_status" : g == GIVES_INT ? "int" : g == GIVES_REAL ? "dtc_real" : "void";
}

/* Of a function that control flow calls (runtime/dtc_functions.h), the type that it has the model by; else NULL. */
static const char *entry_of(const StepFunction *fn)
{
    static const char *const parameters[FUNCTION_ROLES] = {
#define X(result, name, parameters, ...) [FN_##name] = #parameters,
        DTC_STEP_FUNCTIONS(X)
#undef X
    };
    const char *of = parameters[fn->role];

    return !of ? NULL : strncmp(of, "(const void", 11) == 0 ? "const void *" : "void *";
}

/* Its parameters and, where it is called with them, arguments. */
static void put_parameters(Emitter *e, const StepFunction *fn, const char *model, bool types)
{
    put(e, "(%s", *model || vec_len(fn->param) || !types ? model : "void");
    for (uint32_t i = 0; i < vec_len(fn->param); i++) {
        const Object *o = object_of(&e->program, fn->param[i]);
        bool in = o->in || (fn->role >= FN_IN_TABLE && o->n > 0 && !o->written);
        const char *type = o->wide ? "double" : c_type(o->type);
        put(e, i || *model ? ", " : "");
        if (types)
            put(e, "%s%s %s", in ? "const " : "", type, o->n ? "*" : "");
        put(e, "%s", o->name);
    }
    put(e, ")");
}

static void put_head(Emitter *e, const StepFunction *fn, const char *name, const char *model)
{
    put(e, "static %s %s", gives_text(fn->gives), name);
    put_parameters(e, fn, model, true);
    put(e, "\n{\n");
}

static void print_part(Emitter *e, const StepFunction *fn, const FunctionPart *part)
{
    e->printer->indent = 1;
    if (!fn->alone && !part->uses)
        line(e, "(void)m;");
    for (uint32_t i = 0; i < vec_len(part->unused); i++)
        line(e, "(void)%s;", object_of(&e->program, part->unused[i])->name);
    if (is_block(fn->body))
        print_inside(e, &fn->body[0]);
    for (uint32_t i = part->from; i < part->end && !is_block(fn->body); i++)
        print(e, &fn->body[i]);
    e->printer->indent = 0;
}

/* NAME; or its parts NAME_1, NAME_2 ... and NAME, which calls all. One in the table of functions has the model without
 * its type. */
static void print_function(Emitter *e, const StepFunction *fn)
{
    const char *entry = entry_of(fn), *is = fn->writes || (entry && *entry == 'v') ? "" : "const ";
    const char *model = fn->alone ? "" : internf(e->d, "%s%s *m", is, e->model);
    uint32_t parts = vec_len(fn->part);

    e->printer->giving = fn->gives;
    for (uint32_t k = 0; k < parts && parts > 1; k++) {
        put(e, "\n");
        put_head(e, fn, internf(e->d, "%s_%u", fn->name, k + 1), model);
        print_part(e, fn, &fn->part[k]);
        put(e, "}\n");
    }
    put(e, "\n");
    if (fn->what)
        put(e, "/* %s */\n", fn->what);
    put_head(e, fn, fn->name, entry ? internf(e->d, "%sany", entry) : model);
    if (entry)
        put(e, "    %s%s *m = (%s%s *)any;\n", is, e->model, is, e->model);
    if (parts < 2)
        print_part(e, fn, &fn->part[0]);
    for (uint32_t k = 0; k < parts && parts > 1; k++) {
        put(e, "    %s_%u", fn->name, k + 1);
        put_parameters(e, fn, fn->alone ? "" : "m", false);
        put(e, ";\n");
    }
    put(e, "}\n");
}

static void print_numbers(Emitter *e, const Table *t)
{
    const Object *o = object_of(&e->program, t->of);

    put(e, "\nstatic const %s %s[] = {", c_type(o->type), o->name);
    for (uint32_t i = 0; i < t->n; i++) {
        put(e, i % 16 ? " " : "\n    ");
        put(e, "%s%s", o->type == T_REAL ? number_text(e->d, t->number[i]) : textf(e->d, "%.0f", t->number[i]),
            i + 1 < t->n ? "," : "");
    }
    put(e, "%s\n};\n", t->n ? "" : " 0");
}

/* Of a struct: another one by its address. */
static void put_part(Emitter *e, Ex x)
{
    const Table *t = table_at(&e->program, x);

    put(e, t && t->part && !t->list ? "&" : "");
    put_ex(e, x);
}

static void print_record(Emitter *e, const Table *t)
{
    static const char *const types[] = {
#define X(id, members, name) #name,
        DTC_RECORDS(X)
#undef X
    };

    put(e, "\nstatic const %s %s%s = { ", types[t->record], object_of(&e->program, t->of)->name, t->list ? "[]" : "");
    for (uint32_t i = 0; i < vec_len(t->part); i++) {
        put(e, i ? ", " : "");
        if (t->part[i])
            put_part(e, t->part[i]);
        else
            put(e, "NULL");
    }
    put(e, " };\n");
}

void print_functions(Emitter *e)
{
    for (uint32_t i = 0; i < vec_len(e->program.table); i++)
        if (e->program.table[i].part)
            print_record(e, &e->program.table[i]);
        else
            print_numbers(e, &e->program.table[i]);
    for (Fn i = 1; i < vec_len(e->program.fn); i++)
        if (e->program.fn[i].always || vec_len(e->program.fn[i].body))
            print_function(e, &e->program.fn[i]);
}
