"""Make up to 100,000 empty files, each of which costs memory of the kernel."""

import os

from tools import attempt


def make():
    for number in range(100_000):
        os.mknod(f"/tmp/{number}")


attempt("100,000 files", make)
