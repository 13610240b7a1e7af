"""The times that the kernel notes for files, and where they miss a change.

A process that maps a file into its memory changes it without a system call. The kernel notes a time
for the first such change of a page after the page was last written to the disk: for none of the
next ones, and in a file system in memory never again (``mmap(2)``, MAP_SHARED).

Entry points: `lies_in_memory`, `is_open_for_writing`.
"""

import ctypes
import errno
import fcntl
import os
import signal
from pathlib import Path

# Numbers of file systems, from statfs(2).
IN_MEMORY = {0x01021994, 0x858458F6}  # tmpfs, ramfs
ON_DISK = {0xEF53, 0x58465342, 0x9123683E}  # ext2 to ext4, XFS, Btrfs


def lies_in_memory(folder: Path) -> bool:
    """Return True if a folder exists, in a file system that is in memory."""
    return _file_system(folder) in IN_MEMORY


def is_open_for_writing(descriptor: int) -> bool:
    """Return True if a process has a file open, or mapped, for writing.

    False also if the kernel does not say: without the right to ask (the file's owner has it, and
    CAP_LEASE), and in file systems of a network. `descriptor` is open for reading.
    """
    if _file_system(f"/proc/self/fd/{descriptor}") not in IN_MEMORY | ON_DISK:
        return False
    # Whoever opens the file for writing while there is a lease makes the kernel send SIGIO, which
    # ends a process. SIGURG is ignored.
    fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    return False


def _file_system(path: Path | str) -> int:
    """Return the number of the file system that a path is in; 0 if it cannot be found out."""
    status = (ctypes.c_long * 32)()  # struct statfs, larger than on any machine; f_type comes first
    found = ctypes.CDLL(None).statfs(os.fsencode(path), ctypes.byref(status))
    return int(status[0]) & 0xFFFFFFFF if found == 0 else 0
