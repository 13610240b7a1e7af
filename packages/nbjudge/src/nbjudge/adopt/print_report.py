"""The report of `nbjudge check` as lines for a terminal."""

from collections.abc import Iterator

from ..files.text import counted, joined
from .findings import CheckReport, Finding, NotebookReport
from .rules import PLAIN

IN_PROCESS = (
    "A test cell that runs as in plain nbgrader shares the submission's process, so a submission "
    f"can change what it computes and read its hidden tests. To run it separately, {PLAIN}."
)


def report_lines(report: CheckReport) -> Iterator[str]:
    """Yield the lines of a report: one for each notebook, and the findings."""
    for name, notebook in report.notebooks.items():
        yield _notebook(name, notebook)
    if report.tags or any(notebook.in_process for notebook in report.notebooks.values()):
        yield IN_PROCESS
    if report.given_away:
        yield ""
    for finding in report.given_away:
        yield from _finding(finding)
    for notebook in report.notebooks.values():
        if notebook.findings:
            yield ""
        for finding in notebook.findings:
            yield from _finding(finding)
    if report.preload:
        yield ""
        yield "To import slow modules only once, add this line to nbgrader_config.py:"
        names = ", ".join(f'"{name}"' for name in report.preload)
        yield f"    c.JudgeExecute.preload = [{names}]"
    yield ""


def end_line(report: CheckReport, class_options: str = "") -> str:
    """Return the last line: what must be fixed, and what `--write` would do about it.

    `class_options` are the options for a class, whose answers `--write` does not trust by itself.
    """
    surprises = len(report.surprises)
    total = sum(len(notebook.cells) for notebook in report.notebooks.values())
    name = report.assignment
    if not surprises:
        return f"{name}: no problems found ({counted(total, 'test cell')})."
    sentence = f"{name}: {counted(surprises, 'problem')} to fix before release"
    parts = []
    if report.tags:
        parts.append(f"tags {counted(len(report.tags), 'test cell')}")
    if report.imports:
        parts.append(f"moves the imports of {counted(len(report.imports), 'test cell')}")
    if parts:
        sentence += f"; `nbjudge check {name}{class_options} --write` {joined(parts)}"
        if class_options:
            sentence += ", if the answers of students whom you trust need it"
    return sentence + "."


def left_lines(report: CheckReport) -> Iterator[str]:
    """Yield the lines about what is left to fix once `--write` has changed cells."""
    left = report.left
    if not left:
        yield f"{report.assignment}: no problems are left."
        return
    verb = "is" if len(left) == 1 else "are"
    yield f"{report.assignment}: {counted(len(left), 'problem')} {verb} left (details above):"
    for finding in left:
        yield f"    {_where(finding)}: {finding.what}"


def _notebook(name: str, report: NotebookReport) -> str:
    """Return the line of a notebook, as it is once its cells are tagged."""
    cells = report.cells
    unknown = len(report.not_compared)
    if not cells:
        return f"{name}: no test cells"
    tagged = {finding.cell for finding in report.findings if finding.tags}
    in_process = [cell for cell in cells if cell in tagged.union(report.in_process)]
    total = counted(len(cells), "test cell")
    line = f"{name}: {len(cells) - len(in_process)} of {total} run separately"
    if in_process:
        line += f", {len(in_process)} as in plain nbgrader: {', '.join(in_process)}"
    if unknown:
        line += f"; {unknown} not compared"
    return line


def _finding(finding: Finding) -> Iterator[str]:
    yield f"{'note: ' if finding.note else ''}{_where(finding)}: {finding.what}"
    if finding.seen:
        yield f"    at:  {finding.seen}"
    if finding.why:
        yield f"    why: {finding.why}"
    if finding.advice:
        yield f"    do:  {finding.advice}"


def _where(finding: Finding) -> str:
    return f"{finding.notebook}, {finding.cell}" if finding.cell else finding.notebook
