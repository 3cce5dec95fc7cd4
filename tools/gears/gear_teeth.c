/* gear_teeth.c - the search for teeth: which choices come nearest to wanted ratios, with how many teeth.
 *
 * For each gear the bodies that its engaged elements join are one unknown speed; sets whose teeth vary are an equation
 * or two between suns, carrier and ring; one elimination in doubles gives the ratio. Of choices that are looked at
 * those stay that no other beats in both the largest relative error and the sum of teeth (Pareto). If all combinations
 * are few enough they are all looked at, and the result is proven. Else one set after the other is varied, from many
 * starts, as long as it helps: good choices, not proven. Ratios of what is found are computed anew in fractions.
 *
 * Cost: combinations times gears times the cube of the shafts, few millions of them at most.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gear_teeth.h"

enum { SIZE = 40, STARTS = 60 };           /* unknowns of a gear at most */
static const double ALL = 2e7;             /* combinations */

/* Of a gear: unknown of each body; -1: it stands still. rows: of meshes that do not vary, without the housing. */
typedef struct { int *unknown, unknowns, in, out; } GearModel;

typedef struct {
    TeethSearch *s; GearModel *gear;       /* by wanted ratio */
    bool *varies;                          /* by set */
    uint32_t *choice;                      /* by varied set */
} Search;

/* ---- ratios -------------------------------------------------------------------------------------------- */

static uint32_t find(uint32_t *same, uint32_t b)
{
    while (same[b] != b)
        b = same[b] = same[same[b]];
    return b;
}

static bool is_varied_planet(const Search *x, uint32_t body)
{
    const Train *t = x->s->train;

    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t k = 0; k < vec_len(t->set[i].planet) && x->varies[i]; k++)
            if (t->set[i].planet[k].body == body)
                return true;
    return false;
}

/* Engaged elements join bodies: those with a slip of two bodies, and brakes. */
static GearModel model_of(const Search *x, const State *s)
{
    const Train *t = x->s->train;
    uint32_t n = vec_len(t->body), *same = NEW_N(&t->d->run, uint32_t, n);
    GearModel g = { .unknown = NEW_N(&t->d->run, int, n) };

    for (uint32_t b = 0; b < n; b++)
        same[b] = b;
    for (uint32_t i = 0; i < vec_len(s->engaged); i++) {
        const Term *slip = t->element[s->engaged[i]].slip;
        uint32_t a = find(same, slip[0].body),
                 b = vec_len(slip) > 1 ? find(same, slip[1].body) : find(same, 0);
        same[a > b ? a : b] = a > b ? b : a;
    }
    for (uint32_t b = 0; b < n; b++) {
        uint32_t to = find(same, b);
        bool own = to == b && b != find(same, 0) && !is_varied_planet(x, b);
        g.unknown[b] = own ? g.unknowns++ : to == b ? -1 : g.unknown[to];
    }
    g.in = g.unknown[t->port[0].body];
    g.out = g.unknown[t->port[t->inputs].body];
    return g;
}

/* The equations of a gear with the present choice: each call of put() is one coefficient. */
typedef struct { const Search *x; const GearModel *g; void *to; } Writer;
typedef void Put(void *to, uint32_t row, int unknown, Fraction exact);

static uint32_t write_set(const Writer *w, const VariedSet *v, const Teeth *z, uint32_t row, Put *put)
{
    const int *u = w->g->unknown;
    int ring = z->z[v->suns];

    for (int i = 0; i < v->suns; i++) {
        /* relative to the carrier: simple and the sun of long planets turn against the ring, the others with it */
        bool against = v->kind == TEETH_SIMPLE || (v->kind == TEETH_RAVIGNEAUX && i == 1);
        int sun = against ? z->z[i] : -z->z[i];
        put(w->to, row, u[v->sun[i]], (Fraction){ sun, 1 });
        put(w->to, row, u[v->ring], (Fraction){ ring, 1 });
        put(w->to, row++, u[v->carrier], (Fraction){ -sun - ring, 1 });
    }
    return row;
}

static uint32_t write_gear(const Writer *w, Put *put)
{
    const TeethSearch *s = w->x->s;
    const Train *t = s->train;
    uint32_t row = 0;

    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        row = write_set(w, &s->varied[i], &s->varied[i].choice[w->x->choice[i]], row, put);
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        if (w->x->varies[t->mesh[i].set])
            continue;
        for (uint32_t k = 0; k < vec_len(t->mesh[i].term); k++)
            put(w->to, row, w->g->unknown[t->mesh[i].term[k].body], t->mesh[i].term[k].factor);
        row++;
    }
    return row;
}

typedef struct { double at[SIZE][SIZE]; } Real;

static void put_real(void *to, uint32_t row, int unknown, Fraction f)
{
    if (unknown >= 0)
        ((Real *)to)->at[row][unknown] += fr_value(f);
}

