package MayJump "Which speeds may be states: w = der(x - y), with der(y) = u given; an if whose branches agree does not jump"
  partial model Pair "A mass and a motion that is given, with friction between them"
    Real x(start = 0, fixed = true), v(start = 5, fixed = true), f;
    Real g(stateSelect = StateSelect.prefer), w(stateSelect = StateSelect.prefer);
    Real y(start = 0, fixed = true), u;
    switching c(slip = w, torque = f, lower = -20, upper = 20);
  equation
    der(x) = v;
    2*der(v) = f;
    der(y) = u;
    g = x - y;
    w = der(g);
  end Pair;

  model Step "jumps: v is the state"
    extends Pair(u = if time < 1 then 5 else 2);
  end Step;
  model StepBefore "before the run begins"
    extends Pair(u = if time < 0 then 5 else 2);
  end StepBefore;
  model Ramp
    extends Pair(u = if time < 1 then 5 elseif time < 1.05 then 5 - 3*(time - 1) else 4.85);
  end Ramp;
  model RampThatJumps "at its end"
    extends Pair(u = if time < 1 then 5 elseif time < 1.05 then 5 - 3*(time - 1) else 4.9);
  end RampThatJumps;
  model Limiter
    extends Pair(u = if x > 3 then 3 else if x < -3 then -3 else x);
  end Limiter;
  model LimiterThatJumps
    extends Pair(u = if x > 3 then 2 else if x < -3 then -3 else x);
  end LimiterThatJumps;
  model Extremes
    extends Pair(u = max(min(x, 3), -3) + abs(x));
  end Extremes;
  model Smooth "taken at its word"
    extends Pair(u = smooth(0, if time < 1 then 5 else 2));
  end Smooth;
  model Floor
    extends Pair(u = floor(x));
  end Floor;
  model FloorWithRest "x again"
    extends Pair(u = floor(x) + mod(x, 1));
  end FloorWithRest;
  model Input
    extends Pair(u = if on then 5 else 2);
    input Boolean on;
  end Input;
  model When
    extends Pair(u = k);
    discrete Real k(start = 5, fixed = true);
  equation
    when time > 1 then k = 2; end when;
  end When;
  model Chain "over two more variables, of which none has a derivative in the model"
    extends Pair(u = b);
    Real a = if time < 1 then 5 else 2, b = 2*a - x;
  end Chain;
  model Lag "behind a lag nothing jumps"
    extends Pair(u = l);
    Real l(start = 0, fixed = true);
  equation
    der(l) = (if time < 1 then 5 else 2) - l;
  end Lag;
  model BooleanRamp "the border is a variable"
    extends Pair(u = if late then 5 - 3*(time - 1) else 5);
    Boolean late = time > 1;
  end BooleanRamp;
  model Table "linear between its rows"
    extends Pair(u = Drivetrain.Functions.interpolate([0, 5; 1, 5; 1.1, 2], time));
  end Table;
  model TableThatJumps "two rows with one argument"
    extends Pair(u = Drivetrain.Functions.interpolate([0, 5; 1, 5; 1, 2], time));
  end TableThatJumps;
  model Stairs
    extends Pair(u = Drivetrain.Functions.stairs([0, 5; 1, 2], 2, time));
  end Stairs;
  partial model Relative "A clutch with relative states on a speed that is given"
    import Drivetrain.*;
    Source.Speed s(exact = true);
    Shaft.RelativeStates r;
    Clutch.Clutch c(fn_max = 20, f_normalized = 1);
    Shaft.Inertia j(J = 2);
  equation
    connect(s.flange, c.flange_a);
    connect(c.flange_b, j.flange_a);
    connect(s.flange, r.flange_a);
    connect(r.flange_b, j.flange_a);
  end Relative;
  model RelativeStep
    extends Relative(s(w_ref = if time < 1 then 10 else 4));
  end RelativeStep;
  model RelativeRamp
    extends Relative(s(w_ref = if time < 1 then 10 else 10 + slope*(time - 1)));
    parameter Real slope(unit = "rad/s2") = 3;
  end RelativeRamp;

  model Gap "contact across a gap that opens at 1 s: never a force"
    Real x(start = 0, fixed = true), v(start = 5, fixed = true), f;
    Real g(stateSelect = StateSelect.prefer), w;
    Real y(start = 0, fixed = true);
    Real u = if time < 1 then 5 else 2;
    switching c(slip = w, torque = f, gap = g + 0.5);
  equation
    der(x) = v;
    2*der(v) = f;
    der(y) = u;
    g = x - y;
    w = der(g);
  end Gap;
end MayJump;
