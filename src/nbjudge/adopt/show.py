"""The report of `nbjudge check` as lines for a terminal."""

from collections.abc import Iterator

from ..course.shared import TAG
from .check import CheckReport, Finding

SHARED = (
    "A shared cell runs in a fork of the student's process: its points are as trustworthy as stock "
    "nbgrader's, not more, and a submission can read its hidden tests."
)


def report_lines(report: CheckReport, writing: bool = False) -> Iterator[str]:
    """Write a report: a table of the notebooks, what was found in each, and what follows.

    Parameters
    ----------
    report
        What was found.
    writing
        Whether the tags that help are about to be written.
    """
    yield from _table(report)
    for notebook in report.cells:
        found = [finding for finding in report.findings if finding.notebook == notebook]
        if found:
            yield ""
        for finding in found:
            yield from _finding(finding)
    if report.shared:
        yield ""
        names = ", ".join(f"{notebook}/{cell}" for notebook, cell in report.shared)
        yield f"Shared, as the course says: {names}."
        yield SHARED
    yield ""
    yield _end(report, writing)


def _table(report: CheckReport) -> Iterator[str]:
    width = max(len("notebook"), *map(len, report.cells))
    yield f"{'notebook':{width}}  cells  same  differ  shared        seconds             MB"
    shared = [notebook for notebook, _ in report.shared]
    for notebook, cells in report.cells.items():
        differ = sum(name == notebook for name, _ in report.differ)
        cost, limits = report.costs[notebook], report.limits
        seconds = f"{cost.seconds:.1f} of {limits.seconds:.0f}"
        memory = f"{cost.memory_mb:.0f} of {limits.memory_mb:.0f}"
        yield (
            f"{notebook:{width}}  {cells:5}  {cells - differ:4}  {differ:6}  "
            f"{shared.count(notebook):6}  {seconds:>13}  {memory:>13}"
        )


def _finding(finding: Finding) -> Iterator[str]:
    where = f"{finding.notebook}, {finding.cell}" if finding.cell else finding.notebook
    yield f"{'note: ' if finding.note else ''}{where}: {finding.what}"
    if finding.why:
        yield f"    why: {finding.why}"
    if finding.advice:
        yield f"    do:  {finding.advice}"


def _end(report: CheckReport, writing: bool) -> str:
    surprises, total = report.surprises, sum(report.cells.values())
    if not surprises:
        return f"{report.assignment}: nothing here would surprise a student ({total} test cells)."
    tags = sum(finding.tag for finding in surprises)
    sentence = f"{report.assignment}: {len(surprises)} things to mend before the class"
    if tags and not writing:
        sentence += f"; `nbjudge check {report.assignment} --write` puts the tag {TAG} on {tags}"
    return sentence + "."
