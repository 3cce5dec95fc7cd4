/* palette.h - the colours of all pictures, once: for scripts of gnuplot, pages, style sheets. X(colour) */
#ifndef PALETTE_H
#define PALETTE_H

/* of curves, in the order in which they are taken, on light and on dark ground. Any two are told apart, and each from
 * the ground, by all eyes that tests/page/colours.py knows. */
#define PALETTE_LIGHT(X) \
    X(PALETTE_BLUE) X(PALETTE_RED) X(PALETTE_TEAL) X(PALETTE_VIOLET) X("#565000") X("#b82161") X("#022d65") X("#4d221a")
#define PALETTE_BLUE "#1f5fa8"
#define PALETTE_RED "#e25c42"
#define PALETTE_TEAL "#23a19e"
#define PALETTE_VIOLET "#ba5dec"
#define PALETTE_DARK(X) \
    X("#6db3f2") X("#e97b00") X("#70e9a9") X("#9071d6") X("#f5cd21") X("#c63076") X("#cbd2ff") X("#c6958d")
/* of what fills a band, as the places of a switching element: slip-, stuck, slip+, open, others */
#define PALETTE_BANDS(X) \
    X("#e39b74") X("#6f9fd0") X("#7cc096") X("#e2e4e7") X("#c2a9d6") \
    X("#e0cc6a") X("#eda8c6") X("#86d0d9") X("#a89070") X("#cde08a")
/* of levels, from the least to the greatest */
#define PALETTE_LEVELS(X) X("#440154") X("#3b528b") X("#21918c") X("#5ec962") X("#fde725")
/* of texts and lines on paper, as the pages have them (tools/html/style.css) */
#define PALETTE_TEXT "#1b2733"
#define PALETTE_SOFT "#56646f"
#define PALETTE_RULE "#818e9a"
#define PALETTE_BAD "#b3261e"
#define PALETTE_PAPER "#ffffff"
#define PALETTE_FRAME "#606060"
#define PALETTE_GRID "#e4e4e4"
#define PALETTE_EVENT "#a8a8a8"

#endif
