/* write.c - models of the transmissions of a file in YAML, for tests.
 *
 *     write FILE FOLDER       makes FOLDER/Gearbox1.dtm with model Gearbox1, FOLDER/Gearbox1.txt, and so on;
 *                             prints a line for each: Gearbox1 and its name
 *
 * The file lists transmissions: sets of gears by their teeth, rigid connections, switching elements between members
 * of sets or other nodes, and for each gear the elements that are engaged with its ratio. Each node (rigidly
 * connected members) gets an inertia: the input 0.1, the output 1, others 0.01 kg.m2. Inputs of a model are the
 * pressures p[1] ... of its clutches and brakes (others are not counted) and the torques tau_in and tau_out. A
 * freewheel lets its first node run ahead. Gearbox1.txt has a line for each gear: its name, the ratio, the node that
 * drives (a component of the model) and the numbers of the pressures that are on. Where the file has a ratio_kind,
 * ratios are those of output to input. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { NODES = 64, TEXT = 128 };

static yaml_document_t document;

typedef struct { char name[TEXT]; int root; } Node;

static Node node[NODES];
static int nodes;

static void stop(const char *why, const char *what)
{
    fprintf(stderr, "write: %s %s\n", why, what);
    exit(2);
}

/* ---- the tree --------------------------------------------------------------------------------------------------- */

static yaml_node_t *at(int index) { return yaml_document_get_node(&document, index); }

static const char *text(const yaml_node_t *n)
{
    if (!n || n->type != YAML_SCALAR_NODE)
        stop("a scalar is missing", "");
    return (const char *)n->data.scalar.value;
}

/* The value of a key; NULL: there is none. */
static yaml_node_t *get(const yaml_node_t *map, const char *key)
{
    if (!map || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++)
        if (strcmp(text(at(p->key)), key) == 0)
            return at(p->value);
    return NULL;
}

static int count(const yaml_node_t *list)
{
    if (!list || list->type != YAML_SEQUENCE_NODE)
        return 0;
    return (int)(list->data.sequence.items.top - list->data.sequence.items.start);
}

static yaml_node_t *item(const yaml_node_t *list, int i) { return at(list->data.sequence.items.start[i]); }

static const char *word(const yaml_node_t *list, int i) { return text(item(list, i)); }

static int number(const yaml_node_t *map, const char *key) { return atoi(text(get(map, key))); }

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static int root(int i)
{
    while (node[i].root != i)
        i = node[i].root;
    return i;
}

static int find(const char *name)
{
    for (int i = 0; i < nodes; i++)
        if (strcmp(node[i].name, name) == 0)
            return i;
    if (nodes == NODES)
        stop("too many nodes at", name);
    snprintf(node[nodes].name, TEXT, "%s", name);
    node[nodes].root = nodes;
    return nodes++;
}

static void join(const char *a, const char *b)
{
    int x = root(find(a)), y = root(find(b));
    node[x > y ? x : y].root = x > y ? y : x;
}

/* The component of a node: ground, or n and the number of the node. */
static const char *component(const char *name)
{
    static char names[4][TEXT];
    static int next;
    char *to = names[next++ % 4];
    int r = root(find(name));

    snprintf(to, TEXT, r == root(find("GND")) ? "ground" : "n%d", r);
    return to;
}

static const char *flange(const char *name)
{
    static char names[4][TEXT + 16];
    static int next;
    char *to = names[next++ % 4];
    const char *c = component(name);

    snprintf(to, TEXT + 16, "%s.flange%s", c, strcmp(c, "ground") == 0 ? "" : "_b");
    return to;
}

/* ---- sets of gears ---------------------------------------------------------------------------------------------- */

static const char *member(const yaml_node_t *set, const char *which)
{
    static char names[4][TEXT];
    static int next;
    char *to = names[next++ % 4];

    snprintf(to, TEXT, "%s.%s", text(get(set, "id")), which);
    return to;
}

static void meshes(FILE *f, const yaml_node_t *set, int equations)
{
    const yaml_node_t *list = get(set, "meshes");
    const char *id = text(get(set, "id"));

    for (int i = 0; i < count(list); i++) {
        const yaml_node_t *mesh = item(list, i);
        int outer = strcmp(word(mesh, 0), "planet_planet") == 0;
        if (!equations) {
            fprintf(f, "  Planetary.%s %s_%d(%s = %s, %s = %s);\n", outer ? "PlanetPlanet" : "PlanetRing", id, i,
                    outer ? "z1" : "z_planet", word(mesh, 4), outer ? "z2" : "z_ring", word(mesh, 5));
            continue;
        }
        fprintf(f, "  connect(%s_%d.carrier, %s);\n", id, i, flange(member(set, word(mesh, 3))));
        fprintf(f, "  connect(%s_%d.%s, %s);\n", id, i, outer ? "planet1" : "planet",
                flange(member(set, word(mesh, 1))));
        fprintf(f, "  connect(%s_%d.%s, %s);\n", id, i, outer ? "planet2" : "ring",
                flange(member(set, word(mesh, 2))));
    }
}

