"""Doc strings of the package, and docs/python.md: what they show comes out."""
import doctest
import importlib
import os
import pkgutil
import warnings

import dtc
from tried import block, count, finish, put, root, skipped

warnings.simplefilter("ignore")             # what it warns of is told in the texts where it matters


def add(result):
    count["failed"] += result.failed
    count["passed"] += result.attempted - result.failed


finder = [dtc] + [importlib.import_module("dtc." + m.name) for m in pkgutil.iter_modules(dtc.__path__)]
for module in finder:
    add(doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE))
try:
    import pandas
    import scipy
except ImportError:
    skipped("docs/python.md: python3-pandas or python3-scipy is missing")
    finish()
put("two_speed.dtm", block("modelica two_speed.dtm"))
if not os.path.exists("models"):
    os.symlink(os.path.join(root, "models"), "models")
page = os.path.join(root, "docs", "python.md")
add(doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE))
finish()
