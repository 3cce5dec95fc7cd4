/* emit.c - the back end: the program as C.
 *
 * Ensures: the same text for the same model. Cost: linear in the size of the expressions.
 */
#include "lanes.h"

static void emit_body(Printer *pr)
{
    print_functions(pr);
    emit_functions_table(pr);
    emit_user_functions(pr);
    if (pr->lanes)
        lanes_emit_functions(pr, pr->lanes);
}

bool emit(const Emitter *e, FILE *c, FILE *h, const char *header)
{
    Printer pr = { .e = e, .name = make_names(e), .c = c, .h = h ? h : c, .out = c, .header = header };

    if (e->d->opt.lanes)
        pr.lanes = lanes_plan(e);
    if (pr.lanes && pr.lanes->why)
        return lanes_refused(e, pr.lanes->why);
    emit_header(&pr);
    emit_head(&pr);
    emit_body(&pr);
    emit_descriptor(&pr);
    return e->d->errors == 0;
}
