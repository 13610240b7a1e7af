"""Classes of damaged submissions with ten honest students among them, and what must hold of them.

Entry points: `fuzz_class`, `Count`.
"""

import json
import shutil
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import nbformat

from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.fuzz.byte_damage import BYTES
from nbjudge_testing.fuzz.cell_damage import CELLS, Raw, named
from nbjudge_testing.fuzz.folder_damage import FOLDER, course_of, remove_tree
from nbjudge_testing.fuzz.fuzz_course import ANSWERS, HONEST, FuzzCourse, points_of_class
from nbjudge_testing.fuzz.mischief import MISCHIEF, SLOW, TOOLS
from nbjudge_testing.fuzz.mutate import damage_bytes, damage_cells

KINDS = [*MISCHIEF, *CELLS, *BYTES, *FOLDER]
# Every kind begins a submission in turn, a slow one in every fourth turn only.
SELDOM = 4
EXCHANGE = """
c.Exchange.root = {!r}
c.ExchangeCollect.check_owner = False
from nbjudge.course.permissions import restrict_permissions
restrict_permissions(c)
"""


@dataclass(frozen=True)
class DamagedSubmission:
    """A damaged submission: the student, the answer before the damage, and the kinds of damage."""

    student: str
    answer: str
    kinds: list[str]

    def __str__(self) -> str:
        return f"{self.student} ({self.answer}: {', '.join(self.kinds)})"


@dataclass
class Count:
    """Counts of all classes: submissions, those that lost points, and reasons a teacher sees."""

    submissions: int = 0
    lost: int = 0
    by: Counter[str] = field(default_factory=Counter)
    quiet: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)


def draw(number: int, seed: int) -> DamagedSubmission:
    """Draw a submission: one to three kinds of damage, the first of them in turn."""
    chance = Random(f"{seed} {number}")
    turn, place = divmod(number, len(KINDS))
    first = KINDS[place]
    if first in SLOW and turn % SELDOM:
        first = chance.choice([*CELLS])
    others = [kind for kind in KINDS if kind not in SLOW]
    kinds = [first, *chance.sample(others, chance.choice([0, 0, 1, 2]))]
    order = {kind: place for place, kind in enumerate(KINDS)}
    answer = chance.choice(["right", "right", *ANSWERS])
    return DamagedSubmission(f"s{number:05}", answer, sorted(set(kinds), key=order.__getitem__))


def write(submission: DamagedSubmission, folder: Path, course: FuzzCourse, chance: Random) -> None:
    """Write a submission into a new folder, and damage it."""
    course.hand_in(folder, submission.answer)
    name = chance.choice(course.notebooks)
    file = f"{name}.ipynb"
    raw = course.answered(name, submission.answer)
    for kind in submission.kinds:
        if kind in MISCHIEF:
            _add_code(raw, MISCHIEF[kind].replace("__COURSE__", str(course_of(folder))), chance)
            shutil.copy(TOOLS, folder)
        elif kind in CELLS:
            raw = damage_cells(raw, kind, chance)
    data = json.dumps(raw, indent=1).encode(errors="replace")
    for kind in submission.kinds:
        if kind in BYTES:
            data = damage_bytes(data, kind, chance)
    (folder / file).write_bytes(data)
    for kind in submission.kinds:
        if kind in FOLDER:
            try:
                FOLDER[kind](folder, file, chance)
            except OSError:
                pass


def _add_code(raw: Raw, code: str, chance: Random) -> None:
    """Put code into an answer, before or after what stands there, a locked cell, or a new one."""
    way = chance.choice(["after", "after", "before", "locked", "new"])
    if way == "new":
        cell = {"cell_type": "code", "metadata": {}, "source": code, "outputs": []}
        cell["execution_count"] = None
        raw["cells"].insert(chance.randint(0, len(raw["cells"])), cell)
        return
    kind = "locked" if way == "locked" else "solution"
    cells = [
        cell
        for cell in named(raw)
        if cell["metadata"]["nbgrader"][kind] and cell["cell_type"] == "code"
    ]
    cell = chance.choice(cells)
    parts = [code, cell["source"]] if way == "before" else [cell["source"], code]
    cell["source"] = "\n".join(parts)


