"""Doc strings of the package, and docs/python.md: what they show comes out."""
import doctest
import importlib
import os
import pkgutil
import warnings

import dtc
from tried import count, finish, root, skipped

warnings.simplefilter("ignore")             # what it warns of is told in the texts where it matters


def add(result):
    count["failed"] += result.failed
    count["passed"] += result.attempted - result.failed


finder = [dtc] + [importlib.import_module("dtc." + m.name) for m in pkgutil.iter_modules(dtc.__path__)]
for module in finder:
    add(doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE))
try:
    import pandas
except ImportError:
    skipped("docs/python.md: python3-pandas is missing")
    finish()
page = os.path.join(root, "docs", "python.md")
add(doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE))
finish()