/* Gauss-Jordan with the input moved to the end: speeds by that of the input. 0: the output is not determined. */
static double ratio_real(const Search *x, const GearModel *g)
{
    static Real m;
    int n = g->unknowns, used[SIZE] = { 0 };

    memset(&m, 0, sizeof m);
    const Writer w = { x, g, &m };
    int rows = (int)write_gear(&w, put_real), rank = 0;
    for (int c = 0; c < n; c++) {
        if (c == g->in)
            continue;
        int best = rank;
        for (int r = rank + 1; r < rows; r++)
            best = fabs(m.at[r][c]) > fabs(m.at[best][c]) ? r : best;
        if (rank >= rows || fabs(m.at[best][c]) < 1e-9)
            continue;
        for (int k = 0; k < n && best != rank; k++) {
            double other = m.at[rank][k];
            m.at[rank][k] = m.at[best][k];
            m.at[best][k] = other;
        }
        for (int r = 0; r < rows; r++) {
            double f = r == rank ? 0 : m.at[r][c] / m.at[rank][c];
            for (int k = 0; f != 0 && k < n; k++)
                m.at[r][k] -= f * m.at[rank][k];
        }
        used[rank++] = c;
    }
    for (int r = 0; r < rank; r++)
        if (used[r] == g->out)
            return -m.at[r][g->out] / m.at[r][g->in];
    return g->out == g->in;
}

static void put_exact(void *to, uint32_t row, int unknown, Fraction f)
{
    Matrix *m = to;

    if (unknown >= 0)
        FR_AT(m, row, (uint32_t)unknown) = fr_add(FR_AT(m, row, (uint32_t)unknown), f);
}

static Fraction ratio_exact(const Search *x, const GearModel *g)
{
    Matrix m = fr_matrix(x->s->train->d, SIZE, (uint32_t)g->unknowns + 1);
    const Writer w = { x, g, &m };
    uint32_t in = (uint32_t)g->in, *pivot = NULL, last = m.cols - 1;

    (void)write_gear(&w, put_exact);
    for (uint32_t r = 0; r < m.rows; r++) {
        FR_AT(&m, r, last) = fr_neg(FR_AT(&m, r, in));
        FR_AT(&m, r, in) = FR_ZERO;
    }
    uint32_t rank = fr_echelon(x->s->train->d, &m, last, &pivot);
    for (uint32_t r = 0; r < rank; r++)
        if (pivot[r] == (uint32_t)g->out && !fr_is_zero(FR_AT(&m, r, last)))
            return fr_div(FR_ONE, FR_AT(&m, r, last));
    return g->out == g->in ? FR_ONE : FR_ZERO;
}

/* ---- the Pareto set ------------------------------------------------------------------------------------ */

static int sum_of(const Search *x)
{
    int sum = 0;

    for (uint32_t i = 0; i < vec_len(x->s->varied); i++)
        sum += x->s->varied[i].choice[x->choice[i]].sum;
    return sum;
}

/* What is better: by more than rounding. */
static double below(double error) { return error*(1 - 1e-12); }

/* The error that a choice of so many teeth has to be below. */
static double bound(const TeethSearch *s, int sum)
{
    for (uint32_t i = vec_len(s->best); i > 0; i--)
        if (s->best[i - 1].sum <= sum)
            return below(s->best[i - 1].error);
    return 1e300;
}

/* The largest relative error; beyond `limit` it is not followed to its end. */
static double error_of(Search *x, double limit)
{
    double worst = 0;

    x->s->looked_at++;
    for (uint32_t i = 0; i < vec_len(x->s->wanted) && worst < limit; i++) {
        double ratio = ratio_real(x, &x->gear[i]), error = fabs(ratio / x->s->wanted[i] - 1);
        worst = error > worst || !isfinite(error) ? isfinite(error) ? error : 1e300 : worst;
    }
    return worst;
}

static void keep(Search *x, double error, int sum)
{
    TeethSearch *s = x->s;
    uint32_t n = vec_len(s->varied), kept = 0;
    TeethResult *old = s->best,
                new = { .choice = NEW_N(&s->train->d->run, uint32_t, n), .error = error, .sum = sum };

    memcpy(new.choice, x->choice, n * sizeof *new.choice);
    s->best = NULL;
    for (uint32_t i = 0; i < vec_len(old) && old[i].sum < sum; i++, kept++)
        vec_push(&s->train->d->run, s->best, old[i]);
    vec_push(&s->train->d->run, s->best, new);
    for (uint32_t i = kept; i < vec_len(old); i++)
        if (old[i].error < below(error))
            vec_push(&s->train->d->run, s->best, old[i]);
}

/* Looks at the present choice. */
static double look(Search *x, double limit)
{
    int sum = sum_of(x);
    double most = bound(x->s, sum), error = error_of(x, limit > most ? limit : most);

    if (error < most)
        keep(x, error, sum);
    return error;
}

/* ---- search -------------------------------------------------------------------------------------------- */

static void look_at_all(Search *x, uint32_t set)
{
    if (set == vec_len(x->s->varied)) {
        (void)look(x, 0);
        return;
    }
    for (x->choice[set] = 0; x->choice[set] < vec_len(x->s->varied[set].choice); x->choice[set]++)
        look_at_all(x, set + 1);
    x->choice[set] = 0;
}

