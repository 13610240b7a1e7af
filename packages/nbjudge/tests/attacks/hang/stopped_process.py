"""Stop the process with SIGSTOP, so that it can answer neither question nor interrupt."""

import os
import signal


def total(numbers):
    os.kill(os.getpid(), signal.SIGSTOP)
