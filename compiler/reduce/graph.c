/* graph.c - maximum matching, strongly connected components, parts that are structurally singular.
 *
 * Matching: Karp and Sipser's rule first (a row or column of degree one is always matched right; when there is none,
 * the first free row takes its column of least degree), which leaves next to nothing open on drivetrains, then phases
 * of Hopcroft and Karp (SIAM J. Comput. 2, 1973) for the rest. Components: Tarjan (SIAM J. Comput. 1, 1972). Singular
 * parts: Dulmage and Mendelsohn (Canad. J. Math. 10, 1958), one unmatched row or column at a time, so that each
 * part is as small as it can be. All with stacks of their own: chains of any length are fine.
 *
 * Cost: linear in the entries for Karp-Sipser, Tarjan and a part; O(sqrt(n)) phases at worst for the rest of the
 * matching. Ensures: the result depends on the order of rows and columns only.
 */
#include <string.h>
#include "graph.h"

static uint32_t *filled(Arena *a, uint32_t n)
{
    uint32_t *v = NEW_N(a, uint32_t, n + 1);
    memset(v, 0xff, (n + 1) * sizeof *v);
    return v;
}

Incidence graph_transpose(Arena *a, const Incidence *g)
{
    uint32_t nnz = g->start[g->nrow];
    Incidence t = { g->ncol, g->nrow, NEW_N(a, uint32_t, g->ncol + 2), NEW_N(a, uint32_t, nnz + 1) };
    uint32_t *fill = t.start + 1; /* start[j + 1] runs from the beginning of row j to its end */

    for (uint32_t k = 0; k < nnz; k++)
        if (g->to[k] + 2 <= g->ncol)
            fill[g->to[k] + 1]++;
    for (uint32_t j = 1; j < g->ncol; j++)
        fill[j] += fill[j - 1];
    for (uint32_t i = 0; i < g->nrow; i++)
        for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++)
            t.to[fill[g->to[k]]++] = i;
    return t;
}

/* ---- matching ------------------------------------------------------------------------------------------ */

/* Vertices are rows, then columns. */
typedef struct { const Incidence *row, *col; Matching *m; uint32_t *degree, *queue; } Sipser;

static bool taken(const Sipser *s, uint32_t v)
{
    uint32_t n = s->row->nrow;
    return (v < n ? s->m->col_of[v] : s->m->row_of[v - n]) != NOWHERE;
}

/* Neighbour k of vertex v. */
static uint32_t neighbours(const Sipser *s, uint32_t v, const uint32_t **to, uint32_t *offset)
{
    uint32_t n = s->row->nrow;
    const Incidence *g = v < n ? s->row : s->col;
    uint32_t i = v < n ? v : v - n;
    *to = g->to + g->start[i];
    *offset = v < n ? n : 0;
    return g->start[i + 1] - g->start[i];
}

static void forget(Arena *a, Sipser *s, uint32_t v)
{
    const uint32_t *to;
    uint32_t offset, n = neighbours(s, v, &to, &offset);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t w = to[k] + offset;
        if (!taken(s, w) && --s->degree[w] == 1)
            vec_push(a, s->queue, w);
    }
}

static void pair(Arena *a, Sipser *s, uint32_t v)
{
    const uint32_t *to;
    uint32_t offset, n = neighbours(s, v, &to, &offset), best = NOWHERE;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t w = to[k] + offset;
        if (!taken(s, w) && (best == NOWHERE || s->degree[w] < s->degree[best]))
            best = w;
    }
    if (best == NOWHERE)
        return;
    uint32_t nrow = s->row->nrow, r = v < nrow ? v : best, c = (v < nrow ? best : v) - nrow;
    s->m->col_of[r] = c;
    s->m->row_of[c] = r;
    s->m->size++;
    forget(a, s, v);
    forget(a, s, best);
}

