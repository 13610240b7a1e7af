"""Groups of students whose code is equal or nearly so, whatever its names: for a talk, not a proof.

    python tools/grading/equal_code.py ASSIGNMENT [COURSE]

reads the answers in COURSE/autograded/ (COURSE: this repository), and writes
ASSIGNMENT-equal-code.html into the course folder: the texts of each group, side by side. No
answer is run.

Entry points: `EqualCode`, the table for `nbjudge report` (`c.Report.sections`); `find_groups` for
the answers to one function, and `find_pairs`, from which it makes the groups; `statements_of` for
one answer.

An answer is compared as the set of its statements, without what a copy changes first: comments,
docstrings, layout, the order of statements, the names of variables and functions, numbers and
texts. Names of PyTorch and of the course stay, because they say what a statement does. What the
release gives is left out. Common statements count by how rare they are in the class and the answer
bank, so a pair with a solution that many find alone is not listed.

Two tools for this were looked at. copydetect 0.5.0 (MIT license, March 2024) compares sequences
of tokens, so it needs longer functions, and statements in the same order. compare50 1.2.15 (GPL 3)
compares folders of files. Neither counts what is rare.
"""

import argparse
import ast
import html
import itertools
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from answer_bank import load_cases
from course import ROOT, read_assignments
from own_code import read_answer, read_code

SHORTEST = 8  # statements of an answer; shorter ones are often equal by chance
EQUAL_SHARE = 0.9  # of the statements of two answers, that they have in common
# The sum of log2(answers / answers with this statement) over the common statements. In the answer
# bank, independent right answers reach 13.1.
LEAST_RARITY = 15.0
COMMON = 50  # answers; a statement that more of them have brings no two answers together
LONGEST = 20_000  # characters of an answer
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ font: 11pt sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em }}
.texts {{ display: flex; flex-wrap: wrap; gap: 2em }}
.texts > div {{ flex: 1 1 25em; min-width: 0 }}
pre {{ font: 9pt monospace; white-space: pre-wrap; overflow-wrap: anywhere }}
</style>
<main>
<h1>{title}</h1>
<p>{caption}</p>
{sections}
</main>
</html>
"""
CAPTION = (
    "The code of each of these students is equal to that of another one in the group, or nearly "
    "so, except for names, numbers, texts, comments and order, and few others have these "
    "statements. The two numbers are those of the rarest pair of the group. There can be "
    "reasons other than copying: students may have worked together, or have used the same source "
    "or program. Talk to them before you decide."
)


class Pair(NamedTuple):
    """Two students whose answers are equal or nearly so.

    `common` is the number of statements that both have. `rarity` is in bits: the larger, the fewer
    others have these statements.
    """

    students: tuple[str, str]
    common: int
    rarity: float


class Group(NamedTuple):
    """Students of whom each is in a pair with another one of the group.

    `sources` are their answers, in the order of the students. `common` and `rarity` are those of
    the rarest pair.
    """

    students: tuple[str, ...]
    sources: tuple[str, ...]
    common: int
    rarity: float


class EqualCode:
    """The section of the report with the groups of students whose code is nearly equal."""

    title = "Equal code"
    caption = (
        f"{CAPTION} To see the texts, run python tools/grading/equal_code.py with the name of the "
        "assignment."
    )

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each group, the rarest first; nothing if there is none.

        The name of `folder` is the assignment's; `folders` has the autograded folder of each
        student.
        """
        found = [
            (function, group)
            for function, groups in compare_class(folder, folders).items()
            for group in groups
        ]
        if found:
            yield ["Task", "Students", "Common statements", "Rarity in bits"]
        for function, group in sorted(found, key=lambda row: (-row[1].rarity, row)):
            yield [function, list(group.students), group.common, round(group.rarity)]


def compare_class(release: Path, folders: Mapping[str, Path]) -> dict[str, list[Group]]:
    """Compare a class's answers; return {function: groups}.

    Arguments:
        release: the assignment's folder in release/, which holds what students were given.
        folders: the autograded folder of each student.
    """
    compared = {}
    cases = load_cases()
    for function, task in read_assignments()[release.name].functions.items():
        notebook = f"{task.name}.ipynb"
        answers = {
            student: source[:LONGEST]
            for student, folder in folders.items()
            if (source := read_answer(folder / notebook, function))
        }
        given = [cell["source"] for cell in read_code(release / notebook)]
        bank = [
            case.source
            for case in cases
            if (case.assignment, case.function) == (release.name, function)
        ]
        compared[function] = find_groups(answers, given, bank)
    return compared


def find_groups(
    answers: Mapping[str, str], given: Iterable[str] = (), bank: Iterable[str] = ()
) -> list[Group]:
    """Return the groups of students that the pairs of `find_pairs` join, the rarest first.

    The arguments are those of `find_pairs`.
    """
    joined: dict[frozenset[str], Pair] = {}  # the rarest pair of each group
    for pair in find_pairs(answers, given, bank):
        parts = [group for group in joined if not group.isdisjoint(pair.students)]
        pairs = [*(joined.pop(group) for group in parts), pair]
        everyone = frozenset(pair.students).union(*parts)
        joined[everyone] = max(pairs, key=lambda pair: pair.rarity)
    groups = []
    for everyone, pair in joined.items():
        students = tuple(sorted(everyone))
        sources = tuple(answers[student] for student in students)
        groups.append(Group(students, sources, pair.common, pair.rarity))
    return sorted(groups, key=lambda group: (-group.rarity, group))


