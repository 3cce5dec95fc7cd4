# Part of check.sh: matrices that turn with the states (moving.dtm). With factors in a fixed order, which the dense kernel takes over where a pivot comes to zero, and always densely
# (-fno-sparse), the runs are the same; near each zero, twice a turn, some steps are dense, all others are not.
steps_of() {                               # MODEL OUTPUTS METHOD LOW OPTIONS
    $DTC tests/emit/moving.dtm --model "Moving.$1" --method "$3" --step 0.0005 $5 -o "$tmp/m.c" 2>"$tmp/diag" &&
        gcc -std=c99 -O1 -ffp-contract=off -Iruntime -include "$tmp/m.h" -DMODEL="$1" -DOUTPUTS="$2" -DLOW="$4" tests/emit/moving.c "$tmp/m.c" "$tmp"/gcc/*.o -o "$tmp/moving" -lm 2>"$tmp/diag" &&
        "$tmp/moving"
}
for model in 'Turned m.x,m.y' 'Clutched m.w_engine,m.w_mass,m.tau'; do
    set -- $model
    for method in semi rk2 rosenbrock; do
        $DTC tests/emit/moving.dtm --model "Moving.$1" --method $method --step 0.0005 -o "$tmp/m.c" 2>"$tmp/diag" || fail "moving $1 $method"
        low=$(sed -n 's/.* low; } \(block_[0-9]*\);.*/m.\1.low/p' "$tmp/m.h")
        if steps_of "$1" "$2" $method "$low" '' >"$tmp/fixed" 2>"$tmp/dense" && steps_of "$1" "$2" $method 0 -fno-sparse >"$tmp/always" 2>"$tmp/diag" &&
            awk -v dense="$(tail -1 "$tmp/dense")" 'FNR == NR { x[FNR] = $1; if ($1 > most) most = $1; if (-$1 > most) most = -$1; next }
                { apart = $1 - x[FNR]; good += apart < 1e-10*most && -apart < 1e-10*most }
                END { print "largest", most, "dense", dense; exit !(good == FNR && FNR > 700 && most > 1 && dense > 3 && dense < 200) }' "$tmp/fixed" "$tmp/always" >"$tmp/diag"; then ok; else
            fail "moving $1 $method: not as with a dense matrix"
        fi
    done
done
# Units that are far apart are no reason for it.
for method in rosenbrock rosenbrock_w; do
    if steps_of Units 'm.p, 1e11*m.V' $method 'm.rosenbrock.made[1]' '' >"$tmp/fixed" 2>"$tmp/dense" && steps_of Units 'm.p, 1e11*m.V' $method 0 -fno-sparse >"$tmp/always" 2>"$tmp/diag" &&
        awk -v dense="$(tail -1 "$tmp/dense")" 'FNR == NR { x[FNR] = $1; next } { apart = ($1 - x[FNR])/$1; good += FNR < 3 || (apart < 1e-10 && -apart < 1e-10) }
            END { print good, "of", FNR, "dense", dense; exit !(good == FNR && FNR == 800 && dense == 0) }' "$tmp/fixed" "$tmp/always" >"$tmp/diag"; then ok; else
        fail "moving Units $method: pivots are sought"
    fi
done
