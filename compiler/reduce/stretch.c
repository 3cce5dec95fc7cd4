/* stretch.c - tables that jump: the stretches of arguments in which they do not.
 *
 * Rows with the same argument are a jump. Between two of them, or beyond, is a stretch; which one an argument lies in
 * is a table itself, by stairs: the argument from which on it is that stretch, its first and its last argument.
 *
 * Requires: the arguments of the rows, as they are known while compiling (known.c). Cost: linear in the rows. */
#include <float.h>
#include <string.h>
#include "expr.h"
#include "known.h"
#include "sort.h"

enum { COLUMNS = 3 };

static bool same(Dtc *d, const double *value, Ex a, Ex b)
{
    double x, y;
    return a == b || (known_eval(d, a, value, &x) && known_eval(d, b, value, &y) && !(x < y || x > y));
}

/* The last number below x. */
static Ex before(Dtc *d, Ex x)
{
    const double epsilon = d->opt.single ? FLT_EPSILON : DBL_EPSILON,
                 least = d->opt.single ? FLT_MIN : DBL_MIN;
    Ex size = ex_bin(d, OP_MUL, ex_real(d, epsilon), ex_un(d, OP_ABS, x));
    return ex_bin(d, OP_SUB, x, ex_bin(d, OP_ADD, size, ex_real(d, least)));
}

/* The arguments at which the table jumps, in order. */
static Ex *jumps_of(Dtc *d, const double *value, const ExNode *table, uint32_t columns)
{
    Ex *at = NULL;
    for (uint32_t i = columns; i < table->n; i += columns) {
        bool here = same(d, value, table->arg[i - columns], table->arg[i]);
        if (here && (!vec_len(at) || !same(d, value, vec_last(at), table->arg[i])))
            vec_push(&d->pass, at, table->arg[i]);
    }
    return at;
}

Ex table_stretches(Dtc *d, const double *value, Ex table, uint32_t columns)
{
    const ExNode n = *ex(d, table);
    if (n.op != OP_ARRAY)
        return 0;
    Ex *at = jumps_of(d, value, &n, columns), *row = NULL, far = ex_real(d, 1e30), first = ex_real(d, -1e30);
    if (!vec_len(at))
        return 0;
    for (uint32_t i = 0; i <= vec_len(at); i++) {
        vec_push(&d->pass, row, first);
        vec_push(&d->pass, row, first);
        vec_push(&d->pass, row, i < vec_len(at) ? before(d, at[i]) : far);
        first = i < vec_len(at) ? at[i] : far;
    }
    return ex_new(d, OP_ARRAY, T_REAL, n.payload, row, vec_len(row));
}

/* dtc_table1_stairs for so many rows. */
static uint32_t stairs_function(Dtc *d, Flat *f, uint32_t rows)
{
    const char *name = "dtc_table1_stairs";
    for (uint32_t i = 1; i < vec_len(f->function); i++) {
        const Function *g = &f->function[i];
        const Local *table = g->local;
        if (g->external && strcmp(g->external, name) == 0 && table->dim[0] == rows &&
            table->dim[1] == COLUMNS)
            return i;
    }
    const Local table = { .name = "table",
                          .type = T_REAL,
                          .ndim = 2,
                          .dim = { rows, COLUMNS },
                          .n = rows * COLUMNS,
                          .causality = C_INPUT },
                column = { .name = "column", .type = T_INT, .n = 1, .causality = C_INPUT },
                u = { .name = "u", .type = T_REAL, .n = 1, .causality = C_INPUT },
                y = { .name = "y", .type = T_REAL, .n = 1, .causality = C_OUTPUT };
    Function made = { .name = name, .external = name, .nin = 3, .nout = 1 };
    vec_push(&d->run, made.local, table);
    vec_push(&d->run, made.local, column);
    vec_push(&d->run, made.local, u);
    vec_push(&d->run, made.local, y);
    vec_push(&d->run, f->function, made);
    return vec_len(f->function) - 1;
}

Ex end_of_stretch(Dtc *d, Flat *f, Ex stretches, bool last, Ex u)
{
    const Ex arg[] = { stretches, ex_int(d, last ? 3 : 2), u };
    return ex_new(d, OP_CALL, T_REAL, stairs_function(d, f, ex_narg(d, stretches) / COLUMNS), arg, 3);
}
