"""Take memory that no process maps: memfd_create, shared memory of both kinds, messages."""

import ctypes
import os

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)
held = []


def memfd():
    for _ in range(10):
        held.append(os.memfd_create("bomb"))
        os.write(held[-1], bytes(100 * 2**20))


def system_v():
    for key in range(10):
        if libc.shmget(key, 100 * 2**20, 0o1666) == -1:
            raise OSError(ctypes.get_errno(), "refused")


def posix():
    for number in range(10):
        with open(f"/dev/shm/bomb{number}", "wb") as file:
            file.write(bytes(30 * 2**20))


def messages():
    if libc.msgget(1, 0o1666) == -1:
        raise OSError(ctypes.get_errno(), "refused")


attempt("memfd", memfd)
attempt("System V shared memory", system_v)
attempt("shared memory files", posix)
attempt("message queue", messages)
