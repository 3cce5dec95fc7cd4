/* sheet.h - what a command has found, as tables of data, and the forms in which they are written.
 *
 * A sheet is a list of tables; a table has columns with a key (for programs), a unit, and cells that are numbers, texts
 * or nothing. Commands fill sheets and print nothing; the writers know nothing of what is in them. */
#ifndef SHEET_H
#define SHEET_H

#include "output.h"

typedef enum { CELL_NOTHING, CELL_NUMBER, CELL_TEXT, CELL_FRACTION, CELL_TRUTH } CellKind;
typedef struct { CellKind kind; double x; const char *text; } Cell;    /* of a fraction: value and exact text */
typedef enum { CELLS_BY_KIND, CELLS_LEFT, CELLS_RIGHT } SheetSide;       /* OF_CELLS: texts at the left */
/* unit: NULL: none; digits: of tables to read; -n: n decimals; wide: of text, the least width; -n: n, whatever is in
 * it */
typedef struct { const char *key, *unit; int digits; SheetSide side; int wide; } SheetColumn;
/* aside: long numbers for programs: tables to read leave it out. nothing: what stands for no value, NULL: "". digits:
 * of CSV, 0: all. Of text: blanks before and, 0: 2, between columns, the least width of one at the right; plain: rows
 * alone, without heads and columns of nothing. */
typedef struct { bool aside, plain; const char *nothing; int digits, indent, apart, wide; } SheetLook;
/* title: of text, NULL: no line. Without columns it is a paragraph. */
typedef struct {
    const char *key, *title;
    SheetColumn *column;                   /* vec */
    Cell *cell;                            /* vec, by rows */
    const char **note;                     /* vec: sentences beneath */
    SheetLook look;
} SheetTable;
/* What a page of HTML has above its tables: a script, its style, and what it knows, as JSON. The script fills the
 * element with that id. NULL: nothing */
typedef struct { const char *id, *style, *script, *knowledge; } SheetLive;
/* table: vec; svg: NULL: no picture; bare: a line for title, if there is one, and tables one below the other */
typedef struct {
    Dtc *d; const char *title; SheetTable *table; const char *svg; bool bare;
    const SheetLive *live;
} Sheet;

Sheet sheet_new(Dtc *d, const char *title);
/* A table more; what follows goes into it. */
void sheet_table(Sheet *s, const char *key, const char *title);
void sheet_look(Sheet *s, SheetLook look);
#define COLUMN(key) { key, NULL, 0, CELLS_BY_KIND, 0 }
#define QUANTITY(key, unit, digits) { key, unit, digits, CELLS_BY_KIND, 0 }
#define SIDED(key, side) { key, NULL, 10, side, 0 }
#define SET_WIDE(key, side, wide) { key, NULL, 5, side, wide }
#define sheet_columns(s, ...) \
    sheet_add_columns(s, (const SheetColumn[]){ __VA_ARGS__ }, \
                      sizeof (const SheetColumn[]){ __VA_ARGS__ } / sizeof(SheetColumn))
void sheet_add_columns(Sheet *s, const SheetColumn *column, size_t n);
/* Cells row by row. */
Cell cell_number(double x);                /* one that is not finite is nothing */
static inline Cell cell_text(const char *text) { return (Cell){ CELL_TEXT, 0, text }; }
static inline Cell cell_fraction(double x, const char *exact) { return (Cell){ CELL_FRACTION, x, exact }; }
static inline Cell cell_truth(bool b) { return (Cell){ CELL_TRUTH, b, b ? "true" : "false" }; }
static inline Cell cell_nothing(void) { return (Cell){ CELL_NOTHING, 0, NULL }; }
#define sheet_cells(s, ...) \
    sheet_add_cells(s, (const Cell[]){ __VA_ARGS__ }, sizeof (const Cell[]){ __VA_ARGS__ } / sizeof(Cell))
void sheet_add_cells(Sheet *s, const Cell *cell, size_t n);
void sheet_note(Sheet *s, const char *text);
uint32_t sheet_rows(const SheetTable *t);
/* The rows of all tables of another sheet, which may be gone afterwards, behind those with the same key: with a column
 * more in front, `column`, that says `value`. */
void sheet_append(Sheet *s, const Sheet *from, const char *column, const char *value);

/* table, json, csv, md, html; what else a command writes is its own. */
bool sheet_known_format(const char *format);
/* CSV: the table, or where there are more all of them, each behind a line with its key and a blank line before. */
void sheet_write(const Sheet *s, const char *format, FILE *out);
void sheet_text(Dtc *d, const SheetTable *t, FILE *out);                       /* as lines */
/* as an element of a page; classes of it and of cells at the left, NULL: none */
void sheet_html(Dtc *d, const SheetTable *t, const char *class, const char *left, FILE *out);

/* The form that is asked for, or that the ending of the file says; "table" where neither does. own: others that the
 * command writes, with blanks between. NULL after a message */
const char *sheet_format(Dtc *d, const char *format, const char *file, const char *own);
/* Into the file, or standard output. */
bool sheet_save(const Sheet *s, const char *format, const char *file);

#endif
