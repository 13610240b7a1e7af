"""Take up to 2 GB in processes whose first thread has ended, so that they look like dead ones."""

import ctypes
import os
import threading
import time


def hold():
    time.sleep(0.2)
    held = bytearray(b"x") * (150 * 2**20)
    time.sleep(4)
    os._exit(len(held) % 2)


for _ in range(13):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).syscall(60 if os.uname().machine == "x86_64" else 93, 0)
time.sleep(1.8)
print("DONE: it was not stopped", flush=True)
