/* functions_of_one.h - the functions of one number that generated code calls, for types that stand for dtc_real. */
#ifndef FUNCTIONS_OF_ONE_H
#define FUNCTIONS_OF_ONE_H

#define FUNCTIONS_OF_ONE(F)                                                                                            \
    F(exp) F(log) F(log10) F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh)      \
    F(atanh) F(floor) F(ceil)

#endif
