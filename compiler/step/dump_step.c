/* dump_step.c - the step program as text, for --dump=step: functions that have statements, in their order. */
#include "step.h"

void dump_step(const Program *p, FILE *out)
{
    for (Fn i = 1; i < vec_len(p->fn); i++) {
        const StepFunction *fn = &p->fn[i];
        if (vec_len(fn->body))
            fprintf(out, "%s\n", fn->name);
        for (uint32_t k = 0; k < vec_len(fn->body); k++)
            fprintf(out, "    %s := %s\n", ex_text(p->d, fn->body[k].to), ex_text(p->d, fn->body[k].value));
    }
}
