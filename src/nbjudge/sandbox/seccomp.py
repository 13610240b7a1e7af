"""A filter that lets a process make the system calls of a list, and no other (``seccomp(2)``).

Entry points: `program`, `confine`, `Refusals`.

The filter is made by libseccomp, which knows the numbers of all machines. It is called through
ctypes: its own Python binding is not on PyPI, and pyseccomp, which is, has not been released since
2021 and cannot hand over the descriptor below.

A call that is not on the list is answered from outside (``seccomp_unotify(2)``): that costs nothing
for calls that are, gives each its own error, and leaves a line in the record of the submission. The
kernel's other ways to make a note, its log and the audit system, can be read by root only.
"""

import array
import collections
import ctypes
import errno
import fcntl
import functools
import os
import struct
import tempfile
from typing import Any

from ..errors import SandboxError
from .syscalls import ALL_BUT, ALLOWED, ANSWERS, BITS, CHOSEN, GRANTED, HARMLESS, MISSING, WITHOUT

ALLOW, ERROR, ASK, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x7FC00000, 0x80000000  # seccomp.h
MASKED_EQUAL, ACT_BADARCH, CTL_OPTIMIZE, TREE = 7, 2, 8, 2
SECCOMP_SET_MODE_FILTER, NEW_LISTENER = 1, 8
RECEIVE, SEND = 0xC0502100, 0xC0182101  # SECCOMP_IOCTL_NOTIF_*
# struct seccomp_notif (id, process, flags, number, machine, then unused) and seccomp_notif_resp.
QUESTION, ANSWER = struct.Struct("=QIIiI56x"), struct.Struct("=QqiI")
WORD = 0xFFFFFFFF  # of a register that holds an int


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
def program(*, ask: bool) -> bytes:
    """The filter as the kernel and ``bwrap --seccomp`` take it.

    Parameters
    ----------
    ask
        Whether calls that are not on the list go to the listener that `confine` returns. If not,
        there seems to be no such call.

    Raises
    ------
    SandboxError
        There is no libseccomp.
    """
    library = _library()
    rules = library.seccomp_init(ASK if ask else ERROR | errno.ENOSYS)
    library.seccomp_attr_set(rules, ACT_BADARCH, KILL_PROCESS)
    library.seccomp_attr_set(rules, CTL_OPTIMIZE, TREE)

    def add(action: int, name: str, argument: int = 0, mask: int = 0, value: int = 0) -> None:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number < 0:
            return  # this machine has no such call
        comparison = _Comparison(argument, MASKED_EQUAL, mask, value)
        code = library.seccomp_rule_add_array(
            rules, action, number, 1 if mask else 0, ctypes.byref(comparison)
        )
        if code != 0:
            raise OSError(-code, os.strerror(-code))

    for name in sorted(ALLOWED):
        add(ALLOW, name)
    for name, (argument, values) in CHOSEN.items():
        for value in sorted(values):
            add(ALLOW, name, argument, WORD, value)
    for name, (argument, masks) in WITHOUT.items():
        for mask in masks:
            add(ALLOW, name, argument, mask)
    for name in sorted(MISSING) if ask else ():
        add(ERROR | errno.ENOSYS, name)
    for name, argument in ALL_BUT.items():
        for value in sorted(set(range(BITS)) - GRANTED[name][1]):
            add(ALLOW, name, argument, WORD, value)
        for bit in range(BITS.bit_length() - 1, 32):
            add(ALLOW, name, argument, 1 << bit, 1 << bit)
    for name, (argument, values) in GRANTED.items():
        for value in sorted(values):
            add(ERROR, name, argument, WORD, value)  # an error of the number 0 is none
        if not values:
            add(ERROR, name)
    with tempfile.TemporaryFile() as file:
        library.seccomp_export_bpf(rules, file.fileno())
        library.seccomp_release(rules)
        file.seek(0)
        return file.read()


def confine() -> int:
    """Bind the calling process and all that it starts to the list, for good.

    ``no_new_privs`` must be set.

    Returns
    -------
    int
        The descriptor for `Refusals`, which another process must serve: until it does, calls that
        are not on the list wait, and when it is closed everywhere, they seem not to be there.

    Raises
    ------
    OSError
        The kernel has no seccomp filters.
    """
    code = program(ask=True)
    text = ctypes.create_string_buffer(code, len(code))
    filter_ = _Program(len(code) // 8, ctypes.addressof(text))
    libc = ctypes.CDLL(None, use_errno=True)
    number = _library().seccomp_syscall_resolve_name(b"seccomp")
    listener = libc.syscall(number, SECCOMP_SET_MODE_FILTER, NEW_LISTENER, ctypes.byref(filter_))
    if listener < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(listener)


class Refusals:
    """Answers the calls of a confined process that are not on the list.

    Parameters
    ----------
    listener
        What `confine` returned in that process; this object owns it.

    Attributes
    ----------
    counts
        How often each call was refused, by its name, but for those that programs try out.
    """

    def __init__(self, listener: int) -> None:
        self.listener = listener
        self.counts: collections.Counter[str] = collections.Counter()

    def fileno(self) -> int:
        """The descriptor, which can be read when there is a call to `answer`."""
        return self.listener

    def answer(self) -> None:
        """Refuse the call that waits."""
        question = array.array("B", bytes(QUESTION.size))  # zeros, as the kernel demands
        try:
            fcntl.ioctl(self.listener, RECEIVE, question)
            serial, _, _, number, machine = QUESTION.unpack(question)
            name = _name(machine, number)
            # None is a call that is newer than this libseccomp: programs then use an older one.
            code = errno.ENOSYS if name is None else ANSWERS.get(name, errno.EPERM)
            if name is not None and code not in HARMLESS:
                self.counts[name] += 1
            fcntl.ioctl(self.listener, SEND, ANSWER.pack(serial, 0, -code, 0))
        except FileNotFoundError:
            pass  # the process that asked has ended meanwhile, or was interrupted

    def close(self) -> None:
        """End the service."""
        os.close(self.listener)


@functools.cache
def _name(machine: int, number: int) -> str | None:
    library = _library()
    # The text is never freed, so that each is asked for once.
    name = library.seccomp_syscall_resolve_num_arch(machine, number)
    return None if name is None else name.decode()


@functools.cache
def _library() -> Any:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        raise SandboxError(
            "Cannot grade: libseccomp is not installed, so submissions cannot be sandboxed. "
            "Install it (Debian: apt install libseccomp2), or set JudgeExecute.sandbox = False if "
            "you trust every submission."
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
