"""Find out which files other notebooks have read: by what the kernel keeps of them in memory."""

import ctypes
import mmap
import os

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)
file = os.open(os.__file__, os.O_RDONLY)
pages = mmap.mmap(file, mmap.PAGESIZE, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
address = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(pages)))
size = ctypes.c_size_t(mmap.PAGESIZE)


def call(name, *arguments):
    if (result := getattr(libc, name)(*arguments)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path):
    with open(path) as text:
        return text.read()


attempt("read without waiting", lambda: os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT))
attempt("mincore", lambda: call("mincore", address, size, ctypes.create_string_buffer(1)))
for advice in (12, 20, 21):  # MADV_MERGEABLE, MADV_COLD, MADV_PAGEOUT
    attempt(f"advice {advice}", lambda advice=advice: call("madvise", address, size, advice))
attempt("open files of the machine", lambda: read("/proc/sys/fs/file-nr"))
