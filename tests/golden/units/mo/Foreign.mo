model Foreign "In .mo files unlike units are warnings"
  Real tau(unit = "N.m"), F(unit = "N") = 1;
equation
  tau = F;
end Foreign;
