"""Runner for notebooks whose test cells never enter the student's process.

The names below are the door of the package: import them from here. Those about reading cells are in
`nbisolate.cells`. All other modules are internal.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .application import Application
    from .bridge.messages import Cell
    from .bridge.outline import Outline
    from .errors import MissingProgramError, RefusedNamespacesError, SandboxError
    from .processes.cancel import Cancel
    from .processes.engine import CellRun, NotebookRun, run_notebook
    from .processes.forkserver import ForkServer
    from .processes.temporary import temporary_folder
    from .result import Measured, Stop
    from .sandbox.limits import Limits

__all__ = [
    "Application",
    "Cancel",
    "Cell",
    "CellRun",
    "ForkServer",
    "Limits",
    "Measured",
    "MissingProgramError",
    "NotebookRun",
    "Outline",
    "RefusedNamespacesError",
    "SandboxError",
    "Stop",
    "run_notebook",
    "temporary_folder",
]
# The module of each name. It is imported when the name is first used: the fork server, whose
# forks run students' code, imports nothing that only its caller needs, and a program on another
# system than Linux can use the names that need no Linux.
MODULES = {
    "Application": "application",
    "Cancel": "processes.cancel",
    "Cell": "bridge.messages",
    "CellRun": "processes.engine",
    "ForkServer": "processes.forkserver",
    "Limits": "sandbox.limits",
    "Measured": "result",
    "MissingProgramError": "errors",
    "NotebookRun": "processes.engine",
    "Outline": "bridge.outline",
    "RefusedNamespacesError": "errors",
    "SandboxError": "errors",
    "Stop": "result",
    "run_notebook": "processes.engine",
    "temporary_folder": "processes.temporary",
}


def __getattr__(name: str) -> Any:
    """Import a name of the door from its module, the first time that it is used."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{MODULES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
