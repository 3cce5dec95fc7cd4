/* alike.c - what instances are, kept once for all that are the same.
 *
 * The instances of a class differ in where they are, in their values and in their variables. All else (InstKind) hangs
 * on the class alone, unless modifications or redeclarations change it. So what an expansion has made of an instance is
 * looked up by its bytes (hash consing), and equal ones are one: a component that is declared by itself has a kind of
 * its own, for that knows its declaration, but all that is within components of one class has a few dozen, and so have
 * elements of arrays and what modifications make alike.
 *
 * Cost: one comparison an instance, where it is the same as the last one of its declaration; else a look-up.
 */
#include <string.h>
#include "resolve.h"

const uint32_t scalar_dim[8];
const InstMore nothing_more;

typedef struct Kept { InstKind is; const struct Kept *next; } Kept;

_Static_assert(sizeof(InstKind) == 8 * sizeof(void *) + sizeof(Span) + 2 * sizeof(uint32_t) + 8 * sizeof(bool),
               "bytes of a kind are all compared");

static uint64_t hash_of(const InstKind *k)
{
    uint64_t word[sizeof *k / sizeof(uint64_t)], h = 14695981039346656037u;

    memcpy(word, k, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        h = (h ^ word[i]) * 1099511628211u;
        h ^= h >> 29;
    }
    return h & INT64_MAX;
}

/* likely: one that is tried first, or NULL */
const InstKind *kind_kept(Dtc *d, const InstKind *made, const InstKind *likely)
{
    Map *all = &resolver(d)->kind;
    InstKind k = *made;

    if (k.ndim) /* equal sizes have one address */
        k.dim = (const uint32_t *)(const void *)intern(d, (const char *)k.dim, sizeof scalar_dim);
    if (likely && memcmp(&k, likely, sizeof k) == 0)
        return likely;
    const uint64_t h = hash_of(&k);
    const Kept *first = (const Kept *)(uintptr_t)map_get(all, h);
    for (const Kept *p = first; p; p = p->next)
        if (memcmp(&p->is, &k, sizeof k) == 0)
            return &p->is;
    Kept *keep = NEW(&d->tree, Kept);
    *keep = (Kept){ k, first };
    map_set(&d->tree, all, h, KEY(keep));
    return &keep->is;
}

InstMore *inst_more(Dtc *d, Inst *in)
{
    if (in->has == &nothing_more)
        in->has = NEW(&d->tree, InstMore);
    return (InstMore *)(uintptr_t)in->has;
}

void inst_forget(Dtc *d)
{
    d->instance = NULL;
    if (d->resolver)
        d->resolver->kind = (Map){ 0 };
    arena_free(&d->tree);
}