static void connect_all(FILE *f, const yaml_node_t *set, const char *const *pairs)
{
    for (; *pairs; pairs += 2)
        fprintf(f, "  connect(%s%s, %s);\n", text(get(set, "id")), pairs[0], flange(member(set, pairs[1])));
}

static void gear_set(FILE *f, const yaml_node_t *set, int equations)
{
    static const char *const simple[] = {".sun", "S", ".carrier", "C", ".ring", "R", NULL};
    static const char *const ravigneaux[] = {".sun1", "S1", ".sun2", "S2", ".carrier", "C", ".ring", "R", NULL};
    static const char *const pinions[] = {
        "_1.planet1", "S", "_1.carrier", "C", "_2.carrier", "C", "_3.carrier", "C", "_3.ring", "R", NULL
    };
    const char *type = text(get(set, "type")), *id = text(get(set, "id"));
    const yaml_node_t *teeth = get(set, "teeth");

    if (strcmp(type, "meshes") == 0) {
        meshes(f, set, equations);
    } else if (equations) {
        int double_pinion = strcmp(type, "double_pinion") == 0;
        connect_all(f, set, double_pinion ? pinions : strcmp(type, "simple") == 0 ? simple : ravigneaux);
        if (double_pinion)
            fprintf(f, "  connect(%s_1.planet2, %s_2.planet1);\n  connect(%s_2.planet2, %s_3.planet);\n", id, id, id,
                    id);
    } else if (strcmp(type, "simple") == 0) {
        fprintf(f, "  Planetary.Planetary %s(z_sun = %d, z_ring = %d);\n", id, number(teeth, "sun"),
                number(teeth, "ring"));
    } else if (strcmp(type, "ravigneaux") == 0) {
        fprintf(f, "  Planetary.Ravigneaux %s(z_sun1 = %d, z_sun2 = %d, ", id, number(teeth, "sun_short"),
                number(teeth, "sun_long"));
        fprintf(f, "z_planet1 = %d, z_planet2 = %d, z_ring = %d);\n", number(teeth, "planet_short"),
                number(teeth, "planet_long"), number(teeth, "ring"));
    } else if (strcmp(type, "double_pinion") == 0) {
        fprintf(f, "  Planetary.PlanetPlanet %s_1(z1 = %d, z2 = %d), %s_2(z1 = %d, z2 = %d);\n", id,
                number(teeth, "sun"), number(teeth, "planet_sun"), id, number(teeth, "planet_sun"),
                number(teeth, "planet_ring"));
        fprintf(f, "  Planetary.PlanetRing %s_3(z_planet = %d, z_ring = %d);\n", id, number(teeth, "planet_ring"),
                number(teeth, "ring"));
    } else {
        stop("a set of unknown type:", type);
    }
}

/* The nodes of a set. */
static void members(const yaml_node_t *set)
{
    const char *type = text(get(set, "type"));
    const yaml_node_t *list = get(set, "members");

    for (int i = 0; i < count(list); i++)
        find(member(set, word(list, i)));
    if (strcmp(type, "meshes") == 0)
        return;
    find(member(set, "C"));
    find(member(set, "R"));
    if (strcmp(type, "ravigneaux") == 0) {
        find(member(set, "S1"));
        find(member(set, "S2"));
    } else {
        find(member(set, "S"));
    }
}

/* ---- one transmission ------------------------------------------------------------------------------------------- */

static void find_nodes(const yaml_node_t *t)
{
    nodes = 0;
    find("GND");
    find(text(get(t, "input")));
    find(text(get(t, "output")));
    for (int i = 0; i < count(get(t, "sets")); i++)
        members(item(get(t, "sets"), i));
    for (int i = 0; i < count(get(t, "elements")); i++) {
        const yaml_node_t *ends = get(item(get(t, "elements"), i), "connects");
        find(word(ends, 0));
        find(word(ends, 1));
    }
    for (int i = 0; i < count(get(t, "rigid")); i++) {
        const yaml_node_t *list = item(get(t, "rigid"), i);
        for (int j = 1; j < count(list); j++)
            join(word(list, 0), word(list, j));
    }
}

static int is_freewheel(const yaml_node_t *element) { return strcmp(text(get(element, "type")), "freewheel") == 0; }

