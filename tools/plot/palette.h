/* palette.h - the colours of all pictures, once: for scripts of gnuplot, pages, style sheets. X(colour) */
#ifndef PALETTE_H
#define PALETTE_H

/* of curves, one after the other */
#define PALETTE_CURVES(X) \
    X("#1f5fa8") X("#c8501e") X("#2e8b57") X("#8860a8") X("#b08900") \
    X("#d0508c") X("#20a0b0") X("#808080") X("#5a3a1e") X("#90b030")
/* of what fills a band, as the places of a switching element: slip-, stuck, slip+, open, others */
#define PALETTE_BANDS(X) \
    X("#e39b74") X("#6f9fd0") X("#7cc096") X("#e2e4e7") X("#c2a9d6") \
    X("#e0cc6a") X("#eda8c6") X("#86d0d9") X("#a89070") X("#cde08a")
/* of levels, from the least to the greatest */
#define PALETTE_LEVELS(X) X("#440154") X("#3b528b") X("#21918c") X("#5ec962") X("#fde725")
#define PALETTE_FRAME "#606060"
#define PALETTE_GRID "#e4e4e4"
#define PALETTE_EVENT "#a8a8a8"

#endif
