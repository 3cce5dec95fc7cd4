/* shift_table.c - shift tables that name what is not there.
 *
 * A shift table is a record whose class has annotation(__dtc(shiftTable = true)), as Shift.ShiftTable of the library.
 * An element is named relative to the component that its table is in, or as `dtc gears` names it, by the end of its
 * path. A name that is the end of no path is a warning: a run does not need it, `dtc gears` does. Requires: the tree of
 * components. Cost: linear in the tree by table and name.
 */
#include <string.h>
#include "check.h"
#include "expr.h"
#include "resolve.h"
#include "text.h"

static const Inst *child_of(const Inst *in, const char *name)
{
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        if (strcmp(in->child[i]->is->name, name) == 0)
            return in->child[i];
    return NULL;
}

static bool ends_with(const char *path, const char *name)
{
    size_t n = strlen(path), m = strlen(name);
    return n >= m && strcmp(path + n - m, name) == 0 && (n == m || path[n - m - 1] == '.');
}

static bool is_named(const Inst *in, const char *name)
{
    if (ends_with(in->path, name))
        return true;
    for (uint32_t k = 0; in->is->ndim && in->has->elem && k < in->is->size; k++)
        if (is_named(in->has->elem[k], name))
            return true;
    for (uint32_t i = 0; !in->is->ndim && i < vec_len(in->child); i++)
        if (is_named(in->child[i], name))
            return true;
    return false;
}

static void check_table(Dtc *d, const Flat *f, const Inst *table)
{
    const Inst *element = child_of(table, "element");
    const char **known = NULL;

    for (uint32_t i = 0; i < vec_len(table->parent->child); i++)
        vec_push(&d->pass, known, table->parent->child[i]->is->name);
    for (uint32_t i = 0; element && i < element->is->size; i++) {
        const char *name = string_of(d, ex_fold(d, ex_var(d, element->first + i)));
        if (!name || is_named(f->root, name))
            continue;
        const char *near = suggest(d, name, known, vec_len(known));
        warning(d, table->is->span, table->path, "there is no shift element %s%s%s%s", name,
                near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
}

bool is_shift_table(const Inst *in)
{
    return in->is->cls && in->is->type == T_RECORD && in->parent &&
           annotation_is_true(in->is->cls->annotation, "shiftTable");
}

static void check_within(Dtc *d, const Flat *f, const Inst *in)
{
    if (is_shift_table(in) && !in->is->ndim)
        check_table(d, f, in);
    for (uint32_t k = 0; in->is->ndim && in->has->elem && k < in->is->size; k++)
        check_within(d, f, in->has->elem[k]);
    for (uint32_t i = 0; !in->is->ndim && i < vec_len(in->child); i++)
        check_within(d, f, in->child[i]);
}

void check_shift_tables(Dtc *d, const Flat *f)
{
    if (f->root)
        check_within(d, f, f->root);
}
