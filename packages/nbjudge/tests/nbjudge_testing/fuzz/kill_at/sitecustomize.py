"""Kill this process group before its n-th file operation; Python imports this module as it starts.

`FUZZ_KILL` holds a folder, the file in which operations are noted, and n. Operations count if they
change something below the folder, in all processes that inherit the variable.
"""

import json
import os
import signal
import sys

ROOT, NOTED, AT = json.loads(os.environ["FUZZ_KILL"])
# Events of `sys.addaudithook` whose first argument is the path that is changed.
CHANGES = {
    "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir",
    "os.symlink", "os.truncate", "os.utime",
}  # fmt: skip
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_noted = os.open(NOTED, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _is_below(path: object) -> bool:
    if not isinstance(path, str | bytes):
        return False  # a descriptor, which was opened before
    text = os.fsdecode(path)
    # A relative path may be relative to a descriptor: the writers in the exchange do so.
    return not text.startswith("/") or text.startswith(ROOT)


def _before(event: str, arguments: tuple) -> None:
    if event == "open":
        path, _, flags = arguments
        if not flags & WRITING:
            return
    elif event in CHANGES:
        path = arguments[0]
    else:
        return
    if "__pycache__" in str(path) or not _is_below(path):
        return
    os.write(_noted, f"{event} {str(path)!r}\n".encode())
    if AT:
        with open(os.dup(_noted), "rb") as file:
            file.seek(0)
            if len(file.readlines()) >= AT:
                os.killpg(0, signal.SIGKILL)


sys.addaudithook(_before)
