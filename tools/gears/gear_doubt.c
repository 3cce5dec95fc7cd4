/* gear_doubt.c - what in a train is likely to be a mistake, by name.
 *
 * Redundant: a coupling that says what others say; contradictory: couplings that leave a shaft no motion; blocked: a
 * set whose members always turn together; an element that connects a member to itself; what can carry no torque,
 * whatever is engaged. The last are, of the matrix of all slips and port speeds, the columns that no other depends on:
 * where torques balance, theirs are zero.
 *
 * Requires: a train. Cost: as one state, with all elements.
 */
#include <string.h>
#include "expr.h"
#include "flatten.h"
#include "gear_build.h"
#include "text.h"

static Span span_of(const Train *t, const Inst *root, const char *path)
{
    const Inst *in = inst_at(root, path);

    return in ? in->is->span : t->f->cls ? t->f->cls->span : (Span){ 0, 0 };
}

/* "p1.planetRing": the component that has the mesh, as the user sees it. */
static const char *owner(const Train *t, uint32_t mesh) { return t->set[t->mesh[mesh].set].name; }

/* Names of the owners of meshes that count, each once. */
static const char *owners(const Train *t, const bool *counts)
{
    const char *text = NULL;
    bool *told = NEW_N(&t->d->pass, bool, vec_len(t->set) + 1);

    for (uint32_t i = 0; i < vec_len(t->mesh); i++)
        if (counts[i] && !told[t->mesh[i].set]) {
            told[t->mesh[i].set] = true;
            text = text ? internf(t->d, "%s, %s", text, owner(t, i)) : owner(t, i);
        }
    return text ? text : "";
}

/* The path of a collapsed mesh: of the set that it is in, if another one of that set collapsed too. */
static const char *collapsed_path(const Train *t, uint32_t k)
{
    const char *path = t->f->eq[t->collapsed[k].eq].path, *dot = strrchr(path, '.');
    const char *parent = dot ? intern(t->d, path, (size_t)(dot - path)) : NULL;

    for (uint32_t i = 0; i < vec_len(t->collapsed) && parent && strlen(parent) > strlen(t->sub); i++)
        if (i != k && is_within(t->f->eq[t->collapsed[i].eq].path, parent))
            return parent;
    return path;
}

static void doubt_collapsed(const Train *t, const Inst *root)
{
    static const char *const text[] = {
        [LEFT_NOTHING] = "redundant: it says of speeds what other couplings say already",
        [LEFT_STANDSTILL] = "with what else joins its flanges, it allows them no motion at all",
        [LEFT_ONE_MOTION] =
            "it turns as one block: something joins two of its flanges, so that it carries nothing",
    };
    Map told = { 0 };

    for (uint32_t i = 0; i < vec_len(t->collapsed); i++) {
        const char *path = collapsed_path(t, i);
        if (!is_within(path, t->sub) || map_get(&told, KEY(path)))
            continue;
        map_set(&t->d->pass, &told, KEY(path), 1);
        warning(t->d, span_of(t, root, path), path, "%s", text[t->collapsed[i].left]);
    }
}

/* The meshes that it takes to make a sum of body speeds: by mesh. */
static bool *made_of(const Train *t, const Term *term, uint32_t n)
{
    bool *counts = NEW_N(&t->d->pass, bool, vec_len(t->mesh) + 1);

    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        Fraction sum = FR_ZERO;
        for (uint32_t k = 0; k < n; k++)
            sum = fr_add(sum, fr_mul(FR_AT(&t->multiplier, i, term[k].body), term[k].factor));
        counts[i] = !fr_is_zero(sum);
    }
    return counts;
}

static void doubt_redundant(const Train *t, const Inst *root)
{
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        const Mesh *m = &t->mesh[i];
        if (m->redundant)
            warning(t->d, span_of(t, root, owner(t, i)), owner(t, i),
                    "redundant: this coupling says of speeds what %s say already; it is taken to carry "
                    "nothing",
                    owners(t, made_of(t, m->term, vec_len(m->term))));
    }
}

static bool always_still(const Train *t, uint32_t body)
{
    return body != 0 && t->member[t->body[body].member].housing;
}

static uint32_t count(const Train *t, const bool *is)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->mesh); i++)
        n += is[i];
    return n;
}

/* Bodies that stand still by the fewest meshes first; what then follows from it is not told. */
static void doubt_contradictory(const Train *t, const Inst *root)
{
    bool *told = NEW_N(&t->d->pass, bool, vec_len(t->mesh) + 1);

    for (uint32_t n = 1; n <= vec_len(t->mesh); n++)
        for (uint32_t b = 1; b < vec_len(t->body); b++) {
            const Term one = { b, FR_ONE };
            const bool *by = always_still(t, b) ? made_of(t, &one, 1) : NULL;
            uint32_t first = NONE;
            bool known = false;
            for (uint32_t i = 0; by && i < vec_len(t->mesh); i++) {
                known |= by[i] && told[i];
                first = first == NONE && by[i] ? i : first;
            }
            if (!by || known || count(t, by) != n)
                continue;
            warning(t->d, span_of(t, root, owner(t, first)), NULL,
                    "contradictory couplings: with %s, %s can only stand still", owners(t, by),
                    body_name(t, b));
            for (uint32_t i = 0; i < vec_len(t->mesh); i++)
                told[i] |= by[i];
        }
}

