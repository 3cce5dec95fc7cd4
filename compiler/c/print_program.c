/* print_program.c - functions of the step program as C. It decides nothing.
 *
 * Cost: linear. Requires: validate_program. */
#include <string.h>
#include "emit.h"
#include "builders.h"

static void print(Printer *pr, const Statement *s);
static void print_body(Printer *pr, const Statement *body);

/* Is all of it one block? Then its braces are those around it. */
static bool is_block(const Statement *body) { return vec_len(body) == 1 && body[0].kind == DO_BLOCK; }

/* ---- places -------------------------------------------------------------------------------------------- */

static void put_place(Printer *pr, Ex to)
{
    const Emitter *e = pr->e;
    Op op = ex_op(e->d, to);

    if (op == OP_OBJ) {
        put_ex(pr, to);
        return;
    }
    Var v = root(e->of, ex_is_var(e->d, op == OP_VAR ? to : ex_arg(e->d, to, 0)));
    put(pr, "m->%s", pr->name->of[kept_as(e, op)][v]);
}

static bool is_negated(const Emitter *e, Ex to)
{
    bool negated = false;

    if (ex_is_var(e->d, to))
        (void)root_of(e->f, ex_is_var(e->d, to), &negated);
    return negated;
}

/* Statements in another one. */
static void print_inner(Printer *pr, const Statement *s)
{
    print_body(pr, s->body);
    if (s->other) {
        line(pr, "} else {");
        print_body(pr, s->other);
    }
    line(pr, "}");
}

/* ---- simple statements --------------------------------------------------------------------------------- */

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

static bool is_once(const Emitter *e, Ex x) { return ex_op(e->d, x) == OP_OBJ && object_of(e->program, x)->once; }

/* Of an array that is written once. */
static void put_elements(Printer *pr, const Statement *s)
{
    const Emitter *e = pr->e;
    uint32_t n = ex_narg(e->d, s->value);

    put(pr, "[%u] = {", object_of(e->program, s->to)->n);
    end_statement(pr, "");
    pr->indent++;
    for (uint32_t i = 0; i < n; i++) {
        begin_statement(pr);
        put_ex(pr, ex_arg(e->d, s->value, i));
        end_statement(pr, i + 1 < n ? "," : "");
    }
    pr->indent--;
    line(pr, "};");
}

static void print_set(Printer *pr, const Statement *s)
{
    const Emitter *e = pr->e;
    bool negated = is_negated(e, s->to);

    begin_statement(pr);
    if (is_once(e, s->to))
        put(pr, "const %s ", c_type(ex_type(e->d, s->to)));
    put_place(pr, s->to);
    if (ex_op(e->d, s->value) == OP_ARRAY) {
        put_elements(pr, s);
        return;
    }
    put(pr, " %s %s", operator_text(s->op), !negated ? "" : ex_type(e->d, s->to) == T_BOOL ? "!" : "-");
    if (negated)
        put_open(pr);
    put_ex(pr, s->value);
    if (negated)
        put_close(pr);
    end_statement(pr, ";");
}

static bool is_array(const Emitter *e, Ex x) { return ex_op(e->d, x) == OP_OBJ && object_of(e->program, x)->n > 0; }

/* An address: of an array, from an element on; of a scalar. */
static void put_address(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;

    put(pr, !is_array(e, x) || ex_narg(e->d, x) ? "&" : "");
    put_place(pr, x);
}

static void put_kernel(Printer *pr, const Statement *s)
{
    const Kernel *k = &kernels[s->kernel];

    put_plain(pr, k->name);
    put_open(pr);
    for (uint32_t i = 0; k->arguments[i]; i++) {
        if (i)
            put_comma(pr);
        if (k->arguments[i] == 'l' || k->arguments[i] == 's')
            put_plain(pr, "&");
        if (strchr("rwx", k->arguments[i]))
            put_address(pr, s->arg[i]);
        else
            put_ex(pr, s->arg[i]);
    }
    put_close(pr);
}

static void print_kernel(Printer *pr, const Statement *s)
{
    begin_statement(pr);
    if (s->decides) {
        put(pr, s->negated ? "if (!" : "if (");
        put_kernel(pr, s);
        end_statement(pr, ") {");
        print_inner(pr, s);
        return;
    }
    if (s->to) {
        put_place(pr, s->to);
        put(pr, " %s ", operator_text(s->op));
    }
    put_kernel(pr, s);
    end_statement(pr, ";");
}

