/* test_expr.c - expressions: folding, printing, derivative, linear parts, substitution, values. */
#include "expr.h"
#include "flat.h"

static Ex x, y, z, n, b;

static void is(int line, Ex e, const char *want)
{
    const char *got = e ? ex_text(d, e) : "(none)";
    passed++;
    if (strcmp(got, want) == 0) return;
    fprintf(stderr, "%s:%d: got %s, want %s\n", __FILE__, line, got, want);
    failed++;
}
#define IS(e, want) is(__LINE__, (e), (want))

static void set_up(void)
{
    begin();
    x = V(real("x"));
    y = V(real("y"));
    z = V(real("a.z"));
    n = V(var_of("n", T_INT, V_CONT));
    b = V(var_of("b", T_BOOL, V_CONT));
}

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
    IS(UN(ASINH, R(0)), "0");
    IS(UN(ATANH, R(1)), "atanh(1)");
    IS(UN(ACOSH, R(0.5)), "acosh(0.5)");
    IS(UN(TANH, UN(ATANH, R(0.25))), "0.25");
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
    char same[] = "a\"b";
    CHECK(ex_str(d, same) == ex_str(d, "a\"b") && ex_str(d, same) != ex_str(d, "a"));
    CHECK(strcmp(ex_plain(d, z), "a.z") == 0);
}

static Ex prime(Dtc *dd, Var v, void *data)
{
    (void)data;
    return ex_var(dd, v) == x ? y : ex_real(dd, 0);
}

/* The derivative against a central difference at a point. */
static void slope(int line, Ex e)
{
    double at[8] = { 0, 0.7, 0.4, 0.9, 2, 1 }, lo, hi, g = NAN, h = 1e-6;
    Ex de = ex_diff(d, e, ex_is_var(d, x));
    CHECK(ex_eval(d, de, at, &g));
    at[1] += h;
    ex_eval(d, e, at, &hi);
    at[1] -= 2*h;
    ex_eval(d, e, at, &lo);
    if (fabs((hi - lo)/(2*h) - g) <= 1e-7*(1 + fabs(g))) return;
    fprintf(stderr, "%s:%d: d/dx %s = %s = %g, not %g\n", __FILE__, line, ex_text(d, e), ex_text(d, de), g,
            (hi - lo) / (2 * h));
    failed++;
}

static void derivatives(void)
{
    int tried = 0;
    for (int op = OP_DER + 1; op < OP_COUNT; op++) {         /* those of Reals that have a value */
        uint32_t operands = (uint32_t)op_info[op].operands;
        Ex small = BIN(MUL, y, x), large = BIN(ADD, x, R(1)), other = BIN(MUL, BIN(MUL, x, x), z);
        if (isnan(op_value(op, 0.28, 0.441)) && isnan(op_value(op, 1.7, 0.441))) continue;
        if (op_info[op].type == TYPE_BOOL || op_info[op].type == TYPE_STRING || op == OP_REAL) continue;
        Ex first = operands == 2 ? BIN(ADD, x, y) : op_defined(op, 0.28, 0) ? small : large;
        slope(__LINE__, operands == 2 ? ex_bin(d, op, first, other) : ex_un(d, op, first));
        tried++;
    }
    CHECK(tried >= 31);
    slope(__LINE__, ex_if(d, BIN(GT, x, y), BIN(MUL, x, x), y));
    IS(ex_diff(d, BIN(MUL, x, BIN(MUL, x, y)), ex_is_var(d, y)), "x*x");
    IS(ex_dt(d, BIN(ADD, BIN(MUL, R(3), x), ex_leaf(d, OP_TIME, T_REAL)), prime, NULL), "3*y + 1");
    IS(ex_diff(d, UN(PRE, x), ex_is_var(d, x)), "0");
}

/* Of *data 2, of others themselves. */
static Ex x_is_2(Dtc *dd, Var v, void *data) { return v == *(Var *)data ? ex_real(dd, 2) : ex_var(dd, v); }

static void solving(void)
{
    Var vx = ex_is_var(d, x);
    Ex a, c, pivot;
    CHECK(ex_linear(d, BIN(SUB, BIN(MUL, y, x), BIN(DIV, BIN(ADD, x, z), R(2))), vx, &a, &c));
    IS(a, "y - 1/2");
    IS(c, "-'a.z'/2");
    CHECK(!ex_linear(d, BIN(MUL, x, BIN(ADD, x, y)), vx, &a, &c));
    CHECK(!ex_linear(d, UN(SIN, x), vx, &a, &c));
    CHECK(!ex_linear(d, ex_if(d, BIN(LT, x, y), x, y), vx, &a, &c));
    CHECK(ex_linear(d, ex_if(d, b, x, BIN(MUL, y, R(2))), vx, &a, &c));
    IS(a, "if b then 1 else 0");
    IS(c, "if b then 0 else y*2");
    IS(ex_solve(d, BIN(MUL, y, x), z, vx, &pivot), "'a.z'/y");
    CHECK(pivot == y);
    IS(ex_solve(d, z, BIN(SUB, y, x), vx, &pivot), "y - 'a.z'");
    IS(ex_solve(d, BIN(MUL, BIN(DIV, ex_int(d, 2), ex_int(d, 3)), x), y, vx, &pivot), "3/2*y");
    CHECK(ex_solve(d, y, z, vx, &pivot) == 0);
    IS(ex_replace(d, BIN(ADD, x, UN(PRE, x)), x_is_2, &vx), "2 + pre(x)");
}

/* A deep and heavily shared expression: e = e*e + x, 30000 deep; as a tree it would have 2^30000 nodes. */
static void sharing(void)
{
    Ex e = x, a, c;
    for (int i = 0; i < 30000; i++) e = BIN(ADD, BIN(MUL, e, e), y);
    double at[8] = { 0, 0, 0 }, v;
    CHECK(ex_eval(d, e, at, &v) && v == 0);
    CHECK(ex_diff(d, e, ex_is_var(d, x)) != 0);
    CHECK(ex_linear(d, e, ex_is_var(d, z), &a, &c) && ex_is_zero(d, a) && c == e);
    CHECK(ex_replace(d, e, x_is_2, &(Var){ ex_is_var(d, z) }) == e);
    Var *vars = NULL;
    ex_vars(d, e, &vars);
    CHECK(vec_len(vars) == 2);
    Ex sum = x;
    for (int i = 0; i < 100000; i++) sum = BIN(ADD, sum, y);
    CHECK(strlen(ex_text(d, sum)) == 1 + 4*100000);
    CHECK(ex_linear(d, sum, ex_is_var(d, y), &a, &c) && c == x);
    IS(a, "100000");
}

int main(void)
{
    set_up();
    folding();
    printing();
    derivatives();
    solving();
    sharing();
    end();
    return finish();
}
