"""The allow-list of system calls that a notebook may make. All others are refused.

The list was found by running under it the corpus of right answers, torch's own features (data
loaders with workers, threads, ``torch.compile``), ``subprocess``, ``multiprocessing``, ``asyncio``,
sqlite, matplotlib, a compiler and ``dot``. Calls of the same kind that a C library may choose
instead of another were added. Names and numbers are those of ``syscalls(2)``.

The following are left out on purpose: namespaces and mounts; keys, the kernel's log, other
processes' memory; memory that no process's size shows (``memfd_create``, System V memory,
``vmsplice``); watching files that others open (``inotify``, ``fanotify``), also by asking which of
them the kernel has cached (``mincore``); resources of which the machine has a fixed number
(``io_setup``, message queues); and parts of the kernel that are large and rarely needed (``bpf``,
``io_uring``, ``perf_event_open``, ``userfaultfd``).
"""

import errno
import fcntl
import socket
import termios

ALLOWED = frozenset(
    """
    read write readv writev pread64 pwrite64 preadv pwritev lseek
    open openat openat2 creat close close_range dup dup2 dup3 pipe pipe2 sendfile copy_file_range
    stat fstat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat statfs fstatfs
    getdents getdents64 getcwd chdir fchdir umask
    mkdir mkdirat mknod mknodat rmdir rename renameat renameat2 link linkat symlink symlinkat
    unlink unlinkat chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
    utime utimes futimesat utimensat truncate ftruncate fallocate
    fsync fdatasync sync_file_range
    getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
    epoll_pwait2 eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime

    brk munmap mremap mprotect msync mlock munlock membarrier get_mempolicy mbind
    set_mempolicy

    fork vfork execve execveat exit exit_group wait4 waitid
    kill tkill tgkill pidfd_open pidfd_send_signal
    getpid gettid getppid getpgid getpgrp setpgid getsid setsid
    getuid geteuid getgid getegid getresuid getresgid getgroups capget
    getpriority setpriority ioprio_get
    sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_getscheduler
    sched_get_priority_max sched_get_priority_min sched_rr_get_interval sched_getattr
    sched_setscheduler getcpu
    getrlimit setrlimit prlimit64 getrusage times sysinfo uname
    arch_prctl set_tid_address set_robust_list get_robust_list rseq
    futex futex_wait futex_wake futex_requeue futex_waitv

    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend
    rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack pause restart_syscall
    alarm getitimer setitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete
    nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time getrandom

    bind connect listen accept accept4 shutdown getsockname getpeername getsockopt
    sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg setsockopt
    """.split()
)

# Calls that are allowed only with certain values of an argument: its index, and these values.
CHOSEN: dict[str, tuple[int, frozenset[int]]] = {
    # Not F_SETLEASE and F_NOTIFY: with these, one notebook could make others wait, or watch them,
    # at files that all notebooks share. Not F_SETPIPE_SZ, because the memory of pipes counts for no
    # process.
    "fcntl": (
        1,
        frozenset(
            {
                *(fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC, fcntl.F_GETFD, fcntl.F_SETFD),
                *(fcntl.F_GETFL, fcntl.F_SETFL, fcntl.F_GETPIPE_SZ),
                *(fcntl.F_GETLK, 36),  # F_OFD_GETLK; it finds no locks, because none are made
            }
        ),
    ),
    # Terminals (not TIOCSTI, which types into one) and the state of descriptors.
    "ioctl": (
        1,
        frozenset(
            {
                *(termios.TCGETS, termios.TCSETS, termios.TCSETSW, termios.TCSETSF),
                *(0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D),  # TCGETS2, TCSETS2 to TCSETSF2
                *(termios.TCSBRK, termios.TCXONC, termios.TCFLSH, termios.TIOCEXCL),
                *(termios.TIOCGPGRP, termios.TIOCSPGRP, termios.TIOCSCTTY),
                0x5429,  # TIOCGSID
                *(termios.TIOCNOTTY, termios.TIOCOUTQ, termios.FIONREAD),
                *(termios.TIOCGWINSZ, termios.TIOCSWINSZ),
                *(0x80045430, 0x40045431, 0x5441),  # TIOCGPTN, TIOCSPTLCK, TIOCGPTPEER
                *(termios.FIOCLEX, termios.FIONCLEX, termios.FIONBIO, termios.FIOASYNC),
                *(0x8910, 0x8912, 0x8913, 0x8915, 0x8933),  # SIOCGIF: NAME CONF FLAGS ADDR INDEX
            }
        ),
    ),
    # prctl.h: PDEATHSIG, DUMPABLE, NAME, CAPBSET_READ, TIMERSLACK, NO_NEW_PRIVS, THP_DISABLE, and
    # names for areas of memory.
    "prctl": (0, frozenset({1, 2, 3, 4, 15, 16, 23, 29, 30, 38, 39, 41, 42, 0x53564D41})),
    "socketpair": (0, frozenset({socket.AF_UNIX})),
    # Only without flags: RWF_NOWAIT reads only cached data, and so shows which files another
    # notebook has read.
    "preadv2": (5, frozenset({0})),
    "pwritev2": (5, frozenset({0})),
    # mman.h: NORMAL to DONTNEED, FREE, DONTFORK, DOFORK, HUGEPAGE to KEEPONFORK, POPULATE_READ,
    # POPULATE_WRITE, COLLAPSE, GUARD_INSTALL, GUARD_REMOVE. Not COLD and PAGEOUT, which evict the
    # pages of shared files for other notebooks too, nor MERGEABLE, which merges pages with theirs.
    "madvise": (2, frozenset({*range(5), 8, 10, 11, *range(14, 20), 22, 23, 25, 102, 103})),
    "personality": (0, frozenset({0xFFFFFFFF})),  # only queries
}

