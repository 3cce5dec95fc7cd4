/* doc.h - a reference of classes: a page each, of blocks that the writers print as text, Markdown or HTML. */
#ifndef DOC_H
#define DOC_H

#include "resolve.h"

/* A piece of text: link is the path of a class, or NULL; icon: a class whose symbol goes before it, or NULL. */
typedef struct { const char *text, *link; Class *icon; } DocCell;
enum { DOC_COLUMNS = 8 };                  /* of a table, at most */
typedef enum { DOC_PARAGRAPH, DOC_TABLE, DOC_CODE } DocKind;
/* Of a component of a class. value: its default as shown, "" for none; others as written, NULL where nothing says so;
 * cls: of its type, NULL: unknown */
typedef enum {
    DOC_PARAMETER, DOC_CONSTANT, DOC_CONNECTOR, DOC_INPUT, DOC_OUTPUT, DOC_VARIABLE, DOC_PART, DOC_LAW, DOC_HIDDEN
} DocRole;
typedef struct {
    DocRole role; const char *name, *type, *value, *unit, *least, *most, *nominal, *start, *meaning; Class *cls;
    bool flow;
} DocElement;
typedef struct {
    DocKind kind;
    bool elements;                         /* a table of DocPage.element */
    const char *title;                     /* NULL: none */
    DocCell *cell;                         /* vec: of a paragraph one after the other; of a table the head first */
    uint32_t columns;                      /* of a table; 0 of others */
    const char *code;
} DocBlock;
typedef struct {
    Class *cls;
    const char *path, *kind, *line;        /* line: what its doc string begins with, or "" */
    uint32_t depth;                        /* how many packages it is in, of those shown */
    DocBlock *block;                       /* vec */
    DocElement *element;                   /* vec: all that are shown, as declared */
} DocPage;

/* file: that holds the classes, NULL: packages on the path. example: Class* -> its example; shown: Class* -> it has a
 * page */
typedef struct { Dtc *d; const char *file; Map example, shown; } Doc;

/* doc_find.c: classes by name */
/* in the order of the package: as written, by package.order, by name. Vec. */
Class **doc_members(Dtc *d, Class *package);
/* all classes in c, itself the first, packages before what they hold. Vec. */
Class **doc_all(Dtc *d, Class *c);
/* what a name means in the packages of `top`; else what the end of a path names, the nearest to the top first, models
 * before others. Vec. If there is none, *with: those that have the word in their names or doc strings; if these are
 * none too, NULL after a message. */
Class **doc_find(Dtc *d, Class **top, const char *name, Class ***with);

/* doc_example.c: which models of the packages `Examples` show which component */
void doc_examples(Doc *w, Class **top);

/* doc_page.c */
const char *doc_line(Dtc *d, Class *c);    /* what it is, in a line */
DocPage *doc_pages(Doc *w, Class **all);   /* a page each; vec */
Class *doc_type(Dtc *d, const Member *m);  /* of a component: its class; NULL: unknown */
const char *doc_range(Dtc *d, const DocElement *e);        /* of its values, ">= 0"; "": any */
DocElement doc_element(Dtc *d, const Class *c, const Member *m, Class *type);   /* of component m of c: what it is */


/* class_text.c: text that grows, in time linear in its length; what is written in the language */
typedef struct { Dtc *d; char *s; } Text;  /* s: vec */
void text_put(Text *t, const char *s);
const char *text_end(Text *t);
const char *class_text(Dtc *d, const Class *c);
const char *element_text(Dtc *d, const Element *e);        /* a component, without its doc string */
const char *net_text(Dtc *d, const NetDecl *a);
const char *section_text(Dtc *d, const Section *s);        /* with its first word */

/* doc_icon.c: the symbol as SVG, of `size` pixels; a class without one gets a box. */
void icon_svg(Dtc *d, FILE *f, Class *c, int size);
bool has_icon(Dtc *d, Class *c);
/* The shapes alone, for a picture that has them in a coordinate system of its own; of the symbol's, whose y goes up,
 * area is what they are drawn in. unit: width of a line of 0.25 mm; turned: it is mirrored, and its texts are not. */
typedef struct { double x1, y1, x2, y2; } IconArea;
bool icon_numbers(const Expr *e, double *x, uint32_t n);   /* {a, b} or {{a, b}, {c, d}}: n numbers, or false */
/* touched: edges that it reaches in their middle, left, right, top, bottom; false: it draws nothing in the middle of
 * all, ends of shafts at most */
bool icon_area(Dtc *d, Class *c, IconArea *area, bool touched[4]);
void icon_shapes(Dtc *d, FILE *f, Class *c, double unit, bool turned);

/* The writers. */
void doc_write_text(Dtc *d, FILE *f, const DocPage *page);
void doc_write_table(FILE *f, const DocBlock *b);
void doc_write_markdown(Dtc *d, FILE *f, const DocPage *page);
void write_doc_json(Dtc *d, FILE *f, const DocPage *page);
void doc_write_html(Dtc *d, FILE *f, const DocPage *page, const char *title);

#endif
