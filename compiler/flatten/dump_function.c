/* dump_function.c - functions in the dump of the flat model.
 *
 * Modelica takes the outputs of a call apart only where variables take them: (a, b) = f(x). Where a flat expression
 * reads one scalar of several outputs, the dump calls a function that returns it, NAME_out2_f, and writes that function
 * too. Functions come in the order of their names, so that reading the dump gives the same order again. Cost: the size
 * of the text.
 */
#include <stdlib.h>
#include <string.h>
#include "dump_flat.h"
#include "lower.h"

const char *type_name(TypeKind t)
{
    return t == T_REAL ? "Real" : t == T_BOOL ? "Boolean" : t == T_STRING ? "String" : "Integer";
}

static void indent(FILE *out, uint32_t depth) { fprintf(out, "%*s", (int)(2 * depth), ""); }

void doc_text(Dump *p, const char *doc)
{
    if (doc && *doc)
        fprintf(p->out, " %s", text_string(p->d, doc));
}

/* ---- outputs within expressions ------------------------------------------------------------------------ */

static void want(Dump *p, uint32_t function, uint32_t output)
{
    uint64_t key = (uint64_t)function << 32 | output;
    if (map_get(&p->want, key))
        return;
    map_set(&p->d->pass, &p->want, key, 1);
    vec_push(&p->d->pass, p->wanted, ((Wanted){ function, output }));
}

void want_outputs(Dump *p, Ex e, bool whole)
{
    Dtc *d = p->d;
    Ex *stack = NULL, root = whole ? e : 0;
    vec_push(&d->pass, stack, e);
    while (vec_len(stack)) {
        Ex x = vec_pop(stack);
        if (map_get(&p->seen, x))
            continue;
        if (x != root)
            map_set(&d->pass, &p->seen, x, 1);
        if (ex_op(d, x) == OP_OUT) {
            uint32_t output = ex(d, x)->payload;
            x = ex_arg(d, x, 0);
            want(p, ex(d, x)->payload, output);
        } else if (ex_op(d, x) == OP_CALL && x != root) {
            const Function *f = &p->f->function[ex(d, x)->payload];
            if (f->nout && f->local[f->nin].ndim)
                want(p, ex(d, x)->payload, 1);
        } else if (ex_op(d, x) == OP_ARRAY && whole_output(d, x)) {
            x = whole_output(d, x);
        }
        for (uint32_t i = 0; i < ex_narg(d, x); i++)
            vec_push(&d->pass, stack, ex_arg(d, x, i));
    }
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static void function_body(Dump *p, const Function *f, FStmt *body, uint32_t depth);

static const char *in_function(Dump *p, const Function *f, Ex e) { return ex_text_in(p->d, f, NULL, e); }

static const char *local_text(Dump *p, const Function *f, uint32_t local)
{
    return ex_text_in(p->d, f, NULL, ex_local(p->d, f->local[local].type, local));
}

static void assignment(Dump *p, const Function *f, const FStmt *s)
{
    fprintf(p->out, "%s", local_text(p, f, s->local));
    for (uint32_t i = 0; i < vec_len(s->sub); i++)
        fprintf(p->out, "%s%s", i ? ", " : "[", in_function(p, f, s->sub[i]));
    fprintf(p->out, "%s := %s;\n", vec_len(s->sub) ? "]" : "",
            ex_text_in(p->d, f, vec_len(s->sub) ? NULL : &f->local[s->local], s->value));
}

static void branches(Dump *p, const Function *f, const FStmt *s, uint32_t depth)
{
    for (uint32_t i = 0; i < vec_len(s->branch); i++) {
        const FBranch *b = &s->branch[i];
        if (i)
            indent(p->out, depth);
        if (b->cond)
            fprintf(p->out, "%s %s then\n", i ? "elseif" : "if", in_function(p, f, b->cond));
        else
            fprintf(p->out, "else\n");
        function_body(p, f, b->body, depth + 1);
    }
    indent(p->out, depth);
    fprintf(p->out, "end if;\n");
}

static void loop(Dump *p, const Function *f, const FStmt *s, uint32_t depth)
{
    if (s->kind == FS_WHILE) {
        fprintf(p->out, "while %s loop\n", in_function(p, f, s->branch[0].cond));
    } else {
        fprintf(p->out, "for %s in %s:", local_text(p, f, s->local), in_function(p, f, s->from));
        if (s->step && !ex_is_one(p->d, s->step))
            fprintf(p->out, "%s:", in_function(p, f, s->step));
        fprintf(p->out, "%s loop\n", in_function(p, f, s->to));
    }
    function_body(p, f, s->branch[0].body, depth + 1);
    indent(p->out, depth);
    fprintf(p->out, "end %s;\n", s->kind == FS_WHILE ? "while" : "for");
}

static void function_call(Dump *p, const Function *f, const FStmt *s)
{
    uint32_t n = vec_len(s->out);
    if (n)
        fprintf(p->out, "(");
    for (uint32_t i = 0; i < n; i++)
        fprintf(p->out, "%s%s", i ? ", " : "", s->out[i] == UINT32_MAX ? "" : local_text(p, f, s->out[i]));
    fprintf(p->out, "%s%s;\n", n ? ") := " : "", in_function(p, f, s->call));
}

static void function_body(Dump *p, const Function *f, FStmt *body, uint32_t depth)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const FStmt *s = &body[i];
        indent(p->out, depth);
        switch (s->kind) {
        case FS_ASSIGN: assignment(p, f, s); break;
        case FS_IF: branches(p, f, s, depth); break;
        case FS_FOR:
        case FS_WHILE: loop(p, f, s, depth); break;
        case FS_BREAK: fprintf(p->out, "break;\n"); break;
        case FS_RETURN: fprintf(p->out, "return;\n"); break;
        case FS_CALL: function_call(p, f, s); break;
        case FS_ASSERT:
            fprintf(p->out, "assert(%s, %s);\n", in_function(p, f, s->value), in_function(p, f, s->call));
            break;
        }
    }
}

