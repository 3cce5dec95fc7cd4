# Read by check.sh: tables of a model that are read from files give what the same table in the model gives, whatever the format.
mkdir "$tmp/tables" "$tmp/tables/Pack" "$tmp/tables/data"
cat >"$tmp/tables/Pack/package.dtm" <<'END'
package Pack "With tables in its folder"
  model Of "A table given in the model, and the same from a file"
    parameter String file = "data/t.txt";
    parameter String name = "good";
    parameter Drivetrain.Block.Smoothness how = Drivetrain.Block.Smoothness.LinearSegments;
    Drivetrain.Block.CombiTimeTable f(tableOnFile = true, fileName = file, tableName = name, smoothness = how, table = [0, 9, 9]);
    Drivetrain.Block.CombiTimeTable m(table = [0, 1, 2; 0.5, 2, 0.25; 0.5, 3, 1e-3; 1, -4.5, 7], smoothness = how);
    Drivetrain.Block.CombiTable1Ds f1(tableOnFile = true, fileName = file, tableName = name, u = 1.1*time - 0.2);
    Drivetrain.Block.CombiTable1Ds m1(table = [0, 1, 2; 0.5, 2, 0.25; 0.5, 3, 1e-3; 1, -4.5, 7], u = 1.1*time - 0.2);
    Drivetrain.Block.CombiTable2Ds f2(tableOnFile = true, fileName = file, tableName = name, u1 = time, u2 = 0);
    Drivetrain.Block.CombiTable2Ds m2(table = [0, 1, 2; 0.5, 2, 0.25; 0.5, 3, 1e-3; 1, -4.5, 7], u1 = time, u2 = 0);
    parameter Real read[:, :] = Drivetrain.Functions.readTable(file, name);
    Drivetrain.Block.Table1D f3(table = read[:, 1:2], u = time), m3(table = [0, 1; 0.5, 2; 0.5, 3; 1, -4.5], u = time);
    Real wrong = abs(f3.y - m3.y) + abs(f.y[1] - m.y[1]) + abs(f.y[2] - m.y[2]) + abs(f1.y[1] - m1.y[1]) + abs(f1.y[2] - m1.y[2]) + abs(f2.y - m2.y), sum(start = 0, fixed = true);
  equation
    der(sum) = f.y[1] + f.y[2] + f1.y[2] + f2.y;
  end Of;
end Pack;
END
cat >"$tmp/tables/data/t.txt" <<'END'
#1
double other(1, 2)	# one that is not meant
0 1
# a comment
float good(4,3) # time, two values
0	1 2   # separators are blanks,
0.5,2,.25
0.5; 3; +1E-3
1 -4.5
7
END
printf '0 1 2\r\n\r\n0.5 2 0.25 # a comment\r\n0.5,3,1e-3\r\n1;-4.5;7' >"$tmp/tables/data/t.dat"
printf '"time","a[1,2]",b,c\n0,1,0,2\n0.5,2,0,0.25\n0.5,3,0,1e-3\n1,-4.5,0,7\n' >"$tmp/tables/data/t.csv"
printf 'angle,a,b\n0,1,2\n0.5,2,0.25\n0.5,3,1e-3\n1,-4.5,7\n' >"$tmp/tables/data/angle.csv"
printf '# source: nobody\n# 1 Hz, m/s\n\nangle,a,b\n0,1,2\n # the jump\n0.5,2,0.25\n0.5,3,1e-3\n1,-4.5,7\n# end' >"$tmp/tables/data/said.csv"
printf '# source: nobody\nt,v\n0,1\n# a word\n1,one\n' >"$tmp/tables/data/one.csv"
# A matrix of MAT v4: doubles, little endian, column by column; before it another one.
{
    printf '\000\000\000\000\001\000\000\000\001\000\000\000\000\000\000\000\002\000\000\000x\000\000\000\000\000\000\000\360\077'
    printf '\000\000\000\000\004\000\000\000\003\000\000\000\000\000\000\000\005\000\000\000good\000'
    for hex in 0000000000000000 3fe0000000000000 3fe0000000000000 3ff0000000000000 3ff0000000000000 4000000000000000 4008000000000000 c012000000000000 \
        4000000000000000 3fd0000000000000 3f50624dd2f1a9fc 401c000000000000; do
        bytes=
        for k in 15 13 11 9 7 5 3 1; do bytes="$bytes\\$(printf %03o "0x$(echo $hex | cut -c$k-$((k + 1)))")"; done
        printf "$bytes"
    done
} >"$tmp/tables/data/t.mat"
cat >"$tmp/tables/made.dtm" <<'END'
model Made "Writes the table as results"
  Drivetrain.Block.CombiTimeTable t(table = [0, 1, 2; 0.5, 2, 0.25; 0.5, 3, 1e-3; 1, -4.5, 7]);
  Real a = t.y[1], b = t.y[2], c = a + b;
