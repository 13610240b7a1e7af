"""Search for the tags with which test cells get plain nbgrader's points. All are tried.

Entry point: `find_tags`.
"""

from ..plugins.execute import JudgeExecute
from ..tags import IN_PROCESS, WITH_ALL_TESTS
from .evidence import Evidence
from .findings import Tags, counted
from .trial import SOLUTIONS, say

# The tags of a cell, in the order in which they are tried. A cell that differs with all of them
# gets none.
STEPS = ((), (IN_PROCESS,), (IN_PROCESS, WITH_ALL_TESTS), ())
LAST = len(STEPS) - 1


def find_tags(evidence: Evidence, workers: int) -> Tags:
    """Find the tags for the test cells that differ, by grading with them.

    Each cell that differs is tagged, also one that differs only since another one is tagged.
    """
    steps = {
        key: 1 + (key in evidence.in_process) for key in evidence.keys if evidence.differing(key)
    }
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
        wanted = {}
        for student, graded in evidence.plain.items():
            names = notebooks & graded.notebooks.keys()
            if names and student not in SOLUTIONS[1:]:
                wanted[student] = names
        way = evidence.trial.grade(
            f"tags-{rounds}", JudgeExecute, wanted, workers=workers, tags=tags
        )
        failed = [key for key in evidence.keys if evidence.differing(key, way)]
        new = any(steps.get(key) != LAST for key in failed)
        steps |= {key: min(steps.get(key, 0) + 1, LAST) for key in failed}
    return {key: STEPS[step] for key, step in steps.items() if STEPS[step]}
