# Accuracy against cost. Called by accuracy.sh with folder, png, models, methods: MODEL.METHOD has a line for each step: name, ms, ns, error.
set terminal pngcairo size 1200,560 font 'sans,10' background '#ffffff'
set output png
set multiplot layout 1,words(models)
set logscale xy
set format x '10^{%L}'
set format y '10^{%L}'
set grid lc rgb '#dddddd'
set key top right samplen 2
set xlabel 'ns for a simulated ms'
set ylabel 'error at the ends of the shifts, relative'
do for [m in models] {
    set title m.': steps of 10 ms (left) to 0.1 ms (right)'
    plot for [method in methods] folder.'/'.m.'.'.method using 3:4 with linespoints pt 7 ps 0.8 lw 2 title method
}
unset multiplot
