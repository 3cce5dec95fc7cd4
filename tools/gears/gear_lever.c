/* gear_lever.c - lever diagrams (Benford and Leising 1981, The lever analogy: a new tool in transmission analysis).
 *
 * In all motions of a set that has two freedoms the speed of a member is linear in a position: that of the carrier is
 * 0, that of another member 1, those of the others follow from the meshes. Two levers that share two members become
 * one, if all that they share fits. Levers stand upright, one below the other, with speeds to the right: members that
 * two levers share are above each other, and a link joins them. Torques are those that act on the lever from outside:
 * they and their moments sum to zero.
 *
 * Requires: sets, elements. Cost: cubic in the members of a set, quadratic in the sets.
 */
#include <string.h>
#include "gear_draw.h"

typedef struct { uint32_t member; Fraction at; } Node;
/* node: vec, ascending by place; set: vec. straight: one line; if not, places are but numbers in a row. */
typedef struct { Node *node; uint32_t *set; bool straight; } Lever;

enum { ROW = 36, PLOT = 240, ARROW = 44, FAR = 3 };

/* ---- the lever of a set -------------------------------------------------------------------------------- */

static uint32_t column_of(Dtc *d, uint32_t **column, uint32_t member)
{
    for (uint32_t i = 0; i < vec_len(*column); i++)
        if ((*column)[i] == member)
            return i;
    vec_push(&d->pass, *column, member);
    return vec_len(*column) - 1;
}

/* Members of a set: planets, others, one to measure by, the carrier. planets: how many of them */
static uint32_t *columns_of(const Train *t, const GearSet *set, uint32_t *planets)
{
    uint32_t carrier = t->body[set->carrier].member, *column = NULL, *port = NULL;

    for (uint32_t i = 0; i < vec_len(set->planet); i++)
        (void)column_of(t->d, &column, t->body[set->planet[i].body].member);
    *planets = vec_len(column);
    for (uint32_t i = vec_len(set->port); i-- > 0;)
        if (t->body[set->port[i].body].member != carrier)
            (void)column_of(t->d, &port, t->body[set->port[i].body].member);
    for (uint32_t i = 0; i < vec_len(port); i++)
        (void)column_of(t->d, &column, port[i]);
    vec_push(&t->d->pass, column, carrier);
    return column;
}

/* false: the members have more freedoms than two. */
static bool solve(const Train *t, const GearSet *set, uint32_t *column, uint32_t planets, Fraction *at)
{
    uint32_t n = vec_len(column), others = n - 2, *pivot = NULL;
    Matrix m = fr_matrix(t->d, vec_len(set->mesh), n);

    for (uint32_t i = 0; i < m.rows; i++) {
        const Mesh *mesh = &t->mesh[set->mesh[i]];
        for (uint32_t k = 0; k < vec_len(mesh->term); k++) {
            Fraction *f = &FR_AT(&m, i, column_of(t->d, &column, t->body[mesh->term[k].body].member));
            *f = fr_add(*f, mesh->term[k].factor);
        }
    }
    if (fr_echelon(t->d, &m, others, &pivot) < others)
        return false;
    for (uint32_t k = 0; k < others; k++) {
        Fraction one = fr_neg(FR_AT(&m, k, others)), zero = fr_neg(FR_AT(&m, k, others + 1));
        at[k] = one;
        if (k >= planets && column[n - 1] != 0 && !fr_equal(fr_add(one, zero), FR_ONE))
            return false;
    }
    at[others] = FR_ONE;
    at[others + 1] = FR_ZERO;
    return true;
}

static void insert_node(const Train *t, Lever *l, Node node)
{
    uint32_t i = vec_len(l->node);

    vec_push(&t->d->run, l->node, node);
    for (; i > 0 && fr_compare(l->node[i - 1].at, node.at) > 0; i--)
        l->node[i] = l->node[i - 1];
    l->node[i] = node;
}

