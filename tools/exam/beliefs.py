"""Beliefs behind wrong answers, as the answer bank in `answers/` words them."""

import ast
import functools

from lab_modules import ROOT


@functools.cache
def belief(name: str) -> str:
    """Return the first line of a wrong answer of the bank.

    Arguments:
        name: its path in `answers/`, without the ending, such as
            "autograd/run_backward/wrong-last-arrival".
    """
    path = ROOT / "answers" / f"{name}.py"
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return docstring.splitlines()[0]
