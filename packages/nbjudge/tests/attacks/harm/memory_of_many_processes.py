"""Take up to 3 GB in twenty undumpable processes, each below the limit, while sending output.

One after the other: a fast machine would write all of it between two of the supervisor's looks.
"""

import ctypes
import os
import threading
import time

taken, told = os.pipe()
if os.fork() == 0:
    for turn in range(20):
        if turn == 19 or os.fork() == 0:
            break
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    time.sleep(0.3 * turn)
    held = bytearray(b"x" * (150 * 2**20))
    os.write(told, b"1")
    time.sleep(10)
    os._exit(0)
threading.Thread(
    target=lambda: [print(".", flush=True) or time.sleep(0.02) for _ in range(200)]
).start()
for _ in range(10):
    os.read(taken, 1)
time.sleep(0.5)
print("DONE: it was not stopped", flush=True)
