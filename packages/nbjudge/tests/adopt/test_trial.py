"""The rules of a trial: which test cells differ, and which tags are tried."""

from types import SimpleNamespace

import pytest

from nbjudge.adopt.evidence import Evidence
from nbjudge.adopt.find_tags import find_tags
from nbjudge.adopt.rules import look_at_points
from nbjudge.adopt.trial import RELEASE, SOLUTIONS, Graded, TrialOutcome
from nbjudge.tags import IN_PROCESS, WITH_ALL_TESTS

KEY = ("one", "cell")


def graded(points: str, most: float) -> dict[str, Graded]:
    """Grade the solution three times, the release and a mistake; "-" is a run that is not there."""
    way = {}
    for student, got in zip((*SOLUTIONS, RELEASE, "mistake-0"), points, strict=False):
        error = None if most or got == "1" else "NameError: a"
        outcomes = {} if got == "-" else {KEY: TrialOutcome(float(got), error)}
        way[student] = Graded(outcomes, {})
    return way


def an_evidence(plain: str, judged: str, most: float = 1.0) -> Evidence:
    cell = SimpleNamespace(max_score=most)
    trial = SimpleNamespace(cell=lambda key: cell, lacking={}, answered={"one"})
    return Evidence(trial, graded(plain, most), graded(judged, most))


@pytest.mark.parametrize(
    ("plain", "judged", "differing"),
    [
        ("11100", "11100", []),
        ("11100", "00000", [SOLUTIONS]),
        ("11100", "11110", [(RELEASE,)]),
        ("11100", "11101", [("mistake-0",)]),  # a wrong answer is paid
        ("11101", "11100", [("mistake-0",)]),
        ("11101", "00000", [SOLUTIONS, ("mistake-0",)]),
        ("1110", "11101", []),  # plain nbgrader was not asked, because of a loop without end
        ("1110-", "11101", []),
        ("111-0", "11110", []),
        ("10101", "11100", []),  # it depends on chance
        ("11101", "10100", []),
        ("00000", "11111", []),  # plain nbgrader is at fault
    ],
)
def test_a_cell_differs_if_its_points_do(plain, judged, differing):
    assert an_evidence(plain, judged).differing(KEY) == differing
    assert an_evidence(plain, judged, most=0).differing(KEY) == differing


def test_a_flaky_cell_has_the_error_of_a_run_that_fails():
    (finding,) = look_at_points(an_evidence("11100", "11000", most=0), {}, KEY)
    assert finding.what == (
        "is flaky: the solution gets 1, 1, 1 in plain nbgrader and 1, 1, 0 in nbjudge"
    )
    assert finding.why == "in one run, it ends with NameError: a"


@pytest.mark.parametrize(
    ("errors", "advice"),
    [
        (["Stopped: This cell took too long."], "make the cell faster"),
        (["CellTimeoutError: No reply from kernel before timeout"], "make the cell faster"),
        (["NotRun: This cell was not run: the notebook took too long."], "make the cell faster"),
        (["Stopped: This cell took too long.", "AssertionError: 0.3"], "seed the random numbers"),
        (["StoppedByHand: I stopped"], "seed the random numbers"),
        ([None], "seed the random numbers"),  # the points differ, and nothing fails
    ],
)
def test_the_advice_on_a_cell_that_met_a_limit_is_not_to_seed(errors, advice):
    evidence = an_evidence("11100", "10000")
    for student, error in zip(SOLUTIONS[1:], errors, strict=False):
        evidence.judged[student].outcomes[KEY] = TrialOutcome(0.0, error)
    (finding,) = look_at_points(evidence, {}, KEY)
    assert finding.advice.startswith(advice)


class Trials:
    """Trials of four test cells, of which those differ whose name a rule returns for the tags."""

    keys = tuple(("one", name) for name in ("a", "b", "c", "d"))

    def __init__(self, rule, in_process=()):
        self.rule, self.in_process, self.tried = rule, in_process, []
        self.plain = {student: Graded({}, {"one": None}) for student in (*SOLUTIONS, RELEASE)}
        self.trial = SimpleNamespace(grade=self.grade)
        self.imports = {}

    def grade(self, way, execute, wanted, *, workers, tags, imports):
        assert wanted == {SOLUTIONS[0]: {"one"}, RELEASE: {"one"}}
        self.tried.append({cell: each for (_, cell), each in tags.items() if each})
        return self.tried[-1]

    def differing(self, key, way=None):
        return key[1] in self.rule(way or {})

    def tags(self):
        return {cell: tags for (_, cell), tags in find_tags(self, workers=1).items()}


def without(tag, tags, cell):
    return set() if tag in tags.get(cell, ()) else {cell}


def test_without_a_difference_nothing_is_tried():
    trials = Trials(lambda tags: "")
    assert (trials.tags(), trials.tried) == ({}, [])


def test_a_cell_is_tagged_if_it_agrees_then():
    trials = Trials(lambda tags: {"a", "c"} - tags.keys())
    assert trials.tags() == {"a": (IN_PROCESS,), "c": (IN_PROCESS,)} and len(trials.tried) == 1


def test_all_test_cells_take_part_only_if_that_is_needed():
    trials = Trials(
        lambda tags: {"a"} - tags.keys() | {c for c in "c" if WITH_ALL_TESTS not in tags.get(c, ())}
    )
    assert trials.tags() == {"a": (IN_PROCESS,), "c": (IN_PROCESS, WITH_ALL_TESTS)}


def test_a_cell_that_no_tag_helps_gets_none():
    trials = Trials(lambda tags: {"a"} - tags.keys() | {"b"})
    assert trials.tags() == {"a": (IN_PROCESS,)}
    assert trials.tried[-1] == {"a": (IN_PROCESS,)}, "the last trial is what is written"


def test_a_cell_that_differs_once_another_is_tagged_is_tagged_too():
    trials = Trials(
        lambda tags: {"a"} - tags.keys() | {c for c in "b" if "a" in tags} - tags.keys()
    )
    assert trials.tags() == {"a": (IN_PROCESS,), "b": (IN_PROCESS,)}


def test_an_in_process_cell_that_differs_gets_the_second_tag():
    trials = Trials(
        lambda tags: {c for c in "d" if WITH_ALL_TESTS not in tags.get(c, ())},
        in_process=[("one", "d")],
    )
    assert trials.tags() == {"d": (IN_PROCESS, WITH_ALL_TESTS)} and len(trials.tried) == 1
