"""Make system calls that no notebook needs, by their number where the C library has none."""

import ctypes
import errno
import os
import socket

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
NUMBERS = {  # of x86_64, of aarch64
    "open_tree_attr": (467, 467),
    "listmount": (458, 458),
    "lsm_list_modules": (461, 461),
    "quotactl_fd": (443, 443),
    "landlock_create_ruleset": (444, 444),
    "kcmp": (312, 272),
    "mq_open": (240, 180),
    "process_madvise": (440, 440),
    "sync": (162, 81),
}


def call(number):
    """The error must be the filter's: the kernel says that the arguments are bad, or does it."""
    result = libc.syscall(number, 0, 0, 0, 0, 0)
    code = ctypes.get_errno()
    if result < 0 and code in (errno.EPERM, errno.ENOSYS):
        raise OSError(code, os.strerror(code))
    return code


for name, numbers in NUMBERS.items():
    attempt(name, lambda numbers=numbers: call(numbers[0 if X86 else 1]))


def pairs():
    for family in range(2, 46):
        try:
            return socket.socketpair(family, socket.SOCK_DGRAM)
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT:
                return error  # the kernel's own answer
    raise PermissionError("no family")


attempt("pairs of sockets of other families", pairs)
