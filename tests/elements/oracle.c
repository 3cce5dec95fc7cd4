/* oracle.c - a unit mass on springs and dampers in pieces, by Taylor series: an independent solution for check.sh.
 *
 * x'' = u - F(x) - D(v) - friction sign(v) - dD |x| v, with F(x) = c_i x + sign(x) o_i and D(v) likewise in piece i.
 * Between borders all is a polynomial in x and v, so that the coefficients of the series of x and v follow from one
 * another; a step ends at the next row or where a piece is left, found by bisection. At v = 0 the mass stays for ever
 * where friction holds F (u is zero then). A stay in a piece that is shorter than LOOK of a step is not seen.
 *
 * oracle STOP INTERVAL key=value ...: x0, v0; c, b, o stiffnesses, borders and offsets of the spring; d, g, p those of
 * the damper (offsets follow from continuity where they are missing); friction, dD; u amplitude of sin t; hold 1: u is
 * held from row to row, 2: from row or event to the next; general 1: c, b, o are from left to right, and o as it is. It
 * prints "row t x v" and "event t kind". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, ORDER = 26, LOOK = 50 };

typedef struct { int n; double slope[MOST], border[MOST], offset[MOST]; } Law;       /* n pieces, from left to right */

typedef struct {
    Law spring, damper;
    double x0, v0, friction, dD, u, hold;
    double t, x, v, sampled;                   /* sampled: when u was, if it is held */
    int i, j, slide, side;                     /* pieces; sign of v for friction; sign of x for dD */
    double X[ORDER + 1], V[ORDER + 1];
} System;

static double value(const double *series, double h)
{
    double sum = 0;

    for (int k = ORDER; k >= 0; k--)
        sum = sum * h + series[k];
    return sum;
}

/* Coefficient k of u around t. */
static double input(const System *s, int k)
{
    const double cycle[4] = { sin(s->t), cos(s->t), -sin(s->t), -cos(s->t) };
    double f = s->u;

    if (s->hold > 0)
        return k == 0 ? s->u * sin(s->sampled) : 0;
    for (int q = 2; q <= k; q++)
        f /= q;
    return f * cycle[k % 4];
}

static void expand(System *s)
{
    s->X[0] = s->x;
    s->V[0] = s->v;
    for (int k = 0; k < ORDER; k++) {
        double a = input(s, k) - s->spring.slope[s->i] * s->X[k] - s->damper.slope[s->j] * s->V[k], product = 0;
        if (k == 0)
            a -= s->spring.offset[s->i] + s->damper.offset[s->j] + s->friction * s->slide;
        for (int q = 0; q <= k; q++)
            product += s->X[q] * s->V[k - q];
        s->X[k + 1] = s->V[k] / (k + 1);
        s->V[k + 1] = (a - s->dD * s->side * product) / (k + 1);
    }
}

static int leaves(const Law *l, int piece, double z)
{
    if (piece + 1 < l->n && z > l->border[piece])
        return 1;
    return piece > 0 && z < l->border[piece - 1] ? -1 : 0;
}

/* What ends at h: "", or the name of the event. */
static const char *ends(const System *s, double h)
{
    double x = value(s->X, h), v = value(s->V, h);

    if (leaves(&s->spring, s->i, x))
        return "x";
    if (leaves(&s->damper, s->j, v))
        return "v";
    if (s->friction > 0 && v * s->slide < 0)
        return "v=0";
    return s->dD > 0 && x * s->side < 0 ? "x=0" : "";
}

static double force(const System *s) { return s->spring.slope[s->i] * s->x + s->spring.offset[s->i]; }

/* The piece of z; towards zero on a border. */
static int piece_of(const Law *l, double z)
{
    int k = 0;

    while (k + 1 < l->n && (l->border[k] < 0 ? z >= l->border[k] : z > l->border[k]))
        k++;
    return k;
}

/* 0: the mass stays where it is. */
static int pass(System *s, const char *kind)
{
    printf("event %.17g %s\n", s->t, kind);
    if (strcmp(kind, "x") == 0)
        s->i += leaves(&s->spring, s->i, s->x);
    else if (strcmp(kind, "v") == 0)
        s->j += leaves(&s->damper, s->j, s->v);
    else if (strcmp(kind, "x=0") == 0)
        s->side = -s->side;
    else {
        s->v = 0;
        s->slide = force(s) > 0 ? -1 : 1;
        return fabs(force(s)) > s->friction;
    }
    return 1;
}

