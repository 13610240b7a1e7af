"""Write into the memory of the sandbox's first process, so that it does not end with the grader."""

import os

from tools import attempt

attempt("its memory", lambda: os.open("/proc/1/mem", os.O_RDWR))
attempt("its memory, by its thread", lambda: os.open("/proc/1/task/1/mem", os.O_RDWR))
attempt("its program", lambda: os.open("/proc/1/exe", os.O_RDONLY))
attempt("its files", lambda: os.listdir("/proc/1/fd"))
