/* predefined.c - the predefined types: Real, Integer, Boolean, String, StateSelect, AssertionLevel, and `switching`.
 *
 * They are in a package of their own that is looked into last, so that any class of the user hides them (Modelica 3.6,
 * sections 4.9, 5.3; docs/language.md for switching). Attributes are names only: their values are expressions in
 * Inst.attr.
 */
#include <string.h>
#include "resolve.h"

#define COUNT(a) ((uint32_t)(sizeof (a)/sizeof *(a)))

typedef struct { const char *name; TypeKind kind; const char *const *attr; uint32_t n; } Predefined;

static const char *const real_attr[] = { "quantity", "unit",  "displayUnit", "min",       "max",
                                         "start",    "fixed", "nominal",     "unbounded", "stateSelect" };
static const char *const integer_attr[] = { "quantity", "min", "max", "start", "fixed" };
static const char *const boolean_attr[] = { "quantity", "start", "fixed" };
static const char *const switching_attr[] = { "slip",         "torque",         "lower", "upper",      "static_lower",
                                              "static_upper", "slip_nominal", "torque_nominal", "gap", "restitution",
                                              "compliance" };

static const Predefined predefined[] = {
    { "Real", T_REAL, real_attr, COUNT(real_attr) },
    { "Integer", T_INT, integer_attr, COUNT(integer_attr) },
    { "Boolean", T_BOOL, boolean_attr, COUNT(boolean_attr) },
    { "String", T_STRING, boolean_attr, COUNT(boolean_attr) },
    { "switching", T_COMPOSITE, switching_attr, COUNT(switching_attr) },
};

static const Predefined enumeration_type = { "enumeration", T_ENUM, integer_attr, COUNT(integer_attr) };

static const char *const state_select[] = { "never", "avoid", "default", "prefer", "always" };
static const char *const assertion_level[] = { "warning", "error", "note" };

static const struct { const char *name, *type; } switching_member[] = {
    { "s", "Real" },          { "a", "Real" },           { "lambda", "Real" },   { "lo", "Real" },
    { "hi", "Real" },         { "slo", "Real" },         { "shi", "Real" },      { "gap", "Real" },
    { "compliance", "Real" }, { "place", "Integer" },   { "forward", "Boolean" },  { "backward", "Boolean" },
    { "stuck", "Boolean" },   { "inactive", "Boolean" },
};

static Class *add_class(Dtc *d, ClassKind kind, const char *name)
{
    Class *c = NEW(&d->run, Class);
    c->kind = kind;
    c->form = CF_PREDEFINED;
    c->name = internz(d, name);
    c->enclosing = resolver(d)->predefined;
    map_set(&d->run, &resolver(d)->types, KEY(c->name), KEY(c));
    return c;
}

static void add_enumeration(Dtc *d, const char *name, const char *const *literal, uint32_t n)
{
    Class *c = add_class(d, K_TYPE, name);
    c->form = CF_ENUM;
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&d->run, c->literal, internz(d, literal[i]));
        vec_push(&d->run, c->literal_doc, NULL);
    }
}

static void add_switching_members(Dtc *d, Class *c)
{
    for (uint32_t i = 0; i < COUNT(switching_member); i++) {
        Element *e = NEW(&d->run, Element);
        e->kind = EL_COMPONENT;
        e->name = internz(d, switching_member[i].name);
        e->owner = c;
        const char *type = internz(d, switching_member[i].type);
        vec_push(&d->run, e->type.name, type);
        vec_push(&d->run, c->element, e);
    }
}

void predefined_classes(Dtc *d)
{
    if (!d->root) {
        d->root = NEW(&d->run, Class);
        d->root->kind = K_PACKAGE;
        d->root->name = internz(d, "");
    }
    if (resolver(d)->predefined)
        return;
    Class *all = resolver(d)->predefined = NEW(&d->run, Class);
    all->kind = K_PACKAGE;
    all->name = internz(d, "");
    for (uint32_t i = 0; i < COUNT(predefined); i++) {
        Class *c = add_class(d, predefined[i].kind == T_COMPOSITE ? K_MODEL : K_TYPE, predefined[i].name);
        if (predefined[i].kind == T_COMPOSITE)
            add_switching_members(d, c);
    }
    for (int k = 0; k < 2; k++) {
        Class *net = resolver(d)->net[k] = NEW(&d->run, Class);
        *net = (Class){ .kind = K_MODEL,
                        .form = CF_PREDEFINED,
                        .name = internz(d, k ? "automaton" : "net"),
                        .enclosing = all };
    }
    add_enumeration(d, "StateSelect", state_select, COUNT(state_select));
    add_enumeration(d, "AssertionLevel", assertion_level, COUNT(assertion_level));
}

Class *predefined_find(Dtc *d, const char *name)
{
    return (Class *)(uintptr_t)map_get(&resolver(d)->types, KEY(name));
}

static const Predefined *predefined_row(const Class *c)
{
    if (c->form == CF_ENUM)
        return &enumeration_type;
    for (uint32_t i = 0; c->form == CF_PREDEFINED && i < COUNT(predefined); i++)
        if (strcmp(predefined[i].name, c->name) == 0)
            return &predefined[i];
    return NULL;
}

TypeKind predefined_kind(const Class *c)
{
    const Predefined *p = predefined_row(c);
    return p ? p->kind : T_NONE;
}

bool is_switching_class(const Class *c) { return c->form == CF_PREDEFINED && predefined_kind(c) == T_COMPOSITE; }

const char *const *attribute_names(const Class *c, uint32_t *n)
{
    const Predefined *p = predefined_row(c);
    *n = p ? p->n : 0;
    return p ? p->attr : NULL;
}

bool has_attribute(const Class *c, const char *name)
{
    uint32_t n;
    const char *const *known = attribute_names(c, &n);
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}
