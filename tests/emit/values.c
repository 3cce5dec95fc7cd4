/* Sets parameters and inputs of any generated model through its descriptor, as a program in C does, and says what setup
 * and a step make of them: values NAME=VALUE ... prints "setup STATUS TEXT" or "step STATUS TEXT", and "changed" where
 * a step that is refused has changed the state. Compiled with -include of the header, -DINFO=Model_info and -DMODEL. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *m;

/* Values of parameters, or of inputs. */
static void give(char **list, unsigned char kind)
{
    for (; *list; list++)
        for (int i = 0; i < INFO.variables; i++) {
            const dtc_variable here = dtc_variable_at(&INFO, i), *v = &here;
            char name[200];
            size_t n = dtc_name(v, name, sizeof name);
            if (v->kind != kind || strncmp(*list, name, n) != 0 || (*list)[n] != '=')
                continue;
            double value = strtod(*list + n + 1, NULL);
            dtc_real x = (dtc_real)value;
            int k = v->type == DTC_REAL ? 0 : (int)value;
            if (v->type == DTC_REAL)
                memcpy(m + v->offset, &x, sizeof x);
            else
                memcpy(m + v->offset, &k, sizeof k);
        }
}

static int say(const char *what, dtc_status status)
{
    int fault;
    char text[1000];

    memcpy(&fault, m + INFO.fault, sizeof fault);
    dtc_message(&INFO, status >= DTC_ASSERT && fault > 0 && fault < INFO.messages ? fault : 0, text, sizeof text);
    printf("%s %d %s\n", what, (int)status, text);
    return 0;
}

int main(int argc, char **argv)
{
    enum { STATE = offsetof(MODEL, steps), BYTES = offsetof(MODEL, initial) - STATE };
    static unsigned char before[BYTES];

    (void)argc;
    m = calloc(1, INFO.size);
    if (!m)
        return 1;
    INFO.init(m);
    give(argv + 1, DTC_PARAMETER);
    dtc_status status = INFO.setup(m);
    if (status != DTC_OK)
        return say("setup", status);
    memcpy(before, m + STATE, BYTES);
    give(argv + 1, DTC_IN);
    status = INFO.evaluate(m);
    if (status != DTC_OK && memcmp(before, m + STATE, BYTES) != 0)
        puts("changed");
    return say("step", status);
}
