"""The conditions of a class of strangers: those of docs/security.md that can be tested.

Entry point: `refuse_unhardened`.
"""

from collections.abc import Iterator
from pathlib import Path

from ..errors import Problem
from ..files.text import first_few
from ..gradebook.database import open_gradebook
from ..gradebook.definition import Definition, read_definition
from ..gradebook.source_notebooks import cell_path
from ..grading.preflight import REFUSED, Course, look, refuse
from ..plugins.execute import JudgeExecute
from ..report.settings import Report
from .borrowed_names import surroundings_of, taken_names

MOST_NAMED = 10  # test cells in a sentence


def refuse_unhardened(course: Course) -> list[str]:
    """Refuse to grade a class of strangers if something that protects the course is missing.

    A course without `JudgeExecute.require_hardening` is never refused.

    Return a line for each test cell that the course itself names as forgeable. Raise `UsageError`
    with a line for each thing that is missing, which says what to do.
    """
    if not course.execute.require_hardening:
        return []
    coursedir = course.coursedir
    report = Report(config=course.config)
    assignment = coursedir.assignment_id
    source = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
    with open_gradebook(coursedir) as gradebook:
        definition = read_definition(gradebook, assignment, source)
    of_the_cells = _of_the_cells(definition, source, course.execute, report)
    refuse(REFUSED, [*look(course, REFUSED), *of_the_cells])
    return list(_named(definition, report))


def _of_the_cells(
    definition: Definition, source: Path, execute: JudgeExecute, report: Report
) -> Iterator[Problem]:
    forgeable = list[str]()
    taking = list[str]()
    for name, notebook in definition.notebooks.items():
        path = source / f"{name}.ipynb"
        if not path.is_file():
            why = "is missing, so nbjudge cannot see which names its tests look up. Restore it"
            yield Problem(f"{path} {why}")
            continue
        tests = {cell.name: cell for cell in notebook.cells.values() if cell.is_test}
        paths = {cell: cell_path(definition.assignment, name, cell) for cell in tests}
        in_process = [
            cell for cell in tests if tests[cell].in_process or paths[cell] in execute.in_process
        ]
        taken = taken_names(surroundings_of(path, notebook, in_process))
        scored = [cell for cell in tests if tests[cell].max_score]
        forgeable += [paths[cell] for cell in scored if cell in in_process]
        taking += [paths[cell] for cell in scored if cell in taken and cell not in in_process]
    if forgeable:
        yield Problem(
            f"A submission can forge the points of {first_few(forgeable, MOST_NAMED)}, which run "
            "in its process. Rewrite these test cells to work without the tag nbjudge:in-process"
        )
    named = report.forgeable.keys() | report.not_forgeable.keys()
    unnamed = [path for path in taking if path not in named]
    if unnamed:
        yield Problem(
            f"A submission can forge the points of {first_few(unnamed, MOST_NAMED)} (see nbjudge "
            f"check {definition.assignment}). Fix these cells, or list them in c.Report.forgeable"
        )
    both = sorted(report.forgeable.keys() & report.not_forgeable.keys())
    if both:
        yield Problem(
            "Both c.Report.forgeable and c.Report.not_forgeable list "
            f"{first_few(both, MOST_NAMED)}. Remove each from one of them"
        )


def _named(definition: Definition, report: Report) -> Iterator[str]:
    for name, notebook in definition.notebooks.items():
        for cell in notebook.cells.values():
            path = cell_path(definition.assignment, name, cell.name)
            if path in report.forgeable:
                points = f"{cell.max_score or 0:g} points"
                yield f"{path} ({points}) can be forged by {report.forgeable[path]}"