/* Of a user function, with its outputs. */
static void print_user_call(Printer *pr, const Statement *s)
{
    begin_statement(pr);
    put_user_call(pr, s->value, s->arg);
    end_statement(pr, ";");
}

static void print_call(Printer *pr, const Statement *s)
{
    const Emitter *e = pr->e;
    const ProgramFunction *fn = &e->program->fn[s->fn];

    if (s->value) {
        print_user_call(pr, s);
        return;
    }
    begin_statement(pr);
    put_plain(pr, pr->name->function[s->fn]);
    put_open(pr);
    put(pr, fn->alone ? "" : "m");
    for (uint32_t i = 0; i < vec_len(s->arg); i++) {
        if (i || !fn->alone)
            put_comma(pr);
        if (is_array(e, fn->param[i]))
            put_address(pr, s->arg[i]);
        else
            put_ex(pr, s->arg[i]);
    }
    put_close(pr);
    end_statement(pr, ";");
}

/* Bytes of an array as a whole; a parameter is a pointer to it. */
static void put_size(Printer *pr, Ex array)
{
    const Emitter *e = pr->e;
    const Object *o = object_of(e->program, array);

    if (o->kind == OBJ_PARAM) {
        put(pr, "%u * sizeof *%s", o->n, name_at(pr, array));
        return;
    }
    put_plain(pr, "sizeof ");
    put_place(pr, array);
}

static void print_clear(Printer *pr, const Statement *s)
{
    begin_statement(pr);
    put_plain(pr, "memset(");
    put_place(pr, s->to);
    put_plain(pr, ", 0, ");
    put_size(pr, s->to);
    end_statement(pr, ");");
}

static void print_copy(Printer *pr, const Statement *s)
{
    begin_statement(pr);
    put_plain(pr, "memcpy(");
    put_place(pr, s->to);
    put_plain(pr, ", ");
    put_place(pr, s->value);
    put_plain(pr, ", ");
    put_size(pr, s->to);
    end_statement(pr, ");");
}

/* A number that is returned as a status. */
static bool is_status(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;
    bool named = ex_op(e->d, x) == OP_OBJ && object_of(e->program, x)->kind == OBJ_CONSTANT;
    return pr->giving == GIVES_STATUS && !named;
}

static void print_return(Printer *pr, const Statement *s)
{
    begin_statement(pr);
    put(pr, s->value ? "return " : "return");
    if (s->value && is_status(pr, s->value))
        put_plain(pr, "(dtc_status)");
    if (s->value)
        put_ex(pr, s->value);
    end_statement(pr, ";");
}

static void print_note(Printer *pr, const Statement *s)
{
    const Emitter *e = pr->e;
    const Equation *q = s->initial ? &e->f->ieq[s->eq] : &e->f->eq[s->eq];

    if (s->text)
        comment(pr, NULL, s->text);
    else
        comment(pr, q->path, textf(e->d, "%s = %s", ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs)));
}

/* ---- statements around others -------------------------------------------------------------------------- */

static void print_if(Printer *pr, const Statement *s)
{
    begin_statement(pr);
    put_plain(pr, "if (");
    put_ex(pr, s->value);
    end_statement(pr, ") {");
    print_inner(pr, s);
}

static void print_loop(Printer *pr, const Statement *s)
{
    const Emitter *e = pr->e;
    const Object *i = object_of(e->program, s->to);
    const char *name = name_at(pr, s->to);

    if (!ex_is_num(e->d, s->count, NULL) && i->most < INT32_MAX)
        comment(pr, NULL, internf(e->d, "at most %u rounds", i->most));
    begin_statement(pr);
    put(pr, "for (int %s = 0; %s < ", name, name);
    put_ex(pr, s->count);
    if (s->value) {
        put_plain(pr, " && ");
        put_ex(pr, s->value);
    }
    put(pr, "; %s++) {", name);
    end_statement(pr, "");
    print_body(pr, s->body);
    line(pr, "}");
}

