/* dtc.h - the data of all passes on their way from text to C. Each has its own header: a pass includes what it may
 * touch.
 *
 *   base.h   memory, names, diagnoses, options     ops.h   operators and functions
 *   ast.h    classes as written                    ex.h    flat expressions
 *   inst.h   the model as a tree of components     val.h   arrays of them, from expressions as written
 *   flat.h   variables and equations               dae.h   in order of solution
 *   step.h   the step program: what generated code does
 */
#ifndef DTC_H
#define DTC_H

#include "dae.h"
#include "inst.h"
#include "val.h"

#endif
