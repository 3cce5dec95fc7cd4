/* allowed.c - what a component may be: of a class that can have instances, and not within itself without end (Modelica
 * 3.6, sections 4.6 and 5.6).
 */
#include "resolve.h"

bool can_be_component(Dtc *d, Inst *in, Class *c, Span at)
{
    const char *path = in->parent ? in->parent->path : NULL;
    const Class *k = c;
    if (!may_use(d, class_refused(d, c), in->is->decl || !c->refused ? at : c->refused->span, path)) {
        (void)first_report(d,
                           in->is->span); /* told at the first use: of the others there is no more to say */
        return false;
    }
    for (uint32_t i = 0; k && i < MAX_NESTING; i++) {
        if (k->kind == K_PACKAGE || k->kind == K_FUNCTION || k->kind == K_OPERATOR) {
            if (first_report(d, at))
                error(d, at, path,
                      "`%s` is a %s; a component needs a model, block, connector, record or type",
                      class_path(d, c), class_kind_text(k->kind));
            return false;
        }
        if (k->partial) {
            if (first_report(d, at)) {
                error(d, at, path, "`%s` is partial: it is incomplete and has no instances",
                      class_path(d, k));
                note(d, k->span, NULL, "use a class that extends it%s",
                     in->is->decl && in->is->decl->replaceable ? ", or redeclare the component" : "");
            }
            return false;
        }
        k = k->form == CF_SHORT && vec_len(info_of(d, (Class *)(uintptr_t)k)->base) ? k->info->base[0] : NULL;
    }
    return true;
}

static void report_nesting(Dtc *d, const Inst *in)
{
    const char *chain = "";
    const Inst *up = in, *outermost = in;
    for (int i = 0; i < 4 && up; i++, up = up->parent) {
        while (up->parent && up->is->each_element)
            up = up->parent;
        chain = internf(d, "%s`%s` (%s)", i ? internf(d, "%s in ", chain) : "",
                        up->parent ? up->is->name : "the model", up->is->cls ? up->is->cls->name : "?");
    }
    for (up = in; up; up = up->parent)
        if (up->is->cls && class_origin(up->is->cls) == class_origin(in->is->cls))
            outermost = up;
    error(d, in->is->span, outermost->path, "`%s` contains itself without end: %s", in->is->cls->name, chain);
    note(d, in->is->span, NULL,
         "a component of the class it is in needs a condition that becomes false: ... if n > 0");
}

bool bounded_nesting(Dtc *d, const Inst *in)
{
    uint32_t depth = 0, same = 0;
    for (const Inst *up = in->parent; up; up = up->parent, depth++)
        same += up->is->cls && !up->has->elem && class_origin(up->is->cls) == class_origin(in->is->cls);
    if (same < MAX_SAME_CLASS && depth < MAX_INSTANCE_DEPTH)
        return true;
    if (!resolver(d)->abort)
        report_nesting(d, in);
    resolver(d)->abort = true;
    return false;
}
