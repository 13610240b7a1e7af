"""Write the table of mistakes and points in docs/tas.md, from the corpus of answers.

    python tests/mistakes.py            write the table anew

The table stands between two comments in the page; `tests/lab/test_mistakes.py` holds it to the
corpus.
"""

import re
from pathlib import Path

from corpus import ASSIGNMENTS, load_cases

PAGE = Path(__file__).resolve().parent.parent / "docs" / "tas.md"
BEGIN, END = "<!-- the table of mistakes: begin -->", "<!-- the table of mistakes: end -->"
ASSIGNMENT = "autograd"


def table() -> str:
    """Return the tables of all wrong answers, one for each function, the best first."""
    cases = [case for case in load_cases() if case.assignment == ASSIGNMENT and not case.is_right]
    parts = []
    for function, task in ASSIGNMENTS[ASSIGNMENT].functions.items():
        own = [case for case in cases if case.function == function]
        rows = "".join(
            f"| {case.points} | {case.belief} | `{case.name.rpartition('/')[2]}` |\n"
            for case in sorted(own, key=lambda case: (-case.points, case.name))
        )
        full = task.functions[function]
        head = f"| of {full} | the mistake | the answer |\n| --- | --- | --- |\n"
        parts.append(f"`{function}`, {len(own)} mistakes:\n\n{head}{rows}")
    return "\n".join(parts)


def with_table(page: str) -> str:
    """Return the text of the page with the table that the corpus gives."""
    inner = re.compile(f"(?<={re.escape(BEGIN)}\n).*(?={re.escape(END)})", re.S)
    return inner.sub(lambda _: f"\n{table()}\n", page)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
