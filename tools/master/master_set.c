/* master_set.c - `--set name=value` of an FMU: parameters, inputs, and values that variables start with.
 *
 * A value is a number, true or false, an item of an enumeration, a text for a String, or {1, 2, 3} for an array, row by
 * row; an element of an array is set by its name, a[2]. Of two for one name the last holds. Cost: linear in the
 * variables and the settings.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "master.h"

typedef struct { Fmu *f; FmuGiven *given; Map element, variable; const char *name, *setting; bool good; } Setter;

static void refuse(Setter *s, const char *text)
{
    fprintf(stderr, "dtc: --set %s: %s\n", s->setting, text);
    s->good = false;
}

/* What is before the '=' outside of quotes, and behind it, without blanks around. */
static const char *given_name(Dtc *d, const char *text, const char **value)
{
    size_t n = 0, last;

    while (text[n] && text[n] != '=') {
        const size_t quoted = name_quoted(text + n);
        n += quoted ? quoted : 1;
    }
    const char *from = text[n] ? text + n + 1 : "";
    while (isspace((unsigned char)*from))
        from++;
    for (last = strlen(from); last > 0 && isspace((unsigned char)from[last - 1]); last--)
        ;
    *value = intern(d, from, last);
    while (isspace((unsigned char)*text))
        text++, n--;
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        n--;
    return intern(d, text, n);
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* "strong" of "strong", "Spring.strong" */
static const FmuItem *item_named(const FmuVariable *v, const char *text)
{
    const FmuItem *item = v->type_of ? v->type_of->item : NULL;
    const char *last = strrchr(text, '.');

    for (uint32_t i = 0; i < vec_len(item); i++)
        if (strcmp(item[i].name, text) == 0 || (last && strcmp(item[i].name, last + 1) == 0))
            return &item[i];
    return NULL;
}

static const char *items_of(Fmu *f, const FmuVariable *v)
{
    const FmuItem *item = v->type_of ? v->type_of->item : NULL;
    const char **name = NULL;

    for (uint32_t i = 0; i < vec_len(item); i++)
        vec_push(&f->d->run, name, item[i].name);
    return name ? text_joined(f->d, name, ", ", " or ") : "a number";
}

static bool in_bounds(Setter *s, const FmuVariable *v, double x)
{
    const double least = v->min ? strtod(v->min, NULL) : -INFINITY,
                 most = v->max ? strtod(v->max, NULL) : INFINITY;

    if (x < least)
        refuse(s, internf(s->f->d, "%.10g is below its min = %.10g", x, least));
    else if (x > most)
        refuse(s, internf(s->f->d, "%.10g is above its max = %.10g", x, most));
    return x >= least && x <= most;
}

static bool number(Setter *s, const FmuVariable *v, const char *text, double *x)
{
    const FmuItem *item = v->enumeration ? item_named(v, text) : NULL;
    const bool is_true = strcmp(text, "true") == 0, truth = is_true || strcmp(text, "false") == 0;
    const bool boolean = v->type == FMU_BOOLEAN;
    char *end = NULL;

    *x = item ? (double)item->value : truth ? is_true : strtod(text, &end);
    if (boolean ? !truth : !item && (truth || end == text || *end != 0)) {
        refuse(s, internf(s->f->d, "%s is expected, not %s",
                          boolean          ? "true or false"
                          : v->enumeration ? items_of(s->f, v)
                                           : "a number",
                          *text ? text : "nothing"));
        return false;
    }
    const char *wrong = master_misfit(s->f, v, *x);
    if (wrong)
        refuse(s, internf(s->f->d, "%s %s", text, wrong));
    return !wrong && in_bounds(s, v, *x);
}

/* "{1, {2, 3}}": 1, 2, 3; a vec */
static const char **parts_of(Dtc *d, const char *text)
{
    const char **part = NULL;

    for (const char *p = text; *p;) {
        const size_t skip = strspn(p, "{}, \t"), n = strcspn(p + skip, "{},");
        const char *from = p + skip, *to = from + n;
        while (to > from && isspace((unsigned char)to[-1]))
            to--;
        if (to > from)
            vec_push(&d->run, part, intern(d, from, (size_t)(to - from)));
        p += skip + n;
    }
    return part;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool may_be_set(Setter *s, const FmuVariable *v)
{
    const bool is_given =
        v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL || v->causality == FMU_INPUT;
    const bool starts = v->initial == FMU_EXACT || v->initial == FMU_APPROX;
    const bool can = v->variability != FMU_CONSTANT && (is_given || starts);

    if (!can)
        refuse(s, internf(s->f->d, "%s cannot be set: it is %s", v->name,
                          v->variability == FMU_CONSTANT ? "a constant" : "calculated by the FMU"));
    return can;
}

static void set_element(Setter *s, uint32_t element, const char *text)
{
    Fmu *f = s->f;
    double x;

    if (!number(s, &f->x.variable[f->element[element].variable], text, &x))
        return;
    dtc_set(&f->info, f->values, &f->info.variable_row[element], x);
    vec_push(&f->d->run, s->given->element, element);
}

static void set_array(Setter *s, uint32_t variable, const char *text)
{
    Fmu *f = s->f;
    const char **part = parts_of(f->d, text);
    const uint32_t first = f->first[variable];
    uint32_t n = 0;

    while (first + n < vec_len(f->element) && f->element[first + n].variable == variable)
        n++;
    if (*text != '{' || vec_len(part) != n) {
        refuse(s, internf(f->d, "%s has %u elements, and %u %s given: {1, 2, ...}",
                          f->x.variable[variable].name, n, vec_len(part), vec_len(part) == 1 ? "is" : "are"));
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        set_element(s, first + i, part[i]);
}

/* Quotes around it are none of it. */
static void set_text(Setter *s, uint32_t variable, const char *text)
{
    Dtc *d = s->f->d;
    const size_t n = strlen(text);
    const char **texts = NULL;

    if (n > 1 && text[0] == '"' && text[n - 1] == '"')
        text = intern(d, text + 1, n - 2);
    vec_push(&d->run, texts, text);
    vec_push(&d->run, s->given->text, variable);
    vec_push(&d->run, s->given->texts, texts);
}

static void unknown(Setter *s)
{
    Fmu *f = s->f;
    const char **known = NULL;

    for (uint32_t i = 0; i < vec_len(f->x.variable); i++)
        vec_push(&f->d->run, known, f->x.variable[i].name);
    const char *near = suggest(f->d, s->name, known, vec_len(known));
    refuse(s, internf(f->d, "the FMU has no variable %s%s%s%s", s->name, near ? "; did you mean " : "",
                      near ? near : "", near ? "?" : ""));
}

static void set_one(Setter *s, const char *value)
{
    Fmu *f = s->f;
    const uint32_t element = (uint32_t)map_get(&s->element, KEY(s->name)) - 1;
    uint32_t variable = (uint32_t)map_get(&s->variable, KEY(s->name)) - 1;

    if (variable == UINT32_MAX && element != UINT32_MAX)
        variable = f->element[element].variable;
    const FmuVariable *v = variable == UINT32_MAX ? NULL : &f->x.variable[variable];
    if (!v)
        unknown(s);
    else if (!may_be_set(s, v))
        return;
    else if (v->type == FMU_STRING && !v->dimension)
        set_text(s, variable, value);
    else if (element != UINT32_MAX)
        set_element(s, element, value);
    else if (v->dimension && f->first[variable] != UINT32_MAX)
        set_array(s, variable, value);
    else
        refuse(s, internf(f->d, "variables of the type %s cannot be set", master_type_name[v->type]));
}

bool master_settings(Fmu *f, FmuGiven *given)
{
    Setter s = { .f = f, .given = given, .good = true };
    static const char start[] = ".start";

    s.element = sim_numbers(f->d, &f->info);
    for (uint32_t i = 0; i < vec_len(f->x.variable); i++)
        map_set(&f->d->run, &s.variable, KEY(f->x.variable[i].name), (uint64_t)i + 1);
    for (uint32_t i = 0; i < vec_len(f->d->opt.set); i++) {
        const char *value;
        s.setting = f->d->opt.set[i];
        s.name = given_name(f->d, s.setting, &value);
        const size_t n = strlen(s.name), tail = sizeof start - 1;
        const bool known = map_get(&s.variable, KEY(s.name)) || map_get(&s.element, KEY(s.name));
        if (!known && n > tail && strcmp(s.name + n - tail, start) == 0)
            s.name = intern(f->d, s.name, n - tail);
        set_one(&s, value);
    }
    return s.good;
}

uint64_t master_size(Fmu *f, uint32_t variable)
{
    const FmuVariable *v = &f->x.variable[variable];
    const char *text = v->start ? v->start : "0", *value;

    for (uint32_t i = 0; i < vec_len(f->d->opt.set); i++)
        if (given_name(f->d, f->d->opt.set[i], &value) == v->name)
            text = value;
    return isdigit((unsigned char)*text) ? strtoull(text, NULL, 10) : 0;
}
