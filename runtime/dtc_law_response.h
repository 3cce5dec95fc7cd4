/* dtc_law_response.h - laws whose block is a product with what enters it, while places stay: the response; a part of
 * dtc_law.h. What generated code asks of them in each step, as straight code. */
#ifndef DTC_LAW_RESPONSE_H
#define DTC_LAW_RESPONSE_H

/* While places stay, all that an evaluation gives is linear in what enters it: c causes, such as torques from
 * outside, and the torques of sliding elements. T has that product, by columns: the causes, then the elements; a row
 * for each of the n unknowns, then for each element: its torque if it is stuck, its slip acceleration if it slides, or
 * is a contact that is open.
 * unit: what each cause gives with the stuck elements free, n unknowns, then the m slip accelerations without what
 * unknowns give of them (C). D: of slip accelerations by torques directly. Columns are what dtc_law_solve gives,
 * refined twice. O((c + sliding) k (k + n + sliding)) */
#define DTC_RESPONSE_PASSES 3
void dtc_law_response(dtc_law *w, int n, int c, const dtc_real *X, const dtc_real *C, const dtc_real *D,
                      const dtc_real *unit, dtc_real *T);

/* Its product with c causes x and the torques of sliding elements, which are set: y, unknowns, then elements; and what
 * the law has of these. slides: rows of what sliding elements give, then the m torques with which; all zero where T is
 * new. O((n + m) (c + sliding)) */
void dtc_law_respond(dtc_law *w, int n, int c, const dtc_real *T, const dtc_real *x, dtc_real *slides, dtc_real *y);

/* The part of sliding elements alone, made anew; T: their columns. */
void dtc_law_add_slides(int rows, int sliding, const int *list, const int *place, const dtc_real *lo,
                        const dtc_real *hi, const dtc_real *T, dtc_real *slides);

/* The same, if one of their torques is another one than it was. O(sliding) */
static inline void dtc_law_slide(int rows, int sliding, const int *list, const int *place, const dtc_real *lo,
                                 const dtc_real *hi, const dtc_real *T, dtc_real *slides)
{
    for (int k = 0; k < sliding; k++) {
        const int e = list[k];
        const dtc_real torque = place[e] == DTC_FWD ? lo[e] : hi[e], before = slides[rows + e];
        if (!(torque <= before && torque >= before)) {
            dtc_law_add_slides(rows, sliding, list, place, lo, hi, T, slides);
            return;
        }
    }
}
#define DTC_LAW_SLIDE(x, rows, T, slides)                                                                              \
    ((x)->sliding > 0                                                                                                  \
         ? dtc_law_slide((rows), (x)->sliding, (x)->list + (x)->holding, (x)->place, (x)->lo, (x)->hi, (T), (slides))  \
         : (void)0)

/* Of element e, with its row y of that, which the law gets: does it stay, as dtc_law_quiet says of all? A response is
 * of elements that torques move. options: CONTACT: it has a gap, stays open where it is open, and has not rebounded
 * where it is closed; GAP: there it has none either; ROOM: `work` gets what dtc_law_leave_room leaves if all stay
 * (dtc_law_take_room); HELD: places may be held whatever it says, and an infinite bound that forbids a slide is no
 * torque. none: a slip of a stuck one that is none */
enum { DTC_LAW_KEEPS_ROOM = 1, DTC_LAW_KEEPS_CONTACT = 2, DTC_LAW_KEEPS_GAP = 4, DTC_LAW_KEEPS_HELD = 8 };
static inline int dtc_law_bears(dtc_real y, dtc_real s, dtc_real lo, dtc_real hi, dtc_real slo, dtc_real shi,
                                dtc_real none, dtc_real least_l, dtc_real *lambda, dtc_real *room)
{
    *lambda = y;
    if (room)
        *room = -dtc_law_beyond(0, y, &lo, &hi, &slo, &shi);
    return dtc_law_holds(s, lo, hi, slo, shi, y, none, least_l);
}

static inline int dtc_law_goes_on(int forward, dtc_real h, dtc_real y, dtc_real s, dtc_real lo, dtc_real hi,
                                  dtc_real least_s, dtc_real least_a, int held, dtc_real *lambda, dtc_real *ah)
{
    const dtc_real torque = forward ? lo : hi;
    *lambda = held && !(dtc_abs(torque) < DTC_UNBOUNDED) ? (dtc_real)0 : torque;
    *ah = y;
    return dtc_law_slides(forward, h, s, lo, hi, y, least_s, least_a);
}
#define DTC_LAW_KEEPS(m, x, e, y, h, options)                                                                          \
    ((x)->place[e] == DTC_INACTIVE                                                                                     \
         ? dtc_law_is_out((x)->lo[e], (x)->hi[e], ((options) & DTC_LAW_KEEPS_CONTACT) ? (x)->open[e] : 0) &&           \
               (!((options) & DTC_LAW_KEEPS_CONTACT) ||                                                                \
                dtc_law_stays_open((h), (x)->gap[e], (x)->s[e], (y), (x)->lag))                                        \
     : (x)->place[e] == DTC_STUCK                                                                                      \
         ? dtc_law_bears((y), (x)->s[e], (x)->lo[e], (x)->hi[e], (x)->slo[e], (x)->shi[e],                             \
                         DTC_LAW_NONE((dtc_real)1e-3 * (x)->least_s[e],                                                \
                                      (dtc_real)8 * dtc_law_rounding((x)->size[e], (h), (x)->G[(e) * (m) + (e)],       \
                                                                     (y))),                                            \
                         (x)->least_l[e], &(x)->lambda[e],                                                             \
                         ((options) & DTC_LAW_KEEPS_ROOM) ? &(x)->work[e] : (dtc_real *)0) &&                          \
               !(((options) & DTC_LAW_KEEPS_CONTACT) && (x)->open[e] < 0) &&                                           \
               !(((options) & DTC_LAW_KEEPS_GAP) && dtc_law_has_gap((x)->gap[e], (x)->speed[e]))                       \
         : dtc_law_goes_on((x)->place[e] == DTC_FWD, (h), (y), (x)->s[e], (x)->lo[e], (x)->hi[e], (x)->least_s[e],     \
                           (x)->least_a[e], (options) & DTC_LAW_KEEPS_HELD, &(x)->lambda[e], &(x)->ah[e]))
static inline void dtc_law_take_room(int holding, const int *list, const dtc_real *found, dtc_real *room)
{
    for (int k = 0; k < holding; k++)
        room[list[k]] = found[list[k]];
}
#define DTC_LAW_TAKE_ROOM(x) dtc_law_take_room((x)->holding, (x)->list, (x)->work, (x)->room)

#endif
