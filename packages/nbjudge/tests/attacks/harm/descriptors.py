"""Open up to 5000 files."""

import os

from tools import attempt

held = []


def take():
    for _ in range(5000):
        held.append(os.open("/dev/null", os.O_RDONLY))


attempt("5000 open files", take)
for descriptor in held:
    os.close(descriptor)
