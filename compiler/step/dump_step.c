/* dump_step.c - the step program as text, for --dump=step: functions that have statements, in their order. */
#include "step.h"

static void dump(const Program *p, const Step *s, FILE *out)
{
    fprintf(out, "    %s := ", ex_text(p->d, s->to));
    switch (s->kind) {
    case DO_SET: fprintf(out, "%s\n", ex_text(p->d, s->value)); return;
    case DO_KERNEL:
        fprintf(out, "%s%s", ex_type(p->d, s->to) == T_INT ? "or " : "", kernels[s->kernel].name);
        for (uint32_t i = 0; i < vec_len(s->arg); i++)
            fprintf(out, "%s%s", i ? ", " : "(", ex_text(p->d, s->arg[i]));
        fprintf(out, ")\n");
    }
}

void dump_step(const Program *p, FILE *out)
{
    for (Fn i = 1; i < vec_len(p->fn); i++) {
        const StepFunction *fn = &p->fn[i];
        if (vec_len(fn->body))
            fprintf(out, "%s", fn->name);
        for (uint32_t k = 0; k < vec_len(fn->param); k++)
            fprintf(out, "%s%s", k ? ", " : " of ", p->d->object[fn->param[k]]);
        if (vec_len(fn->body))
            fprintf(out, "\n");
        for (uint32_t k = 0; k < vec_len(fn->body); k++)
            dump(p, &fn->body[k], out);
    }
}
