/* fmu_xml2.c - modelDescription.xml of FMI 2.0.
 *
 * Variables are listed by their value references, which so are their indices as well. Nothing in it depends on the
 * date or the place. Requires: fmu_variables, fmu_structure. Cost: linear.
 */
#include <string.h>
#include "fmu.h"
#include "version.h"

static const char *const causalities[] = { "parameter", "calculatedParameter", "input", "output", "local" };
static const char *const variabilities[] = { "fixed", "tunable", "discrete", "continuous" };

/* ---- kinds ------------------------------------------------------------------------------------------------------- */

static void source_files(const Fmu *u, FILE *f, FmuKind kind)
{
    fprintf(f, "    <SourceFiles>\n      <File name=\"%s.c\"/>\n    </SourceFiles>\n", u->part[kind].identifier);
}

static void kinds(const Fmu *u, FILE *f)
{
    static const char both[] = " canNotUseMemoryManagementFunctions=\"false\" canGetAndSetFMUstate=\"true\""
                               " canSerializeFMUstate=\"true\"";

    if (u->part[FMU_ME].wanted) {
        fprintf(f, "  <ModelExchange modelIdentifier=\"%s\"%s providesDirectionalDerivative=\"%s\">\n",
                u->part[FMU_ME].identifier, both, fmu_has_derivatives(u, FMU_ME) ? "true" : "false");
        source_files(u, f, FMU_ME);
        fputs("  </ModelExchange>\n", f);
    }
    if (u->part[FMU_CS].wanted) {
        fprintf(f, "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\"%s>\n",
                u->part[FMU_CS].identifier, both);
        source_files(u, f, FMU_CS);
        fputs("  </CoSimulation>\n", f);
    }
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static void types(const Fmu *u, FILE *f)
{
    Class **type = fmu_enumerations(u);

    if (!type)
        return;
    fputs("  <TypeDefinitions>\n", f);
    for (uint32_t i = 0; i < vec_len(type); i++) {
        fputs("    <SimpleType", f);
        fmu_attribute(f, "name", fmu_type_name(u, type[i]));
        fmu_attribute(f, "description", fmu_line(u, type[i]->doc));
        fputs(">\n      <Enumeration>\n", f);
        fmu_items(u, f, type[i], 8);
        fputs("      </Enumeration>\n    </SimpleType>\n", f);
    }
    fputs("  </TypeDefinitions>\n", f);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static void type_of(const Fmu *u, FILE *f, const FmuVariable *v)
{
    const VarInfo *i = v->i;
    const bool starts = v->causality == FMU_PARAMETER || v->causality == FMU_INPUT;

    fprintf(f, "      <%s", i->type == T_REAL   ? "Real"
                            : i->type == T_BOOL ? "Boolean"
                            : i->type == T_ENUM ? "Enumeration"
                                                : "Integer");
    if (i->type == T_ENUM)
        fmu_attribute(f, "declaredType", fmu_type_name(u, i->enum_type));
    if (i->quantity && *i->quantity && i->type != T_BOOL)
        fmu_attribute(f, "quantity", i->quantity);
    if (i->type == T_REAL && i->unit && *i->unit) {
        fmu_attribute(f, "unit", i->unit);
        fmu_attribute(f, "displayUnit", fmu_display_unit(u, i));
    }
    if (i->type != T_BOOL) {
        fmu_value(f, "min", &v->min, i->type);
        fmu_value(f, "max", &v->max, i->type);
    }
    if (i->type == T_REAL && v->nominal.x > 0)
        fmu_value(f, "nominal", &v->nominal, i->type);
    if (starts)
        fmu_value(f, "start", &v->start, i->type);
    if (v->derivative)
        fprintf(f, " derivative=\"%u\"", v->derivative);
    fputs("/>\n", f);
}

static void variable(const Fmu *u, FILE *f, uint32_t at)
{
    const FmuVariable *v = &u->variable[at - 1];

    fputs("    <ScalarVariable", f);
    fmu_attribute(f, "name", v->i->name);
    fprintf(f, " valueReference=\"%u\"", at);
    fmu_attribute(f, "description", fmu_line(u, v->i->doc));
    fmu_attribute(f, "causality", causalities[v->causality]);
    fmu_attribute(f, "variability", variabilities[v->variability]);
    if (v->causality != FMU_INPUT)
        fmu_attribute(f, "initial", v->causality == FMU_PARAMETER ? "exact" : "calculated");
    fputs(">\n", f);
    type_of(u, f, v);
    fputs("    </ScalarVariable>\n", f);
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

static void unknown(FILE *f, const FmuUnknown *k)
{
    fprintf(f, "      <Unknown index=\"%u\"", k->of);
    fmu_dependencies(f, k);
    fputs("/>\n", f);
}

static void unknowns(const Fmu *u, FILE *f, const char *list, bool derivatives)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(u->unknown); i++) {
        const FmuUnknown *k = &u->unknown[i];
        if (k->rate != derivatives)
            continue;
        if (n++ == 0)
            fprintf(f, "    <%s>\n", list);
        unknown(f, k);
    }
    if (n > 0)
        fprintf(f, "    </%s>\n", list);
}

static void structure(const Fmu *u, FILE *f)
{
    uint32_t n = 0;

    fputs("  <ModelStructure>\n", f);
    unknowns(u, f, "Outputs", false);
    unknowns(u, f, "Derivatives", true);
    for (uint32_t i = 0; i < vec_len(u->variable); i++) {
        if (!fmu_is_initial_unknown(&u->variable[i]))
            continue;
        if (n++ == 0)
            fputs("    <InitialUnknowns>\n", f);
        fprintf(f, "      <Unknown index=\"%u\"/>\n", i + 1);
    }
    if (n > 0)
        fputs("    </InitialUnknowns>\n", f);
    fputs("  </ModelStructure>\n", f);
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static void head(const Fmu *u, FILE *f)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\"", f);
    fmu_attribute(f, "modelName", u->f->name);
    fmu_attribute(f, "guid", u->token);
    fmu_attribute(f, "description", fmu_line(u, u->f->doc));
    fmu_attribute(f, "generationTool", "dtc " VERSION);
    fmu_attribute(f, "variableNamingConvention", "structured");
    fprintf(f, " numberOfEventIndicators=\"%u\">\n", u->part[FMU_ME].wanted ? u->part[FMU_ME].e->guards : 0);
}

bool fmu_xml2(const Fmu *u, FILE *f)
{
    head(u, f);
    kinds(u, f);
    fmu_units(u, f);
    types(u, f);
    fmu_categories(f);
    fmu_experiment(u, f);
    fputs("  <ModelVariables>\n", f);
    for (uint32_t i = 1; i <= vec_len(u->variable); i++)
        variable(u, f, i);
    fputs("  </ModelVariables>\n", f);
    structure(u, f);
    fputs("</fmiModelDescription>\n", f);
    return !ferror(f);
}
