"""Read the memory of other processes, and attach to them with ptrace."""

import ctypes
import os

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)


def system_call(*arguments):
    if libc.syscall(*arguments) == -1:
        raise OSError(ctypes.get_errno(), "refused")


others = [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
print("others:", others)
attempt("the victim outside", lambda: open("/proc/__PID__/mem", "rb").read(1))
attempt("ptrace traceme", lambda: system_call(101 if os.uname().machine == "x86_64" else 117, 0))
assert len(others) == 1, "refused: more than the sandbox's own first process is here"
