/* model_list.h - what a model has, as data: made by run_list.c, written as a table there and as JSON by list_json.c. */
#ifndef MODEL_LIST_H
#define MODEL_LIST_H

#include "flat.h"
#include "sheet.h"

struct Emitter;

typedef enum { PARAMETERS, INPUTS, OUTPUTS, STATES, VARIABLES, KINDS } ListKind;

/* text: as in the source; of a number, a Boolean or a literal x as well. NULL: there is none. */
typedef enum { LIST_NOTHING, LIST_NUMBER, LIST_TRUTH, LIST_LITERAL, LIST_EXPRESSION } ListValueKind;
typedef struct { ListValueKind kind; double x; const char *text; } ListValue;

/* A variable, or an array as a whole with the attributes of its first element. value: vec, of each element: of a
 * parameter with the present values of others, else the start. */
typedef struct {
    Var v; const FlatArray *array;         /* array: NULL: it is none */
    ListKind kind;
    ListValue *value, start, min, max, nominal;
    const char *remark;
} ListItem;
typedef struct { ListKind kind; ListItem *item; /* vec */ } ListTable;

extern const char *const list_kinds[KINDS];

/* run_list.c: of a compiled model, columns name, value, unit, bounds, remark, description */
Sheet list_sheet(Dtc *d, ListKind kind);

/* tables: vec; e: the step program, in whose struct the places are */
void list_json(Dtc *d, const Flat *f, const ListTable *table, const struct Emitter *e, FILE *out);

#endif
