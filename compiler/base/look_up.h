/* look_up.h - functions of the runtime that a model calls in expressions, in one table: name in C, arguments, what it
 * costs (cost_kernel.c: a formula), bytes of stack. They look up tables, and give a Real; an array is followed by its
 * sizes. Letters of arguments are those of kernels.h, whose table has them too: n a whole number, v a Real, r an array
 * that is read, x one that is
 * written too. */
#ifndef DTC_LOOK_UPS
#define DTC_LOOK_UPS(X)                                                                                                \
    X(dtc_table1, (r, n, n, v), table1, SHALLOW)                                                                       \
    X(dtc_table1_der, (r, n, n, v, v), table1_der, SHALLOW)                                                            \
    X(dtc_table1_line, (r, n, n, n, v), line, SHALLOW)                                                                 \
    X(dtc_table1_line_der, (r, n, n, n, v, v), line_der, SHALLOW)                                                      \
    X(dtc_table1_stairs, (r, n, n, n, v), row, SHALLOW)                                                                \
    X(dtc_table2, (r, n, n, v, v), table2, SHALLOW)                                                                    \
    X(dtc_table2_der, (r, n, n, v, v, v, v), table2_der, SHALLOW)                                                      \
    X(dtc_table_row, (r, n, n, v), row, SHALLOW)                                                                       \
    X(dtc_table1_near, (r, n, n, x, v), near, SMALL)                                                                   \
    X(dtc_table1_line_near, (r, n, n, n, x, v), line_near, SMALL)                                                      \
    X(dtc_table1_stairs_near, (r, n, n, n, x, v), stairs_near, SMALL)                                                  \
    X(dtc_table2_near, (r, n, n, x, v, v), table2_near, SMALL)                                                         \
    X(dtc_table1_at, (r, n, n, n, v), held, 0)                                                                         \
    X(dtc_table1_line_at, (r, n, n, n, n, v), line_at, 0)                                                              \
    X(dtc_table1_stairs_at, (r, n, n, n, n), nothing, 0)                                                               \
    X(dtc_table1_der_at, (r, n, n, n, v, v), held_der, 0)                                                              \
    X(dtc_table1_line_der_at, (r, n, n, n, n, v, v), line_der_at, 0)                                                   \
    X(dtc_rows_behind, (r, n, n, v, v, v), unknown, 0)                                                                 \
    X(dtc_row_instant, (r, n, n, n, v, v), unknown, 0)                                                                 \
    X(dtc_row_value, (r, n, n, n, v), unknown, 0)                                                                      \
    X(dtc_row_line, (r, n, n, n, n, v), unknown, 0)                                                                    \
    X(dtc_row_stairs, (r, n, n, n, n, v), unknown, 0)                                                                  \
    X(dtc_row_value_der, (r, n, n, n, v, v), unknown, 0)                                                               \
    X(dtc_row_line_der, (r, n, n, n, n, v, v), unknown, 0)

/* of(letter, index) for each of the arguments in a row, in their order, with nothing or a comma between. */
#define KERNEL_EACH(of, arguments) KERNEL_WITH(of, KERNEL_NOTHING, KERNEL_ALL arguments)
#define KERNEL_LIST(of, arguments) KERNEL_WITH(of, KERNEL_COMMA, KERNEL_ALL arguments)
#define KERNEL_WITH(of, between, ...)                                                                                  \
    KERNEL_N(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, )(of, between, 0, __VA_ARGS__)
#define KERNEL_ALL(...) __VA_ARGS__
enum { MOST_ARGUMENTS = 10 };
#define KERNEL_NOTHING()
#define KERNEL_COMMA() ,
#define KERNEL_N(a, b, c, d, e, f, g, h, i, j, n, ...) KERNEL_##n
#define KERNEL_1(of, between, i, a) of(a, i)
#define KERNEL_2(of, between, i, a, ...) of(a, i) between() KERNEL_1(of, between, i + 1, __VA_ARGS__)
#define KERNEL_3(of, between, i, a, ...) of(a, i) between() KERNEL_2(of, between, i + 1, __VA_ARGS__)
#define KERNEL_4(of, between, i, a, ...) of(a, i) between() KERNEL_3(of, between, i + 1, __VA_ARGS__)
#define KERNEL_5(of, between, i, a, ...) of(a, i) between() KERNEL_4(of, between, i + 1, __VA_ARGS__)
#define KERNEL_6(of, between, i, a, ...) of(a, i) between() KERNEL_5(of, between, i + 1, __VA_ARGS__)
#define KERNEL_7(of, between, i, a, ...) of(a, i) between() KERNEL_6(of, between, i + 1, __VA_ARGS__)
#define KERNEL_8(of, between, i, a, ...) of(a, i) between() KERNEL_7(of, between, i + 1, __VA_ARGS__)
#define KERNEL_9(of, between, i, a, ...) of(a, i) between() KERNEL_8(of, between, i + 1, __VA_ARGS__)
#define KERNEL_10(of, between, i, a, ...) of(a, i) between() KERNEL_9(of, between, i + 1, __VA_ARGS__)

/* a value, or an array */
typedef struct { double x; double *p; } LookUpArgument;
/* false: it is none of these */
bool look_up_value(const char *name, const LookUpArgument *a, double *result);
#endif
