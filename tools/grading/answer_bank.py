"""The answer bank: reads the files and makes submissions of them.

Entry points: `load_cases`, `submission_of`.

A case is one file, `answers/<assignment>/<function>/right-<slug>.py` or `wrong-<slug>.py`.
It begins with a docstring of a fixed form, and what follows is put in the place of the solution
cell's source. For a wrong answer, the docstring is:

    \"\"\"does: Draws one edge for two uses of the same tensor.
    believes: "Two uses of the same tensor make only one edge."

    points: 4
    \"\"\"

`does` is what the code does, and `believes` what its author may believe, as the author would say
it. One of the two lines can be left out, for example if no belief is likely. A right answer has one
sentence in their place, which says what is unusual about the answer.

`points` is what the answer deserves: the sum over the test cells of its function. A right answer
deserves all of them. Two more lines may follow. Where an answer is right on some versions of torch
only, one gives what it deserves on the older ones: `points before torch 2.13: 0`. The other says
what a failing check must tell the learner, a part of its message: `hears: off the tape`.

Two folders hold answers of the same form that are not a learner's: `answers/forged/` those that
earn points which the judge cannot protect, and `answers/attacks/` those that must earn no others.
"""

import ast
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from course import ROOT, Task, deleted, read_assignments

ANSWERS = ROOT / "answers"
ASSIGNMENTS = read_assignments()


@dataclass(frozen=True)
class Case:
    """One sample answer.

    `name` is `<assignment>/<function>/<file name without ending>`; `does` what the answer does, and
    `believes` what its author may believe, each a sentence or ""; `source` the text of the solution
    cell; `points` what it deserves; `older` the pair of a torch version and the points deserved
    before it, or None; `hears` a part of what it must hear, or None.
    """

    name: str
    does: str
    believes: str
    points: float
    older: tuple[tuple[int, int], int] | None
    hears: str | None
    source: str

    @property
    def assignment(self) -> str:
        """The assignment that the answer belongs to."""
        return self.name.split("/")[0]

    @property
    def function(self) -> str:
        """The function that the answer defines, which is also its cell's `grade_id`."""
        return self.name.split("/")[1]

    @property
    def task(self) -> Task:
        """The notebook in which students write the function."""
        return ASSIGNMENTS[self.assignment].functions[self.function]

    @property
    def is_right(self) -> bool:
        """True if the file's name begins with `right-`."""
        return self.name.split("/")[2].startswith("right-")

    @property
    def description(self) -> str:
        """What the answer does, and then its author's belief in quotation marks."""
        quoted = f'"{self.believes}"' if self.believes else ""
        return f"{self.does} {quoted}".strip()

    def points_with(self, torch_version: str) -> int:
        """Return the points deserved with a version of torch, such as "2.5.1+cpu"."""
        major, minor = torch_version.split(".")[:2]
        if self.older and (int(major), int(minor)) < self.older[0]:
            return self.older[1]
        return self.points


def load_cases(answers: Path = ANSWERS) -> list[Case]:
    """Read every case below `answers`, sorted by name.

    Answers to the functions of extra notebooks that were deleted are left out.
    Raises ValueError with the file's name if a file does not have the form described above.
    """
    paths = sorted(answers.glob("*/*/*.py"))
    return [_read(path) for path in paths if path.parent.name not in deleted()]


def submission_of(cases: Iterable[Case], release: Path) -> dict[str, bytes]:
    """Make one submission from several cases, at most one for each function.

    `release` is the folder of the released assignment. Returns file names and contents of the
    notebooks concerned; the others are left out.
    Raises ValueError if two cases answer the same function, or a notebook lacks its cell.
    """
    notebooks: dict[str, dict] = {}
    answered = set()
    for case in cases:
        if case.function in answered:
            raise ValueError(f"two answers to {case.function}: give one for each function")
        answered.add(case.function)
        file = f"{case.task.name}.ipynb"
        if file not in notebooks:
            notebooks[file] = json.loads((release / file).read_text(encoding="utf-8"))
        _solution_cell(notebooks[file], case.function, file)["source"] = case.source
    return {file: json.dumps(notebook).encode() for file, notebook in notebooks.items()}


def _solution_cell(notebook: dict, function: str, file: str) -> dict:
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == function:
            return cell
    raise ValueError(f"{file} has no cell with the grade_id {function}: generate the release again")


UNUSUAL = r"(?P<does>\S.*\.)\n(?P<believes>)"  # of a right answer
MISTAKE = (  # of a wrong answer
    r"(?=does|believes)"
    r"(does: (?P<does>\S.*\.)\n)?"
    r'(believes: "(?P<believes>[^"\s][^"\n]*\.)"\n)?'
)
DESERVED = (
    r"\npoints: (?P<points>\d+(\.5)?)\n"
    r"(points before torch (?P<major>\d+)\.(?P<minor>\d+): (?P<before>\d+)\n)?"
    r"(hears: (?P<hears>\S.*)\n)?"
)


def _read(path: Path) -> Case:
    assignment, function = path.parent.parent.name, path.parent.name
    name = f"{assignment}/{function}/{path.stem}"
    text = path.read_text(encoding="utf-8")
    module = ast.parse(text, filename=str(path))
    about = UNUSUAL if path.stem.startswith("right-") else MISTAKE
    header = re.fullmatch(about + DESERVED, ast.get_docstring(module, clean=False) or "")
    asked = assignment in ASSIGNMENTS and function in ASSIGNMENTS[assignment].functions
    if not asked or not re.match("(right|wrong)-", path.stem) or not header:
        raise ValueError(f"{name} does not have the format described in {Path(__file__).name}")
    rest = text.splitlines(keepends=True)[module.body[0].end_lineno :]
    older = None
    if header["before"]:
        older = (int(header["major"]), int(header["minor"])), int(header["before"])
    return Case(
        name=name,
        does=header["does"] or "",
        believes=header["believes"] or "",
        points=float(header["points"]),
        older=older,
        hears=header["hears"],
        source="".join(rest).strip(),
    )
