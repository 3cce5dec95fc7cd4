/* gear_name.c - names of members, elements and gears, as tables and pictures have them. */
#include <string.h>
#include "gears.h"

/* Without the path of the train. */
static const char *within(const Train *t, const char *path)
{
    return *t->sub && strlen(path) > strlen(t->sub) ? path + strlen(t->sub) + 1 : path;
}

const char *flange_name(const Train *t, const char *path)
{
    static const char *const end[] = { ".flange_a", ".flange_b", ".flange" };

    path = within(t, path);
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        size_t n = strlen(path), k = strlen(end[i]);
        if (n > k && strcmp(path + n - k, end[i]) == 0)
            return intern(t->d, path, n - k);
    }
    return internz(t->d, path);
}

const char *body_name(const Train *t, uint32_t body)
{
    return body == 0 ? "housing" : flange_name(t, t->body[body].name);
}

const char *member_name(const Train *t, uint32_t member)
{
    return member == 0 ? "housing" : flange_name(t, t->member[member].name);
}

const char *port_name(const Train *t, uint32_t port)
{
    const Port *p = &t->port[port];
    const char *name = flange_name(t, p->path);
    bool free = true;

    for (uint32_t b = 1; b < vec_len(t->body); b++)
        free = free && (t->body[b].member == t->body[p->body].member || strcmp(body_name(t, b), name) != 0);
    for (uint32_t k = 0; k < vec_len(t->port); k++)
        free = free && (k == port || strcmp(flange_name(t, t->port[k].path), name) != 0);
    return free ? name : internz(t->d, within(t, p->path));
}

const char *element_name(const Train *t, uint32_t element) { return within(t, t->element[element].name); }

const char *element_names(const Train *t, const uint32_t *element, const char *between)
{
    const char *text = "";

    for (uint32_t i = 0; i < vec_len(element); i++)
        text = internf(t->d, "%s%s%s", text, i ? between : "", element_name(t, element[i]));
    return text;
}

const char *set_name(const Train *t, const GearSet *set) { return within(t, set->name); }

const char *element_kind(const ShiftElement *e)
{
    return e->dog                                     ? "dog clutch"
         : e->one_way && e->forward && e->backward    ? "one-way clutch"
         : e->one_way                                 ? "freewheel"
         : e->friction                                ? "friction"
         : e->connects[0] == 0 || e->connects[1] == 0 ? "brake"
                                                      : "clutch";
}

const char *linear_text(const Train *t, const Fraction *factor, const uint32_t *port, uint32_t n)
{
    const char *text = "";

    for (uint32_t k = 0; k < n; k++) {
        const char *number = fr_text(t->d, fr_abs(factor[k])), *name = port_name(t, port[k]);
        const char *sign = fr_sign(factor[k]) < 0 ? "-" : "+";
        const char *product = strcmp(number, "1") == 0 ? name : internf(t->d, "%s*%s", number, name);
        if (fr_is_zero(factor[k]))
            continue;
        text = *text ? internf(t->d, "%s %s %s", text, sign, product)
                     : internf(t->d, "%s%s", *sign == '-' ? sign : "", product);
    }
    return *text ? text : "0";
}

/* Of gears that are found: which of the different ratios of its direction it is. */
const char *state_name(const GearReport *r, uint32_t k)
{
    const State *s = &r->state[k];
    int sign = fr_sign(s->ratio);
    uint32_t number = 0;
    const Fraction *last = NULL;

    if (s->name || s->class != STATE_GEAR || sign == 0)
        return s->name ? s->name : internf(r->train->d, "%u", k + 1);
    for (uint32_t i = 0; i <= k; i++) {
        const State *x = &r->state[i];
        if (x->class != STATE_GEAR || fr_sign(x->ratio) != sign || vec_len(x->forced))
            continue;
        number += !last || !fr_equal(*last, x->ratio);
        last = &x->ratio;
    }
    return vec_len(s->forced)      ? "-"
         : sign < 0 && number == 1 ? "R"
                                   : internf(r->train->d, sign < 0 ? "R%u" : "%u", number);
}

const char *state_holds(const Train *t, const State *s)
{
    return vec_len(s->forced)   ? internf(t->d, "no: %s", element_name(t, s->forced[0]))
         : s->drive && s->coast ? "both"
         : s->drive             ? "drive"
         : s->coast             ? "coast"
                                : "never";
}

/* In the same direction; not where the next one turns the other way. */
bool gear_step(const GearReport *r, uint32_t k, Fraction *step)
{
    const State *s = &r->state[k];

    for (uint32_t i = k + 1; i < vec_len(r->state) && s->class == STATE_GEAR && !fr_is_zero(s->ratio); i++) {
        const State *x = &r->state[i];
        if (x->class != STATE_GEAR || vec_len(x->forced) || fr_is_zero(x->ratio) ||
            fr_equal(x->ratio, s->ratio))
            continue;
        *step = fr_div(s->ratio, x->ratio);
        return fr_sign(x->ratio) == fr_sign(s->ratio);
    }
    return false;
}