static int step(System *s, double end)
{
    s->sampled = s->t;
    while (s->t < end) {
        double h = end - s->t, low = 0, high = h;
        int k = 1;
        expand(s);
        while (k <= LOOK && !*ends(s, h * k / LOOK))
            k++;
        if (k <= LOOK) {
            low = h * (k - 1) / LOOK;
            high = h * k / LOOK;
            for (int q = 0; q < 100 && high - low > 1e-17; q++)
                *(*ends(s, (low + high) / 2) ? &high : &low) = (low + high) / 2;
        }
        const char *kind = k <= LOOK ? ends(s, high) : "";
        s->x = value(s->X, high);
        s->v = value(s->V, high);
        s->t = k <= LOOK ? s->t + high : end;
        s->sampled = s->hold > 1 ? s->t : s->sampled;
        if (*kind && !pass(s, kind))
            return 0;
    }
    return 1;
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

static int numbers(const char *text, double *to)
{
    int n = 0;

    for (char *end; *text; text = *end ? end + 1 : end)
        if (n >= MOST / 2 || (to[n++] = strtod(text, &end), end == text))
            exit(2);
    return n;
}

static const char *argument(int argc, char **argv, const char *key)
{
    size_t n = strlen(key);

    for (int i = 3; i < argc; i++)
        if (strncmp(argv[i], key, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    return NULL;
}

static double number(int argc, char **argv, const char *key, double missing)
{
    const char *text = argument(argc, argv, key);

    return text ? strtod(text, NULL) : missing;
}

/* Symmetric laws are given from the middle outwards. */
static Law law(int argc, char **argv, const char *slope, const char *border, const char *offset, int general)
{
    double c[MOST] = { 0 }, b[MOST] = { 0 }, o[MOST] = { 0 };
    const char *given[3] = { argument(argc, argv, slope), argument(argc, argv, border), argument(argc, argv, offset) };
    int n = given[0] ? numbers(given[0], c) : 1;
    Law l = { .n = general ? n : 2 * n - 1 };

    if ((given[1] ? numbers(given[1], b) : 0) != n - 1 || (given[2] ? numbers(given[2], o) != n : general))
        exit(2);
    for (int k = 1; k < n && !given[2]; k++)
        o[k] = o[k - 1] + (c[k - 1] - c[k]) * b[k - 1];
    for (int k = 0; k < n; k++) {
        int right = general ? k : n - 1 + k, left = general ? k : n - 1 - k;
        l.slope[left] = l.slope[right] = c[k];
        l.offset[left] = -o[k];
        l.offset[right] = o[k];
        if (k < n - 1) {
            l.border[general ? k : n - 2 - k] = -b[k];
            l.border[right] = b[k];
        }
    }
    return l;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    double stop = strtod(argv[1], NULL), interval = strtod(argv[2], NULL);
    int general = number(argc, argv, "general", 0) > 0, moves = 1;
    System s = { .spring = law(argc, argv, "c", "b", "o", general), .damper = law(argc, argv, "d", "g", "p", 0),
                 .x0 = number(argc, argv, "x0", 0.3), .v0 = number(argc, argv, "v0", 0),
                 .friction = number(argc, argv, "friction", 0), .dD = number(argc, argv, "dD", 0),
                 .u = number(argc, argv, "u", 0), .hold = number(argc, argv, "hold", 0) };

    s.x = s.x0;
    s.v = s.v0;
    s.i = piece_of(&s.spring, s.x);
    s.j = piece_of(&s.damper, s.v);
    s.side = s.x < 0 ? -1 : 1;
    s.slide = s.v != 0 ? (s.v > 0 ? 1 : -1) : force(&s) > 0 ? -1 : 1;
    for (long k = 0; (double)k * interval < stop + interval / 2; k++) {
        if (k > 0 && moves)
            moves = step(&s, (double)k * interval);
        printf("row %.17g %.17g %.17g\n", (double)k * interval, s.x, moves ? s.v : 0);
    }
    return 0;
}
