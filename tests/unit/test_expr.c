/* test_expr.c - expressions: folding, printing, derivative, linear parts, substitution, values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../../compiler/dtc.h"

static int failures;
static Dtc *d;
static Ex x, y, z, n, b;

#define CHECK(c) ((c) ? (void)0 : (void)(failures++, fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #c)))

static void is(int line, Ex e, const char *want)
{
    const char *got = e ? ex_text(d, e) : "(none)";
    if (strcmp(got, want) == 0) return;
    fprintf(stderr, "%s:%d: got %s, want %s\n", __FILE__, line, got, want);
    failures++;
}
#define IS(e, want) is(__LINE__, (e), (want))

static Ex add_var(const char *name, TypeKind t)
{
    vec_push(&d->run, d->flat->var, ((VarInfo){ .name = internz(d, name), .type = t }));
    return ex_var(d, vec_len(d->flat->var) - 1);
}

static void set_up(void)
{
    d = calloc(1, sizeof *d);
    d->flat = NEW(&d->run, Flat);
    add_var("unused", T_REAL);
    x = add_var("x", T_REAL);
    y = add_var("y", T_REAL);
    z = add_var("a.z", T_REAL);
    n = add_var("n", T_INT);
    b = add_var("b", T_BOOL);
}

#define R(v) ex_real(d, (v))
#define BIN(op, p, q) ex_bin(d, OP_##op, (p), (q))
#define UN(op, p) ex_un(d, OP_##op, (p))

static void folding(void)
{
    CHECK(BIN(ADD, x, y) == BIN(ADD, x, y));
    CHECK(BIN(ADD, x, y) != BIN(ADD, y, x));
    CHECK(R(2) == R(2.0) && R(0.0) == R(-0.0) && R(2) != ex_int(d, 2));
    CHECK(BIN(MUL, R(0), x) == R(0));
    CHECK(BIN(SUB, x, x) == R(0));
    CHECK(UN(NEG, UN(NEG, x)) == x);
    CHECK(ex_if(d, b, x, x) == x && ex_if(d, ex_bool(d, false), x, y) == y);
    CHECK(BIN(AND, b, ex_bool(d, true)) == b && BIN(OR, b, ex_bool(d, true)) == ex_bool(d, true));
    CHECK(BIN(LT, R(1), ex_int(d, 2)) == ex_bool(d, true));
    IS(BIN(DIV, ex_int(d, 35), ex_int(d, 73)), "35/73");
    IS(BIN(MUL, BIN(DIV, ex_int(d, 35), ex_int(d, 73)), BIN(DIV, ex_int(d, 73), ex_int(d, 7))), "5");
    IS(BIN(DIV, x, x), "x/x");
    IS(BIN(DIV, R(1), R(0)), "1/0");
    IS(BIN(DIV, R(0), x), "0/x");
    IS(UN(SQRT, R(-1)), "sqrt(-1)");
    IS(UN(LOG, R(0)), "log(0)");
    IS(UN(EXP, R(1000)), "exp(1000)");
    IS(BIN(POW, R(2), R(-2)), "1/4");
    IS(BIN(MOD, ex_int(d, -7), ex_int(d, 3)), "2");
    IS(BIN(REM, ex_int(d, -7), ex_int(d, 3)), "-1");
    IS(BIN(DIVI, ex_int(d, -7), ex_int(d, 3)), "-2");
    IS(UN(INTEGER, R(-2.5)), "-3");
    IS(BIN(MUL, R(2), BIN(MUL, R(3), x)), "6*x");
    IS(BIN(ADD, ex_int(d, INT64_MAX), ex_int(d, 1)), "9223372036854775807 + 1");
    IS(UN(NEG, BIN(SUB, x, y)), "y - x");
    IS(UN(PRE, UN(NEG, x)), "-pre(x)");
}

static void printing(void)
{
    IS(R(0.1), "0.1");
    IS(R(1.0/3), "0.3333333333333333");
    IS(BIN(SUB, x, BIN(SUB, y, z)), "x - (y - 'a.z')");
    IS(BIN(SUB, BIN(SUB, x, y), z), "x - y - 'a.z'");
    IS(BIN(DIV, x, BIN(MUL, y, z)), "x/(y*'a.z')");
    IS(BIN(MUL, x, UN(NEG, y)), "x*(-y)");
    IS(BIN(MUL, x, BIN(DIV, ex_int(d, 1), ex_int(d, 3))), "x*(1/3)");
    IS(BIN(POW, UN(NEG, x), R(2)), "(-x)^2");
    IS(UN(NEG, BIN(POW, x, R(2))), "-x^2");
    IS(BIN(POW, BIN(POW, x, y), R(-2)), "(x^y)^(-2)");
    IS(UN(NOT, BIN(AND, b, BIN(LT, x, y))), "not (b and x < y)");
    IS(ex_if(d, b, x, ex_if(d, UN(NOT, b), y, z)), "if b then x else if not b then y else 'a.z'");
    IS(BIN(ADD, x, ex_if(d, b, y, z)), "x + (if b then y else 'a.z')");
    IS(BIN(ADD, x, n), "x + n");
    IS(UN(ABS, x), "abs(x)");
    IS(ex_str(d, "a\"b"), "\"a\\\"b\"");
    CHECK(strcmp(ex_plain(d, z), "a.z") == 0);
}

int main(void)
{
    set_up();
    folding();
    printing();
    if (failures == 0) puts("test_expr: ok");
    return failures != 0;
}
