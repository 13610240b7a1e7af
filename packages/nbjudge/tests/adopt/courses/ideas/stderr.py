# Text on stderr, for which plain nbgrader gives no points.
# %% solution noisy
import logging
import sys
import warnings


def complain():
    print("no", file=sys.stderr)
    return 1


def warn():
    warnings.warn("careful")
    return 1
# %% test student_writes_to_stderr 1
assert complain() == 1
# %% test student_warns 1
assert warn() == 1
# %% test cell_writes_to_stderr 1
import sys

print("a note", file=sys.stderr)
