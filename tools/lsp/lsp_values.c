/* lsp_values.c - what parameters are, once all modifications are applied: the model is flattened, and what follows from
 * numbers alone is evaluated. A model with a mistake has no values. Cost: flatten.
 */
#include <math.h>
#include "compile.h"
#include "known.h"
#include "lsp_values.h"

Values model_values(Ask *q, Class *model)
{
    Values v = { .d = q->d };

    if (!model || !is_model(model) || q->d->errors)
        return v;
    q->d->model = model;
    q->d->opt.component = ALONE_WITH_CONNECTORS;
    v.flat = flat_model(q->d);
    if (!v.flat)
        return v;
    v.value = known_values(q->d, v.flat);
    for (Var i = 1; i < vec_len(v.flat->var); i++)
        map_set(&q->d->run, &v.var, KEY(internz(q->d, v.flat->var[i].name)), i);
    return v;
}

const char *value_of_path(const Values *v, const char *path)
{
    const Var i = v->flat && path ? (Var)map_get(&v->var, KEY(internz(v->d, path))) : 0;
    const VarInfo *info = i ? &v->flat->var[i] : NULL;
    double x;

    if (!info || info->variability < V_PARAM || !info->binding ||
        !known_eval(v->d, info->binding, v->value, &x))
        return NULL;
    if (info->type == T_BOOL)
        return x != 0 ? "true" : "false";
    if (info->type == T_ENUM && x >= 1 && info->enum_type && x <= vec_len(info->enum_type->literal))
        return info->enum_type->literal[(int)x - 1];
    const char *unit = info->unit && *info->unit ? info->unit : "";
    return internf(v->d, "%s%s%s", textf(v->d, "%.6g", x), *unit ? " " : "", unit);
}
