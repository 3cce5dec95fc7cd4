"""Drivetrain models in Python: compile, run, step and analyse what the compiler dtc makes of them.

>>> import dtc
>>> launch = dtc.Model.from_text('''
... model launch "An engine pulls a load up to speed through a clutch"
...   import Drivetrain.*;
...   Source.ConstantTorque torque(tau_constant = 50);
...   Shaft.Inertia engine(J = 0.2, w(start = 200, fixed = true)), load(J = 1);
...   Clutch.Clutch clutch(fn_max = 800);
...   Block.Ramp pressure(duration = 0.5);
... equation
...   connect(torque.flange, engine.flange_a);  connect(engine.flange_b, clutch.flange_a);
...   connect(clutch.flange_b, load.flange_a);  connect(pressure.y, clutch.f_normalized);
... end launch;
... ''')
>>> run = launch.simulate(stop=1)
>>> print(f"{run['load.w'][-1]:.4f} {run.units['load.w']}")
75.0000 rad/s

docs/python.md tells how to begin. Values are in the units of the model: SI, angles in rad, where nothing else is
written. What dtc refuses is an `Error`; what it warns of is a `dtc.Warning`.
"""
from ._errors import Diagnosis, Error, ModelError, RunError, UnknownName, Warning
from ._files import Difference, diff, read
from ._instance import Instance
from ._model import Model
from ._pages import Page, Picture, Text
from ._program import doc, program, version
from ._result import Result
from ._tables import Linear, Table, Tables
from ._variables import Variable, Variables

__all__ = ["Diagnosis", "Difference", "Error", "Instance", "Linear", "Model", "ModelError", "Page", "Picture", "Result",
           "RunError", "Table", "Tables", "Text", "UnknownName", "Variable", "Variables", "Warning", "diff", "doc",
           "program", "read", "version"]


def __getattr__(name: str) -> str:          # asked of the program when it is wanted
    if name == "__version__":
        return version()
    raise AttributeError(f"module 'dtc' has no attribute {name!r}")
