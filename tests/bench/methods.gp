# Pictures of docs/methods.md, under the numbers of figures in the source. Called by methods.sh with folder (of the runs), to (folder of the pictures).
set datafile separator ','
set grid lc rgb '#dddddd'
set key font ',8' samplen 1.5 spacing 0.9
file(name) = folder.'/'.name.'.csv'
true = '#999999'
array colour[8] = ['#b03010', '#d08000', '#707020', '#207030', '#208090', '#14508c', '#804090', '#000000']
set style line 9 lc rgb true lw 3

# ---- 19 to 30: one method each ----
set terminal pngcairo size 1000,1050 font 'sans,9' background '#ffffff'
set output to.'/methods_19_30.png'
set multiplot layout 5,2 margins 0.06,0.98,0.04,0.96 spacing 0.06,0.05 title 'One method each: x, v (left) and x over time (right); grey: the motion itself'
array base[5] = ['f19', 'f20_taylor2', 'f23_10_0.2', 'f27_shift_back_cbar_10', 'f29_switch_fixed']
array names[5] = ['f19', 'f20_matexp_N2 f20_taylor2', 'f23_0_0.2 f23_10_0.2', 'f27_shift_back_cbar_10 f27_shift_no_back_cbar_10 f27_linear_10', 'f29_switch_fixed f29_switch_2meta_delta f29_switch_2meta_expm']
array texts[5] = ['Euler', '(I+Z/2)^2 Taylor', 'without with', 'undone left linear', 'fixed line exponential']
array what[5] = ['19: Euler, 0.01 s, 0.1 and 20 N/m', '20, 21: two Euler substeps and Taylor of order 2, 0.02 s, four stiffnesses', \
    '23, 25: constant nonlinearity without and with internal stiffness (10 N/m), 0.2 s', '27, 28: coordinate shift, undone and left, and a linear system of 10 N/m, 0.05 s', \
    '29, 30: switching, 0.1 s: fixed, adjusted by the line, by the exponential']
do for [k=1:5] {
    set title what[k] font ',10' offset 0,-0.6
    set xrange [-0.35:0.35]
    set yrange [-1.6:1.6]
    set key off
    plot file(base[k]) using 6:7 with lines ls 9, for [i=1:words(names[k])] file(word(names[k], i)) using 2:3 with linespoints pt 7 ps 0.3 lc rgb colour[2*i]
    unset title
    set xrange [0:10]
    set yrange [-0.35:0.35]
    set key top right
    plot file(base[k]) using 1:6 with lines ls 9 notitle, for [i=1:words(names[k])] file(word(names[k], i)) using 1:2 with lines lc rgb colour[2*i] lw 1.3 title word(texts[k], i)
}
unset multiplot

# ---- 24 ----
set terminal pngcairo size 900,340 font 'sans,9'
set output to.'/methods_24.png'
set multiplot layout 1,2 margins 0.07,0.98,0.12,0.84 spacing 0.08 title '24: constant nonlinearity at 0.5 s, 0.1 and 20 N/m'
set key top right
set xrange [0:10]
set xlabel 's'
set title 'without internal stiffness'
set yrange [-1000:1000]
plot file('f23_0_0.5') using 1:2 with linespoints pt 7 ps 0.5 lc rgb colour[1] notitle
set title 'with 10 N/m'
set yrange [-0.35:0.35]
plot file('f23_10_0.5') using 1:6 with lines ls 9 title 'motion, at the samples', '' using 1:2 with linespoints pt 7 ps 0.5 lc rgb colour[6] title 'x'
unset multiplot
unset xlabel

# ---- 31 to 36: all, three steps ----
set terminal pngcairo size 1000,860 font 'sans,9'
set output to.'/methods_31_36.png'
set multiplot layout 3,2 margins 0.05,0.98,0.04,0.89 spacing 0.06,0.07 title 'All methods, 0.1 and 20 N/m, d = 0.5 N.s/m'
array h[3] = ['0.01', '0.05', '0.2']
list = 'euler matexp_N10 taylor2 const_nl_cbar_10 switch_fixed switch_2meta_expm'
array legend[6] = ['Euler', '(I + Z/10)^{10}', 'Taylor', 'constant nonlinearity', 'switching', 'switching, adjusted']
do for [k=1:3] {
    set title sprintf('%d: %s s', 29 + 2*k, h[k]) offset 0,-0.6
    set xrange [-0.4:0.4]
    set yrange [-1.7:1.7]
    set key off
    plot file('f31_euler_0.01') using 6:7 with lines ls 9, for [i=1:6] file('f31_'.word(list, i).'_'.h[k]) using 2:3 with lines lc rgb colour[i], \
        file('f31_exact_'.h[k]) using 2:3 with points pt 6 ps (k == 1 ? 0.2 : 0.7) lc rgb colour[8]
    set title sprintf('%d: %s s', 30 + 2*k, h[k])
    set xrange [0:10]
    set yrange [-0.4:0.4]
    if (k == 1) { set key at screen 0.98,0.965 right top maxrows 3 }
    plot file('f31_euler_0.01') using 1:6 with lines ls 9 title 'motion', for [i=1:6] file('f31_'.word(list, i).'_'.h[k]) using 1:2 with lines lc rgb colour[i] title legend[i], \
        file('f31_exact_'.h[k]) using 1:2 with points pt 6 ps (k == 1 ? 0.2 : 0.7) lc rgb colour[8] title 'dtc, exact'
}
unset multiplot
unset title