static void doubt_blocks(const Train *t, const Inst *root)
{
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        const Term *term = t->mesh[i].term;
        bool block = vec_len(term) > 2;
        for (uint32_t k = 1; k < vec_len(term); k++)
            block &= t->body[term[k].body].member == t->body[term->body].member;
        if (block && !always_still(t, term->body))
            warning(t->d, span_of(t, root, owner(t, i)), owner(t, i),
                    "it turns as one block: other couplings keep its members at one speed");
    }
}

/* ---- what carries nothing ------------------------------------------------------------------------------ */

static const char *component_of(const Train *t, const Flange *flange)
{
    const char *dot = strrchr(flange->path, '.');

    return dot ? intern(t->d, flange->path, (size_t)(dot - flange->path)) : "";
}

static bool has_gears(const Train *t, const char *component)
{
    for (uint32_t i = 0; i < vec_len(t->mesh); i++)
        if (is_within(t->mesh[i].path, component))
            return true;
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (is_within(t->element[e].name, component))
            return true;
    return false;
}

/* All its flanges, two or more, are one body. */
static bool is_rigid(const Train *t, const char *component, uint32_t body)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        if (!is_within(t->flange[i].path, component))
            continue;
        if (t->flange[i].body != body)
            return false;
        n++;
    }
    return n > 1;
}

/* By body: can something take torque there that is no gear and no element: an inertia, if they count, or a component
 * that is neither gear nor element nor a shaft, such as a spring? */
static bool *takers(const Train *t, bool inertias)
{
    bool *takes = NEW_N(&t->d->pass, bool, vec_len(t->body));

    for (uint32_t b = 1; b < vec_len(t->body); b++)
        takes[b] = inertias && !fr_is_zero(t->body[b].inertia);
    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        uint32_t b = t->flange[i].body;
        const char *component = component_of(t, &t->flange[i]);
        if (!takes[b] && strlen(component) > strlen(t->sub))
            takes[b] = !has_gears(t, component) && !is_rigid(t, component, b);
    }
    return takes;
}

/* [freedom][element, then port, then body that takes torque] in echelon form: a torque of each that is not a pivot
 * makes those of the pivots. takes: NULL: none does. */
static Matrix balance(const Train *t, const bool *takes, uint32_t **pivot)
{
    uint32_t n = vec_len(t->element), ports = vec_len(t->port), bodies = takes ? vec_len(t->body) : 0;
    Matrix m = fr_matrix(t->d, t->freedoms, n + ports + bodies);

    for (uint32_t r = 0; r < t->freedoms; r++) {
        for (uint32_t e = 0; e < n; e++)
            FR_AT(&m, r, e) = t->element[e].motion[r];
        for (uint32_t p = 0; p < ports; p++)
            FR_AT(&m, r, n + p) = t->body[t->port[p].body].motion[r];
        for (uint32_t b = 1; b < bodies; b++)
            FR_AT(&m, r, n + ports + b) = takes[b] ? t->body[b].motion[r] : FR_ZERO;
    }
    (void)fr_echelon(t->d, &m, m.cols, pivot);
    return m;
}

static bool is_alone(const Matrix *m, uint32_t row, uint32_t pivot)
{
    for (uint32_t c = 0; c < m->cols; c++)
        if (c != pivot && !fr_is_zero(FR_AT(m, row, c)))
            return false;
    return true;
}

/* Torques on bodies of one way to balance: 1 at the column that is free. */
static Fraction *load_of(const Train *t, const Matrix *m, const uint32_t *pivot, uint32_t column)
{
    uint32_t n = vec_len(t->element);
    Fraction *torque = NEW_N(&t->d->pass, Fraction, m->cols + 1),
             *on = NEW_N(&t->d->pass, Fraction, vec_len(t->body));

    for (uint32_t c = 0; c < m->cols; c++)
        torque[c] = c == column ? FR_ONE : FR_ZERO;
    for (uint32_t r = 0; r < vec_len(pivot); r++)
        torque[pivot[r]] = fr_neg(FR_AT(m, r, column));
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        on[b] = FR_ZERO;
    for (uint32_t e = 0; e < n; e++)
        for (uint32_t i = 0; i < vec_len(t->element[e].slip); i++) {
            const Term *term = &t->element[e].slip[i];
            on[term->body] = fr_add(on[term->body], fr_mul(term->factor, torque[e]));
        }
    for (uint32_t p = 0; p < vec_len(t->port); p++)
        on[t->port[p].body] = fr_add(on[t->port[p].body], torque[n + p]);
    for (uint32_t b = 1; n + vec_len(t->port) + b < m->cols; b++)
        on[b] = fr_add(on[b], torque[n + vec_len(t->port) + b]);
    return on;
}

