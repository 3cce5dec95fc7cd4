/* placement.h - annotations Placement of Modelica 3.6, section 18.6: diagram_given.c. */
#ifndef PLACEMENT_H
#define PLACEMENT_H

#include "diagram.h"

void given_ports(Diagram *g, Node *n);     /* connectors where their class says */

#endif
