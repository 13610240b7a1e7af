"""The language of a notebook: nbjudge grades Python, and says how to grade another one.

Entry points: `is_python`, `refuse_other_language`; `metadata_in` for a file.
"""

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import UsageError

# nbgrader's own list, with its own Execute.
PREPROCESSORS = "Execute LimitOutput SaveAutoGrades AssignLatePenalties CheckCellMetadata".split()

# The names under which kernels of other languages are installed, without a version such as that of
# julia-1.11. They may be missing here.
KERNEL_WORD = re.compile("[a-z]+")
KERNELS = {
    "ir": "R",
    "xr": "R",
    "julia": "Julia",
    "xcpp": "C++",
    "kotlin": "Kotlin",
    "java": "Java",
    "scala": "Scala",
    "octave": "Octave",
    "matlab": "MATLAB",
    "ihaskell": "Haskell",
    "haskell": "Haskell",
    "javascript": "JavaScript",
    "deno": "TypeScript",
    "rust": "Rust",
    "gophernotes": "Go",
    "bash": "Bash",
}


def is_python(metadata: Mapping[str, Any]) -> bool:
    """Return True if a notebook with this metadata is written in Python.

    It is also True if the metadata names no language, and no kernel of another one.
    """
    return _language(metadata).lower() == "python"


def refuse_other_language(assignment: str, notebook: str, metadata: Mapping[str, Any]) -> None:
    """Raise `UsageError` if a notebook is written in another language than Python.

    The error has the command that grades the assignment with nbgrader's own Execute.
    """
    if is_python(metadata):
        return
    names = ", ".join(f'"nbgrader.preprocessors.{name}"' for name in PREPROCESSORS)
    option = shlex.quote(f"--Autograde.autograde_preprocessors=[{names}]")
    raise UsageError(
        f"{notebook}.ipynb is written in {_language(metadata)}, but nbjudge grades only Python: "
        "grade this assignment with nbgrader's own Execute, which has no sandbox: "
        f"`nbgrader autograde {shlex.quote(assignment)} {option}`"
    )


def metadata_in(path: Path) -> dict[str, Any]:
    """Return the metadata of a notebook file; empty if it cannot be read, which others report."""
    try:
        metadata = json.loads(path.read_bytes())["metadata"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return metadata if isinstance(metadata, dict) else {}


def _language(metadata: Mapping[str, Any]) -> str:
    # Colab writes no language into the kernelspec.
    for field, key in (("kernelspec", "language"), ("language_info", "name")):
        part = metadata.get(field)
        if isinstance(part, Mapping) and part.get(key):
            return str(part[key])
    kernelspec = metadata.get("kernelspec")
    named = kernelspec.get("name") if isinstance(kernelspec, Mapping) else None
    return _language_of_kernel(str(named)) if named else "python"


def _language_of_kernel(name: str) -> str:
    """Return the language of a kernel: an installed one, or one of another language by its name.

    Any other name is taken for Python's, because authors give names of their own to environments.
    """
    # Imported here, because few notebooks need it, and it takes a tenth of a second.
    from jupyter_client.kernelspec import NoSuchKernel, get_kernel_spec

    try:
        return str(get_kernel_spec(name).language or "python")
    except (NoSuchKernel, OSError, ValueError):  # not installed, or its kernel.json is damaged
        word = KERNEL_WORD.match(name.lower())
        return KERNELS.get(word[0], "python") if word else "python"
