# switches.sh - every switch that leaves an optimisation out: the same trajectory; to be sourced in the top folder, with $method set,
# and $vars: what is kept (empty: states, outputs and switching elements, as for a rig; then what nobody reads is not computed).
#
# try NAME FILE MODEL STOP STEP compares a model with itself compiled with each of $switches. Where the C is the same (=), there is nothing to run.
# -fno-adjust is another method, not the same one with something left out.
group=options methods=$method
. tests/drive.sh
switches=$("$dtc" --help | grep -o -e '-fno-[a-z-]*' | sed 's/^-f//; /^no-adjust$/d' | sort -u)
[ -n "$switches" ] || exit 1

# emitted SOURCE MODEL OBJECT OPTION ...: $work/OBJECT.c
emitted() {
    source=$1 class=$2 object=$3
    shift 3
    "$dtc" "$source" --model "$class" --method "$method" ${vars:+--vars "$vars"} "$@" -o "$work/$object.c" 2>"$work/err" && return
    cat "$work/err"
    echo "FAILED: $class $* does not compile"
    failed=$((failed + 1))
    return 1
}

try() {
    title=$1 file=$2 model=$3 stop=$4 h=$5 others=
    emitted "$file" "$model" "${title}_all_$method" || return
    cp "$work/${title}_all_$method.c" "$work/all.c"
    shared "${title}_all_$method" || { echo "FAILED: the C of $title does not compile"; failed=$((failed + 1)); return; }
    for switch in $switches; do
        object=${title}_${switch}_$method
        emitted "$file" "$model" "$object" "-f$switch" || continue
        if sed "s/${title}_$switch/${title}_all/" "$work/$object.c" | cmp -s - "$work/all.c"; then
            echo "$switch | $title | =" >>"$work/figures"
            passed=$((passed + 1))
        else
            if shared "$object"; then others="$others $switch"; else
                echo "FAILED: -f$switch: the C of $title does not compile"
                failed=$((failed + 1))
            fi
        fi
    done
    run test_switches "$title" "${model##*.}" "$method" "$stop" "$h" $others
    rm -f "$work/${title}"_*
}

# Systems with a sparse matrix: a tree of differentials, with inertias alone and with shift elements between its shafts.
try_trees() {
    tests/scale/generate tree 120 >"$work/tree.dtm"
    sed 's|^equation|  Drivetrain.Clutch.Brake brake(fn_max = 8), held(fn_max = 3);\
  Drivetrain.Clutch.Clutch clutch(fn_max = 4);\
equation\
  brake.f_normalized = if time < 0.02 then 0 else 1;  held.f_normalized = if time < 0.03 then 1 else 0;  clutch.f_normalized = 0.5*time;\
  connect(brake.flange_a, j5.flange_b);  connect(held.flange_a, j30.flange_b);\
  connect(clutch.flange_a, j3.flange_b);  connect(clutch.flange_b, j60.flange_b);|' "$work/tree.dtm" >"$work/shifted.dtm"
    for tree in tree shifted; do
        emitted "$work/$tree.dtm" scale sparse && grep -q 'static void solve_block' "$work/sparse.c"
        if [ $? -eq 0 ]; then passed=$((passed + 1)); else
            echo "FAILED: $tree: its matrix is not sparse"
            failed=$((failed + 1))
        fi
        try $tree "$work/$tree.dtm" scale 0.1 1e-3
    done
}
