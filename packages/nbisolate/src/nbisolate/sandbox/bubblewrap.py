"""A bubblewrap sandbox that a fork of the fork server enters.

The grader makes a ``Sandbox``, which starts ``bwrap``. That builds fresh namespaces with nothing in
them but Python's own files, the notebook's files and scratch space in memory. A fork of the fork
server then calls ``enter`` and ``drop_privileges``. ``Sandbox.close`` ends everything inside.

The namespaces are made first and entered later because bubblewrap can only start a new program,
and a new Python would have to import IPython and torch again.
"""

import contextlib
import ctypes
import fcntl
import functools
import itertools
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ..application import Application
from ..errors import MissingProgramError, RefusedNamespacesError
from . import seccomp
from .limits import MEGABYTE, Limits

HOME = "/home/student"  # the notebook's working directory inside
STAGE = "/stage"  # the notebook's files, read-only
SCRATCH = (HOME, "/tmp", "/dev/shm")  # in memory
FILES_PER_MEGABYTE = 256  # of scratch space

# The first process inside copies a line of ours when all mounts are in place, then waits until its
# standard input, our pipe, is closed: it ends with the grader, and the kernel then ends all others.
# No process inside can signal it. Orphans become its children, and are reaped because it ignores
# SIGCHLD. A shell cannot be told to: dash handles the signal in spite of ``trap '' CHLD``, and its
# ``read`` then ends as at the end of the input.
INSIDE = ("--", "/usr/bin/env", "--ignore-signal=CHLD", "/bin/cat")

NAMESPACES = {
    "user": 0x10000000,
    "mnt": 0x00020000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
    "net": 0x40000000,
    "pid": 0x20000000,
}  # CLONE_NEW* of sched.h
PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 4, 24, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
NS_GET_USERNS = 0xB701  # ioctl_ns(2)
MS_REMOUNT, MS_NOSUID_NODEV, MS_NOSUID_NOEXEC = 0x20, 0x6, 0xA  # of sys/mount.h
SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
TCP_BUFFERS = {"tcp_rmem": "4096 65536 131072", "tcp_wmem": "4096 16384 131072"}  # tcp(7), in bytes
UIDS = range(60000, 64000)  # user ids for sandboxes that root builds
TERMINALS = b"newinstance,ptmxmode=0666,mode=620,max=16"

# The files of /etc that are shown. Each mount takes bubblewrap a quarter of a millisecond.
ETC = (
    "alternatives fonts graphviz group hosts ld.so.cache localtime mime.types nsswitch.conf passwd"
).split()
FONT_CACHE = "/var/cache/fontconfig"
NO_APPLICATION = Application()


