"""Take up to 3 GB in one process."""

from tools import attempt

held = []


def take():
    # Two of them are more than the limit; one is so far below it that nobody need end the process.
    for _ in range(15):
        held.append(bytearray(200 * 2**20))


attempt("3 GB", take)
held.clear()
