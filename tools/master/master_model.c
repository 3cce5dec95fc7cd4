/* master_model.c - what `dtc sim` knows of a model, made for an FMU: a struct of values, the descriptor of it, and a
 * flat model of its variables.
 *
 * Each number is an element with a place of its own in the struct: a scalar, or a part of an array. Names for one value
 * (an alias of 3.0, variables of one value reference in 2.0) share a place. Integers are kept as doubles, which are
 * exact up to 2^53; whether a value fits its type is looked at where it is given (master_misfit). Texts, binaries and
 * clocks are no numbers and have no place; the independent variable is the time of the results. Values travel in
 * groups, one call for all variables of a type. Cost: linear in the elements.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "expr.h"
#include "master.h"

/* Before the values. */
typedef struct { double time; dtc_count count; int fault, refused; } Head;
enum { ELEMENTS = 20000000 };

/* ---- one value ----------------------------------------------------------------------------------------- */

static size_t type_bytes(const Fmu *f, FmuType type)
{
    static const size_t bytes[FMU_TYPES] = { 4, 8, 1, 1, 2, 2, 4, 4, 8, 8 };

    return type == FMU_BOOLEAN ? f->driver->boolean : bytes[type];
}

static bool is_number(const FmuVariable *v)
{
    return v->type <= FMU_BOOLEAN && v->causality != FMU_INDEPENDENT && strcmp(v->name, "time") != 0;
}

/* Of integers: the least and the most; the most of 64 bits is rounded up. */
static void bounds(FmuType type, double *least, double *most)
{
    static const int bits[FMU_TYPES] = {
        [FMU_INT8] = 8,    [FMU_UINT8] = 8,  [FMU_INT16] = 16,  [FMU_UINT16] = 16, [FMU_INT32] = 32,
        [FMU_UINT32] = 32, [FMU_INT64] = 64, [FMU_UINT64] = 64, [FMU_BOOLEAN] = 1
    };
    const bool below = type == FMU_INT8 || type == FMU_INT16 || type == FMU_INT32 || type == FMU_INT64;

    *least = below ? -ldexp(1, bits[type] - 1) : 0;
    *most = ldexp(1, bits[type] - below) - (bits[type] < 64);
}

const char *master_misfit(Fmu *f, const FmuVariable *v, double x)
{
    double least, most;

    if (v->type <= FMU_FLOAT64)
        return isfinite(x) ? NULL : "is no finite number";
    bounds(v->type, &least, &most);
    return !(x == floor(x)) ? internf(f->d, "is no whole number, as %s is one", master_type_name[v->type])
         : x < least || x > most ? internf(f->d, "is out of the range of %s", master_type_name[v->type])
                                 : NULL;
}

/* From and to the type of C; what is out of its range becomes its bound. */
#define INTEGERS(X) X(INT8, int8_t, INT8_MAX) X(UINT8, uint8_t, UINT8_MAX) X(INT16, int16_t, INT16_MAX) \
    X(UINT16, uint16_t, UINT16_MAX) X(INT32, int32_t, INT32_MAX) X(UINT32, uint32_t, UINT32_MAX) \
    X(INT64, int64_t, INT64_MAX) X(UINT64, uint64_t, UINT64_MAX)
#define FLOATS(X) X(FLOAT32, float, 0) X(FLOAT64, double, 0)

static double value_at(const Fmu *f, const FmuGroup *g, uint32_t i)
{
    const char *at = (const char *)g->value + i * type_bytes(f, g->type);
    int truth = 0;

#define X(name, type, largest) case FMU_##name: { type x; memcpy(&x, at, sizeof x); return (double)x; }
    switch ((int)g->type) {
        FLOATS(X) INTEGERS(X)
    }
#undef X
    memcpy(&truth, at, f->driver->boolean); /* little-endian, or as large as it is */
    return truth != 0;
}

