/* steps.c - the methods of Reiter's section 3.2: one step of each.
 *
 * The force u is held from the start of a step, and the piece is that of x there. Steps that are shortened end at a
 * border, estimated on the straight line to where the whole step would lead (or located, as a control); what they leave
 * over is added to the next step, which begins in the piece behind the border. In pairs the next step is not shortened;
 * with a buffer it may be, unless more than `most` were left over. What takes these steps is the straight line itself
 * (delta), Euler steps in the piece, or the closed form. */
#include "methods.h"

#include <math.h>
#include <stdio.h>

/* ---- without borders --------------------------------------------------------------------------------------------- */

/* Euler steps in one piece: the power of I + h J in place of the exponential. */
static state power(const run *r, int piece, state y, double h)
{
    const spring *s = &r->mass.spring;
    int n = r->method.parts;

    for (int k = 0; k < n; k++) {
        double a = r->u - s->c[piece] * y.x - s->o[piece] - r->mass.d * y.v;
        y = (state){ y.x + h / n * y.v, y.v + h / n * a };
    }
    return y;
}

static void matexp(run *r) { r->y = power(r, piece_of(&r->mass.spring, r->y.x), r->y, r->Td); }

static void taylor2(run *r)
{
    const spring *s = &r->mass.spring;
    int piece = piece_of(s, r->y.x);
    double h = r->Td, v = r->y.v, a = r->u - s->c[piece] * r->y.x - s->o[piece] - r->mass.d * v;

    r->y.x += h * v + h * h / 2 * a;
    r->y.v += h * a - h * h / 2 * (s->c[piece] * v + r->mass.d * a);
}

static void const_nl(run *r)
{
    double rest = force(&r->mass.spring, r->y.x) - r->method.cbar * r->y.x;

    r->y = apply(&r->linear, r->y, r->u - rest);
}

static void shift_no_back(run *r)
{
    r->y = apply(&r->linear, (state){ force(&r->mass.spring, r->y.x) / r->method.cbar, r->y.v }, r->u);
}

static void shift_back(run *r)
{
    double x = r->y.x, shifted = force(&r->mass.spring, x) / r->method.cbar;

    r->y = apply(&r->linear, (state){ shifted, r->y.v }, r->u);
    r->y.x += x - shifted;
}

static state whole(const run *r, int piece, state y)
{
    return apply(&r->full[piece], y, r->u - r->mass.spring.o[piece]);
}

/* No spring in pieces, one of cbar everywhere: what the others cost more than. */
static void linear(run *r) { r->y = apply(&r->linear, r->y, r->u); }

static void fixed(run *r) { r->y = whole(r, piece_of(&r->mass.spring, r->y.x), r->y); }

/* ---- shortened steps --------------------------------------------------------------------------------------------- */

static state line(const run *r, int piece, state y, double h)
{
    state end = whole(r, piece, y);
    double eta = h / r->Td;

    return (state){ y.x + eta * (end.x - y.x), y.v + eta * (end.v - y.v) };
}

static state closed(const run *r, int piece, state y, double h)
{
    map m = map_of(r->mass.spring.c[piece], r->mass.d, h);

    return apply(&m, y, r->u - r->mass.spring.o[piece]);
}

/* The border that the step of h to end crosses: -1 the lower, 1 the upper, 0 none; *part: after which part of h. */
static int crossed(const run *r, int piece, state end, double h, double *part)
{
    const spring *s = &r->mass.spring;
    int behind = piece_of(s, end.x), next = (behind > piece) - (behind < piece);

    if (r->method.root) {
        truth t = { .mass = r->mass, .held = 1 };
        segment from = { .u = r->u, .y = r->y, .piece = piece };
        *part = first_beyond(&t, &from, h, &next) / h;
    } else if (next) {
        *part = (s->border[piece - (next < 0)] - r->y.x) / (end.x - r->y.x);
    }
    return next;
}

static state offered(const run *r, int piece, double h)
{
    return r->buffer > 0 ? r->method.off(r, piece, r->y, h) : whole(r, piece, r->y);
}

/* The step that is offered takes h; it may be shortened. A border that was crossed before it begins is no place to
 * shorten it to: all of it is in the piece behind. */
