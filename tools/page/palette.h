/* palette.h - colours of curves in the pictures and pages of all commands, in the order in which they are taken. Any
 * two are told apart, and each from the ground, by all eyes that tests/page/colours.py knows. */
#ifndef PALETTE_H
#define PALETTE_H

#define COLOURS_LIGHT "#1f5fa8", "#e25c42", "#23a19e", "#ba5dec", "#565000", "#b82161", "#022d65", "#4d221a"
#define COLOURS_DARK "#6db3f2", "#e97b00", "#70e9a9", "#9071d6", "#f5cd21", "#c63076", "#cbd2ff", "#c6958d"

#endif
