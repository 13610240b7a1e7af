"""Run one cell in a sandbox as a student's cell is run, and print what it shows.

python tools/look_inside.py '!ls -la / ; grep Seccomp /proc/self/status'
"""

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Run one cell as a student's cell is run.")
    parser.add_argument("cell", help="the text of the cell, such as '!ls -la /'")
    source = parser.parse_args(arguments).cell
    with tempfile.TemporaryDirectory() as name, contextlib.closing(ForkServer(())) as forkserver:
        folder = Path(name)
        folder.chmod(0o755)  # where root grades, the sandbox is another user
        run = run_notebook(
            cells=[Cell(source, "student")],
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
