/* component.c - what one component has of its own: dimensions, value, attributes (Modelica 3.6,
 * sections 4.9, 7.2, 10.1).
 *
 * Values stay as written, each with the scope to read it in; the outermost modification wins. A dimension `:` takes its
 * size from the value, for a field of a record with a value from that one's.
 */
#include <string.h>
#include "lower.h"
#include "resolve.h"

/* ---- value --------------------------------------------------------------------------------------------- */

/* The scope of the instance around the one that is made is told by where that is, so that others can share it. */
static Bind bind_in(const Inst *in, Where w, Inst *here, Bind b)
{
    b.relative = w.here && here && here == in->parent;
    b.scope = b.relative ? (Scope){ NULL, w.cls, NULL } : scope_at(w, here);
    return b;
}

bool binding_of(const Inst *in, const Mod *list, uint32_t n, Inst *here, Bind *out, uint32_t *rank)
{
    for (uint32_t i = 0; i < n && i < vec_len(list); i++) {
        if (!list[i].value)
            continue;
        *out = bind_in(in, list[i].where, here,
                       (Bind){ .name = in->is->name,
                               .expr = list[i].value,
                               .span = list[i].value->span,
                               .each = list[i].each,
                               .final = list[i].final,
                               .depth = list[i].depth,
                               .own = in->is->ndim });
        *rank = i;
        return true;
    }
    return false;
}

uint32_t bind_index(const Inst *of, const Bind *b, uint32_t idx[8], uint32_t size[8])
{
    uint32_t need = b->depth < 8 ? b->depth : 8, have = need;
    for (const Inst *in = of; in && have; in = in->parent) {
        if (!in->is->each_element || !in->parent)
            continue;
        const Inst *array = in->parent;
        uint32_t k = in->has->index;
        for (uint32_t i = array->is->ndim; i-- > 0 && have; k /= array->is->dim[i]) {
            idx[--have] = k % array->is->dim[i] + 1;
            size[have] = array->is->dim[i];
        }
    }
    for (uint32_t i = 0; have && i + have < need; i++)
        idx[i] = idx[i + have], size[i] = size[i + have];
    return need - have;
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

static void unknown_attribute(Dtc *d, const Inst *in, Class *builtin, const Modifier *s)
{
    uint32_t n;
    const char *const *known = attribute_names(builtin, &n);
    const char *type = builtin->form == CF_ENUM ? "an enumeration" : builtin->name;
    if (!first_report(d, s->span))
        return;
    const char *near = suggest(d, s->name, known, n), *all = "";
    for (uint32_t i = 0; i < n; i++)
        all = internf(d, "%s%s%s", all, i ? ", " : "", known[i]);
    error(d, s->span, in->path, "%s has no attribute `%s`%s", type, s->name,
          near ? internf(d, "; did you mean `%s`?", near) : "");
    note(d, in->is->span, NULL, "`%s` is %s; attributes: %s", in->is->name,
         is_switching_class(builtin) ? "a switching element" : type, all);
}

static const Bind *known_attribute(const Bind *attr, const char *name)
{
    for (uint32_t i = 0; i < vec_len(attr); i++)
        if (strcmp(attr[i].name, name) == 0)
            return &attr[i];
    return NULL;
}

/* of_type: it is of the type of the component, so that its elements share it. */
static void add_attribute(Dtc *d, Inst *in, Class *builtin, const Mod *m, const Modifier *s, Inst *here, bool of_type,
                          Bind **attr)
{
    if (!has_attribute(builtin, s->name)) {
        unknown_attribute(d, in, builtin, s);
        return;
    }
    const Bind *before = known_attribute(*attr, s->name);
    if (before && (s->final || (m->final && !m->own)) && first_report(d, before->span)) {
        error(d, before->span, in->path, "attribute `%s` of `%s` is final: it cannot be modified", s->name,
              in->is->name);
        note(d, s->span, NULL, "made final here");
    }
    if (vec_len(s->sub) && first_report(d, s->span))
        error(d, s->span, in->path, "attribute `%s` has a value and nothing else: %s = ...", s->name,
              s->name);
    if (before || !s->value)
        return;
    Bind b = { .name = s->name,
               .expr = s->value,
               .span = s->value->span,
               .each = s->each,
               .final = s->final,
               .depth = s->each || of_type ? 0 : m->depth,
               .own = s->each ? 0
                    : of_type ? m->depth
                              : in->is->ndim };
    vec_push(&d->tree, *attr, bind_in(in, m->where, here, b));
}

static void check_attributes_once(Dtc *d, const Inst *in, const Mod *m)
{
    for (uint32_t i = 0; i < vec_len(m->sub); i++)
        for (uint32_t k = 0; k < i; k++) {
            if (m->sub[i].name != m->sub[k].name || !first_report(d, m->sub[i].span))
                continue;
            error(d, m->sub[i].span, in->path, "attribute `%s` is given twice; keep one of the two",
                  m->sub[i].name);
            note(d, m->sub[k].span, NULL, "the first time");
        }
}

/* chain: modifications within the type (type Angle = Real(unit = "rad")), which the elements of the component share. */
Bind *attributes_of(Dtc *d, Inst *in, Class *builtin, const Mod *list, const Mod *chain, Inst *here)
{
    Bind *attr = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < vec_len(list); i++)
        most += vec_len(list[i].sub);
    for (uint32_t i = 0; i < vec_len(chain); i++)
        most += vec_len(chain[i].sub);
    if (most)
        attr = vec_reserve(&d->tree, attr, sizeof *attr, most);
    for (uint32_t i = 0; i < vec_len(list); i++) {
        check_attributes_once(d, in, &list[i]);
        for (uint32_t k = 0; k < vec_len(list[i].sub); k++)
            add_attribute(d, in, builtin, &list[i], &list[i].sub[k], here, false, &attr);
    }
    for (uint32_t i = 0; i < vec_len(chain); i++) {
        check_attributes_once(d, in, &chain[i]);
        for (uint32_t k = 0; k < vec_len(chain[i].sub); k++)
            add_attribute(d, in, builtin, &chain[i], &chain[i].sub[k], here, true, &attr);
    }
    return attr;
}

