"""Leave processes behind: detached, in sessions of their own, orphaned, and deaf to signals."""

import os
import signal
import subprocess

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for deaf in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(deaf, signal.SIG_IGN)
            os.execv("/bin/sleep", ["__NAME__", "120"])
        os._exit(0)
subprocess.Popen(["/bin/sleep", "121"], start_new_session=True)
