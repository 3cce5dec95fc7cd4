/* emit.c - the back end: the program as C.
 *
 * Ensures: the same text for the same model. Cost: linear in the size of the expressions.
 */
#include "lanes.h"
#include "scratch.h"

static void emit_body(Printer *pr)
{
    print_functions(pr);
    emit_functions_table(pr);
    emit_user_functions(pr);
    if (pr->lanes)
        lanes_emit_functions(pr, pr->lanes);
}

static void part(Printer *pr, void (*print)(Printer *))
{
    Scratch own = scratch_begin(pr->e->d);
    print(pr);
    scratch_end(pr->e->d, own);
}

bool emit(const Emitter *e, FILE *c, FILE *h, const char *header)
{
    Scratch own = scratch_begin(e->d);
    Printer pr = { .e = e, .name = make_names(e), .c = c, .h = h ? h : c, .out = c, .header = header };
    scratch_end(e->d, own);

    if (e->d->opt.lanes)
        pr.lanes = lanes_plan(e);
    if (pr.lanes && pr.lanes->why)
        return lanes_refused(e, pr.lanes->why);
    part(&pr, emit_header);
    part(&pr, emit_head);
    part(&pr, emit_body);
    part(&pr, emit_descriptor);
    return e->d->errors == 0;
}