/* ---- dimensions ---------------------------------------------------------------------------------------- */

/* Real x[Colour], x[Boolean]: as many elements as the type has values. */
static bool size_of_type(Dtc *d, Scope s, const Expr *e, int64_t *n)
{
    if (e->kind != E_REF)
        return false;
    Sym sym = resolve_name(d, e->global ? (Scope){ NULL, d->root, NULL } : s, e->part, vec_len(e->part),
                           e->span, false);
    Class *c = sym.kind == SYM_CLASS && sym.used == vec_len(e->part) ? end_of_chain(d, sym.cls) : NULL;
    TypeKind t = c ? predefined_kind(c) : T_NONE;
    if (t == T_ENUM)
        *n = vec_len(c->literal);
    if (t == T_BOOL)
        *n = 2;
    return t == T_ENUM || t == T_BOOL;
}

static bool one_dimension(Dtc *d, Inst *in, Scope s, const Expr *e, uint32_t *out)
{
    int64_t n;
    if (!size_of_type(d, s, e, &n) && !eval_int(d, s, e, &n))
        return false;
    if (n < 0) {
        error(d, e->span, in->path, "a dimension of `%s` is %lld; it must be 0 or more", in->is->name,
              (long long)n);
        return false;
    }
    if (n > MAX_ARRAY) {
        error(d, e->span, in->path, "a dimension of `%s` is %lld; at most %d elements are possible",
              in->is->name, (long long)n, MAX_ARRAY);
        return false;
    }
    *out = (uint32_t)n;
    return true;
}

/* The sizes of a value; its elements are not needed. */
static bool sizes_of(Dtc *d, Scope s, Expr *e, Val *out)
{
    Expr *size = NEW(&d->run, Expr);
    Part name = { .name = internz(d, "size"), .span = e->span };
    size->kind = E_CALL;
    size->span = e->span;
    vec_push(&d->run, size->part, name);
    vec_push(&d->run, size->arg, e);
    return eval(d, s, size, out);
}

