"""An allow-list of system calls, as a filter in the kernel (``seccomp(2)``).

Entry points: `program`, `confine`.

libseccomp builds the filter, because it knows the numbers of calls on all machines. It is called
through ctypes: its own Python binding is not on PyPI, and pyseccomp, which is, has not been
released since 2021.
"""

import ctypes
import errno
import functools
import os
import tempfile
from typing import Any

from ..errors import MissingProgramError
from .syscalls import ALLOWED, ANSWERS, CHOSEN, GRANTED, SOCKET_TYPE, SOCKETS, WITHOUT

ALLOW, ERROR, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000  # seccomp.h
NONE_SUCH = ERROR | errno.ENOSYS
AT_LEAST, MASKED_EQUAL, ACT_BADARCH, CTL_OPTIMIZE, TREE = 5, 7, 2, 8, 2
PR_SET_SECCOMP, MODE_FILTER = 22, 2
WORD = 0xFFFFFFFF  # of a register that holds an int
CALL_NUMBERS = range(1024)  # contains all system calls of every machine that libseccomp knows


class _Comparison(ctypes.Structure):  # struct scmp_arg_cmp
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("value", ctypes.c_uint64),
    )


class _Program(ctypes.Structure):  # struct sock_fprog
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


@functools.cache
def program() -> bytes:
    """Return the filter in the form that the kernel and ``bwrap --seccomp`` take.

    A call that is not on the allow-list fails with EPERM, or with the error in `ANSWERS`. A call
    that this libseccomp does not know fails with ENOSYS, as on an older kernel, so that programs
    fall back to an older call. Raise `MissingProgramError` if libseccomp is not installed.
    """
    library = _library()
    rules = library.seccomp_init(NONE_SUCH)
    library.seccomp_attr_set(rules, ACT_BADARCH, KILL_PROCESS)
    library.seccomp_attr_set(rules, CTL_OPTIMIZE, TREE)

    def add(action: int, name: str, *comparisons: tuple[int, int, int, int]) -> None:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number < 0 or action == NONE_SUCH:
            return  # this machine has no such call; or ENOSYS, which is what calls get by default
        compared = (_Comparison * len(comparisons))(*(_Comparison(*each) for each in comparisons))
        code = library.seccomp_rule_add_array(rules, action, number, len(comparisons), compared)
        if code != 0:
            raise OSError(-code, os.strerror(-code))

    for name, (argument, values) in CHOSEN.items():
        for value in sorted(values):
            add(ALLOW, name, (argument, MASKED_EQUAL, WORD, value))
    for family, kind, protocol in sorted(SOCKETS):
        asked = enumerate(((WORD, family), (SOCKET_TYPE, kind), (WORD, protocol)))
        add(ALLOW, "socket", *((number, MASKED_EQUAL, *value) for number, value in asked))
    for name, (argument, masks) in WITHOUT.items():
        for mask in masks:
            add(ALLOW, name, (argument, MASKED_EQUAL, mask, 0))
    for name, (argument, values) in GRANTED.items():
        for value in sorted(values):
            # An error of number 0 is none.
            add(ERROR, name, (argument, MASKED_EQUAL, WORD, value))
    for name in sorted(_known()):
        action = ALLOW if name in ALLOWED else ERROR | ANSWERS.get(name, errno.EPERM)
        # For all other values of the argument: a comparison that always holds, which libseccomp
        # tries last.
        by_argument = name in {"socket", *CHOSEN, *WITHOUT, *GRANTED}
        add(action, name, *[(0, AT_LEAST, 0, 0)] * by_argument)
    with tempfile.TemporaryFile() as file:
        library.seccomp_export_bpf(rules, file.fileno())
        library.seccomp_release(rules)
        file.seek(0)
        return file.read()


def confine() -> None:
    """Apply the filter to the calling process and all its descendants, for good.

    ``no_new_privs`` must be set before. Raise `OSError` if the kernel has no seccomp filters.
    """
    code = program()
    text = ctypes.create_string_buffer(code, len(code))
    filter_ = _Program(len(code) // 8, ctypes.addressof(text))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(filter_)) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _known() -> set[str]:
    """Return the names of all system calls of this machine that libseccomp knows."""
    library = _library()
    names = (library.seccomp_syscall_resolve_num_arch(0, number) for number in CALL_NUMBERS)
    return {name.decode() for name in names if name is not None}


@functools.cache
def _library() -> Any:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        raise MissingProgramError(
            "libseccomp is not installed, so submissions cannot be sandboxed. "
            "Install it (Debian: apt install libseccomp2)"
        ) from None
    context, text = ctypes.c_void_p, ctypes.c_char_p
    library.seccomp_init.restype = context
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_attr_set.argtypes = [context, ctypes.c_int, ctypes.c_uint32]
    library.seccomp_rule_add_array.argtypes = [
        *(context, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(_Comparison))
    ]
    library.seccomp_export_bpf.argtypes = [context, ctypes.c_int]
    library.seccomp_release.argtypes = [context]
    library.seccomp_syscall_resolve_name.argtypes = [text]
    library.seccomp_syscall_resolve_num_arch.argtypes = [ctypes.c_uint32, ctypes.c_int]
    library.seccomp_syscall_resolve_num_arch.restype = text
    return library
