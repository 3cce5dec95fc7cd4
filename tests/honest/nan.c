/* The harness fed with NaN and with a step that fails: every check here must fail. */
#include "../drive.h"

static dtc_status fails(void) { return DTC_RESULT; }

int main(void)
{
    double worst = 0, top = 0, drawn[] = { 1, NAN, 3 };
    worst = larger(worst, NAN);
    worst = larger(worst, 1e-12);
    CHECK(worst <= 1e-9, "a NaN among results");
    CHECK(larger(NAN, 0) <= 1 || larger(0, NAN) <= 1, "on either side");
    CHECK(smaller(NAN, 0) >= -1 || smaller(0, NAN) >= -1, "on either side");
    top = smaller(top, (double)NAN);
    CHECK(1e-12 <= 1e-9 * top, "a NaN as scale");
    CHECK(quantile(drawn, 3, 0.5) <= 10, "a NaN among numbers that are sorted");
    MUST(fails());
    return summary();
}
