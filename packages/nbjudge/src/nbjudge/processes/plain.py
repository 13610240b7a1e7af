"""A cell without IPython's syntax (``%magic``, ``!command``, ``help?``).

Entry point: `without_magics`. IPython takes a tenth of a second to import, which who grades does
only for a notebook that has such syntax.
"""

import itertools
import re

# What IPython's transformers of tokens look for: a line that begins with an escape, a value that
# does, and a question mark at the end of a line. In a string it is none of these, which costs time
# only.
ESCAPE = re.compile(r"^\s*[%!?,;/]|=\s*[%!]|\?\s*$", re.MULTILINE)
# What its transformers of whole cells look for: prompts, and an indented first line.
PROMPT = re.compile(r"^\s*(>>>|\.\.\.|In \[)|\A\s*^[ \t\f]+\S", re.MULTILINE)


def without_magics(source: str) -> str:
    """A cell as plain Python: what IPython's `TransformerManager.transform_cell` makes of it.

    Raises
    ------
    SyntaxError
        IPython cannot read it.
    """
    lines = source.splitlines(keepends=True)
    blank = source.isspace() and set(source) != {"\n"}
    if blank or ESCAPE.search(source) or PROMPT.search(source):
        from IPython.core.inputtransformer2 import TransformerManager

        return str(TransformerManager().transform_cell(source))
    begun = list(itertools.dropwhile(str.isspace, lines)) or lines
    text = "".join(begun)
    return text if text.endswith("\n") else text + "\n"