/* Sizes of the value of `in`, which may be the part of a record's. */
static bool value_sizes(Dtc *d, const Inst *in, const Bind *b, uint32_t *n, uint32_t dim[16])
{
    const char *field[16];
    uint32_t nfield = 0;
    for (; !b && in->parent && in->parent->is->type == T_RECORD && nfield < 16; b = in->binding) {
        field[nfield++] = in->is->name;
        in = in->parent->is->each_element ? in->parent->parent : in->parent;
    }
    if (!b)
        return false;
    Val v;
    *n = 0;
    if (nfield) {
        if (!lower_shape(d, bind_scope(in, b), b->expr, &v))
            return false;
        const Val *at = &v;
        while (nfield && at) {
            const Val *next = NULL;
            for (uint32_t i = 0; i < at->nfield; i++)
                if (at->field_name[i] == field[nfield - 1])
                    next = &at->field[i];
            at = next;
            nfield--;
        }
        if (!at)
            return false;
        for (uint32_t i = in->is->ndim; i < at->ndim; i++)
            dim[(*n)++] = at->dim[i];
        return true;
    }
    if (!sizes_of(d, bind_scope(in, b), b->expr, &v))
        return false;
    for (uint32_t i = b->depth; i < v.n && *n < 16; i++) {
        double x;
        if (!ex_is_num(d, v.e[i], &x))
            return false;
        dim[(*n)++] = (uint32_t)x;
    }
    return true;
}

static bool sizes_from_value(Dtc *d, Inst *in, const Mod *list, uint32_t nvalue, Inst *here, const bool *open)
{
    uint32_t dim[16], n, rank, before = d->errors;
    Bind value;
    const Bind *b = binding_of(in, list, nvalue, here, &value, &rank) ? &value : NULL;
    if (!value_sizes(d, in, b, &n, dim)) {
        if (d->errors == before) {
            d->needs_values += in->parent && !in->parent->parent;
            error(d, in->is->span, in->path,
                  "the size of `%s` is not known: it is declared with `:` and has no value", in->is->name);
            note(d, in->is->span, NULL, "give it a value (%s = ...), or a size in place of `:`",
                 in->is->name);
        }
        return false;
    }
    if (n != in->is->ndim) {
        error(d, b ? b->span : in->is->span, in->path, "`%s` has %u dimension%s, its value has %u",
              in->is->name, in->is->ndim, in->is->ndim == 1 ? "" : "s", n);
        return false;
    }
    uint32_t *all = NEW_N(&d->pass, uint32_t, 8);
    for (uint32_t i = 0; i < n; i++)
        all[i] = open[i] ? dim[i] : in->is->dim[i];
    inst_making(in)->dim = all;
    return true;
}

/* What is to be known of each dimension: `:` has the size of the value; size(A, 1) in A itself that of another one. */
typedef struct { bool open[8], own[8]; Expr *expr[8]; Scope scope[8]; } Dims;

/* e is size(A, k) of the component `in` itself: k, else 0. */
static uint32_t own_size(const Inst *in, const Expr *e)
{
    if (e->kind != E_CALL || vec_len(e->part) != 1 || strcmp(e->part[0].name, "size") != 0 ||
        vec_len(e->arg) != 2)
        return 0;
    const Expr *of = e->arg[0], *k = e->arg[1];
    bool own = of->kind == E_REF && !of->global && vec_len(of->part) == 1 && of->part[0].name == in->is->name;
    return own && !vec_len(of->part[0].sub) && k->kind == E_NUM && k->num >= 1 && k->num <= 8
             ? (uint32_t)k->num
             : 0;
}

static bool has_own_size(const Inst *in, const Expr *e)
{
    bool has = own_size(in, e) > 0;
    for (uint32_t i = 0; i < vec_len(e->arg); i++)
        has |= has_own_size(in, e->arg[i]);
    return has;
}

