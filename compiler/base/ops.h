/* ops.h - every operator of a flat expression, in one table.
 *
 *   X(name, arity, spelling, kind)
 *
 * arity -1 is "any number". kind: L leaf, A arithmetic, R relation, B Boolean, F function of C99's math.h
 * (spelling is its name there), I function of the runtime (dtc_<spelling>), S special.
 * The table is the single source for printing, folding, differentiating, unit rules and emitting.
 */
#ifndef DTC_OPS_H
#define DTC_OPS_H

#define DTC_OPS(X)                                                                                                     \
    X(NONE, 0, "", L)                                                                                                  \
    X(NUM, 0, "", L) /* number: exact rational or double; type REAL or INT (INT also for enumerations) */              \
    X(BOOL, 0, "", L) /* true, false */                                                                                \
    X(STR, 0, "", L) /* string literal (messages only) */                                                              \
    X(VAR, 0, "", L) /* flat variable */                                                                               \
    X(LOCAL, 0, "", L) /* scalar local of a function: payload = index in Function.local */                             \
    X(TIME, 0, "time", L)                                                                                              \
    X(INITIAL, 0, "initial", L) /* initial() */                                                                        \
    X(TERMINAL, 0, "terminal", L)                                                                                      \
    X(DER, 1, "der", S) /* argument is VAR; gone after simplify */                                                     \
    X(PRE, 1, "pre", S) /* argument is VAR: its value in the last step */                                              \
    X(LAST, 1, "last", S) /* argument is VAR: its value in the last evaluation; made by sort where a loop is cut */    \
    X(SAMPLE, 2, "sample", S) /* sample(start, interval) */                                                            \
    X(NEG, 1, "-", A)                                                                                                  \
    X(ADD, 2, "+", A)                                                                                                  \
    X(SUB, 2, "-", A)                                                                                                  \
    X(MUL, 2, "*", A)                                                                                                  \
    X(DIV, 2, "/", A)                                                                                                  \
    X(POW, 2, "^", A)                                                                                                  \
    X(LT, 2, "<", R)                                                                                                   \
    X(LE, 2, "<=", R)                                                                                                  \
    X(GT, 2, ">", R)                                                                                                   \
    X(GE, 2, ">=", R)                                                                                                  \
    X(EQ, 2, "==", R)                                                                                                  \
    X(NE, 2, "<>", R)                                                                                                  \
    X(NOT, 1, "not", B)                                                                                                \
    X(AND, 2, "and", B)                                                                                                \
    X(OR, 2, "or", B)                                                                                                  \
    X(IF, 3, "if", S) /* condition, then, else; any type */                                                            \
    X(NOEVENT, 1, "noEvent", S)                                                                                        \
    X(SMOOTH, 2, "smooth", S)                                                                                          \
    X(ABS, 1, "fabs", F)                                                                                               \
    X(SIGN, 1, "sign", I)                                                                                              \
    X(SQRT, 1, "sqrt", F)                                                                                              \
    X(EXP, 1, "exp", F)                                                                                                \
    X(LOG, 1, "log", F)                                                                                                \
    X(LOG10, 1, "log10", F)                                                                                            \
    X(SIN, 1, "sin", F)                                                                                                \
    X(COS, 1, "cos", F)                                                                                                \
    X(TAN, 1, "tan", F)                                                                                                \
    X(ASIN, 1, "asin", F)                                                                                              \
    X(ACOS, 1, "acos", F)                                                                                              \
    X(ATAN, 1, "atan", F)                                                                                              \
    X(ATAN2, 2, "atan2", F)                                                                                            \
    X(SINH, 1, "sinh", F)                                                                                              \
    X(COSH, 1, "cosh", F)                                                                                              \
    X(TANH, 1, "tanh", F)                                                                                              \
    X(MIN, 2, "min", I)                                                                                                \
    X(MAX, 2, "max", I)                                                                                                \
    X(FLOOR, 1, "floor", F)                                                                                            \
    X(CEIL, 1, "ceil", F)                                                                                              \
    X(INTEGER, 1, "integer", I) /* floor, as an Integer */                                                             \
    X(DIVI, 2, "div", I) /* truncated quotient; Real or Integer */                                                     \
    X(MOD, 2, "mod", I) /* x - floor(x/y)*y */                                                                         \
    X(REM, 2, "rem", I) /* x - div(x,y)*y */                                                                           \
    X(REAL, 1, "real", S) /* Integer to Real */                                                                        \
    X(FLUSH, 1, "flush", I) /* a denormal number is zero; of the step program */                                       \
    X(STRING, 1, "String", S) /* for messages */                                                                       \
    X(CONCAT, 2, "+", S) /* strings, for messages */                                                                   \
    X(CALL, -1, "", S) /* function of Flat.function: payload = its index; value is output 1 */                         \
    X(OUT, 1, "",                                                                                                      \
      S) /* output payload (2, 3, ...) of the CALL that is its argument; arrays count one output a scalar */           \
    X(ARRAY, -1, "", S) /* array value: only as an argument of CALL (row-major, all scalars) */                        \
    X(OBJ, -1, "",                                                                                                     \
      S) /* of the step program: payload = the object; args = subscript from 0 (an array's whole: none) */             \
    X(INDEX, -1, "", S) /* in functions only: payload = local array; args = 1-based subscripts (Ex) */                 \
    X(WHOLE, 0, "", S) /* in functions only: payload = local array as a whole, an argument of CALL */

typedef enum {
#define X(name, arity, spelling, kind) OP_##name,
    DTC_OPS(X)
#undef X
    OP_COUNT
} Op;

#endif
