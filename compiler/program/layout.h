/* layout.h - the struct of the model as data: its members in order, with sizes and offsets. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "base.h"
#include "roles.h"

/* X(id, name in C, bytes in double precision, in single precision, alignment in these). SEVERAL: a struct of parts. */
#define DTC_MEMBER_TYPES(X)                                                                                            \
    X(REAL, dtc_real, 8, 4, 8, 4)                                                                                      \
    X(INT, int, 4, 4, 4, 4)                                                                                            \
    X(UNSIGNED, unsigned, 4, 4, 4, 4)                                                                                  \
    X(LONG, long long, 8, 8, 8, 8)                                                                                     \
    X(COUNT, dtc_count, sizeof(dtc_count), sizeof(dtc_count), 4, 4)                                                    \
    X(LAW_COUNT, dtc_law_count, sizeof(dtc_law_count),                                                                 \
      4 + sizeof(dtc_law_count) - offsetof(dtc_law_count, deficiency), 8, 4)                                           \
    X(SEVERAL, struct, 0, 0, 1, 1)
#define X(id, ...) MT_##id,
typedef enum { DTC_MEMBER_TYPES(X) MEMBER_TYPES } MemberType;
#undef X

/* What a failed step puts back of a member. */
typedef enum {
    NOT_SAVED,
    SAVED,                                 /* all of it; these are neighbours */
    SAVED_APART,                           /* all of it: a law */
    SAVED_DECIDED                          /* of a law what comes before P; P where a decision has kept it */
} Saving;

typedef struct { MemberType type; uint32_t n; MemberRole role; uint64_t at; } LaidPart;        /* n: 0: a scalar */
/* Parts that the runtime declares by a macro: all of a law, what of it is kept before a decision. */
typedef enum { NO_ROWS, ROWS_OF_LAW, ROWS_OF_DECIDED } LaidRows;
typedef struct {
    MemberType  type : 8;
    Saving      saving : 8;
    LaidRows    rows : 8;                  /* after the first `plain` parts: rows, of so many elements */
    bool        joined;                    /* declared together with the one before */
    uint32_t    n;                         /* elements; 0: it is no array */
    MemberRole  role; uint32_t of_role;    /* which one it is: roles.h */
    uint32_t    of;                        /* the variable whose value it is, the first of an array; 0: none */
    uint32_t    first;                     /* of a family: the number of that variable in it */
    uint32_t    elements, plain;
    const char *comment;                   /* of one that is of no variable */
    const char *section, *title;           /* that it begins; of the group that it begins */
    LaidPart   *part;                      /* vec: of SEVERAL */
    uint64_t    at, size;                  /* bytes; size: all elements */
} LaidMember;

typedef struct Layout {
    struct Dtc *d;
    LaidMember *member;                    /* vec */
    Map         by_role;                   /* role and its number -> number of the member, plus 1 */
    const char *section, *title;           /* of the member to come */
    uint64_t    size, align;               /* of the struct */
    /* of the members that parameters are, which are neighbours: the first, how many, bytes of all */
    uint32_t    first_parameter, parameters; uint64_t parameter_bytes;
} Layout;

/* ---- building, in order; what is returned is valid until the next one ---------------------------------- */

LaidMember *lay(Layout *l, MemberType t, uint32_t n, MemberRole role, uint32_t of, const char *comment);
void lay_joined(Layout *l, MemberType t, MemberRole role);                  /* a scalar, with the one before */
/* parts follow; then lay_end */
LaidMember *lay_struct(Layout *l, MemberRole role, uint32_t of, const char *comment);
void lay_part(Layout *l, MemberType t, uint32_t n, MemberRole role);
/* parts from now on, as rows of a macro of the runtime have them (DTC_LAW_ROWS): declared by that macro */
void lay_rows(Layout *l, LaidRows rows, uint32_t elements);
void lay_end(Layout *l);                                   /* of the struct that is open */
void lay_all_end(Layout *l);                               /* of the model */

#define LAID_dtc_real            MT_REAL
#define LAID_int                 MT_INT
#define LAID_dtc_law_count       MT_LAW_COUNT
#define LAY_ARRAY(type, name, n) lay_part(l, LAID_##type, n, AT_law_##name);
#define LAY_SCALAR(type, name)   LAY_ARRAY(type, name, 0)

/* ---- reading ------------------------------------------------------------------------------------------- */

const char *member_type_name(MemberType t);                /* in C */
uint64_t layout_size(const Layout *l);                     /* of the struct, in bytes */
const LaidMember *laid(const Layout *l, MemberRole role, uint32_t of);       /* NULL: there is none */
/* of a part of it, from its beginning on; ~0: there is none */
uint64_t laid_part(const LaidMember *m, MemberRole part);
/* where a member or a part of one is in the struct; false: there is none */
bool laid_at(const Layout *l, MemberRole role, uint32_t of, uint64_t *at);
uint64_t laid_element(const Layout *l, MemberRole role, uint32_t of);       /* bytes of an element of these */
uint64_t layout_saved(const Layout *l);                    /* of any_saved, in bytes */
uint64_t state_size(const Layout *l);                      /* of what is put back as a whole */
const LaidMember *first_saved(const Layout *l);            /* what is put back as a whole: from this one on */
const LaidMember *first_unsaved(const Layout *l);          /* up to this one */

#endif
