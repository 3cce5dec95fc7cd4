/* diagram.h - a model as a picture: components with their symbols, and lines from connector to connector.
 *
 *   diagram_make.c      all that follows, in order
 *   diagram_read.c      what there is, from the tree of components
 *   diagram_shape.c     sizes, places of connectors, texts
 *   diagram_side.c      which way components face; feedback
 *   diagram_given.c     places that the model has, as annotations; without them
 *   diagram_dot.c       places by the program dot, and
 *   diagram_straight.c  what nearly lies on one axis, on it
 *   diagram_route.c     lines at right angles
 *   diagram_svg.c, diagram_html.c, diagram_json.c: the writers; diagram_write.c: places into the model's file
 *
 * Lengths are pixels, y goes down. Own places lie on a grid of GRID pixels. Memory: d->run.
 */
#ifndef DIAGRAM_H
#define DIAGRAM_H

#include "doc.h"
#include "flat.h"
#include "inst.h"

enum { GRID = 10, ICON = 60, LINE_OF_TEXT = 12, VALUES = 3, PORT_NAMES = 8 };

typedef struct { double x, y; } Point;
typedef struct { double x1, y1, x2, y2; } Box;

/* What a line stands for; the order in which they are routed: shafts lie straight. */
typedef enum {
    LINK_SHAFT, LINK_SLIDE, LINK_FRAME, LINK_HOUSING, LINK_HEAT, LINK_REAL, LINK_INTEGER, LINK_BOOLEAN, LINK_FEEDBACK,
    LINK_OTHER, LINKS
} LinkKind;
static inline bool is_mechanical(LinkKind k) { return k <= LINK_HOUSING; }
static inline bool is_signal(LinkKind k) { return k >= LINK_REAL && k <= LINK_FEEDBACK; }

typedef enum { SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, SIDE_BOTTOM } Side;

/* A connector of a component, as a place on its edge. at: from the centre along its side, y down */
typedef struct {
    Inst *inst;
    const char *name;
    const char *element, *own;             /* of one component of a folded array: "[2]", and its name there; NULL */
    LinkKind kind;
    bool input, output;
    bool shown;                            /* signals that nothing is connected to are not */
    bool free, decided;                    /* it may be on the left or on the right; which is found along shafts */
    Side side;                             /* as placed: of a component that is turned, the other one */
    Point at;                              /* from the centre of the node */
    uint32_t net;                          /* 1 + its net; 0: nothing is connected */
} Port;

/* A text beside a component; at: its left end, or its middle, on the base line; box: what it covers. */
typedef struct { const char *text; Point at; Box box; bool middle; double size; } Caption;

/* A place of the model's own: of a component in the coordinate system of its diagram, whose y goes up. */
typedef struct { double x1, y1, x2, y2, x, y, rotation; } Placement;

struct Diagram;
typedef struct Node {
    Inst *inst;                            /* of an array its first element */
    const char *name;                      /* with [n] of an array */
    Class *cls;
    bool outer;                            /* a connector of the model itself */
    bool many;                             /* an array, folded */
    bool turned, upside, given;            /* mirrored left and right, up and down; its place is the model's own */
    double rotation;                       /* of a given place, degrees to the left */
    Placement place;
    bool holds;                            /* a Fixed: drawn as a sign for the housing */
    uint32_t copy;                         /* of what holds: 1 + the node that it repeats */
    uint32_t host;                         /* 1 + the node below whose port it hangs; 0: it has a place of its own */
    Port *port;                            /* vec */
    const char *value[VALUES];             /* parameters that the model gives it; NULL: no more */
    Point centre;
    double width, height;                  /* of the symbol */
    Box room;                              /* about the centre: symbol, texts */
    Caption caption[1 + VALUES + PORT_NAMES];              /* name, values, names of connectors */
    uint32_t captions;
    bool boxed;                            /* its class has no symbol: a box with its name and those of connectors */
    IconArea area;                         /* of the symbol, in its own coordinates */
    bool touched[4];                       /* by Side: the symbol reaches it in its middle */
    bool opens;                            /* a click shows what is in it: a page has that */
    struct Diagram *inside;                /* opened: drawn in place of the symbol; else NULL */
} Node;

typedef struct { uint32_t node, port; } Pin;
/* Of a pair as written; side_nodes turns it so that a is left of b. level: neither has to be; back: it leads back;
 * stub: of several from a connector one to what is the end of a shaft */
typedef struct { Pin a, b; LinkKind kind; bool level, back, stub; const Stmt *statement; } Link;
typedef struct { Point *point; } Path;     /* vec: corners */
/* vecs; dot: where lines meet. speed, flow: names of a variable of the model, of what flows in each connector; NULL.
 * drawn: its path is that of the model's own annotations */
