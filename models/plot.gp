# Common settings; each model's plot.gp loads this. Called with csv and png set.
set datafile separator ','
set terminal pngcairo size 1000,800 font 'sans,10' background '#ffffff'
set output png
set grid lc rgb '#dddddd'
set key above horizontal center samplen 2
set xlabel 'time, s'
set style data lines
set linetype 1 lw 2 lc rgb '#1f5fa8'
set linetype 2 lw 2 lc rgb '#c8501e'
set linetype 3 lw 2 lc rgb '#2e8b57'
set linetype 4 lw 2 lc rgb '#8860a8'
set linetype 5 lw 2 lc rgb '#808080'
