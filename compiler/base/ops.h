/* ops.h - every operator and function of a flat expression: one table, and a row says all that there is to know.
 *
 *   X(OP, operands, text, defined, value, derivative, .attribute = ..., ...)
 *
 * text        in dtm; of a function its name
 * defined     where: a condition on the operands x, y that is false for NaN, or true (with any values)
 * value       of numbers x, y; NAN: there is none
 * derivative  of e = op(a, b) from the operands' da and db, with the functions of calculus.c; 0: calculus.c has its own
 * attributes  see OpInfo; left out: 0, the first of its names
 *
 * From it come printing, folding (fold.c: by value, where no algebra is named), values (ops.c: of constants, in
 * functions that are evaluated while compiling, in the interpreter of the step program: what their C computes, bit by
 * bit, as long as Integers have 32 bits), derivatives (calculus.c), types (expr.c), units (units.c), the functions of
 * the language (builtin.c), C (emit_expr.c) and its cost (cost_kernel.c). So a function of one or two numbers is added
 * by a row of DTC_FUNCTIONS and its C name in runtime/dtc_runtime.h.
 */
#ifndef DTC_OPS_H
#define DTC_OPS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { T_NONE, T_REAL, T_INT, T_BOOL, T_STRING, T_ENUM, T_RECORD, T_COMPOSITE } TypeKind;
typedef uint32_t Ex;                       /* handle of an expression: ex.h */

/* How tightly a text binds, in dtm (a-b-c is (a-b)-c) and in C: an operand that binds less is put in parentheses. */
typedef enum { L_IF = -9, L_RANGE, L_OR, L_AND, L_NOT, L_REL, L_SUM, L_TERM, L_FACTOR, L_PRIMARY } Level;

/* Type of the result: Real, that of the operands (all Real if one is), or always the same. */
typedef enum { TYPE_REAL, TYPE_SAME, TYPE_INT, TYPE_BOOL, TYPE_STRING } TypeRule;

typedef enum {
    UNIT_UNKNOWN, UNIT_NUMBER, UNIT_VAR, UNIT_TIME,
    UNIT_SAME, UNIT_LAST,                  /* of the first, the last operand */
    UNIT_ALIKE, UNIT_BRANCHES,             /* that of the operands, of the branches, which must be alike */
    UNIT_COMPARED, UNIT_ANGLE,             /* operands must be alike: no unit; 1 */
    UNIT_ONE, UNIT_PURE,                   /* 1, of anything; and of what has unit 1 too */
    UNIT_PRODUCT, UNIT_POWER, UNIT_ROOT, UNIT_RATE
} UnitRule;

enum {
    OP_JUMPS = 1,                          /* an event where operands are continuous */
    OP_DIVIDES = 2,                        /* by the second operand */
    OP_OVERFLOWS = 4,                      /* Integers may have a result that is none */
    OP_FINITE = 8,                         /* of finite operands, as long as numbers are of a sensible size */
    OP_CHOOSES = 16,                       /* the value is one of the operands */
    OP_REAL_IN_C = 32                      /* its function in C returns a Real that is an Integer */
};

/* Operations of numbers in the generated code, or in its runtime. */
typedef struct { uint8_t add, multiply, divide, compare, root, call; } OpCost;
#define COST(...) { __VA_ARGS__ }

#define NONZERO(y) (y < 0 || y > 0)
#define COMPARES   .binds = L_REL, .type = TYPE_BOOL, .unit = UNIT_COMPARED, .is = OP_JUMPS
#define LIBM(name) .unit = UNIT_PURE, .c = "dtc_" name, .cost = COST(.call = 1)

