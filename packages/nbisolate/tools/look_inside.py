"""Run one cell in a sandbox as a student's cell is run, and print what it shows.

python tools/look_inside.py '!ls -la / ; grep Seccomp /proc/self/status'
"""

import contextlib
import sys
import tempfile
from pathlib import Path

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 1:
        print("usage: look_inside.py CELL", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name, contextlib.closing(ForkServer(())) as forkserver:
        folder = Path(name)
        folder.chmod(0o755)  # where root grades, the sandbox is another user
        run = run_notebook(
            cells=[Cell(arguments[0], "student")],
            support=folder,
            work=folder,
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
        )
    for output in run.outputs[0]:
        print(output.get("text") or "\n".join(output.get("traceback", [])) or output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
