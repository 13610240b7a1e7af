"""Check of an assignment before a class gets it, for what would surprise a student.

Entry points: `check`, `check_class`. Plain nbgrader and nbjudge both grade the reference solution
(three times, because some tests depend on chance), the untouched release and wrong answers; or a
class whose points of plain nbgrader are in a gradebook. A test cell whose points differ is tried in
the plain run. The findings come from a list of looks: to add a kind of finding, add a look to
`NOTEBOOKS` or `CELLS` in `looks`.
"""

import tempfile
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..configuration import traits_are_right
from ..course.given_away import given_away
from ..errors import UsageError
from ..files.file_names import RECORD
from ..files.folders import find_submissions, student_folders
from ..files.text import counted, first_few, joined
from ..gradebook.database import database_file
from ..grading.canary import try_bridge
from ..grading.progress import show_progress
from ..plugins.execute import JudgeExecute
from ..runner import forkserver_for, modules_to_preload
from .evidence import Evidence
from .find_tags import find_imports, find_tags
from .findings import CheckReport, Finding, NotebookReport, Tags
from .plain import PlainExecute
from .rules import CELLS, CLASS, NOTEBOOKS
from .trial import (
    RELEASE,
    SOLUTIONS,
    Graded,
    Trial,
    interrupted_cells,
    points_of_class,
    say,
    seconds_for_a_cell,
)
from .unchanged import keys_of, unchanged
from .values import differing_values
from .wrong_answers import WRONG, beginning, submit_wrong_answers, wanted_in_plain_nbgrader

TRIED = 3  # students of a class whose answers are graded with a tag, for each test cell


