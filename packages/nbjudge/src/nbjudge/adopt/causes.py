"""Causes of a test cell that ends differently in nbjudge than in stock nbgrader, with advice.

Entry point: `explain`. The rules read the source of a cell for what it does, and its outputs for
how it ended.
"""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..errors import page
from ..processes.cell_names import bound_names, deleted_names, imported_names
from .idioms import idiom_of
from .loose import LooseGlobal

CHANCE = re.compile(r"\b(random|rand\w*|shuffle|uuid\d?|time|perf_counter|datetime\.now|sleep)\b")
NO_NAME = re.compile(r"name '(\w+)' is not defined")
REMOTE = re.compile(r"of the submission\b|cannot (cross|be copied)|StudentError")
# The advice if no rule fits.
LOOK_UP = f"look for its idiom in the table of {page('adopt.md')}"
NO_FILE = re.compile(r"FileNotFoundError|No such file")


@dataclass(frozen=True)
class Names:
    """Names that a cell binds and deletes at module level, or in functions declared `global`.

    Attributes
    ----------
    bound, deleted
        The names that it binds, and those that it deletes.
    imported
        The names that it binds by `import` and in no other way.
    """

    bound: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()
    imported: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Case:
    """A test cell that ends differently, with the facts that the rules need.

    Attributes
    ----------
    name, source
        The cell's `grade_id` and its source.
    stock, judged
        Its error in stock nbgrader and in nbjudge in one line, or None.
    stock_points, judged_points
        Its points in stock nbgrader and in nbjudge.
    student
        The names that the other cells of the notebook bind: the student's, and those given.
    tests
        The names that each of the notebook's other test cells binds and deletes, by `grade_id`:
        first the cells before this one, the nearest first, then the cells after it.
    withheld
        The names that are never looked up in the submission here, because the last cell before
        this one to bind them is a test cell.
    broken
        The first cell of the notebook that is not a test cell and fails in nbjudge only: its first
        line and its error.
    own
        The names in it that the judge imports itself, because a given cell imports them from an
        installed module.
    loose
        Globals of functions of the notebook that only test cells bind.
    statement
        The statement that fails in nbjudge; "" if that is not known.
    """

    name: str
    source: str
    stock: str | None
    judged: str | None
    stock_points: float | None
    judged_points: float | None
    student: frozenset[str] = frozenset()
    tests: dict[str, Names] = field(default_factory=dict)
    withheld: frozenset[str] = frozenset()
    broken: tuple[str, str] | None = None
    own: frozenset[str] = frozenset()
    loose: tuple[LooseGlobal, ...] = ()
    statement: str = ""


@dataclass(frozen=True)
class Explanation:
    """The cause and what to write instead, a sentence each; `culprit` is the cell to change.

    A rule leaves `culprit` empty if that is the cell of its case.
    """

    why: str
    instead: str
    culprit: str = ""


Rule = Callable[[Case], Explanation | None]


def explain(case: Case) -> Explanation:
    """Return the explanation of the first rule that fits; without one, a general explanation."""
    for rule in RULES:
        explanation = rule(case)
        if explanation is not None:
            return replace(explanation, culprit=explanation.culprit or case.name)
    statement = f"`{case.statement}`" if case.statement else "it"
    if case.judged:
        why = f"{statement} works in one process with the submission only"
    elif case.stock:
        why = "it fails in stock nbgrader only, in one process with the submission"
    else:
        why = "its points differ without an error"
    return Explanation(why, LOOK_UP, case.name)


@functools.cache
def names_of(source: str) -> Names:
    """Return the names that a cell binds, deletes and imports; none if it is not valid Python."""
    deleted, only_deleted = deleted_names(source)
    bound = bound_names(source) - only_deleted
    return Names(frozenset(bound), frozenset(deleted), frozenset(imported_names(source)))


def depends_on_chance(source: str) -> bool:
    """Return True if the source of a cell seems to use random numbers or the clock."""
    return CHANCE.search(source) is not None