static void print_local(Printer *pr, Ex x, Ex value)
{
    const Emitter *e = pr->e;
    const Object *o = object_of(e->program, x);

    if (o->once)
        return;
    begin_statement(pr);
    if (o->law) {
        put(pr, "dtc_law %s = DTC_LAW_VIEW(%u, &", name_at(pr, x), o->n);
        put_place(pr, o->law);
        end_statement(pr, ");");
    } else if (o->n > 0) {
        put(pr, "%s %s[%u]", c_type(o->type), name_at(pr, x), o->n);
        end_statement(pr, ";");
    } else {
        put(pr, "%s %s%s", c_type(o->type), name_at(pr, x), value ? " = " : "");
        if (value)
            put_ex(pr, value);
        end_statement(pr, ";");
    }
}

/* The first value of a local, where a statement with it comes before all others. */
static Ex first_value(const Emitter *e, const Statement *s, Ex x, uint32_t *done)
{
    const Statement *next = *done < vec_len(s->body) ? &s->body[*done] : NULL;
    bool plain = next && !is_once(e, x) && next->kind == DO_SET && !next->op && next->to == x &&
                 is_leaf(e->d, next->value);

    *done += plain;
    return plain ? next->value : 0;
}

/* Locals and statements, where braces are open. */
static void print_inside(Printer *pr, const Statement *s)
{
    const Emitter *e = pr->e;
    uint32_t done = 0;

    for (uint32_t i = 0; i < vec_len(s->local); i++)
        print_local(pr, s->local[i], first_value(e, s, s->local[i], &done));
    for (uint32_t i = done; i < vec_len(s->body); i++)
        print(pr, &s->body[i]);
}

/* Braces are for locals. */
static void print_block(Printer *pr, const Statement *s)
{
    if (!s->local) {
        print_inside(pr, s);
        return;
    }
    line(pr, "{");
    pr->indent++;
    print_inside(pr, s);
    pr->indent--;
    line(pr, "}");
}

static void print(Printer *pr, const Statement *s)
{
    switch (s->kind) {
    case DO_SET: print_set(pr, s); break;
    case DO_KERNEL: print_kernel(pr, s); break;
    case DO_CALL: print_call(pr, s); break;
    case DO_IF: print_if(pr, s); break;
    case DO_LOOP: print_loop(pr, s); break;
    case DO_BLOCK: print_block(pr, s); break;
    case DO_CLEAR: print_clear(pr, s); break;
    case DO_COPY: print_copy(pr, s); break;
    case DO_BREAK: line(pr, "break;"); break;
    case DO_RETURN: print_return(pr, s); break;
    case DO_NOTE: print_note(pr, s); break;
    }
}