static Lever lever_of(const Train *t, uint32_t s)
{
    const GearSet *set = &t->set[s];
    uint32_t planets, *column = columns_of(t, set, &planets), n = vec_len(column);
    Fraction *at = NEW_N(&t->d->pass, Fraction, n + 1);
    Lever l = { .straight = n - planets < 2 || solve(t, set, column, planets, at) };

    vec_push(&t->d->run, l.set, s);
    for (uint32_t k = planets; k < n; k++)
        insert_node(t, &l,
                    (Node){ column[k], !l.straight       ? fr_of(k, 1)
                                       : n - planets < 2 ? FR_ZERO
                                                         : at[k] });
    return l;
}

/* ---- levers of the train ------------------------------------------------------------------------------- */

static const Node *node_of(const Lever *l, uint32_t member)
{
    for (uint32_t i = 0; i < vec_len(l->node); i++)
        if (l->node[i].member == member)
            return &l->node[i];
    return NULL;
}

static Fraction moved(const Lever *to, const Node *const shared[2], Fraction at)
{
    Fraction a = node_of(to, shared[0]->member)->at, b = node_of(to, shared[1]->member)->at;
    Fraction part = fr_div(fr_sub(at, shared[0]->at), fr_sub(shared[1]->at, shared[0]->at));

    return fr_add(a, fr_mul(part, fr_sub(b, a)));
}

/* Makes `from` a part of `to`. false: they do not share two members, or others that they share do not fit. */
static bool combine(const Train *t, Lever *to, const Lever *from)
{
    const Node *shared[2] = { NULL, NULL };

    for (uint32_t i = 0; i < vec_len(from->node) && !shared[1]; i++)
        if (node_of(to, from->node[i].member))
            shared[shared[0] != NULL] = &from->node[i];
    if (!shared[1] || !to->straight || !from->straight)
        return false;
    for (uint32_t i = 0; i < vec_len(from->node); i++) {
        const Node *same = node_of(to, from->node[i].member);
        if (same && !fr_equal(same->at, moved(to, shared, from->node[i].at)))
            return false;
    }
    for (uint32_t i = 0; i < vec_len(from->node); i++)
        if (!node_of(to, from->node[i].member))
            insert_node(t, to, (Node){ from->node[i].member, moved(to, shared, from->node[i].at) });
    for (uint32_t i = 0; i < vec_len(from->set); i++)
        vec_push(&t->d->run, to->set, from->set[i]);
    return true;
}

/* Levers, then each other member as a lever with one node. vec */
static Lever *levers_of(const Train *t)
{
    Lever *lever = NULL;

    for (uint32_t s = 0; s < vec_len(t->set); s++)
        vec_push(&t->d->run, lever, lever_of(t, s));
    for (uint32_t i = 0; i < vec_len(lever); i++)
        for (uint32_t k = i + 1; k < vec_len(lever); k++)
            if (combine(t, &lever[i], &lever[k])) {
                for (uint32_t j = k; j + 1 < vec_len(lever); j++)
                    lever[j] = lever[j + 1];
                (void)vec_pop(lever);
                k = i; /* what did not fit before may share two members now */
            }
    for (uint32_t m = 1; m < vec_len(t->member); m++) {
        bool on_lever = t->member[m].housing || only_planets(t, m);
        for (uint32_t i = 0; i < vec_len(lever) && !on_lever; i++)
            on_lever = node_of(&lever[i], m) != NULL;
        if (!on_lever) {
            Lever alone = { .straight = true };
            insert_node(t, &alone, (Node){ m, FR_ZERO });
            vec_push(&t->d->run, lever, alone);
        }
    }
    return lever;
}

/* ---- what there is to say of a node -------------------------------------------------------------------- */

static uint32_t body_of(const Train *t, uint32_t member)
{
    uint32_t b = 0;

    while (t->body[b].member != member)
        b++;
    return b;
}

/* That the housing is housing needs no words. */
static const char *roles(const Train *t, const Lever *l, uint32_t member)
{
    const char *text = "";

    for (uint32_t i = 0; i < vec_len(l->set); i++) {
        const GearSet *set = &t->set[l->set[i]];
        for (uint32_t k = 0; k < vec_len(set->port); k++)
            if (t->body[set->port[k].body].member == member && strcmp(set->port[k].role, "housing") != 0)
                text =
                    internf(t->d, "%s%s%s.%s", text, *text ? " " : "", set_name(t, set), set->port[k].role);
    }
    return text;
}

