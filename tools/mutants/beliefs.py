"""What students may believe: whose answers compute the same as a known wrong answer.

Entry points: `digest_of` for an answer, `known_beliefs` for the known ones, `compare` for a class.

Two answers are alike if their outputs are equal on the whole battery of the task. Outputs of a few
inputs would not do: there, a mistake that nobody knows looks like one that is known.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from corpus import Case, load_cases

from mutants.outputs import outputs_of, type_and_text

# Such outputs say nothing of a belief: the answer is not written, or its cell ended with an error.
SAYS_NOTHING = ("raises NotImplementedError: This part is not written", "raises NameError: ")


class Group(NamedTuple):
    """Students whose answers compute the same.

    `beliefs` are those of the known wrong answers that compute the same, too. If there are none,
    the mistake is a new one.
    """

    students: list[str]
    beliefs: list[str]


def digest_of(assignment: str, function: str, text: str) -> str | None:
    """Return a digest of what an answer computes on its battery.

    Returns None if the outputs say nothing of a belief: the answer defines no such function, is
    not written, takes too long, or ends the process.

    Arguments:
        assignment: the name of the assignment.
        function: the name of the function, which must have a battery.
        text: the source of the solution cell.
    """
    outputs = outputs_of(assignment, function, text, words_of=type_and_text)
    if not isinstance(outputs, list) or all(_says_nothing(output) for output in outputs):
        return None
    return hashlib.sha256(json.dumps(outputs, sort_keys=True).encode()).hexdigest()


def _says_nothing(output: object) -> bool:
    return isinstance(output, str) and output.startswith(SAYS_NOTHING)


def known_beliefs(assignment: str, function: str) -> dict[str, list[str]]:
    """Return {digest: beliefs} of the known wrong answers to a function.

    A wrong answer that computes the same as a right one is left out: its mistake is of another
    kind, such as a call that the task forbids.
    """
    cases = [
        case for case in load_cases() if (case.assignment, case.function) == (assignment, function)
    ]
    right = {_digest_of_case(case) for case in cases if case.is_right}
    beliefs: dict[str, list[str]] = {}
    for case in cases:
        digest = None if case.is_right else _digest_of_case(case)
        if digest is not None and digest not in right:
            beliefs.setdefault(digest, []).append(case.belief)
    return beliefs


def _digest_of_case(case: Case) -> str | None:
    return digest_of(case.assignment, case.function, case.source)


def compare(digests: Mapping[str, str | None], known: Mapping[str, list[str]]) -> list[Group]:
    """Group the students who lost points of a task by what their answers compute.

    The largest groups come first. A student alone with an unknown mistake is in no group.

    Arguments:
        digests: {student: what `digest_of` returns}.
        known: what `known_beliefs` returns.
    """
    students: dict[str, list[str]] = {}
    for student, digest in sorted(digests.items()):
        if digest is not None:
            students.setdefault(digest, []).append(student)
    groups = [Group(names, known.get(digest, [])) for digest, names in students.items()]
    told = [group for group in groups if group.beliefs or len(group.students) > 1]
    return sorted(told, key=lambda group: (-len(group.students), group.students))