static void put_value(const Fmu *f, FmuGroup *g, uint32_t i, double x)
{
    char *at = (char *)g->value + i * type_bytes(f, g->type);
    double least, most;

#define X(name, type, largest) case FMU_##name: { const type y = (type)x; memcpy(at, &y, sizeof y); return; }
    switch ((int)g->type) {
        FLOATS(X)
    }
#undef X
    bounds(g->type, &least, &most);
    x = fmax(x, least);
#define X(name, type, largest) \
    case FMU_##name: { const type y = x >= most ? largest : (type)x; memcpy(at, &y, sizeof y); return; }
    switch ((int)g->type) {
        INTEGERS(X)
    }
#undef X
    const int truth = x != 0;
    const unsigned char one = x != 0;
    memcpy(at, f->driver->boolean == 1 ? (const void *)&one : (const void *)&truth, f->driver->boolean);
}

/* ---- elements ------------------------------------------------------------------------------------------ */

static uint64_t size_of(Fmu *f, const FmuVariable *v)
{
    uint64_t n = 1;

    for (uint32_t k = 0; k < vec_len(v->dimension); k++) {
        const FmuDimension *by = &v->dimension[k];
        const uint64_t count = by->by_parameter ? master_size(f, by->parameter) : by->count;
        n = count > ELEMENTS || n * count > ELEMENTS ? (uint64_t)ELEMENTS + 1 : n * count;
    }
    return n;
}

/* "a[2,1]" */
static const char *label_of_element(Fmu *f, const FmuVariable *v, uint64_t index)
{
    const char *text = "";

    for (uint32_t k = vec_len(v->dimension); k-- > 0;) {
        const FmuDimension *by = &v->dimension[k];
        const uint64_t count = by->by_parameter ? master_size(f, by->parameter) : by->count;
        text = internf(f->d, "%llu%s%s", (unsigned long long)(index % count + 1), *text ? "," : "", text);
        index /= count;
    }
    return *text ? internf(f->d, "%s[%s]", v->name, text) : v->name;
}

/* Which variable has the place: itself, or the first of these names. */
static uint32_t owner_of(Fmu *f, Map *by_reference, uint32_t variable)
{
    const FmuVariable *v = &f->x.variable[variable];
    const uint64_t key = ((uint64_t)v->type << 32 | v->value_reference) + 1,
                   known = map_get(by_reference, key);

    if (!known)
        map_set(&f->d->pass, by_reference, key, variable + 1);
    return known ? (uint32_t)known - 1 : variable;
}

static bool find_elements(Fmu *f)
{
    Map by_reference = { 0 };

    f->first = NEW_N(&f->d->run, uint32_t, vec_len(f->x.variable) + 1);
    for (uint32_t i = 0; i < vec_len(f->x.variable); i++) {
        const FmuVariable *v = &f->x.variable[i];
        const uint64_t n = is_number(v) ? size_of(f, v) : 0;
        f->first[i] = n ? vec_len(f->element) : UINT32_MAX;
        if (n > ELEMENTS || vec_len(f->element) + n > ELEMENTS)
            return master_problem(f, "it has more than %d values, with those of %s", ELEMENTS, v->name);
        const uint32_t owner = n ? owner_of(f, &by_reference, i) : 0;
        for (uint32_t k = 0; k < n; k++)
            vec_push(&f->d->run, f->element, ((FmuElement){ i, owner, k }));
    }
    return true;
}

/* ---- the descriptor ------------------------------------------------------------------------------------ */

static unsigned char kind_of(const FmuVariable *v)
{
    return v->variability == FMU_CONSTANT                                  ? DTC_CALCULATED
         : v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL ? DTC_PARAMETER
         : v->causality == FMU_CALCULATED || v->causality == FMU_DEPENDENT ? DTC_CALCULATED
         : v->causality == FMU_INPUT                                       ? DTC_IN
         : v->causality == FMU_OUTPUT                                      ? DTC_OUT
         : v->state                                                        ? DTC_STATE
                                                                           : DTC_VARIABLE;
}

