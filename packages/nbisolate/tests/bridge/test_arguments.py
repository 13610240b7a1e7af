"""Functions of test cells, pickled as arguments, work in another process."""

import subprocess
import sys

from nbisolate.bridge import arguments

CELL = """
import collections
import concurrent.futures
import functools
import os.path
import string
calls = 0
def count():
    global calls
    calls += 1
    return string.digits
def counted():
    count()
    return calls, collections.OrderedDict.__name__
@functools.wraps(count)
def wrapped(*, base=2):
    return wrapped.__wrapped__(), wrapped.__doc__, wrapped.mark, base
wrapped.mark = os.path.sep
def tree(n, by=1):
    "Text."
    def inner(m):
        return tree(m - by) + len(string.digits) if m else 0
    return inner(n)
def pool():
    return concurrent.futures.ThreadPoolExecutor.__name__
def late():
    return helper()
"""
# The classes and functions of cells are in ``__main__``, so that they are pickled by value.
LOAD = """
import pickle, sys
from nbisolate.bridge import arguments
assert "concurrent.futures" not in sys.modules
count, counted, wrapped, tree, pool, late = pickle.load(sys.stdin.buffer)
assert "concurrent.futures" in sys.modules
count()
print(counted(), wrapped(), tree(2), tree.__doc__, pool())
arguments.complete({"helper": lambda: "bound"})
print(late())
"""


def functions_of(cell):
    space = {"__name__": "__main__"}
    exec(cell, space)
    return [space[name] for name in "count counted wrapped tree pool late".split()]


def test_functions_keep_their_modules_globals_and_attributes():
    missing = set()
    data = arguments.dumps(functions_of(CELL), missing)
    assert missing == {"helper"}
    command = [sys.executable, "-c", LOAD]
    shown = subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()
    values = "(2, 'OrderedDict') ('0123456789', None, '/', 2) 20 Text. ThreadPoolExecutor"
    assert shown == f"{values}\nbound\n"


def test_no_function_is_searched_for_in_all_modules(monkeypatch):
    class Modules(dict):
        def __iter__(self):
            raise AssertionError("all modules are gone through")

    functions = functions_of(CELL)
    monkeypatch.setattr(sys, "modules", Modules(sys.modules))
    arguments.dumps(functions)
