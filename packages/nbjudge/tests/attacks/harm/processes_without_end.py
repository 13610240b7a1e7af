"""Fork bomb: up to 500 processes for 5 seconds."""

import os
import time

made, end = 0, time.monotonic() + 5
while made < 500 and time.monotonic() < end:
    try:
        if os.fork() == 0:
            time.sleep(5)
            os._exit(0)
        made += 1
    except OSError:
        break
print("DONE: 500 processes" if made > 100 else "refused: more processes", made, flush=True)