static unsigned char type_of(const FmuVariable *v)
{
    return v->type == FMU_BOOLEAN ? DTC_BOOLEAN : v->enumeration ? DTC_INTEGER : DTC_REAL;
}

static void describe(Fmu *f)
{
    const uint32_t n = vec_len(f->element);
    dtc_variable *row = NEW_N(&f->d->run, dtc_variable, n + 1);

    for (uint32_t i = 0; i < n; i++) {
        const FmuElement *e = &f->element[i];
        const FmuVariable *v = &f->x.variable[e->variable];
        row[i] = (dtc_variable){ .name = label_of_element(f, v, e->index),
                                 .unit = v->unit ? v->unit : "",
                                 .description = v->description ? v->description : "",
                                 .offset = sizeof(Head) + 8 * (size_t)(f->first[e->owner] + e->index),
                                 .kind = kind_of(v),
                                 .type = type_of(v),
                                 .sign = 1,
                                 .repeat = -1 };
    }
    f->info = (dtc_model_info){ .name = f->x.name,
                                .description = f->x.description ? f->x.description : "",
                                .size = sizeof(Head) + 8 * (size_t)(n + 1),
                                .real_size = sizeof(double),
                                .fault = offsetof(Head, fault),
                                .time = offsetof(Head, time),
                                .count = offsetof(Head, count),
                                .refused = offsetof(Head, refused),
                                .variables = (int)n,
                                .variable_row = row,
                                .method = "FMI" };
    f->values = arena_alloc(&f->d->run, f->info.size);
}

/* Lists have blanks between their numbers. */
static void put_starts(Fmu *f, uint32_t variable)
{
    const FmuVariable *v = &f->x.variable[variable];
    const char *p = v->start;
    double x;

    for (uint32_t i = f->first[variable]; p && i < vec_len(f->element) && f->element[i].variable == variable;
         i++) {
        char *end;
        while (isspace((unsigned char)*p))
            p++;
        const bool is_true = strncmp(p, "true", 4) == 0, truth = is_true || strncmp(p, "false", 5) == 0;
        x = truth ? is_true : strtod(p, &end);
        if (!truth && end == p)
            return;
        p = truth ? p + (is_true ? 4 : 5) : end;
        if (!master_misfit(f, v, x))
            dtc_set(&f->info, f->values, &f->info.variable_row[i], x);
    }
}

/* ---- the flat model ------------------------------------------------------------------------------------ */

/* Its items, if they are 1, 2, 3 ... */
static Class *enumeration(Fmu *f, const FmuVariable *v)
{
    const FmuItem *item = v->enumeration && v->type_of ? v->type_of->item : NULL;
    Class *c = item ? NEW(&f->d->run, Class) : NULL;

    for (uint32_t i = 0; i < vec_len(item); i++) {
        if (item[i].value != (int64_t)i + 1)
            return NULL;
        vec_push(&f->d->run, c->literal, item[i].name);
    }
    if (c)
        c->name = v->declared;
    return c;
}

static Ex bound(Fmu *f, const char *text)
{
    char *end;
    const double x = text ? strtod(text, &end) : 0;

    return text && end != text && *end == 0 && isfinite(x) ? ex_real(f->d, x) : 0;
}

static VarInfo flat_variable(Fmu *f, const FmuVariable *v, Class *type)
{
    static const Variability variability[] = { V_CONT, V_DISCRETE, V_PARAM, V_PARAM, V_CONST };

    return (VarInfo){ .doc = v->description,
                      .unit = v->unit,
                      .type = v->type <= FMU_FLOAT64 ? T_REAL
                            : v->type == FMU_BOOLEAN ? T_BOOL
                            : type                   ? T_ENUM
                                                     : T_INT,
                      .enum_type = type,
                      .variability = variability[v->variability],
                      .causality = v->causality == FMU_INPUT  ? C_INPUT
                                 : v->causality == FMU_OUTPUT ? C_OUTPUT
                                                              : C_LOCAL,
                      .min = bound(f, v->min),
                      .max = bound(f, v->max) };
}

