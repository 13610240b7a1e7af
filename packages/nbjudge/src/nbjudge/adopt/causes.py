"""Causes of a test cell that ends differently in nbjudge than in stock nbgrader, with advice.

Entry point: `explain`. The rules read the source of a cell for what it does, and its outputs for
how it ended.
"""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ..processes.cell_names import bound_names, deleted_names, imported_names
from .loose import LooseGlobal

FIGURES = re.compile(r"\b(gcf|gca|get_fignums|get_axes|fignum_exists|PlotChecker)\b|\.axes\b")
PRINTED = re.compile(r"\b(redirect_stdout|capture_output|capsys|sys\.stdout|readouterr)\b")
PATCHED = re.compile(r"\b(mock|patch|monkeypatch|setattr)\b|\bbuiltins\.\w+\s*=[^=]")
IPYTHON = re.compile(r"\bget_ipython\b|\b(In|Out)\[|^\s*[%!]|\b_i?h\b", re.MULTILINE)
GLOBALS = re.compile(r"\b(globals|locals|dir)\(\s*\)|\b(exec|eval)\(|__main__")
CHANCE = re.compile(r"\b(random|rand\w*|shuffle|uuid\d?|time|perf_counter|datetime\.now|sleep)\b")
NO_NAME = re.compile(r"name '(\w+)' is not defined")
REMOTE = re.compile(r"of the submission\b|cannot (cross|be copied)|StudentError")
PLAIN_VALUES = "compare plain values: numbers, texts, lists, arrays"  # the advice if no rule fits
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
    """The cause and what to write instead, a sentence each; `culprit` is the cell to change."""

    why: str
    instead: str
    culprit: str


Rule = Callable[[Case], Explanation | None]


def explain(case: Case) -> Explanation:
    """Return the explanation of the first rule that fits; without one, a general explanation."""
    for rule in RULES:
        explanation = rule(case)
        if explanation is not None:
            return explanation
    error = case.judged or case.stock
    where = "nbjudge" if case.judged else "stock nbgrader only"
    return Explanation(
        f"in {where} it ends with {error}" if error else "its points differ without an error",
        PLAIN_VALUES,
        case.name,
    )


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
        case.name,
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
            case.name,
        )
    return Explanation(f"the cell `{line}` ends with {error}", "mend that cell", case.name)


def _deletes(case: Case) -> Explanation | None:
    gone = sorted(names_of(case.source).deleted & case.student)
    if not gone:
        return None
    return Explanation(
        f"it deletes the student's `{gone[0]}`, which a judge outside cannot",
        "test what the function returns",
        case.name,
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
        case.name,
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
                case.name,
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
        case.name,
    )


def _binding(case: Case, name: str) -> str | None:
    return next((test for test, names in case.tests.items() if name in names.bound), None)


def _matches(pattern: re.Pattern[str], why: str, instead: str) -> Rule:
    """Return a rule that fits if the cell's source matches a pattern."""

    def rule(case: Case) -> Explanation | None:
        found = pattern.search(case.source) is not None
        return Explanation(why, instead, case.name) if found else None

    return rule


def _files(case: Case) -> Explanation | None:
    if not NO_FILE.search(case.judged or ""):
        return None
    return Explanation(
        "it looks for a file that is in the student's folder, and the judge has another",
        "let the student's function return the content, or give the file beside the notebook",
        case.name,
    )


def _live(case: Case) -> Explanation | None:
    if not case.own or not REMOTE.search(case.judged or ""):
        return None
    name = min(case.own)
    return Explanation(
        f"it hands objects of the submission to `{name}`, which is the judge's own",
        f"let a given cell bind what it needs, as in `call = {name}.call`: such a name is the "
        "submission's",
        case.name,
    )


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
    _matches(
        FIGURES,
        "it looks at a figure that the student's process has drawn",
        "let the student's function return the figure's data",
    ),
    _matches(
        PRINTED,
        "it looks at what the student's code prints, which goes elsewhere",
        "let the student's function return the text",
    ),
    _matches(
        PATCHED,
        "it replaces a function that the student's code calls, in its own process only",
        "pass the function as an argument",
    ),
    _matches(
        IPYTHON,
        "it uses IPython itself, such as a magic command or `In[...]`",
        "write plain Python",
    ),
    _matches(
        GLOBALS,
        "it looks for names through `globals()`, `eval` or `__main__`, which are the judge's",
        "write the name itself",
    ),
)