static void adjust(run *r, int may)
{
    int piece = r->buffer > 0 ? r->piece : piece_of(&r->mass.spring, r->y.x);
    double h = r->Td + r->buffer, part = 1;
    state end = offered(r, piece, h);
    int next = may ? crossed(r, piece, end, h, &part) : 0;

    if (next && !(part > 0 && part <= 1)) {
        end = offered(r, piece + next, h);
    } else if (next && h - part * h <= r->method.most * r->Td) {
        r->y = r->method.off(r, piece, r->y, part * h);
        r->piece = piece + next;
        r->buffer = h - part * h;
        r->cuts++;
        return;
    }
    r->y = end;
    r->buffer = 0;
}

static void in_pairs(run *r) { adjust(r, !(r->buffer > 0)); }
static void with_buffer(run *r) { adjust(r, 1); }

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static void add(method *list, int *n, const char *name, const char *kind, method m)
{
    snprintf(m.name, sizeof m.name, "%s%s", name, kind);
    list[(*n)++] = m;
}

static void add_linear(const mass *m, method *list, int *n)
{
    const spring *s = &m->spring;
    double soft = s->c[s->n / 2], stiff = s->c[s->n - 1], sum = 0;
    const struct { const char *name; void (*step)(run *r); } ways[] = {
        { "const_nl_cbar_", const_nl }, { "shift_no_back_cbar_", shift_no_back }, { "shift_back_cbar_", shift_back } };

    for (int k = s->n / 2; k < s->n; k++)
        sum += s->c[k];
    for (int w = 0; w < 3; w++) {
        if (w == 0)
            add(list, n, ways[w].name, "0", (method){ .step = ways[w].step, .cbar = 0 });
        add(list, n, ways[w].name, "soft", (method){ .step = ways[w].step, .cbar = soft });
        add(list, n, ways[w].name, "10", (method){ .step = ways[w].step, .cbar = 10 });
        add(list, n, ways[w].name, "mean", (method){ .step = ways[w].step, .cbar = sum / (s->n / 2 + 1) });
        if (stiff != 10)
            add(list, n, ways[w].name, "stiff", (method){ .step = ways[w].step, .cbar = stiff });
    }
}

/* How many there are for a mass. */
int methods_of(const mass *m, method *list)
{
    const struct { const char *name; void (*step)(run *r); double most; } ways[] = {
        { "switch_2meta_", in_pairs, 1 }, { "switch_buffer_", with_buffer, 3 } };
    int n = 0;

    add(list, &n, "linear_", "soft", (method){ .step = linear, .cbar = m->spring.c[m->spring.n / 2] });
    add(list, &n, "linear_", "10", (method){ .step = linear, .cbar = 10 });
    add(list, &n, "euler", "", (method){ .step = matexp, .cbar = -1, .parts = 1 });
    add(list, &n, "matexp_N", "2", (method){ .step = matexp, .cbar = -1, .parts = 2 });
    add(list, &n, "matexp_N", "10", (method){ .step = matexp, .cbar = -1, .parts = 10 });
    add(list, &n, "matexp_N", "100", (method){ .step = matexp, .cbar = -1, .parts = 100 });
    add(list, &n, "taylor2", "", (method){ .step = taylor2, .cbar = -1 });
    add_linear(m, list, &n);
    add(list, &n, "switch_fixed", "", (method){ .step = fixed, .cbar = -1 });
    for (int w = 0; w < 2; w++) {
        method base = { .step = ways[w].step, .cbar = -1, .most = ways[w].most };
        base.off = line;
        add(list, &n, ways[w].name, "delta", base);
        base.off = power;
        base.parts = 10;
        add(list, &n, ways[w].name, "matexp10", base);
        base.parts = 100;
        add(list, &n, ways[w].name, "matexp100", base);
        base.off = closed;
        add(list, &n, ways[w].name, "expm", base);
    }
    method all = { .step = with_buffer, .off = closed, .cbar = -1, .most = INFINITY };
    add(list, &n, "switch_buffer_unlimited_", "expm", all);
    all.root = 1;
    add(list, &n, "switch_buffer_unlimited_", "exactroot", all);
    return n;
}

run begin(const mass *m, const method *how, double Td)
{
    run r = { .mass = *m, .method = *how, .Td = Td, .y = { m->x0, 0 } };

    for (int k = 0; k < m->spring.n; k++)
        r.full[k] = map_of(m->spring.c[k], m->d, Td);
    r.linear = map_of(how->cbar, m->d, Td);
    return r;
}

void sample(run *r)
{
    r->u = r->mass.amplitude == 0 ? 0 : r->mass.amplitude * sin((double)r->k * r->Td - r->buffer);
    r->method.step(r);
    r->k++;
}
