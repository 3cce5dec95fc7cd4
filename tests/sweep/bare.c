/* bare.c - the steps of a study and nothing else, of generated code: what dtc sweep is measured against.
 *
 *     bare POINTS STEPS       MODEL, step.h and the statement VARY, which uses `x`, are defined when it is compiled */
#include <stdio.h>
#include <stdlib.h>
#include "step.h"

#define JOINED(a, b) a##b
#define NAME(a, b) JOINED(a, b)

int main(int argc, char **argv)
{
    static MODEL m;
    const int points = argc > 2 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 0;

    for (int i = 0; i < points; i++) {
        const double x = 1 + 1e-3*i;
        NAME(MODEL, _init)(&m);
        VARY;
        if (NAME(MODEL, _setup)(&m) != DTC_OK)
            return 1;
        for (int k = 0; k < steps; k++)
            if (NAME(MODEL, _step)(&m) > DTC_TERMINATE)
                return 1;
    }
    return 0;
}
