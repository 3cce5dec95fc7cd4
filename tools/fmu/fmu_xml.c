/* fmu_xml.c - modelDescription.xml: its order, and what both versions say alike. How a version says the rest is in
 * fmu_xml2.c and fmu_xml3.c.
 *
 * A unit has its SI base units with exponents, where these are whole; rad is counted as it is written. Value references
 * are places in the list of variables, from 1 on. Nothing in it depends on the date or the place. Requires:
 * fmu_variables, fmu_structure. Cost: linear.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fmu.h"
#include "output.h"
#include "unit.h"
#include "version.h"

/* NULL: it is left out */
static void attribute(FILE *f, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(f, " %s=\"", name);
    xml_data(f, text);
    putc('"', f);
}

/* With as few digits as tell it exactly. */
void fmu_number(FILE *f, const char *name, double x) { attribute(f, name, number_shortest(x, 15).text); }

static const char *first_line(const Fmu *u, const char *doc)
{
    const size_t n = doc ? strcspn(doc, "\n\r") : 0;

    return n > 0 ? internf(u->d, "%.*s", (int)n, doc) : NULL;
}

/* ---- units --------------------------------------------------------------------------------------------- */

/* Exponent of rad, which dimensions do not have. */
static int radians(const char *unit)
{
    int sign = 1, sum = 0;

    for (const char *p = unit; *p; p++) {
        const bool begins = p == unit || strchr("./(*", p[-1]) != NULL;
        if (*p == '/')
            sign = -1;
        if (begins && strncmp(p, "rad", 3) == 0 && !(p[3] >= 'a' && p[3] <= 'z'))
            sum += sign * (p[3] >= '2' && p[3] <= '9' ? p[3] - '0' : 1);
    }
    return sum;
}

static bool whole(const Unit *u)
{
    for (int k = 0; k < UNIT_BASES; k++)
        if (u->e[k] % UNIT_SCALE != 0)
            return false;
    return true;
}

static void base_unit(FILE *f, const char *unit, const Unit *u)
{
    static const char *const name[UNIT_BASES] = { "m", "kg", "s", "A", "K", "mol", "cd" };

    fputs("      <BaseUnit", f);
    for (int k = 0; k < UNIT_BASES; k++)
        if (u->e[k] != 0)
            fprintf(f, " %s=\"%d\"", name[k], u->e[k] / UNIT_SCALE);
    if (radians(unit) != 0)
        fprintf(f, " rad=\"%d\"", radians(unit));
    if (u->factor > 0 && (u->factor < 1 || u->factor > 1))
        fmu_number(f, "factor", u->factor);
    if (strcmp(unit, "degC") == 0)
        fputs(" offset=\"273.15\"", f);
    fputs("/>\n", f);
}

static bool temperature(const char *unit) { return strncmp(unit, "deg", 3) == 0 && strlen(unit) == 4; }

static const char *shown_unit(const Fmu *u, const VarInfo *i)
{
    Unit a, b;

    (void)u;
    if (!i->display_unit || !i->unit || strcmp(i->display_unit, i->unit) == 0 || temperature(i->display_unit))
        return NULL;
    return unit_parse(i->unit, &a) && unit_parse(i->display_unit, &b) && unit_alike(&a, &b) && a.factor > 0 &&
                   b.factor > 0
             ? i->display_unit
             : NULL;
}

/* x in the unit is factor*x in the one that is shown. */
static void display_unit(FILE *f, const char *unit, const char *shown)
{
    Unit a, b;

    if (!unit_parse(unit, &a) || !unit_parse(shown, &b))
        return;
    fputs("      <DisplayUnit", f);
    attribute(f, "name", shown);
    fmu_number(f, "factor", a.factor / b.factor);
    fputs("/>\n", f);
}

static void unit(const Fmu *u, FILE *f, const char *name)
{
    Unit parsed;
    Map told = { 0 };

    fputs("    <Unit", f);
    attribute(f, "name", name);
    fputs(">\n", f);
    if (unit_parse(name, &parsed) && whole(&parsed))
        base_unit(f, name, &parsed);
    for (uint32_t i = 0; i < vec_len(u->variable); i++) {
        const VarInfo *v = u->variable[i].i;
        const char *shown = shown_unit(u, v);
        if (!shown || strcmp(v->unit, name) != 0 || map_get(&told, KEY(shown)))
            continue;
        map_set(&u->d->pass, &told, KEY(shown), 1);
        display_unit(f, name, shown);
    }
    fputs("    </Unit>\n", f);
}

