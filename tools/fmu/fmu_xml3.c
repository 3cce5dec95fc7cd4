/* fmu_xml3.c - what FMI 3.0 says in its own way in modelDescription.xml; fmu_xml.c is the order of it. And
 * sources/buildDescription.xml.
 *
 * Value reference 0 is the time; event indicators follow behind the variables of the model. Cost: linear.
 */
#include <string.h>
#include "fmu.h"

/* ---- kinds --------------------------------------------------------------------------------------------- */

static void kinds(const Fmu *u, FILE *f)
{
    static const char both[] = " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"";

    if (u->part[FMU_ME].wanted)
        fprintf(f, "  <ModelExchange modelIdentifier=\"%s\"%s providesDirectionalDerivatives=\"%s\"/>\n",
                u->part[FMU_ME].identifier, both, fmu_has_derivatives(u, FMU_ME) ? "true" : "false");
    if (!u->part[FMU_CS].wanted)
        return;
    fprintf(f,
            "  <CoSimulation modelIdentifier=\"%s\"%s canHandleVariableCommunicationStepSize=\"true\" "
            "mightReturnEarlyFromDoStep=\"true\" hasEventMode=\"true\"",
            u->part[FMU_CS].identifier, both);
    fmu_number(f, "fixedInternalStepSize", u->part[FMU_CS].e->of->step);
    fputs("/>\n", f);
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static const char *type_of(TypeKind t)
{
    return t == T_REAL ? "Float64" : t == T_BOOL ? "Boolean" : t == T_ENUM ? "Enumeration" : "Int32";
}

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

    fputs("    <Float64 name=\"time\" valueReference=\"0\" description=\"Time in s\" "
          "causality=\"independent\" variability=\"continuous\"/>\n",
          f);
    for (uint32_t at = 1; at <= n; at++) {
        fprintf(f, "    <%s", type_of(u->variable[at - 1].i->type));
        fmu_variable(u, f, at);
        fmu_type(u, f, at);
        fputs("/>\n", f);
    }
    for (uint32_t i = 1; i <= fmu_indicators(u); i++)
        fprintf(f,
                "    <Float64 name=\"%s[%u]\" valueReference=\"%u\" causality=\"local\" "
                "variability=\"continuous\" initial=\"calculated\"/>\n",
                name, i, n + i);
}

const FmuXml fmu_xml3 = {
    .token = "instantiationToken", .reference = "valueReference",
    .type = "EnumerationType", .type_begins = ">\n", .type_indent = 6, .type_ends = "    </EnumerationType>\n",
    .unknown = { "Output", "ContinuousStateDerivative", "InitialUnknown" },
    .kinds = kinds, .variables = variables,
};

/* ---- how its sources are built ------------------------------------------------------------------------- */

bool fmu_build_description(const Fmu *u, FILE *f)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n", f);
    for (int k = 0; k < FMU_KINDS; k++)
        if (u->part[k].wanted)
            fprintf(f,
                    "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C99\">\n"
                    "      <SourceFile name=\"%s.c\"/>\n    </SourceFileSet>\n    <Library name=\"m\"/>\n"
                    "  </BuildConfiguration>\n",
                    u->part[k].identifier, u->part[k].identifier);
    fputs("</fmiBuildDescription>\n", f);
    return !ferror(f);
}
