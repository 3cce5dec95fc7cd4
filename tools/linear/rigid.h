/* rigid.h - rigid motions of a linear model (rigid.c). */
#ifndef RIGID_H
#define RIGID_H

#include "eigen.h"
#include "linearize.h"

/* By the states of the linear model, neither scaled nor orthogonal; as NullSpace says, at most MOST_RIGID. */
NullSpace linear_rigid(const Linear *l);
/* eigen_of, with these */
bool linear_eigen(const Linear *l, uint32_t wanted, Eigen *e);

#endif
