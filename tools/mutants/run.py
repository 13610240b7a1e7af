"""Mutate right answers, and see whether the hidden tests take points from every wrong mutant.

    python tools/mutants/run.py [ASSIGNMENT ...] [--count N] [--seed N] [--only FUNCTION]

Without ASSIGNMENT, all assignments that have a battery are tried. Mutated are the reference
solution and the right answers of the answer bank. Whether a mutant behaves like the answer that it
was made of is told by a battery of inputs (`autograd.py` says what a battery is); whether it loses
points, by the very test cells of the notebook. Printed are the share of wrong mutants that lose
points, and the survivors: wrong, and with all points. Then the wrong answers of the answer bank
that pass all visible checks, by the test cells that take their points, each with the reason why
that cell is hidden. Exit code 1 if there are survivors, or cells without a reason.
"""

import argparse
import ast
import difflib
import importlib
import itertools
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools/grading")]

from answer_bank import Case, load_cases
from course import read_assignments

from mutants.judge import Notebook, enter, in_fork, points_of
from mutants.observing import type_of
from mutants.outputs import outputs_of, read_notebook
from nbjudge.mutants import mutants


@dataclass(frozen=True)
class Mutant:
    """A mutant: the function that it answers, what it was made of, its text."""

    assignment: str
    function: str
    parent: str
    original: str
    text: str


@dataclass
class Result:
    """What became of mutants: how many of each kind, the wrong behaviors, the survivors."""

    kinds: Counter
    behaviors: set
    survivors: list
    robbed: list


def all_mutants(assignment: str, only: str | None = None) -> Iterator[Mutant]:
    """Make the mutants of the reference solutions and the right answers of an assignment."""
    batteries = importlib.import_module(f"mutants.{assignment.replace('-', '_')}").BATTERIES
    cases = [case for case in load_cases() if case.assignment == assignment and case.is_right]
    for function in read_assignments()[assignment].functions:
        if function not in batteries or (only and function != only):
            continue
        reference = read_notebook(assignment, function).solution
        reference = re.sub(r"^ *### (BEGIN|END) SOLUTION\n?", "", reference, flags=re.M)
        originals = {"reference": reference}
        originals |= {c.name.split("/")[-1]: c.source for c in cases if c.function == function}
        for parent, text in originals.items():
            for mutant in mutants(text):
                yield Mutant(assignment, function, parent, text, mutant)


def judge(chosen: list[Mutant], workers: int) -> Result:
    """Judge mutants, each in a fork of its own."""
    result = Result(Counter(), set(), [], [])
    known: dict[tuple[str, str], object] = {}
    with ThreadPoolExecutor(workers) as pool:
        originals = {(m.function, m.original): m for m in chosen}
        seen = pool.map(lambda m: observe(m, m.original), originals.values())
        known = dict(zip(originals, seen, strict=True))
        judged = pool.map(lambda m: judge_one(m, known[m.function, m.original]), chosen)
        for mutant, (alike, lost, behavior) in zip(chosen, judged, strict=True):
            kind = ("alike" if alike else "wrong", "loses" if lost else "full")
            result.kinds[kind] += 1
            if not alike:
                result.behaviors.add((mutant.function, str(behavior)))
            if kind == ("wrong", "full"):
                result.survivors.append(mutant)
            if kind == ("alike", "loses"):
                result.robbed.append(mutant)
    return result


def judge_one(mutant: Mutant, wanted: object) -> tuple[bool, bool, object]:
    """Return whether a mutant behaves like its original, whether it loses points, what it does."""
    behavior = observe(mutant, mutant.text)
    notebook = read_notebook(mutant.assignment, mutant.function)

    def test() -> bool:
        points = points_of(notebook, enter(notebook), mutant.text, stop=True)
        return sum(points.values()) == notebook.points

    return behavior == wanted and behavior is not None, in_fork(test) is not True, behavior


def observe(mutant: Mutant, text: str) -> object:
    """Return what an answer does, as JSON; None if it takes too long or ends the process."""
    # Two answers that raise an error of one type behave alike, whatever its text says.
    return outputs_of(mutant.assignment, mutant.function, text, words_of=type_of)


def report(assignment: str, result: Result) -> None:
    """Print the figures, and the survivors with what was changed."""
    kinds = result.kinds
    wrong = kinds["wrong", "loses"] + kinds["wrong", "full"]
    print(
        f"{assignment}: {kinds.total()} mutants, {wrong} behave differently "
        f"({len(result.behaviors)} ways). {kinds['wrong', 'loses'] / max(wrong, 1):.2%} of these "
        f"lose points. {kinds['alike', 'loses']} of {kinds.total() - wrong} that behave alike do."
    )
    titled = [("SURVIVOR", m) for m in result.survivors]
    for title, mutant in titled + [("alike, but loses points", m) for m in result.robbed]:
        print(f"\n{title}: {mutant.function}, made of {mutant.parent}\n{difference(mutant)}")


