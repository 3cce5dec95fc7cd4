/* emit.h - the program of a model as C.
 *
 * emit.c        the whole, in order
 * c_text.c      lines, numbers; wrap.c: lines of statements, comments
 * emit_expr.c   expressions; print_program.c: statements
 * emit_desc.c   the header and the descriptor; emit_assert.c: texts of messages
 * emit_flow.c   the table of functions, what users call
 * emit_hybrid.c the interface of dtc_hybrid.h
 * names.c       names of all that the program has; emit_name.c: how a name of the model becomes one of C
 */
#ifndef EMIT_H
#define EMIT_H

#include <stdarg.h>
#include "builders.h"

/* Names in C; NULL: there is none. */
typedef struct Names {
    const char *model;                     /* the type of the model */
    const char **of[AT_output + 1], **array;         /* by AT_variable ... AT_output: by Var; by FlatArray */
    const char **object, **function, **member;       /* by Obj, by Fn, by number in the layout */
} Names;

/* Where a line of a statement may end: at a blank, in so many parentheses; binds: how tightly what is beside it. */
typedef struct { size_t at; uint32_t depth; int binds; } Seam;
/* The statement that is being put; lead: of its other lines. */
typedef struct {
    bool on;
    char *text;
    size_t size, room, columns;
    Seam *seam;                            /* vec */
    uint32_t depth;
    const char *lead;
} Wrap;

typedef struct Printer {
    const Emitter *e;
    const Names   *name;
    FILE *c, *h, *out;                     /* out: where text goes now, one of the two */
    const char *header;                    /* name of the header, NULL: written into c */
    int         indent, column;            /* column: of put_in_list */
    Gives       giving;                    /* what the function gives that is being printed */
    Wrap        wrap;                      /* wrap.c */
    const struct Lanes *lanes;             /* lanes.c; NULL: there are none */
} Printer;

/* emit.c: as C; h NULL: the header is in c; false after an error */
bool emit(const Emitter *e, FILE *c, FILE *h, const char *header_name);

/* print_program.c */
void print_functions(Printer *pr);         /* all that have statements */

/* c_text.c */
void put(Printer *pr, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* to e->out as is */
void put_spaces(Printer *pr, int n);
void line(Printer *pr, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* indented, with newline */
void put_in_list(Printer *pr, const char *text, bool last); /* of an initializer, in lines of some length */
const char *number_text(Dtc *d, double x);
const char *c_plain(Dtc *d, double x);               /* of a double */
const char *int_text(Dtc *d, double v);                   /* a literal */
const char *c_string(Dtc *d, const char *text);                                      /* with quotes */
const char *c_type(TypeKind t);

/* wrap.c: between begin and end put() goes into a text that is cut into lines */
void begin_statement(Printer *pr);
void end_statement(Printer *pr, const char *end);          /* with newline */
void put_plain(Printer *pr, const char *text);              /* as it is */
void put_open(Printer *pr);                /* a parenthesis */
void put_close(Printer *pr);
void put_comma(Printer *pr);               /* and a blank; each of these is where a line may end */
void put_before_operator(Printer *pr, Level binds);        /* a blank */
void put_before_choice(Printer *pr);       /* before the ? of ?: */
void comment(Printer *pr, const char *path, const char *text); /* shortened */
void wrap_put(Printer *pr, const char *fmt, va_list args);  /* of c_text.c alone */

/* emit_expr.c */
void put_user_call(Printer *pr, Ex call, const Ex *out); /* with its outputs */
void put_ex(Printer *pr, Ex x);

/* emit_desc.c */
void emit_header(Printer *pr);
void emit_enumerations(Printer *pr);       /* emit_enum.c */
void emit_head(Printer *pr);               /* of the C file */
void emit_descriptor(Printer *pr);
/* Where a variable is in the struct, in bytes, as the descriptor has it; false: nowhere. */
bool emit_place(const Emitter *e, Var v, uint64_t *at, bool *negated);
int *emit_numbers(const Emitter *e);       /* by Var, in d->run: its number in the descriptor; -1: none */
const char *emit_kind(const Emitter *e, Var v);        /* dtc_kind of runtime/dtc_runtime.h */
void emit_entry(const Emitter *e, FILE *c); /* behind all else, of a shared object: dtc_model(), dtc_model_column() */

/* emit_desc.c: parts of tables of rows (rows.h) */
struct Rows;
struct Row;
struct RowItem;
void emit_groups(Printer *pr, const char *name, const struct Rows *rows); /* a table of dtc_group */
void put_offset(Printer *pr, const char *member);
void put_stride(Printer *pr, const struct Row *row, const char *type);

/* names.c */
Names *make_names(const Emitter *e);
const char *name_of(const Printer *pr, FunctionRole role, uint32_t of);
const char *name_at(const Printer *pr, Ex object);
const char *name_of_laid(const Printer *pr, const LaidMember *m);

/* emit_name.c */
const char *c_name(Dtc *d, const char *name);              /* dotted name -> C identifier */
extern const char *const c_words[];                        /* up to NULL: words that are no names of members */
bool c_is_macro(const char *name);                         /* it looks like one: it is no name of a member either */
const char *emit_model_name(Dtc *d, const Flat *f);        /* of the model */
const char *c_model_name(Dtc *d, const char *model);       /* the name of a model's type */

/* emit_hybrid.c */
void emit_hybrid_descriptor(Printer *pr);

/* emit_flow.c */
void emit_functions_table(Printer *pr);
void emit_rows(Printer *pr);               /* emit_rows.c: the rows of runtime/dtc_rows.h */
void emit_user_functions(Printer *pr);

/* emit_assert.c */
uint32_t emit_messages(Printer *pr);       /* tables messages, places, warnings; how many groups messages have */
void emit_message_tables(Printer *pr);     /* in the descriptor */

#endif