# ---- errors over the step ----
set terminal pngcairo size 1000,600 font 'sans,9'
set output to.'/methods_errors.png'
set multiplot layout 1,2 margins 0.06,0.98,0.09,0.90 spacing 0.06 title 'Largest error of x over 10 s, m'
set logscale xy
set xrange [0.004:0.25]
set yrange [1e-16:100]
set format y '10^{%T}'
set xlabel 'step, s'
set key at graph 0.98,0.24 maxrows 6
array model[2] = ['case5_T5_0.5', 'case2_x0.5_0.5']
array about[2] = ['0.1 and 20 N/m', 'four stiffnesses, from 0.5 m: several borders in a step']
shown = 'euler matexp_N10 matexp_N100 taylor2 const_nl_cbar_10 switch_fixed switch_2meta_delta switch_2meta_matexp100 switch_2meta_expm switch_buffer_expm dtc_exact'
do for [k=1:2] {
    set title about[k]
    plot for [i=1:words(shown)] file('e_'.model[k].'_'.word(shown, i)) using 1:2 with linespoints lt i pt i lw 1.3 ps 0.8 title word(shown, i) noenhanced
}
unset multiplot
unset logscale
set format y '%g'
unset xlabel
unset title

# ---- 37 ----
set terminal pngcairo size 900,380 font 'sans,9'
set output to.'/methods_37.png'
set title '37: nanoseconds a step, 1 and 20 N/m, 0.1 s'
set style fill solid 0.6
set boxwidth 0.7
set xrange [*:*]
set yrange [0:100]
set xtics rotate by -25 noenhanced
chosen = ' linear_soft euler matexp_N10 taylor2 const_nl_cbar_10 shift_back_cbar_10 switch_fixed switch_2meta_delta switch_2meta_matexp100 switch_2meta_expm switch_buffer_expm dtc_exact '
plot '< awk -F, -v c="'.chosen.'" ''index(c, " " $1 " ")'' '.file('costs') using 0:2:xtic(1) with boxes lc rgb '#14508c' notitle, \
    '' using 0:2:2 with labels offset 0,0.7 notitle
set xtics norotate enhanced
set xtics auto

# ---- 38, 39 ----
set terminal pngcairo size 1000,440 font 'sans,9'
set output to.'/methods_38_39.png'
set multiplot layout 1,2 margins 0.06,0.98,0.11,0.76 spacing 0.06 title 'Energy without damping, 0.1 and 20 N/m, 0.05 s, J'
set xrange [0:30]
set xlabel 's'
energies = 'matexp_N100 taylor2 const_nl_cbar_10 shift_no_back_cbar_10 switch_fixed switch_2meta_matexp100 switch_2meta_expm'
array low[2] = [0, 0.22]
array high[2] = [0.35, 0.24]
do for [k=1:2] {
    set title k == 1 ? '38' : '39: close up'
    set yrange [low[k]:high[k]]
    if (k == 1) { set key at screen 0.98,0.93 right top maxrows 3 } else { set key off }
    plot for [i=1:words(energies)] file('f38_'.word(energies, i)) using 1:4 with lines lc rgb colour[i] title word(energies, i) noenhanced, \
        file('f38_exact') using 1:4 every 10 with points pt 6 ps 0.5 lc rgb colour[8] title 'dtc exact'
}
unset multiplot

# ---- 93 to 95 ----
set terminal pngcairo size 1000,340 font 'sans,9'
set output to.'/methods_93_95.png'
set multiplot layout 1,3 margins 0.05,0.98,0.12,0.85 spacing 0.05 title 'A step of eta Td by the matrix of Td: 10 N/m, 5 N.s/m'
set xrange [0:2]
set yrange [*:*]
set xlabel 'eta'
set key default font ',8' samplen 1.5 spacing 0.9
pick(td, value) = abs($1 - td) < 1e-9 ? value : NaN
array td[3] = [0.031, 0.093, 0.154]
set title '93: motion (grey), and on the straight line'
set key bottom left
plot for [i=1:3] file('f93') using 2:(abs($1 - td[i]) < 1e-9 ? $5 : NaN) with lines ls 9 notitle, for [i=1:3] '' using 2:(abs($1 - td[i]) < 1e-9 ? $6 : NaN) with lines lc rgb colour[2*i] title sprintf('%g s', td[i])
set title '94: one step, norm of the error'
set key top left
plot for [i=1:3] file('f93') using 2:(abs($1 - td[i]) < 1e-9 ? $3 : NaN) with lines lc rgb colour[2*i] lw 2 title sprintf('%g s', td[i])
set title '95: eta and 2 - eta, norm of the error'
set key top center
plot for [i=1:3] file('f93') using 2:(abs($1 - td[i]) < 1e-9 ? $4 : NaN) with lines lc rgb colour[2*i] lw 2 title sprintf('%g s', td[i])
unset multiplot
