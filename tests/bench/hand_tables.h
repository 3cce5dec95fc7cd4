/* hand_tables.h - tables of the cars by hand: they know their last interval and their slopes. */
#ifndef HAND_TABLES_H
#define HAND_TABLES_H

enum { ROWS = 2000 };
typedef struct { int n, at; double x[ROWS], y[ROWS], slope[ROWS]; } Table;

static void fill(Table *t, int n, const double (*row)[2])
{
    t->n = n;
    for (int i = 0; i < n; i++) {
        t->x[i] = row[i][0];
        t->y[i] = row[i][1];
        t->slope[i] = i + 1 < n ? (row[i + 1][1] - row[i][1]) / (row[i + 1][0] - row[i][0]) : 0;
    }
}

/* Linear between the rows, held outside; u moves slowly. */
static inline double look_up(Table *t, double u)
{
    int i = t->at;

    while (i + 1 < t->n && u >= t->x[i + 1])
        i++;
    while (i > 0 && u < t->x[i])
        i--;
    t->at = i;
    return u <= t->x[i] ? t->y[i] : t->y[i] + t->slope[i] * (u - t->x[i]);
}

/* The same in three rows. */
static inline double line(const double (*row)[2], double u)
{
    int i = u >= row[1][0];

    return u >= row[2][0] ? row[2][1]
                          : row[i][1] + (u - row[i][0]) / (row[i + 1][0] - row[i][0]) * (row[i + 1][1] - row[i][1]);
}

#endif
