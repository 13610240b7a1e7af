"""The users that tests run as, and waiting for what another process does.

Entry points: `USERS`, `wait_for`.
"""

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