def _stderr(case: Case) -> Explanation | None:
    passed = case.stock is None and case.judged is None
    if not passed or (case.judged_points or 0) <= (case.stock_points or 0):
        return None
    return Explanation(
        "stock nbgrader gives no points to a cell that writes to stderr, such as a warning; "
        "nbjudge does",
        "nothing, or let the cell write no warning",
    )


def _broken(case: Case) -> Explanation | None:
    if case.broken is None:
        return None
    line, error = case.broken
    name = NO_NAME.search(error)
    binding = _binding(case, name[1]) if name else None
    if name and binding:
        return Explanation(
            f"the cell `{line}` needs `{name[1]}`, which only test cell {binding} binds",
            f"bind `{name[1]}` in a cell that is no test",
        )
    why = f"it needs the cell `{line}`, which fails in nbjudge"
    return Explanation(why, "mend that cell")


def _deletes(case: Case) -> Explanation | None:
    gone = sorted(names_of(case.source).deleted & case.student)
    if not gone:
        return None
    return Explanation(
        f"it deletes the student's `{gone[0]}`, which a judge outside cannot",
        "test what the function returns",
    )


def _rebinds(case: Case) -> Explanation | None:
    names = names_of(case.source)
    taken = sorted((names.bound - names.imported) & case.student)
    if not taken:
        return None
    return Explanation(
        f"it gives another value to the student's `{taken[0]}`, which the student's code never "
        "sees",
        f"take another name than `{taken[0]}`",
    )


def _loose(case: Case) -> Explanation | None:
    name = NO_NAME.search(case.judged or "")
    for each in case.loose:
        missing = name is not None and name[1] == each.name
        if missing or re.search(rf"\b{each.function}\b", case.statement):
            return Explanation(
                f"`{each.function}` reads the global `{each.name}`, which only a test cell binds "
                f"({each.tests[0]})",
                f"give `{each.function}` the value as an argument, or bind `{each.name}` in a cell "
                "that is no test",
            )
    return None


def _withheld(case: Case) -> Explanation | None:
    name = NO_NAME.search(case.judged or "")
    binding = _binding(case, name[1]) if name else None
    if not name or not binding:
        return None
    if name[1] in case.student & case.withheld:
        return Explanation(
            f"test cell {binding} is the last before this one to bind `{name[1]}`, so that it is "
            f"not looked up in the submission; and {binding} has not come to bind it",
            f"take another name than `{name[1]}` in {binding}",
            binding,
        )
    if name[1] in case.student:
        return None
    return Explanation(
        f"it needs `{name[1]}`, which test cell {binding} binds",
        f"bind `{name[1]}` in this cell too",
    )


def _binding(case: Case, name: str) -> str | None:
    return next((test for test, names in case.tests.items() if name in names.bound), None)


def _files(case: Case) -> Explanation | None:
    if not NO_FILE.search(case.judged or ""):
        return None
    return Explanation(
        "it looks for a file that is in the student's folder, and the judge has another",
        "let the student's function return the content, or give the file beside the notebook",
    )


def _live(case: Case) -> Explanation | None:
    if not case.own or not REMOTE.search(case.judged or ""):
        return None
    name = min(case.own)
    return Explanation(
        f"it hands objects of the submission to `{name}`, which is the judge's own",
        f"let a given cell bind what it needs, as in `call = {name}.call`: such a name is the "
        "submission's",
    )


def _idiom(case: Case) -> Explanation | None:
    found = idiom_of(case.source, case.student, case.judged or "", case.statement)
    return Explanation(*found) if found else None


# The order matters, because the first rule that fits gives the explanation. Rules that read how the
# cell ended stand before the patterns, which only find a word in the source.
RULES: tuple[Rule, ...] = (
    _stderr,
    _deletes,
    _rebinds,
    _loose,
    _withheld,
    _broken,
    _files,
    _live,
    _idiom,
)