static const char *joined(Dtc *d, const char *text, const char *more)
{
    return internf(d, "%s%s%s", text, *text && *more ? ", " : "", more);
}

/* "input, A to ring1, D to housing": with s, those that are engaged. */
static const char *elements_at(const Train *t, const State *s, uint32_t member)
{
    uint32_t n = s ? vec_len(s->engaged) : vec_len(t->element);
    const char *text = "";

    for (uint32_t p = 0; p < vec_len(t->port); p++)
        if (t->body[t->port[p].body].member == member)
            text = joined(t->d, text,
                          internf(t->d, "%s %s", t->port[p].output ? "output" : "input", port_name(t, p)));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = s ? s->engaged[i] : i;
        const uint32_t *b = t->element[e].connects;
        uint32_t side[2] = { t->body[b[0]].member, t->body[b[1]].member };
        if (side[0] != member && side[1] != member)
            continue;
        text = joined(t->d, text,
                      internf(t->d, "%s to %s", element_name(t, e), member_name(t, side[side[0] == member])));
    }
    return text;
}

static bool is_held(const Train *t, const State *s, uint32_t member)
{
    for (uint32_t i = 0; s && i < vec_len(s->engaged); i++) {
        const uint32_t *b = t->element[s->engaged[i]].connects;
        uint32_t side[2] = { t->body[b[0]].member, t->body[b[1]].member };
        if ((side[0] == member && side[1] == 0) || (side[1] == member && side[0] == 0))
            return true;
    }
    return member == 0;
}

/* On the lever, from outside. */
static Fraction torque_on(const Train *t, const State *s, const Lever *l, uint32_t member)
{
    Fraction sum = FR_ZERO;

    for (uint32_t i = 0; i < vec_len(l->set); i++) {
        const GearSet *set = &t->set[l->set[i]];
        for (uint32_t k = 0; k < vec_len(set->port); k++)
            if (t->body[set->port[k].body].member == member)
                sum = fr_sub(sum, set_torque(t, s, set, set->port[k].body, 0));
    }
    return sum;
}

/* ---- drawing ------------------------------------------------------------------------------------------- */

typedef struct {
    Svg svg; const GearReport *r; const Train *t; const State *s; Lever *lever;
    double label;                          /* width of the texts at the left; the plot begins at 0 */
    double low, high, scale, largest;      /* speeds, points for a speed of 1, torque */
    double *x, *y;                         /* by member: of its last node */
    bool *seen;
} Picture;

static bool turns_freely(const Picture *p, uint32_t member) { return p->s->floats[body_of(p->t, member)]; }

static double speed(const Picture *p, uint32_t member)
{
    if (!p->s || !p->s->bases || turns_freely(p, member))
        return 0;
    return fr_value(body_speed(p->s, body_of(p->t, member), 0));
}

static double speed_x(const Picture *p, double w) { return (w - p->low)*p->scale; }

static void measure(Picture *p)
{
    const Train *t = p->t;

    p->high = 1;
    for (uint32_t i = 0; i < vec_len(p->lever); i++)
        for (uint32_t k = 0; k < vec_len(p->lever[i].node); k++) {
            uint32_t m = p->lever[i].node[k].member;
            double w = speed(p, m), first = svg_width(SVG_NAME, member_name(t, m));
            double second = svg_width(SVG_NOTE, elements_at(t, p->s, m));
            first += svg_width(SVG_NOTE, roles(t, &p->lever[i], m)) + 10;
            p->label = first > p->label ? first : p->label;
            p->label = second > p->label ? second : p->label;
            p->low = w < p->low ? w : p->low;
            p->high = w > p->high ? w : p->high;
            if (p->s && p->s->drivers) {
                double m0 = fr_value(fr_abs(torque_on(t, p->s, &p->lever[i], m)));
                p->largest = m0 > p->largest ? m0 : p->largest;
            }
        }
    p->scale = PLOT / (p->high - p->low);
}

