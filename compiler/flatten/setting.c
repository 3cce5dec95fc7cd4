/* setting.c - `--set name=value`: modifications from the command line, outside of all others.
 *
 * A setting is a source of its own, so that what is wrong with it is told like anything else, with a caret. The name is
 * the path of an instance: a parameter of any type, an input (whose value it becomes as long as nobody gives another),
 * one element of an array of numbers, or an attribute (shaft.w.start). The value is an expression, read where the model
 * is: {1, 2, 3} for an array; a literal of an enumeration needs no type in front, a String no quotes. Of two for one
 * name the last holds.
 *
 * Cost: a look-up for each component while there are settings.
 * Ensures: settings_found() tells each one that nothing took.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "flat.h"
#include "lower.h"
#include "resolve.h"
#include "setting.h"

/* name: as the instance's path, without blanks; of: the path without a last [..] or attribute, subscript: the former as
 * text, attribute: the latter */
typedef struct Setting {
    Source *src;
    const char *name, *of, *attribute, *subscript;
    uint32_t from, value;                  /* where name and value begin in the text */
    Expr *expr;                            /* once it is read */
    bool used;
} Setting;

typedef struct Settings { Setting *all; Map of; } Settings;              /* vec; path -> vec of indices, KEY */

static Span name_span(const Setting *s) { return (Span){ s->src->base + s->from, s->src->base + s->value - 1 }; }

static Span value_span(const Setting *s) { return (Span){ s->src->base + s->value, s->src->base + s->src->size }; }

/* ---- reading ------------------------------------------------------------------------------------------- */

/* Where the name ends; 0: there is no '='. */
static size_t name_length(const char *text)
{
    for (size_t i = 0; text[i];) {
        size_t quoted = name_quoted(text + i);
        if (!quoted && text[i] == '=')
            return i;
        i += quoted ? quoted : 1;
    }
    return 0;
}

bool is_setting(const char *text) { return name_length(text) > 0; }

static const char *without_blanks(Dtc *d, const char *text, size_t n)
{
    char *name = arena_alloc(&d->run, n + 1);
    size_t k = 0;

    for (size_t i = 0; i < n;) {
        size_t part = name_quoted(text + i);
        if (!part && isspace((unsigned char)text[i])) {
            i++;
            continue;
        }
        part = part ? part : 1;
        memcpy(name + k, text + i, part);
        k += part, i += part;
    }
    return intern(d, name, k);
}

