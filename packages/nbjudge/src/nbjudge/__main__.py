"""The command `nbjudge`, also as `python -m nbjudge`."""

import atexit
import logging
import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command, and end the process with its exit code."""
    # While it imports, Ctrl-C ends it without a traceback. `cli.main` then says what it means.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main

    _end(main())


def _end(code: int) -> NoReturn:
    """End this process, which leaves its memory to the kernel.

    Python would take a third of a second to free object by object what nbgrader's import has made.
    """
    logging.shutdown()
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except OSError:  # nobody reads it, or the disk is full: Python has words for that
        sys.exit(code)
    os._exit(code)


if __name__ == "__main__":
    main()
