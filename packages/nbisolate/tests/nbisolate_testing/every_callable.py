"""Call public functions of torch, NumPy, pandas and Python with handles; a program.

What is behind the handles answers everything, and whatever would look best: this is what a
submission may do. Each call must return or raise. What ends the process, or never comes back, is
printed: one line with the name of the function and how it ended.

    python every_callable.py STEP OFFSET

calls every STEP-th function, from the one numbered OFFSET on.
"""

import builtins
import mmap
import os
import resource
import signal
import struct
import sys
import time
import warnings

import numpy
import pandas
import torch

from nbisolate.bridge import special_methods
from nbisolate.bridge.proxies import Handles

SECONDS = 60  # of processor time for a function, all calls together
AT_A_TIME = 25  # functions in one process, as some change what holds for all that follow
MEMORY = 16 * 2**30  # of addresses, so that a size that a handle gives is an error
LEFT_OUT = {
    "builtins.breakpoint": "needs manual grading",
    "builtins.help": "needs manual grading",
    "builtins.input": "needs manual grading",
    "numpy.test": "runs NumPy's own tests",
    "pandas.test": "runs the tests of pandas",
    "torch.PyTorchFileWriter": "ends the process itself where it cannot write to what it is given",
    "torch.compile": "starts a compiler",
}
SPACES = {
    "builtins": builtins,
    "numpy": numpy,
    "numpy.linalg": numpy.linalg,
    "numpy.testing": numpy.testing,
    "pandas": pandas,
    "pandas.testing": pandas.testing,
    "torch": torch,
    "torch.Tensor": torch.Tensor,
    "torch.linalg": torch.linalg,
    "torch.nn.functional": torch.nn.functional,
    "torch.testing": torch.testing,
}
# By name and module, what a submission would say of its classes.
CLASSES = (
    ("Tensor", "torch.nn.modules.linear"),
    ("Parameter", "torch.nn.modules.linear"),
    ("Size", "torch.nn.modules.utils"),
    ("Tensor", "torch"),
    ("Linear", "torch.nn.modules.linear"),
    ("Module", "torch.nn.modules.module"),
    ("ndarray", "numpy"),
    ("dtype", "numpy"),
    ("DataFrame", "pandas.core.frame"),
    ("function", "builtins"),
    ("builtin_function_or_method", "builtins"),
    ("method", "builtins"),
    ("generator", "builtins"),
    ("coroutine", "builtins"),
    ("module", "builtins"),
    ("code", "builtins"),
    ("property", "builtins"),
    ("map", "builtins"),
    ("OSError", "builtins"),
    ("StopIteration", "builtins"),
)
ANSWERS = {
    "shape": (3,),
    "ndim": 1,
    "size": 3,
    "dtype": numpy.dtype("float64"),
    "itemsize": 8,
    "_typ": "dataframe",
    "_data": 0,
    "data_ptr": 4096,
    "_cdata": 4096,
    "requires_grad": False,
    "__func__": print,  # else inspect would look for one behind it for ever, in Python
    "layout": torch.strided,
    "device": torch.device("cpu"),
}
PLAIN = {
    "bool": True,
    "int": 7,
    "index": 7,
    "float": 0.5,
    "complex": 1j,
    "len": 3,
    "hash": 7,
    "str": "float64",
    "repr": "float64",
    "format": "float64",
    "dir": ["shape"],
    "list": [1, 2],
    "take": ([1.0, 2.0, 3.0], True),
    "by_value": [1.0, 2.0, 3.0],
    "contains": True,
}


class Liar:
    """A submission that answers all that a handle asks."""

    def __init__(self):
        self.handles = Handles(self)
        self.asked = 0

    def apply(self, operation, /, *args, **kwargs):
        self.asked += 1
        if operation == "getattr":
            return ANSWERS.get(args[1], args[0])
        if operation == "next":
            raise StopIteration
        return PLAIN.get(operation, args[0])

    def all_handles(self):
        """A handle of each class, with all special methods, and the classes themselves."""
        for number, (name, module) in enumerate(CLASSES):
            bases = [OSError] if name == "OSError" else [object]
            names = list(special_methods.names())
            kind = self.handles.new_kind(number, name, module, bases, names, "value")
            yield self.handles.instance(1000 + number, kind)
            if number % 5 == 0:
                yield kind


def functions():
    """Names and functions, in an order that stays."""
    for space, holder in SPACES.items():
        for name in sorted(dir(holder)):
            found = getattr(holder, name, None)
            if not name.startswith("_") and callable(found) and f"{space}.{name}" not in LEFT_OUT:
                yield f"{space}.{name}", found


def call(name, function, handles):
    """Put each handle into each place, beside what the function would rather have."""
    plain = numpy.ones(3)
    if name.startswith("torch"):
        plain = torch.ones(3)
    elif name.startswith("pandas"):
        plain = pandas.DataFrame({"a": [1.0, 2.0, 3.0]})
    elif name.startswith("builtins"):
        plain = [1, 2]
    for handle in handles:
        for places in (
            (handle,),
            (handle, plain),
            (plain, handle),
            (plain, plain, handle),
            (handle, handle),
            ([handle, handle],),
        ):
            try:
                function(*places)
            except BaseException:  # whatever it is, the process goes on
                continue


def run(chosen, done):
    """Call one function after the other; `done` says at which one we are."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)
    torch.set_num_threads(1)
    handles = list(Liar().all_handles())
    for number, (name, function) in enumerate(chosen):
        done[:8] = struct.pack("q", number)
        call(name, function, handles)
    os._exit(0)


def watch(chosen):
    """Run some functions in a child; yield the names of those that ended it, or never returned."""
    while chosen:
        done = mmap.mmap(-1, 8)
        pid = os.fork()
        if pid == 0:
            run(chosen, done)
        last, before = -1, 0.0
        while True:
            ended, status = os.waitpid(pid, os.WNOHANG)
            number = struct.unpack("q", done[:8])[0]
            used = 0.0 if ended else processor_seconds(pid)
            if number != last:
                last, before = number, used
            if ended or used - before > SECONDS:
                break
            time.sleep(0.02)
        if not ended:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            yield f"{chosen[number][0]} has not returned after {SECONDS} s"
        elif os.WIFSIGNALED(status):
            yield f"{chosen[number][0]} ended by {signal.Signals(os.WTERMSIG(status)).name}"
        elif os.WEXITSTATUS(status):
            yield f"{chosen[number][0]} ended with {os.WEXITSTATUS(status)}"
        else:
            return
        chosen = chosen[number + 1 :]


def processor_seconds(pid):
    """What a process has used of the processor."""
    fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(step, offset):
    warnings.simplefilter("ignore")
    chosen = list(functions())[offset::step]
    for first in range(0, len(chosen), AT_A_TIME):
        for line in watch(chosen[first : first + AT_A_TIME]):
            print(line, flush=True)
    print(f"{len(chosen)} functions", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
