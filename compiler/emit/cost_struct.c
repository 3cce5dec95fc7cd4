/* cost_struct.c - types of the C that dtc writes: sizes and offsets on a machine with 64-bit pointers.
 *
 * Members that the runtime declares by a macro (DTC_LAW_MEMBERS ...) are read from that macro itself. */
#include <string.h>
#include "dtc_functions.h"
#include "cost.h"

#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)

/* What a macro of the runtime with these parameters stands for. */
static const struct { const char *name, *text, *parameter[3]; } macros[] = {
    { "DTC_LAW_MEMBERS", TEXT(DTC_LAW_MEMBERS(m)), { "m" } },
    { "DTC_LAW_DECIDED", TEXT(DTC_LAW_DECIDED(m)), { "m" } },
};

static const char prelude[] = "typedef struct { unsigned singular, not_converged, warnings; } dtc_count;"
                              "typedef struct { unsigned pairs; int pair[2]; unsigned sets; } dtc_law_doubtful;"
                              "typedef struct { dtc_real correction; int deficiency, worst_deficiency; unsigned "
                              "fallbacks, unsettled; dtc_law_doubtful doubtful; } dtc_law_count;";

uint32_t type_named(const C *c, const char *name) { return name ? (uint32_t)map_get(&c->type, KEY(name)) : TY_OTHER; }

static bool is_qualifier(const char *name)
{
    return strcmp(name, "const") == 0 || strcmp(name, "static") == 0 || strcmp(name, "unsigned") == 0 ||
           strcmp(name, "signed") == 0 || strcmp(name, "extern") == 0 || strcmp(name, "inline") == 0 ||
           strcmp(name, "struct") == 0;
}

/* Types that have no members here. */
static const struct { const char *name; uint32_t type; uint64_t size; } simple[] = {
    { "dtc_real", TY_REAL, 0 },
    { "int", TY_INT, 4 },
    { "long", TY_INT, 8 },
    { "char", TY_INT, 1 },
    { "void", TY_OTHER, 8 },
    { "dtc_status", TY_INT, 4 },
    { "dtc_law", TY_OTHER, sizeof(dtc_law) },
    { "dtc_exact_plan", TY_OTHER, 0 },
    { "dtc_implicit_plan", TY_OTHER, 0 },
    { "dtc_bytes", TY_OTHER, 0 },
    { "dtc_pattern", TY_OTHER, sizeof(dtc_pattern) },
    { "dtc_variable", TY_OTHER, 0 },
    { "dtc_model_info", TY_OTHER, 0 },
    { "dtc_functions", TY_OTHER, sizeof(dtc_functions) },
    { "dtc_control", TY_OTHER, sizeof(dtc_control) },
    { "dtc_room", TY_OTHER, sizeof(dtc_room) },
    { "dtc_where", TY_OTHER, 24 },
    { "size_t", TY_INT, 8 },
};

static bool is_simple(const char *name, size_t *which)
{
    for (*which = 0; *which < sizeof simple / sizeof *simple; ++*which)
        if (strcmp(name, simple[*which].name) == 0)
            return true;
    return false;
}

bool at_type(const C *c)
{
    const char *name = c->token[c->at].name;
    size_t which;
    return name && (is_qualifier(name) || is_simple(name, &which) || type_named(c, name));
}

/* A struct for each simple type that is neither int nor real keeps sizes in one place: its number is that of its name.
 */
static uint32_t add_struct(C *c, const char *name, uint64_t size, uint64_t align)
{
    Struct s = { .name = name, .size = size, .align = align };

    vec_push(&c->d->pass, c->structs, s);
    return TY_STRUCT + vec_len(c->structs) - 1;
}

static void read_members(C *c, uint32_t type);

/* struct { ... }, from {. */
static uint32_t read_struct(C *c)
{
    uint32_t type = add_struct(c, "", 0, 1);
    Struct *s;

    take(c, '{');
    while (!next_is(c, '}') && c->at + 1 < vec_len(c->token))
        read_members(c, type);
    take(c, '}');
    s = &c->structs[type - TY_STRUCT];
    s->size = (s->size + s->align - 1) / s->align * s->align;
    return type;
}

