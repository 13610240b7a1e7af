"""Names of test cells: the function that each tests, and what it checks of it."""

import re

NAMED = re.compile(r"test-([A-Za-z_]\w*)-(\w[\w-]*)")

# The first line of a test cell that says what it checks. Other comments are not for students.
# Its first sentence counts, without a remark of several words in parentheses at the end, such as
# "(run when graded)". "e.g." and "..." end no sentence.
COMMENT = re.compile(r"# Check: +(?P<words>\S.*)")
END_OF_SENTENCE = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\.)(?:\.|(?<=[?!]))(?=\s|$)")
REMARK = re.compile(r"\s*\([A-Za-z]+(?: [A-Za-z]+)+\)$")


def check_name(grade_id: str, source: str = "") -> tuple[str, str]:
    """Return the name of a test cell: the function that it tests, and what it checks.

    Parameters
    ----------
    grade_id
        The cell's grade_id. Its form is `test-<function>-<aspect>`.
    source
        The text of the cell, or its first line.

    Returns
    -------
    The function, and what is checked: the first sentence of a first line `# Check: ...`, or the
    aspect as words without such a line. For a grade_id of another form, the whole of it and "".

    Examples
    --------
    >>> check_name("test-trace_backward-rare", "# Check: the rare cases. The first one is here.")
    ('trace_backward', 'the rare cases')
    >>> check_name("test-trace_backward-rare_cases")
    ('trace_backward', 'rare cases')
    """
    named = NAMED.fullmatch(grade_id)
    if named is None:
        return grade_id, ""
    return named[1], _first_sentence(source) or named[2].replace("_", " ")


def _first_sentence(source: str) -> str:
    """Return the first sentence of a first line `# Check: ...`; "" if there is none."""
    comment = COMMENT.match(source)
    if comment is None:
        return ""
    sentence = END_OF_SENTENCE.split(comment["words"].strip(), maxsplit=1)[0]
    return REMARK.sub("", sentence)
