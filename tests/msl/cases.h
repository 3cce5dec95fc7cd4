/* cases.h - the twelve reference cases: signals, modes, and the instants of events from an independent computation.
 *
 * Where the numbers come from: the facts sheet that comes with the reference results (its column "calc": an 8th order
 * Runge-Kutta method, relative tolerance 1e-10, events located exactly), except contact changes of Backlash and
 * Translational_ElastoGap, for which the sheet has only the times of the reference run: there a 4th order Runge-Kutta
 * method with 1 us steps, contacts located by bisection. `sheet`: deviation of the sheet's own computation from the
 * reference over the signal's range, that is the error of the reference. */
#ifndef CASES_H
#define CASES_H

#include <stdbool.h>

enum { MAX_SIGNALS = 8, MAX_MODES = 3, MAX_EVENTS = 48, FREE = 2 };

typedef struct { const char *name; double sheet; } Signal;

/* A mode in the reference ("" if it has none) and in NAME_pre.dtm, and the same number in NAME.dtm. */
typedef struct { const char *reference, *here; } Mode;

/* Modes from `time` on. Grazing: the slip touches zero tangentially: to -2.4e-10 rad/s, so that the
 * lock may come up to some 1e-4 s early, or not at all; events within grazing_time of it are not compared. */
static const double grazing_time = 2e-3;

typedef struct { double time; int mode[MAX_MODES], grazing; } Event;

typedef struct {
    const char *name;
    double stop;
    bool pre; /* there is a NAME_pre.dtm */
    Signal signal[MAX_SIGNALS];
    Mode mode[MAX_MODES];
    Event event[MAX_EVENTS];
    int events;
} Case;