/* Leaves, and what has a shape of its own in most passes. */
#define DTC_LEAVES(X)                                                                                                  \
    X(NONE, 0, "", true, NAN, 0)                                                                                       \
    X(NUM, 0, "", true, NAN, 0, .unit = UNIT_NUMBER) /* exact rational or double; T_REAL, or T_INT (enumerations) */   \
    X(BOOL, 0, "", true, NAN, 0)                                                                                       \
    X(STR, 0, "", true, NAN, 0) /* string literal (messages only) */                                                   \
    X(VAR, 0, "", true, NAN, 0, .unit = UNIT_VAR) /* flat variable */                                                  \
    X(LOCAL, 0, "", true, NAN, 0) /* scalar local of a function: payload = index in Function.local */                  \
    X(TIME, 0, "time", true, NAN, 0, .unit = UNIT_TIME)                                                                \
    X(INITIAL, 0, "initial()", true, NAN, 0, .type = TYPE_BOOL)                                                        \
    X(TERMINAL, 0, "terminal()", true, NAN, 0, .type = TYPE_BOOL)

/* The model in time. The argument of der, pre, last is VAR: no der after simplify; pre is the value in the last step,
 * last in the last evaluation (made by sort where a loop is cut). */
#define DTC_TEMPORAL(X)                                                                                                \
    X(DER, 1, "der", true, NAN, 0, .unit = UNIT_RATE, .fold = fold_memory)                                             \
    X(PRE, 1, "pre", true, NAN, 0, .type = TYPE_SAME, .unit = UNIT_SAME, .fold = fold_memory)                          \
    X(LAST, 1, "last", true, NAN, 0, .type = TYPE_SAME, .unit = UNIT_SAME, .fold = fold_memory)                        \
    X(SAMPLE, 2, "sample", true, NAN, 0, .type = TYPE_BOOL) /* sample(start, interval) */

