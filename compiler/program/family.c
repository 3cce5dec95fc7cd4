/* family.c - variables of equal components, which may be elements of one array of the struct.
 *
 * A family has the same storage and type, and one name but for the numbers of components: digits before the last dot,
 * all where there is none, all in brackets. Its elements have the order of the declarations, which is that of most
 * equations. Members that users set or read by name (inputs and outputs of the model), and those of laws, have none.
 *
 * Cost: the length of the names. Requires: storage.c, law.c (members of laws).
 */
#include <string.h>
#include "roll.h"

/* Without the numbers of components. */
const char *family_label(Dtc *d, const char *name)
{
    const char *dot = strrchr(name, '.');
    char *s = arena_alloc(&d->pass, strlen(name) + 1);
    size_t n = 0;
    bool inside = false;

    for (const char *p = name; *p; p++) {
        inside = *p == '[' || (inside && *p != ']');
        if (*p < '0' || *p > '9' || (dot && p > dot && !inside))
            s[n++] = *p;
    }
    return intern(d, s, n);
}

static bool may_move(const Emitter *e, Var v)
{
    const Store *all = e->store;
    Storage s = (Storage)all->kind[v];
    bool own = is_own_output(e, v) || all->has[AT_output][v];

    return is_stored(e->store, v) && s != ST_NONE && s != ST_INPUT && !own && !is_kept_in_law(e->store, v) &&
           !held_of(e->dae, v) && !all->array_whole[e->f->var[v].array];
}

void find_families(Families *f, const Emitter *e)
{
    uint32_t n = vec_len(e->f->var);
    Map known = { 0 };
    Arena *a = &e->d->pass;

    *f = (Families){ .e = e, .of = NEW_N(a, uint32_t, n), .at = NEW_N(a, uint32_t, n) };
    vec_push(a, f->family, ((Family){ 0 }));
    for (Var v = 1; v < n; v++) {
        if (!may_move(e, v))
            continue;
        const char *name = family_label(e->d, e->f->var[v].name),
                   *key = internf(e->d, "%s %u %u", name, e->store->kind[v], (unsigned)e->f->var[v].type);
        uint32_t k = (uint32_t)map_get(&known, KEY(key));
        if (k == 0) {
            k = vec_len(f->family);
            map_set(a, &known, KEY(key), k);
            vec_push(a, f->family, ((Family){ 0 }));
        }
        f->of[v] = k;
        f->at[v] = vec_len(f->family[k].member);
        vec_push(a, f->family[k].member, v);
    }
}

uint32_t element_of(const Families *f, Var v)
{
    uint32_t whole = f->e->f->var[v].array;
    return whole && f->e->store->array_whole[whole] ? v - f->e->f->array[whole].first : f->at[v];
}

Ex array_of(Families *f, Var v)
{
    const Emitter *e = f->e;
    uint32_t whole = e->f->var[v].array;

    if (whole && e->store->array_whole[whole])
        return member(e->program, AT_array, whole);
    Family *k = &f->family[f->of[v]];
    if (!k->array)
        k->array = member_n(e->program, AT_family, k->member[0], vec_len(k->member));
    return k->array;
}

const Store *moved_elements(Families *f)
{
    Dtc *d = f->e->d;
    const uint32_t n = vec_len(f->e->f->var) + 1;
    Store *s = NEW(&d->run, Store);

    *s = *f->e->store;
    s->home = NEW_N(&d->run, Home, n);
    memcpy(s->home, f->e->store->home, n * sizeof *s->home);
    for (uint32_t i = 1; i < vec_len(f->family); i++) {
        const Family *k = &f->family[i];
        for (uint32_t q = 0; k->array && q < vec_len(k->member); q++)
            s->home[k->member[q]] = (Home){ AT_family, k->member[0], q };
    }
    return s;
}

uint32_t elements_of_family(const Emitter *e, Var first)
{
    return object_of(e->program, member_known(e->program, AT_family, first))->n;
}
