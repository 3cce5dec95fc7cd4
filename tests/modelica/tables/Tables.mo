package Tables "External tables: each value against one that is known"
  import Modelica.Blocks.Types.*;
  function atTime
    input ExternalCombiTimeTable t;
    input Integer i;
    input Real u;
    input Real next;
    input Real last;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, i, u, next, last);
  end atTime;
  function nextEvent
    input ExternalCombiTimeTable t;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, u);
  end nextEvent;
  function at
    input ExternalCombiTable1D t;
    input Integer i;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, i, u);
  end at;
  function least
    input ExternalCombiTable1D t;
    output Real u;
    external "C" u = ModelicaStandardTables_CombiTable1D_minimumAbscissa(t);
  end least;
  function map
    input ExternalCombiTable2D t;
    input Real u1;
    input Real u2;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(t, u1, u2);
  end map;
  function corner
    input ExternalCombiTable2D t;
    output Real u[2];
    external "C" ModelicaStandardTables_CombiTable2D_maximumAbscissa(t, u);
  end corner;

  block Signal "Column 2 over time, seen through a parameter, as a library has it"
    parameter Real table[:, :];
    parameter Integer columns[:] = 2:size(table, 2);
    parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    parameter Real startTime = 0;
    Real y = atTime(t, 1, time, next, pre(next));
  protected
    parameter ExternalCombiTimeTable t = ExternalCombiTimeTable("NoName", "NoName", table, startTime, columns,
      Smoothness.LinearSegments, extrapolation, startTime);
    discrete Real next(start = 0, fixed = true);
  equation
    when {time >= pre(next), initial()} then
      next = nextEvent(t, time);
    end when;
  end Signal;

  model All
    Signal held(table = [0, 1, 0; 1, 2, 1; 1, 4, 1; 2, 3, 2], extrapolation = Extrapolation.HoldLastPoint);
    Signal late(table = [0, 1; 1, 3], startTime = 0.5);
    Signal again(table = [0, 0; 1, 2; 1, 0; 2, 3], extrapolation = Extrapolation.Periodic);
    parameter ExternalCombiTable1D line = ExternalCombiTable1D("NoName", "NoName", [0, 0, 1; 1, 2, 4; 2, 3, 2], {3, 2}, Smoothness.LinearSegments);
    parameter ExternalCombiTable1D stair = ExternalCombiTable1D("NoName", "NoName", [0, 5; 1, 2; 2, 3], {2}, Smoothness.ConstantSegments,
      Extrapolation.HoldLastPoint);
    parameter ExternalCombiTable2D plane = ExternalCombiTable2D("NoName", "NoName", [0, 0, 1; 0, 0, 1; 2, 4, 9], Smoothness.LinearSegments);
    parameter ExternalCombiTable2D border = ExternalCombiTable2D("NoName", "NoName", [0, 0, 1; 0, 0, 1; 2, 4, 9], Smoothness.LinearSegments,
      Extrapolation.HoldLastPoint);
    Real u = time - 1, v = 2*time - 1;
    Real wrong(start = 0) = max({
      abs(held.y - (if time < 1 then 1 + time elseif time < 2 then 5 - time else 3)),
      abs(late.y - (if time < 0.5 then 0 else 2*time)),
      abs(again.y - (if t2 < 1 then 2*t2 else 3*t2 - 3)),
      abs(at(line, 1, u) - (if u < 1 then 1 + 3*u else 6 - 2*u)),
      abs(at(line, 2, u) - (if u < 1 then 2*u else 1 + u)),
      abs(at(stair, 1, u) - (if u < 1 then 5 elseif u < 2 then 2 else 3)),
      abs(map(plane, u, v) - (2*u + v + 2*u*v)),
      abs(map(border, u, v) - (2*x + y + 2*x*y)),
      abs(least(line)), abs(corner(plane)*{1, 1} - 3)});
    Real t2 = mod(time, 2), x = max(0, min(2, u)), y = max(0, min(1, v));
    Real worst(start = 0, fixed = true);
  equation
    der(worst) = noEvent(max(0, wrong - 1e-9))*1e6;
    annotation(experiment(StopTime = 5));
  end All;

  model Splines "Not there"
    parameter ExternalCombiTable1D t = ExternalCombiTable1D("NoName", "NoName", [0, 0; 1, 2], {2}, Smoothness.ContinuousDerivative);
    Real y = at(t, 1, time);
  end Splines;

  class Other "An object that C makes which nothing here knows"
    extends ExternalObject;
    function constructor
      input Real x;
      output Other o;
      external "C" o = other_init(x);
    end constructor;
  end Other;
  model Unknown
    parameter Other o = Other(1);
  end Unknown;
end Tables;
