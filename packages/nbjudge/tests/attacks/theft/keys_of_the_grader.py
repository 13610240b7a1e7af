"""Read the instructor's keyring, the kernel's log, and memory that outlives processes."""

import ctypes
import os

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"


def system_call(*arguments):
    result = libc.syscall(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), "refused")
    return result


attempt("session keyring", lambda: system_call(250 if X86 else 219, 0, -3, 0))
attempt("user keyring", lambda: system_call(250 if X86 else 219, 0, -4, 0))
attempt("kernel log", lambda: system_call(103 if X86 else 116, 10, 0, 0))
attempt("kernel messages", lambda: open("/dev/kmsg").read(10))
attempt("shared memory", lambda: system_call(29 if X86 else 194, 0x1234, 4096, 0o1666))
