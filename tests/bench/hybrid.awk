# Called by hybrid.sh with step (s): chapter 2 by a variable step, then by `exact`, to one file with a row a sample. In
# each time, speeds of engine, machine and wheel, places of C0 to C3; in that of `exact` the cut as well.
# Out: speeds, their errors, cut, what it is by the first event of the variable step within the step in which a clutch comes
# to rest or lets go, places by exact, places by the variable step.
FNR == 1 { next }
NR == FNR {
    k = int($1/step + 1e-6)
    for (c = 5; c <= 8; c++) {
        within = $1/step - k
        if (within > 1e-6 && $c != place[c] && ($c == 0 || place[c] == 0) && !(k + 1 in eta)) eta[k + 1] = within
        place[c] = $c
    }
    if (($1/step - k)^2 < 1e-10) {
        speeds[k] = $2 " " $3 " " $4
        places[k] = $5 "," $6 "," $7 "," $8
    }
    next
}
FNR == 2 { print "time,w_e,w_m,w_w,error_e,error_m,error_w,cut,eta,C0,C1,C2,C3,true0,true1,true2,true3" }
{
    k = int($1/step + 0.5)
    if (!(k in speeds)) exit 1
    split(speeds[k], true, " ")
    print $1, $2, $3, $4, $2 - true[1], $3 - true[2], $4 - true[3], $9, (k in eta ? eta[k] : 1), $5, $6, $7, $8, places[k]
}