typedef struct { LinkKind kind; Pin *pin; Path *path; Point *dot; const char *speed, *flow; bool drawn; } Net;

typedef struct Diagram {
    Dtc *d;
    Inst *of;
    const char *title, *doc;
    Node *node;                            /* vec */
    Link *link;                            /* vec */
    Net *net;                              /* vec */
    Box box;                               /* all that is drawn, without title and legend */
    bool given;                            /* places are the model's own, and */
    double unit;                           /* pixels a unit of theirs */
    uint32_t depth;                        /* how deep composite components are opened in it */
} Diagram;

static inline Port *port_of(const Diagram *g, Pin p) { return &g->node[p.node].port[p.port]; }
static inline Point port_point(const Diagram *g, Pin p)
{
    const Node *n = &g->node[p.node];
    return (Point){ n->centre.x + n->port[p.port].at.x, n->centre.y + n->port[p.port].at.y };
}
static inline Box box_moved(Box b, Point by)
{
    return (Box){ b.x1 + by.x, b.y1 + by.y, b.x2 + by.x, b.y2 + by.y };
}
static inline Box node_symbol(const Node *n)
{
    return (Box){ n->centre.x - n->width / 2, n->centre.y - n->height / 2, n->centre.x + n->width / 2,
                  n->centre.y + n->height / 2 };
}
Box box_with(Box a, Box b);                /* the smallest around both */

/* diagram_make.c. depth: of composite components that are opened; anew: places are not those that the model has, and
 * are to be written: nothing is drawn twice. NULL after a message */
Diagram *diagram_make(Dtc *d, Inst *of, uint32_t depth, bool anew);
bool diagram_opens(Dtc *d, const Inst *in);        /* it has components with connections in it */

/* diagram_read.c: values: by Var, what is known of parameters */
Diagram *diagram_read(Dtc *d, Inst *of, const double *value);
/* nets of what its links join; repeat: what holds is drawn beside each that it holds */
void diagram_join(Diagram *g, bool repeat);

/* diagram_shape.c. Once the ports are known; after sides are; after places are */
void shape_ports(Diagram *g, Node *n);
void shape_turn(Node *n);                  /* mirrors it, left and right */
void shape_side(Node *n, Port *p, Side side);          /* puts a free connector there */
void shape_node(Diagram *g, Node *n);      /* its captions and its room */
double text_width(const char *text, double size);

/* diagram_side.c: which components are turned; which way links go, which signals lead back */
void side_nodes(Diagram *g);
void side_links(Diagram *g);

/* diagram_given.c: do all of its components have places in the model? Then they get these; g->box, after shape_node */
bool given_all(const Diagram *g);
void diagram_given_places(Diagram *g);
void given_texts(Diagram *g, bool values);
void given_box(Diagram *g);
void given_lines(Diagram *g);              /* Net.drawn */

/* diagram_dot.c: false after a message. spread: 1, more for more room between components */
bool dot_places(Diagram *g, double spread);

/* diagram_straight.c */
void straighten(Diagram *g);

/* diagram_route.c: the number of nets that found no way but over others */
uint32_t route(Diagram *g, bool must);

/* diagram_program.c: its standard output, or NULL after a message; package: that has the program */
const char *program_answer(Dtc *d, const char *const *argv, const char *input, size_t size, const char *package,
                           const char *otherwise, size_t *length);

/* The writers. */
Box diagram_frame(const Diagram *g);       /* all of the SVG, with title and legend */
void diagram_svg(FILE *f, const Diagram *g, bool clicks);
bool diagram_html(Dtc *d, FILE *f, Diagram *g);            /* false after a message */
void diagram_json(Dtc *d, FILE *f, const Diagram *g);
bool diagram_write(Dtc *d, const Diagram *g);              /* into the model's file; false after a message */

/* diagram_html.c: <section>s, one of it and of each composite component in it, in all `most`; look: sees each first.
 * false after a message */
bool diagram_sections(Dtc *d, FILE *f, Diagram *g, uint32_t most, void (*look)(void *own, Diagram *g), void *own);
const char *pin_name(const Diagram *g, Pin p);             /* of a connector in the model */

const char *node_path(const Diagram *g, const Node *n);    /* of its component in the model */

/* What the legend says of a kind, and how its lines look. dash: NULL: solid */
typedef struct { const char *word, *color, *dash; double width; } LinkStyle;
extern const LinkStyle link_styles[LINKS];

#endif
