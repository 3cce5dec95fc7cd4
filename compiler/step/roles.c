/* roles.c - what functions, members and tables of the step program are called, by their roles: in dumps so, and in C
 * where nothing else has that name (emit_name.c). Types and sizes of members. Cost: the length of the name.
 */
#include <assert.h>
#include "builders.h"
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
const char *block_label(const Program *p, uint32_t number)
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
    case PER_LAW: case PER_EQUATION: case PER_COLOUR: break;
    }
    return internf(p->d, "%s_%u", r->name, of);
}

/* ---- members ----------------------------------------------------------------------------------------------------- */

/* part: of `of`; NULL: it is a member by itself. */
typedef struct { const char *name, *part; MemberRole of; Per per; TypeKind type; } MemberInfo;

/* The types that laws have in the runtime. */
#define TYPE_OF_dtc_real      T_REAL
#define TYPE_OF_int           T_INT
#define TYPE_OF_dtc_law_count T_COMPOSITE

static const MemberInfo *info_of(MemberRole role)
{
    static const MemberInfo info[MEMBER_ROLES] = {
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

static Per per_of(MemberRole role) { return info_of(info_of(role)->of)->per; }

TypeKind member_type(MemberRole role) { return info_of(role)->type; }

/* Instead of a number of elements. */
#define ONE     UINT32_MAX
#define PLANNED (UINT32_MAX - 1)

static uint32_t elements_of(const Program *p, MemberRole role, uint32_t of)
{
    const Block *b = per_of(role) == PER_MODEL ? NULL : block_at(p->dae, of);
    const uint32_t n = b ? block_n(b) : 0, m = b ? block_m(b) : 0,
                   fixed = b && b->fixed ? elimination_size(b->fixed) : 0;

    switch (role) {
#define MEMBER(role, per, type, n) case AT_##role: return n;
#define PART(of, role, type, n)    case AT_##of##_##role: return n;
#define ROW(type, name, n)         case AT_law_##name: return n;
#define NUMBER(type, name)         ROW(type, name, ONE)
#define ROWS(of)                   DTC_LAW_ROWS(ROW, NUMBER, m)
        DTC_MEMBER_ROLES(MEMBER, PART, ROWS)
    case AT_NOWHERE: case MEMBER_ROLES: break;
    }
    return PLANNED;
}

Ex member(Program *p, MemberRole role, uint32_t of)
{
    const uint32_t n = elements_of(p, role, of);

    assert(n != PLANNED);
    return n ? member_n(p, role, of, n == ONE ? 0 : n) : 0;
}

/* fault, law_2, law_2.lambda, block_3.A */
const char *member_label(const Program *p, MemberRole role, uint32_t of)
{
    const MemberInfo *r = info_of(role);
    const char *name = per_of(role) == PER_MODEL   ? r->name
                       : per_of(role) == PER_BLOCK ? block_label(p, of)
                                                   : internf(p->d, "%s_%u", r->name, of);

    return r->part ? internf(p->d, "%s.%s", name, r->part) : name;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

const char *table_label(const Program *p, TableRole role, uint32_t number)
{
    static const struct { const char *name; bool several; } tables[] = {
#define X(role)             { #role, false },
#define SEVERAL(role, name) { #name, true },
        DTC_TABLE_ROLES(X, SEVERAL)
#undef X
#undef SEVERAL
    };

    return tables[role].several ? internf(p->d, "any_%s_%u", tables[role].name, number)
                                : internf(p->d, "any_%s", tables[role].name);
}
