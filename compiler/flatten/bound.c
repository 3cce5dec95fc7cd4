/* bound.c - how large the tree of components may become: ten times the largest model of tests/scale, or --components.
 *
 * Each component that is made counts, and each variable (bound_reached). Before the many are made, when there are
 * FIRST, those that the classes as written make are counted, each class once: a class that has two of another one,
 * which has two of a third one, multiplies, and is named before there is no memory left. That count is a lower one:
 * without what hangs on a condition, on a size that is no number, or on a redeclaration.
 *
 * Cost: of the count, linear in the classes and their modifications.
 */
#include "resolve.h"

enum { FIRST = 1 << 16 };
static const uint64_t COUNTLESS = (uint64_t)1 << 62;

static uint64_t most_components(const Dtc *d) { return d->opt.components > 0 ? (uint64_t)d->opt.components : 8000000; }

static uint64_t product(uint64_t a, uint64_t b) { return a && b > COUNTLESS / a ? COUNTLESS : a * b; }

/* Elements of an array, one of a scalar; 0: not known, or none. */
static uint64_t elements(const Element *e)
{
    uint64_t n = 1;

    for (uint32_t i = 0; i < vec_len(e->dim); i++)
        n = e->dim[i]->kind == E_NUM && e->dim[i]->num >= 0 ? product(n, (uint64_t)e->dim[i]->num) : 0;
    return n;
}

static bool redeclares(const Modifier *list)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i].redeclare || redeclares(list[i].sub))
            return true;
    return false;
}

static bool is_redeclared(const Member *m)
{
    for (uint32_t i = 0; i < vec_len(m->mod); i++)
        if (m->mod[i].redeclare || redeclares(m->mod[i].sub))
            return true;
    return m->e->replaceable;
}

static uint64_t made_of(Dtc *d, Class *c);

/* The class of a member whose components are counted, and how many such members there are; NULL: they are not. */
static Class *counted_class(Dtc *d, const Member *m, uint64_t *n)
{
    *n = m->e->kind != EL_COMPONENT || m->e->condition || m->e->outer ? 0 : elements(m->e);
    if (*n == 0 || is_redeclared(m))
        return NULL;
    Class *c = resolve_class(d, scope_at(m->owner, NULL), m->e->type, false);
    return c ? end_of_chain(d, c) : NULL;
}

static uint64_t made_by(Dtc *d, const Member *m)
{
    uint64_t n;
    Class *c = counted_class(d, m, &n);
    const uint64_t within = c ? made_of(d, c) : 0;

    return product(n, 1 + within);
}

static uint64_t made_of(Dtc *d, Class *c)
{
    ClassInfo *info = info_of(d, c);
    Resolver *r = resolver(d);

    if (info->counted != DONE_NOT || r->depth >= MAX_NESTING)
        return info->made;
    info->counted = DONE_BUSY; /* a class in itself: a condition ends it, or it is told later */
    r->depth++;
    class_flatten(d, c);
    for (uint32_t i = 0; i < vec_len(info->member) && info->made < COUNTLESS; i++)
        info->made += made_by(d, &info->member[i]);
    r->depth--;
    info->counted = DONE;
    return info->made;
}

/* The innermost class that has too many in it, and its largest component. */
static void report(Dtc *d, Class *c)
{
    const Member *most = NULL;

    for (Class *next = c; next;) {
        uint64_t n;
        const ClassInfo *info = info_of(d, c = next);
        most = NULL, next = NULL;
        for (uint32_t i = 0; i < vec_len(info->member); i++)
            if (!most || made_by(d, &info->member[i]) > made_by(d, most))
                most = &info->member[i];
        Class *in = most ? counted_class(d, most, &n) : NULL;
        if (in && made_of(d, in) > most_components(d))
            next = in;
    }
    error(d, c->span, NULL,
          "the model becomes too large: in each `%s` are %s%llu components, and at most %llu may be in all "
          "(--components)",
          c->name, info_of(d, c)->made >= COUNTLESS ? "more than " : "",
          (unsigned long long)info_of(d, c)->made, (unsigned long long)most_components(d));
    if (most)
        note(d, most->e->span, NULL,
             "of these `%s` brings %llu: classes that have several of one another multiply", most->e->name,
             (unsigned long long)made_by(d, most));
}

bool bound_kept(Dtc *d, Class *c)
{
    const bool kept = made_of(d, c) <= most_components(d);

    if (!kept && first_report(d, c->span))
        report(d, c);
    return kept;
}

bool bound_reached(Dtc *d, const Inst *in, uint64_t more)
{
    Resolver *r = resolver(d);
    const bool looks = r->made < FIRST && r->made + more >= FIRST;

    r->made += more;
    if (r->abort)
        return true;
    if (looks && r->model && !bound_kept(d, r->model)) {
        r->abort = true;
    } else if (r->made > most_components(d)) {
        error(d, in->is->span, in->path,
              "the model becomes too large: here it has more than %llu components (--components)",
              (unsigned long long)most_components(d));
        r->abort = true;
    }
    return r->abort;
}
