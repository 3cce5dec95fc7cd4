/* What rosenbrock computes after transitions only is what it would compute at each step: the same bits.
 *
 * test_staging FOLDER NAME STOP STEP: FOLDER/NAME_rosenbrock.so, and FOLDER/NAME_full.so, which computes all of the
 * Jacobian at each step */
#include "../drive.h"

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    double h = atof(argv[4]);
    Rig a = rig(argv[1], argv[2], argv[2], "rosenbrock", h), b = rig(argv[1], argv[2], argv[2], "full", h);
    long different = -1, k = 0, steps = lround(atof(argv[3]) / h);

    CHECK(setup(&a) == DTC_OK && setup(&b) == DTC_OK, "setup of %s", argv[2]);
    for (; k < steps && different < 0; k++) {
        if (step(&a) != DTC_OK || step(&b) != DTC_OK)
            break;
        for (int i = 0; i < a.info->variables; i++) {
            const dtc_variable here = dtc_variable_at(a.info, i), *v = &here;
            if (v->kind == DTC_STATE && memcmp(a.m + v->offset, b.m + v->offset, sizeof(dtc_real)) != 0)
                different = k;
        }
    }
    CHECK(k == steps && different < 0, "%s: step %ld of %ld, staged and full Jacobian differ in step %ld", argv[2], k,
          steps, different);
    return summary();
}