static void declare(FILE *f, const yaml_node_t *t, const char *model)
{
    int pressures = 0;

    for (int i = 0; i < count(get(t, "elements")); i++)
        pressures += !is_freewheel(item(get(t, "elements"), i));
    fprintf(f, "model %s \"%s\"\n  import Drivetrain.*;\n  input Real p[%d], tau_in, tau_out;\n", model,
            text(get(t, "name")), pressures);
    fprintf(f, "  Shaft.Fixed ground;\n  Source.Torque drive, load;\n");
    int in = root(find(text(get(t, "input")))), out = root(find(text(get(t, "output"))));
    for (int i = 1; i < nodes; i++)
        if (root(i) == i && root(0) != i)
            fprintf(f, "  Shaft.Inertia n%d(J = %s) \"%s\";\n", i, i == in ? "0.1" : i == out ? "1" : "0.01",
                    node[i].name);
    for (int i = 0; i < count(get(t, "sets")); i++)
        gear_set(f, item(get(t, "sets"), i), 0);
    for (int i = 0; i < count(get(t, "elements")); i++) {
        const yaml_node_t *x = item(get(t, "elements"), i);
        fprintf(f, is_freewheel(x) ? "  Freewheel.Freewheel %s;\n" : "  Clutch.Clutch %s(fn_max = 4000);\n",
                text(get(x, "name")));
    }
}

static void equations(FILE *f, const yaml_node_t *t, const char *model)
{
    int pressure = 0;

    fprintf(f, "equation\n  drive.tau = tau_in;\n  load.tau = tau_out;\n");
    fprintf(f, "  connect(drive.flange, %s);\n  connect(load.flange, %s);\n", flange(text(get(t, "input"))),
            flange(text(get(t, "output"))));
    for (int i = 0; i < count(get(t, "sets")); i++)
        gear_set(f, item(get(t, "sets"), i), 1);
    for (int i = 0; i < count(get(t, "elements")); i++) {
        const yaml_node_t *x = item(get(t, "elements"), i), *ends = get(x, "connects");
        const char *name = text(get(x, "name"));
        fprintf(f, "  connect(%s.flange_a, %s);\n  connect(%s.flange_b, %s);\n", name, flange(word(ends, 1)), name,
                flange(word(ends, 0)));
        if (!is_freewheel(x))
            fprintf(f, "  %s.f_normalized = p[%d];\n", name, ++pressure);
    }
    fprintf(f, "end %s;\n", model);
}

/* The line of a gear. */
static void gear(FILE *f, const yaml_node_t *t, const char *name, const yaml_node_t *g)
{
    const yaml_node_t *drives = get(g, "input") ? get(g, "input") : get(t, "input");
    int above, below = 1, pressure = 0;

    if (!get(g, "ratio_exact") || sscanf(text(get(g, "ratio_exact")), "%d/%d", &above, &below) < 1)
        return;
    double ratio = (double)above / below;
    fprintf(f, "%s %.17g %s", name, get(t, "ratio_kind") ? 1 / ratio : ratio, component(text(drives)));
    for (int i = 0; i < count(get(t, "elements")); i++) {
        const yaml_node_t *x = item(get(t, "elements"), i), *on = get(g, "engaged");
        pressure += !is_freewheel(x);
        for (int j = 0; j < count(on) && !is_freewheel(x); j++)
            if (strcmp(word(on, j), text(get(x, "name"))) == 0)
                fprintf(f, " %d", pressure);
    }
    fprintf(f, "\n");
}

static FILE *open_file(const char *folder, const char *model, const char *suffix)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", folder, model, suffix);
    FILE *f = fopen(path, "w");
    if (!f)
        stop("cannot write", path);
    return f;
}

static void transmission(const yaml_node_t *t, const char *folder, int number)
{
    char model[TEXT];
    const yaml_node_t *gears = get(t, "gears");

    snprintf(model, sizeof model, "Gearbox%d", number);
    find_nodes(t);
    FILE *f = open_file(folder, model, ".dtm");
    declare(f, t, model);
    equations(f, t, model);
    fclose(f);
    f = open_file(folder, model, ".txt");
    fprintf(f, "%s", component(text(get(t, "input"))));
    fprintf(f, " %s\n", component(text(get(t, "output"))));
    for (yaml_node_pair_t *p = gears->data.mapping.pairs.start; p < gears->data.mapping.pairs.top; p++)
        gear(f, t, text(at(p->key)), at(p->value));
    fclose(f);
    printf("%s %s\n", model, text(get(t, "name")));
}

int main(int n, char **argument)
{
    yaml_parser_t parser;
    FILE *f = n == 3 ? fopen(argument[1], "rb") : NULL;

    if (!f || !yaml_parser_initialize(&parser))
        stop("cannot read", n > 1 ? argument[1] : "");
    yaml_parser_set_input_file(&parser, f);
    if (!yaml_parser_load(&parser, &document))
        stop("no YAML:", argument[1]);
    const yaml_node_t *all = get(yaml_document_get_root_node(&document), "transmissions");
    int transmissions = count(all);
    for (int i = 0; i < transmissions; i++)
        transmission(item(all, i), argument[2], i + 1);
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    fclose(f);
    return transmissions == 0;
}
