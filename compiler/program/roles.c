/* roles.c - what functions, members and tables of the step program are called, by their roles: in dumps so, and in C
 * where nothing else has that name (emit_name.c). Types and sizes of members. Cost: the length of the name.
 */
#include <assert.h>
#include "store.h"
#include "eliminate.h"

typedef struct { const char *name; Per per; } RoleInfo;

static const RoleInfo function_role[FUNCTION_ROLES] = {
#define X(result, name, ...) [FN_##name] = { #name, PER_MODEL },
    DTC_STEP_FUNCTIONS(X)
#undef X
#define X(role, name, per) [FN_##role] = { #name, PER_##per },
    DTC_FUNCTION_ROLES(X)
#undef X
};

uint32_t block_number(const Dae *dae, const Block *b)
{
    const uint32_t n = vec_len(dae->block);
    return b >= dae->block && b < dae->block + n ? (uint32_t)(b - dae->block) : n + (uint32_t)(b - dae->init);
}

static const Block *block_at(const Dae *dae, uint32_t number)
{
    const uint32_t n = vec_len(dae->block);
    return number < n ? &dae->block[number] : &dae->init[number - n];
}

/* block_3; of the initial problem init_3 */
static const char *block_label(const Program *p, uint32_t number)
{
    const uint32_t n = vec_len(p->dae->block);
    return number < n ? internf(p->d, "block_%u", number) : internf(p->d, "init_%u", number - n);
}

const char *function_label(const Program *p, FunctionRole role, uint32_t of)
{
    const RoleInfo *r = &function_role[role];

    switch (r->per) {
    case PER_MODEL: return r->name;
    case PER_BLOCK: return internf(p->d, "%s_%s", r->name, block_label(p, of));
    case PER_FUNCTION: return p->f->function[of].name;
    case PER_LAW:
    case PER_EQUATION:
    case PER_COLOUR:
    case PER_VARIABLE:
    case PER_ARRAY: break;
    }
    return internf(p->d, "%s_%u", r->name, of);
}

/* ---- members ------------------------------------------------------------------------------------------- */

/* part: of `of`; NULL: it is a member by itself. */
typedef struct { const char *name, *part; MemberRole of; Per per; TypeKind type; } MemberInfo;

/* The types that laws have in the runtime. */
#define TYPE_OF_dtc_real      T_REAL
#define TYPE_OF_int           T_INT
#define TYPE_OF_dtc_law_count T_COMPOSITE

static const MemberInfo *role_info(MemberRole role)
{
    static const MemberInfo info[MEMBER_ROLES] = {
        [AT_variable] = { "", NULL, AT_variable, PER_VARIABLE, T_NONE },
        [AT_pre_of] = { "pre", NULL, AT_pre_of, PER_VARIABLE, T_NONE },
        [AT_last_of] = { "last", NULL, AT_last_of, PER_VARIABLE, T_NONE },
        [AT_jump_of] = { "jump", NULL, AT_jump_of, PER_VARIABLE, T_REAL },
        [AT_held_of] = { "held", NULL, AT_held_of, PER_VARIABLE, T_REAL },
        [AT_output] = { "output", NULL, AT_output, PER_VARIABLE, T_NONE },
        [AT_family] = { "", NULL, AT_family, PER_VARIABLE, T_NONE },
        [AT_array] = { "", NULL, AT_array, PER_ARRAY, T_NONE },
        [AT_output_array] = { "output", NULL, AT_output_array, PER_ARRAY, T_NONE },
#define MEMBER(role, per, type, n) [AT_##role] = { #role, NULL, AT_##role, PER_##per, T_##type },
#define PART(of, role, type, n)    [AT_##of##_##role] = { #of, #role, AT_##of, PER_MODEL, T_##type },
#define ROW(type, name, n)         [AT_law_##name] = { "law", #name, AT_law, PER_LAW, TYPE_OF_##type },
#define NUMBER(type, name)         ROW(type, name, 1)
#define ROWS(of)                   DTC_LAW_ROWS(ROW, NUMBER, )
        DTC_MEMBER_ROLES(MEMBER, PART, ROWS)
#undef MEMBER
#undef PART
#undef ROW
#undef NUMBER
#undef ROWS
    };
    return &info[role];
}

MemberRole member_whole(MemberRole role) { return role_info(role)->of; }

static Per per_of(MemberRole role) { return role_info(member_whole(role))->per; }

/* T_NONE: that of the variable */
static TypeKind type_of(const Program *p, MemberRole role, uint32_t of)
{
    const TypeKind t = role_info(role)->type;
    return t != T_NONE ? t : p->f->var[per_of(role) == PER_ARRAY ? p->f->array[of].first : of].type;
}

/* Instead of a number of elements. */
#define ONE     UINT32_MAX
#define PLANNED (UINT32_MAX - 1)

