/* fmu_xml3.c - modelDescription.xml and sources/buildDescription.xml of FMI 3.0.
 *
 * Value references are places in the list of variables, from 1 on; 0 is the time, event indicators follow behind.
 * Nothing in it depends on the date or the place. Requires: fmu_variables, fmu_structure. Cost: linear.
 */
#include <string.h>
#include "fmu.h"
#include "version.h"

static const char *const causalities[] = { "parameter", "calculatedParameter", "input", "output", "local" };
static const char *const variabilities[] = { "fixed", "tunable", "discrete", "continuous" };

/* ---- kinds ------------------------------------------------------------------------------------------------------- */

static void kinds(const Fmu *u, FILE *f)
{
    static const char both[] = " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"";

    if (u->part[FMU_ME].wanted)
        fprintf(f, "  <ModelExchange modelIdentifier=\"%s\"%s providesDirectionalDerivatives=\"%s\"/>\n",
                u->part[FMU_ME].identifier, both, fmu_has_derivatives(u, FMU_ME) ? "true" : "false");
    if (!u->part[FMU_CS].wanted)
        return;
    fprintf(f, "  <CoSimulation modelIdentifier=\"%s\"%s canHandleVariableCommunicationStepSize=\"true\""
               " mightReturnEarlyFromDoStep=\"true\" hasEventMode=\"true\"", u->part[FMU_CS].identifier, both);
    fmu_number(f, "fixedInternalStepSize", u->part[FMU_CS].e->step);
    fputs("/>\n", f);
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static void types(const Fmu *u, FILE *f)
{
    Class **type = fmu_enumerations(u);

    if (!type)
        return;
    fputs("  <TypeDefinitions>\n", f);
    for (uint32_t i = 0; i < vec_len(type); i++) {
        fputs("    <EnumerationType", f);
        fmu_attribute(f, "name", fmu_type_name(u, type[i]));
        fmu_attribute(f, "description", fmu_line(u, type[i]->doc));
        fputs(">\n", f);
        fmu_items(u, f, type[i], 6);
        fputs("    </EnumerationType>\n", f);
    }
    fputs("  </TypeDefinitions>\n", f);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static void numeric(const Fmu *u, FILE *f, const FmuVariable *v)
{
    const VarInfo *i = v->i;

    if (i->quantity && *i->quantity)
        fmu_attribute(f, "quantity", i->quantity);
    if (i->type == T_REAL && i->unit && *i->unit) {
        fmu_attribute(f, "unit", i->unit);
        fmu_attribute(f, "displayUnit", fmu_display_unit(u, i));
    }
    fmu_value(f, "min", &v->min, i->type);
    fmu_value(f, "max", &v->max, i->type);
    if (i->type == T_REAL && v->nominal.x > 0)
        fmu_value(f, "nominal", &v->nominal, i->type);
}

static void variable(const Fmu *u, FILE *f, uint32_t at)
{
    const FmuVariable *v = &u->variable[at - 1];
    const TypeKind t = v->i->type;

    fprintf(f, "    <%s", t == T_REAL ? "Float64" : t == T_BOOL ? "Boolean" : t == T_ENUM ? "Enumeration" : "Int32");
    fmu_attribute(f, "name", v->i->name);
    fprintf(f, " valueReference=\"%u\"", at);
    fmu_attribute(f, "description", fmu_line(u, v->i->doc));
    fmu_attribute(f, "causality", causalities[v->causality]);
    fmu_attribute(f, "variability", variabilities[v->variability]);
    if (v->causality != FMU_INPUT)
        fmu_attribute(f, "initial", v->causality == FMU_PARAMETER ? "exact" : "calculated");
    if (t == T_ENUM)
        fmu_attribute(f, "declaredType", fmu_type_name(u, v->i->enum_type));
    if (t != T_BOOL)
        numeric(u, f, v);
    if (v->causality == FMU_PARAMETER || v->causality == FMU_INPUT)
        fmu_value(f, "start", &v->start, t);
    if (v->derivative)
        fprintf(f, " derivative=\"%u\"", v->derivative);
    fputs("/>\n", f);
}

static uint32_t indicators(const Fmu *u) { return u->part[FMU_ME].wanted ? u->part[FMU_ME].e->guards : 0; }

/* A name that no variable of the model has. */
static const char *indicator_name(const Fmu *u)
{
    const char *name = "eventIndicator";

    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        if (strncmp(u->variable[i].i->name, name, strlen(name)) == 0)
            name = internf(u->d, "%s_", name);
    return name;
}

static void variables(const Fmu *u, FILE *f)
{
    const uint32_t n = vec_len(u->variable);
    const char *name = indicator_name(u);

    fputs("  <ModelVariables>\n    <Float64 name=\"time\" valueReference=\"0\" description=\"Time in s\""
          " causality=\"independent\" variability=\"continuous\"/>\n", f);
    for (uint32_t i = 1; i <= n; i++)
        variable(u, f, i);
    for (uint32_t i = 1; i <= indicators(u); i++)
        fprintf(f, "    <Float64 name=\"%s[%u]\" valueReference=\"%u\" causality=\"local\" variability=\"continuous\""
                   " initial=\"calculated\"/>\n", name, i, n + i);
    fputs("  </ModelVariables>\n", f);
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

static void unknowns(const Fmu *u, FILE *f, const char *word, bool derivatives)
{
    for (uint32_t i = 0; i < vec_len(u->unknown); i++) {
        const FmuUnknown *k = &u->unknown[i];
        if (k->rate != derivatives)
            continue;
        fprintf(f, "    <%s valueReference=\"%u\"", word, k->of);
        fmu_dependencies(f, k);
        fputs("/>\n", f);
    }
}

static void structure(const Fmu *u, FILE *f)
{
    fputs("  <ModelStructure>\n", f);
    unknowns(u, f, "Output", false);
    unknowns(u, f, "ContinuousStateDerivative", true);
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        if (fmu_is_initial_unknown(&u->variable[i]))
            fprintf(f, "    <InitialUnknown valueReference=\"%u\"/>\n", i + 1);
    for (uint32_t i = 1; i <= indicators(u); i++)
        fprintf(f, "    <EventIndicator valueReference=\"%u\"/>\n", vec_len(u->variable) + i);
    fputs("  </ModelStructure>\n", f);
}

/* ---- the files --------------------------------------------------------------------------------------------------- */

bool fmu_xml3(const Fmu *u, FILE *f)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"", f);
    fmu_attribute(f, "modelName", u->f->name);
    fmu_attribute(f, "instantiationToken", u->token);
    fmu_attribute(f, "description", fmu_line(u, u->f->doc));
    fmu_attribute(f, "generationTool", "dtc " VERSION);
    fmu_attribute(f, "variableNamingConvention", "structured");
    fputs(">\n", f);
    kinds(u, f);
    fmu_units(u, f);
    types(u, f);
    fmu_categories(f);
    fmu_experiment(u, f);
    variables(u, f);
    structure(u, f);
    fputs("</fmiModelDescription>\n", f);
    return !ferror(f);
}

bool fmu_build_description(const Fmu *u, FILE *f)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n", f);
    for (int k = 0; k < FMU_KINDS; k++)
        if (u->part[k].wanted)
            fprintf(f, "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C99\">\n"
                       "      <SourceFile name=\"%s.c\"/>\n    </SourceFileSet>\n    <Library name=\"m\"/>\n"
                       "  </BuildConfiguration>\n", u->part[k].identifier, u->part[k].identifier);
    fputs("</fmiBuildDescription>\n", f);
    return !ferror(f);
}
