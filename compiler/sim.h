/* sim.h - what `dtc sim` is asked for. */
#ifndef DTC_SIM_H
#define DTC_SIM_H

#include "dtc.h"

struct SimOptions {
    const char *home;                      /* folder with lib/ and runtime/ */
    const char *param;                     /* YAML file: parameters and inputs */
    double      stop, interval;            /* 0: as the model's experiment says */
    bool        quiet;                     /* no progress */
};

#endif
