/* dtc_law_moved.h - laws whose matrix moves with the states (a body in the plane): what each step of generated code
 * asks of them, as straight code; a part of dtc_law.h.
 *
 * Their slips are not linear in the states, so that each step leaves stuck elements a slip, small to the second order,
 * which the next one takes away. Where all stay there is nothing else to decide. */
#ifndef DTC_LAW_MOVED_H
#define DTC_LAW_MOVED_H

/* In law.c: tolerances and groups are those of another G; groups are. */
enum { DTC_LAW_NO_TOLERANCES = -2, DTC_LAW_NO_GROUPS = -1 };

/* P of one or two stuck elements that are far from redundant, as it is written. 0: there are more, or they are not. */
#define DTC_LAW_WELL ((dtc_real)0.01)    /* the last pivot, of G with unit diagonal: the inverse needs no refinement */
static inline int dtc_law_invert_few(int m, int holding, const int *list, const dtc_real *G, const dtc_real *whole,
                                     dtc_real *P)
{
    const int e = list[0], f = holding == 2 ? list[1] : e;
    const dtc_real own = G[e * m + e], other = G[f * m + f], both = holding == 2 ? G[f * m + e] : (dtc_real)0;
    const dtc_real rest = own * other - both * both, none = DTC_TOLERANCE(0.0);

    if ((holding != 1 && holding != 2) ||
        !(own > (dtc_real)0 && other > (dtc_real)0 && rest >= DTC_LAW_WELL * (own * other) &&
          rest > none * whole[e] * other && rest > none * whole[f] * own))
        return 0;
    if (holding == 1) {
        P[e * m + e] = (dtc_real)1 / own;
        return 1;
    }
    const dtc_real per = (dtc_real)1 / rest;
    P[e * m + e] = other * per;
    P[f * m + f] = own * per;
    P[e * m + f] = P[f * m + e] = -both * per;
    return 1;
}

/* dtc_law_moved where they are such, and all else is made when a decision is due; else 0. No more than that is asked
 * of a law that is asked by DTC_LAW_STAYS; whole may be that of the last decision. O(1) */
#define DTC_LAW_MOVED_FEW(m, x)                                                                                        \
    (dtc_law_invert_few((m), (x)->holding, (x)->list, (x)->G, (x)->whole, (x)->P)                                      \
         ? ((x)->group[0] = DTC_LAW_NO_TOLERANCES, (x)->updates = (x)->rough = (x)->count.deficiency = 0, 1)           \
         : 0)

/* As dtc_law_quiet, with impulses, for laws without contacts: does every element stay, while these take the slips of
 * stuck elements away? Then lambda has them in it, over h, as dtc_law_decide gives them (WHOLE), and held the torques
 * without. Of what is asked, tolerances of the matrix are not: what slides must not come to rest at all, redundant
 * elements must have no slip. O(k (k + sliding)) */
static inline int dtc_law_stays(int m, dtc_real h, int holding, int sliding, int direct, const int *list,
                                const dtc_real *G, const dtc_real *P, const int *place, const dtc_real *s,
                                const dtc_real *lo, const dtc_real *hi, const dtc_real *slo, const dtc_real *shi,
                                const dtc_real *speed, const dtc_real *torque, const dtc_real *rounded,
                                const dtc_real *ah, dtc_real *jump, dtc_real *held, dtc_real *lambda)
{
    const dtc_real none = (dtc_real)1e-3 * DTC_LAW_SLIP;
    int slips = 0, k = 0;

    (void)rounded;
    for (; k < holding; k++) {
        const int e = list[k];
        const dtc_real impulse = -dtc_law_product(P + e * m, s, list, holding), own = lambda[e],
                       whole = own + impulse / h, slack = DTC_LAW_TORQUE * torque[e],
                       least = (slo[e] < lo[e] ? slo[e] : lo[e]) - slack,
                       most = (shi[e] > hi[e] ? shi[e] : hi[e]) + slack;
        if (!(own >= least && own <= most && whole >= least && whole <= most && hi[e] - lo[e] > (dtc_real)0 &&
              G[e * m + e] > (dtc_real)0))
            return 0;
        slips |= !(dtc_abs(s[e]) <= DTC_LAW_NONE(none * speed[e], (dtc_real)8 * rounded[e]));
        held[e] = own;
        jump[e] = impulse;
    }
    for (k = 0; k < holding && !slips; k++)
        jump[list[k]] = 0;
    for (k = holding; k < holding + sliding; k++) {
        const int e = list[k], forward = place[e] == DTC_FWD;
        const dtc_real slip = s[e] + h * ah[e],
                       after = slip + dtc_law_product(G + e * m, jump, list, holding),
                       pushes = forward ? lo[e] : hi[e];
        if (!(forward ? s[e] > (dtc_real)0 && slip > (dtc_real)0 && after > (dtc_real)0
                      : s[e] < (dtc_real)0 && slip < (dtc_real)0 && after < (dtc_real)0) ||
            !(hi[e] - lo[e] > (dtc_real)0 && dtc_abs(pushes) < DTC_UNBOUNDED))
            return 0;
    }
    for (; k < m; k++)
        if (!(hi[list[k]] - lo[list[k]] <= (dtc_real)0))
            return 0;
    for (k = 0; k < holding && slips && direct; k++)
        lambda[list[k]] += jump[list[k]] / h;
    return direct || !slips;
}
#define DTC_LAW_STAYS(m, x, h)                                                                                         \
    (dtc_law_round((m), (h), (x)->holding, (x)->list, (x)->size, (x)->G, (x)->lambda, (x)->zero_s),                    \
     dtc_law_stays((m), (h), (x)->holding, (x)->sliding, !(x)->rough && (x)->count.deficiency == 0, (x)->list, (x)->G, \
                   (x)->P, (x)->place, (x)->s, (x)->lo, (x)->hi, (x)->slo, (x)->shi, (x)->speed, (x)->torque,          \
                   DTC_LAW_ROUNDED(x), (x)->ah, (x)->jump, (x)->solution, (x)->lambda))