static uint32_t flat_array(Fmu *f, const FmuVariable *v, Var first)
{
    FlatArray a = {
        .name = v->name, .ndim = vec_len(v->dimension), .n = (uint32_t)size_of(f, v), .first = first
    };

    if (a.ndim == 0 || a.ndim > sizeof a.dim / sizeof *a.dim)
        return 0;
    for (uint32_t k = 0; k < a.ndim; k++)
        a.dim[k] = (uint32_t)(v->dimension[k].by_parameter ? master_size(f, v->dimension[k].parameter)
                                                           : v->dimension[k].count);
    vec_push(&f->d->run, f->flat.array, a);
    return vec_len(f->flat.array) - 1;
}

static void flatten_variables(Fmu *f)
{
    VarInfo *var = NULL, info = { 0 };

    f->flat = (Flat){ .name = f->x.name, .doc = f->x.description };
    vec_push(&f->d->run, f->flat.array, ((FlatArray){ 0 }));
    vec_push(&f->d->run, var, info);
    for (uint32_t i = 0; i < vec_len(f->element); i++) {
        const FmuVariable *v = &f->x.variable[f->element[i].variable];
        if (f->element[i].index == 0) {
            info = flat_variable(f, v, enumeration(f, v));
            info.array = flat_array(f, v, i + 1);
        }
        info.name = f->info.variable_row[i].name;
        vec_push(&f->d->run, var, info);
    }
    f->flat.var = var;
}

bool master_model(Fmu *f)
{
    if (!find_elements(f))
        return false;
    describe(f);
    flatten_variables(f);
    for (uint32_t i = 0; i < vec_len(f->x.variable); i++)
        if (f->first[i] != UINT32_MAX)
            put_starts(f, i);
    return true;
}

/* ---- groups -------------------------------------------------------------------------------------------- */

FmuGroup *master_groups(Fmu *f, const uint32_t *element)
{
    bool *taken = NEW_N(&f->d->pass, bool, vec_len(f->x.variable) + 1);
    FmuGroup *of[FMU_TYPES] = { 0 }, *groups = NULL;

    for (uint32_t i = 0; i < vec_len(element); i++) {
        const uint32_t owner = f->element[element[i]].owner;
        const FmuVariable *v = &f->x.variable[owner];
        FmuGroup *g = of[v->type] = of[v->type] ? of[v->type] : NEW(&f->d->run, FmuGroup);
        if (taken[owner])
            continue;
        taken[owner] = true;
        g->type = v->type;
        vec_push(&f->d->run, g->reference, v->value_reference);
        for (uint32_t k = f->first[owner]; k < vec_len(f->element) && f->element[k].variable == owner; k++)
            vec_push(&f->d->run, g->element, k);
    }
    for (int t = 0; t < FMU_TYPES; t++)
        if (of[t]) {
            of[t]->value = arena_alloc(&f->d->run, vec_len(of[t]->element) * type_bytes(f, (FmuType)t));
            vec_push(&f->d->run, groups, *of[t]);
        }
    return groups;
}

bool master_get(Fmu *f, FmuGroup *groups)
{
    for (FmuGroup *g = groups; g < groups + vec_len(groups); g++) {
        if (!f->driver->get(f, g))
            return false;
        for (uint32_t i = 0; i < vec_len(g->element); i++) {
            const dtc_variable *v = &f->info.variable_row[g->element[i]];
            double x = value_at(f, g, i);
            if (v->type == DTC_INTEGER)
                x = fmin(fmax(x, INT_MIN), INT_MAX);
            dtc_set(&f->info, f->values, v, x);
        }
    }
    return true;
}

bool master_set(Fmu *f, FmuGroup *groups)
{
    for (FmuGroup *g = groups; g < groups + vec_len(groups); g++) {
        for (uint32_t i = 0; i < vec_len(g->element); i++)
            put_value(f, g, i, dtc_get(&f->info, f->values, &f->info.variable_row[g->element[i]]));
        if (!f->driver->set(f, g))
            return false;
    }
    return true;
}
