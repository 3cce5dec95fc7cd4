/* methods.h - a unit mass on a spring in pieces, and the ways to take it from one sample to the next.
 *
 * x'' = u - F(x) - d x', F(x) = c_i x + o_i in piece i, u = amplitude sin t, in SI units. Pieces are numbered from left
 * to right; a border belongs to the piece nearer to zero. */
#ifndef METHODS_H
#define METHODS_H

enum { MOST_PIECES = 7, MOST_METHODS = 32 };

typedef struct { double x, v; } state;

typedef struct { double c[MOST_PIECES], o[MOST_PIECES], border[MOST_PIECES - 1]; int n; } spring;

typedef struct {
    const char *name, *model;           /* as the tables have it; of models/nonlinear_springs */
    double x0, d, amplitude;
    spring spring;
} mass;

/* The motion under a constant force g over a time: (xx x + xv v + xg g, vx x + vv v + vg g). */
typedef struct { double xx, xv, xg, vx, vv, vg; } map;

/* spring.c */
enum { MASSES = 9 };
mass mass_of(int i);
void move_border(spring *s, double border);
int piece_of(const spring *s, double x);
double force(const spring *s, double x);
double energy(const spring *s, state y);
map map_of(double c, double d, double t);
state apply(const map *m, state y, double g);

/* truth.c */
typedef struct { double t, u; state y; int piece; } segment;
typedef struct { mass mass; segment *segment; int n, room, held; } truth;
truth solve(const mass *m, double stop, double hold);
state truth_at(const truth *t, double time);
double first_beyond(const truth *t, const segment *from, double most, int *next);
state follow(const truth *t, const segment *from, double dt);
void forget(truth *t);

/* steps.c */
typedef struct run run;

typedef struct {
    char name[40];
    void (*step)(run *r);
    state (*off)(const run *r, int piece, state y, double h);   /* takes steps of other lengths */
    double cbar, most;      /* stiffness of the linear part, -1: there is none; the largest buffer */
    int parts;              /* Euler steps in a step */
    int root;               /* borders are located */
} method;

struct run {
    mass mass;
    method method;
    double Td, u;
    map full[MOST_PIECES], linear;      /* over Td: of each piece; with cbar */
    long k, cuts;                       /* samples, shortened ones among them */
    state y;
    int piece;                          /* that of y, as the step before says if buffer > 0 */
    double buffer;                      /* the time is k Td - buffer */
};

int methods_of(const mass *m, method *list);
run begin(const mass *m, const method *how, double Td);
void sample(run *r);

/* measure.c */
/* The numbers of a row of methods.csv, in its order. */
typedef struct { double grid, all, rms, cuts, start, drift, most_drift, diverged, held; } row;
enum { ROW = 9 };
typedef struct { truth now, held; row row; double squares; long n; } tally;
void tally_begin(tally *t, const mass *m, double Td);
int tally_add(tally *t, double time, state y, int on_grid, double cuts);
row tally_end(tally *t);
row measure(const mass *m, const method *how, double Td);
row held_input(const mass *m, double Td);

/* main.c */
enum { STEPS = 7 };
extern const double steps[STEPS];
extern const char head[];
void print_row(const mass *m, const char *name, double cbar, double Td, const row *o);

/* check.c */
int check(const char *name);

/* cost.c */
void costs(void);
void limits(void);
void borders(void);
void appendix(void);

#endif