static bool loop_variable(FStmt *body, uint32_t local)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        if (body[i].kind == FS_FOR && body[i].local == local)
            return true;
        for (uint32_t k = 0; k < vec_len(body[i].branch); k++)
            if (loop_variable(body[i].branch[k].body, local))
                return true;
    }
    return false;
}

static void derivative_text(Dump *p, const Function *f, const Derivative *by)
{
    const char *before = "(";
    fprintf(p->out, ", derivative");
    for (uint32_t i = 0; i < f->nin; i++) {
        if (!by->without[i] || f->local[i].type != T_REAL)
            continue;
        fprintf(p->out, "%s%s = %s", before, by->constant[i] ? "zeroDerivative" : "noDerivative",
                local_text(p, f, i));
        before = ", ";
    }
    fprintf(p->out, "%s = %s", *before == ',' ? ")" : "", text_name(p->d, p->f->function[by->function].name));
}

static void dump_function(Dump *p, const Function *f)
{
    FILE *o = p->out;
    const char *name = text_name(p->d, f->name);
    fprintf(o, "function %s", name);
    doc_text(p, f->doc);
    fprintf(o, "\n");
    bool hidden = false;
    uint32_t n = vec_len(f->local);
    for (uint32_t k = 0; k < 2 * n; k++) { /* those with a value last */
        uint32_t i = k % n;
        const Local *l = &f->local[i];
        if ((l->init != 0) != (k >= n))
            continue;
        bool interface = i < f->nin + f->nout;
        if (!interface && loop_variable(f->body, i))
            continue;
        if (!interface && !hidden)
            fprintf(o, "protected\n");
        hidden = !interface;
        fprintf(o, "  %s%s %s%s",
                i < f->nin  ? "input "
                : interface ? "output "
                            : "",
                type_name(l->type), local_text(p, f, i), dims_text(p->d, l->ndim, l->dim));
        if (l->init)
            fprintf(o, " = %s", ex_text_in(p->d, f, l, l->init));
        fprintf(o, ";\n");
    }
    if (f->external) {
        fprintf(o, "  external \"C\" %s = %s(", local_text(p, f, f->nin), f->external);
        for (uint32_t i = 0; i < f->nin; i++)
            fprintf(o, "%s%s", i ? ", " : "", local_text(p, f, i));
        fprintf(o, ");\n");
    } else {
        fprintf(o, "algorithm\n");
        function_body(p, f, f->body, 1);
    }
    fprintf(o, "  annotation(Inline = false");
    for (uint32_t i = 0; i < vec_len(f->derivative); i++)
        derivative_text(p, f, &f->derivative[i]);
    if (f->inline_at == INLINE_AFTER_INDEX)
        fprintf(o, ", InlineAfterIndexReduction = true");
    if (f->inline_at == INLINE_LATE)
        fprintf(o, ", LateInline = true");
    if (f->smooth_order_known)
        fprintf(o, ", smoothOrder = %d", f->smooth_order);
    fprintf(o, ");\n");
    fprintf(o, "end %s;\n\n", name);
}

