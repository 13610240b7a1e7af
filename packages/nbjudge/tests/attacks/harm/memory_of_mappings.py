"""Fill the kernel's memory with mappings, which belong to no process's share."""

import ctypes
import mmap
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
PAGE, PAGES = mmap.PAGESIZE, 40_000

for _ in range(6):
    if os.fork() == 0:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        start = libc.mmap(None, ctypes.c_size_t(PAGE * PAGES), mmap.PROT_READ, flags, -1, 0)
        for page in range(0, PAGES, 2):  # with other rights, each page is a mapping of its own
            libc.mprotect(ctypes.c_void_p(start + page * PAGE), ctypes.c_size_t(PAGE), 0)
        with open("/proc/self/maps") as maps:
            print("mappings:", len(maps.readlines()) > 30_000, flush=True)
        os._exit(0)
for _ in range(6):
    os.wait()