static void karp_sipser(Arena *a, const Incidence *g, const Incidence *t, Matching *m)
{
    uint32_t n = g->nrow + g->ncol, head = 0;
    Sipser s = { g, t, m, NEW_N(a, uint32_t, n + 1), NULL };

    for (uint32_t v = 0; v < n; v++) {
        const uint32_t *to;
        uint32_t offset;
        s.degree[v] = neighbours(&s, v, &to, &offset);
        if (s.degree[v] == 1)
            vec_push(a, s.queue, v);
    }
    for (uint32_t next = 0; next <= g->nrow; next++) {
        while (head < vec_len(s.queue)) {
            uint32_t v = s.queue[head++];
            if (!taken(&s, v))
                pair(a, &s, v);
        }
        if (next < g->nrow && !taken(&s, next))
            pair(a, &s, next);
    }
}

/* Distance of each row from the unmatched ones along alternating paths; false: no path to a free column. */
static bool layers(const Incidence *g, const Matching *m, uint32_t *level, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    bool found = false;

    for (uint32_t i = 0; i < g->nrow; i++) {
        level[i] = m->col_of[i] == NOWHERE ? 0 : NOWHERE;
        if (level[i] == 0)
            queue[tail++] = i;
    }
    while (head < tail) {
        uint32_t i = queue[head++];
        for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++) {
            uint32_t r = m->row_of[g->to[k]];
            if (r == NOWHERE) {
                found = true;
            } else if (level[r] == NOWHERE) {
                level[r] = level[i] + 1;
                queue[tail++] = r;
            }
        }
    }
    return found;
}

/* One augmenting path from row down the layers; edge[i]: next entry of row i to look at. */
static bool descend(const Incidence *g, Matching *m, uint32_t row, const uint32_t *level, uint32_t *edge,
                    uint32_t *path)
{
    uint32_t depth = 0;

    for (path[0] = row;;) {
        uint32_t i = path[depth];
        if (edge[i] == g->start[i + 1]) {
            if (depth-- == 0)
                return false;
            edge[path[depth]]++;
            continue;
        }
        uint32_t r = m->row_of[g->to[edge[i]]];
        if (r == NOWHERE)
            break;
        if (level[r] == level[i] + 1 && edge[r] < g->start[r + 1])
            path[++depth] = r;
        else
            edge[i]++;
    }
    for (uint32_t k = depth + 1; k-- > 0;) {
        uint32_t i = path[k], j = g->to[edge[i]];
        m->col_of[i] = j;
        m->row_of[j] = i;
        edge[i] = g->start[i + 1]; /* a row lies on one path of a phase */
    }
    m->size++;
    return true;
}

Matching graph_match(Arena *a, const Incidence *g)
{
    Matching m = { 0, filled(a, g->nrow), filled(a, g->ncol) };
    Incidence t = graph_transpose(a, g);
    uint32_t least = g->nrow < g->ncol ? g->nrow : g->ncol;

    karp_sipser(a, g, &t, &m);
    if (m.size == least)
        return m;
    uint32_t *level = NEW_N(a, uint32_t, g->nrow + 1), *edge = NEW_N(a, uint32_t, g->nrow + 1),
             *work = NEW_N(a, uint32_t, g->nrow + 1);
    while (m.size < least && layers(g, &m, level, work)) {
        memcpy(edge, g->start, g->nrow * sizeof *edge);
        for (uint32_t i = 0; i < g->nrow; i++)
            if (m.col_of[i] == NOWHERE)
                descend(g, &m, i, level, edge, work);
    }
    return m;
}

/* Matches one more row, along an alternating path over columns with seen[] != mark (these are marked and appended to
 * *visited). A search that fails leaves its columns marked: no later search can succeed through them, so a series of
 * searches is linear. */
