"""A loop of create, run, save, restore, destroy; under AddressSanitizer where longest.sh preloads it."""
import copy
import gc
import pickle
import sys

import dtc

car = dtc.Model("two_speed.dtm")
for k in range(int(sys.argv[1])):
    m = car.start({"low": 1, "torque": 150}, set={"car.m": 1000 + k % 7})
    m.step(20)
    m.run(.02, {"torque": ([0, 1], [0, 100])}, vars="speed,*.w", every=3)
    m.tune({"car.m": 1500})
    other = pickle.loads(pickle.dumps(m)) if k % 10 == 0 else copy.copy(m)
    other.restore(m.save())
    m.step()
    other.step()
    assert m["speed"] == other["speed"] and m.time == other.time
    for name in m.names[:50]:
        m[name]
    try:
        m["low"] = 2
        m.step()
    except dtc.RunError:
        pass
    del m, other
gc.collect()
print("done")