def fuzz_class(course: FuzzCourse, folder: Path, numbers: range, seed: int, count: Count) -> None:
    """Grade a class of damaged and honest submissions in a copy of a released course, and check it.

    The new `folder` is removed if all is well. A submission depends only on its number and
    the seed.
    Each submission that fails adds a line to `count.failed`.
    """
    own = folder / "course"
    shutil.copytree(course.folder, own, symlinks=True)
    with (own / "nbgrader_config.py").open("a") as config:
        config.write(EXCHANGE.format(str(folder / "exchange")))
    collected = numbers.start // len(numbers) % 2 == 1
    honest = {f"honest-{n}": ANSWERS[n % len(ANSWERS)] for n in range(HONEST)}
    submissions = {each.student: each for each in (draw(number, seed) for number in numbers)}
    place = (
        _inbound(own, course.assignment)
        if collected
        else str(own / "submitted/{}" / course.assignment)
    )
    for student, answer in honest.items():
        course.hand_in(Path(place.format(student)), answer)
    for student, each in submissions.items():
        write(each, Path(place.format(student)), course, Random(f"{seed} {student}"))
    said = run_nbgrader(own, "collect", course.assignment).stdout if collected else ""
    said += _grade(own, course.assignment)
    count.submissions += len(submissions)
    failed = list[str]()
    points = points_of_class(own)
    for student, answer in honest.items():
        has = points.get(student, {})
        if {cell: has.get(cell) for cell in course.points[answer]} != course.points[answer]:
            failed.append(f"{student} ({answer}) has {has}")
        pages = own / "feedback" / student / course.assignment
        if sorted(page.stem for page in pages.glob("*.html")) != course.notebooks:
            failed.append(f"{student} has no page")
    seen = said + _table(own, course.assignment)
    for student, each in submissions.items():
        failed += _wrong(course, own, each, points.get(student), seen, count)
    if failed:
        count.failed += [f"{line}; in {folder}" for line in failed]
        print("\n".join(failed), flush=True)
    else:
        remove_tree(folder)


def _inbound(course: Path, assignment: str) -> str:
    """Release the assignment; return the path of a submission, with {} for the student."""
    run_nbgrader(course, "release_assignment", assignment)
    (inbound,) = course.with_name("exchange").glob("*/inbound")
    return f"{inbound}/{{}}+{assignment}+2026-01-01 00:00:00 UTC+abc"


def _grade(course: Path, assignment: str) -> str:
    """Grade and make the pages; return what was printed."""
    finished = run_nbjudge(course, "grade", assignment, "--feedback")
    printed = finished.stdout + finished.stderr
    assert finished.returncode in (0, 3), printed[-5000:]
    assert "Traceback" not in printed, printed[-5000:]
    strange = sorted({c for c in printed if not c.isprintable() and c != "\n"})
    assert not strange, strange
    return printed


def _table(course: Path, assignment: str) -> str:
    finished = run_nbjudge(course, "table", assignment)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def _wrong(
    course: FuzzCourse,
    own: Path,
    submission: DamagedSubmission,
    points: dict[tuple[str, str], float | None] | None,
    seen: str,
    count: Count,
) -> Iterator[str]:
    """Yield what is wrong with a submission: more points than undamaged, or lost without reason."""
    undamaged = course.points[submission.answer]
    has = {cell: (points or {}).get(cell) for cell in undamaged}
    more = {cell: value for cell, value in has.items() if (value or 0) > undamaged[cell]}
    if more:
        yield f"{submission} has more: {more}"
    lost = [cell for cell, value in has.items() if (value or 0) < undamaged[cell]]
    if not lost:
        return
    count.lost += 1
    autograded = own / "autograded" / submission.student / course.assignment
    try:
        record = json.loads((autograded / "nbjudge.json").read_text())
        lines = record["reasons"] + [n for b in record["notebooks"].values() for n in b["notes"]]
    except FileNotFoundError:
        lines = [line for line in seen.split("\n") if f"Skipped: {submission.student}+" in line]
    if lines:
        count.by["a reason or a note"] += 1
        # The table cuts long lines.
        if not any(line[:50] in seen for line in lines):
            yield f"{submission}: no command names it, only its record: {lines}"
        return
    silent = [cell for cell in lost if not _says_why(autograded, *cell)]
    count.by["the output of the test cell"] += 1
    count.quiet.update(kind for kind in submission.kinds if kind not in MISCHIEF)
    if silent:
        yield f"{submission} lost {silent}, and nobody says why"


def _says_why(autograded: Path, notebook: str, grade_id: str) -> bool:
    """Return True if the test cell's output in the autograded notebook gives a reason."""
    path = autograded / f"{notebook}.ipynb"
    if not path.exists():
        return False
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id:
            return any(
                (each.output_type == "error" and each.traceback) or "Wrong." in json.dumps(each)
                for each in cell.outputs
            )
    return False


def fuzz(course: FuzzCourse, folder: Path, submissions: int, size: int, seed: int) -> Count:
    """Grade classes of `size` submissions each, until there were as many as asked for."""
    count = Count()
    for first in range(0, submissions, size):
        numbers = range(first, min(first + size, submissions))
        place = folder / f"class-{first:05}"
        try:
            fuzz_class(course, place, numbers, seed, count)
        except AssertionError:
            count.failed.append(f"class {numbers} stopped: {traceback.format_exc()}; in {place}")
        print(
            f"{numbers.stop} of {submissions} submissions, {len(count.failed)} failed", flush=True
        )
    return count
