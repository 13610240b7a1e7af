"""Take memory that no process maps any more: all but one page of shared memory unmapped, pipes."""

import ctypes
import mmap
import os

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
STEP = 100 * 2**20
BOTH = mmap.PROT_READ | mmap.PROT_WRITE


def take(flags, descriptor):
    """Ten times, touch 100 MB and unmap all but the first page, which keeps the rest alive."""
    for _ in range(10):
        place = libc.mmap(None, STEP, BOTH, flags, descriptor, 0)
        if place == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), "refused")
        ctypes.memset(place, 1, STEP)
        libc.munmap(place + mmap.PAGESIZE, STEP - mmap.PAGESIZE)


def pinned():
    """Put a page into a pipe by reference, which keeps the large page around it alive."""
    held = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    place = ctypes.addressof(ctypes.c_char.from_buffer(held))
    vector = (ctypes.c_size_t * 2)(place, mmap.PAGESIZE)
    _, write = os.pipe()
    if libc.vmsplice(write, vector, ctypes.c_size_t(1), 0) == -1:
        raise OSError(ctypes.get_errno(), "refused")


attempt("shared memory", lambda: take(mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1))
attempt("/dev/zero", lambda: take(mmap.MAP_SHARED, os.open("/dev/zero", os.O_RDWR)))
attempt("pages in pipes", pinned)
