/* bode.h - frequency responses of a model in its configurations: curves, their peaks, and the modes that make them. */
#ifndef BODE_H
#define BODE_H

#include "chart.h"
#include "sheet.h"
#include "transfer.h"

/* infinite: without damping; none: the curve has no peak that is the mode's; not excited: it has no part in it */
typedef enum { PEAK_FOUND, PEAK_INFINITE, PEAK_NONE, PEAK_NOT_EXCITED } PeakKind;

/* Frequencies in Hz, amplitude of the curve, phase in degrees. low, high: where the amplitude is 1/sqrt(2) of the
 * peak's; NAN: it does not fall so far. mode: of BodeCase.mode, plus 1; 0: none. For PEAK_NONE values at the damped
 * frequency */
typedef struct { PeakKind kind; uint32_t mode; double frequency, amplitude, low, high; } Peak;

/* amplitude and phase by BodeCase.frequency; the phase goes on without jumps of a turn. Towards 0 Hz the amplitude is
 * gain*f^slope; slope: 0, -1, ...; known: there is such a slope */
typedef struct {
    uint32_t input, output;
    double *amplitude, *phase;
    Peak *peak;                            /* vec, by frequency */
    bool known; int slope; double gain;
} BodeCurve;

/* Oscillations and rigid motions. frequency: abs(lambda)/2 pi, damped: Im lambda/2 pi, both in Hz */
typedef struct { double frequency, damped, damping; bool rigid; const EigenPair *at; } BodeMode;

typedef struct {
    const char *name;                      /* of the configuration */
    double *frequency;                     /* vec, in Hz, ascending */
    BodeMode *mode;                        /* vec, by damped frequency */
    BodeCurve *curve;                      /* vec: inputs, and of each the outputs */
    bool whole;                            /* all modes are known */
    uint32_t unstable;                     /* modes that grow */
    double values;                         /* frequencies at which it was solved for */
} BodeCase;

typedef struct { const char *name, *unit; } BodeName;

typedef struct {
    Dtc *d; const char *model, *title;
    double from, to; uint32_t points;      /* Hz; 0: by the modes */
    uint32_t modes;                        /* of a large model */
    BodeName *input, *output;              /* vecs */
    const char *over;                      /* all curves are over the response of this one; NULL: as they are */
    const char *over_unit;
    BodeCase *one;                         /* vec */
} Bode;

/* A configuration more. output: the last one is `over`, if there is one. false after a message. Cost: the eigenvalues,
 * and a solution for each frequency. */
bool bode_add(Bode *b, const Linear *l, const Var *output, const char *name);

const char *bode_unit(const Bode *b, const BodeCurve *c);  /* "rad/s per N.m" */
const char *bode_curve_name(const Bode *b, const BodeCase *one, const BodeCurve *c);
Sheet bode_sheet(const Bode *b);                           /* bode_sheet.c */
Chart bode_picture(const void *bode);       /* bode_picture.c */

#endif