static uint32_t elements_of(const Program *p, MemberRole role, uint32_t of)
{
    const Per per = per_of(role);
    const Block *b = per == PER_BLOCK || per == PER_LAW ? block_at(p->dae, of) : NULL;
    const uint32_t n = b ? vec_len(b->res) : 0, m = b ? vec_len(b->sw) : 0,
                   fixed = b && b->fixed ? elimination_size(b->fixed) : 0,
                   scales = b && b->fixed && rows_apart(b->fixed) > 0 ? rows_apart(b->fixed) : ONE;

    switch (role) {
#define MEMBER(role, per, type, n) case AT_##role: return n;
#define PART(of, role, type, n)    case AT_##of##_##role: return n;
#define ROW(type, name, n)         case AT_law_##name: return n;
#define NUMBER(type, name)         ROW(type, name, ONE)
#define ROWS(of)                   DTC_LAW_ROWS(ROW, NUMBER, m)
        DTC_MEMBER_ROLES(MEMBER, PART, ROWS)
    case AT_array:
    case AT_output_array: return p->f->array[of].n;
    case AT_family:
    case AT_NOWHERE:
    case MEMBER_ROLES: return PLANNED;
    case AT_variable:
    case AT_pre_of:
    case AT_last_of:
    case AT_jump_of:
    case AT_held_of:
    case AT_output: break;
    }
    return ONE;
}

static uint64_t key_of(MemberRole role, uint32_t of) { return ((uint64_t)role << 32 | of) + 1; }

Ex member_known(const Program *p, MemberRole role, uint32_t of) { return (Ex)map_get(&p->members, key_of(role, of)); }

Ex member_n(Program *p, MemberRole role, uint32_t of, uint32_t n)
{
    Ex x = member_known(p, role, of);

    if (!x) {
        x = object_new(
            p, (Object){ .kind = OBJ_MEMBER, .type = type_of(p, role, of), .n = n, .role = role, .of = of });
        map_set(&p->d->run, &p->members, key_of(role, of), x);
    }
    assert(object_of(p, x)->n == n);
    return x;
}

Ex member(Program *p, MemberRole role, uint32_t of)
{
    const uint32_t n = elements_of(p, role, of);

    assert(n != PLANNED);
    return n ? member_n(p, role, of, n == ONE ? 0 : n) : 0;
}

Ex offset_of(Program *p, MemberRole role, uint32_t of)
{
    return object_new(p, (Object){ .kind = OBJ_OFFSET, .type = T_INT, .role = role, .of = of });
}

Ex bytes_of(Program *p, MemberRole role, uint32_t of)
{
    return object_new(p, (Object){ .kind = OBJ_BYTES, .type = T_INT, .role = role, .of = of });
}

const char *part_label(MemberRole role) { return role_info(role)->part; }

static const char *with_word(Dtc *d, const char *word, const char *name)
{
    return *word ? internf(d, "%s(%s)", word, name) : name;
}

/* fault, law_2, law_2.lambda, block_3.A; pre(x) */
const char *member_label(const Program *p, MemberRole role, uint32_t of)
{
    const MemberInfo *r = role_info(member_whole(role));
    const char *part = role_info(role)->part, *name = r->name;

    switch (r->per) {
    case PER_VARIABLE:
        return role == AT_family ? family_label(p->d, p->f->var[of].name)
                                 : with_word(p->d, name, p->f->var[of].name);
    case PER_ARRAY: return with_word(p->d, name, p->f->array[of].name);
    case PER_BLOCK: name = block_label(p, of); break;
    case PER_LAW: name = internf(p->d, "%s_%u", name, of); break;
    case PER_MODEL:
    case PER_FUNCTION:
    case PER_EQUATION:
    case PER_COLOUR: break;
    }
    return part ? internf(p->d, "%s.%s", name, part) : name;
}

/* ---- all objects --------------------------------------------------------------------------------------- */

/* constants of the file */
static const char *table_label(const Program *p, TableRole role, uint32_t number)
{
    static const struct {
        const char *name;
        bool several;
    } tables[] = {
#define X(role)             { #role, false },
#define SEVERAL(role, name) { #name, true },
        DTC_TABLE_ROLES(X, SEVERAL)
#undef X
#undef SEVERAL
    };

    return tables[role].several ? internf(p->d, "%s_%u", tables[role].name, number) : tables[role].name;
}

const char *object_label(const Program *p, const Object *o)
{
    static const char *const constants[] = {
#define X(id, ...) #id,
        DTC_CONSTANTS(X)
#undef X
    };

    switch (o->kind) {
    case OBJ_MEMBER: return member_label(p, o->role, o->of);
    case OBJ_OFFSET: return internf(p->d, "offset of %s", member_label(p, o->role, o->of));
    case OBJ_BYTES: return internf(p->d, "size of %s", member_label(p, o->role, o->of));
    case OBJ_CONSTANT: return constants[o->constant];
    case OBJ_TABLE: return table_label(p, o->table, o->of);
    case OBJ_LOCAL:
    case OBJ_PARAM: break;
    }
    return o->name;
}

void label_objects(const Program *p)
{
    vec_clear(p->d->object);
    for (Obj i = 0; i < vec_len(p->object); i++)
        vec_push(&p->d->run, p->d->object, i ? object_label(p, &p->object[i]) : "");
}
