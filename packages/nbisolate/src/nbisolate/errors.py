"""Errors that the caller of `run_notebook` handles. Their messages have no full stop at the end.

    SandboxError                   the notebook's processes cannot be started
    ├── MissingProgramError        something that sandboxes need is not installed
    └── RefusedNamespacesError     this machine does not let bubblewrap make namespaces

`bridge.exceptions.StudentError` is the error that a test cell gets for an exception in a student's
function. Errors between two processes of a notebook are defined in the module that raises them:
`ProtocolError` and `ChannelClosedError` (bridge/channel.py), `StudentEndedError` and
`UndecidedError` (bridge/exceptions.py), `NoCgroupsError` (sandbox/cgroups.py).
"""


class SandboxError(Exception):
    """Error for a notebook whose processes cannot be started. The message says why."""


class MissingProgramError(SandboxError):
    """Error for a program or library that is not installed. The message says how to install it."""


class RefusedNamespacesError(SandboxError):
    """Error for a machine on which bubblewrap may not create a sandbox. The message says why."""
