package Modelica "As much of a library with external tables as the test needs: names and arguments are those of the Modelica library"
  package Constants
    constant Real inf = 1e60;
  end Constants;
  package Blocks
    package Types
      type Smoothness = enumeration(LinearSegments, ContinuousDerivative, ConstantSegments);
      type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
      class ExternalCombiTimeTable
        extends ExternalObject;
        function constructor
          input String tableName;
          input String fileName;
          input Real table[:, :];
          input Real startTime;
          input Integer columns[:];
          input Smoothness smoothness;
          input Extrapolation extrapolation;
          input Real shiftTime = 0;
          output ExternalCombiTimeTable t;
          external "C" t = ModelicaStandardTables_CombiTimeTable_init2(tableName, table, size(table, 1));
        end constructor;
        function destructor
          input ExternalCombiTimeTable t;
          external "C" ModelicaStandardTables_CombiTimeTable_close(t);
        end destructor;
      end ExternalCombiTimeTable;
      class ExternalCombiTable1D
        extends ExternalObject;
        function constructor
          input String tableName;
          input String fileName;
          input Real table[:, :];
          input Integer columns[:];
          input Smoothness smoothness;
          input Extrapolation extrapolation = Extrapolation.LastTwoPoints;
          output ExternalCombiTable1D t;
          external "C" t = ModelicaStandardTables_CombiTable1D_init2(tableName, table, size(table, 1));
        end constructor;
      end ExternalCombiTable1D;
      class ExternalCombiTable2D
        extends ExternalObject;
        function constructor
          input String tableName;
          input String fileName;
          input Real table[:, :];
          input Smoothness smoothness;
          input Extrapolation extrapolation = Extrapolation.LastTwoPoints;
          output ExternalCombiTable2D t;
          external "C" t = ModelicaStandardTables_CombiTable2D_init2(tableName, table, size(table, 1));
        end constructor;
      end ExternalCombiTable2D;
    end Types;
  end Blocks;
end Modelica;
