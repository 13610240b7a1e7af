"""Run the shown checks on the answers of the answer bank to some functions of an assignment.

    python tests/support/shown_checks.py ASSIGNMENT FUNCTION...

Prints JSON: {name of the answer: [errors of the shown checks of its task]}. A smallest wrong case
that the notebook's own search finds counts as an error. Everything else in the notebook is right. A
notebook's cells run once, up to the task; each answer then has a fork of this process, because
importing torch takes longer than the checks.
"""

import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools/grading")]

from answer_bank import Case, load_cases  # noqa: E402 - the path comes first
from mutants.judge import in_fork  # noqa: E402

HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.M | re.S)


def main() -> None:
    _, assignment, *functions = sys.argv
    cases = [c for c in load_cases() if c.assignment == assignment and c.function in functions]
    folder = ROOT / "source" / assignment
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    found = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for notebook in sorted({case.task.name for case in cases}):
            found |= errors_in(notebook, [case for case in cases if case.task.name == notebook])
    print(json.dumps(found))


def errors_in(notebook: str, cases: list[Case]) -> dict[str, list[str]]:
    """Return the errors of the shown checks for answers to functions of one notebook."""
    # Another notebook has a kernel of its own, where no function is installed yet.
    for name in [name for name in sys.modules if name.partition(".")[0] == "lab"]:
        del sys.modules[name]
    names: dict[str, object] = {"__name__": "__main__"}
    found = {}
    cells = code_cells(notebook)
    for place, (name, about, text) in enumerate(cells):
        for case in cases:
            if case.function == name:
                errors = in_fork(lambda c=case, p=place: check(c, cells[p + 1 :], names))
                found[case.name] = ["took too long"] if errors is None else errors
        if about.get("solution"):
            exec(text, names)
            install(names, name)
        elif is_preparation(name):
            exec(text, names)
    return found


def check(case: Case, cells: list[tuple[str, dict, str]], names: dict) -> list[str]:
    """Return the errors of the shown checks of one answer; `cells` are those after its own."""
    with contextlib.suppress(Exception):
        exec(case.source, names)
        install(names, case.function)
    errors = []
    for name, _, text in cells:
        if is_preparation(name):
            exec(text, names)
        elif name.startswith(f"test-{case.function}-") or text == f"smallest({case.function})":
            printed = io.StringIO()
            try:
                with contextlib.redirect_stdout(printed):
                    exec(text, names)
            except Exception as error:
                errors.append(f"{name}: {type(error).__name__}: {error}")
            if "The smallest case on which" in printed.getvalue():
                errors.append(f"{name}: {printed.getvalue()}")
    return errors


def install(names: dict, function: str) -> None:
    """Let Variables use a function, in a notebook whose cells do so."""
    if "install" in names:
        names["install"](names[function])


def is_preparation(name: str) -> bool:
    """Return whether a code cell is needed by the checks, by its name."""
    return name == "imports" or name.startswith("given-") or name.endswith("-tools")


def code_cells(notebook: str) -> list[tuple[str, dict, str]]:
    """Return name, nbgrader's data and shown text of the code cells of a notebook."""
    cells = json.loads(Path(f"{notebook}.ipynb").read_text())["cells"]
    return [
        (cell["id"], cell["metadata"].get("nbgrader", {}), HIDDEN.sub("", "".join(cell["source"])))
        for cell in cells
        if cell["cell_type"] == "code"
    ]


if __name__ == "__main__":
    main()
