/* generate SEED: a random drivetrain as a .dtm model, on standard output.
 *
 * Nodes are shafts, most with an inertia. Each node but the first is joined to earlier ones by an ideal gear, a
 * planetary set, a spring with damper, a clutch or a freewheel; further clutches, brakes and freewheels go anywhere.
 * Rigid joints connect rigid parts that were apart, so that none repeats another. Drags and springs are such that a
 * step of 1 ms is stable. Inputs are piecewise: tables with ramps, steps and pulses. Few nodes have no inertia: some of
 * these models are rejected by the compiler, as they should be.
 *
 * The distribution is fixed; a seed makes the same model everywhere (splitmix64, Steele, Lea and Flood 2014). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 7, FLANGES = 16, TEXT = 1 << 15 };

static const double STOP = 5;

typedef struct { double J; int rigid, n; char flange[FLANGES][32]; } Node;      /* rigid: number of its rigid part */
typedef struct {
    uint64_t seed;
    Node node[NODES];
    int nodes, parts, inputs, freewheels;
    char decl[TEXT], body[TEXT];
} Model;

static double uniform(Model *m)
{
    uint64_t z = m->seed += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static double between(Model *m, double a, double b) { return a + (b - a) * uniform(m); }
static double log_between(Model *m, double a, double b) { return a * exp(log(b / a) * uniform(m)); }
static int below(Model *m, int n) { return (int)(n * uniform(m)); }
static int chance(Model *m, double p) { return uniform(m) < p; }

/* ---- text ---- */

#define ADD(to, ...) snprintf((to) + strlen(to), TEXT - strlen(to), __VA_ARGS__)

static void joint(Model *m, int node, const char *flange)
{
    Node *x = &m->node[node];
    if (x->n == FLANGES)
        abort();
    snprintf(x->flange[x->n++], sizeof x->flange[0], "%s", flange);
}

static void joint_of(Model *m, int node, const char *kind, int part, const char *flange)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d.%s", kind, part, flange);
    joint(m, node, name);
}

static double ms(double t) { return round(t * 1000) / 1000; }

/* A jump comes just before a sample of the longest step. Between samples it would act up to a step late in every
 * fixed-step run, an error of torque*h/J that the input makes and not the model: 58 Nm, 0.9 ms late at each of the
 * seven edges of one pulse, were 0.09 rad/s. */
static double jump(double t) { return ms(t) - 1e-7; }

/* A signal between 0 and `top` (negative ones too where asked for) that is connected to `to`. */
static void input(Model *m, const char *to, double top, int negative)
{
    int k = ++m->inputs, kind = below(m, 3);
    double low = negative ? -top : 0;

    if (kind == 0) {
        double height = between(m, 0.3, 1) * (top - low), start = between(m, 0.2, STOP - 0.5);
        int up = chance(m, 0.5);
        ADD(m->decl, "  Block.Step u%d(height = %.6g, offset = %.6g, startTime = %.7f);\n", k, up ? height : -height,
            up ? low : top, jump(start));
    } else if (kind == 1) {
        double amplitude = between(m, 0.5, 1) * (top - low), width = between(m, 20, 80), period = between(m, 0.6, 2.5),
               start = between(m, 0, 1);
        period = ms(period);
        ADD(m->decl,
            "  Block.Pulse u%d(amplitude = %.6g, offset = %.6g, width = %.12g, period = %.3f, startTime = %.7f);\n", k,
            amplitude, low, 100 * ms(width / 100 * period) / period, period, jump(start));
    } else {
        double t = 0, value = between(m, low, top);
        ADD(m->decl, "  Block.TimeTable u%d(table = [0, %.6g", k, value);
        while (t < STOP) {
            t += between(m, 0.1, 1.2);
            ADD(m->decl, "; %.3f, %.6g", t, value);
            t += between(m, 0.02, 0.4);
            value = chance(m, 0.3) ? 0 : between(m, low, top);
            ADD(m->decl, "; %.3f, %.6g", t, value);
        }
        ADD(m->decl, "]);\n");
    }
    ADD(m->body, "  connect(u%d.y, %s);\n", k, to);
}

/* ---- parts ---- */

static void merge(Model *m, int a, int b)
{
    int from = m->node[a].rigid, to = m->node[b].rigid;
    for (int i = 0; i < m->nodes; i++)
        if (m->node[i].rigid == from)
            m->node[i].rigid = to;
}

static void gear(Model *m, int a, int b)
{
    int k = ++m->parts;
    double ratio = log_between(m, 0.4, 2.5);
    ADD(m->decl, "  Gear.IdealGear gear%d(ratio = %.4g);\n", k, chance(m, 0.2) ? -ratio : ratio);
    joint_of(m, a, "gear", k, "flange_a");
    joint_of(m, b, "gear", k, "flange_b");
    merge(m, a, b);
}

static void planetary(Model *m, int a, int b, int c)
{
    int k = ++m->parts;
    ADD(m->decl, "  Planetary.IdealPlanetary set%d(ratio = %.4g);\n", k, between(m, 1.3, 3));
    joint_of(m, a, "set", k, "sun");
    joint_of(m, b, "set", k, "carrier");
    joint_of(m, c, "set", k, "ring");
    merge(m, a, b);
    merge(m, b, c);
}

static double inertia(const Model *m, int node) { return m->node[node].J > 0 ? m->node[node].J : 0.3; }

