"""`python -m nbjudge` is the command `nbjudge`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