#define DTC_OPERATORS(X)                                                                                               \
    X(NEG, 1, "-", true, -x, neg(d, da), .binds = L_SUM, .type = TYPE_SAME, .unit = UNIT_SAME,                         \
      .is = OP_FINITE | OP_OVERFLOWS, .exact = rat_negative, .fold = fold_negation, .c = "-", .c_int = "dtc_neg_int")  \
    X(ADD, 2, "+", true, x + y, add(d, da, db), .binds = L_SUM, .type = TYPE_SAME, .unit = UNIT_ALIKE,                 \
      .is = OP_FINITE | OP_OVERFLOWS, .exact = rat_add, .fold = fold_sum, .c = "+", .c_int = "dtc_add_int")            \
    X(SUB, 2, "-", true, x - y, sub(d, da, db), .binds = L_SUM, .type = TYPE_SAME, .unit = UNIT_ALIKE,                 \
      .is = OP_FINITE | OP_OVERFLOWS, .exact = rat_sub, .fold = fold_sum, .c = "-", .c_int = "dtc_sub_int")            \
    X(MUL, 2, "*", true, x*y, add(d, mul(d, da, b), mul(d, a, db)), .binds = L_TERM, .type = TYPE_SAME,                \
      .unit = UNIT_PRODUCT, .is = OP_FINITE | OP_OVERFLOWS, .exact = rat_mul, .fold = fold_product,                    \
      .c = "*", .c_int = "dtc_mul_int")                                                                                \
    X(DIV, 2, "/", NONZERO(y), x/y, sub(d, quotient(d, da, b), quotient(d, mul(d, e, db), b)), .binds = L_TERM,        \
      .unit = UNIT_PRODUCT, .is = OP_DIVIDES, .exact = rat_div, .fold = fold_quotient, .c = "/")                       \
    X(POW, 2, "^", isfinite(pow(x, y)), pow(x, y), power(d, e, a, b, da, db), .binds = L_FACTOR, .unit = UNIT_POWER,   \
      .exact = rat_power, .fold = fold_power, .c = "dtc_pow", .cost = COST(.call = 1))                                 \
    X(LT, 2, "<", true, x < y, 0, COMPARES, .c = "<")                                                                  \
    X(LE, 2, "<=", true, x <= y, 0, COMPARES, .c = "<=")                                                               \
    X(GT, 2, ">", true, x > y, 0, COMPARES, .c = ">")                                                                  \
    X(GE, 2, ">=", true, x >= y, 0, COMPARES, .c = ">=")                                                               \
    X(EQ, 2, "==", true, x == y, 0, COMPARES, .fold = fold_equality, .c = "==")                                        \
    X(NE, 2, "<>", true, x != y, 0, COMPARES, .fold = fold_equality, .c = "!=")                                        \
    X(NOT, 1, "not", true, x == 0, 0, .binds = L_NOT, .type = TYPE_BOOL, .fold = fold_not, .c = "!")                   \
    X(AND, 2, "and", true, x != 0 && y != 0, 0, .binds = L_AND, .type = TYPE_BOOL, .fold = fold_boolean, .c = "&&")    \
    X(OR, 2, "or", true, x != 0 || y != 0, 0, .binds = L_OR, .type = TYPE_BOOL, .fold = fold_boolean, .c = "||")       \
    X(IF, 3, "if", true, NAN, 0, .binds = L_IF, .type = TYPE_SAME, .unit = UNIT_BRANCHES, .is = OP_FINITE)             \
    X(NOEVENT, 1, "noEvent", true, x, ex_un(d, OP_NOEVENT, da), .type = TYPE_SAME, .unit = UNIT_SAME,                  \
      .is = OP_CHOOSES, .fold = fold_noevent)                                                                          \
    X(SMOOTH, 2, "smooth", true, y, db, .type = TYPE_SAME, .unit = UNIT_LAST, .is = OP_CHOOSES, .fold = fold_smooth)   \
    X(MIN, 2, "min", true, x < y ? x : y, chosen(d, OP_LE, a, b, da, db), .type = TYPE_SAME, .unit = UNIT_ALIKE,       \
      .is = OP_CHOOSES | OP_FINITE, .fold = fold_extreme, .c = "dtc_min", .c_int = "dtc_min_int",                      \
      .cost = COST(.compare = 1))                                                                                      \
    X(MAX, 2, "max", true, x > y ? x : y, chosen(d, OP_GE, a, b, da, db), .type = TYPE_SAME, .unit = UNIT_ALIKE,       \
      .is = OP_CHOOSES | OP_FINITE, .fold = fold_extreme, .c = "dtc_max", .c_int = "dtc_max_int",                      \
      .cost = COST(.compare = 1))

/* Functions of numbers, by their names in dtm. Derivatives of those that jump are zero: they are constant between
 * events. integer is floor, as an Integer; div the truncated quotient; mod(x, y) = x - floor(x/y)*y, rem(x, y) = x -
 * div(x, y)*y; these keep Integers. */