/* Where nodes stand (true to their places) and their rows of text (one below the other). */
static double place(const Lever *l, double top, double *y, double *row)
{
    uint32_t n = vec_len(l->node);
    double span = fr_value(fr_sub(l->node[n - 1].at, l->node[0].at)), least = span, height = ROW * (n - 1);

    for (uint32_t k = 0; k + 1 < n; k++) {
        double gap = fr_value(fr_sub(l->node[k + 1].at, l->node[k].at));
        least = gap < least ? gap : least;
    }
    if (n > 1)
        height *= span / least / (n - 1) < FAR ? span / least / (n - 1) : FAR;
    for (uint32_t k = 0; k < n; k++) {
        y[k] = top + (n > 1 ? fr_value(fr_sub(l->node[k].at, l->node[0].at)) / span * height : 0);
        row[k] = k && y[k] < row[k - 1] + ROW ? row[k - 1] + ROW : y[k];
    }
    for (uint32_t k = n; k-- > 0;) {
        double most = k + 1 < n ? row[k + 1] - ROW : top + height;
        row[k] = row[k] > most ? most : row[k];
    }
    return top + height;
}

static void draw_labels(Picture *p, const Lever *l, uint32_t k, double y, double row)
{
    const Train *t = p->t;
    uint32_t m = l->node[k].member;
    const char *role = roles(t, l, m), *name = member_name(t, m);
    double right = -16;

    svg_text(&p->svg, SVG_NOTE, SVG_END, right, row, role);
    svg_text(&p->svg, SVG_NAME, SVG_END, right - (*role ? svg_width(SVG_NOTE, role) + 8 : 0), row, name);
    svg_text(&p->svg, SVG_NOTE, SVG_END, right, row + 14, elements_at(t, p->s, m));
    svg_line(&p->svg, SVG_LEADER, -12, row - 4, -2, y);
    svg_line(&p->svg, SVG_LEADER, 0, y, PLOT, y);
}

static void draw_numbers(Picture *p, const Lever *l, uint32_t k, double row)
{
    uint32_t m = l->node[k].member;
    const State *s = p->s;
    double left = PLOT + 70, middle = left + 24 + ARROW;

    if (!s || !s->bases)
        return;
    svg_text(&p->svg, SVG_NUMBER, SVG_END, left, row + 4,
             turns_freely(p, m) ? "free" : draw_number(p->t->d, body_speed(s, body_of(p->t, m), 0)));
    if (!s->drivers || !(p->largest > 0))
        return;
    Fraction torque = torque_on(p->t, s, l, m);
    if (fr_is_zero(torque))
        return;
    svg_arrow(&p->svg, SVG_TORQUE, middle, row, middle + ARROW * fr_value(torque) / p->largest, row);
    svg_text(&p->svg, SVG_NUMBER, SVG_END, middle + ARROW + 60, row + 4, draw_number(p->t->d, torque));
}

static SvgClass node_class(const Train *t, uint32_t member)
{
    for (uint32_t p = 0; p < vec_len(t->port); p++)
        if (t->body[t->port[p].body].member == member)
            return t->port[p].output ? SVG_OUTPUT : SVG_INPUT;
    return SVG_NODE;
}

static double node_x(const Picture *p, const Lever *l, uint32_t k) { return speed_x(p, speed(p, l->node[k].member)); }

static void draw_line(Picture *p, const Lever *l, const double *y)
{
    uint32_t n = vec_len(l->node);
    bool known = p->s && p->s->bases;
    double rest = speed_x(p, 0);

    for (uint32_t k = 0; k < n && known; k++)
        known = !turns_freely(p, l->node[k].member);
    if (l->straight)
        svg_line(&p->svg, p->s ? SVG_REST : SVG_LEVER, rest, y[0], rest, y[n - 1]);
    if (l->straight && known)
        svg_line(&p->svg, SVG_LEVER, node_x(p, l, 0), y[0], node_x(p, l, n - 1), y[n - 1]);
}

