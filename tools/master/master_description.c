/* master_description.c - modelDescription.xml as data, the same for FMI 2.0 and 3.0.
 *
 * What a run does not need (units' factors, structure, annotations, terminals) is passed over, so that descriptions
 * with parts of later standards are read too. A document type is refused, and with it entities of the file's own: no
 * model description has one, and they are what lets a small file grow without bound. Each problem is told with its
 * place in the XML. Requires: expat. Cost: linear in the file.
 */
#include <errno.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <expat.h>
#include "master.h"

#define X(name, text) text,
const char *const master_type_name[FMU_TYPES] = { FMU_TYPE(X) };
#undef X

typedef struct {
    Dtc *d; FmuDescription *x;
    XML_Parser parser;
    Source *source;
    int depth;
    const char *section;                   /* the element below the root that the present one is in */
    bool has_root, doctype;
} Reader;

static Span here(const Reader *r)
{
    const XML_Index at = XML_GetCurrentByteIndex(r->parser);
    const uint32_t size = r->source->size, within = at < 0 ? 0 : at > (XML_Index)size ? size : (uint32_t)at;
    const uint32_t pos = r->source->base + within;

    return (Span){ pos, pos + 1 };
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

/* NULL: it is not there. */
static const char *attribute(Reader *r, const char **list, const char *name)
{
    for (; list[0]; list += 2)
        if (strcmp(list[0], name) == 0)
            return internz(r->d, list[1]);
    return NULL;
}

static const char *needed(Reader *r, const char **list, const char *element, const char *name)
{
    const char *text = attribute(r, list, name);

    if (text && *text)
        return text;
    error(r->d, here(r), NULL, "%s has no %s", element, name);
    return "";
}

static bool truth(Reader *r, const char **list, const char *name)
{
    const char *text = attribute(r, list, name);

    return text && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

static double number(Reader *r, const char **list, const char *name, double otherwise)
{
    const char *text = attribute(r, list, name);
    char *end;

    if (!text)
        return otherwise;
    const double x = strtod(text, &end);
    if (end != text && *end == 0 && isfinite(x))
        return x;
    error(r->d, here(r), NULL, "%s=\"%s\" is no number", name, text);
    return otherwise;
}

/* false: it is none, or not there */
static bool whole(Reader *r, const char **list, const char *name, uint64_t largest, uint64_t *x)
{
    const char *text = attribute(r, list, name);
    char *end;

    if (!text)
        return false;
    errno = 0;
    *x = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && *end == 0 && errno == 0 && *x <= largest)
        return true;
    error(r->d, here(r), NULL, "%s=\"%s\" is no whole number from 0 to %llu", name, text,
          (unsigned long long)largest);
    return false;
}

/* One of a list; `none`: there is no such attribute. */
static int one_of(Reader *r, const char **list, const char *name, const char *const *words, int none)
{
    const char *text = attribute(r, list, name);

    for (int i = 0; text && words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    if (text)
        error(r->d, here(r), NULL, "%s=\"%s\": there is no such %s", name, text, name);
    return none;
}

/* ---- the root, and what is below it -------------------------------------------------------------------- */

static void read_root(Reader *r, const char *name, const char **list)
{
    FmuDescription *x = r->x;

    r->has_root = strcmp(name, "fmiModelDescription") == 0;
    if (!r->has_root) {
        error(r->d, here(r), NULL, "the root is <%s>, and not <fmiModelDescription>", name);
        return;
    }
    const char *version = needed(r, list, name, "fmiVersion");
    x->version = strncmp(version, "2.", 2) == 0 ? 2 : strncmp(version, "3.", 2) == 0 ? 3 : 0;
    if (!x->version && *version)
        error(r->d, here(r), NULL, "this is an FMU of FMI %s; dtc runs those of 2.0 and 3.0", version);
    x->name = needed(r, list, name, "modelName");
    x->token = needed(r, list, name, x->version == 3 ? "instantiationToken" : "guid");
    x->description = attribute(r, list, "description");
    x->tool = attribute(r, list, "generationTool");
}

/* The name of a file: nothing that leads elsewhere. */
static const char *identifier(Reader *r, const char **list, const char *element)
{
    const char *text = needed(r, list, element, "modelIdentifier");

    if (*text && !name_is_plain(text))
        error(r->d, here(r), NULL, "modelIdentifier=\"%s\" is no identifier of C", text);
    return text;
}

static void read_co_simulation(Reader *r, const char *name, const char **list)
{
    FmuDescription *x = r->x;
    const bool two = x->version == 2;

    x->identifier = identifier(r, list, name);
    x->needs_tool = truth(r, list, "needsExecutionTool");
    x->has_state = truth(r, list, two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
    x->serialises = truth(r, list, two ? "canSerializeFMUstate" : "canSerializeFMUState");
    x->has_events = truth(r, list, "hasEventMode");
    x->returns_early = truth(r, list, "mightReturnEarlyFromDoStep");
    x->internal_step = number(r, list, "fixedInternalStepSize", 0);
}

static void read_section(Reader *r, const char *name, const char **list)
{
    FmuDescription *x = r->x;

    r->section = internz(r->d, name);
    if (strcmp(name, "CoSimulation") == 0) {
        read_co_simulation(r, name, list);
    } else if (strcmp(name, "ModelExchange") == 0) {
        x->exchange = true;
    } else if (strcmp(name, "ScheduledExecution") == 0) {
        x->scheduled = true;
    } else if (strcmp(name, "DefaultExperiment") == 0) {
        x->start = number(r, list, "startTime", NAN);
        x->stop = number(r, list, "stopTime", NAN);
        x->tolerance = number(r, list, "tolerance", NAN);
        x->step = number(r, list, "stepSize", NAN);
    }
}

/* ---- types of their own -------------------------------------------------------------------------------- */

static void read_declared(Reader *r, const char *name, const char **list)
{
    FmuDeclared t = { .name = needed(r, list, name, "name"), .at = here(r) };

    vec_push(&r->d->run, r->x->declared, t);
}

static void read_bounds(Reader *r, const char **list)
{
    FmuDeclared *t = &vec_last(r->x->declared);

    t->unit = attribute(r, list, "unit");
    t->min = attribute(r, list, "min");
    t->max = attribute(r, list, "max");
}

static void read_item(Reader *r, const char **list)
{
    FmuDeclared *t = &vec_last(r->x->declared);
    const char *text = needed(r, list, "Item", "value");
    char *end;
    FmuItem item = { .name = needed(r, list, "Item", "name"), .value = strtoll(text, &end, 10) };

    if (*text && *end)
        error(r->d, here(r), NULL, "value=\"%s\" is no whole number", text);
    vec_push(&r->d->run, t->item, item);
}

/* depth: 2 of a type, 3 or 4 of what is in it. */
static void read_types(Reader *r, const char *name, const char **list)
{
    if (r->depth == 2)
        read_declared(r, name, list);
    if ((r->depth == 2 && r->x->version == 3) || (r->depth == 3 && r->x->version == 2))
        read_bounds(r, list);
    if (r->depth > 2 && strcmp(name, "Item") == 0)
        read_item(r, list);
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static void read_head(Reader *r, const char *name, const char **list, FmuVariable *v)
{
    static const char *const causality[] = {
        "local", "parameter", "calculatedParameter", "structuralParameter",
        "input", "output",    "independent",         "dependent",
        NULL
    };
    static const char *const initial[] = { "", "exact", "approx", "calculated", NULL };
    uint64_t reference = 0;

    v->at = here(r);
    v->name = needed(r, list, name, "name");
    v->description = attribute(r, list, "description");
    if (!whole(r, list, "valueReference", UINT32_MAX, &reference) && !attribute(r, list, "valueReference"))
        error(r->d, here(r), NULL, "%s has no valueReference", v->name);
    v->value_reference = (uint32_t)reference;
    v->causality = (FmuCausality)one_of(r, list, "causality", causality, FMU_LOCAL);
    v->initial = (FmuInitial)one_of(r, list, "initial", initial, FMU_UNSAID);
}

/* After the type is known, by which the default goes. */
static void read_variability(Reader *r, const char **list, FmuVariable *v)
{
    static const char *const words[] = { "continuous", "discrete", "tunable", "fixed", "constant", NULL };
    const bool of_parameter = v->causality >= FMU_PARAMETER && v->causality <= FMU_STRUCTURAL;
    const int otherwise = r->x->version == 2    ? FMU_CONTINUOUS
                        : of_parameter          ? FMU_FIXED
                        : v->type > FMU_FLOAT64 ? FMU_DISCRETE
                                                : FMU_CONTINUOUS;

    v->variability = (FmuVariability)one_of(r, list, "variability", words, otherwise);
}

static void read_values(Reader *r, const char **list, FmuVariable *v)
{
    uint64_t derivative = 0;

    v->declared = attribute(r, list, "declaredType");
    v->unit = attribute(r, list, "unit");
    v->min = attribute(r, list, "min");
    v->max = attribute(r, list, "max");
    v->start = attribute(r, list, "start");
    v->has_derivative = whole(r, list, "derivative", UINT32_MAX, &derivative);
    v->derivative = (uint32_t)derivative;
}

/* An element of 2.0 or 3.0 that says the type; FMU_TYPES: there is no such type. */
static FmuType type_named(Reader *r, const char *name, bool *enumeration)
{
    *enumeration = strcmp(name, "Enumeration") == 0;
    if (r->x->version == 2)
        return strcmp(name, "Real") == 0                    ? FMU_FLOAT64
             : strcmp(name, "Integer") == 0 || *enumeration ? FMU_INT32
             : strcmp(name, "Boolean") == 0                 ? FMU_BOOLEAN
             : strcmp(name, "String") == 0                  ? FMU_STRING
                                                            : FMU_TYPES;
    for (int i = 0; i < FMU_TYPES; i++)
        if (strcmp(master_type_name[i], name) == 0)
            return (FmuType)i;
    return *enumeration ? FMU_INT64 : FMU_TYPES;
}

static void read_variable3(Reader *r, const char *name, const char **list)
{
    FmuVariable v = { 0 };

    v.type = type_named(r, name, &v.enumeration);
    if (v.type == FMU_TYPES) {
        error(r->d, here(r), NULL, "<%s> is no type of a variable of FMI 3.0", name);
        return;
    }
    read_head(r, name, list, &v);
    read_values(r, list, &v);
    read_variability(r, list, &v);
    vec_push(&r->d->run, r->x->variable, v);
}

static void read_variable2(Reader *r, const char *name, const char **list)
{
    FmuVariable v = { .type = FMU_TYPES };

    if (strcmp(name, "ScalarVariable") != 0)
        return;
    read_head(r, name, list, &v);
    read_variability(r, list, &v);
    vec_push(&r->d->run, r->x->variable, v);
}

static void read_type2(Reader *r, const char *name, const char **list)
{
    FmuVariable *v = &vec_last(r->x->variable);
    bool enumeration;
    const FmuType type = type_named(r, name, &enumeration);

    if (type == FMU_TYPES)
        return; /* Annotations */
    v->type = type;
    v->enumeration = enumeration;
    read_values(r, list, v);
    if (type == FMU_STRING && v->start)
        vec_push(&r->d->run, v->text, v->start);
}

static void read_part3(Reader *r, const char *name, const char **list)
{
    const uint32_t last = vec_len(r->x->variable) - 1;
    FmuVariable *v = &r->x->variable[last];
    FmuDimension n = { 0 };
    uint64_t parameter;

    if (strcmp(name, "Dimension") == 0) {
        if (whole(r, list, "valueReference", UINT32_MAX, &parameter))
            n = (FmuDimension){ .by_parameter = true, .parameter = (uint32_t)parameter };
        else if (!whole(r, list, "start", UINT32_MAX, &n.count))
            error(r->d, here(r), NULL, "a dimension of %s has neither a start nor a valueReference", v->name);
        vec_push(&r->d->run, v->dimension, n);
    } else if (strcmp(name, "Start") == 0) {
        const char *text = attribute(r, list, "value");
        vec_push(&r->d->run, v->text, text ? text : "");
    } else if (strcmp(name, "Alias") == 0) {
        FmuVariable alias = *v;
        alias.name = needed(r, list, name, "name");
        alias.description = attribute(r, list, "description");
        alias.alias = last + 1;
        alias.at = here(r);
        while (r->x->variable[alias.alias - 1].alias)
            alias.alias = r->x->variable[alias.alias - 1].alias;
        vec_push(&r->d->run, r->x->variable, alias);
    }
}

static void read_variables(Reader *r, const char *name, const char **list)
{
    const bool two = r->x->version == 2;

    if (r->depth == 2)
        two ? read_variable2(r, name, list) : read_variable3(r, name, list);
    else if (r->depth == 3 && r->x->variable)
        two ? read_type2(r, name, list) : read_part3(r, name, list);
}

/* ---- the parser ---------------------------------------------------------------------------------------- */

static void on_start(void *to, const XML_Char *name, const XML_Char **list)
{
    Reader *r = to;

    if (r->depth == 0)
        read_root(r, name, list);
    else if (r->depth == 1)
        read_section(r, name, list);
    else if (strcmp(r->section, "TypeDefinitions") == 0)
        read_types(r, name, list);
    else if (strcmp(r->section, "ModelVariables") == 0)
        read_variables(r, name, list);
    r->depth++;
    if (!r->has_root || !r->x->version || r->depth > 1000)
        XML_StopParser(r->parser, XML_FALSE);
}

static void on_end(void *to, const XML_Char *name)
{
    Reader *r = to;

    (void)name;
    r->depth--;
}

static void on_doctype(void *to, const XML_Char *name, const XML_Char *system, const XML_Char *public_, int internal)
{
    Reader *r = to;

    (void)name, (void)system, (void)public_, (void)internal;
    error(r->d, here(r), NULL,
          "a model description has no document type (<!DOCTYPE>), and no entities of its own");
    XML_StopParser(r->parser, XML_FALSE);
}

static bool parse(Reader *r)
{
    const uint32_t before = r->d->errors;

    r->parser = XML_ParserCreate(NULL);
    if (!r->parser) {
        fputs("dtc: out of memory\n", stderr);
        return false;
    }
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    if (XML_Parse(r->parser, r->source->text, (int)r->source->size, 1) != XML_STATUS_OK &&
        r->d->errors == before)
        error(r->d, here(r), NULL, "this is no XML: %s", XML_ErrorString(XML_GetErrorCode(r->parser)));
    XML_ParserFree(r->parser);
    return r->d->errors == before;
}

/* ---- what belongs together ----------------------------------------------------------------------------- */

static void find_types(Reader *r)
{
    Map by_name = { 0 };

    for (uint32_t i = 0; i < vec_len(r->x->declared); i++)
        map_set(&r->d->pass, &by_name, KEY(r->x->declared[i].name), i + 1);
    for (uint32_t i = 0; i < vec_len(r->x->variable); i++) {
        FmuVariable *v = &r->x->variable[i];
        const uint64_t k = v->declared ? map_get(&by_name, KEY(v->declared)) : 0;
        if (v->type == FMU_TYPES)
            error(r->d, v->at, NULL, "%s has no type", v->name);
        if (v->declared && !k)
            error(r->d, v->at, NULL, "%s is of the type %s, which is not defined", v->name, v->declared);
        v->type_of = k ? &r->x->declared[k - 1] : NULL;
        v->unit = v->unit ? v->unit : v->type_of ? v->type_of->unit : NULL;
        v->min = v->min ? v->min : v->type_of ? v->type_of->min : NULL;
        v->max = v->max ? v->max : v->type_of ? v->type_of->max : NULL;
    }
}

/* By value reference, of 3.0. In 2.0 variables of one reference are one. */
static Map references(Reader *r)
{
    Map by_reference = { 0 };

    for (uint32_t i = 0; i < vec_len(r->x->variable) && r->x->version == 3; i++) {
        const FmuVariable *v = &r->x->variable[i];
        const uint64_t before = map_get(&by_reference, (uint64_t)v->value_reference + 1);
        if (before && !v->alias)
            error(r->d, v->at, NULL, "%s has the value reference %u, as %s has", v->name, v->value_reference,
                  r->x->variable[before - 1].name);
        if (!v->alias)
            map_set(&r->d->pass, &by_reference, (uint64_t)v->value_reference + 1, i + 1);
    }
    return by_reference;
}

static void find_names(Reader *r)
{
    Map by_name = { 0 };

    for (uint32_t i = 0; i < vec_len(r->x->variable); i++) {
        const FmuVariable *v = &r->x->variable[i];
        if (map_get(&by_name, KEY(v->name)))
            error(r->d, v->at, NULL, "there are two variables %s", v->name);
        map_set(&r->d->pass, &by_name, KEY(v->name), 1);
    }
}

static void find_states(Reader *r, const Map *by_reference)
{
    const uint32_t n = vec_len(r->x->variable);

    for (uint32_t i = 0; i < n; i++) {
        const FmuVariable *v = &r->x->variable[i];
        if (!v->has_derivative)
            continue;
        const uint64_t of =
            r->x->version == 2 ? v->derivative : map_get(by_reference, (uint64_t)v->derivative + 1);
        if (of > 0 && of <= n)
            r->x->variable[of - 1].state = true;
        else
            error(r->d, v->at, NULL, "%s is the derivative of %u, and there is no such variable", v->name,
                  v->derivative);
    }
}

static void find_sizes(Reader *r, const Map *by_reference)
{
    for (uint32_t i = 0; i < vec_len(r->x->variable); i++) {
        FmuVariable *v = &r->x->variable[i];
        for (uint32_t k = 0; k < vec_len(v->dimension); k++) {
            FmuDimension *n = &v->dimension[k];
            const uint64_t of = n->by_parameter ? map_get(by_reference, (uint64_t)n->parameter + 1) : 0;
            if (of)
                n->parameter = (uint32_t)of - 1;
            else if (n->by_parameter)
                error(r->d, v->at, NULL, "a dimension of %s is given by %u, and there is no such variable",
                      v->name, n->parameter);
        }
    }
}

bool master_description(Dtc *d, const char *file, const char *text, size_t size, FmuDescription *to)
{
    Reader r = { .d = d, .x = to };
    const uint32_t before = d->errors;

    *to = (FmuDescription){ .start = NAN, .stop = NAN, .tolerance = NAN, .step = NAN };
    r.source = source_text(d, internf(d, "%s/modelDescription.xml", file), text, size);
    if (!r.source || !parse(&r))
        return false;
    find_types(&r);
    find_names(&r);
    const Map by_reference = references(&r);
    find_states(&r, &by_reference);
    find_sizes(&r, &by_reference);
    return d->errors == before;
}
