"""Comparison of a student's folder with the released assignment, before it is submitted.

It searches the folder as grading does, but opens no archive. Entry point: `look_at_folder`.
"""

from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from ...files.submission import read_submission
from ...files.text import joined
from ...gradebook.definition import read_released
from ...grading.find_work import UNTOUCHED, look_for_work, why_unworked

SEVERAL_UNTOUCHED = "are unchanged since they were released"


def look_at_folder(
    folder: Path, released: Path, coursedir: CourseDirectory
) -> dict[str, list[str]]:
    """Compare a student's folder with the released assignment, which is in the exchange.

    Return sentences for the student: `lacking`, about notebooks that cannot be graded as they are,
    and `noted`, about notebooks that have another name or are untouched. If none has work in it,
    the untouched ones are lacking. The limits of size and the names to ignore are those of
    `coursedir`.
    """
    notebooks = read_released(released)
    given = [path.relative_to(released).as_posix() for path in released.rglob("*")]
    own = read_submission(coursedir, "", folder, set(notebooks))
    look_for_work(own, notebooks, given)
    why = dict(own.refused)
    for name in notebooks.keys() - why.keys():
        data = own.files.get(f"{name}.ipynb")
        why[name] = "is missing" if data is None else why_unworked(data, notebooks[name])
    noted = [f"{line}." for part in (own.notes, own.doubts) for name in part for line in part[name]]
    noted += [f"{reason}." for reason in own.reasons]
    lacking = [
        f"{name}.ipynb {why[name]}." for name in notebooks if why[name] not in ("", UNTOUCHED)
    ]
    untouched = [f"{name}.ipynb" for name in notebooks if why[name] == UNTOUCHED]
    if untouched:
        reason = UNTOUCHED if len(untouched) == 1 else SEVERAL_UNTOUCHED
        sentence = f"{joined(untouched)} {reason}."
        (noted if "" in why.values() else lacking).append(sentence)
    return {"lacking": lacking, "noted": noted}
