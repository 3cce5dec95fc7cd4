/* layout.c - lists of members with their sizes and offsets, as C lays them out: each at the next multiple of its
 * alignment, the whole rounded up to the largest. Of dtc_real these depend on the precision; pointers there are none.
 *
 * Members that the runtime declares by a macro come from the rows of that macro (DTC_LAW_ROWS), so that nothing says
 * twice what is in them. Cost: linear. model_struct.c tells which members a model has; tests/emit/layout.sh holds sizes
 * and offsets against those of a C compiler.
 */
#include <stddef.h>
#include "dtc_runtime.h"
#include "layout.h"

/* In C; bytes and alignment in double precision, in single precision. */
static const struct { const char *name; uint64_t size[2], align[2]; } types[] = {
#define X(id, name, bytes, single_bytes, align, single_align)                                                          \
    { #name, { bytes, single_bytes }, { align, single_align } },
    DTC_MEMBER_TYPES(X)
#undef X
};

const char *member_type_name(MemberType t) { return types[t].name; }

/* ---- building ------------------------------------------------------------------------------------------ */

static uint64_t up(uint64_t size, uint64_t align) { return (size + align - 1) / align * align; }
static uint64_t larger_of(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t times(uint32_t n) { return n ? n : 1; }
static uint64_t align_of(const Layout *l, MemberType t) { return types[t].align[l->d->opt.single]; }

/* The next place for a member of this size and alignment. */
static uint64_t place(Layout *l, uint64_t size, uint64_t align)
{
    uint64_t at = up(l->size, align);

    l->size = at + size;
    l->align = larger_of(l->align, align);
    return at;
}

static uint64_t key_of(MemberRole role, uint32_t of) { return ((uint64_t)role << 32 | of) + 1; }

LaidMember *lay(Layout *l, MemberType t, uint32_t n, MemberRole role, uint32_t of, const char *comment)
{
    LaidMember m = { .type = t, .n = n, .role = role, .of_role = of, .comment = comment };

    m.size = types[t].size[l->d->opt.single] * times(n);
    m.at = t == MT_SEVERAL ? 0 : place(l, m.size, align_of(l, t));
    m.section = l->section;
    m.title = l->title;
    l->section = l->title = NULL;
    vec_push(&l->d->run, l->member, m);
    map_set(&l->d->run, &l->by_role, key_of(role, of), vec_len(l->member));
    return &vec_last(l->member);
}

void lay_joined(Layout *l, MemberType t, MemberRole role) { lay(l, t, 0, role, 0, NULL)->joined = true; }

LaidMember *lay_struct(Layout *l, MemberRole role, uint32_t of, const char *comment)
{
    return lay(l, MT_SEVERAL, 0, role, of, comment);
}

void lay_part(Layout *l, MemberType t, uint32_t n, MemberRole role)
{
    LaidMember *m = &vec_last(l->member);
    LaidPart p = { t, n, role, up(m->size, align_of(l, t)) };

    m->size = p.at + types[t].size[l->d->opt.single] * times(n);
    vec_push(&l->d->run, m->part, p);
}

void lay_rows(Layout *l, LaidRows rows, uint32_t elements)
{
    LaidMember *m = &vec_last(l->member);

    m->rows = rows;
    m->elements = elements;
    m->plain = vec_len(m->part);
}

void lay_end(Layout *l)
{
    LaidMember *m = &vec_last(l->member);
    uint64_t align = 1;

    for (uint32_t i = 0; i < vec_len(m->part); i++)
        align = larger_of(align, align_of(l, m->part[i].type));
    m->size = up(m->size, align) * times(m->n);
    m->at = place(l, m->size, align);
}

void lay_all_end(Layout *l) { l->size = up(l->size, l->align); }

/* ---- reading ------------------------------------------------------------------------------------------- */

uint64_t layout_size(const Layout *l) { return l->size; }

const LaidMember *laid(const Layout *l, MemberRole role, uint32_t of)
{
    uint64_t k = map_get(&l->by_role, key_of(role, of));
    return k ? &l->member[k - 1] : NULL;
}

uint64_t laid_part(const LaidMember *m, MemberRole part)
{
    for (uint32_t i = 0; i < vec_len(m->part); i++)
        if (m->part[i].role == part)
            return m->part[i].at;
    switch ((int)part) { /* a struct of the runtime */
    case AT_count_singular: return offsetof(dtc_count, singular);
    case AT_count_not_converged: return offsetof(dtc_count, not_converged);
    case AT_count_warnings: return offsetof(dtc_count, warnings);
    }
    return ~0ULL;
}

bool laid_at(const Layout *l, MemberRole role, uint32_t of, uint64_t *at)
{
    const MemberRole whole = member_whole(role);
    const LaidMember *m = laid(l, whole, of);
    const uint64_t part = !m ? ~0ULL : whole == role ? 0 : laid_part(m, role);

    *at = m ? m->at + part : 0;
    return part != ~0ULL;
}

uint64_t laid_element(const Layout *l, MemberRole role, uint32_t of)
{
    const LaidMember *m = laid(l, member_whole(role), of);
    MemberType t = m->type;

    for (uint32_t i = 0; i < vec_len(m->part); i++)
        t = m->part[i].role == role ? m->part[i].type : t;
    return types[t].size[l->d->opt.single];
}

const LaidMember *first_saved(const Layout *l)
{
    const LaidMember *m = l->member;

    while (m->saving != SAVED)
        m++;
    return m;
}

const LaidMember *first_unsaved(const Layout *l)
{
    const LaidMember *m = first_saved(l);

    while (m->saving == SAVED)
        m++;
    return m;
}

uint64_t state_size(const Layout *l) { return first_unsaved(l)->at - first_saved(l)->at; }

uint64_t layout_saved(const Layout *l)
{
    uint64_t size = state_size(l);

    for (uint32_t i = 0; i < vec_len(l->member); i++)
        if (l->member[i].saving >= SAVED_APART)
            size +=
                l->member[i].saving == SAVED_APART ? l->member[i].size : laid_part(&l->member[i], AT_law_P);
    return size;
}
