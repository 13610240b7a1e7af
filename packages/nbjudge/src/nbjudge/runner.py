"""nbjudge's use of nbisolate: its fork servers, and its sentences for a sandbox that fails.

Entry points: `new_forkserver`, `forkserver_for`, `lent_forkserver`, `modules_to_preload`,
`for_instructors`, `no_control_groups`; `NBJUDGE`, `ENVIRONMENT`.
"""

import atexit
import contextlib
import json
import os
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbisolate
from nbisolate import Application, ForkServer

from .awards import AWARDS
from .errors import SandboxError, page
from .tags import IN_PROCESS

# nbgrader's default for `Exchange.root` is in the hidden folder.
NBJUDGE = Application(
    package=__name__.partition(".")[0],
    operating=("awards.py",),
    hidden=("/usr/local/share/nbgrader",),
    tables=(AWARDS,),
    name="nbjudge",
    in_process_tag=IN_PROCESS,
    scores_stderr=True,
)
# What nbgrader sets while it autogrades.
ENVIRONMENT = {"NBGRADER_EXECUTION": "autograde"}
# The environment variable for `lent_forkserver`: a descriptor, and the modules that are imported.
LENT = "NBJUDGE_LENT"
WITHOUT_GROUPS = (
    "Without control groups, the memory for sockets and pipes is estimated, and a notebook with "
    "many processes slows down the others. This is fine if you trust your students; otherwise, see "
    f"{page('security.md')}"
)

_forkservers: dict[tuple[str, ...], ForkServer] = {}


def new_forkserver(
    modules: Iterable[str] | None = (), shared: socket.socket | None = None
) -> ForkServer:
    """Return a new fork server for nbjudge's notebooks; see `ForkServer` for the arguments."""
    return ForkServer(modules, shared, NBJUDGE)


def forkserver_for(modules: tuple[str, ...], shared: socket.socket | None = None) -> ForkServer:
    """Return this process's fork server for a list of modules, which is made once."""
    if modules not in _forkservers:
        _forkservers[modules] = new_forkserver(modules, shared)
        atexit.register(_forkservers[modules].close)
    return _forkservers[modules]


def lent_forkserver() -> ForkServer | None:
    """Return the fork server that the Jupyter server lends to the command it starts, if it does.

    A server keeps one for *Validate*. Forked from it, the first notebook need not wait until torch
    is imported. If that process ends, `ForkServer.start` replaces it.
    """
    lent = os.environ.pop(LENT, None)
    if lent is None:
        return None
    descriptor, modules = json.loads(lent)
    return new_forkserver(modules, socket.socket(fileno=descriptor))


def modules_to_preload(sources: Iterable[str], folder: Path) -> list[str]:
    """Return the installed modules that cells import, in their order, for `JudgeExecute.preload`.

    `folder` is that of the notebooks. nbjudge is left out, because the fork server imports it.
    """
    return new_forkserver().modules_to_preload(sources, folder)


@contextlib.contextmanager
def for_instructors() -> Iterator[None]:
    """Turn an error of nbisolate's sandbox into one that says what an instructor can do about it.

    Raise nbjudge's `SandboxError`.
    """
    try:
        yield
    except nbisolate.MissingProgramError as error:
        raise SandboxError(
            f"Cannot grade: {error}, or set JudgeExecute.sandbox = False if you trust every "
            "submission."
        ) from error
    except nbisolate.RefusedNamespacesError as error:
        raise SandboxError(
            f"Cannot grade: {error}. 'Where it runs' in {page('use-nbjudge.md')} shows how to "
            "allow it on Ubuntu, WSL and in a container. JudgeExecute.sandbox = False is only for "
            "submissions that you trust."
        ) from error
    except nbisolate.SandboxError as error:
        raise SandboxError(f"Cannot grade: {error}.") from error


def no_control_groups() -> str | None:
    """Return a sentence on why notebooks have no control groups here; None if they have."""
    because = ForkServer.no_control_groups()
    return f"{because}. {WITHOUT_GROUPS}" if because else None