def find_pairs(
    answers: Mapping[str, str], given: Iterable[str] = (), bank: Iterable[str] = ()
) -> list[Pair]:
    """Return the pairs of students whose answers are equal or nearly so, the rarest first.

    Arguments:
        answers: {student: source of the solution cell}.
        given: sources of the cells that all students were given.
        bank: sources of other answers, which count where it is asked how rare a statement is.
    """
    left_out = frozenset[str]().union(*map(statements_of, given))
    statements = {student: statements_of(text) - left_out for student, text in answers.items()}
    others = [statements_of(text) - left_out for text in bank]
    having = Counter(itertools.chain(*statements.values(), *others))
    total = len(statements) + len(others)
    pairs = []
    for one, other in _candidates(statements, having):
        common = statements[one] & statements[other]
        either = statements[one] | statements[other]
        rarity = sum(math.log2(total / having[statement]) for statement in common)
        if len(common) >= EQUAL_SHARE * len(either) and rarity >= LEAST_RARITY:
            pairs.append(Pair((one, other), len(common), rarity))
    return sorted(pairs, key=lambda pair: (-pair.rarity, pair))


def _candidates(
    statements: Mapping[str, frozenset[str]], having: Mapping[str, int]
) -> set[tuple[str, str]]:
    """Return pairs of students of whom some may be nearly equal, and all others are not.

    Comparing each with each would take minutes for thousands of students. Two answers that have
    nine of ten statements in common share one of the rarest few of each.
    """
    students: dict[str, list[str]] = defaultdict(list)
    for student, own in sorted(statements.items()):
        if len(own) >= SHORTEST:
            rarest = sorted(own, key=lambda statement: (having[statement], statement))
            enough = len(own) - math.ceil(EQUAL_SHARE * len(own)) + 1
            for statement in rarest[:enough]:
                students[statement].append(student)
    return {
        pair
        for group in students.values()
        if len(group) <= COMMON
        for pair in itertools.combinations(group, 2)
    }


def statements_of(source: str) -> frozenset[str]:
    """Return the statements of a cell, without what a copy changes first.

    Returns an empty set if the cell is not Python.

    >>> sorted(statements_of("def double(x): y = 2 * x; return y  # twice"))
    ['_ = 0 * _', 'def _(_):', 'return _']
    """
    try:
        tree = ast.parse(source)
        own = _own_names(tree)
        return frozenset(
            _text_of(node, own)
            for node in ast.walk(tree)
            if isinstance(node, ast.stmt) and not _is_text(node)
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()


def _own_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that the code itself gives to variables, arguments and functions."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return frozenset(names)


def _is_text(node: ast.stmt) -> bool:
    """Return whether a statement is a text alone, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _text_of(node: ast.stmt, own: frozenset[str]) -> str:
    """Return the text of a statement, without its names, numbers and texts.

    Of a compound statement it is the first line, because what stands in it is compared by itself.
    """
    first_line = ast.parse(ast.unparse(node)).body[0]
    if hasattr(first_line, "decorator_list"):
        first_line.decorator_list = []
    for part in ("orelse", "finalbody", "handlers", "cases"):
        if hasattr(first_line, part):
            setattr(first_line, part, [])
    if hasattr(first_line, "body"):
        first_line.body = [ast.Pass()]
    folded = _Folded(own).visit(first_line)
    return ast.unparse(ast.fix_missing_locations(folded)).partition("\n")[0]


class _Folded(ast.NodeTransformer):
    """Replaces the code's own names, and all numbers and texts."""

    def __init__(self, own: frozenset[str]):
        self.own = own

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name("_", node.ctx) if node.id in self.own else node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg("_")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        if node.name in self.own:
            node.name = "_"
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if node.value is None or isinstance(node.value, bool):
            return node
        return ast.Constant("" if isinstance(node.value, str | bytes) else 0)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return ast.Constant("")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description="Write a page with groups of students whose code is equal or nearly so."
    )
    parser.add_argument("assignment", choices=list(read_assignments()))
    parser.add_argument("course", type=Path, nargs="?", default=ROOT, help="the course folder")
    options = parser.parse_args()
    assignment, course = options.assignment, options.course
    folders = {
        path.parent.name: path for path in sorted((course / "autograded").glob(f"*/{assignment}"))
    }
    if not folders:
        sys.exit(f"Nothing is graded yet. Run nbjudge grade {assignment} in {course}.")
    compared = compare_class(course / "release" / assignment, folders)
    sections = [
        _section(function, group) for function, groups in compared.items() for group in groups
    ]
    if not sections:
        print(f"No two of {len(folders)} students have equal code.")
        return
    page = course / f"{assignment}-equal-code.html"
    title = f"{assignment}: equal code"
    page.write_text(
        PAGE.format(title=html.escape(title), caption=CAPTION, sections="\n".join(sections)),
        encoding="utf-8",
    )
    plural = "s" if len(sections) > 1 else ""
    print(f"{page.name} shows {len(sections)} group{plural}, of {len(folders)} students.")


def _section(function: str, group: Group) -> str:
    """Return the part of the page with the texts of a group, as HTML; equal texts only once."""
    authors: dict[str, list[str]] = defaultdict(list)
    for student, source in zip(group.students, group.sources, strict=True):
        authors[source].append(student)
    texts = [
        f"<div><h3>{html.escape(', '.join(students))}</h3><pre>{html.escape(source)}</pre></div>"
        for source, students in authors.items()
    ]
    names = html.escape(", ".join(group.students))
    return (
        f"<section><h2>{html.escape(function)}: {names}</h2>"
        f"<p>{group.common} common statements, {group.rarity:.0f} bits</p>"
        f'<div class="texts">{"".join(texts)}</div></section>'
    )


if __name__ == "__main__":
    main()
