"""Write into the course, the grader's package, Python's packages, and places that run later."""

import os
import site
import sys

import IPython

import nbisolate
import nbjudge
from tools import attempt

places = [
    "__MARK__",
    "__COURSE__/nbgrader_config.py",
    "__COURSE__/gradebook.db",
    "__COURSE__/source/sheet/sheet.ipynb",
    "/etc/passwd",
    "/etc/ld.so.preload",
    "/root/.profile",
    f"{sys.prefix}/bin/evil",
    f"{site.getsitepackages()[0]}/evil.pth",
    nbisolate.__file__,
    nbjudge.__file__,
    IPython.__file__,
]
for path in places:
    attempt(f"write {path}", lambda path=path: open(path, "a"))
    attempt(f"remove {path}", lambda path=path: os.remove(path))
