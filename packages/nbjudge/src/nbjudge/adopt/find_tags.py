"""Search for changes with which test cells get plain nbgrader's points. All are tried.

A helper file that a test cell imports moves to an instructor cell, or else the cell is tagged.

Entry points: `find_imports`, `find_tags`.
"""

from ..files.text import counted
from ..plugins.execute import JudgeExecute
from ..tags import IN_PROCESS, WITH_ALL_TESTS
from .evidence import Evidence
from .findings import NOTHING, Imports, Key, Tags
from .helper_imports import helper_imports
from .trial import SOLUTIONS, say

# The tags of a cell, in the order in which they are tried. A cell that differs with all of them
# gets none.
STEPS = ((), (IN_PROCESS,), (IN_PROCESS, WITH_ALL_TESTS), ())
LAST = len(STEPS) - 1


def find_imports(evidence: Evidence, workers: int) -> Imports:
    """Find the imports of test cells that give plain nbgrader's points in an instructor cell."""
    imports = dict[Key, tuple[str, ...]]()
    for key in evidence.keys:
        statements = helper_imports(evidence.trial.cell(key).source, evidence.trial.source)
        if statements and evidence.differing(key):
            imports[key] = statements
    if not imports:
        return NOTHING
    say(f"Moving imports of {counted(len(imports), 'test cell')} to an instructor cell")
    wanted = _answers_to(evidence, {notebook for notebook, _ in imports})
    way = evidence.trial.grade("imports", JudgeExecute, wanted, workers=workers, imports=imports)
    return {key: names for key, names in imports.items() if not evidence.differing(key, way)}


def _answers_to(evidence: Evidence, notebooks: set[str]) -> dict[str, set[str]]:
    """Return the notebooks to grade again, by student, of those that plain nbgrader has graded."""
    wanted = {}
    for student, graded in evidence.plain.items():
        names = notebooks & graded.notebooks.keys()
        if names and student not in SOLUTIONS[1:]:
            wanted[student] = names
    return wanted


def find_tags(evidence: Evidence, workers: int) -> Tags:
    """Find the tags for the test cells that differ, by grading with them.

    Each cell that differs is tagged, also one that differs only since another one is tagged. Cells
    of `evidence.imports` need no tag.
    """
    keys = [key for key in evidence.keys if key not in evidence.imports]
    steps = {key: 1 + (key in evidence.in_process) for key in keys if evidence.differing(key)}
    rounds = 0
    new = bool(steps)
    while new:
        rounds += 1
        notebooks = {notebook for notebook, _ in steps}
        tags = {key: STEPS[step] for key, step in steps.items()}
        tagged = sum(map(bool, tags.values()))
        if tagged:
            say(f"Trying nbjudge:in-process on {counted(tagged, 'test cell')}")
        else:
            say("Grading once more without the tags that do not help")
        way = evidence.trial.grade(
            f"tags-{rounds}",
            JudgeExecute,
            _answers_to(evidence, notebooks),
            workers=workers,
            tags=tags,
            imports=evidence.imports,
        )
        failed = [key for key in keys if evidence.differing(key, way)]
        new = any(steps.get(key) != LAST for key in failed)
        steps |= {key: min(steps.get(key, 0) + 1, LAST) for key in failed}
    return {key: STEPS[step] for key, step in steps.items() if STEPS[step]}
