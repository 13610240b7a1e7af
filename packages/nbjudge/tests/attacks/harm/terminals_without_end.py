"""Open pseudoterminals until there are none left for the other sandboxes of the machine."""

import os

held = []


def terminals():
    while len(held) < 40:
        held.append(os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY))


from tools import attempt  # noqa: E402

attempt("forty terminals", terminals)
