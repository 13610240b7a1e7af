"""Take up to 3 GB in twenty undumpable processes, each below the limit, while sending output."""

import ctypes
import os
import threading
import time

if os.fork() == 0:
    for _ in range(19):
        if os.fork() == 0:
            break
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    held = bytearray(b"x" * (150 * 2**20))
    time.sleep(4)
    os._exit(0)
threading.Thread(target=lambda: [print(".", flush=True) or time.sleep(0.02) for _ in range(90)])
time.sleep(1.8)
print("DONE: it was not stopped", flush=True)