class Sandbox:
    """Fresh namespaces for one process of a notebook and its descendants, built in the background.

    Of the limits, `disk_mb` bounds each scratch space, and `processes` the processes inside. The
    notebook finds the contents of the folder `files` in its working directory. Of the application,
    the package is shown, and the folders `hidden` are shown empty. `uid` is the user id that a
    process inside takes on, or None if a user namespace maps the grader's. Creating a sandbox
    raises `MissingProgramError` if bubblewrap is missing.
    """

    def __init__(
        self,
        limits: Limits,
        files: str | os.PathLike[str] | None = None,
        application: Application = NO_APPLICATION,
    ) -> None:
        program = shutil.which("bwrap")
        if program is None:
            raise MissingProgramError(
                "bubblewrap is not installed, so submissions cannot be sandboxed. "
                "Install it (Debian: apt install bubblewrap)"
            )
        # Root needs no user namespace. Each sandbox of root's takes on an unprivileged user id of
        # its own instead, because the kernel exempts root from the limit on processes.
        self._claim: socket.socket | None = None
        self.uid: int | None = None
        if os.getuid() == 0:
            self._claim, self.uid = _claim_uid()
        self._pidfd: int | None = None
        self._processes = limits.processes
        read_info, write_info = os.pipe()
        # The arguments go through a pipe, because a process inside could read the command line, and
        # bubblewrap has no environment, because a process inside could read that too.
        arguments = self._arguments(limits, files, application)
        read_arguments = _pipe_of(b"\0".join(map(os.fsencode, arguments)))
        read_filter = _pipe_of(seccomp.program())
        inputs = {"--args": read_arguments, "--seccomp": read_filter, "--info-fd": write_info}
        options = [word for name, fd in inputs.items() for word in (name, str(fd))]
        self._process = subprocess.Popen(
            [program, *options, *INSIDE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=list(inputs.values()),
            env={},
            cwd="/",
        )
        for descriptor in inputs.values():
            os.close(descriptor)
        self._info = os.fdopen(read_info, "rb")

    @functools.cached_property
    def pid(self) -> int:
        """Wait until the sandbox is built; return the pid of its first process, seen from outside.

        Raise `RefusedNamespacesError` if bubblewrap may not create namespaces.
        """
        process = self._process
        assert process.stdin and process.stdout and process.stderr  # as asked for
        # bubblewrap writes the info before the mounts are in place. The line comes back after that,
        # from inside.
        with contextlib.suppress(BrokenPipeError):
            os.write(process.stdin.fileno(), b"\n")
        if not process.stdout.readline():
            reason = process.stderr.read().decode("utf-8", "replace").strip()
            raise RefusedNamespacesError(f"bubblewrap could not create a sandbox ({reason})")
        pid: int = json.loads(self._info.read())["child-pid"]
        self._pidfd = os.pidfd_open(pid)
        resource.prlimit(pid, resource.RLIMIT_NPROC, (self._processes, self._processes))
        return pid

    def _arguments(
        self, limits: Limits, files: str | os.PathLike[str] | None, application: Application
    ) -> Iterator[str]:
        yield from "--unshare-ipc --unshare-pid --unshare-net --unshare-uts".split()
        if self.uid is None:
            yield from "--unshare-user --disable-userns".split()
        yield from "--hostname sandbox --as-pid-1 --new-session --clearenv --cap-drop ALL".split()
        for folder in ("/usr", "/bin", "/sbin", "/lib", "/lib64"):
            if os.path.islink(folder):
                yield from ("--symlink", os.readlink(folder), folder)
            elif os.path.isdir(folder):
                yield from ("--ro-bind", folder, folder)
        for folder in filter(os.path.isdir, application.hidden):
            yield from ("--perms", "0755", "--tmpfs", folder, "--remount-ro", folder)
        yield from _parents("/etc/x", HOME, FONT_CACHE)
        for name in ETC:
            yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
        yield from "--proc /proc --dev /dev".split()
        # If an ordinary user grades, a submission has the same user id as the first process and
        # could write to its memory. That process ends the sandbox when the grader ends.
        yield from "--tmpfs /proc/1 --remount-ro /proc/1".split()
        # Some of its counters are the machine's: two notebooks could communicate through them.
        yield from "--tmpfs /proc/sys --remount-ro /proc/sys".split()
        # Read-only, so that a submission cannot change its ``oom_score_adj``, by which the kernel
        # chooses the process to kill when memory runs out.
        yield from "--remount-ro /proc".split()
        # A shared mapping of /dev/zero is memory that stays allocated when all but a page of it is
        # unmapped, and then no process's size shows it.
        yield from "--dev-bind /dev/null /dev/zero".split()
        for folder in SCRATCH:
            size = str(limits.disk_mb * MEGABYTE)
            yield from ("--size", size, "--perms", "1777", "--tmpfs", folder)
        # After the scratch space, which would otherwise hide a Python that is installed below /tmp.
        shown = application.python_folders
        yield from _parents(*shown)
        for folder in shown:
            yield from ("--ro-bind", folder, folder)
        # Without the cache, the first figure of every notebook would scan all fonts.
        yield from ("--ro-bind-try", FONT_CACHE, FONT_CACHE)
        if files is not None:
            yield from ("--ro-bind", str(files), STAGE)
        # The rest of the root and of /dev is a tmpfs without a size limit.
        yield from "--remount-ro /dev --remount-ro / --chdir /".split()

    def close(self) -> None:
        """End the sandbox with everything that runs in it."""
        if self._pidfd is not None:
            # The first process of a process namespace: the kernel then ends all others in it.
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            os.close(self._pidfd)
            self._pidfd = None
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        if self._claim is not None:
            self._claim.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr, self._info):
            if pipe is not None:
                pipe.close()


def _claim_uid() -> tuple[socket.socket, int]:
    """Return a user id that no other sandbox uses while a socket is open, and that socket.

    The socket is bound to an abstract name with the id in it. A name can be bound once in a network
    namespace, and is free again when its process ends, however it ends. If all names are taken, two
    sandboxes may share an id; this happens only if somebody takes them on purpose.
    """
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    first = random.randrange(len(UIDS))  # to shuffle all ids takes a millisecond
    for uid in itertools.chain(UIDS[first:], UIDS[:first]):
        with contextlib.suppress(OSError):
            claim.bind(f"\0nbisolate-sandbox-{uid}")
            break
    return claim, uid


