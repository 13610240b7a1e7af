"""Names that nbgrader and nbjudge write next to a student's files, so that no submission takes one.

This is the only list of them. `why_reserved` is applied where a submission is read
(`files.submission.read_submission`) and where its files are copied next to its pages
(`plugins.page_maker.PageMaker`).
"""

from collections.abc import Collection

SECRET = "submission_secret.txt"  # by which a student's feedback is found
TIMESTAMP = "timestamp.txt"
COLLECTED = "collected.json"  # the note of collecting: claimed time, and files that were left out
RECORD = "nbjudge.json"  # the record of grading
PAGES = ".nbjudge-pages.json"  # the inputs of each page of the feedback
PREFIX = ".nbjudge-"

# Students export their notebooks: nobody has to act on such a file.
IS_PAGE = "has the name of a feedback page, so it was left out"
FROM_SUBMIT = frozenset({SECRET, TIMESTAMP})  # `nbgrader submit` writes these files
OURS = frozenset({RECORD, PAGES})
# Formats that run scripts in the origin of the server that shows them.
ACTIVE = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg", ".svgz")


def why_reserved(
    name: str, notebooks: Collection[str], *, is_file: bool, collected: bool
) -> str | None:
    """Return why an entry at the top of a submission is left out, or None if it may stay.

    The reason is a clause that continues the entry's name. `notebooks` have no ".ipynb". `is_file`
    is True for a regular file. `collected` is True if the submission is already in the course,
    where `COLLECTED` may be nbjudge's note.
    """
    as_file = FROM_SUBMIT | {COLLECTED} if collected else FROM_SUBMIT
    if name in OURS or name.startswith(PREFIX) or (name == COLLECTED and not collected):
        return "has a name reserved by nbjudge"
    if not is_file and (name in as_file or name.endswith(".ipynb")):
        return "is a folder, but grading needs a file of this name, so it was left out"
    if any(name == f"{notebook}.html" for notebook in notebooks):
        return IS_PAGE
    return None


def is_active(name: str) -> bool:
    """Return True if a browser may run scripts in a file of this name."""
    return name.lower().endswith(ACTIVE)