/* In the braces of a statement around it. */
static void print_body(Printer *pr, const Statement *body)
{
    const Statement all = { .kind = DO_BLOCK, .body = (Statement *)(uintptr_t)body };

    pr->indent++;
    print_inside(pr, is_block(body) ? &body[0] : &all);
    pr->indent--;
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static const char *gives_text(Gives g)
{
    return g == GIVES_STATUS ? "dtc_status" : g == GIVES_INT ? "int" : g == GIVES_REAL ? "dtc_real" : "void";
}

/* Of a function that control flow calls (runtime/dtc_functions.h), the type that it has the model by; else NULL. */
static const char *entry_of(const ProgramFunction *fn)
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
static void put_parameters(Printer *pr, const ProgramFunction *fn, const char *model, bool types)
{
    const Emitter *e = pr->e;

    put_open(pr);
    put_plain(pr, *model || vec_len(fn->param) || !types ? model : "void");
    for (uint32_t i = 0; i < vec_len(fn->param); i++) {
        const Object *o = object_of(e->program, fn->param[i]);
        bool in = o->in || (fn->role >= FN_IN_TABLE && o->n > 0 && !o->written);
        const char *type = o->wide ? "double" : c_type(o->type);
        if (i || *model)
            put_comma(pr);
        if (types)
            put(pr, "%s%s %s", in ? "const " : "", type, o->n ? "*" : "");
        put_plain(pr, name_at(pr, fn->param[i]));
    }
    put_close(pr);
}

static void put_head(Printer *pr, const ProgramFunction *fn, const char *name, const char *model)
{
    begin_statement(pr);
    put(pr, "static %s %s", gives_text(fn->gives), name);
    put_parameters(pr, fn, model, true);
    end_statement(pr, "");
    put(pr, "{\n");
}

static void print_part(Printer *pr, const ProgramFunction *fn, const FunctionPart *part)
{
    pr->indent = 1;
    if (!fn->alone && !part->uses)
        line(pr, "(void)m;");
    for (uint32_t i = 0; i < vec_len(part->unused); i++)
        line(pr, "(void)%s;", name_at(pr, part->unused[i]));
    if (is_block(fn->body))
        print_inside(pr, &fn->body[0]);
    for (uint32_t i = part->from; i < part->end && !is_block(fn->body); i++)
        print(pr, &fn->body[i]);
    pr->indent = 0;
}

/* NAME; or its parts NAME_1, NAME_2 ... and NAME, which calls all. One in the table of functions has the model without
 * its type. */
static void print_function(Printer *pr, const ProgramFunction *fn)
{
    const Emitter *e = pr->e;
    const char *entry = entry_of(fn), *is = fn->writes || (entry && *entry == 'v') ? "" : "const ";
    const char *model = fn->alone ? "" : internf(e->d, "%s%s *m", is, pr->name->model);
    uint32_t parts = vec_len(fn->part);

    pr->giving = fn->gives;
    for (uint32_t k = 0; k < parts && parts > 1; k++) {
        put(pr, "\n");
        put_head(pr, fn, internf(e->d, "%s_%u", name_of(pr, fn->role, fn->of), k + 1), model);
        print_part(pr, fn, &fn->part[k]);
        put(pr, "}\n");
    }
    put(pr, "\n");
    if (fn->what)
        comment(pr, NULL, fn->what);
    put_head(pr, fn, name_of(pr, fn->role, fn->of), entry ? internf(e->d, "%sany", entry) : model);
    if (entry)
        put(pr, "    %s%s *m = (%s%s *)any;\n", is, pr->name->model, is, pr->name->model);
    if (parts < 2)
        print_part(pr, fn, &fn->part[0]);
    for (uint32_t k = 0; k < parts && parts > 1; k++) {
        pr->indent = 1;
        begin_statement(pr);
        put(pr, "%s_%u", name_of(pr, fn->role, fn->of), k + 1);
        put_parameters(pr, fn, fn->alone ? "" : "m", false);
        end_statement(pr, ";");
        pr->indent = 0;
    }
    put(pr, "}\n");
}

static void print_numbers(Printer *pr, const Table *t)
{
    const Emitter *e = pr->e;
    const Object *o = object_of(e->program, t->of);

    put(pr, "\nstatic const %s %s[] = {\n", c_type(o->type), name_at(pr, t->of));
    for (uint32_t i = 0; i < t->n; i++)
        put_in_list(pr,
                    o->type == T_REAL ? number_text(e->d, t->number[i]) : textf(e->d, "%.0f", t->number[i]),
                    i + 1 == t->n);
    put(pr, t->n ? "};\n" : "    0\n};\n");
}

/* Of a struct: another one by its address. */
static void put_part(Printer *pr, Ex x)
{
    const Emitter *e = pr->e;
    const Table *t = table_at(e->program, x);

    put(pr, t && t->part && !t->list ? "&" : "");
    put_ex(pr, x);
}

static void print_record(Printer *pr, const Table *t)
{
    static const char *const types[] = {
#define X(id, members, name) #name,
        DTC_RECORDS(X)
#undef X
    };

    put(pr, "\nstatic const %s %s%s = { ", types[t->record], name_at(pr, t->of), t->list ? "[]" : "");
    for (uint32_t i = 0; i < vec_len(t->part); i++) {
        put(pr, i ? ", " : "");
        if (t->part[i])
            put_part(pr, t->part[i]);
        else
            put_plain(pr, "NULL");
    }
    put(pr, " };\n");
}

void print_functions(Printer *pr)
{
    const Emitter *e = pr->e;

    for (uint32_t i = 0; i < vec_len(e->program->table); i++)
        if (e->program->table[i].part)
            print_record(pr, &e->program->table[i]);
        else
            print_numbers(pr, &e->program->table[i]);
    for (Fn i = 1; i < vec_len(e->program->fn); i++)
        if (e->program->fn[i].always || vec_len(e->program->fn[i].body))
            print_function(pr, &e->program->fn[i]);
}