static void units(const Fmu *u, FILE *f)
{
    Map told = { 0 };
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(u->variable); i++) {
        const VarInfo *v = u->variable[i].i;
        if (v->type != T_REAL || !v->unit || !*v->unit)
            continue;
        const char *name = internz(u->d, v->unit);
        if (map_get(&told, KEY(name)))
            continue;
        map_set(&u->d->pass, &told, KEY(name), 1);
        if (n++ == 0)
            fputs("  <UnitDefinitions>\n", f);
        unit(u, f, name);
    }
    if (n > 0)
        fputs("  </UnitDefinitions>\n", f);
}

/* ---- enumerations -------------------------------------------------------------------------------------- */

static Class **enumerations(const Fmu *u)
{
    Class **list = NULL;
    Map told = { 0 };

    for (uint32_t i = 0; i < vec_len(u->variable); i++) {
        Class *type = u->variable[i].i->type == T_ENUM ? u->variable[i].i->enum_type : NULL;
        type = type ? class_origin(type) : NULL;
        if (!type || map_get(&told, KEY(type)))
            continue;
        map_set(&u->d->pass, &told, KEY(type), 1);
        vec_push(&u->d->run, list, type);
    }
    return list;
}

static const char *fmu_type_name(const Fmu *u, Class *type) { return class_path(u->d, class_origin(type)); }

static void items(const Fmu *u, FILE *f, const Class *type, int indent)
{
    for (uint32_t k = 0; k < vec_len(type->literal); k++) {
        fprintf(f, "%*s<Item", indent, "");
        attribute(f, "name", type->literal[k]);
        fprintf(f, " value=\"%u\"", k + 1);
        if (k < vec_len(type->literal_doc))
            attribute(f, "description", first_line(u, type->literal_doc[k]));
        fputs("/>\n", f);
    }
}

