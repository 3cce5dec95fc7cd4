/* fmu_xml2.c - what FMI 2.0 says in its own way in modelDescription.xml; fmu_xml.c is the order of it.
 *
 * Unknowns are told by indices in the list of variables, which are their value references as well. Cost: linear.
 */
#include "fmu.h"

/* ---- kinds --------------------------------------------------------------------------------------------- */

static void source_files(const Fmu *u, FILE *f, FmuKind kind)
{
    fprintf(f, "    <SourceFiles>\n      <File name=\"%s.c\"/>\n    </SourceFiles>\n",
            u->part[kind].identifier);
}

static void kinds(const Fmu *u, FILE *f)
{
    static const char both[] = " canNotUseMemoryManagementFunctions=\"false\" canGetAndSetFMUstate=\"true\" "
                               "canSerializeFMUstate=\"true\"";

    if (u->part[FMU_ME].wanted) {
        fprintf(f, "  <ModelExchange modelIdentifier=\"%s\"%s providesDirectionalDerivative=\"%s\">\n",
                u->part[FMU_ME].identifier, both, fmu_has_derivatives(u, FMU_ME) ? "true" : "false");
        source_files(u, f, FMU_ME);
        fputs("  </ModelExchange>\n", f);
    }
    if (u->part[FMU_CS].wanted) {
        fprintf(f,
                "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\"%s>\n",
                u->part[FMU_CS].identifier, both);
        source_files(u, f, FMU_CS);
        fputs("  </CoSimulation>\n", f);
    }
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static const char *type_of(TypeKind t)
{
    return t == T_REAL ? "Real" : t == T_BOOL ? "Boolean" : t == T_ENUM ? "Enumeration" : "Integer";
}

static void variables(const Fmu *u, FILE *f)
{
    for (uint32_t at = 1; at <= vec_len(u->variable); at++) {
        fputs("    <ScalarVariable", f);
        fmu_variable(u, f, at);
        fprintf(f, ">\n      <%s", type_of(u->variable[at - 1].i->type));
        fmu_type(u, f, at);
        fputs("/>\n    </ScalarVariable>\n", f);
    }
}

const FmuXml fmu_xml2 = {
    .token = "guid", .reference = "index",
    .type = "SimpleType", .type_begins = ">\n      <Enumeration>\n", .type_indent = 8,
    .type_ends = "      </Enumeration>\n    </SimpleType>\n",
    .list = { "Outputs", "Derivatives", "InitialUnknowns" }, .unknown = { "Unknown", "Unknown", "Unknown" },
    .kinds = kinds, .variables = variables,
};
