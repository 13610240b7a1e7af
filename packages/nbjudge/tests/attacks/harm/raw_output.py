"""Write 300 MB to descriptor 1 past Python, and make it shorter and longer again."""

import os

from tools import attempt


def write():
    for _ in range(30):
        left = memoryview(bytes(10 * 2**20))
        while left:
            left = left[os.write(1, left) :]


attempt("raw output", write)
os.ftruncate(1, 0)