/* Attributes that have a number. */
static bool is_attribute(const char *name)
{
    static const char *const known[] = { "start", "fixed", "min", "max", "nominal" };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

/* The last dot, or the bracket that opens the subscript at the end, outside of quotes; NULL: there is none. */
static const char *last_part(const char *name)
{
    const char *last = NULL;
    size_t n = strlen(name);

    for (const char *p = name; *p;) {
        size_t quoted = name_quoted(p);
        if (!quoted && (*p == '.' || (*p == '[' && name[n - 1] == ']')))
            last = p;
        p += quoted ? quoted : 1;
    }
    return last;
}

static void enter(Dtc *d, Settings *s, const char *path, uint32_t index)
{
    uint32_t *list = (uint32_t *)(uintptr_t)map_get(&s->of, KEY(internz(d, path)));

    vec_push(&d->run, list, index);
    map_set(&d->run, &s->of, KEY(internz(d, path)), KEY(list));
}

/* The text where it stands in a file, of which nothing else is there: diagnoses have the file's lines and columns. */
static const char *placed(Dtc *d, const char *text, TextPlace at)
{
    const size_t n = strlen(text), before = at.line + at.column;
    char *all = arena_alloc(&d->run, before + n + 1);

    memset(all, '\n', at.line);
    memset(all + at.line, ' ', at.column);
    memcpy(all + before, text, n + 1);
    return all;
}

/* file: where it stands, for diagnoses; at: NULL: it is all of it */
static void read_setting(Dtc *d, Settings *all, const char *text, const char *file, const TextPlace *at)
{
    const char *whole = at ? placed(d, text, *at) : text;
    const uint32_t from = at ? at->line + at->column : 0;
    size_t n = name_length(text);
    Setting s = { .src = source_text(d, file, whole, strlen(whole)),
                  .name = without_blanks(d, text, n),
                  .from = from,
                  .value = from + (uint32_t)n + 1 };
    const char *last = last_part(s.name);

    s.src->own = true;
    s.of = s.name;
    if (last && *last == '[') {
        s.of = intern(d, s.name, (size_t)(last - s.name));
        s.subscript = last;
    } else if (last && is_attribute(last + 1)) {
        s.of = intern(d, s.name, (size_t)(last - s.name));
        s.attribute = internz(d, last + 1);
    }
    vec_push(&d->run, all->all, s);
    enter(d, all, s.of, vec_len(all->all) - 1);
}

static Settings *settings(Dtc *d)
{
    if (!d->settings && vec_len(d->opt.set)) {
        d->settings = NEW(&d->run, Settings);
        for (uint32_t i = 0; i < vec_len(d->opt.set); i++) {
            const bool of_file = i < vec_len(d->opt.set_at);
            read_setting(d, d->settings, d->opt.set[i], of_file ? d->opt.set_file : "--set",
                         of_file ? &d->opt.set_at[i] : NULL);
        }
    }
    return d->settings;
}

static const Inst *root_of_tree(const Inst *in)
{
    while (in->parent)
        in = in->parent;
    return in;
}

/* The settings of an instance, vec of indices; NULL: there are none, or it is not one of the model. */
static const uint32_t *settings_at(Dtc *d, const Inst *in)
{
    const Settings *s = settings(d);
    const uint32_t *list = s ? (const uint32_t *)(uintptr_t)map_get(&s->of, KEY(internz(d, in->path))) : NULL;

    return list && root_of_tree(in)->has->model ? list : NULL;
}

/* ---- values -------------------------------------------------------------------------------------------- */

static bool is_literal_of(const Class *type, const char *name)
{
    for (uint32_t i = 0; i < vec_len(type->literal); i++)
        if (strcmp(type->literal[i], name) == 0)
            return true;
    return false;
}

/* `open` for `Mode.open`: with the type in front. */
static Expr *with_type(Dtc *d, const Expr *e, const Class *type)
{
    Expr *full = NEW(&d->run, Expr);

    *full = *e;
    full->part = NULL;
    vec_push(&d->run, full->part, ((Part){ .name = internz(d, type->name), .span = e->span }));
    vec_push(&d->run, full->part, e->part[0]);
    return full;
}

/* All of it, as it stands. */
static Expr *as_text(Dtc *d, const Setting *s)
{
    Expr *e = NEW(&d->run, Expr);

    *e = (Expr){ .kind = E_STR, .span = value_span(s), .str = internz(d, s->src->text + s->value) };
    return e;
}

/* The value and where to read it; type: of what it is given to, or NULL. NULL after a diagnosis. */
static Expr *value_of(Dtc *d, Setting *s, const Inst *root, const Class *type, Where *where)
{
    bool text = type && predefined_kind(type) == T_STRING && s->src->text[s->value] != '"';

    if (!s->expr)
        s->expr = text ? as_text(d, s) : parse_expression(d, s->src, s->value);
    *where = (Where){ root->is->cls, (Inst *)(uintptr_t)root, false };
    const Expr *e = s->expr;
    bool short_name = e && type && type->form == CF_ENUM && e->kind == E_REF && vec_len(e->part) == 1;
    if (!short_name || (!is_literal_of(type, e->part[0].name) &&
                        resolve_name(d, scope_at(*where, NULL), e->part, 1, e->span, false).kind != SYM_NONE))
        return s->expr;
    if (!is_literal_of(type, e->part[0].name)) {
        const char *near = suggest(d, e->part[0].name, type->literal, vec_len(type->literal));
        error(d, e->span, s->name, "`%s` is an enumeration: %s%s", s->name,
              text_joined(d, type->literal, ", ", " or "),
              near ? internf(d, "; did you mean `%s`?", near) : "");
        return NULL;
    }
    *where = (Where){ type->enclosing, NULL, false };
    return with_type(d, e, type);
}

/* Is it something that can be set? false after a diagnosis. */
static bool may_set(Dtc *d, const Setting *s, const Inst *in)
{
    const char *problem = NULL;

    for (const Inst *p = in; p; p = p->parent)
        if (p->is->protected_)
            problem = internf(d, "`%s` is protected: it cannot be set from outside", p->path);
        else if (p != in && p->is->decl && p->is->decl->final)
            problem = internf(d, "`%s` is final: nothing in it can be set", p->path);
    if (!problem && !s->attribute && in->is->variability == V_CONST)
        problem = internf(d, "`%s` is a constant: it cannot be set", in->path);
    else if (!problem && !s->attribute && in->is->variability < V_PARAM && in->is->causality != C_INPUT)
        problem = internf(d,
                          "`%s` is a variable: parameters and inputs can be set, and its start value, --set "
                          "%s.start=",
                          in->path, in->path);
    if (problem) {
        error(d, name_span(s), NULL, "%s", problem);
        note(d, in->is->span, NULL, "declared here");
    }
    return !problem;
}

/* An input has the value at the start of the run, and until another is given. */
static Mod as_modification(Dtc *d, Setting *s, const Inst *in, const Class *type)
{
    const char *attribute = s->attribute                  ? s->attribute
                          : in->is->variability < V_PARAM ? internz(d, "start")
                                                          : NULL;
    Mod m = { .name = in->is->name, .span = name_span(s) };
    bool of_type = !attribute || (strcmp(attribute, "fixed") != 0);
    Expr *e = value_of(d, s, root_of_tree(in), of_type ? type : NULL, &m.where);

    if (e && attribute) {
        Modifier *sub = NULL;
        vec_push(&d->run, sub, ((Modifier){ .name = attribute, .span = m.span, .value = e }));
        m.sub = sub;
    } else {
        m.value = e;
    }
    return m;
}

Mod *settings_of(Dtc *d, const Inst *in, const Class *type)
{
    const uint32_t *list = settings_at(d, in);
    Mod *mods = NULL;

    for (uint32_t i = vec_len(list); i-- > 0;) {
        Setting *s = &d->settings->all[list[i]];
        if (s->subscript || (s->attribute && !type))
            continue;
        s->used = true;
        Mod m = may_set(d, s, in) ? as_modification(d, s, in, type) : (Mod){ 0 };
        if (m.value || m.sub)
            vec_push(&d->run, mods, m);
    }
    return mods;
}

/* ---- elements of arrays -------------------------------------------------------------------------------- */

/* The place of "[2,1]" in the array, from 0; size: it has none such. */
static uint32_t place_of(const Inst *in, const char *subscript)
{
    uint32_t at = 0, k = 0;
    char *end = NULL;

    for (const char *p = subscript + 1; k < in->is->ndim; p = end + 1, k++) {
        long i = strtol(p, &end, 10);
        if (end == p || i < 1 || i > (long)in->is->dim[k] || *end != (k + 1 < in->is->ndim ? ',' : ']'))
            return in->is->size;
        at = at * in->is->dim[k] + (uint32_t)i - 1;
    }
    return end && end[1] == 0 ? at : in->is->size;
}

static bool set_element(Dtc *d, Setting *s, const Inst *in, Val *v)
{
    uint32_t at = place_of(in, s->subscript);
    Where where;
    Val one;

    if (s->used && !s->expr) /* told */
        return false;
    s->used = true;
    if (at >= in->is->size) {
        error(d, name_span(s), NULL, "`%s` has no element %s", in->path, s->subscript);
        note(d, in->is->span, NULL, "it is declared here, with %s", dims_text(d, in->is->ndim, in->is->dim));
        return false;
    }
    Expr *e = may_set(d, s, in) ? value_of(d, s, root_of_tree(in), in->is->enum_type, &where) : NULL;
    if (!e || !lower(d, scope_at(where, NULL), e, &one))
        return false;
    val_convert(d, &one, v->type);
    if (one.ndim || one.type != v->type) {
        error(d, e->span, in->path, "%s is %s; one value is expected here", expr_text(d, e),
              val_text(d, &one));
        return false;
    }
    v->e[at] = one.e[0];
    return true;
}

bool settings_into(Dtc *d, const Inst *in, Val *v)
{
    const uint32_t *list = settings_at(d, in);
    bool good = true, own = false;

    for (uint32_t i = 0; i < vec_len(list); i++) {
        Setting *s = &d->settings->all[list[i]];
        if (!s->subscript || v->n != in->is->size || in->is->type == T_RECORD)
            continue; /* of a record its members are set */
        if (!own)
            *v = val_keep(&d->run, v), own = true;
        good &= set_element(d, s, in, v);
    }
    return good;
}

/* ---- afterwards ---------------------------------------------------------------------------------------- */

static const VarInfo *variable_named(const Flat *f, const char *name)
{
    for (Var v = 1; v < vec_len(f->var); v++)
        if (strcmp(f->var[v].name, name) == 0)
            return &f->var[v];
    return NULL;
}

static const FlatArray *array_named(const Flat *f, const char *name)
{
    for (uint32_t i = 1; i < vec_len(f->array); i++)
        if (strcmp(f->array[i].name, name) == 0)
            return &f->array[i];
    return NULL;
}

/* "wheel.J" of "wheel[2].J" */
static const char *without_subscripts(Dtc *d, const char *name)
{
    char *text = arena_alloc(&d->pass, strlen(name) + 1);
    size_t k = 0;

    for (const char *p = name; *p;) {
        size_t n = name_quoted(p), skipped = !n && *p == '[' ? strcspn(p, "]") + 1 : 0;
        n = n ? n : 1;
        if (!skipped) {
            memcpy(text + k, p, n);
            k += n;
        }
        p += skipped ? skipped : n;
    }
    text[k] = 0;
    return text;
}

/* "J" of "shaft.J" */
static const char *own_name(const char *name)
{
    const char *last = last_part(name);
    return last && *last == '.' ? last + 1 : name;
}

/* Without the subscripts of components; by its letters; of the same name in another component. */
static const char *similar(Dtc *d, const char *wrong, const char *const *known)
{
    const char *near = NULL;

    for (uint32_t i = 0; i < vec_len(known) && !near; i++)
        if (strcmp(without_subscripts(d, known[i]), wrong) == 0)
            near = known[i];
    near = near ? near : suggest(d, wrong, known, vec_len(known));
    for (uint32_t i = 0; i < vec_len(known) && !near; i++)
        if (strcmp(own_name(known[i]), own_name(wrong)) == 0)
            near = known[i];
    return near;
}

static void tell_unused(Dtc *d, const Flat *f, const Setting *s)
{
    const char **known = NULL;

    for (uint32_t i = 1; i < vec_len(f->array); i++)
        vec_push(&d->run, known, f->array[i].name);
    for (Var v = 1; v < vec_len(f->var); v++)
        if ((f->var[v].variability == V_PARAM || f->var[v].causality == C_INPUT) && !f->var[v].final &&
            !f->var[v].protected_)
            vec_push(&d->run, known, f->var[v].name);
    const char *near = similar(d, s->name, known), *last = s->attribute ? last_part(s->of) : NULL;
    const char *array = last && *last == '[' ? intern(d, s->of, (size_t)(last - s->of)) : NULL;
    if (array && array_named(f, array))
        error(d, name_span(s), NULL, "`%s` of one element cannot be set alone: set that of all, %s.%s={...}",
              s->attribute, array, s->attribute);
    else if (s->subscript && array_named(f, s->of))
        error(d, name_span(s), NULL,
              "`%s` has no value of its own, so that no element of it can be set alone: set %s as a whole",
              s->of, s->of);
    else
        error(d, name_span(s), NULL, "there is no parameter or input `%s`%s", s->name,
              near ? internf(d, "; did you mean `%s`?", near) : "; `dtc list` shows those that there are");
}

bool settings_found(Dtc *d, const Flat *f)
{
    uint32_t before = d->errors;

    for (uint32_t i = 0; i < vec_len(d->settings ? d->settings->all : NULL); i++) {
        const Setting *s = &d->settings->all[i];
        const VarInfo *v = s->used ? variable_named(f, s->name) : NULL;
        if (!s->used)
            tell_unused(d, f, s);
        else if (v && v->causality == C_INPUT && v->variability < V_PARAM && !v->top_level)
            error(d, name_span(s), NULL, "`%s` is an input that has its value from the model", s->name);
    }
    return d->errors == before;
}

const char *settings_structural(Dtc *d, const Flat *f)
{
    const char *names = "";

    for (uint32_t i = 0; i < vec_len(d->settings ? d->settings->all : NULL); i++) {
        const Setting *s = &d->settings->all[i];
        const FlatArray *a = array_named(f, s->of);
        const VarInfo *v = a && a->n ? &f->var[a->first] : variable_named(f, s->name);
        if (s->attribute || (v && v->structural) || (a && a->n == 0))
            names = internf(d, "%s%s%s", names, *names ? ", " : "", s->name);
    }
    return *names ? names : NULL;
}

/* attribute: NULL: the value */
static bool is_given(Dtc *d, const char *name, const char *attribute)
{
    for (uint32_t i = 0; i < vec_len(d->settings ? d->settings->all : NULL); i++) {
        const Setting *s = &d->settings->all[i];
        const char *of = attribute ? s->of : s->name;
        size_t n = strlen(of);
        bool same = attribute ? s->attribute && strcmp(s->attribute, attribute) == 0 : !s->attribute;
        if (same && strncmp(name, of, n) == 0 && strchr(".[", name[n]))
            return true;
    }
    return false;
}

Span set_at(Dtc *d, const char *name, Span otherwise)
{
    for (uint32_t i = vec_len(d->settings ? d->settings->all : NULL); i-- > 0;) {
        const Setting *s = &d->settings->all[i];
        bool start = !s->attribute || strcmp(s->attribute, "start") == 0;
        if (start && (strcmp(s->name, name) == 0 || (s->attribute && strcmp(s->of, name) == 0)))
            return value_span(s);
    }
    return otherwise;
}

bool is_set(Dtc *d, const char *name) { return is_given(d, name, NULL); }

bool is_start_set(Dtc *d, const char *name) { return is_given(d, name, "start"); }
