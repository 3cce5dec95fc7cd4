/* flat.h - flat models built by hand, for tests of the back end. */
#ifndef FLAT_H
#define FLAT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "dtc.h"
#include "../extreme.h"
#include "../once.h"

static Dtc *d;
static Flat *f;

#define CHECK(c)                                                                                                       \
    ({                                                                                                                 \
        static int before_;                                                                                            \
        if (!counted(!!(c), &before_))                                                                                 \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #c);                                            \
    })
#define R(x) ex_real(d, (x))
#define V(v) ex_var(d, (v))
#define ADD(a, b) ex_bin(d, OP_ADD, (a), (b))
#define SUB(a, b) ex_bin(d, OP_SUB, (a), (b))
#define MUL(a, b) ex_bin(d, OP_MUL, (a), (b))
#define DIV(a, b) ex_bin(d, OP_DIV, (a), (b))

static void begin(void)
{
    d = calloc(1, sizeof *d);
    f = d->flat = NEW(&d->run, Flat);
    add_variable(d, f, (VarInfo){ .name = "" });
    add_equation(d, f, (Equation){ .removed = true });
    add_initial(d, f, (Equation){ .removed = true });
    vec_push(&d->run, f->sw, ((Switch){ .name = "" }));
    d->log = tmpfile();
}

static void end(void)
{
    fclose(d->log);
    arena_free(&d->pass);
    arena_free(&d->run);
    free(d);
}

/* What was reported so far. */
__attribute__((unused)) static bool reported(const char *text)
{
    static char log[20000];
    rewind(d->log);
    log[fread(log, 1, sizeof log - 1, d->log)] = 0;
    if (strstr(log, text)) return true;
    fprintf(stderr, "not reported: %s\nreported:\n%s", text, log);
    return false;
}

__attribute__((unused)) static Var var_of(const char *name, TypeKind t, Variability v)
{
    add_variable(d, f, (VarInfo){ .name = internz(d, name), .path = "", .type = t, .variability = v });
    return vec_len(f->var) - 1;
}

__attribute__((unused)) static Var real(const char *name) { return var_of(name, T_REAL, V_CONT); }

__attribute__((unused)) static Var parameter(const char *name, double x)
{
    Var v = var_of(name, T_REAL, V_PARAM);
    change_variable(f, v)->binding = R(x);
    return v;
}

__attribute__((unused)) static Var state(Dae *dae, const char *name, Var der)
{
    Var v = real(name);
    change_variable(f, v)->is_state = true;
    change_variable(f, v)->der = der;
    vec_push(&d->run, dae->state, v);
    return v;
}

__attribute__((unused)) static Eq equation(Ex lhs, Ex rhs)
{
    add_equation(d, f, (Equation){ .lhs = lhs, .rhs = rhs, .path = "" });
    return vec_len(f->eq) - 1;
}

/* A switching element: torque lambda on slip s with acceleration a, bounds -+c. */
__attribute__((unused)) static uint32_t law(const char *name, Var s, Var a, Var lambda, Var lo, Var hi)
{
    Switch w = {
        .name = internz(d, name), .path = internz(d, name), .s = s, .a = a, .lambda = lambda, .lo = lo, .hi = hi
    };
    w.place = var_of("place", T_INT, V_DISCRETE);
    w.forward = var_of("forward", T_BOOL, V_DISCRETE);
    w.backward = var_of("backward", T_BOOL, V_DISCRETE);
    w.stuck = var_of("stuck", T_BOOL, V_DISCRETE);
    w.inactive = var_of("inactive", T_BOOL, V_DISCRETE);
    vec_push(&d->run, f->sw, w);
    add_equation(d, f, (Equation){ .kind = EQ_SWITCH, .index = vec_len(f->sw) - 1, .path = w.path });
    return vec_len(f->sw) - 1;
}

/* Processor time, s. */
__attribute__((unused)) static double seconds(void) { return (double)clock()/CLOCKS_PER_SEC; }

/* run(n) takes some seconds, and says how many: from n/4 to n at most 9 times as many (its square would be 16), on
 * any machine. A busy one makes times longer, never shorter, so that the least of some runs counts. */
__attribute__((unused)) static bool near_linear(double (*run)(uint32_t), uint32_t n)
{
    double small = INFINITY, large = INFINITY;
    for (int again = 0; again < 5; again++) {
        small = smaller(small, run(n/4));
        large = smaller(large, run(n));
        if (large <= 9*small) return true;
    }
    printf("%u: %.3f s, %u: %.3f s\n", n/4, small, n, large);
    return false;
}

/* Growth of time takes seconds: not where the tests are to be quick. */
#define GROWS_LINEARLY(run, n)                                                                                         \
    do {                                                                                                               \
        if (!in_quick_ring()) CHECK(near_linear((run), (n)));                                                          \
    } while (0)

__attribute__((unused)) static bool in_quick_ring(void)
{
    const char *ring = getenv("RING");
    return ring && strcmp(ring, "quick") == 0;
}

static int finish(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

#endif
