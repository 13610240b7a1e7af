"""Look for open files that the process has inherited from the grader."""

import asyncio
import os
import stat

loop = asyncio.get_event_loop()  # the notebook's own, with a descriptor and a pair of sockets
own = {end.fileno() for end in (loop._selector, loop._ssock, loop._csock)}
expected = {0: "/dev/null", 1: "file", 2: "file"}
sockets, strange = 0, []
for name in os.listdir("/proc/self/fd"):
    if int(name) in own:
        continue
    try:
        kind = os.fstat(int(name)).st_mode
    except OSError:
        continue  # the descriptor that the listing itself used
    target = os.readlink(f"/proc/self/fd/{name}")
    if stat.S_ISSOCK(kind):
        sockets += 1
    elif target != "/dev/null" and not target.startswith("/tmp/#"):
        strange.append((name, target))
print("refused: only the link is open" if sockets == 1 and not strange else "DONE: inherited")
print(sockets, strange, flush=True)