def difference(mutant: Mutant) -> str:
    """The lines in which a mutant differs from what it was made of."""
    old = ast.unparse(ast.parse(mutant.original)).splitlines()
    lines = difflib.unified_diff(old, mutant.text.splitlines(), lineterm="", n=0)
    return "\n".join(f"    {line}" for line in itertools.islice(lines, 3, None))


def main() -> int:
    """Run the command line; return its exit code."""
    known = [p.stem.replace("_", "-") for p in Path(__file__).parent.glob("*.py")]
    there = [name for name in read_assignments() if name in known]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", default=there)
    parser.add_argument("--count", type=int, help="as many mutants of each, chosen by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="FUNCTION")
    options = parser.parse_args()
    prepare()
    survivors = 0
    for assignment in options.assignments:
        began = time.monotonic()
        found = choose(list(all_mutants(assignment, options.only)), options.count, options.seed)
        result = judge(found, os.cpu_count() or 1)
        report(assignment, result)
        print(f"({time.monotonic() - began:.0f} s)")
        survivors += len(result.survivors)
        if options.only is None:
            survivors += report_unseen(assignment)
    return int(survivors > 0)


def choose(found: list[Mutant], count: int | None, seed: int) -> list[Mutant]:
    """Choose `count` of the mutants by chance, as many of each function as may be."""
    if count is None or count >= len(found):
        return found
    random.Random(seed).shuffle(found)
    by_function: dict[str, list[Mutant]] = {}
    for mutant in found:
        by_function.setdefault(mutant.function, []).append(mutant)
    rows = itertools.zip_longest(*by_function.values())
    return [mutant for row in rows for mutant in row if mutant][:count]


def unseen(assignment: str) -> list[tuple[Case, list[str]]]:
    """Return the known wrong answers that pass all visible checks.

    Each case is paired with the names of the test cells that it fails when it is graded.
    """
    cases = [c for c in load_cases() if c.assignment == assignment and not c.is_right]

    def failed(case: Case) -> object:
        notebook = read_notebook(assignment, case.function)

        def fails(notebook: Notebook) -> list[str]:
            points = points_of(notebook, enter(notebook), case.source)
            return [name for name, _, of in notebook.tests if points[name] < of]

        seen = in_fork(lambda: fails(visible(notebook)))
        return in_fork(lambda: fails(notebook)) if seen == [] else None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = zip(cases, pool.map(failed, cases), strict=True)
        return [(case, cells) for case, cells in found if isinstance(cells, list)]


def visible(notebook: Notebook) -> Notebook:
    """Return a notebook with the visible part of its test cells alone.

    The tools stay whole: they bring what a student has from the notebooks before.
    """
    hidden = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.M | re.S)
    tests = [
        (name, hidden.sub("", f"{text}\n") if of else text, of) for name, text, of in notebook.tests
    ]
    return replace(notebook, tests=tuple(tests))


def report_unseen(assignment: str) -> int:
    """Print the wrong answers that pass all visible checks; return how many have no reason for it.

    The reasons are in the module of the battery: HIDDEN, {test cell: why it is hidden}.
    """
    module = importlib.import_module(f"mutants.{assignment.replace('-', '_')}")
    reasons = getattr(module, "HIDDEN", None)
    if reasons is None:
        return 0
    found, without = unseen(assignment), 0
    by_cell: dict[str, list[str]] = {}
    for case, cells in found:
        for cell in cells:
            by_cell.setdefault(cell, []).append(case.name.partition("/")[2])
    print(f"\n{len(found)} known wrong answers pass all visible checks. Failed when graded:")
    for cell, names in by_cell.items():
        without += cell not in reasons
        print(f"  {cell}: {reasons.get(cell, 'NO REASON TO BE HIDDEN')}\n    {', '.join(names)}")
    return without


def prepare() -> None:
    """Import what answers use, once and before all forks, and keep torch to one thread."""
    os.environ["OMP_NUM_THREADS"] = "1"
    # torch.func imports torch._dynamo, which would take seconds in every fork.
    for name in ("IPython.display", "graphviz", "nbjudge", "numpy", "torch", "torch._dynamo"):
        importlib.import_module(name)
    torch = sys.modules["torch"]
    torch.set_num_threads(1)
    torch.ones(1, requires_grad=True).sum().backward()


if __name__ == "__main__":
    sys.exit(main())
