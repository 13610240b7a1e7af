"""Beliefs behind wrong answers, as the answer bank in `answers/` words them."""

import functools
import re

from lab_modules import ROOT


@functools.cache
def belief(name: str) -> str:
    """Return the line `believes:` of a wrong answer of the bank, without the quotation marks.

    Arguments:
        name: its path in `answers/`, without the ending, such as
            "autograd/run_backward/wrong-last-arrival".
    """
    path = ROOT / "answers" / f"{name}.py"
    line = re.search(r'believes: "(.*)"', path.read_text(encoding="utf-8"))
    if line is None:
        raise ValueError(f"{path} has no line that begins with believes:")
    return line[1]
