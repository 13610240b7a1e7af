"""Take up to 3 GB in one process."""

from tools import attempt

held = []


def take():
    for _ in range(30):
        held.append(bytearray(100 * 2**20))


attempt("3 GB", take)
held.clear()
