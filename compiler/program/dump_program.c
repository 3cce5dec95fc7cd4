/* dump_program.c - the step program as text, for --dump=step: the struct, constants, functions that have statements, in
 * their order; by names of its own (roles.c), with the dots that the model has. */
#include "store.h"

typedef struct { const Program *p; FILE *out; int depth; } Dump;

static void dump_body(Dump *w, const Statement *body);

static const char *text(const Dump *w, Ex x) { return ex_text(w->p->d, x); }

static void begin(const Dump *w) { fprintf(w->out, "%*s", 4 * w->depth, ""); }

static void dump_arguments(Dump *w, const Statement *s, const char *name)
{
    fprintf(w->out, "%s", name);
    for (uint32_t i = 0; i < vec_len(s->arg); i++)
        fprintf(w->out, "%s%s", i ? ", " : "(", text(w, s->arg[i]));
    fprintf(w->out, "%s", s->arg ? ")" : "");
}

static void dump_body_of(Dump *w, const char *after, const Statement *body)
{
    fprintf(w->out, "%s\n", after);
    dump_body(w, body);
}

static const char *operator_text(Op op)
{
    return op == OP_ADD ? "+ "
         : op == OP_SUB ? "- "
         : op == OP_MUL ? "* "
         : op == OP_AND ? "and "
         : op           ? "or "
                        : "";
}

static void dump_kernel(Dump *w, const Statement *s)
{
    if (s->to)
        fprintf(w->out, "%s := %s", text(w, s->to), operator_text(s->op));
    if (s->decides)
        fprintf(w->out, s->negated ? "if not " : "if ");
    dump_arguments(w, s, kernels[s->kernel].name);
    dump_body_of(w, "", s->body);
}

static void dump_block(Dump *w, const Statement *s)
{
    fprintf(w->out, s->shared ? "shared" : "block");
    for (uint32_t i = 0; i < vec_len(s->local); i++)
        fprintf(w->out, "%s%s", i ? ", " : " with ", text(w, s->local[i]));
    dump_body_of(w, "", s->body);
}

static void dump_loop(Dump *w, const Statement *s)
{
    fprintf(w->out, "for %s below %s", text(w, s->to), text(w, s->count));
    if (!ex_is_num(w->p->d, s->count, NULL) && object_of(w->p, s->to)->most < INT32_MAX)
        fprintf(w->out, ", at most %u rounds", object_of(w->p, s->to)->most);
    dump_body_of(w, s->value ? textf(w->p->d, " while %s", text(w, s->value)) : "", s->body);
}

static const char *function_of_call(const Dump *w, const Statement *s)
{
    return function_label(w->p, w->p->fn[s->fn].role, w->p->fn[s->fn].of);
}

static void dump(Dump *w, const Statement *s)
{
    const Equation *list = s->initial ? w->p->f->ieq : w->p->f->eq;

    begin(w);
    switch (s->kind) {
    case DO_SET:
        fprintf(w->out, "%s := %s%s\n", text(w, s->to), operator_text(s->op), text(w, s->value));
        break;
    case DO_KERNEL: dump_kernel(w, s); break;
    case DO_CALL:
        dump_arguments(w, s, s->value ? textf(w->p->d, "%s to ", text(w, s->value)) : function_of_call(w, s));
        fprintf(w->out, "\n");
        break;
    case DO_IF:
        dump_body_of(w, textf(w->p->d, "if %s", text(w, s->value)), s->body);
        if (s->other) {
            begin(w);
            dump_body_of(w, "else", s->other);
        }
        break;
    case DO_LOOP: dump_loop(w, s); break;
    case DO_BLOCK: dump_block(w, s); break;
    case DO_CLEAR: fprintf(w->out, "%s := 0\n", text(w, s->to)); break;
    case DO_COPY: fprintf(w->out, "%s := %s\n", text(w, s->to), text(w, s->value)); break;
    case DO_BREAK: fprintf(w->out, "break\n"); break;
    case DO_RETURN: fprintf(w->out, "return %s\n", s->value ? text(w, s->value) : ""); break;
    case DO_NOTE:
        fprintf(w->out, "# %s\n", s->text ? s->text : equation_text(w->p->d, w->p->f, &list[s->eq]));
        break;
    }
}

static void dump_body(Dump *w, const Statement *body)
{
    w->depth++;
    for (uint32_t i = 0; i < vec_len(body); i++)
        dump(w, &body[i]);
    w->depth--;
}

static void dump_table(const Dump *w, const Table *t)
{
    fprintf(w->out, "%s =", text(w, t->of));
    for (uint32_t i = 0; i < t->n; i++)
        fprintf(w->out, " %g", t->number[i]);
    for (uint32_t i = 0; i < vec_len(t->part); i++)
        fprintf(w->out, " %s", t->part[i] ? text(w, t->part[i]) : "none");
    fprintf(w->out, "\n");
}

static void dump_member(const Dump *w, const LaidMember *m)
{
    static const char *const saved[] = { "", ", saved", ", saved", ", saved up to P" };

    if (m->section)
        fprintf(w->out, "    # ---- %s ----\n", m->section);
    if (m->title)
        fprintf(w->out, "    # %s\n", m->title);
    fprintf(w->out, "    %llu: %s", (unsigned long long)m->at, member_label(w->p, m->role, m->of_role));
    fprintf(w->out, m->n ? "[%u]" : "", m->n);
    fprintf(w->out, ", %llu of %s", (unsigned long long)m->size, member_type_name(m->type));
    for (uint32_t k = 0; k < vec_len(m->part) && (!m->rows || k < m->plain); k++)
        fprintf(w->out, " %s", part_label(m->part[k].role));
    if (m->rows)
        fprintf(w->out, m->rows == ROWS_OF_LAW ? " law of %u" : " what is decided of %u", m->elements);
    fprintf(w->out, "%s\n", saved[m->saving]);
}

void dump_program(const Program *p, const Layout *l, FILE *out)
{
    Dump w = { p, out, 0 };

    label_objects(p);
    fprintf(out, "struct of %llu bytes\n", (unsigned long long)l->size);
    for (uint32_t i = 0; i < vec_len(l->member); i++)
        dump_member(&w, &l->member[i]);

    for (uint32_t i = 0; i < vec_len(p->table); i++)
        dump_table(&w, &p->table[i]);
    for (Fn i = 1; i < vec_len(p->fn); i++) {
        const ProgramFunction *fn = &p->fn[i];
        if (vec_len(fn->body) == 0)
            continue;
        fprintf(out, "%s", function_label(p, fn->role, fn->of));
        for (uint32_t k = 0; k < vec_len(fn->param); k++)
            fprintf(out, "%s%s", k ? ", " : " of ", ex_text(p->d, fn->param[k]));
        dump_body_of(&w, "", fn->body);
    }
}
