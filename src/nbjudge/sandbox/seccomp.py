"""System calls that a student's process has no use for, refused by a filter (``seccomp(2)``).

What namespaces and limits leave open: memory that belongs to no process, new user namespaces, the
instructor's keyring, sockets that know no network namespace, and doors into the kernel that a
notebook does not need.
"""

import ctypes
import errno
import os
import socket
import struct
from collections.abc import Iterator

# Per machine: its AUDIT_ARCH of linux/audit.h, then numbers of system calls (syscalls(2)).
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
REFUSED = {
    # memory that no process's size shows
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "vmsplice": (278, 75),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "fsopen": (430, 430),
    "open_tree": (428, 428),
    # keys, the kernel's log, other processes
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "syslog": (103, 116),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    # large and rarely needed parts of the kernel
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "open_by_handle_at": (304, 265),
    # what the whole machine has a fixed number of
    "io_setup": (206, 0),
}
CLONE, CLONE3, SOCKET, MMAP = (56, 220), (435, 435), (41, 198), (9, 222)
NEW_NAMESPACE = 0x7E020000  # every CLONE_NEW* of sched.h that clone takes
SHARED_ANONYMOUS = 0x21  # MAP_SHARED | MAP_ANONYMOUS: stays when all but a page is unmapped
FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)

LOAD, AND, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06  # linux/filter.h
ALLOW, ERROR, KILL = 0x7FFF0000, 0x00050000, 0x80000000  # linux/seccomp.h
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, FOURTH_ARGUMENT = 0, 4, 16, 40  # in struct seccomp_data
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2


def confine() -> None:
    """Refuse these system calls to the calling process and all that it starts, for good.

    ``no_new_privs`` must be set.

    Raises
    ------
    OSError
        The kernel has no seccomp filters.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    code = program()
    text = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):  # struct sock_fprog
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    pointer = ctypes.byref(Program(len(code) // 8, ctypes.addressof(text)))
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, pointer, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def program() -> bytes:
    """The filter as the kernel and ``bwrap --seccomp`` take it."""
    return b"".join(struct.pack("=HBBI", *step) for step in _steps())


def _steps() -> Iterator[tuple[int, int, int, int]]:
    """The filter: ``(operation, steps to skip if true, if false, constant)`` a step."""
    architecture, column = MACHINES[os.uname().machine]
    yield LOAD, 0, 0, ARCHITECTURE
    yield EQUAL, 1, 0, architecture
    yield RETURN, 0, 0, KILL
    yield LOAD, 0, 0, NUMBER
    yield AT_LEAST, 0, 1, 0x40000000  # the numbers of another interface to the same calls
    yield RETURN, 0, 0, ERROR | errno.ENOSYS
    for numbers in REFUSED.values():
        yield EQUAL, 0, 1, numbers[column]
        yield RETURN, 0, 0, ERROR | errno.EPERM
    # Its flags lie in memory, where no filter sees them; the C library then uses clone.
    yield EQUAL, 0, 1, CLONE3[column]
    yield RETURN, 0, 0, ERROR | errno.ENOSYS
    yield EQUAL, 0, 4, CLONE[column]
    yield LOAD, 0, 0, FIRST_ARGUMENT
    yield ANY_BIT, 0, 1, NEW_NAMESPACE
    yield RETURN, 0, 0, ERROR | errno.EPERM
    yield RETURN, 0, 0, ALLOW
    yield EQUAL, 0, 5, MMAP[column]
    yield LOAD, 0, 0, FOURTH_ARGUMENT
    yield AND, 0, 0, SHARED_ANONYMOUS
    yield EQUAL, 0, 1, SHARED_ANONYMOUS
    yield RETURN, 0, 0, ERROR | errno.EPERM
    yield RETURN, 0, 0, ALLOW
    yield EQUAL, 0, len(FAMILIES) + 2, SOCKET[column]
    yield LOAD, 0, 0, FIRST_ARGUMENT
    for left, family in enumerate(reversed(FAMILIES)):
        yield EQUAL, len(FAMILIES) - left, 0, family
    yield RETURN, 0, 0, ERROR | errno.EAFNOSUPPORT
    yield RETURN, 0, 0, ALLOW