def check(
    coursedir: CourseDirectory,
    config: Config,
    workers: int,
    answers: Path | None = None,
    notebook: str | None = None,
    force: bool = False,
) -> CheckReport:
    """Check the assignment `coursedir.assignment_id`.

    `workers` submissions are graded at a time. The solution is graded by itself in nbjudge all the
    same, because its time and memory are measured. `answers` is a folder of notebooks with right
    answers, to grade instead of the solutions in `source/`. Only `notebook` is checked; None for
    all. With `force`, notebooks that have not changed since they were checked are graded, too. The
    report has the findings, with the tags that help. Raise `UsageError` if nbgrader cannot make a
    release of the assignment, an answer cannot be read, or there is no such notebook, and
    `RunStoppedError` if no sandbox can be set up, or something else outside the assignment prevents
    grading.
    """
    # Minutes of grading with plain nbgrader would be lost if nbjudge could not grade after them.
    with traits_are_right():
        execute = JudgeExecute(config=config)
    try_bridge(execute, forkserver_for(tuple(execute.preload)))
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        say("Generating the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder), answers)
        if notebook and notebook not in trial.notebooks:
            existing = joined(list(trial.notebooks))
            raise UsageError(f"{trial.assignment} has no notebook {notebook} (it has: {existing})")
        keys = keys_of(trial, coursedir)
        names = [notebook] if notebook else list(keys)
        reports = {} if force else unchanged(coursedir, keys)
        skipped = [name for name in names if name in reports]
        if skipped:
            say(f"Skipping notebooks unchanged since the last check: {joined(skipped)}")
        trial.notebooks = [name for name in names if name not in reports]
        if trial.notebooks:
            reports |= grade_answers(trial, workers)
        report = report_of(trial, {name: replace(reports[name], key=keys[name]) for name in names})
        return replace(report, given_away=findings_on_files(coursedir))


def findings_on_files(coursedir: CourseDirectory) -> list[Finding]:
    """Return a finding for each file in the source folder that gives solutions away."""
    advice = f"move it out of source/{coursedir.assignment_id}"
    sentences = given_away(coursedir)
    return [Finding(path, "", what, advice=advice) for path, what in sentences.items()]


def grade_answers(trial: Trial, workers: int) -> dict[str, NotebookReport]:
    """Grade right and wrong answers to the notebooks of a trial, and return what is found."""
    right = dict.fromkeys((*SOLUTIONS, RELEASE), trial.notebooks)
    say(f"Grading the solution {len(SOLUTIONS)} times and the release once with nbjudge")
    judged = trial.grade("judged", JudgeExecute, right)
    for cell in interrupted_cells({student: judged[student] for student in SOLUTIONS[:1]}):
        say(f"The cell `{beginning(cell)}` does not end by itself, and is interrupted")
    say("Making wrong answers")
    changes = submit_wrong_answers(trial)
    wrong = trial.with_tests(WRONG)
    if wrong:
        say("Grading wrong answers with nbjudge")
        judged |= trial.grade(
            "wrong",
            JudgeExecute,
            wrong,
            workers=workers,
            most_seconds=seconds_for_a_cell(judged),  # a wrong answer can be a loop without end
        )
    # In one go, because each run starts a kernel: so no worker waits until all right answers are
    # graded.
    say("Grading all of these with plain nbgrader")
    wanted = right | wanted_in_plain_nbgrader(trial, judged)
    interrupted = interrupted_cells(judged)
    plain = trial.grade("plain", PlainExecute, wanted, workers=workers, interrupted=interrupted)
    evidence = Evidence(trial, plain, judged, changes)
    evidence.imports = find_imports(evidence, workers)
    return look_at_all(evidence, find_tags(evidence, workers))


def check_class(
    coursedir: CourseDirectory,
    config: Config,
    submissions: Path,
    gradebook: Path | None,
    most: int | None,
    workers: int,
    only: Collection[str] = (),
) -> CheckReport:
    """Compare the points that plain nbgrader gave a class with nbjudge's.

    The report has a finding for each test cell that gives other points, with the tags that help.
    `submissions` is a folder like `submitted/`, in the course folder or elsewhere. `gradebook` has
    plain nbgrader's points; None for the course's own. Students whose points there are nbjudge's
    are left out. `most` is the number of students to compare, evenly spread over the class; None
    for all. `workers` submissions are graded at a time. With `only`, these students are compared.
    Raise `UsageError` if the submissions or the gradebook are not there, or nobody is in both, or
    not all of `only`, and `RunStoppedError` if the gradebook cannot be read, or something outside
    the submissions prevents grading.
    """
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        say("Generating the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder))
        trial.submissions = Path(coursedir.root, submissions).resolve()
        courses_file = database_file(coursedir.db_url)
        file = gradebook or courses_file
        points = points_of_class(trial, file)
        if file and courses_file and file.resolve() == courses_file.resolve():
            graded = student_folders(coursedir, coursedir.autograded_directory, trial.assignment)
            ours = {student for student, path in graded.items() if (path / RECORD).is_file()}
            points = {student: points[student] for student in points.keys() - ours}
        submitted = find_submissions(coursedir, trial.assignment, str(trial.submissions))
        students = [student for student in submitted if student in points]
        unknown = len(submitted) - len(students)
        if unknown:
            say(f"Leaving out {counted(unknown, 'student')} whose points are missing or nbjudge's")
        if not students:
            raise UsageError(
                f"No submission of {trial.assignment} in {trial.submissions} has points of plain "
                "nbgrader. Pass a class and its gradebook: --compare=FOLDER --gradebook=FILE"
            )
        missing = set(only).difference(students)
        if missing:
            raise UsageError(
                f"No submission in {trial.submissions} has points of plain nbgrader for "
                f"{first_few(sorted(missing))}. Correct --student"
            )
        if only:
            students = [student for student in students if student in only]
        students = students[:: max(1, len(students) // (most or len(students)))][:most]
        say(f"Grading {counted(len(students), 'submission')} with nbjudge")
        wanted = dict.fromkeys(students, trial.notebooks)
        judged = trial.grade("judged", JudgeExecute, wanted, workers=workers, show=show_progress)
        plain = {student: Graded(points[student], run.notebooks) for student, run in judged.items()}
        evidence = Evidence(trial, plain, judged, probes=[(student,) for student in judged])
        tried = set[str]()
        for key in evidence.keys:
            tried.update(student for (student,) in evidence.differing(key)[:TRIED])
        plain_of_tried = {student: plain[student] for student in tried}
        of_tried = replace(evidence, plain=plain_of_tried)
        evidence.imports = find_imports(of_tried, workers)
        of_tried.imports = evidence.imports
        tags = find_tags(of_tried, workers)
        return report_of(trial, look_at_all(evidence, tags))


def look_at_all(evidence: Evidence, tags: Tags) -> dict[str, NotebookReport]:
    """Run every look over the results of grading."""
    of_notebooks, of_cells = CLASS if evidence.is_class else (NOTEBOOKS, CELLS)
    evidence.values = differing_values(evidence)
    reports = {}
    for notebook, cells in evidence.tests.items():
        findings = list[Finding]()
        for look_at_notebook in of_notebooks:
            findings += look_at_notebook(evidence, tags, notebook)
        keys = {cell: (notebook, cell) for cell in cells}
        for key in keys.values() if notebook in evidence.answered else ():
            for look_at_cell in of_cells:
                findings += look_at_cell(evidence, tags, key)
        in_process = [cell for cell, key in keys.items() if key in evidence.in_process]
        unknown = [cell for cell, key in keys.items() if not evidence.compared(key)]
        reports[notebook] = NotebookReport(cells, in_process, unknown, findings)
    return reports


def report_of(trial: Trial, notebooks: dict[str, NotebookReport]) -> CheckReport:
    """Return the report on some notebooks of an assignment."""
    sources = list[str]()
    for notebook in notebooks:
        cells = trial.read(notebook).cells
        sources += [cell.source for cell in cells if cell.cell_type == "code"]
    preloaded = list(JudgeExecute(config=trial.config).preload)
    missing = [name for name in modules_to_preload(sources, trial.source) if name not in preloaded]
    return CheckReport(trial.assignment, notebooks, [*preloaded, *missing] if missing else [])