static const Case cases[] = {
    { .name = "First", .stop = 1, .signal = { { "damper.phi_rel", 4.39e-06 },
                  { "damper.w_rel", 6.49e-05 },
                  { "inertia3.phi", 1.75e-05 },
                  { "inertia3.w", 3.13e-04 } } },
    { .name = "Friction", .stop = 3, .pre = true, .signal = { { "clutch.phi_rel", 3.26e-06 },
                  { "clutch.w_rel", 3.34e-06 },
                  { "inertia3.phi", 2.05e-06 },
                  { "inertia3.w", 1.48e-06 },
                  { "spring.phi_rel", 7.32e-06 },
                  { "spring.w_rel", 7.91e-06 } },
      .mode = { { "clutch.mode", "clutch.law.place" }, { "brake.mode", "brake.law.place" } },
      .event = { { 0, { -1, FREE } }, { 0.0067797089, { 0, FREE } }, { 0.0593392840, { -1, FREE } },
          { 0.1092898268, { 0, FREE } }, { 0.5, { 0, 1 } }, { 0.5342483385, { -1, 1 } }, { 0.6406139408, { -1, 0 } },
          { 1.6636414429, { 0, 0 } } },
      .events = 8 },
    { .name = "CoupledClutches", .stop = 1.5, .pre = true, .signal = { { "J1.phi", 3.60e-06 },
                  { "J1.w", 8.87e-06 },
                  { "clutch1.phi_rel", 1.16e-05 },
                  { "clutch1.w_rel", 6.54e-06 },
                  { "clutch2.phi_rel", 8.28e-08 },
                  { "clutch2.w_rel", 4.02e-08 },
                  { "clutch3.phi_rel", 3.32e-06 },
                  { "clutch3.w_rel", 8.66e-06 } },
      .mode = { { "clutch1.mode", "clutch1.law.place" }, { "clutch2.mode", "clutch2.law.place" },
          { "clutch3.mode", "clutch3.law.place" } },
      .event = { { 0, { -1, FREE, FREE } }, { 0.4, { -1, -1, FREE } }, { 0.7096214747, { -1, 0, FREE } },
          { 0.7916623592, { 0, 0, FREE } }, { 0.8311085061, { -1, 0, FREE } }, { 0.9, { -1, 0, -1 } },
          { 0.9068501928, { 0, 0, -1 } }, { 1.0002958599, { -1, 0, -1 } }, { 1.1439674925, { -1, 0, 0 } },
          { 1.25, { FREE, 0, 0 } } },
      .events = 10 },
    { .name = "OneWayClutch", .stop = 2, .signal = { { "inertiaIn.phi", 8.30e-05 },
                  { "inertiaIn.w", 2.17e-05 },
                  { "oneWayClutch.phi_rel", 2.70e-06 },
                  { "oneWayClutch.w_rel", 1.19e-05 } },
      .mode = { { "", "oneWayClutch.law.place" } },
      .event = { { 0, { 1 } }, { 0.0802800002, { 0 } }, { 0.1666682582, { 1 } }, { 0.3, { 1 } },
          { 0.4306773957, { 0 } }, { 0.95, { 1 } }, { 1.05, { 0 } }, { 1.1666682582, { 1 } },
          { 1.4999984, { 0 }, .grazing = 1 }, { 1.5000015916, { 1 }, .grazing = 1 }, { 1.6, { 1 } },
          { 1.7562044474, { 0 } } },
      .events = 12 },
    { .name = "LossyGearDemo1", .stop = 0.5, .pre = true,
      .signal = { { "Inertia2.phi", 2.75e-06 }, { "Inertia2.w", 5.85e-07 } },
      .mode = { { "gear.mode", "gear.law.place" } },
      .event = { { 0, { -1 } }, { 0.0804771339, { 0 } }, { 0.1995199008, { 1 } }, { 0.3713427780, { 0 } },
          { 0.4645394616, { -1 } } },
      .events = 5 },
    { .name = "ElasticBearing", .stop = 10, .signal = { { "load.phi", 4.32e-11 },
                  { "load.w", 1.25e-09 },
                  { "shaft.phi", 1.70e-10 },
                  { "shaft.w", 6.90e-09 },
                  { "springDamper.phi_rel", 8.63e-07 },
                  { "springDamper.w_rel", 2.35e-04 } },
      .event = { { 0 }, { 5 } },
      .events = 2 },
    { .name = "Backlash", .stop = 1, .signal = { { "elastoBacklash.phi_rel", 7.22e-06 },
                  { "elastoBacklash.w_rel", 1.07e-05 },
                  { "springDamper.phi_rel", 6.10e-06 },
                  { "springDamper.w_rel", 6.18e-06 } },
      .event = { { 0 },
                 /* both */ { 0.026159215841 },
                 { 0.038023842575 },
                 /* elastoBacklash */ { 0.087852339490 },
                 { 0.102700948816 },
                 { 0.152529445731 },
                 { 0.171112516556 },
                 { 0.220941013470 },
                 { 0.244197771980 },
                 { 0.294026268894 },
                 { 0.323132158951 },
                 { 0.372960655865 },
                 { 0.409386748335 },
                 { 0.459215245249 },
                 { 0.504802588910 },
                 { 0.554631085824 },
                 { 0.611683757720 },
                 { 0.661512254634 },
                 { 0.732913812807 },
                 { 0.782742309721 },
                 { 0.872101534106 },
                 { 0.921930031020 },
                 /* elastoBacklash2 */ { 0.087842274257 },
                 { 0.102873858272 },
                 { 0.152692289954 },
                 { 0.171736169130 },
                 { 0.221554600811 },
                 { 0.245681754257 },
                 { 0.295500185939 },
                 { 0.326067463122 },
                 { 0.375885894803 },
                 { 0.414612321295 },
                 { 0.464430752976 },
                 { 0.513494204059 },
                 { 0.563312635740 },
                 { 0.625472314550 },
                 { 0.675290746231 },
                 { 0.754042354290 },
                 { 0.803860785972 },
                 { 0.903633112513 },
                 { 0.953451544194 } },
      .events = 41 },
    { .name = "SimpleGearShift", .stop = 5, .signal = { { "clutch.phi_rel", 1.29e-06 },
                  { "clutch.w_rel", 4.13e-07 },
                  { "engine.phi", 5.78e-07 },
                  { "engine.w", 6.93e-07 },
                  { "load.phi", 6.38e-07 },
                  { "load.w", 9.69e-07 } },
      .mode = { { "clutch.mode", "clutch.law.place" }, { "brake.mode", "brake.law.place" } },
      .event = { { 0, { FREE, 0 } }, { 0.5, { FREE, 0 } }, { 2, { -1, 0 } }, { 2.0408162695, { -1, 1 } },
          { 2.1, { -1, FREE } },
                 { 2.1107903613, { 0, FREE } } },
      .events = 6 },
    { .name = "RollingWheel",
      .stop = 5,
      .signal = { { "inertia.phi", 3.65e-07 }, { "inertia.w", 7.18e-07 } },
      .event = { { 0 }, { 0.1 } },
      .events = 2 },
    { .name = "Translational_Brake",
      .stop = 2,
      .signal = { { "mass1.s", 1.16e-11 }, { "mass1.v", 1.11e-16 }, { "mass2.s", 1.16e-11 }, { "mass2.v", 1.11e-16 } },
      .mode = { { "brake.mode", "brake.law.place" }, { "brake1.mode", "brake1.law.place" } },
      .event = { { 0, { FREE, FREE } }, { 0.1, { 1, 1 } }, { 1.1, { 0, 0 } } },
      .events = 3 },
    { .name = "Translational_ElastoGap", .stop = 5, .signal = { { "elastoGap1.v_rel", 5.76e-06 },
                  { "elastoGap2.s_rel", 2.51e-06 },
                  { "springDamper1.v_rel", 3.43e-06 },
                  { "springDamper2.s_rel", 3.71e-06 } },
      .event = { { 0 },
                 { 0.583372882547 },
                 { 0.875160816924 },
                 { 1.896201370487 },
                 { 2.404066200137 },
                 { 3.425106753700 },
                 { 4.309059291854 } },
      .events = 7 },
    { .name = "Translational_Oscillator", .stop = 1, .signal = { { "damper1.s_rel", 1.79e-04 },
                  { "damper1.v_rel", 1.81e-04 },
                  { "mass1.s", 4.78e-04 },
                  { "mass1.v", 4.84e-04 } } },
};

enum { CASES = sizeof cases / sizeof cases[0] };

#endif
