/* layout.c - lists of members with their sizes and offsets, as C lays them out: each at the next multiple of its
 * alignment, the whole rounded up to the largest. Of dtc_real these depend on the precision; pointers there are none.
 *
 * Members that the runtime declares by a macro come from the rows of that macro (DTC_LAW_ROWS), so that nothing says
 * twice what is in them. Cost: linear. model_struct.c tells which members a model has; tests/emit/layout.sh holds sizes
 * and offsets against those of a C compiler.
 */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- building ---------------------------------------------------------------------------------------------------- */

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

LaidMember *lay(Layout *l, MemberType t, uint32_t n, const char *name, const char *comment)
{
    LaidMember m = { .type = t, .n = n, .name = internz(l->d, name), .comment = comment };

    m.size = types[t].size[l->d->opt.single] * times(n);
    m.at = t == MT_SEVERAL ? 0 : place(l, m.size, align_of(l, t));
    m.section = l->section;
    m.title = l->title;
    l->section = l->title = NULL;
    vec_push(&l->d->run, l->member, m);
    map_set(&l->d->run, &l->by_name, KEY(m.name), vec_len(l->member));
    return &vec_last(l->member);
}

void lay_joined(Layout *l, MemberType t, uint32_t n, const char *name) { lay(l, t, n, name, NULL)->joined = true; }

LaidMember *lay_struct(Layout *l, uint32_t n, const char *name, const char *comment)
{
    return lay(l, MT_SEVERAL, n, name, comment);
}

void lay_part(Layout *l, MemberType t, uint32_t n, const char *name)
{
    LaidMember *m = &vec_last(l->member);
    LaidPart p = { t, n, name, up(m->size, align_of(l, t)) };

    m->size = p.at + types[t].size[l->d->opt.single] * times(n);
    vec_push(&l->d->run, m->part, p);
}

void lay_macro(Layout *l, const char *macro)
{
    vec_last(l->member).macro = macro;
    vec_last(l->member).plain = vec_len(vec_last(l->member).part);
}

void lay_row(Layout *l, const char *type, const char *name, uint32_t n)
{
    MemberType t = MT_REAL;

    while (t < MT_SEVERAL && strcmp(types[t].name, type) != 0)
        t++;
    assert(t < MT_SEVERAL);
    lay_part(l, t, n, name);
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

/* ---- reading ----------------------------------------------------------------------------------------------------- */

uint64_t layout_size(const Layout *l) { return l->size; }

const LaidMember *laid_member(const Layout *l, const char *name)
{
    uint64_t k = map_get(&l->by_name, KEY(internz(l->d, name)));
    return k ? &l->member[k - 1] : NULL;
}

const LaidMember *laid_element(const Layout *l, const char *name, uint64_t *at)
{
    const char *subscript = strchr(name, '[');
    const LaidMember *m = laid_member(l, subscript ? intern(l->d, name, (size_t)(subscript - name)) : name);
    uint64_t element = m && m->n ? m->size / m->n : 0;

    *at = m ? m->at + (subscript ? strtoul(subscript + 1, NULL, 10) * element : 0) : 0;
    return m;
}

static uint64_t part_at(const LaidMember *m, const char *part)
{
    for (uint32_t i = 0; m && i < vec_len(m->part); i++)
        if (strcmp(m->part[i].name, part) == 0)
            return m->part[i].at;
    return ~0ULL;
}

uint64_t laid_part(const Layout *l, const char *member, const char *part)
{
    return part_at(laid_member(l, member), part);
}

/* Of a part, or an element of it. */
static bool part_place(const Layout *l, const LaidMember *m, const char *name, uint64_t *at)
{
    const size_t n = strcspn(name, "[");

    for (uint32_t i = 0; i < vec_len(m->part); i++) {
        const LaidPart *p = &m->part[i];
        if (strlen(p->name) != n || strncmp(p->name, name, n) != 0)
            continue;
        *at = m->at + p->at + (name[n] ? strtoul(name + n + 1, NULL, 10) : 0) * types[p->type].size[l->d->opt.single];
        return true;
    }
    return false;
}

static bool count_place(const LaidMember *m, const char *name, uint64_t *at)
{
    static const struct { const char *name; size_t at; } part[] = {
        { "singular", offsetof(dtc_count, singular) }, { "not_converged", offsetof(dtc_count, not_converged) },
        { "warnings", offsetof(dtc_count, warnings) }
    };

    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (strcmp(part[i].name, name) == 0) {
            *at = m->at + part[i].at;
            return true;
        }
    return false;
}

bool laid_place(const Layout *l, const char *name, uint64_t *at)
{
    const char *dot = strchr(name, '.');
    const LaidMember *m = dot ? laid_member(l, intern(l->d, name, (size_t)(dot - name))) : NULL;

    if (!dot)
        return laid_element(l, name, at) != NULL;
    return m && (m->type == MT_COUNT ? count_place(m, dot + 1, at) : part_place(l, m, dot + 1, at));
}

uint64_t laid_size(const Layout *l, const char *name)
{
    uint64_t at;
    const LaidMember *m = laid_element(l, name, &at);

    return !m ? 0 : strchr(name, '[') ? m->size / m->n : m->size;
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
            size += l->member[i].saving == SAVED_APART ? l->member[i].size : part_at(&l->member[i], "P");
    return size;
}

void dump_layout(const Layout *l, FILE *out)
{
    static const char *const saved[] = { "", ", saved", ", saved", ", saved up to P" };

    fprintf(out, "struct of %llu bytes\n", (unsigned long long)l->size);
    for (uint32_t i = 0; i < vec_len(l->member); i++) {
        const LaidMember *m = &l->member[i];
        if (m->section)
            fprintf(out, "    # ---- %s ----\n", m->section);
        if (m->title)
            fprintf(out, "    # %s\n", m->title);
        fprintf(out, "    %llu: %s", (unsigned long long)m->at, m->name);
        if (m->n)
            fprintf(out, "[%u]", m->n);
        fprintf(out, ", %llu of %s", (unsigned long long)m->size, types[m->type].name);
        for (uint32_t k = 0; k < vec_len(m->part) && (!m->macro || k < m->plain); k++)
            fprintf(out, " %s", m->part[k].name);
        fprintf(out, "%s%s%s\n", m->macro ? " " : "", m->macro ? m->macro : "", saved[m->saving]);
    }
}
