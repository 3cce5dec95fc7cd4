/* roles.c - what functions of the step program are called, by their roles: in dumps so, and in C where nothing else has
 * that name (emit_name.c). Cost: the length of the name.
 */
#include "step.h"

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
