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

enum { ROOM = 3 };                         /* elements for each member at most */

/* Without the numbers of components; these: how many there are, and the last one. */
static const char *apart(Dtc *d, const char *name, uint32_t *numbers, uint32_t *number)
{
    const char *dot = strrchr(name, '.');
    char *s = arena_alloc(&d->pass, strlen(name) + 1);
    size_t n = 0;
    bool inside = false, before = false;

    *numbers = *number = 0;
    for (const char *p = name; *p; p++) {
        inside = *p == '[' || (inside && *p != ']');
        bool digit = *p >= '0' && *p <= '9' && !(dot && p > dot && !inside);
        if (!digit)
            s[n++] = *p;
        else if (before)
            *number = *number * 10 + (uint32_t)(*p - '0');
        else
            *number = (uint32_t)(*p - '0'), ++*numbers;
        before = digit;
    }
    return intern(d, s, n);
}

const char *family_label(Dtc *d, const char *name)
{
    uint32_t numbers, number;
    return apart(d, name, &numbers, &number);
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

/* The numbers of its components, if each has one and they lie close enough: the least, and how many from there on.
 * States are saved as a whole, and have no gaps. */
static bool numbered(const Families *f, const Family *k, uint32_t *least, uint32_t *n)
{
    uint32_t most = 0, numbers, number;

    *least = UINT32_MAX;
    if (vec_len(k->member) == 0 || f->e->store->kind[k->member[0]] == ST_STATE)
        return false;
    for (uint32_t i = 0; i < vec_len(k->member); i++) {
        (void)apart(f->e->d, f->e->f->var[k->member[i]].name, &numbers, &number);
        if (numbers != 1)
            return false;
        *least = number < *least ? number : *least;
        most = number > most ? number : most;
    }
    *n = most - *least + 1;
    return most - *least < ROOM * vec_len(k->member);
}

/* Members at the numbers of their components; no two have the same. */
static void place_by_number(Families *f, Family *k, uint32_t base, uint32_t n)
{
    Var *member = NULL;
    uint32_t numbers, number;

    for (uint32_t i = 0; i < n; i++)
        vec_push(&f->e->d->pass, member, 0);
    for (uint32_t i = 0; i < vec_len(k->member); i++) {
        (void)apart(f->e->d, f->e->f->var[k->member[i]].name, &numbers, &number);
        if (member[number - base])
            return;
        member[number - base] = k->member[i];
    }
    k->member = member;
    for (uint32_t i = 0; i < n; i++)
        if (member[i])
            f->at[member[i]] = i;
}

void place_by_numbers(Families *f)
{
    uint32_t base = UINT32_MAX, least, n;

    for (uint32_t i = 1; i < vec_len(f->family); i++)
        if (numbered(f, &f->family[i], &least, &n) && least < base)
            base = least;
    for (uint32_t i = 1; i < vec_len(f->family); i++)
        if (numbered(f, &f->family[i], &least, &n))
            place_by_number(f, &f->family[i], base, least - base + n);
}

static Var first_of(const Family *k)
{
    uint32_t i = 0;

    while (!k->member[i])
        i++;
    return k->member[i];
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
        k->array = member_n(e->program, AT_family, first_of(k), vec_len(k->member));
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
            if (k->member[q])
                s->home[k->member[q]] = (Home){ AT_family, first_of(k), q };
    }
    return s;
}

uint32_t elements_of_family(const Emitter *e, Var first)
{
    return object_of(e->program, member_known(e->program, AT_family, first))->n;
}
