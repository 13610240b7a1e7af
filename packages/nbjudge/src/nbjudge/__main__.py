"""Entry point of the command `nbjudge`, and of `python -m nbjudge`."""

import atexit
import logging
import os
import signal
import sys
import traceback
from typing import NoReturn


def main() -> NoReturn:
    """Run the command, and end the process with its exit code."""
    # During the imports, Ctrl-C ends the process without a traceback. `cli.main` sets its own
    # handler later.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main

    try:
        code = main()
    except Exception:
        # A bug of ours. A normal end of Python would wait for threads of the executor, which wait
        # for the workers that have been killed.
        traceback.print_exc()
        code = 1
    _end(code)


def _end(code: int) -> NoReturn:
    """End this process without freeing its memory object by object.

    Python takes a third of a second to free the objects that nbgrader's import has created. The
    kernel frees the memory at once. Only the steps of a normal end that matter are done here: close
    the logs, run the exit functions, and flush the output.
    """
    logging.shutdown()
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    # The reader of a pipe has gone, or the disk is full. A normal end of Python reports that.
    except OSError:
        sys.exit(code)
    os._exit(code)


if __name__ == "__main__":
    main()
