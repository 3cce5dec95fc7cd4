/* symbol.c - component references: what a.b[2].c means from a scope (Modelica 3.6, chapter 5).
 *
 * The first part is looked up as a simple name (resolve.c); the rest are members of the instance, class or enumeration
 * that has been reached. Requires: predefined_classes(). Ensures: with `report`, whoever gets nothing has had a
 * diagnosis. Cost: a lookup a part.
 */
#include "resolve.h"

#define PATH(s) ((s).inst ? (s).inst->path : NULL)

static Sym no_symbol(Dtc *d, Scope s, Span at, bool report, const char *text, const char *hint)
{
    if (report)
        error(d, at, PATH(s), "%s%s", text, hint);
    return (Sym){ SYM_NONE, .used = 0 };
}

static Sym through_instances(Dtc *d, Scope s, Inst *in, const Part *part, uint32_t n, uint32_t used, bool report)
{
    uint32_t before = d->errors;
    for (in = inst_stands_for(d, in); used < n && !in->is->absent && !in->has->elem; used++) {
        if (in->todo || !in->is->cls)
            break;
        if (in->is->type != T_COMPOSITE && in->is->type != T_RECORD)
            break;
        if (in->is->ndim)
            break;
        Inst *next = inst_member(in, part[used].name);
        if (!next && !report)
            return (Sym){ SYM_NONE, .used = used };
        if (!next)
            return no_symbol(d, s, part[used].span, report,
                             internf(d, "`%s` has no element `%s`", *in->path ? in->path : in->is->cls->name,
                                     part[used].name),
                             similar_member(d, in->is->cls, part[used].name));
        if (next->is->protected_ && in != s.inst && report)
            error(d, part[used].span, PATH(s),
                  "`%s` is protected in `%s`: it can be used only there and in classes that extend it",
                  next->is->name, in->is->cls->name);
        in = inst_stands_for(d, next);
    }
    bool failed = in->is->absent && in->is->decl && !in->is->decl->condition; /* has been diagnosed */
    if (in->todo || failed || d->errors > before)
        return (Sym){ SYM_NONE, .used = used };
    return (Sym){ SYM_INST, .inst = in, .cls = in->is->cls, .used = used };
}

static Sym in_enumeration(Dtc *d, Scope s, Class *c, const Part *part, uint32_t used, bool report)
{
    for (uint32_t i = 0; i < vec_len(c->literal); i++)
        if (c->literal[i] == part[used].name)
            return (Sym){ SYM_ENUM, .cls = c, .ordinal = i + 1, .used = used + 1 };
    if (!report)
        return (Sym){ SYM_NONE, .used = used };
    return no_symbol(d, s, part[used].span, report,
                     internf(d, "enumeration `%s` has no literal `%s`", c->name, part[used].name),
                     similar_member(d, c, part[used].name));
}

static Sym element_symbol(Dtc *d, Scope s, const Found *f, Class *in, bool innermost, Span at, uint32_t used,
                          bool report)
{
    if (f->e->variability != V_CONST && !innermost) {
        if (report) {
            error(d, at, PATH(s), "`%s` is no constant of `%s`: from a class, only constants can be read",
                  f->e->name, in ? class_path(d, in) : "a class around this one");
            note(d, f->e->span, NULL,
                 "declare it as a constant, or read it through a component of that class");
        }
        return (Sym){ SYM_NONE, .used = used };
    }
    return (Sym){ SYM_ELEMENT, .cls = f->owner, .element = f->e, .used = used };
}

/* part[used] ... within class c */
static Sym through_classes(Dtc *d, Scope s, Class *c, const Part *part, uint32_t n, uint32_t used, bool report)
{
    for (; used < n; used++) {
        Found f;
        Class *end = end_of_chain(d, c);
        if (end && end->form == CF_ENUM)
            return in_enumeration(d, s, end, part, used, report);
        bool found = class_find(d, c, part[used].name, &f);
        if (!found && !report)
            return (Sym){ SYM_NONE, .used = used };
        if (!found)
            return no_symbol(d, s, part[used].span, report,
                             internf(d, "`%s` has no element `%s`", class_path(d, c), part[used].name),
                             similar_member(d, c, part[used].name));
        if (f.protected_ && report)
            error(d, part[used].span, PATH(s),
                  "`%s` is protected in `%s`: it can be used only there and in classes that extend it",
                  f.e->name, class_path(d, c));
        if (f.e->kind == EL_COMPONENT)
            return element_symbol(d, s, &f, c, false, part[used].span, used + 1, report);
        c = member_class(d, f.owner, f.e);
        if (!c)
            return (Sym){ SYM_NONE, .used = used };
    }
    return (Sym){ SYM_CLASS, .cls = c, .used = used };
}

Sym resolve_name(Dtc *d, Scope s, const Part *part, uint32_t n, Span at, bool report)
{
    uint32_t i = 0;
    if (n && part[0].name && !*part[0].name)
        s = (Scope){ NULL, d->root, NULL }, i = 1;
    if (i >= n)
        return no_symbol(d, s, at, report, "a name is missing", "");
    const char *name = part[i].name;
    for (const Env *e = s.env; e; e = e->next)
        if (e->name == name)
            return (Sym){ SYM_ENV, .val = e->val, .used = i + 1 };
    Lookup l = look_up_name(d, s, name, true);
    if (l.failed)
        return (Sym){ SYM_NONE, .used = i };
    if (l.inst) {
        const Element *e = l.inst->is->decl;
        if (l.enclosing && e && e->variability != V_CONST && !e->outer) {
            Found f = { l.inst->is->decl, l.level, false };
            return element_symbol(d, s, &f, l.level, false, part[i].span, i + 1, report);
        }
        return through_instances(d, s, l.inst, part, n, i + 1, report);
    }
    if (l.cls)
        return through_classes(d, s, l.cls, part, n, i + 1, report);
    if (l.component.e && l.component.e->kind == EL_COMPONENT)
        return element_symbol(d, s, &l.component, l.level, !l.enclosing && l.level == s.cls, part[i].span,
                              i + 1, report);
    if (l.component.e)
        return (Sym){ SYM_NONE, .used = i };
    if (!report)
        return (Sym){ SYM_NONE, .used = i }; /* the search for similar names costs */
    return no_symbol(d, s, part[i].span.pos ? part[i].span : at, report,
                     internf(d, "unknown name `%s`", name),
                     i + 1 < n ? elsewhere_or_similar(d, s, name, false) : constant_or_similar(d, s, name));
}
