/* result_number.h - a double as decimal text with as few digits as read back as the same. */
#ifndef DTC_RESULT_NUMBER_H
#define DTC_RESULT_NUMBER_H

enum { NUMBER_ROOM = 32 };

/* The texts of numbers that may come again; columns: how many there are in a row, which is a hint. To be freed; NULL:
 * out of memory. */
typedef struct kept_numbers kept_numbers;
kept_numbers *kept_numbers_new(int columns);

/* Writes x to `to`, which has room for NUMBER_ROOM characters; no NUL follows. Returns the number of characters.
 * The digits are the fewest that a reader that rounds to nearest takes for x; of those with as few, the nearest to x.
 * They stand as with printf's %g: 0.0001, 12345, 1e+15, 1.5e-05; inf, -inf, nan, -nan; both zeros are 0. */
int result_number(kept_numbers *kept, double x, char *to);

/* The same for a number by itself; whole numbers of up to `whole` digits have no exponent, and a zero its sign. */
int shortest_text(double x, int whole, char *to);

#endif
