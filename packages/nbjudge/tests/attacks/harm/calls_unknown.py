"""Make calls that no kernel has, without end, so that who remembers each of them runs full."""

import ctypes
import errno

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)


def call(number):
    if libc.syscall(ctypes.c_long(number)) < 0:
        raise OSError(ctypes.get_errno(), "")


for number in range(100_000, 300_000):
    if libc.syscall(ctypes.c_long(number)) == 0 or ctypes.get_errno() != errno.ENOSYS:
        print("DONE:", number)
attempt("a call of the old kind", lambda: call(222))
