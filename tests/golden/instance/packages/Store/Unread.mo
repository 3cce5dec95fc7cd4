within Store;
this is no Modelica: nobody asks for it, so nobody reads it
