"""Watch which files of the environment the other notebooks open."""

import ctypes
import os

from tools import attempt

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    if (result := getattr(libc, name)(*arguments)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


attempt("inotify", lambda: call("inotify_init1", 0))
attempt("fanotify", lambda: call("fanotify_init", 0, 0))
