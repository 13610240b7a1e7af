"""The users that tests run as, waiting for what another process does, and what stays open.

Entry points: `USERS`, `wait_for`, `open_descriptors`.
"""

import gc
import os
import time
from collections.abc import Callable

# The users to run a command as. Root becomes an ordinary user who owns the checkout by entering a
# user namespace.
USERS = {
    "root": [],
    "user": ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
}
if os.getuid() != 0:
    USERS = {"user": []}


def wait_for(condition: Callable[[], object], seconds: float = 300) -> None:
    """Wait until `condition` returns a true value; fail the test on time-out."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def open_descriptors() -> int:
    """Return how many files are open here.

    What earlier tests have left to the garbage collector is closed before, and not in between.
    """
    gc.collect()
    return len(os.listdir("/proc/self/fd"))
