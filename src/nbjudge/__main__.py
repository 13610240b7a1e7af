"""The command `nbjudge`, also as `python -m nbjudge`."""

import signal
import sys


def main() -> int:
    """Run the command; return its exit code."""
    # While it imports, Ctrl-C ends it without a traceback. `cli.main` then says what it means.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