# The sockets that may be made: family, type and protocol. A family alone would admit protocols that
# have had holes (MPTCP, sock_diag, xfrm), and of which an unprivileged process can make the kernel
# load the module (SCTP, DCCP). Netlink's protocol 0 tells about the sandbox's own network.
SOCKETS = frozenset(
    {
        *((socket.AF_UNIX, kind, 0) for kind in (1, 2, 5)),  # STREAM, DGRAM, SEQPACKET
        *(
            (family, kind, protocol)
            for family in (socket.AF_INET, socket.AF_INET6)
            for kind, own in ((1, socket.IPPROTO_TCP), (2, socket.IPPROTO_UDP))
            for protocol in (0, own)
        ),
        *((socket.AF_NETLINK, kind, 0) for kind in (2, 3)),  # DGRAM, RAW
    }
)
SOCKET_TYPE = 0xF  # the bits of the second argument that are no flags

# Calls that are allowed only if an argument lacks certain bits: its index, and masks. It is enough
# if none of the bits of one mask is set.
WITHOUT: dict[str, tuple[int, tuple[int, ...]]] = {
    "clone": (0, (0x7E020000,)),  # every CLONE_NEW* of sched.h that it takes
    # Not MAP_ANONYMOUS with MAP_SHARED: such memory stays allocated when all but a page of it is
    # unmapped, and no process's size shows it.
    "mmap": (3, (0x20, 0x01)),
}

# Calls that seem to succeed with these values of an argument, but do nothing.
#
# Locks on files are granted to everybody and bind nobody. With real ones, two notebooks that run at
# the same time could communicate by locks on files that both see. If locks failed instead, sqlite
# and all programs with a lock file would fail.
#
# The size of a socket's buffers cannot be changed, because `memory` counts on it.
GRANTED: dict[str, tuple[int, frozenset[int]]] = {
    "fcntl": (1, frozenset({fcntl.F_SETLK, fcntl.F_SETLKW, 37, 38})),  # F_OFD_SETLK, F_OFD_SETLKW
    "setsockopt": (2, frozenset({socket.SO_SNDBUF, socket.SO_RCVBUF})),
}

# The error numbers of refused calls for which EPERM, "not permitted", would mislead programs.
ANSWERS = {
    "flock": 0,  # seems to succeed
    # Advice about files that all notebooks share changes the time that others take to read them,
    # by which two notebooks could communicate. It seems to succeed, too.
    "fadvise64": 0,
    "readahead": 0,
    "preadv2": errno.EOPNOTSUPP,
    "pwritev2": errno.EOPNOTSUPP,
    "madvise": errno.EINVAL,
    "clone3": errno.ENOSYS,  # its flags are in memory, which a filter cannot read
    "ioctl": errno.ENOTTY,
    "setxattr": errno.ENOTSUP,
    "lsetxattr": errno.ENOTSUP,
    "fsetxattr": errno.ENOTSUP,
    "prctl": errno.EINVAL,
    "socket": errno.EAFNOSUPPORT,
    "socketpair": errno.EAFNOSUPPORT,
}