/* From where another lever has the same member. At rest links go beside, each in a track of its own. */
static void draw_link(Picture *p, uint32_t m, double x, double y, uint32_t *track)
{
    if (p->seen[m] && m) {
        double side = p->s ? x : x + 14 + 9 * (*track)++;
        svg_line(&p->svg, SVG_LINK, p->x[m], p->y[m], side, p->y[m]);
        svg_line(&p->svg, SVG_LINK, side, p->y[m], side, y);
        svg_line(&p->svg, SVG_LINK, side, y, x, y);
    }
    p->seen[m] = true;
    p->x[m] = x;
    p->y[m] = y;
}

static double draw_one(Picture *p, const Lever *l, double top, uint32_t *track)
{
    uint32_t n = vec_len(l->node);
    double *y = NEW_N(&p->t->d->pass, double, n), *row = NEW_N(&p->t->d->pass, double, n);
    double bottom = place(l, top, y, row);

    for (uint32_t k = 0; k < n; k++)
        draw_labels(p, l, k, y[k], row[k]);
    draw_line(p, l, y);
    for (uint32_t k = 0; k < n; k++)
        draw_link(p, l->node[k].member, node_x(p, l, k), y[k], track);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t m = l->node[k].member;
        if (is_held(p->t, p->s, m))
            svg_ground(&p->svg, speed_x(p, 0) - 9, y[k], -1);
        svg_circle(&p->svg, node_class(p->t, m), node_x(p, l, k), y[k], 5);
        draw_numbers(p, l, k, row[k]);
    }
    return bottom;
}

static double below(const Lever *l) { return vec_len(l->node) > 1 ? 1.5*ROW : ROW; }

static double height_of(const Picture *p)
{
    double top = 0, bottom = 0;

    for (uint32_t i = 0; i < vec_len(p->lever); i++) {
        uint32_t n = vec_len(p->lever[i].node);
        bottom = place(&p->lever[i], top, NEW_N(&p->t->d->pass, double, n), NEW_N(&p->t->d->pass, double, n));
        top = bottom + below(&p->lever[i]);
    }
    return bottom + 12;
}

static void draw_axes(Picture *p, double bottom)
{
    double left = PLOT + 70;

    svg_line(&p->svg, SVG_AXIS, speed_x(p, 0), -18, speed_x(p, 0), bottom);
    svg_text(&p->svg, SVG_NOTE, SVG_MIDDLE, speed_x(p, 0), -22, "0");
    if (!p->s)
        return;
    svg_line(&p->svg, SVG_AXIS, speed_x(p, 1), -18, speed_x(p, 1), bottom);
    if (p->scale > 12)
        svg_text(&p->svg, SVG_NOTE, SVG_MIDDLE, speed_x(p, 1), -22, "1");
    svg_text(&p->svg, SVG_NOTE, SVG_END, left, -22, "speed");
    svg_text(&p->svg, SVG_NOTE, SVG_END, left + 24 + 2 * ARROW + 60, -22, "torque on the lever");
}

Svg lever_svg(const GearReport *r, const State *s)
{
    const Train *t = r->train;
    uint32_t n = vec_len(t->member), track = 0;
    Picture p = { .svg = svg_new(t->d),
                  .r = r,
                  .t = t,
                  .s = s,
                  .lever = levers_of(t),
                  .x = NEW_N(&t->d->pass, double, n),
                  .y = NEW_N(&t->d->pass, double, n),
                  .seen = NEW_N(&t->d->pass, bool, n) };
    double top = 0;

    measure(&p);
    svg_text(&p.svg, SVG_NAME, SVG_START, -p.label - 16, -46, s ? draw_title(r, s) : "levers at rest");
    draw_axes(&p, height_of(&p));
    for (uint32_t i = 0; i < vec_len(p.lever); i++)
        top = draw_one(&p, &p.lever[i], top, &track) + below(&p.lever[i]);
    return p.svg;
}