#define DTC_FUNCTIONS(X)                                                                                               \
    X(SQRT, 1, "sqrt", x >= 0, sqrt(x), quotient(d, da, mul(d, real(d, 2), e)), .unit = UNIT_ROOT,                     \
      .c = "dtc_sqrt", .cost = COST(.root = 1))                                                                        \
    X(EXP, 1, "exp", true, exp(x), mul(d, e, da), LIBM("exp"))                                                         \
    X(LOG, 1, "log", x > 0, log(x), quotient(d, da, a), LIBM("log"))                                                   \
    X(LOG10, 1, "log10", x > 0, log10(x), quotient(d, da, mul(d, ex_un(d, OP_LOG, real(d, 10)), a)), LIBM("log10"))    \
    X(SIN, 1, "sin", true, sin(x), mul(d, ex_un(d, OP_COS, a), da), LIBM("sin"))                                       \
    X(COS, 1, "cos", true, cos(x), neg(d, mul(d, ex_un(d, OP_SIN, a), da)), LIBM("cos"))                               \
    X(TAN, 1, "tan", true, tan(x), mul(d, add(d, real(d, 1), square(d, e)), da), LIBM("tan"))                          \
    X(ASIN, 1, "asin", x >= -1 && x <= 1, asin(x), quotient(d, da, cathetus(d, a)), LIBM("asin"))                      \
    X(ACOS, 1, "acos", x >= -1 && x <= 1, acos(x), neg(d, quotient(d, da, cathetus(d, a))), LIBM("acos"))              \
    X(ATAN, 1, "atan", true, atan(x), quotient(d, da, add(d, real(d, 1), square(d, a))), LIBM("atan"))                 \
    X(SINH, 1, "sinh", true, sinh(x), mul(d, ex_un(d, OP_COSH, a), da), LIBM("sinh"))                                  \
    X(COSH, 1, "cosh", true, cosh(x), mul(d, ex_un(d, OP_SINH, a), da), LIBM("cosh"))                                  \
    X(TANH, 1, "tanh", true, tanh(x), mul(d, sub(d, real(d, 1), square(d, e)), da), LIBM("tanh"))                      \
    X(ASINH, 1, "asinh", true, asinh(x), quotient(d, da, ex_un(d, OP_SQRT, add(d, square(d, a), real(d, 1)))),         \
      LIBM("asinh"))                                                                                                   \
    X(ACOSH, 1, "acosh", x >= 1, acosh(x), quotient(d, da, ex_un(d, OP_SQRT, sub(d, square(d, a), real(d, 1)))),       \
      LIBM("acosh"))                                                                                                   \
    X(ATANH, 1, "atanh", x > -1 && x < 1, atanh(x), quotient(d, da, sub(d, real(d, 1), square(d, a))), LIBM("atanh"))  \
    X(ATAN2, 2, "atan2", true, atan2(x, y),                                                                            \
      quotient(d, sub(d, mul(d, b, da), mul(d, a, db)), add(d, square(d, a), square(d, b))),                           \
      .unit = UNIT_ANGLE, .c = "dtc_atan2", .cost = COST(.call = 1))                                                   \
    X(CEIL, 1, "ceil", true, ceil(x), 0, .unit = UNIT_SAME, .is = OP_JUMPS, .c = "dtc_ceil", .cost = COST(.call = 1))  \
    X(FLOOR, 1, "floor", true, floor(x), 0, .unit = UNIT_SAME, .is = OP_JUMPS, .exact = rat_floor, .c = "dtc_floor",   \
      .cost = COST(.call = 1))                                                                                         \
    X(ABS, 1, "abs", true, fabs(x), magnitude(d, a, da), .type = TYPE_SAME,                                            \
      .unit = UNIT_SAME, .is = OP_FINITE | OP_OVERFLOWS, .exact = rat_abs, .c = "dtc_abs", .c_int = "dtc_abs_int")     \
    X(SIGN, 1, "sign", true, (x > 0) - (x < 0), 0, .type = TYPE_INT, .unit = UNIT_ONE, .is = OP_JUMPS | OP_REAL_IN_C,  \
      .c = "dtc_sign", .cost = COST(.compare = 2))                                                                     \
    X(INTEGER, 1, "integer", true, floor(x), 0, .type = TYPE_INT, .unit = UNIT_SAME, .is = OP_JUMPS | OP_OVERFLOWS,    \
      .exact = rat_floor, .c = "dtc_integer", .cost = COST(.call = 1, .compare = 3))                                   \
    X(DIVI, 2, "div", NONZERO(y), trunc(x/y), 0, .type = TYPE_SAME, .is = OP_JUMPS | OP_DIVIDES | OP_OVERFLOWS,        \
      .exact = rat_quotient, .c = "dtc_div", .c_int = "dtc_div_int",                                                   \
      .cost = COST(.call = 1, .divide = 1, .compare = 1))                                                              \
    X(MOD, 2, "mod", NONZERO(y), x - floor(x/y)*y,                                                                     \
      sub(d, da, mul(d, ex_un(d, OP_FLOOR, ex_bin(d, OP_DIV, a, b)), db)), .type = TYPE_SAME, .unit = UNIT_ALIKE,      \
      .is = OP_DIVIDES, .exact = rat_mod, .c = "dtc_mod", .c_int = "dtc_mod_int",                                      \
      .cost = COST(.call = 1, .add = 1, .multiply = 1, .divide = 1))                                                   \
    X(REM, 2, "rem", NONZERO(y), x - trunc(x/y)*y, sub(d, da, mul(d, ex_bin(d, OP_DIVI, a, b), db)),                   \
      .type = TYPE_SAME, .unit = UNIT_ALIKE, .is = OP_DIVIDES, .exact = rat_rem, .c = "dtc_rem",                       \
      .c_int = "dtc_rem_int", .cost = COST(.call = 1, .add = 1, .multiply = 1, .divide = 1, .compare = 1))

