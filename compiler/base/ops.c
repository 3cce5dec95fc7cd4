/* ops.c - what ops.h says, for use at run time: attributes, values, where they are defined. */
#include <math.h>
#include "expr.h"

const OpInfo op_info[OP_COUNT] = {
#define X(op, operands, text, defined, value, derivative, ...) [OP_##op] = { text, operands, __VA_ARGS__ },
    DTC_OPS(X)
#undef X
};

double op_value(Op op, double x, double y)
{
    switch (op) {
#define X(op, operands, text, defined, value, ...) case OP_##op: return value;
        DTC_OPS(X)
#undef X
    case OP_COUNT: break;
    }
    return NAN;
}

bool op_defined(Op op, double x, double y)
{
    switch (op) {
#define X(op, operands, text, defined, ...) case OP_##op: return defined;
        DTC_OPS(X)
#undef X
    case OP_COUNT: break;
    }
    return false;
}
