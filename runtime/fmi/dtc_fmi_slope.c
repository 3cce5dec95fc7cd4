/* dtc_fmi_slope.c - directional derivatives: of outputs and derivatives by states and inputs, between events.
 *
 * The model has differentials, made symbolically, of all that these depend on. Cost: about that of an evaluation. */
#include "dtc_fmi.h"

static int dtc_fmi_no_slope(const dtc_fmi *f, const char *what)
{
    return dtc_fmi_tell(f, DTC_FMI_ERROR, what, "", DTC_OK);
}

/* NULL after a message. */
static const dtc_fmi_slope *dtc_fmi_slope_of(const dtc_fmi *f, unsigned reference)
{
    if (dtc_fmi_this.slope && reference >= 1 && reference <= (unsigned)dtc_fmi_this.variables)
        return &dtc_fmi_this.slope[reference - 1];
    (void)dtc_fmi_no_slope(f, "there is no directional derivative of or by this variable");
    return NULL;
}

static int dtc_fmi_is_known(const dtc_fmi *f, unsigned reference)
{
    const dtc_variable v = dtc_variable_at(dtc_fmi_this.info, dtc_fmi_this.number[reference - 1]);

    return v.type == DTC_REAL && (v.kind == DTC_IN || v.kind == DTC_STATE);
}

int dtc_fmi_directional(dtc_fmi *f, const unsigned *unknown, size_t unknowns, const unsigned *known, size_t knowns,
                        const double *seed, double *out)
{
    double *d = (double *)(void *)((char *)f->m + dtc_fmi_this.tangent);
    const dtc_fmi_slope *s;
    const int status = dtc_fmi_current(f);
    size_t i;

    if (status != DTC_FMI_OK || !dtc_fmi_this.slope)
        return status != DTC_FMI_OK ? status : dtc_fmi_no_slope(f, "this FMU has no directional derivatives");
    memset(d, 0, (size_t)dtc_fmi_this.slopes * sizeof *d);
    for (i = 0; i < knowns; i++) {
        if (!(s = dtc_fmi_slope_of(f, known[i])))
            return DTC_FMI_ERROR;
        if (!dtc_fmi_is_known(f, known[i]))
            return dtc_fmi_no_slope(f, "directional derivatives are by continuous states and inputs");
        if (s->place >= 0)
            d[s->place] += s->sign * seed[i];
    }
    if (dtc_fmi_this.along)
        dtc_fmi_this.along(f->m);
    for (i = 0; i < unknowns; i++) {
        if (!(s = dtc_fmi_slope_of(f, unknown[i])))
            return DTC_FMI_ERROR;
        out[i] = s->place < 0 ? 0 : s->sign * d[s->place];
    }
    return DTC_FMI_OK;
}