def _parents(*folders: str) -> Iterator[str]:
    """Yield arguments that make the parents of folders, readable for everybody.

    For a bind mount, bubblewrap itself would make them readable for root only.
    """
    for parent in sorted({str(p) for folder in folders for p in Path(folder).parents} - {"/"}):
        yield from ("--perms", "0755", "--dir", parent)


def enter(pid: int, limits: Limits) -> int:
    """Move the calling process into the namespaces of a sandbox, except its user namespace.

    Its next fork is inside. The calling process itself stays outside the process namespace, because
    ``setns`` moves only future children into one. `pid` is that of a `Sandbox`; of the limits,
    `disk_mb` bounds the scratch space, and with it the number of files.

    Return the pidfd of the sandbox's first process, whose end ends everything inside. Raise
    `OSError` if the kernel refuses.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    pidfd = os.pidfd_open(pid)
    if os.getuid() != 0:
        # bubblewrap makes one user namespace for the mounts, and in it one for its processes. To
        # enter a namespace, a process needs the rights of the user namespace that owns it.
        _enter_owner(libc, pid, "mnt")
    _check(libc.setns(pidfd, NAMESPACES["net"]))
    for file, bound in TCP_BUFFERS.items():
        # The kernel counts TCP buffers for the machine as a whole, and refuses memory to everybody
        # when there are too many. `memory` counts on these bounds, too.
        with contextlib.suppress(OSError), open(f"/proc/sys/net/ipv4/{file}", "w") as setting:
            setting.write(bound)
    _check(libc.setns(pidfd, NAMESPACES["mnt"]))
    # bubblewrap has no option for the number of files, each of which takes kernel memory.
    flags = MS_REMOUNT | MS_NOSUID_NODEV
    options = f"size={limits.disk_mb}m,nr_inodes={limits.disk_mb * FILES_PER_MEGABYTE}".encode()
    for folder in SCRATCH:
        _check(libc.mount(None, folder.encode(), None, flags, options))
    # The machine has a fixed number of pseudoterminals for all sandboxes together.
    _check(libc.mount(None, b"/dev/pts", None, MS_REMOUNT | MS_NOSUID_NOEXEC, TERMINALS))
    _check(libc.setns(pidfd, sum(NAMESPACES[name] for name in ("ipc", "uts", "pid"))))
    return pidfd


def enter_user(first: int) -> None:
    """Move the calling process into the user namespace of a sandbox that an ordinary user builds.

    `first` is the pidfd that `enter` has returned to the parent of the calling process.
    """
    _check(ctypes.CDLL(None, use_errno=True).setns(first, NAMESPACES["user"]))


def _enter_owner(libc: ctypes.CDLL, pid: int, name: str) -> None:
    """Enter the user namespace that owns one of a process's namespaces."""
    with open(f"/proc/{pid}/ns/{name}") as namespace:
        owner = fcntl.ioctl(namespace, NS_GET_USERNS)
    _check(libc.setns(owner, NAMESPACES["user"]))
    os.close(owner)


def copy_stage() -> str:
    """Copy the files of the notebook, from inside, to the folder in which it may change them.

    Notebooks are left out. Return that folder, the working directory of the notebook.
    """
    if os.path.isdir(STAGE):
        for entry in os.scandir(STAGE):
            target = os.path.join(HOME, entry.name)
            if entry.is_dir():
                shutil.copytree(entry.path, target, ignore=shutil.ignore_patterns("*.ipynb"))
            elif not entry.name.endswith(".ipynb"):
                shutil.copyfile(entry.path, target)
    return HOME


def drop_privileges(uid: int | None) -> None:
    """Give up all capabilities of the calling process for good, and filter its system calls.

    `uid` is the user id that it takes on, or None to keep its own. Raise `OSError` if the kernel
    refuses.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break  # the kernel knows no more capabilities, or the process may not drop them
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    _check(libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0))
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    nothing = (ctypes.c_uint32 * 6)()
    _check(libc.syscall(SYS_CAPSET[os.uname().machine], header, nothing))
    # Without capabilities, the kernel installs a seccomp filter only for a process that can gain no
    # privileges. The filter comes after the calls above, which it does not allow.
    _check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    seccomp.confine()
    # A change of user id makes a process undumpable, which hides /proc/self from the process
    # itself. The debuggers that it keeps out are outside the sandbox anyway.
    _check(libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))


def _pipe_of(data: bytes) -> int:
    """Return the read end of a pipe that holds ``data``, which must be below the pipe's 64 KiB."""
    read, write = os.pipe()
    with os.fdopen(write, "wb") as pipe:
        pipe.write(data)
    return read


def _check(result: int) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
