/* Locks of random redundant mechanisms M v' = f + W' lambda, through generated code with each method: what a lock does
 * to the speeds is an impulse of the elements that hold, and it takes energy.
 *
 * test_impulse FOLDER FIRST COUNT METHOD ...: FOLDER/random_METHOD.so of the systems of write.c. After each evaluation
 * a copy of the model advances by a step of zero: what is left of the step is the jump dv. With S the elements that are
 * stuck now, to rounding:
 *
 *     W_S (v + dv) = 0         M dv = W_S' p for some p: no momentum comes from elsewhere         T(v) - T(v + dv) =
 * dv' M dv / 2 >= 0 */
#include "../drive.h"
#include "../switching/exact.h"

typedef struct { struct system y; Slot v[MAXN], place[MAXM]; } Part;
typedef struct { long locks; double slip, momentum, energy, gain; } Worst;

static Part part(Rig *r, int seed)
{
    Part p = { .y = random_system((uint64_t)seed, 1) };
    char name[64];
    make_admissible(&p.y);
    for (int i = 0; i < p.y.n; i++) {
        snprintf(name, sizeof name, "m%d.v%d", seed, i + 1);
        p.v[i] = slot(r, name);
    }
    for (int k = 0; k < p.y.m; k++) {
        snprintf(name, sizeof name, "m%d.e%d.place", seed, k + 1);
        p.place[k] = slot(r, name);
    }
    return p;
}

static Slot in(const Rig *r, const Rig *of, Slot s) { return (Slot){ r->m + (s.at - of->m), s.sign, s.type }; }

static double product(int n, const double *a, const double *b)
{
    double x = 0;
    for (int i = 0; i < n; i++)
        x += a[i] * b[i];
    return x;
}

static void times(const struct system *y, const double *v, double *Mv)
{
    for (int i = 0; i < y->n; i++)
        Mv[i] = product(y->n, y->M + i * y->n, v);
}

/* What of p is not in the range of W_S': rows of W_S are orthonormalised and taken out. */
static double rest(const Part *p, double *q)
{
    double base[MAXM][MAXN];
    int n = p->y.n, rank = 0;
    for (int k = 0; k < p->y.m; k++) {
        if ((int)get(p->place[k]) != DTC_STUCK)
            continue;
        memcpy(base[rank], p->y.e[k].w, sizeof base[rank]);
        double whole = sqrt(product(n, base[rank], base[rank]));
        for (int pass = 0; pass < 2; pass++)
            for (int j = 0; j < rank; j++) {
                double c = product(n, base[rank], base[j]);
                for (int i = 0; i < n; i++)
                    base[rank][i] -= c * base[j][i];
            }
        double length = sqrt(product(n, base[rank], base[rank]));
        if (length < 1e-9 * whole)
            continue;
        for (int i = 0; i < n; i++)
            base[rank][i] /= length;
        rank++;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < rank; j++) {
            double c = product(n, q, base[j]);
            for (int i = 0; i < n; i++)
                q[i] -= c * base[j][i];
        }
    return sqrt(product(n, q, q));
}

static void impulse(const Part *p, const Rig *r, const Rig *after, Worst *w)
{
    int n = p->y.n;
    double v[MAXN], u[MAXN], dv[MAXN], Mv[MAXN], Mu[MAXN], Mdv[MAXN], s[MAXM];
    for (int i = 0; i < n; i++)
        v[i] = get(p->v[i]), u[i] = get(in(after, r, p->v[i])), dv[i] = u[i] - v[i];
    slips(&p->y, u, s);
    for (int k = 0; k < p->y.m; k++)
        if ((int)get(p->place[k]) == DTC_STUCK)
            w->slip = larger(w->slip, fabs(s[k]));
    times(&p->y, v, Mv), times(&p->y, u, Mu), times(&p->y, dv, Mdv);
    double before = 0.5 * product(n, v, Mv), later = 0.5 * product(n, u, Mu), lost = 0.5 * product(n, dv, Mdv),
           push = sqrt(product(n, Mdv, Mdv));
    if (push <= 1e-6 * (1 + sqrt(product(n, Mv, Mv))))
        return;                            /* rounding: masses and speeds are about 1 */
    w->locks++;
    w->gain = larger(w->gain, (later - before) / before);
    w->energy = larger(w->energy, fabs(before - later - lost) / before);
    w->momentum = larger(w->momentum, rest(p, Mdv) / push);
}

static void method(const char *folder, int first, int count, const char *name, double h)
{
    Rig r = rig(folder, "random", "All", name, h), after = r;
    Part *p = calloc((size_t)count, sizeof *p);
    Worst w = { 0 };
    char property[128];

    after.m = malloc(r.info->size);
    after.h = 0;
    for (int i = 0; i < count; i++)
        p[i] = part(&r, first + i);
    dtc_status status = setup(&r);
    for (long k = 0, steps = lround(2 / h); k < steps && status == DTC_OK; k++) {
        status = evaluate(&r);
        memcpy(after.m, r.m, r.info->size);
        if (status == DTC_OK)
            status = advance(&after);
        for (int i = 0; i < count; i++)
            impulse(&p[i], &r, &after, &w);
        if (status == DTC_OK)
            status = advance(&r);
    }
    CHECK(status == DTC_OK && w.locks > count, "%s at %g ms: status %d, %ld locks", name, 1e3 * h, status, w.locks);
    CHECK(w.gain <= 1e-12, "%s at %g ms: a lock makes energy, %g of what there is", name, 1e3 * h, w.gain);
    CHECK(w.energy <= 1e-10 && w.momentum <= 1e-8, "%s at %g ms: energy of a lock off by %g, momentum by %g", name,
          1e3 * h, w.energy, w.momentum);
    CHECK(w.slip <= 1e-9, "%s at %g ms: a lock leaves slip, %g", name, 1e3 * h, w.slip);
    snprintf(property, sizeof property, "%d random systems, %g ms: locks; slip left; momentum; energy", count, 1e3 * h);
    FIGURE(&r, property, "%ld; %.0e; %.0e; %.0e", w.locks, w.slip, w.momentum, w.energy);
    free(p);
    free(after.m);
    free(r.m);
}

int main(int argc, char **argv)
{
    for (int i = 4; i < argc; i++) {
        method(argv[1], atoi(argv[2]), atoi(argv[3]), argv[i], 1e-3);
        method(argv[1], atoi(argv[2]), atoi(argv[3]), argv[i], 1e-2);
    }
    return summary();
}
