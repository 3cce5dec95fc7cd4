/* test_parallel FOLDER METHOD ...: a clutch parallel to a one-way clutch, and a brake parallel to a freewheel: four
 * elements stuck on two freedoms. Torques are those of least norm (each over its nominal), the same from every history;
 * entering and leaving the state again and again does not chatter; and what is left when one of two gives way is right.
 */
#include "../drive.h"

typedef struct { Slot p[3], tau, lambda[4], place[4], wa, wb, aa, ab; } Slots;

static const char *const law[4] = { "clutch.law", "oneWay.law", "brake.law", "freewheel.law" };

static Slots find(Rig *r)
{
    Slots s = { { slot(r, "p1"), slot(r, "p2"), slot(r, "p3") }, slot(r, "tau"), { { 0 } }, { { 0 } }, slot(r, "a.w"),
        slot(r, "b.w"), slot(r, "a.a"), slot(r, "b.a") };
    for (int i = 0; i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.lambda", law[i]);
        s.lambda[i] = slot(r, name);
        snprintf(name, sizeof name, "%s.place", law[i]);
        s.place[i] = slot(r, name);
    }
    return s;
}

static int run(Rig *r, Slots *s, int steps)
{
    int changes = 0, last[4];
    for (int i = 0; i < 4; i++)
        last[i] = (int)get(s->place[i]);
    for (int k = 0; k < steps; k++) {
        if (evaluate(r) != DTC_OK)
            return 1000000;
        for (int i = 0; i < 4; i++) {
            changes += (int)get(s->place[i]) != last[i];
            last[i] = (int)get(s->place[i]);
        }
        MUST(advance(r));
    }
    return changes;
}

static void press(Slots *s, double p1, double p2, double p3)
{
    set(s->p[0], p1);
    set(s->p[1], p2);
    set(s->p[2], p3);
}

static void parallel(const char *folder, const char *method)
{
    Rig r = rig(folder, "parallel", "Parallel", method, 1e-3);
    Slots s = find(&r);
    /* nominal torques 100 and 50 of clutch and one-way clutch, 50 and 100 of brake and freewheel: shares of 4:1 and 1:4
     */
    const double wanted[4] = { 24, 6, 6, 24 };
    const int order[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    double worst = 0, seen[6][4];
    int codes[6], kinds = 0, all_stuck = 0;
    for (int h = 0; h < 6; h++) {
        init(&r);
        set(s.tau, -30);
        CHECK(setup(&r) == DTC_OK, "setup");
        run(&r, &s, 37 * h);
        for (int i = 0; i < 3; i++) {
            set(s.p[order[h][i]], 1);
            run(&r, &s, 1500);
        }
        MUST(evaluate(&r));
        worst = larger(worst, larger(fabs(get(s.wa)), fabs(get(s.aa))));
        worst = larger(worst, larger(fabs(get(s.wb)), fabs(get(s.ab))));
        /* an element may have come to rest at its limit, which the law allows: other places, other shares; the same
         * places, the same shares */
        int code = 0, k = 0;
        for (int i = 0; i < 4; i++)
            code = 4 * code + (int)get(s.place[i]) + 1;
        while (k < kinds && codes[k] != code)
            k++;
        if (k == kinds) {
            codes[kinds++] = code;
            for (int i = 0; i < 4; i++)
                seen[k][i] = get(s.lambda[i]);
        }
        for (int i = 0; i < 4; i++)
            worst = larger(worst, fabs(get(s.lambda[i]) - seen[k][i]));
        if (code == 1 + 4 * (1 + 4 * (1 + 4))) { /* all stuck */
            all_stuck++;
            for (int i = 0; i < 4; i++)
                worst = larger(worst, fabs(fabs(get(s.lambda[i])) - wanted[i]));
        }
    }
    CHECK(worst <= 1e-9 && all_stuck > 0, "rest, least norm: off by %g", worst);
    printf("%s: clutch beside one-way clutch, brake beside freewheel: six orders of applying end in %d place vectors, "
           "%d times with all stuck (shares of 24, 6, 6, 24 N.m); "
           "torques as the places say, no acceleration, within %.1e\n",
           method, kinds, all_stuck, worst);
    FIGURE(&r, "clutch beside one-way clutch, brake beside freewheel: torques, N.m", "%.0e", worst);

    /* on and off 100 times, with torque in either direction */
    int changes = 0;
    for (int k = 0; k < 100; k++) {
        set(s.tau, k % 2 ? 20 : -20);
        press(&s, 1, 1, 1);
        changes += run(&r, &s, 400);
        press(&s, 0, 0, 0);
        changes += run(&r, &s, 50);
    }
    CHECK(changes <= 100 * 16, "%d changes of place in 100 cycles", changes);
    FIGURE(&r, "the same on and off 100 times: changes of place a cycle, of 4 elements", "%.1f", changes / 100.0);

    /* both clutches slip: 100 + 50 N.m accelerate b, the rest a */
    init(&r);
    set(s.tau, 400);
    press(&s, 1, 1, 0);
    CHECK(setup(&r) == DTC_OK, "setup");
    run(&r, &s, 100);
    MUST(evaluate(&r));
    /* a drives b forward: the one-way clutch's freewheel carries any torque, so both turn together */
    CHECK(fabs(get(s.aa) - 400 / 1.6) < 1e-9 && fabs(get(s.ab) - 400 / 1.6) < 1e-9, "driving: %g %g", get(s.aa),
          get(s.ab));
    init(&r);
    set(s.tau, -400);
    press(&s, 1, 1, 0);
    CHECK(setup(&r) == DTC_OK, "setup");
    run(&r, &s, 100);
    MUST(evaluate(&r));
    /* the other way it slips: 150 N.m, and the housing's freewheel holds b */
    CHECK(fabs(get(s.aa) + (400 - 150) / 0.4) < 1e-9 && fabs(get(s.ab)) < 1e-9, "dragging: %g %g", get(s.aa),
          get(s.ab));
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        parallel(argv[1], argv[i]);
    return summary();
}