static void types(const Fmu *u, FILE *f, const FmuXml *x)
{
    Class **type = enumerations(u);

    if (!type)
        return;
    fputs("  <TypeDefinitions>\n", f);
    for (uint32_t i = 0; i < vec_len(type); i++) {
        fprintf(f, "    <%s", x->type);
        attribute(f, "name", fmu_type_name(u, type[i]));
        attribute(f, "description", first_line(u, type[i]->doc));
        fputs(x->type_begins, f);
        items(u, f, type[i], x->type_indent);
        fputs(x->type_ends, f);
    }
    fputs("  </TypeDefinitions>\n", f);
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static void value(FILE *f, const char *name, const FmuNumber *n, TypeKind type)
{
    if (n->given == FMU_NO_NUMBER)
        return;
    if (type == T_REAL)
        fmu_number(f, name, n->x);
    else if (type == T_BOOL)
        attribute(f, name, n->x != 0 ? "true" : "false");
    else
        fprintf(f, " %s=\"%d\"", name, (int)n->x);
}

/* As the convention "structured" has it: der(der(x)) is der(x,2). */
static const char *structured(const Fmu *u, const char *name)
{
    const char *of = name;
    uint32_t n = 0;

    for (; strncmp(of, "der(", 4) == 0; n++)
        of += 4;
    return n < 2 ? name : internf(u->d, "der(%.*s,%u)", (int)(strlen(of) - n), of, n);
}

void fmu_variable(const Fmu *u, FILE *f, uint32_t at)
{
    static const char *const causality[] = { "parameter", "calculatedParameter", "input", "output", "local" };
    static const char *const variability[] = { "fixed", "tunable", "discrete", "continuous" };
    const FmuVariable *v = &u->variable[at - 1];

    attribute(f, "name", structured(u, v->i->name));
    fprintf(f, " valueReference=\"%u\"", at);
    attribute(f, "description", first_line(u, v->i->doc));
    attribute(f, "causality", causality[v->causality]);
    attribute(f, "variability", variability[v->variability]);
    if (v->causality != FMU_INPUT)
        attribute(f, "initial", v->causality == FMU_PARAMETER || v->settable ? "exact" : "calculated");
}

void fmu_type(const Fmu *u, FILE *f, uint32_t at)
{
    const FmuVariable *v = &u->variable[at - 1];
    const VarInfo *i = v->i;

    if (i->type == T_ENUM)
        attribute(f, "declaredType", fmu_type_name(u, i->enum_type));
    if (i->quantity && *i->quantity && i->type != T_BOOL)
        attribute(f, "quantity", i->quantity);
    if (i->type == T_REAL && i->unit && *i->unit) {
        attribute(f, "unit", i->unit);
        attribute(f, "displayUnit", shown_unit(u, i));
    }
    if (i->type != T_BOOL) {
        value(f, "min", &v->min, i->type);
        value(f, "max", &v->max, i->type);
    }
    if (i->type == T_REAL && v->nominal.x > 0)
        value(f, "nominal", &v->nominal, i->type);
    if (v->causality == FMU_PARAMETER || v->causality == FMU_INPUT || v->settable)
        value(f, "start", &v->start, i->type);
    if (v->derivative)
        fprintf(f, " derivative=\"%u\"", v->derivative);
}

uint32_t fmu_indicators(const Fmu *u) { return u->part[FMU_ME].wanted ? u->part[FMU_ME].e->program->guards : 0; }

/* ---- structure ----------------------------------------------------------------------------------------- */

static void dependencies(FILE *f, const FmuUnknown *k)
{
    if (k->all)
        return;
    fputs(" dependencies=\"", f);
    for (uint32_t i = 0; i < vec_len(k->on); i++)
        fprintf(f, "%s%u", i ? " " : "", k->on[i]);
    fputs("\" dependenciesKind=\"", f);
    for (uint32_t i = 0; i < vec_len(k->on); i++)
        fprintf(f, "%s%s", i ? " " : "", fmu_dependency_words[k->kind[i]]);
    putc('"', f);
}

/* Unknowns of one list, which has a tag of its own where list is not NULL. */
static void unknowns(const Fmu *u, FILE *f, const FmuXml *x, FmuList kind)
{
    const char *list = x->list[kind], *indent = list ? "      " : "    ";
    bool any = false;

    for (uint32_t i = 0; i < vec_len(u->unknown); i++) {
        const FmuUnknown *k = &u->unknown[i];
        if (k->list != kind)
            continue;
        if (!any && list)
            fprintf(f, "    <%s>\n", list);
        fprintf(f, "%s<%s %s=\"%u\"", indent, x->unknown[kind], x->reference, k->of);
        dependencies(f, k);
        fputs("/>\n", f);
        any = true;
    }
    if (any && list)
        fprintf(f, "    </%s>\n", list);
}

static void structure(const Fmu *u, FILE *f, const FmuXml *x)
{
    fputs("  <ModelStructure>\n", f);
    for (int kind = 0; kind < FMU_LISTS; kind++)
        unknowns(u, f, x, (FmuList)kind);
    for (uint32_t i = 1; u->version == 3 && i <= fmu_indicators(u); i++)
        fprintf(f, "    <EventIndicator valueReference=\"%u\"/>\n", vec_len(u->variable) + i);
    fputs("  </ModelStructure>\n", f);
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static void experiment(const Fmu *u, FILE *f)
{
    fputs("  <DefaultExperiment", f);
    fmu_number(f, "startTime", u->f->start_time);
    fmu_number(f, "stopTime", u->f->has_stop ? u->f->stop_time : u->f->start_time + 1);
    fmu_number(f, "tolerance", u->f->tolerance);
    fmu_number(f, "stepSize", u->first->e->of->step);
    fputs("/>\n", f);
}

static void categories(FILE *f)
{
    static const char *const category[] = { "logEvents", "logStatusWarning", "logStatusDiscard",
                                            "logStatusError" };

    fputs("  <LogCategories>\n", f);
    for (size_t i = 0; i < sizeof category / sizeof *category; i++)
        fprintf(f, "    <Category name=\"%s\"/>\n", category[i]);
    fputs("  </LogCategories>\n", f);
}

static void head(const Fmu *u, FILE *f, const FmuXml *x)
{
    fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"",
            u->version);
    attribute(f, "modelName", u->f->name);
    attribute(f, x->token, u->token);
    attribute(f, "description", first_line(u, u->f->doc));
    attribute(f, "generationTool", "dtc " VERSION);
    attribute(f, "variableNamingConvention", "structured");
    if (u->version == 2)
        fprintf(f, " numberOfEventIndicators=\"%u\"", fmu_indicators(u));
    fputs(">\n", f);
}

bool fmu_xml(const Fmu *u, FILE *f)
{
    const FmuXml *x = u->version == 2 ? &fmu_xml2 : &fmu_xml3;

    head(u, f, x);
    x->kinds(u, f);
    units(u, f);
    types(u, f, x);
    categories(f);
    experiment(u, f);
    fputs("  <ModelVariables>\n", f);
    x->variables(u, f);
    fputs("  </ModelVariables>\n", f);
    structure(u, f, x);
    fputs("</fmiModelDescription>\n", f);
    return !ferror(f);
}