end Made;
END
for f in csv mat; do
    try "results as a table, $f" env CC="$fast" "$DTC" sim "$tmp/tables/made.dtm" --interval 0.5 --quiet --vars a,c,b -o "$tmp/tables/data/made.$f"
done
# same FILE NAME: as the table in the model
same() {
    printf 'model same extends Pack.Of(file = "%s", name = "%s"); end same;\n' "$1" "$2" >"$tmp/tables/same.dtm"
    CC=$fast "$DTC" sim "$tmp/tables/same.dtm" -I "$tmp/tables" --method euler --step 0.05 --stop 1 --vars wrong,sum --quiet -o "$tmp/same.csv" 2>"$tmp/log"
    try "a table from $1 $2" awk -F, 'NR > 1 && $2 == 0 { n++ } { sum = $3 } END { exit !(n == 21 && n == NR - 1 && sum > 0.5) }' "$tmp/same.csv"
}
same data/t.txt good
same data/t.dat NoName
same data/t.csv 'a[1,2],c'
same data/angle.csv NoName
same data/said.csv NoName
same data/said.csv a,b
same data/t.mat good
same data/made.csv a,b
same data/made.mat a,b
same "$tmp/tables/data/t.txt" good
same "file://$tmp/tables/data/t.txt" good
cp "$tmp/tables/data/t.txt" "$tmp/tables/Pack/own.txt"
same modelica://Pack/own.txt good
head -c 100 "$tmp/tables/data/t.mat" >"$tmp/tables/data/cut.mat"
head -c 30 "$tmp/tables/data/t.mat" >"$tmp/one" && cat "$tmp/one" "$tmp/one" "$tmp/one" "$tmp/one" "$tmp/one" "$tmp/one" >"$tmp/tables/data/seven.mat"
in_text() { printf "#1\n$2" >"$tmp/tables/data/$1.txt"; }
in_text more 'double tab(2,2)\n0 1 5\n1 2 6\n'
in_text rows 'double tab ( 2 , 2 )\n0 1\n1 2\n2 3\n'
in_text after 'float tab(2,2) 0 1\n1 2 # all\n\ndouble other(1,2)\n0 1 2\n'
in_text twice 'double tab(1,2)\n0 1\ndouble tap(1,2)\n0 1\ndouble tab(1,2)\n0 1\n'
in_text word 'double tab(1,2)\n0 1\nend\n'
in_text few 'double tab(1,2) 0\ndouble other(1,2) 0 1\n'
printf 'MATLAB 5.0 MAT-file, Platform: GLNXA64\000\000' >"$tmp/tables/data/five.mat"
for bad in 'cut.mat good:is cut off: matrix good is to have 4 x 3 numbers' 'five.mat good:version 4 is expected' 't.mat better:has no matrix better; there are x, good$' \
    'made.mat a,d:has no column d; there are time, a, c, b$' 'made.csv a,d:has no column d; there are time, a, c, b$' 't.txt better:has no table better' \
    't.mat NoName:has to be named after one of its matrices: x, good$' 'seven.mat good:has no matrix good; there are x, x, x, x, x, ...$' \
    'more.txt tab:line 4: the table of line 2 has more numbers than the 2 x 2 that are announced' \
    'one.csv NoName:line 5: a number is expected, not "one"$' \
    'rows.txt NoName:line 5: the table of line 2 has more' 'after.txt tab:line 6: the table of line 5 has more numbers than the 1 x 2' \
    'twice.txt tab:line 6: a second table tab; the first is in line 2' 'twice.txt NoName:line 6: a second table tab; the first is in line 2' \
    'word.txt tab:line 4: "double name(rows, columns)" is expected' 'few.txt other:line 3: the table of line 2 has 1 numbers, and 1 x 2 are'; do
    file=${bad%%:*}
    printf 'model bad extends Pack.Of(file = "data/%s", name = "%s"); end bad;\n' "${file% *}" "${file#* }" >"$tmp/tables/bad.dtm"
    try "$file is refused" says 1 "package.dtm:6:.*${bad#*:}" "$DTC" check "$tmp/tables/bad.dtm" -I "$tmp/tables"
