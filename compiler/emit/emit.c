/* emit.c - the back end: the program as C.
 *
 * Ensures: the same text for the same model. Cost: linear in the size of the expressions.
 */
#include "emit_step.h"

static void emit_body(Emitter *e)
{
    print_functions(e);
    emit_functions_table(e);
    emit_user_functions(e);
}

bool emit(Emitter *e, FILE *c, FILE *h, const char *header)
{
    e->printer = NEW(&e->d->run, Printer);
    *e->printer = (Printer){ .c = c, .h = h ? h : c, .out = c, .header = header };
    emit_header(e);
    emit_head(e);
    emit_body(e);
    emit_descriptor(e);
    return e->d->errors == 0;
}
