/* A program that knows the model by its header alone: constants of enumerations with their members, a matrix by rows,
 * which input a status was about. Compiled with -include of the header of Header.BOX, as C and as C++. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failed;

static void check(int good, const char *what)
{
    if (!good)
        failed++, puts(what);
}

static void the_input(BOX_model *m, int k, const char *wanted)
{
    char name[40] = "";

    m->u[k] = (dtc_real)NAN;
    check(BOX_model_step(m) == DTC_INPUT && m->fault == 0, "a NaN is taken");
    const dtc_variable v = dtc_variable_at(&BOX_model_info, dtc_not_finite(&BOX_model_info, m));
    dtc_name(&v, name, sizeof name);
    check(strcmp(name, wanted) == 0, name);
    m->u[k] = 0;
}

int main(void)
{
    static BOX_model m;

    check(BOX_model_step(&m) == DTC_NOT_SET_UP, "a step without init");
    BOX_model_init(&m);
    check(BOX_model_step(&m) == DTC_NOT_SET_UP, "a step without setup");
    check(m.lever == BOX_model_Gear_neutral && m.second == BOX_model_Gear_neutral_, "defaults");
    check(m.mode == BOX_model_MODE_ON, "a constant in capitals");
    m.second = BOX_model_Gear_2nd_gear;
    m.table[(2 - 1) * 3 + 1 - 1] = 40;
    check(BOX_model_setup(&m) == DTC_OK, "setup");
    m.lever = BOX_model_Gear_drive;
    check(BOX_model_step(&m) == DTC_OK && m.engaged == BOX_model_Gear_drive && m.same == 1, "the lever");
    check(m.picked >= 40 && m.picked <= 40, "an element of a matrix");
    the_input(&m, 0, "u[1]");
    the_input(&m, 2, "u[3]");
    m.lever = BOX_model_Gear_drive + 1;
    check(BOX_model_step(&m) == DTC_RANGE && m.fault != 0, "no value of the enumeration");
    check(strcmp(dtc_status_text(DTC_RANGE), dtc_status_text(DTC_INPUT)) != 0, "texts");
    return failed != 0;
}
