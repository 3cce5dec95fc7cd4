"""row.py N WIDTH: a model of N inertias that have places, in a row that is so wide."""
import sys

n, width = int(sys.argv[1]), int(sys.argv[2])
print("model row\n  import Drivetrain.*;")
for k in range(n):
    x = round((k + 0.5)*width/n) - width//2
    print(f"  Shaft.Inertia j{k} annotation(Placement(transformation(extent = {{{{-10, -10}}, {{10, 10}}}}, origin = {{{x}, 0}})));")
print("equation")
for k in range(n - 1):
    print(f"  connect(j{k}.flange_b, j{k + 1}.flange_a);")
print("end row;")