done
# reads VALUES LINES NAMES [SAID]: readTable gives these numbers of a file of these lines, and says that, or nothing
reads() {
    printf "$2" >"$tmp/tables/reads.csv"
    printf 'model reads\n  parameter Real t[:, :] = Drivetrain.Functions.readTable("reads.csv", "%s");\nend reads;\n' "$3" >"$tmp/tables/reads.dtm"
    "$DTC" --dump=flat "$tmp/tables/reads.dtm" 2>"$tmp/notes" | tr -d ' ' >"$tmp/flat"
    try "readTable $3 of $2: $1" grep -qF "=$1;" "$tmp/flat"
    if [ -n "$4" ]; then try "readTable $3 of $2 says $4" grep -qF "note: $tmp/tables/reads.csv: $4" "$tmp/notes"; else try "readTable $3 of $2 says nothing" test ! -s "$tmp/notes"; fi
}
axis='is taken for the axis of a map, its corner'
reads '{{0,0.5,1},{0,-10,50},{9,-20,60}}' 'speed,0.5,1\n0,-10,50\n9,-20,60\n' NoName "line 1 $axis (speed) is skipped"
reads '{{0,0.5,1},{0,-10,50}}' '\357\273\277,0.5,1\r\n0,-10,50\r\n' NoName "line 1 $axis (empty) is skipped"
reads '{{0,0.5,1},{0,-10,50}}' '# n\n\n"n, 1/min";0.5;1\n0;-10;50' NoName "line 3 $axis (\"n, 1/min\") is skipped"
reads '{{0,0.5,1},{0,-10,50}}' '1/min\t0.5\t1\n0\t-10\t50\n' NoName "line 1 $axis (1/min) is skipped"
reads '{{0.5,1},{0,-10}}' '"0.5","1"\n0,-10\n' NoName
reads '{{100,200},{0,-10}}' '100,200\n0,-10\n' NoName
reads '{{0,-10}}' '100,200\n0,-10\n' 200
reads '{{0,-10}}' 't,v\n0,-10\n' NoName 'line 1 is taken for names of columns and skipped: t,v'
reads '{{0,36}}' 't,v [km/h]\n0,36\n' NoName 'line 1 is taken for names of columns and skipped, its units are not converted: t,v [km/h]'
reads '{{0,-10},{5,1}}' 't,v\n0,-10\n5,1' v
reads '{{0,-10},{5,1}}' 't,v\n0,-10\n5,1' t,v
reads '{{-10,0},{1,5}}' 't,v\n0,-10\n5,1' v,t
reads '{{0,7,-10}}' 't,v,w\n0,-10,7' w,v
reads '{{1,2}}' '#1\ndouble a(1,2)\n1 2\ndouble b(1,2)\n3 4\n' NoName 'line 2: of 2 tables the first, a, is taken'
for bad in '0,5;1,5\n2,5;3,5 NoName:line 1: numbers are separated in two ways; commas that are decimal are to be points' '1 2\n0,5 1,5 NoName:line 2: numbers are separated in two' \
    't,v\n0,1 x:has no column x; there are t, v$' 't,v,v\n0,1,2 v:has two columns v: 2 and 3$'; do
    lines=${bad%%:*}
    printf "${lines% *}" >"$tmp/tables/reads.csv"
    printf 'model reads\n  parameter Real t[:, :] = Drivetrain.Functions.readTable("reads.csv", "%s");\nend reads;\n' "${lines##* }" >"$tmp/tables/reads.dtm"
    try "$lines is refused" says 1 "reads.dtm:2:.*reads.csv: ${bad#*:}" "$DTC" check "$tmp/tables/reads.dtm"
done
