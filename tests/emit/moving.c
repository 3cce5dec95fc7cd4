/* Steps of a model of moving.dtm: its outputs, and at the end in how many the dense kernel took over. Compiled with
 * -DMODEL=NAME, -DOUTPUTS=..., -DLOW=the flag of its matrix (0: it has none), and its header. */
#include <stdio.h>

#define JOIN(a, b) a##_##b
#define OF(model, what) JOIN(model, what)

int main(void)
{
    static MODEL m;
    int dense = 0;

    OF(MODEL, init)(&m);
    if (OF(MODEL, setup)(&m) != DTC_OK)
        return 1;
    for (int k = 0; k < 20000; k++) {
        const double y[] = { OUTPUTS };
        if (k % 50 == 0)
            for (unsigned i = 0; i < sizeof y / sizeof *y; i++)
                printf("%.17g\n", y[i]);
        if (OF(MODEL, step)(&m) != DTC_OK)
            return 1;
        dense += LOW;
    }
    fprintf(stderr, "%d\n", dense);
    return 0;
}
