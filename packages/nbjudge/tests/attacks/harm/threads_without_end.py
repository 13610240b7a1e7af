"""Start up to 500 threads."""

import threading
import time

made = 0
try:
    for _ in range(500):
        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
        made += 1
except RuntimeError:
    pass
print("DONE: 500 threads" if made > 100 else "refused: more threads", made, flush=True)
