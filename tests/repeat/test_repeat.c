/* An evaluation may be repeated: a model that is evaluated several times in each sample, with other inputs between,
 * goes on as one that is evaluated once, to the last bit of its states.
 *
 * test_repeat FOLDER NAME MODEL STEPS METHOD ...: FOLDER/NAME_METHOD.so. */
#include "../drive.h"

static void look_ahead(Rig *r, unsigned long long *seed)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind != DTC_IN || v.type != DTC_REAL)
            continue;
        dtc_real *at = (dtc_real *)(void *)(r->m + v.offset), before = *at;
        *at = (dtc_real)(0.5 + 0.5 * chance(seed));
        (void)evaluate(r);
        *at = before;
        break;
    }
}

/* States that differ. */
static int differences(const Rig *a, const Rig *b)
{
    int n = 0;

    for (int i = 0; i < a->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(a->info, i);
        const size_t size = v.type == DTC_REAL ? sizeof(dtc_real) : sizeof(int);
        n += v.kind == DTC_STATE && memcmp(a->m + v.offset, b->m + v.offset, size) != 0;
    }
    return n;
}

static void run(const char *folder, const char *name, const char *model, long steps, const char *method)
{
    Rig once = rig(folder, name, model, method, 1e-3), often = rig(folder, name, model, method, 1e-3);
    unsigned long long seed = 7;
    long k = 0;
    dtc_status a = setup(&once), b = setup(&often);

    for (; k < steps && a == DTC_OK && b == DTC_OK && differences(&once, &often) == 0; k++) {
        a = step(&once);
        for (int i = 0; i < 1 + k % 3; i++)
            b = evaluate(&often);
        if (k % 7 == 0)
            look_ahead(&often, &seed);
        b = k % 2 ? step(&often) : (b = evaluate(&often)) == DTC_OK ? advance(&often) : b;
    }
    CHECK(a == b && k > 10 && differences(&once, &often) == 0, "%s, %s: %ld steps: status %d, %d; %d states differ",
          name, method, k, a, b, differences(&once, &often));
    free(once.m);
    free(often.m);
}

int main(int argc, char **argv)
{
    for (int i = 5; i < argc; i++)
        run(argv[1], argv[2], argv[3], atol(argv[4]), argv[i]);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
