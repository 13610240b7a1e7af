"""Write into CPython's memory with ctypes: make the small integers 3 and 42 be 0."""

import ctypes
import struct
import sys

digits = sys.getsizeof(1) - 4
for number in (3, 42):
    ctypes.memmove(id(number) + digits, struct.pack("<I", 0), 4)
