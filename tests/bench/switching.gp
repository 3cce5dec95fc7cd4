# One event, for docs/switching.md. Called by switching.sh with folder (of the runs), to (folder of the pictures), passes.
set datafile separator ','
set grid lc rgb '#dddddd'
set key off
exact = '#888888'
own = '#14508c'

# ---- a brake that is too weak: three ways through the same event ----
set terminal pngcairo size 1200,560 font 'sans,10' background '#ffffff'
set output to.'/switching.png'
set multiplot layout 2,3 columnsfirst margins 0.11,0.98,0.10,0.83 spacing 0.03,0.06 \
    title 'A shaft is braked to rest by a brake that cannot hold it: one event, 1 ms samples' font 'sans,12'
set xrange [0:9]
array title[3] = ["automaton, variable step: event iteration,\n".passes." passes at one instant", \
    "automaton, fixed step: one transition a sample,\nthe iteration takes three samples", \
    "the law, fixed step: at rest at the end of\na sample, and on in the next one"]
array run[3] = ['automaton_events', 'automaton', 'law']
do for [k=1:3] {
    set title title[k]
    set yrange [-1.2:2.5]
    set xlabel ''
    set format x ''
    set ytics 1
    if (k == 1) { set ylabel 'speed, rad/s'; set format y '%g' } else { unset ylabel; set format y '' }
    plot folder.'/automaton_events.csv' using ($1*1e3):(column('shaft.w')) with lines lc rgb exact lw 2, \
        folder.'/'.run[k].'.csv' using (k > 1 ? $1*1e3 : NaN):(column('shaft.w')) with points pt 7 ps 0.8 lc rgb own
    unset title
    set yrange [-1.3:1.3]
    set xlabel 'ms'
    set format x '%g'
    if (k == 1) { set ylabel 'place'; set ytics ('forward' 1, 'start forward' 0.5, 'stuck' 0, 'start backward' -0.5, 'backward' -1) } \
        else { unset ylabel; set ytics ('' 1, '' 0.5, '' 0, '' -0.5, '' -1) }
    plot folder.'/'.run[k].'.csv' using ($1*1e3):(column('place')) with steps lc rgb own lw 2, \
        '' using (k > 1 ? $1*1e3 : NaN):(column('place')) with points pt 7 ps 0.8 lc rgb own
    set ytics auto
}
unset multiplot

# ---- the second shift of autogear4 ----
set terminal pngcairo size 1200,640 font 'sans,10' background '#ffffff'
set output to.'/switching_gearbox.png'
set multiplot layout 2,2 columnsfirst margins 0.08,0.98,0.09,0.88 spacing 0.03,0.06 \
    title 'Four-speed gearbox, shift from second to third gear' font 'sans,12'
set xrange [11.30:11.43]
set xtics 0.02
array way[2] = ['variable step, events located and iterated', 'Euler, 1 ms: one evaluation and at most one transition a sample']
array of[2] = ['gearbox_events', 'gearbox']
lane(place, n) = n + 0.32*(place == 2 ? 0 : place)
do for [k=1:2] {
    set title way[k]
    set xlabel ''
    set format x ''
    set yrange [-1400:900]
    set ytics auto
    if (k == 1) { set ylabel 'torque, N.m'; set format y '%g' } else { unset ylabel; set format y '' }
    set key at graph 0.98,0.66
    plot folder.'/'.of[k].'.csv' using 1:(column('gearbox.C2.tau')) with linespoints pt (k == 1 ? -1 : 7) ps 0.35 lc rgb '#14508c' lw 1.5 title 'C2', \
        '' using 1:(column('gearbox.C3.tau')) with linespoints pt (k == 1 ? -1 : 7) ps 0.35 lc rgb '#b03010' lw 1.5 title 'C3'
    set key off
    unset title
    set xlabel 's'
    set format x '%g'
    set yrange [0.4:3.6]
    if (k == 1) { set ylabel 'place (up: forward, down: backward)'; set ytics ('C2' 1, 'C3' 2, 'C5' 3) } else { unset ylabel; set ytics ('' 1, '' 2, '' 3) }
    plot folder.'/'.of[k].'.csv' using 1:(lane(column('gearbox.C2.law.place'), 1)) with steps lc rgb '#14508c' lw 2, \
        '' using 1:(lane(column('gearbox.C3.law.place'), 2)) with steps lc rgb '#b03010' lw 2, \
        '' using 1:(lane(column('gearbox.C5.law.place'), 3)) with steps lc rgb '#207030' lw 2
    set ytics auto
}
unset multiplot
