"""Refusal of notebooks in other languages, which are never run as if they were Python."""

import json
from collections.abc import Mapping
from typing import Any

from ..errors import WrongUsage
from .definition import Definition


def refuse_other_language(notebook: str, kernelspec: Mapping[str, Any]) -> None:
    """Refuse a notebook that is not in Python.

    Parameters
    ----------
    notebook
        Its name, without ".ipynb".
    kernelspec
        The `kernelspec` of its metadata. One that names no language counts as Python.

    Raises
    ------
    WrongUsage
        If it is in another language.
    """
    language = str(kernelspec.get("language") or "python")
    if language.lower() != "python":
        raise WrongUsage(
            f"{notebook}.ipynb is for a kernel of {language}, and nbjudge judges Python alone: "
            "grade this assignment with nbgrader's own Execute"
        )


def refuse_other_languages(definition: Definition) -> None:
    """Refuse an assignment that has a notebook in another language; see `refuse_other_language`."""
    for notebook in definition.notebooks.values():
        refuse_other_language(notebook.name, json.loads(notebook.kernelspec or "{}") or {})