/* By set: is there a way to balance in which one of its meshes has a torque? */
static bool *loaded_sets(const Train *t, const Matrix *m, const uint32_t *pivot, const bool *takes)
{
    uint32_t first = vec_len(t->element) + vec_len(t->port);
    bool *loaded = NEW_N(&t->d->pass, bool, vec_len(t->set) + 1);
    uint32_t next = 0;

    for (uint32_t c = 0; c < m->cols; c++) {
        if (next < vec_len(pivot) && pivot[next] == c) {
            next++;
            continue;
        }
        if (c >= first && !takes[c - first])
            continue;
        const Fraction *on = load_of(t, m, pivot, c);
        for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
            Fraction sum = FR_ZERO;
            for (uint32_t b = 1; b < vec_len(t->body); b++)
                sum = fr_add(sum, fr_mul(FR_AT(&t->multiplier, i, b), on[b]));
            loaded[t->mesh[i].set] |= !fr_is_zero(sum);
        }
    }
    return loaded;
}

/* Elements and ports come first in both matrices: their pivots are the same. */
static void doubt_ports(const Train *t, const Inst *root)
{
    uint32_t *pivot = NULL, *same = NULL, n = vec_len(t->element);
    const Matrix m = balance(t, NULL, &pivot), elastic = balance(t, takers(t, false), &same);

    for (uint32_t r = 0; r < vec_len(pivot); r++)
        if (pivot[r] >= n && is_alone(&m, r, pivot[r]))
            warning(t->d, span_of(t, root, t->port[pivot[r] - n].path), t->port[pivot[r] - n].path,
                    "the %s %s", pivot[r] - n < t->inputs ? "input" : "output",
                    is_alone(&elastic, r, pivot[r])
                        ? "is connected to nothing that takes torque"
                        : "leads only to components that fix no ratio, such as a spring");
}

/* A flange of the set that nothing else is connected to; NULL */
static const char *open_flange(const Train *t, const GearSet *set)
{
    for (uint32_t k = 0; k < vec_len(set->port); k++) {
        uint32_t body = set->port[k].body;
        bool open = body != 0;
        for (uint32_t i = 0; i < vec_len(t->flange) && open; i++)
            open = t->flange[i].body != body || is_within(t->flange[i].path, set->name);
        if (open)
            return internf(t->d, "%s.%s", set->name, set->port[k].role);
    }
    return NULL;
}

static void doubt_idle(const Train *t, const Inst *root)
{
    uint32_t *pivot = NULL, n = vec_len(t->element);
    const bool *takes = takers(t, true);
    const Matrix m = balance(t, takes, &pivot);

    const bool *loaded = loaded_sets(t, &m, pivot, takes);

    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        const char *open = open_flange(t, &t->set[i]);
        if (!loaded[i] && !t->mesh[t->set[i].mesh[0]].redundant && is_within(t->set[i].name, t->sub))
            warning(t->d, span_of(t, root, t->set[i].name), t->set[i].name,
                    "it can carry no torque, whatever is engaged: %s is connected to nothing",
                    open ? open : "one of its members");
    }
    for (uint32_t r = 0; r < vec_len(pivot); r++)
        if (pivot[r] < n && is_alone(&m, r, pivot[r]))
            warning(t->d, span_of(t, root, t->element[pivot[r]].name), t->element[pivot[r]].name,
                    "it can carry no torque, whatever else is engaged: one of its sides is connected to "
                    "nothing that takes it");
}

static void doubt_elements(const Train *t)
{
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (t->element[e].idle)
            warning(t->d, t->element[e].span, t->element[e].name,
                    "it connects %s with itself: its sides always turn together",
                    body_name(t, t->element[e].connects[0]));
}

/* What the model asserts of its parameters: a ratio that is not zero. */
static void doubt_assertions(const Train *t)
{
    for (uint32_t i = 0; i < vec_len(t->f->assert); i++) {
        const Assert *a = &t->f->assert[i];
        bool holds = true;
        bool ours = is_within(a->path, t->sub) && !a->terminate && a->level != LEVEL_NOTE;
        if (!ours || !known_condition(t->d, ex_fold(t->d, a->cond), &holds) || holds)
            continue;
        Ex message = ex_fold(t->d, a->message);
        const char *text = string_of(t->d, message);
        tell_assertion(t->d, a->level, a->span, a->path, text ? text : ex_plain(t->d, message));
    }
}

void train_doubts(const Train *t, const Inst *root)
{
    uint32_t before = t->d->errors;

    doubt_assertions(t);
    if (t->d->errors != before)
        return;
    doubt_collapsed(t, root);
    doubt_redundant(t, root);
    doubt_contradictory(t, root);
    doubt_blocks(t, root);
    doubt_elements(t);
    doubt_idle(t, root); /* a set with an open end comes before what it leaves without torque */
    doubt_ports(t, root);
}