/* e with the sizes of `in` that are known in place of size(A, k); NULL: one of them is not. */
static Expr *with_own_sizes(Dtc *d, const Inst *in, const Dims *dims, Expr *e)
{
    const uint32_t k = own_size(in, e);
    if (!has_own_size(in, e))
        return e;
    if (k && (k > in->is->ndim || dims->own[k - 1]))
        return NULL;
    Expr *copy = NEW(&d->run, Expr);
    *copy = *e;
    if (k) {
        *copy = (Expr){ .kind = E_NUM, .span = e->span, .num = in->is->dim[k - 1], .is_int = true };
        copy->integer = in->is->dim[k - 1];
        return copy;
    }
    copy->arg = NULL;
    for (uint32_t i = 0; i < vec_len(e->arg); i++) {
        Expr *arg = with_own_sizes(d, in, dims, e->arg[i]);
        if (!arg)
            return NULL;
        vec_push(&d->run, copy->arg, arg);
    }
    return copy;
}

static void set_dimension(Dtc *d, Inst *in, uint32_t i, uint32_t size)
{
    uint32_t *all = NEW_N(&d->pass, uint32_t, 8);
    memcpy(all, in->is->dim, in->is->ndim * sizeof *all);
    all[i] = size;
    inst_making(in)->dim = all;
}

static bool add_dimensions(Dtc *d, Inst *in, Expr **dim, Scope s, Dims *dims)
{
    for (uint32_t i = 0; i < vec_len(dim); i++) {
        const uint32_t k = in->is->ndim;
        if (k == 8) {
            error(d, dim[i]->span, in->path, "`%s` has more than 8 dimensions", in->is->name);
            return false;
        }
        uint32_t size = 0;
        dims->open[k] = dim[i]->kind == E_COLON;
        dims->own[k] = has_own_size(in, dim[i]);
        dims->expr[k] = dim[i], dims->scope[k] = s;
        if (!dims->open[k] && !dims->own[k] && !one_dimension(d, in, s, dim[i], &size))
            return false;
        set_dimension(d, in, k, size);
        inst_making(in)->ndim++;
    }
    return true;
}

/* One that hangs on itself, in a circle or not, is left: evaluated as it is written, it says so. */
static bool own_dimensions(Dtc *d, Inst *in, Dims *dims)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < in->is->ndim; i++) {
            uint32_t size;
            Expr *e = dims->own[i] ? with_own_sizes(d, in, dims, dims->expr[i]) : NULL;
            if (!e)
                continue;
            if (!one_dimension(d, in, dims->scope[i], e, &size))
                return false;
            set_dimension(d, in, i, size);
            dims->own[i] = false;
            again = true;
        }
    }
    for (uint32_t i = 0; i < in->is->ndim; i++) {
        uint32_t size;
        if (dims->own[i] && !one_dimension(d, in, dims->scope[i], dims->expr[i], &size))
            return false;
    }
    return true;
}

bool dimensions(Dtc *d, Inst *in, const Member *m, uint32_t nvalue, const ClassInfo *type, Inst *here)
{
    Dims dims = { 0 };
    bool any = false;
    inst_making(in)->size = 1;
    if (!add_dimensions(d, in, m->e->dim, scope_at(m->dim, here), &dims))
        return false;
    for (uint32_t i = 0; i < vec_len(type->dims); i++)
        if (!add_dimensions(d, in, type->dims[i].dim, scope_at(type->dims[i].where, here), &dims))
            return false;
    for (uint32_t i = 0; i < in->is->ndim; i++)
        any |= dims.open[i];
    if (any && !sizes_from_value(d, in, m->mod, nvalue, here, dims.open))
        return false;
    if (!own_dimensions(d, in, &dims))
        return false;
    uint64_t size = 1;
    for (uint32_t i = 0; i < in->is->ndim; i++) {
        size *= in->is->dim[i];
        if (size > MAX_ARRAY) {
            error(d, in->is->span, in->path, "`%s` would have more than %d elements", in->is->name,
                  MAX_ARRAY);
            return false;
        }
    }
    inst_making(in)->size = (uint32_t)size;
    return true;
}