static void spring(Model *m, int a, int b)
{
    int k = ++m->parts;
    double J = 1 / (1 / inertia(m, a) + 1 / inertia(m, b)), omega = log_between(m, 5, 30), zeta = between(m, 0.1, 0.5);
    ADD(m->decl, "  Spring.SpringDamper spring%d(c = %.5g, d = %.5g);\n", k, J * omega * omega, 2 * zeta * J * omega);
    joint_of(m, a, "spring", k, "flange_a");
    joint_of(m, b, "spring", k, "flange_b");
}

static void friction(Model *m, const char *model, const char *kind, int a, int b)
{
    int k = ++m->parts;
    char to[48];
    double force = log_between(m, 10, 120), peak = between(m, 1, 1.3);
    ADD(m->decl, "  %s %s%d(fn_max = %.5g, peak = %.4g);\n", model, kind, k, force, chance(m, 0.6) ? 1 : peak);
    joint_of(m, a, kind, k, "flange_a");
    if (b >= 0)
        joint_of(m, b, kind, k, "flange_b");
    snprintf(to, sizeof to, "%s%d.f_normalized", kind, k);
    input(m, to, 1, 0);
}

static void freewheel(Model *m, int a, int b)
{
    int k = ++m->parts;
    m->freewheels++;
    ADD(m->decl, "  Freewheel.Freewheel freewheel%d;\n", k);
    joint_of(m, a, "freewheel", k, "flange_a");
    joint_of(m, b, "freewheel", k, "flange_b");
}

/* Joins a new node to one or two earlier ones. */
static void attach(Model *m, int node)
{
    int other = below(m, node), third = below(m, node), kind = below(m, 100);

    if (kind < 20 && m->node[other].rigid != m->node[third].rigid)
        chance(m, 0.5) ? planetary(m, node, other, third) : planetary(m, other, node, third);
    else if (kind < 45)
        gear(m, node, other);
    else if (kind < 65)
        spring(m, node, other);
    else if (kind < 90)
        friction(m, "Clutch.Clutch", "clutch", node, other);
    else
        freewheel(m, other, node);
}

static int other_node(Model *m, int node)
{
    return (node + 1 + below(m, m->nodes - 1)) % m->nodes;
}

static void elements(Model *m)
{
    int n = below(m, 3);

    for (int i = 0; i < n; i++) {
        int a = below(m, m->nodes);
        friction(m, "Clutch.Clutch", "clutch", a, other_node(m, a));
    }
    n = 1 + below(m, 2);
    for (int i = 0; i < n; i++)
        friction(m, "Clutch.Brake", "brake", below(m, m->nodes), -1);
    if (chance(m, 0.3)) {
        int a = below(m, m->nodes);
        freewheel(m, a, other_node(m, a));
    }
}

static void drags_and_torques(Model *m)
{
    char to[48];
    int n = 1 + below(m, 2);

    ADD(m->decl, "  Shaft.Fixed ground;\n");
    for (int i = 0; i < m->nodes; i++)
        if (chance(m, 0.7)) {
            ADD(m->decl, "  Spring.Damper drag%d(d = %.4g);\n", i, log_between(m, 0.02, 0.2));
            joint_of(m, i, "drag", i, "flange_a");
            ADD(m->body, "  connect(drag%d.flange_b, ground.flange);\n", i);
        }
    for (int i = 0; i < n; i++) {
        ADD(m->decl, "  Source.Torque torque%d;\n", i);
        joint_of(m, i == 0 ? 0 : below(m, m->nodes), "torque", i, "flange");
        snprintf(to, sizeof to, "torque%d.tau", i);
        double top = between(m, 5, 40);
        input(m, to, top, chance(m, 0.6));
    }
}

/* A freewheel must not begin with a slip that it blocks: with one, all is at rest at the start. */
static void shafts(Model *m)
{
    for (int i = 0; i < m->nodes; i++) {
        if (m->node[i].J > 0) {
            ADD(m->decl, "  Shaft.Inertia shaft%d(J = %.5g, w(start = %.4g));\n", i, m->node[i].J,
                m->freewheels ? 0 : between(m, -30, 60));
            joint_of(m, i, "shaft", i, "flange_a");
        }
        for (int k = 1; k < m->node[i].n; k++)
            ADD(m->body, "  connect(%s, %s);\n", m->node[i].flange[0], m->node[i].flange[k]);
    }
}

int main(int argc, char **argv)
{
    static Model m;
    long seed = argc == 2 ? strtol(argv[1], NULL, 10) : 0;

    if (seed <= 0) {
        fputs("usage: generate SEED, a number from 1 on\n", stderr);
        return 2;
    }
    m.seed = (uint64_t)seed * 0x2545f4914f6cdd1du;
    m.nodes = 2 + below(&m, NODES - 1);
    for (int i = 0; i < m.nodes; i++)
        m.node[i] = (Node){ .J = chance(&m, 0.04) ? 0 : log_between(&m, 0.1, 2),
                            .rigid = i }; /* in this order: ?: is a sequence point */
    for (int i = 1; i < m.nodes; i++)
        attach(&m, i);
    elements(&m);
    drags_and_torques(&m);
    shafts(&m);
    printf("model Random%ld \"Random drivetrain, made by tests/random/generate.c\"\n  import "
           "Drivetrain.*;\n%sequation\n%send Random%ld;\n",
           seed, m.decl, m.body, seed);
    return 0;
}