uint32_t read_type(C *c)
{
    uint32_t type = TY_OTHER;
    size_t which;

    for (;;) {
        const char *name = c->token[c->at].name;
        if (next_is(c, '{') && type == TY_OTHER)
            return read_struct(c);
        if (!name)
            return type;
        if (is_qualifier(name)) {
            type = strcmp(name, "unsigned") == 0 ? TY_INT : type;
        } else if (type_named(c, name)) {
            type = type_named(c, name);
        } else if (is_simple(name, &which)) {
            type = simple[which].type;
        } else {
            return type;
        }
        c->at++;
    }
}

uint64_t type_size(const C *c, uint32_t type)
{
    return type == TY_REAL     ? (c->d->opt.single ? 4 : 8)
           : type == TY_INT    ? 4
           : type >= TY_STRUCT ? c->structs[type - TY_STRUCT].size
                               : 8;
}

uint64_t type_align(const C *c, uint32_t type)
{
    return type >= TY_STRUCT ? c->structs[type - TY_STRUCT].align : type_size(c, type);
}

const Member *find_member(const C *c, uint32_t type, const char *name)
{
    uint64_t at = type >= TY_STRUCT && name ? map_get(&c->structs[type - TY_STRUCT].member, KEY(name)) : 0;
    return at ? &c->member[at - 1] : NULL;
}

static void add_member(C *c, uint32_t type, uint32_t of, const char *name, uint64_t count, uint64_t size,
                       uint64_t align)
{
    Struct *s = &c->structs[type - TY_STRUCT];
    Member m = { .value = { .type = of } };

    m.offset = (s->size + align - 1) / align * align;
    s->size = m.offset + count * size;
    s->align = align > s->align ? align : s->align;
    vec_push(&c->d->pass, c->member, m);
    map_set(&c->d->pass, &s->member, KEY(name), vec_len(c->member));
}

/* The macro that declares members: with its parameters bound. */
static bool read_macro(C *c, uint32_t type)
{
    Token *outer;
    uint32_t at;

    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
        if (!take_name(c, macros[i].name))
            continue;
        take(c, '(');
        for (uint32_t k = 0; k < 3 && macros[i].parameter[k]; k++) {
            Value v = read_expression(c);
            declare(c, internz(c->d, macros[i].parameter[k]), v);
            take(c, ',');
        }
        take(c, ')');
        outer = c->token;
        at = c->at;
        c->token = NULL;
        c->at = 0;
        read_tokens(c, macros[i].text);
        vec_push(&c->d->pass, c->token, (Token){ 0 });
        while (c->at + 1 < vec_len(c->token))
            read_members(c, type);
        c->token = outer;
        c->at = at;
        return true;
    }
    return false;
}

/* One declaration of members. */
static void read_members(C *c, uint32_t type)
{
    uint32_t first = c->at, of;
    uint64_t size, align;

    if (read_macro(c, type) || take(c, ';'))
        return;
    bool is_char = false, is_long = false;
    of = read_type(c);
    for (uint32_t i = first; i < c->at; i++) {
        is_char |= c->token[i].name && strcmp(c->token[i].name, "char") == 0;
        is_long |= c->token[i].name && strcmp(c->token[i].name, "long") == 0;
    }
    do {
        uint64_t count = 1;
        size = is_char ? 1 : is_long ? 8 : type_size(c, of);
        align = is_char ? 1 : is_long ? 8 : type_align(c, of);
        while (take(c, '*'))
            size = align = 8;
        const char *name = c->token[c->at].name;
        if (!name)
            break;
        c->at++;
        while (take(c, '[')) {
            Value n = read_expression(c);
            count *= n.known ? (uint64_t)n.hi : 1;
            take(c, ']');
        }
        add_member(c, type, of, name, count, size, align);
    } while (take(c, ','));
    if (!take(c, ';'))
        c->at++;
}

void read_typedef(C *c)
{
    uint32_t type;

    take_name(c, "struct");
    if (c->token[c->at].name && !at_type(c))
        c->at++;                                           /* its tag */
    type = read_type(c);
    const char *name = c->token[c->at].name;
    if (name && type >= TY_STRUCT) {
        c->structs[type - TY_STRUCT].name = name;
        map_set(&c->d->pass, &c->type, KEY(name), type);
    }
    while (!take(c, ';') && c->at + 1 < vec_len(c->token))
        c->at++;
}

void add_prelude(C *c)
{
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (simple[i].type == TY_OTHER && simple[i].size > 8) {
            const char *name = internz(c->d, simple[i].name);
            map_set(&c->d->pass, &c->type, KEY(name), add_struct(c, name, simple[i].size, 8));
        }
    read_tokens(c, prelude);
}
