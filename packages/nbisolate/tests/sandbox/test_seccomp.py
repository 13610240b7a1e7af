"""The filter for system calls, tried on a process of its own: what each call is answered."""

import json
import subprocess
import sys

TRIED = """
import ctypes, errno, fcntl, json, mmap, os, socket, sys
from nbisolate.sandbox import seccomp
from nbisolate.sandbox.syscalls import ALLOWED, ANSWERS, CHOSEN, GRANTED, WITHOUT

library = seccomp._library()
names = {}
for number in range(600):
    name = library.seccomp_syscall_resolve_num_arch(0, number)
    names[number] = name and name.decode()
numbers = {name: number for number, name in names.items()}
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def call(name, *arguments):
    number = name if isinstance(name, int) else numbers[name]
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    return result if result >= 0 else errno.errorcode[ctypes.get_errno()]

def connection():
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM)

def size(end):
    return end.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)

libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
seccomp.confine()
in_part = {"socket", *CHOSEN, *WITHOUT, *GRANTED}
refused = sorted(name for name in numbers if name and name not in {*ALLOWED, *in_part, *ANSWERS})
said = {"refused": {name: call(name, *[0] * 6) for name in refused}}
# Linux asks no filter about uretprobe and uprobe, and ends a process that calls them by itself.
probes = {335, 336} if os.uname().machine == "x86_64" else set()
unknown = [number for number in names if names[number] is None and number not in probes]
said["unknown"] = {number: call(number, *[0] * 6) for number in unknown}
high = 1 << 32  # the kernel looks at the lower half of the register alone
end = connection()
before = size(end)
said["some"] = {
    "lease": call("fcntl", 0, fcntl.F_SETLEASE, fcntl.F_RDLCK),
    "lease, upper half": call("fcntl", 0, high | fcntl.F_SETLEASE, fcntl.F_RDLCK),
    "flags": call("fcntl", 0, fcntl.F_GETFD, 0),
    "flags, upper half": call("fcntl", 0, high | fcntl.F_GETFD, 0),
    "lock": call("fcntl", 0, fcntl.F_SETLK, 0),
    "flock": call("flock", 99, fcntl.LOCK_EX),
    "type into a terminal": call("ioctl", 0, 0x5412, 0),
    "ask for the filter": call("prctl", 21, 0, 0, 0, 0),
    "ask for the name": call("prctl", 16, 0, 0, 0, 0),
    "vsock": call("socket", 40, 1, 0),
    "sockets": [
        isinstance(call("socket", *kind), int)
        for kind in ((1, 1, 0), (1, 5, 0), (2, 1, 0), (2, 1, 6), (10, 2, 17), (16, 3, 0))
    ],
    "with flags": isinstance(call("socket", 2, 1 | socket.SOCK_CLOEXEC, 0), int),
    "sockets of other protocols": {
        call("socket", *kind)
        for kind in ((2, 1, 262), (2, 2, 136), (2, 5, 132), (2, 6, 0), (16, 3, 12), (1, 1, 2))
    }
    == {"EAFNOSUPPORT"},
    "pair of inet": call("socketpair", socket.AF_INET, 2, 0, 0),
    "personality": call("personality", 0x0040000),
    "which personality": call("personality", 0xFFFFFFFF),
    "clone a user namespace": call("clone", 0x10000011, 0, 0, 0, 0),
    "clone3": call("clone3", 0, 0),
    "shared memory": call("mmap", 0, 4096, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0),
    "memory": isinstance(call("mmap", 0, 4096, 3, 0x22, -1, 0), int),
    "advice about a file": [call("fadvise64", 99, 0, 0, 4), call("readahead", 99, 0, 1)],
    "read": call("preadv2", 99, 0, 0, 0, 0, 0),
    "read what is in memory": call("preadv2", 99, 0, 0, 0, 0, 8),
    "what is in memory": call("mincore", 0, 0, 0),
    "advice": [call("madvise", 0, 0, advice) for advice in (0, 4, 14)],
    "advice against others": [call("madvise", 0, 0, advice) for advice in (12, 20, 21)],
    "attribute": call("setxattr", 0, 0, 0, 0, 0),
}
end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
said["sockets"] = [size(end) == before, end.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)]
print(json.dumps(said))
"""


def test_each_call_is_answered_as_the_list_says():
    finished = subprocess.run(
        [sys.executable, "-I", "-c", TRIED], capture_output=True, text=True, timeout=300
    )
    assert finished.returncode == 0, finished.stderr
    said = json.loads(finished.stdout)
    refused = said["refused"]
    assert {"ptrace", "mount", "bpf", "keyctl", "inotify_init1", "unshare"} <= refused.keys()
    assert set(refused.values()) == {"EPERM"}
    assert len(said["unknown"]) > 50 and set(said["unknown"].values()) == {"ENOSYS"}
    assert said["some"] == {
        "lease": "EPERM",
        "lease, upper half": "EPERM",
        "flags": 0,
        "flags, upper half": 0,
        "lock": 0,
        "flock": 0,
        "type into a terminal": "ENOTTY",
        "ask for the filter": "EINVAL",
        "ask for the name": "EFAULT",
        "vsock": "EAFNOSUPPORT",
        "sockets": [True] * 6,
        "with flags": True,
        "sockets of other protocols": True,
        "pair of inet": "EAFNOSUPPORT",
        "personality": "EPERM",
        "which personality": 0,
        "clone a user namespace": "EPERM",
        "clone3": "ENOSYS",
        "shared memory": "EPERM",
        "memory": True,
        "advice about a file": [0, 0],
        "read": "EBADF",
        "read what is in memory": "ENOTSUP",
        "what is in memory": "EPERM",
        "advice": [0, 0, 0],
        "advice against others": ["EINVAL"] * 3,
        "attribute": "ENOTSUP",
    }
    assert said["sockets"] == [True, 1]
