"""The report of `nbjudge check` as lines for a terminal."""

from collections.abc import Iterator

from ..course.cell_kinds import TAG
from .findings import CheckReport, Finding, counted

SHARED = (
    "A shared cell runs in a fork of the student's process: its points are as trustworthy as stock "
    "nbgrader's, not more, and a submission can read its hidden tests."
)


def report_lines(report: CheckReport) -> Iterator[str]:
    """Yield the lines of a report: a table of the notebooks, and the findings of each."""
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
    if report.preload:
        yield ""
        yield "With this line in nbgrader_config.py, what takes long to import is imported once:"
        names = ", ".join(f'"{name}"' for name in report.preload)
        yield f"    c.JudgeExecute.preload = [{names}]"
    yield ""


def end_line(report: CheckReport) -> str:
    """Return the last line: what must be fixed, and what `--write` would do about it."""
    surprises, total = report.surprises, sum(report.cells.values())
    name = report.assignment
    if not surprises:
        return f"{name}: nothing here would surprise a student ({counted(total, 'test cell')})."
    sentence = f"{name}: {counted(len(surprises), 'thing')} to mend before the class"
    tags = sum(finding.tag for finding in surprises)
    imports = len({(f.notebook, f.cell) for f in surprises if f.imports})
    does = [f"imports into {counted(imports, 'test cell')}"] if imports else []
    does += [f"the tag {TAG} on {tags}"] if tags else []
    if does:
        sentence += f"; `nbjudge check {name} --write` puts {' and '.join(does)}"
    return sentence + "."


def left_lines(report: CheckReport) -> Iterator[str]:
    """Yield the lines about what is left to fix once `--write` has changed the notebooks."""
    left = report.left
    if not left:
        yield f"{report.assignment}: nothing is left to mend."
        return
    verb = "is" if len(left) == 1 else "are"
    yield f"{report.assignment}: {counted(len(left), 'thing')} {verb} left to mend, as said above:"
    for finding in left:
        yield f"    {_where(finding)}: {finding.what}"


def _table(report: CheckReport) -> Iterator[str]:
    width = max(len("notebook"), *map(len, report.cells))
    yield f"{'notebook':{width}}  cells  same  differ  shared        seconds             MB"
    shared = [notebook for notebook, _ in report.shared]
    for notebook, cells in report.cells.items():
        differ = sum(name == notebook for name, _ in report.differ)
        unknown = sum(name == notebook for name, _ in report.not_compared)
        cost, limits = report.costs[notebook], report.limits
        seconds = f"{cost.seconds:.1f} of {limits.seconds:.0f}"
        memory = f"{cost.memory_mb:.0f} of {limits.memory_mb:.0f}"
        yield (
            f"{notebook:{width}}  {cells:5}  {cells - differ - unknown:4}  {differ:6}  "
            f"{shared.count(notebook):6}  {seconds:>13}  {memory:>13}"
        )


def _finding(finding: Finding) -> Iterator[str]:
    yield f"{'note: ' if finding.note else ''}{_where(finding)}: {finding.what}"
    if finding.seen:
        yield f"    at:  {finding.seen}"
    if finding.why:
        yield f"    why: {finding.why}"
    if finding.advice:
        yield f"    do:  {finding.advice}"
    if finding.follows:
        cells = counted(len(finding.follows), "test cell")
        verb = "fails" if len(finding.follows) == 1 else "fail"
        yield f"    {cells} {verb} with it: {', '.join(finding.follows)}"


def _where(finding: Finding) -> str:
    return f"{finding.notebook}, {finding.cell}" if finding.cell else finding.notebook
