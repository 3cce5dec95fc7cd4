"""In the root: the package from Debian, of the program that PATH has."""
import sys

import dtc

run = dtc.Model("launch.dtm").simulate(stop=1)
steps = dtc.Model("launch.dtm").start()
steps.step(1000)
modes = dtc.Model("launch.dtm").modes()["modes"]
print(dtc.version(), "%.6f" % run.last["load.w"], "%.3f" % steps["load.w"], len(modes))
sys.exit(dtc.program() != sys.argv[1])