bool graph_augment(Arena *a, const Incidence *g, Matching *m, uint32_t row, uint32_t *seen, uint32_t mark,
                   uint32_t **visited)
{
    typedef struct {
        uint32_t row, edge;
    } Step;
    Step *path = NULL;

    vec_push(a, path, ((Step){ row, g->start[row] }));
    while (vec_len(path)) {
        Step *s = &vec_last(path);
        if (s->edge == g->start[s->row + 1]) {
            (void)vec_pop(path);
            if (vec_len(path))
                vec_last(path).edge++;
            continue;
        }
        uint32_t j = g->to[s->edge];
        if (seen[j] == mark) {
            s->edge++;
            continue;
        }
        seen[j] = mark;
        if (visited)
            vec_push(a, *visited, j);
        if (m->row_of[j] != NOWHERE) {
            uint32_t r = m->row_of[j];
            vec_push(a, path, ((Step){ r, g->start[r] }));
            continue;
        }
        for (uint32_t k = vec_len(path); k-- > 0;) {
            uint32_t c = g->to[path[k].edge];
            m->col_of[path[k].row] = c;
            m->row_of[c] = path[k].row;
        }
        m->size++;
        return true;
    }
    return false;
}

/* ---- singular parts ------------------------------------------------------------------------------------ */

/* All rows in the smallest overdetermined part with the unmatched `row` (first in the vec): one more than their
 * columns. */
uint32_t *graph_reach(Arena *a, const Incidence *g, const Matching *m, uint32_t row)
{
    uint32_t *rows = NULL;
    Map seen = { 0 };

    vec_push(a, rows, row);
    map_set(a, &seen, row, 1);
    for (uint32_t head = 0; head < vec_len(rows); head++) {
        uint32_t i = rows[head];
        for (uint32_t k = g->start[i]; k < g->start[i + 1]; k++) {
            uint32_t r = m->row_of[g->to[k]];
            if (r != NOWHERE && !map_get(&seen, r)) {
                map_set(a, &seen, r, 1);
                vec_push(a, rows, r);
            }
        }
    }
    return rows;
}

/* All columns in the smallest underdetermined part with the unmatched column. */
uint32_t *graph_reach_from_col(Arena *a, const Incidence *transposed, const Matching *m, uint32_t col)
{
    Matching swapped = { m->size, m->row_of, m->col_of };
    return graph_reach(a, transposed, &swapped, col);
}

/* ---- strongly connected components --------------------------------------------------------------------- */

typedef struct { uint32_t node, edge; } Visit;

/* Components of a square graph (row i depends on rows to[..]); component[i] counts in order of dependency: what a
 * component depends on has a smaller number. Independent ones are in the order of rows. */
uint32_t graph_components(Arena *a, const Incidence *g, uint32_t *component)
{
    uint32_t n = g->nrow, clock = 0, count = 0, *low = filled(a, n), *index = filled(a, n), *open = NULL;
    Visit *stack = NULL;

    memset(component, 0xff, n * sizeof *component);
    for (uint32_t root = 0; root < n; root++) {
        if (index[root] != NOWHERE)
            continue;
        index[root] = low[root] = clock++;
        vec_push(a, open, root);
        vec_push(a, stack, ((Visit){ root, g->start[root] }));
        while (vec_len(stack)) {
            Visit *v = &vec_last(stack);
            uint32_t i = v->node;
            if (v->edge < g->start[i + 1]) {
                uint32_t j = g->to[v->edge++];
                if (index[j] == NOWHERE) {
                    index[j] = low[j] = clock++;
                    vec_push(a, open, j);
                    vec_push(a, stack, ((Visit){ j, g->start[j] }));
                } else if (component[j] == NOWHERE && index[j] < low[i]) {
                    low[i] = index[j];
                }
                continue;
            }
            (void)vec_pop(stack);
            if (vec_len(stack) && low[i] < low[vec_last(stack).node])
                low[vec_last(stack).node] = low[i];
            if (low[i] != index[i])
                continue;
            uint32_t j;
            do {
                j = vec_pop(open);
                component[j] = count;
            } while (j != i);
            count++;
        }
    }
    return count;
}
