"""The conditions of a class of strangers: those of docs/security.md that can be tested.

Entry point: `refuse_strangers`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeCollect
from traitlets.config import Config

from ..course.definition import Definition, read_definition
from ..course.exposure import warnings
from ..course.gradebook import open_gradebook
from ..course.source_notebooks import cell_path
from ..course.text import first_few
from ..errors import WrongUsage
from ..grading.chain import autograde_chain, is_judged
from ..plugins.execute import JudgeExecute
from ..report.settings import Report
from ..sandbox import cgroups
from .taken import surroundings_of, taken_names

MOST_NAMED = 10  # test cells in a sentence


def refuse_strangers(coursedir: CourseDirectory, config: Config, *, here: bool) -> list[str]:
    """Refuse to grade a class of strangers where something of what protects it is missing.

    Parameters
    ----------
    coursedir, config
        The course, its configuration, and in `coursedir.assignment_id` the assignment.
    here
        True if this machine grades. Others look at themselves (`JudgeExecute`).

    Returns
    -------
    A line for each test cell that the course itself names as forgeable.

    Raises
    ------
    WrongUsage
        If something is missing: each in a line that says what to do.
    """
    execute = JudgeExecute(config=config)
    assignment = coursedir.assignment_id
    source = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
    with open_gradebook(coursedir) as gradebook:
        definition = read_definition(gradebook, assignment, source)
    lacking = [
        *_of_the_machine(execute, here),
        *_of_the_course(coursedir, config),
        *_of_the_cells(definition, source, execute, Report(config=config)),
    ]
    if lacking:
        lines = "".join(f"\n- {line}" for line in lacking)
        sentence = "Nothing was graded: JudgeExecute.strangers asks for more than is here."
        raise WrongUsage(sentence + lines)
    return list(_named(definition, Report(config=config)))


def _of_the_machine(execute: JudgeExecute, here: bool) -> Iterator[str]:
    if not execute.sandbox:
        yield "There is no sandbox. Take JudgeExecute.sandbox = False out of the configuration."
    if here and os.getuid() == 0:
        yield "Root grades. Use an account for grading alone."
    if here and (why := cgroups.unavailable()):
        yield why


def _of_the_course(coursedir: CourseDirectory, config: Config) -> Iterator[str]:
    if not is_judged(autograde_chain(config)):
        yield "The course does not name JudgeExecute in Autograde.autograde_preprocessors."
    yield from warnings(coursedir, config)
    if coursedir.course_id and not ExchangeCollect(coursedir=coursedir, config=config).check_owner:
        yield (
            "Every student can hand in as another. Give each an account of the system, and take "
            "ExchangeCollect.check_owner = False out of the configuration."
        )


def _of_the_cells(
    definition: Definition, source: Path, execute: JudgeExecute, report: Report
) -> Iterator[str]:
    shared, taking = list[str](), list[str]()
    for name, notebook in definition.notebooks.items():
        path = source / f"{name}.ipynb"
        if not path.is_file():
            yield f"{path} is not there, so nobody can say what its test cells trust. Put it back."
            continue
        tests = {cell.name: cell for cell in notebook.cells.values() if cell.is_test}
        paths = {cell: cell_path(definition.assignment, name, cell) for cell in tests}
        own = [cell for cell in tests if tests[cell].shared or paths[cell] in execute.shared]
        found = taken_names(surroundings_of(path, notebook, own))
        scored = [cell for cell in tests if tests[cell].max_score]
        shared += [paths[cell] for cell in scored if cell in own]
        taking += [paths[cell] for cell in scored if cell in found and cell not in own]
    if shared:
        yield (
            f"The points of {first_few(shared, MOST_NAMED)} are decided in the submission's "
            "process. Write them so that they need no tag nbjudge:shared."
        )
    if unnamed := [path for path in taking if path not in report.forgeable]:
        yield (
            f"A submission can forge the points of {first_few(unnamed, MOST_NAMED)}: nbjudge check "
            f"{definition.assignment} says by what. Mend them, or name them in c.Report.forgeable."
        )


def _named(definition: Definition, report: Report) -> Iterator[str]:
    for name, notebook in definition.notebooks.items():
        for cell in notebook.cells.values():
            path = cell_path(definition.assignment, name, cell.name)
            if path in report.forgeable:
                points = f"{cell.max_score or 0:g} points"
                yield f"{path} ({points}) can be forged by {report.forgeable[path]}"