/* One set after the other, as long as the error becomes smaller. */
static void descend(Search *x)
{
    uint32_t n = vec_len(x->s->varied), unchanged = 0;
    double error = look(x, 1e300);

    for (uint32_t set = 0; unchanged < n; set = (set + 1) % n) {
        uint32_t best = x->choice[set];
        unchanged++;
        for (uint32_t c = 0; c < vec_len(x->s->varied[set].choice); c++) {
            x->choice[set] = c;
            double e = look(x, error);
            if (e < error) {
                error = e;
                best = c;
                unchanged = 0;
            }
        }
        x->choice[set] = best;
    }
}

static void search(Search *x)
{
    uint32_t n = vec_len(x->s->varied);
    uint64_t seed = 1;
    double all = 1;

    for (uint32_t i = 0; i < n; i++)
        all *= vec_len(x->s->varied[i].choice);
    x->s->proven = all <= ALL;
    if (x->s->proven) {
        look_at_all(x, 0);
        return;
    }
    for (int start = 0; start < STARTS; start++) {
        for (uint32_t i = 0; i < n; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's generator MMIX */
            x->choice[i] = (uint32_t)(seed >> 33) % vec_len(x->s->varied[i].choice);
        }
        descend(x);
    }
}

/* ---- what is wanted ------------------------------------------------------------------------------------ */

static uint32_t gear_named(const GearReport *r, const char *name)
{
    for (uint32_t i = 0; i < vec_len(r->state); i++)
        if (strcmp(state_name(r, i), name) == 0)
            return i;
    return NONE;
}

static bool read_ratios(TeethSearch *s, const char *ratios)
{
    const GearReport *r = s->report;
    Dtc *d = s->train->d;
    uint32_t at = 0;

    for (const char *p = ratios; p && *p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
        const char *word = intern(d, p, strcspn(p, ",")), *equal = strchr(word, '=');
        Fraction f;
        if (equal)
            at = gear_named(r, intern(d, word, (size_t)(equal - word)));
        while (at < vec_len(r->state) && !equal &&
               (fr_is_zero(r->state[at].ratio) || vec_len(r->state[at].forced)))
            at++;
        if (at >= vec_len(r->state) || r->state[at].class != STATE_GEAR ||
            !fr_read(equal ? equal + 1 : word, &f) || fr_is_zero(f)) {
            fprintf(stderr,
                    "dtc: --ratios: %s is no ratio of a gear: 4.7,3.1 in order, or NAME=3.1; there are %u "
                    "gears\n",
                    word, vec_len(r->state));
            return false;
        }
        for (uint32_t i = 0; i < vec_len(s->gear); i++)
            if (s->gear[i] == at) {
                fprintf(stderr, "dtc: --ratios: gear %s has two ratios\n", state_name(r, at));
                return false;
            }
        vec_push(&d->run, s->wanted, fr_value(f));
        vec_push(&d->run, s->gear, at++);
    }
    if (!vec_len(s->wanted))
        fprintf(stderr, "dtc: --teeth needs --ratios: 4.7,3.1 of the gears in order, or NAME=3.1\n");
    return vec_len(s->wanted) > 0;
}

bool teeth_search(const GearReport *r, const Inst *root, const char *teeth, const char *ratios, TeethSearch *s)
{
    const Train *t = r->train;
    Search x = { .s = s, .varies = NEW_N(&t->d->run, bool, vec_len(t->set) + 1) };
    char rest;

    *s = (TeethSearch){ .train = t, .report = r };
    if (sscanf(teeth, "%d:%d%c", &s->low, &s->high, &rest) != 2 || s->low < 5 || s->high < s->low ||
        s->high > 400) {
        fprintf(stderr, "dtc: --teeth: LOW:HIGH is expected, from 5 to 400 teeth, as 20:100\n");
        return false;
    }
    if (t->inputs != 1 || vec_len(t->port) != 2) {
        fprintf(stderr, "dtc: --teeth needs one input and one output\n");
        return false;
    }
    if (!read_ratios(s, ratios) || !teeth_sets(s, root))
        return false;
    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        x.varies[s->varied[i].set] = true;
    x.choice = NEW_N(&t->d->run, uint32_t, vec_len(s->varied));
    for (uint32_t i = 0; i < vec_len(s->wanted); i++) {
        vec_push(&t->d->run, x.gear, model_of(&x, &r->state[s->gear[i]]));
        if (vec_last(x.gear).unknowns >= SIZE || vec_len(t->mesh) >= SIZE) {
            fprintf(stderr, "dtc: --teeth: the train has too many shafts: choose a part of it, --sub PATH\n");
            return false;
        }
    }
    search(&x);
    for (uint32_t i = 0; i < vec_len(s->best); i++) {
        s->best[i].ratio = NEW_N(&t->d->run, Fraction, vec_len(s->wanted));
        x.choice = s->best[i].choice;
        for (uint32_t k = 0; k < vec_len(s->wanted); k++)
            s->best[i].ratio[k] = ratio_exact(&x, &x.gear[k]);
    }
    return true;
}
