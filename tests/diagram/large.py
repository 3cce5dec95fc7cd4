"""large.py N: a model of about N components: chains of shafts with clutches between them, each with its signals."""
import sys

chains = int(sys.argv[1]) // 10
declared, joined = [], []
for i in range(chains):
    declared.append(f"  Source.Torque t{i}; Block.Sine s{i}(amplitude = 1, f = {i + 1});")
    joined.append(f"  connect(s{i}.y, t{i}.tau); connect(t{i}.flange, j{i}_0.flange_a);")
    for k in range(3):
        declared.append(f"  Shaft.Inertia j{i}_{k}(J = {k + 1}); Spring.SpringDamper c{i}_{k}(c = 100, d = 1);")
        joined.append(f"  connect(j{i}_{k}.flange_b, c{i}_{k}.flange_a);")
        if k < 2:
            joined.append(f"  connect(c{i}_{k}.flange_b, j{i}_{k + 1}.flange_a);")
    declared.append(f"  Clutch.Clutch q{i}(fn_max = 100); Block.Constant p{i}(k = 1);")
    joined.append(f"  connect(c{i}_2.flange_b, q{i}.flange_a); connect(p{i}.y, q{i}.f_normalized);")
    joined.append(f"  connect(q{i}.flange_b, j{(i + 7) % chains}_1.flange_a);")
print("\n".join(["model large", "  import Drivetrain.*;", *declared, "equation", *joined, "end large;"]))
