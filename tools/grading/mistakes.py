"""Write docs/mistakes.md, which lists what each mistake costs, from the answer bank.

    python tools/grading/mistakes.py

`make docs` runs it; git ignores the page.
"""

from answer_bank import ASSIGNMENTS, load_cases
from course import ROOT

PAGE = ROOT / "docs" / "mistakes.md"
HEAD = """\
# What a mistake costs

Of the {count} wrong answers below, {half} earn half of the points of their function or less, and
{none} of these earn nothing. The others earn more, because they pass more of the checks. This page
is generated from the answer bank in `answers/`, with a line for each wrong answer. A sentence in
quotation marks is what a student who gives this answer may believe.
"""


def page() -> str:
    """Return the page: a table of wrong answers for each function, by descending points."""
    cases = [case for case in load_cases() if not case.is_right]
    half = sum(2 * case.points <= case.task.functions[case.function] for case in cases)
    none = sum(case.points == 0 for case in cases)
    parts = [HEAD.format(count=len(cases), half=half, none=none)]
    for assignment in ASSIGNMENTS.values():
        parts.append(f"## {assignment.name}\n")
        for function, task in assignment.functions.items():
            own = [c for c in cases if (c.assignment, c.function) == (assignment.name, function)]
            rows = "".join(
                f"| {case.points:g} | {case.description} | `{case.name.rpartition('/')[2]}` |\n"
                for case in sorted(own, key=lambda case: (-case.points, case.name))
            )
            full = task.functions[function]
            head = f"| of {full} | the mistake | the answer |\n| --- | --- | --- |\n"
            parts.append(f"`{function}`, {len(own)} mistakes:\n\n{head}{rows}")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
