/* rigid.h - rigid motions of a linear model (rigid.c). */
#ifndef RIGID_H
#define RIGID_H

#include "eigen.h"
#include "linearize.h"

/* eigen_of, with these */
bool linear_eigen(const Linear *l, uint32_t wanted, Eigen *e);

#endif
