"""Notebooks in other languages than Python: a Jupyter kernel in a sandbox, test cells and all.

nbgrader's own ``Execute`` runs the cells. Its kernel is started in the place of a student's
process: with the same sandbox, limits and warden. The client lives in a child process that has
entered the network of the sandbox, where kernel and client find each other over loopback.

Entry point: `run_in_kernel`.
"""

import asyncio
import contextlib
import math
import signal
import socket
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors import Execute

from ..border.messages import Ending
from ..border.outputs import cell_ended
from ..errors import SandboxError
from ..result import Stop
from ..sandbox import bubblewrap
from ..sandbox.bubblewrap import Sandbox
from ..sandbox.child import Bounds, Lost, in_child
from ..sandbox.limits import Limits
from .engine import NotebookRun
from .nursery import Nursery, ProcessSetup
from .session import reason_of, receive_ending

CONNECTION = ".nbjudge-connection.json"  # beside the notebook
STARTUP = 60  # seconds that a kernel may take to begin
CLIENT = Bounds(cpu_seconds=60, wall_seconds=0, memory_mb=1024)  # what reads a kernel's messages


def run_in_kernel(
    sources: Sequence[str],
    *,
    kernelspec: dict[str, Any],
    work: Path,
    limits: Limits,
    sandboxed: bool,
    nursery: Nursery,
) -> NotebookRun:
    """Run the cells of a notebook in a Jupyter kernel, one after the other.

    Parameters
    ----------
    sources
        Those of its code cells.
    kernelspec
        What the notebook's metadata says of the kernel: its ``name`` is that of an installed one.
    work
        The folder whose files the kernel finds in its own. A file is added.
    limits
        What the notebook may use.
    sandboxed
        Whether to build a sandbox.
    nursery
        What to start the kernel from.

    Returns
    -------
    run
        The outputs of all cells, also of those that were not run.

    Raises
    ------
    SandboxError
        There can be no sandbox.
    jupyter_client.kernelspec.NoSuchKernel
        No such kernel is installed.
    """
    nursery.start()  # here, as a child would end it
    bounds = Bounds(CLIENT.cpu_seconds, limits.notebook_seconds + 2 * STARTUP, CLIENT.memory_mb)
    with contextlib.ExitStack() as stack:
        box = network = None
        if sandboxed:
            box = stack.enter_context(contextlib.closing(Sandbox(limits, work)))
            network = box.pid
        place = ProcessSetup(limits=limits, box=box, workdir=work)
        client = partial(_run, kernelspec=kernelspec, place=place, network=network, nursery=nursery)
        (run,) = in_child(client, [list(sources)], bounds)
    if isinstance(run, Lost):
        lost, run = run, NotebookRun()
        run.stop(Stop.JUDGE, f"what reads the kernel's messages {lost.reason}")
    run.fill(len(sources))
    return run


