"""A root of its own with some of the Debian packages that are installed here, and all that they depend on: root.py FOLDER PACKAGE|FILE.deb ...

Of a .deb its dependencies alone. Files are copied from this system, and dpkg knows of them there: what a package does not
say that it needs is not there. It stands in for debootstrap, which asks the network. Prints the packages.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

folder, wanted = sys.argv[1], sys.argv[2:]
status = {}
for stanza in open("/var/lib/dpkg/status", encoding="utf-8").read().split("\n\n"):
    field = dict(re.findall(r"^(\S+): (.*)$", stanza, re.M))
    if field.get("Status", "").endswith(" installed"):
        status[field["Package"]] = (field, stanza)
provides = {}
for name, (field, _) in status.items():
    for virtual in re.findall(r"[a-z0-9][a-z0-9.+-]+", re.sub(r"\([^)]*\)", "", field.get("Provides", ""))):
        provides.setdefault(virtual, name)


def needs(field):
    """One package for each dependency, the first of its alternatives that is here."""
    for group in re.split(r", *", ", ".join(filter(None, (field.get("Pre-Depends"), field.get("Depends"))))):
        names = [re.match(r"[a-z0-9.+-]+", a.strip())[0] for a in group.split("|") if a.strip()]
        for name in names:
            if name in status or name in provides:
                yield name if name in status else provides[name]
                break
        else:
            if names and names[0] not in ours:
                raise SystemExit(f"root.py: {group} is not installed here")


chosen, todo = {}, []
debs = [w for w in wanted if w.endswith(".deb")]
fields = [dict(re.findall(r"^(\S+): (.*)$", subprocess.run(["dpkg-deb", "-f", d], capture_output=True, text=True).stdout, re.M))
          for d in debs]
ours = {f["Package"] for f in fields}
for field in fields:
    todo += list(needs(field))
todo += [w for w in wanted if not w.endswith(".deb")]
while todo:
    name = todo.pop()
    if name not in chosen:
        chosen[name] = status[name]
        todo += list(needs(status[name][0]))

for top in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
    if os.path.islink("/" + top):
        os.makedirs(os.path.join(folder, "usr", top), exist_ok=True)
        os.symlink("usr/" + top, os.path.join(folder, top))
info = os.path.join(folder, "var/lib/dpkg/info")
os.makedirs(info)
os.makedirs(os.path.join(folder, "var/lib/dpkg/updates"))


def copy(path):
    to = folder + path
    if os.path.isdir(path) and not os.path.islink(path):
        os.makedirs(to, exist_ok=True)
    elif os.path.lexists(path) and not os.path.lexists(to):
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copy2(path, to, follow_symlinks=False)


for name in chosen:
    for kind in glob.glob(f"/var/lib/dpkg/info/{name}.*") + glob.glob(f"/var/lib/dpkg/info/{name}:*.*"):
        if kind.split("/")[-1].rsplit(".", 1)[0].split(":")[0] == name:
            shutil.copy2(kind, info)
            if kind.endswith(".list"):
                for path in open(kind, encoding="utf-8").read().splitlines():
                    copy(path)
for file in glob.glob("/var/lib/dpkg/alternatives/*"):          # links that update-alternatives has made
    link = open(file, encoding="utf-8").read().splitlines()[1]
    if os.path.exists(folder + os.path.realpath(link)):
        copy(link)
        copy("/etc/alternatives/" + os.path.basename(file))
with open(os.path.join(folder, "var/lib/dpkg/status"), "w", encoding="utf-8") as f:
    f.write("\n\n".join(stanza for _, stanza in chosen.values()) + "\n")
for path, text in (("etc/passwd", "root:x:0:0:root:/root:/bin/sh\n"), ("etc/group", "root:x:0:\n")):
    os.makedirs(os.path.join(folder, "etc"), exist_ok=True)
    with open(os.path.join(folder, path), "w", encoding="utf-8") as f:
        f.write(text)
for path in ("tmp", "root", "dev", "proc", "var/log", "var/cache/ldconfig"):
    os.makedirs(os.path.join(folder, path), exist_ok=True)
print(" ".join(sorted(chosen)))