/* The same one element after the other, as straight code, where no torque is refined and nothing is redundant. */
#define DTC_LAW_IS_PLAIN(x) (((x)->rough | (x)->count.deficiency) == 0)

/* Of a stuck one. own, impulse: by P, of slip accelerations and of slips; into held and jump. */
static inline int dtc_law_stays_stuck(dtc_real h, dtc_real own, dtc_real impulse, const dtc_real *lo,
                                      const dtc_real *hi, const dtc_real *slo, const dtc_real *shi, dtc_real slack,
                                      dtc_real mobility, dtc_real *jump, dtc_real *held)
{
    const dtc_real whole = own + impulse / h, least = (*slo < *lo ? *slo : *lo) - slack,
                   most = (*shi > *hi ? *shi : *hi) + slack;

    *held = own;
    *jump = impulse;
    return own >= least && own <= most && whole >= least && whole <= most && *hi - *lo > (dtc_real)0 &&
           mobility > (dtc_real)0;
}
#define DTC_LAW_STAYS_STUCK(m, x, e, own, impulse, h)                                                                  \
    dtc_law_stays_stuck((h), (own), (impulse), &(x)->lo[e], &(x)->hi[e], &(x)->slo[e], &(x)->shi[e],                   \
                        DTC_LAW_TORQUE * (x)->torque[e], (x)->G[(e) * (m) + (e)], &(x)->jump[e], &(x)->solution[e])

/* Slips that are none leave no impulses. */
static inline void dtc_law_forget_slips(int holding, const int *list, const dtc_real *s, const dtc_real *speed,
                                        dtc_real *jump)
{
    for (int k = 0; k < holding; k++)
        if (!(dtc_abs(s[list[k]]) <= (dtc_real)1e-3 * DTC_LAW_SLIP * speed[list[k]]))
            return;
    for (int k = 0; k < holding; k++)
        jump[list[k]] = 0;
}
#define DTC_LAW_FORGET_SLIPS(x) dtc_law_forget_slips((x)->holding, (x)->list, (x)->s, (x)->speed, (x)->jump)

/* Of one that is not stuck. a, pushed: its slip acceleration, and what impulses make of its slip. */
static inline int dtc_law_stays_out(int place, dtc_real h, dtc_real a, dtc_real pushed, dtc_real s, dtc_real lo,
                                    dtc_real hi, dtc_real *ah)
{
    const dtc_real slip = s + h * a, after = slip + pushed;

    if (place == DTC_INACTIVE)
        return hi - lo <= (dtc_real)0;
    *ah = a;
    return (place == DTC_FWD
                ? s > (dtc_real)0 && slip > (dtc_real)0 && after > (dtc_real)0 && dtc_abs(lo) < DTC_UNBOUNDED
                : s < (dtc_real)0 && slip < (dtc_real)0 && after < (dtc_real)0 &&
                      dtc_abs(hi) < DTC_UNBOUNDED) &&
           hi - lo > (dtc_real)0;
}
#define DTC_LAW_STAYS_OUT(x, e, a, pushed, h)                                                                          \
    dtc_law_stays_out((x)->place[e], (h), (a), (pushed), (x)->s[e], (x)->lo[e], (x)->hi[e], &(x)->ah[e])

/* What that leaves beside the torques: how far those without impulses are from their bounds (room), whether there are
 * impulses, and the largest torque of a step in which they take a slip away, by what the element can bear. */
static inline void dtc_law_leave_impulse(dtc_real h, dtc_real lo, dtc_real hi, dtc_real least, dtc_real most,
                                         dtc_real none, dtc_real impulse, dtc_real held, dtc_real lambda,
                                         dtc_real *room, int *moved, dtc_real *correction)
{
    const dtc_real above = held - least, below = most - held, size = dtc_abs(lambda);

    *room = above < below ? above : below;
    if (impulse > (dtc_real)0)
        *moved = 1;
    if (impulse > h * none) {
        const dtc_real bound = (lambda < (dtc_real)0 ? -least : most) + none;
        if (size > *correction * bound && -lo < DTC_UNBOUNDED && hi < DTC_UNBOUNDED)
            *correction = size / bound;
    }
}
#define DTC_LAW_LEAVE_IMPULSE(x, e, h)                                                                                 \
    dtc_law_leave_impulse((h), (x)->lo[e], (x)->hi[e], (x)->slo[e] < (x)->lo[e] ? (x)->slo[e] : (x)->lo[e],            \
                          (x)->shi[e] > (x)->hi[e] ? (x)->shi[e] : (x)->hi[e], DTC_LAW_TORQUE * (x)->torque[e],        \
                          dtc_abs((x)->jump[e]), (x)->solution[e], (x)->lambda[e], &(x)->room[e], &(x)->moved,         \
                          &(x)->count.correction)

/* Of all that are stuck. O(k) */
#define DTC_LAW_LEAVE_IMPULSES(x, h)                                                                                   \
    for (int k_ = 0; k_ < (x)->holding; k_++)                                                                          \
    DTC_LAW_LEAVE_IMPULSE((x), (x)->list[k_], (h))

#endif
