"""Notebooks in other languages than Python are never run as if they were Python."""

import json
from collections.abc import Mapping
from typing import Any

from ..errors import WrongUsage
from .definition import Definition


def is_foreign(kernelspec: Mapping[str, Any]) -> bool:
    """Say whether a notebook's kernel is for another language; one that names none is Python's."""
    return str(kernelspec.get("language") or "python").lower() != "python"


def refuse_other_language(notebook: str, kernelspec: Mapping[str, Any]) -> None:
    """Refuse a notebook that is not in Python.

    Parameters
    ----------
    notebook
        Its name.
    kernelspec
        What its metadata says of the kernel. One that names no language counts as Python.

    Raises
    ------
    WrongUsage
        If it is in another language.
    """
    if is_foreign(kernelspec):
        language = str(kernelspec["language"])
        raise WrongUsage(
            f"{notebook}.ipynb is for a kernel of {language}, and nbjudge judges Python alone: "
            "set c.JudgeExecute.other_languages = True if nbgrader's Execute may run it in the "
            "sandbox, with its test cells in the student's kernel"
        )


def refuse_other_languages(definition: Definition) -> None:
    """Refuse an assignment that has a notebook in another language; see above."""
    for notebook in definition.notebooks.values():
        refuse_other_language(notebook.name, json.loads(notebook.kernelspec or "{}") or {})
