"""A wheel for Python: the package, the program with its library and runtime, and the shared libraries that it loads.

    wheel.py --program build/wheel/dtc --archives build --load liblapacke.so.3 --linked libsundials_cvode.a --out build/dist
    wheel.py --metadata FOLDER      only what says that the package is installed, for packages of other kinds

All libraries but those of glibc are carried, beside the program, which looks for them there first (DT_RPATH $ORIGIN): each
is a file of its own that may be exchanged, with the licence that its Debian package has. The tag names the glibc that is
needed at least. Bytes depend on what goes in alone: names are sorted, and the time is SOURCE_DATE_EPOCH.
"""
import argparse
import base64
import hashlib
import os
import re
import stat
import subprocess
import time
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
NAME = "dtc_drivetrain"
GLIBC = re.compile(r"^(ld-linux.*|linux-vdso|libc|libm|libdl|libpthread|librt|libutil|libresolv)\.so")


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


VERSION = text("VERSION").strip()
METADATA = f"""Metadata-Version: 2.1
Name: dtc-drivetrain
Version: {VERSION}
Summary: Drivetrain models in Python: compile, run, step, analyse
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: tables
Requires-Dist: pandas; extra == "tables"
Provides-Extra: plots
Requires-Dist: matplotlib; extra == "plots"
Description-Content-Type: text/markdown

{text("docs", "python.md")}"""


def said(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


# ---- shared libraries -------------------------------------------------------------------------------------------------

def found(program, load):
    """Name -> file of all that the program loads, also while it runs."""
    files = {}

    def follow(file):
        for name, path in re.findall(r"^\s*(\S+) => (/\S+)", said("ldd", file), re.M):
            if not GLIBC.match(name):
                files[name] = os.path.realpath(path)
    follow(program)
    known = dict(re.findall(r"^\s*(\S+) \(.*\) => (/\S+)", said("/sbin/ldconfig", "-p"), re.M))
    for name in load:
        files[name] = os.path.realpath(known[name])
        follow(files[name])
    return files


def licences(files):
    """Package of Debian -> its licence."""
    of = {}
    for file in files:
        for path in (file, file[len("/usr"):] if file.startswith("/usr/") else "/usr" + file):
            owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
            if owner.returncode == 0:
                package = owner.stdout.split(":")[0]
                with open(f"/usr/share/doc/{package}/copyright", "rb") as f:
                    of[package] = f.read()
                break
        else:
            raise SystemExit(f"wheel.py: no package of Debian has {file}, so its licence is not known")
    return of


def glibc(files):
    """The least minor version of glibc 2 that has all functions which these files call."""
    return max(int(minor) for file in files for minor in re.findall(r"GLIBC_2\.(\d+)", said("objdump", "-T", file)))


# ---- the archive ------------------------------------------------------------------------------------------------------

class Wheel:
    """name -> (bytes, may it be run)"""

    def __init__(self):
        self.files = {}

    def add(self, name, file=None, data=None, run=False):
        if data is None:
            with open(file, "rb") as f:
                data = f.read()
        self.files[name] = (data, run)

    def add_tree(self, name, folder):
        for at, folders, files in os.walk(folder):
            folders[:] = [f for f in folders if f != "__pycache__"]
            for file in files:
                full = os.path.join(at, file)
                self.add(os.path.join(name, os.path.relpath(full, folder)), full)

    def write(self, file, info, epoch):
        record = "".join("%s,sha256=%s,%d\n" % (
            f'"{name}"' if "," in name else name,
            base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
            for name, (data, _) in sorted(self.files.items()))
        self.add(f"{info}/RECORD", data=(record + f"{info}/RECORD,,\n").encode())
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, (data, run) in sorted(self.files.items()):
                entry = zipfile.ZipInfo(name, time.gmtime(max(epoch, 315532800))[:6])
                entry.external_attr = (stat.S_IFREG | (0o755 if run else 0o644)) << 16
                entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
                archive.writestr(entry, data, compresslevel=6)


def build(args):
    files = found(args.program, args.load)
    tag = f"py3-none-manylinux_2_{glibc([args.program, *files.values()])}_x86_64"
    info, wheel = f"{NAME}-{VERSION}.dist-info", Wheel()
    wheel.add_tree("dtc", os.path.join(ROOT, "tools", "python", "dtc"))
    for part in ("lib", "runtime"):
        wheel.add_tree(f"dtc/share/dtc/{part}", os.path.join(ROOT, part))
    for archive in ("libdtc-sim.a", "libdtc-sim-float.a"):
        wheel.add(f"dtc/share/dtc/{archive}", os.path.join(args.archives, archive))
    wheel.add("dtc/bin/dtc", args.program, run=True)
    for name, file in files.items():
        wheel.add(f"dtc/libs/{name}", file)
    for package, licence in licences([*files.values(), *map(os.path.realpath, args.linked)]).items():
        wheel.add(f"{info}/licenses/{package}.txt", data=licence)
    wheel.add(f"{info}/licenses/LICENSE", os.path.join(ROOT, "LICENSE"))
    wheel.add(f"{info}/METADATA", data=METADATA.encode())
    wheel.add(f"{info}/WHEEL", data=f"Wheel-Version: 1.0\nGenerator: dtc {VERSION}\nRoot-Is-Purelib: false\n"
              f"Tag: {tag}\n".encode())
    wheel.add(f"{info}/entry_points.txt", data=b"[console_scripts]\ndtc-drivetrain = dtc._program:main\n")
    os.makedirs(args.out, exist_ok=True)
    file = os.path.join(args.out, f"{NAME}-{VERSION}-{tag}.whl")
    wheel.write(file, info, int(os.environ.get("SOURCE_DATE_EPOCH", 0)))
    print(file)


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--metadata")
parser.add_argument("--program")
parser.add_argument("--archives")
parser.add_argument("--load", action="append", default=[])
parser.add_argument("--linked", action="append", default=[])
parser.add_argument("--out")
arguments = parser.parse_args()
if arguments.metadata:
    folder = os.path.join(arguments.metadata, f"{NAME}-{VERSION}.dist-info")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "METADATA"), "w", encoding="utf-8") as f:
        f.write(METADATA)
else:
    build(arguments)
