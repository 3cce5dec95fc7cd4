# Part of check.sh: a matrix that changes with the number of a gear, or with a relation, is made anew where it changes, and results are those of -fno-stage, which makes it in each step.
cat >"$tmp/watch.dtm" <<'M'
model watch "Two gears by a table over time, and an inertia that is coupled by a ratio that depends on a speed"
  import Drivetrain.*;
  Shaft.Inertia engine(J = 0.2, phi(fixed = true), w(fixed = true, start = 50)), car(J = 3), other(J = 0.7);
  Gear.StepGear gearbox(ratio = {3, 1.7, 1.1}, tau_max = 90);
  Clutch.Clutch clutch(fn_max = 60);
  Source.ConstantTorque torque(tau_constant = 30), load(tau_constant = -5);
  parameter Integer first = 1;
  Integer gear(start = 1, fixed = true);
equation
  when sample(0.3, 0.3) then
    gear = if pre(gear) < 3 then pre(gear) + 1 else first;
  end when;
  gearbox.gear = gear;
  clutch.f_normalized = if time < 0.5 then 0 else 1;
  connect(torque.flange, engine.flange_a);
  connect(engine.flange_b, gearbox.flange_a);
  connect(gearbox.flange_b, car.flange_a);
  connect(car.flange_b, load.flange);
  connect(gearbox.flange_b, clutch.flange_a);
  connect(clutch.flange_b, other.flange_a);
  annotation(experiment(StopTime = 3, Interval = 0.01));
end watch;
M
$DTC "$tmp/watch.dtm" -o "$tmp/watch.c" 2>/dev/null
try 'watch: the gear is compared with the one before' grep -q 'dtc_hold(&m->gearbox_row' "$tmp/watch.c"
try 'watch: matrices are made where it changed' sh -c "awk '/^static void equations/ { on = 1 } on && /if \(m->changed != 0\)/ { seen = 1 } on && seen && /Matrix of/ { print; exit }' '$tmp/watch.c' | grep -q Matrix"
for method in euler semi rk2 rk4 rosenbrock; do
    for flag in '' -fno-stage; do
        # shellcheck disable=SC2086
        $DTC sim "$tmp/watch.dtm" --method $method --step 1e-3 $flag --quiet -o "$tmp/watch$flag.csv" --vars 'engine.w,car.w,other.w,gearbox.law.lambda,gear' 2>"$tmp/log" || fail "watch, $method $flag: does not run"
    done
    try "watch, $method: the same as without stages" sh -c "$DTC diff '$tmp/watch.csv' '$tmp/watch-fno-stage.csv' --tube 1e-9 >'$tmp/said'"
    [ "$(awk -F, 'NR > 1 && $6 != last { n++ } { last = $6 } END { print n + 0 }' "$tmp/watch.csv")" -ge 9 ] && ok || fail "watch, $method: gears do not change"
done
# A slip whose coefficient goes in steps is linear for exact (with -fno-stage it is refused).
for method in rk4 exact; do
    $DTC sim "$tmp/watch.dtm" --method $method --step 1e-4 --quiet -o "$tmp/watch_$method.csv" --vars 'engine.w,car.w,other.w,gear' 2>"$tmp/log" || fail "watch, $method at 0.1 ms: does not run"
done
try 'watch, exact beside rk4' sh -c "$DTC diff '$tmp/watch_rk4.csv' '$tmp/watch_exact.csv' --tube 1e-3 >'$tmp/said'"