#define DTC_OTHERS(X)                                                                                                  \
    X(REAL, 1, "real", true, x, 0, .unit = UNIT_SAME, .is = OP_FINITE, .exact = rat_same) /* Integer to Real */        \
    X(FLUSH, 1, "flush", true, NAN, 0, .c = "dtc_flush") /* of the step program: zero, if it is small */              \
    X(REST, 1, "rest", true, NAN, 0, .c = "dtc_rest", .cost = COST(.add = 1)) /* of the step program: x - x, which is  \
      0, or NaN where x is no finite number */                                                                         \
    X(STRING, 1, "String", true, NAN, 0, .type = TYPE_STRING) /* for messages */                                       \
    X(CONCAT, 2, "+", true, NAN, 0, .binds = L_SUM, .type = TYPE_STRING) /* strings, for messages */                   \
    X(CALL, -1, "", true, NAN, 0) /* function of Flat.function: payload = its index; value is output 1 */              \
    X(OUT, 1, "", true, NAN, 0) /* output payload (2, 3, ...) of the CALL that is its argument; arrays count one       \
      output a scalar */                                                                                               \
    X(ARRAY, -1, "", true, NAN, 0, .is = OP_FINITE) /* only as an argument of CALL (row-major, all scalars) */         \
    X(OBJ, -1, "", true, NAN, 0) /* of the step program: payload = the object; args = subscript from 0 (an array's     \
      whole: none) */                                                                                                  \
    X(INDEX, -1, "", true, NAN, 0, .is = OP_FINITE) /* in functions: payload = local array; args = subscripts */       \
    X(WHOLE, 0, "", true, NAN, 0) /* in functions: payload = local array as a whole, an argument of CALL */

#define DTC_OPS(X) DTC_LEAVES(X) DTC_TEMPORAL(X) DTC_OPERATORS(X) DTC_FUNCTIONS(X) DTC_OTHERS(X)

typedef enum {
#define X(op, ...) OP_##op,
    DTC_OPS(X)
#undef X
    OP_COUNT
} Op;

typedef struct Dtc Dtc;
typedef struct { int64_t num, den; } Rational;             /* den > 0, reduced */

typedef struct {
    const char *text;
    int8_t   operands;                     /* -1: any number */
    int8_t   binds;                        /* Level */
    uint8_t  type, unit, is;               /* TypeRule, UnitRule; OP_JUMPS ... */
    OpCost   cost;
    const char *c, *c_int;                 /* operator, or function with its dtc_; of Integers, if that is another */
    bool   (*exact)(Rational a, Rational b, Rational *r);  /* of fractions; false: the result does not fit */
    Ex     (*fold)(Dtc *, Op, TypeKind, Ex a, Ex b);       /* algebra: fold.c; 0: it stays as it is */
} OpInfo;
extern const OpInfo op_info[OP_COUNT];     /* ops.c */

double op_value(Op op, double x, double y);   /* of one or two numbers; NaN: not defined, or no such operator */
bool   op_defined(Op op, double x, double y); /* of numbers that are not known (NaN): is it, for whatever they are? */

#endif