/* ---- a function for one output ------------------------------------------------------------------------- */

static void declare_local(Dump *p, const Function *f, uint32_t i, const char *prefix)
{
    const Local *l = &f->local[i];
    fprintf(p->out, "  %s%s %s%s;\n", prefix, type_name(l->type), local_text(p, f, i),
            dims_text(p->d, l->ndim, l->dim));
}

/* Scalar number `output` of f's outputs: y, or y[1, 2]. */
static const char *output_text(Dump *p, const Function *f, uint32_t output, TypeKind *type)
{
    uint32_t i = f->nin, at = output - 1, sub[MAX_DIM];
    while (at >= f->local[i].n)
        at -= f->local[i++].n;
    const Local *l = &f->local[i];
    const char *text = local_text(p, f, i);
    *type = l->type;
    for (uint32_t k = l->ndim; k-- > 0; at /= l->dim[k])
        sub[k] = at % l->dim[k] + 1;
    for (uint32_t k = 0; k < l->ndim; k++)
        text = internf(p->d, "%s%s%u%s", text, k ? ", " : "[", sub[k], k + 1 < l->ndim ? "" : "]");
    return text;
}

static void dump_output_function(Dump *p, const Function *f, uint32_t output, const char *name)
{
    FILE *o = p->out;
    TypeKind type;
    const char *value = output_text(p, f, output, &type);
    fprintf(o, "function %s\n", name);
    for (uint32_t i = 0; i < f->nin; i++)
        declare_local(p, f, i, "input ");
    fprintf(o, "  output %s 'the output';\nprotected\n", type_name(type));
    for (uint32_t i = f->nin; i < f->nin + f->nout; i++)
        declare_local(p, f, i, "");
    fprintf(o, f->nout > 1 ? "algorithm\n  (" : "algorithm\n  ");
    for (uint32_t i = f->nin; i < f->nin + f->nout; i++)
        fprintf(o, "%s%s", i > f->nin ? ", " : "", local_text(p, f, i));
    fprintf(o, "%s := %s(", f->nout > 1 ? ")" : "", text_name(p->d, f->name));
    for (uint32_t i = 0; i < f->nin; i++)
        fprintf(o, "%s%s", i ? ", " : "", local_text(p, f, i));
    fprintf(o, ");\n  'the output' := %s;\n  annotation(Inline = false);\nend %s;\n\n", value, name);
}

/* ---- all of them --------------------------------------------------------------------------------------- */

typedef struct { const char *name; uint32_t function, output; } Entry;      /* output 0: the function itself */

static int by_name(const void *a, const void *b) { return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name); }

void dump_functions(Dump *p)
{
    Dtc *d = p->d;
    Entry *list = NULL;
    uint32_t *used = functions_used(d, p->f);
    for (uint32_t i = 0; i < vec_len(used); i++)
        vec_push(&d->pass, list, ((Entry){ p->f->function[used[i]].name, used[i], 0 }));
    for (uint32_t i = 0; i < vec_len(p->wanted); i++) {
        const Wanted *w = &p->wanted[i];
        vec_push(&d->pass, list,
                 ((Entry){ output_name(d, &p->f->function[w->function], w->output), w->function,
                           w->output }));
    }
    if (list)
        qsort(list, vec_len(list), sizeof *list, by_name);
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Function *f = &p->f->function[list[i].function];
        if (list[i].output)
            dump_output_function(p, f, list[i].output, list[i].name);
        else
            dump_function(p, f);
    }
}
