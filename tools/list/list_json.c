/* list_json.c - dtc list --format json: variables with all that is known of them before a run.
 *
 * Places are those in the struct of the C that `dtc -o` writes with the same options. Cost: linear.
 */
#include <string.h>
#include "emit.h"
#include "json.h"
#include "model_list.h"
#include "sort.h"
#include "builders.h"

static void value(Json *j, const char *key, const ListValue *v)
{
    switch (v->kind) {
    case LIST_NUMBER: json_number(j, key, v->x); break;
    case LIST_TRUTH: json_truth(j, key, v->x != 0); break;
    case LIST_LITERAL: json_text(j, key, v->text); break;
    case LIST_NOTHING: json_nothing(j, key); break;
    case LIST_EXPRESSION:
        json_begin(j, key, '{');
        json_text(j, "expression", v->text);
        json_end(j);
    }
}

static const char *type_word(TypeKind t)
{
    return t == T_REAL ? "Real"
         : t == T_INT  ? "Integer"
         : t == T_BOOL ? "Boolean"
         : t == T_ENUM ? "enumeration"
                       : "String";
}

static const char *causality(const ListItem *item, const VarInfo *i)
{
    return item->kind == PARAMETERS                 ? "parameter"
         : is_input(i)                              ? "input"
         : i->causality == C_OUTPUT && i->top_level ? "output"
                                                    : "local";
}

static const char *variability(const VarInfo *i)
{
    return i->variability == V_CONST                         ? "constant"
         : i->variability == V_PARAM                         ? "parameter"
         : i->variability == V_DISCRETE || i->type != T_REAL ? "discrete"
                                                             : "continuous";
}

/* Of what has no place, null: it is no part of the C, or none of its own. */
static void place(Json *j, const char *key, const Emitter *e, Var v)
{
    uint64_t at;
    bool negated;

    if (!emit_place(e, v, &at, &negated)) {
        json_nothing(j, key);
        return;
    }
    json_begin(j, key, '{');
    json_whole(j, "offset", at);
    json_truth(j, "negated", negated);
    json_end(j);
}

/* Of each element; of a scalar itself. */
static void elements(Json *j, const Emitter *e, const ListItem *item)
{
    const bool whole = item->array;

    if (whole) {
        json_begin(j, "dimensions", '[');
        for (uint32_t k = 0; k < item->array->ndim; k++)
            json_whole(j, NULL, item->array->dim[k]);
        json_end(j);
        json_begin(j, "value", '[');
    }
    for (uint32_t k = 0; k < vec_len(item->value); k++)
        value(j, whole ? NULL : "value", &item->value[k]);
    if (whole) {
        json_end(j);
        json_begin(j, "place", '[');
    }
    for (uint32_t k = 0; k < vec_len(item->value); k++)
        place(j, whole ? NULL : "place", e, item->v + k);
    if (whole)
        json_end(j);
}

static void variable(Json *j, const Flat *f, const Emitter *e, const ListItem *item)
{
    const VarInfo *i = &f->var[item->v];
    const char **literal = i->enum_type ? i->enum_type->literal : NULL;

    json_begin(j, NULL, '{');
    json_text(j, "name", item->array ? item->array->name : i->name);
    json_text(j, "description", i->doc ? i->doc : "");
    json_text(j, "type", type_word(i->type));
    if (i->type == T_ENUM) {
        json_begin(j, "literals", '[');
        for (uint32_t k = 0; k < vec_len(literal); k++)
            json_text(j, NULL, literal[k]);
        json_end(j);
    }
    json_text(j, "causality", causality(item, i));
    json_text(j, "variability", variability(i));
    json_text(j, "unit", i->unit);
    json_text(j, "display_unit", i->display_unit);
    json_text(j, "quantity", i->quantity);
    elements(j, e, item);
    value(j, "start", &item->start);
    value(j, "min", &item->min);
    value(j, "max", &item->max);
    value(j, "nominal", &item->nominal);
    json_truth(j, "fixed", item->kind == PARAMETERS ? !i->has_fixed || i->fixed : i->fixed);
    json_truth(j, "structural", i->structural);
    json_text(j, "remark", item->remark);
    json_end(j);
}

static void model(Json *j, const Flat *f, const Emitter *e)
{
    json_text(j, "model", f->name);
    json_text(j, "description", f->doc ? f->doc : "");
    json_begin(j, "c", '{');
    json_text(j, "name", emit_model_name(e->d, e->f));
    json_text(j, "method", method_name(e->d->opt.method));
    json_number(j, "step", e->of->step);
    json_text(j, "real", e->d->opt.single ? "float" : "double");
    json_whole(j, "bytes", layout_size(e->layout));
    json_end(j);
}

void list_json(Dtc *d, const Flat *f, const ListTable *table, const Emitter *e, FILE *out)
{
    Json j;

    json_document(&j, d, out, "dtc list");
    model(&j, f, e);
    for (uint32_t k = 0; k < vec_len(table); k++) {
        json_begin(&j, list_kinds[table[k].kind], '[');
        for (uint32_t i = 0; i < vec_len(table[k].item); i++)
            variable(&j, f, e, &table[k].item[i]);
        json_end(&j);
    }
    json_end(&j);
}
