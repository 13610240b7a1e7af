"""Ask for leases on files of Python's environment, at which everybody else then has to wait."""

import fcntl
import os
import sys

from tools import attempt


def lease(path, kind):
    return fcntl.fcntl(os.open(path, os.O_RDONLY), fcntl.F_SETLEASE, kind)


attempt("read lease", lambda: lease(os.__file__, fcntl.F_RDLCK))
attempt("write lease", lambda: lease(os.__file__, fcntl.F_WRLCK))
attempt("lease on the program", lambda: lease(sys.executable, fcntl.F_RDLCK))
attempt("notice of a folder", lambda: fcntl.fcntl(os.open("/usr/bin", 0), fcntl.F_NOTIFY, 1))
