# model_names.sh - models named like functions, tables and locals of the generated file: to be sourced by check.sh.
for name in functions sample settle_laws step room linear; do
    cat >"$tmp/named.dtm" <<END
model $name
  Real x(start = 1, fixed = true), w(start = 1, fixed = true), b(start = 1), torque;
  discrete Real y;
  switching c(slip = w, torque = torque, lower = -1, upper = 1);
equation
  der(w) = -torque;
  der(x) = -x - b;
  b^3 + b = x;
  when x < 0.5 then
    y = x;
    reinit(w, 2);
  end when;
end $name;
END
    for flavour in "--method rk4" "--method rosenbrock" "--method exact" --hybrid; do
        if "$DTC" "$tmp/named.dtm" $flavour -o "$tmp/named.c" >"$tmp/log" 2>&1 &&
            gcc -std=c99 -Wall -Wextra -Wshadow -Werror -Iruntime -Iruntime/host -c "$tmp/named.c" -o "$tmp/named.o" 2>"$tmp/log"; then ok; else
            fail "a model named $name, $flavour"
        fi
    done
done
