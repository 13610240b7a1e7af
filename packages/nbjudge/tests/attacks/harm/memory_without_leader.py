"""Take up to 2 GB in processes whose first thread has ended, so that they look like dead ones.

One after the other: a fast machine would write all of it between two of the supervisor's looks.
"""

import ctypes
import os
import threading
import time


def hold(turn):
    time.sleep(0.3 * turn)
    held = bytearray(b"x") * (150 * 2**20)
    time.sleep(10)
    os._exit(len(held) % 2)


for turn in range(13):
    if os.fork() == 0:
        threading.Thread(target=hold, args=[turn]).start()
        ctypes.CDLL(None).syscall(60 if os.uname().machine == "x86_64" else 93, 0)
time.sleep(5)
print("DONE: it was not stopped", flush=True)
