"""Signal the grader, its process group, all processes, and a process outside by its number."""

import os
import signal

from tools import attempt

attempt("the victim outside", lambda: os.kill(int("__PID__"), signal.SIGKILL))
attempt("the parent", lambda: os.kill(os.getppid() or int("__PID__"), signal.SIGKILL))
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.kill(0, signal.SIGTERM)
os.kill(-1, signal.SIGTERM)
print("end of signals", flush=True)