def _run(
    sources: list[str],
    *,
    kernelspec: dict[str, Any],
    place: ProcessSetup,
    network: int | None,
    nursery: Nursery,
) -> NotebookRun:
    """What the child does."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    notebook.metadata.kernelspec = NotebookNode(kernelspec)
    provisioner = SandboxProvisioner(nursery, place)
    execute = _Execute(provisioner, kernelspec.get("name", ""))
    died = False
    try:
        if network is not None:
            bubblewrap.enter_network(network)
        execute.preprocess(notebook, {"metadata": {"path": str(place.workdir)}})
    except DeadKernelError:
        died = True
    finally:
        ending = provisioner.end()
    run = NotebookRun([cell.outputs for cell in notebook.cells[: execute.finished]])
    run.measured = replace(ending.measured, stopped=None)  # its end after the last cell is no stop
    if died:
        reason = reason_of(ending, place.limits)
        run.stop(ending.measured.stopped or Stop.ENDED, reason)
        for cell in notebook.cells[execute.finished :][:1]:  # the one that was being run, if any
            run.outputs.append([*cell.outputs, cell_ended(reason)])
    elif execute.left() <= 0:
        run.stop(Stop.TIME, f"the notebook took longer than {place.limits.notebook_seconds:g} s")
    return run


class _Execute(Execute):
    """nbgrader's ``Execute`` with a kernel of ours, and with the time that a notebook has."""

    def __init__(self, provisioner: "SandboxProvisioner", name: str) -> None:
        super().__init__(kernel_name=name, startup_timeout=STARTUP, timeout_func=self._seconds)
        self.limits = provisioner.place.limits
        self.until = math.inf  # until the kernel is there
        self.finished = 0  # cells that have their outputs
        connection = str(Path(provisioner.place.workdir, CONNECTION))
        self.manager = AsyncKernelManager(kernel_name=name, connection_file=connection)
        self.manager.provisioner = provisioner
        provisioner.parent, provisioner.kernel_spec = self.manager, self.manager.kernel_spec
        self.error_on_timeout = {
            "ename": "CellTimeoutError",
            "evalue": "The cell took too long.",
            "traceback": ["CellTimeoutError: The cell took too long."],
        }

    def preprocess(self, nb: NotebookNode, resources: Any) -> Any:
        return super().preprocess(nb, resources, km=self.manager)

    def on_notebook_start(self, **about: Any) -> None:
        self.until = time.monotonic() + self.limits.notebook_seconds

    def preprocess_cell(self, cell: NotebookNode, resources: Any, index: int) -> Any:
        handed = super().preprocess_cell(cell, resources, index)
        self.finished = index + 1
        return handed

    def left(self) -> float:
        """Seconds that the notebook still has."""
        return self.until - time.monotonic()

    def _seconds(self, cell: NotebookNode) -> float:
        return max(min(self.limits.cell_seconds, self.left()), 0.1)


class SandboxProvisioner(LocalProvisioner):
    """Starts a kernel in a sandbox; see ``jupyter_client.provisioning``.

    Parameters
    ----------
    nursery
        What to start it from.
    place
        Where it lives.
    """

    def __init__(self, nursery: Nursery, place: ProcessSetup) -> None:
        super().__init__()
        self.nursery, self.place = nursery, place
        self.monitor: socket.socket | None = None
        self.ending: Ending | None = None

    @property
    def has_process(self) -> bool:
        return self.monitor is not None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        assert self.parent is not None and self.kernel_spec is not None  # given before the start
        written = Path(self.parent.connection_file)
        written.chmod(0o644)  # it is copied by another user id, out of a folder of ours
        inside = Path(bubblewrap.HOME, CONNECTION) if self.place.box else written
        command = [word.replace(str(written), str(inside)) for word in cmd]
        self.monitor, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.nursery.fork_kernel(theirs, self.place, command, dict(self.kernel_spec.env))
        if self.monitor.recv(1) != b"\0":
            raise SandboxError("Cannot grade: the kernel did not start; the lines above say why.")
        return self.connection_info

    async def poll(self) -> int | None:
        if self.monitor is None:
            return 0
        self.ending = self.ending or receive_ending(self.monitor, seconds=0)
        if self.ending is None:
            return None
        return -1 if self.ending.exit is None else self.ending.exit

    async def wait(self) -> int | None:
        while (code := await self.poll()) is None:
            await asyncio.sleep(0.01)
        return code

    async def send_signal(self, signum: int) -> None:
        self._send(signum)

    async def kill(self, restart: bool = False) -> None:
        self._send(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        self._send(signal.SIGTERM)

    def _send(self, number: int) -> None:
        if self.monitor is not None and number and self.ending is None:
            with contextlib.suppress(ConnectionError):  # its warden has ended, and all with it
                self.monitor.send(bytes([number]))

    def end(self) -> Ending:
        """End the kernel with all that is in its sandbox; say how it went."""
        if self.monitor is None:
            return Ending()
        self._send(signal.SIGKILL)
        ending = self.ending or receive_ending(self.monitor, STARTUP) or Ending()
        self.monitor.close()
        return ending
