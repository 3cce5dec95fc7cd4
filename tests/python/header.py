"""What the package knows of runtime/dtc_call.h is what stands there: functions, and members of its structs."""
import ctypes as c
import os
import re

from dtc import _object
from tried import finish, root, tried

with open(os.path.join(root, "runtime", "dtc_call.h")) as f:
    text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)

TYPES = {"int": c.c_int, "double": c.c_double, "size_t": c.c_size_t, "long long": c.c_longlong, "void": None,
         "const char *": c.c_char_p, "char *": c.c_char_p, "void *": c.c_void_p, "const void *": c.c_void_p,
         "const struct dtc_model_info *": c.c_void_p, "dtc_call_task *": c.POINTER(_object.Task),
         "const dtc_call_task *": c.POINTER(_object.Task), "const double *": c.POINTER(c.c_double),
         "double *": c.POINTER(c.c_double), "const int *": c.POINTER(c.c_int), "dtc_call_input *": c.POINTER(_object.Input)}


def type_of(declaration):
    """`const char *name` -> its type; of a list of names each."""
    kind = re.match(r"((?:const )?(?:struct )?\w+(?: long)? ?\*?)", declaration)[1]
    return TYPES[kind.strip() if "*" not in kind else kind.rstrip("*").rstrip() + " *"]


declared = {}
for result, name, given in re.findall(r"^((?:const )?(?:struct )?\w+(?: long)? \*?)(dtc_\w+)\(([^)]*)\);", text, re.M):
    declared[name] = (type_of(result), *([] if given == "void" else [type_of(x.strip()) for x in given.split(",")]))
tried("the header is read", len(declared) > 20, sorted(declared))
for name, known in _object.FUNCTIONS.items():
    tried(name, declared.get(name) == known, (declared.get(name), known))
for struct, known in (("dtc_call_input", _object.Input), ("dtc_call_task", _object.Task)):
    body = re.search(r"typedef struct %s \{(.*?)\} %s;" % (struct, struct), text, re.S)[1]
    members = []
    for line in filter(None, map(str.strip, body.split(";"))):
        kind, names = re.match(r"((?:const )?(?:long long|\w+)) (.*)", line, re.S).groups()
        for n in names.split(","):
            members.append((n.strip().lstrip("*"), type_of(kind + (" *" if "*" in n else " "))))
    tried(struct, members == known._fields_, (members, known._fields_))
finish()
