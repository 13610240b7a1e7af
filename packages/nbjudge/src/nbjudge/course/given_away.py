"""Solutions that students get with an assignment, because a file next to its notebooks has them.

Entry points: `given_away` for what the next release would hold, `already_given_away` for what the
last one holds.
"""

from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from ..files.solution_files import copied_notebooks, files_with_solutions
from ..files.submission import support_files
from ..files.text import first_few


def given_away(coursedir: CourseDirectory) -> dict[str, str]:
    """Return what should not be in the source folder of `coursedir.assignment_id`.

    By path, a sentence without its subject, such as "contains BEGIN SOLUTION, and students get it".
    """
    source = _folder(coursedir, coursedir.source_directory)
    files = support_files(source, coursedir.ignore)
    phrases = files_with_solutions(source, files, coursedir.config)
    sentences = {path: f"{phrase}, and students get it" for path, phrase in phrases.items()}
    for copy, original in copied_notebooks(source).items():
        phrase = f"has the same cells as {original}.ipynb, and counts as a notebook of its own"
        sentences[f"{copy}.ipynb"] = phrase
    return sentences


def warning(coursedir: CourseDirectory) -> str | None:
    """Return a sentence on what is `given_away`; None if nothing is."""
    sentences = [f"{path} {phrase}" for path, phrase in given_away(coursedir).items()]
    if not sentences:
        return None
    source = _folder(coursedir, coursedir.source_directory)
    return f"Move these files out of {source}: {first_few(sentences)}"


def already_given_away(coursedir: CourseDirectory) -> str | None:
    """Return a sentence on solutions in the release folder of an assignment; None without any."""
    source = _folder(coursedir, coursedir.source_directory)
    release = _folder(coursedir, coursedir.release_directory)
    phrases = files_with_solutions(source, support_files(release, []), coursedir.config)
    if not phrases:
        return None
    files = first_few([f"{path} {phrase}" for path, phrase in phrases.items()])
    return (
        f"Every student has solutions, because they are in {release}: {files}. Remove them there "
        "and in the source folder, and release the assignment again"
    )


def _folder(coursedir: CourseDirectory, step: str) -> Path:
    return Path(coursedir.format_path(step, ".", coursedir.assignment_id))
