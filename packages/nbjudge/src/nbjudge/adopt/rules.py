"""Looks of `nbjudge check`, each for one kind of finding.

A look is a generator of findings. Its arguments are the results of grading (`Evidence`), the tags
that help, and a notebook or a test cell.
"""

import ast
import builtins
import re
import symtable
from collections.abc import Callable, Iterable, Iterator

from nbformat import NotebookNode

from nbisolate import NotebookRun
from nbisolate.cells import bound_names, names_read, parse_cell, read_test

from ..course.failed_cells import cell_error_line
from ..course.missing_modules import IMPORTS
from ..files.text import counted, first_few, joined
from ..gradebook.source_notebooks import EXPECTED
from .borrowed_names import Surroundings, taken_names
from .evidence import Evidence, quoted_line
from .findings import Finding, Key, Tags
from .last_values import ends_in_a_value
from .reasons import name_of_a_profile
from .trial import RELEASE, SOLUTIONS, TrialOutcome
from .weak_tests import advice_on, defined_names
from .wrong_answers import PLACEHOLDER, beginning, placeholder_points

# The errors of `input()` in a notebook that is graded, in plain nbgrader and in nbjudge.
NO_KEYBOARD = re.compile(r"StdinNotImplementedError|EOFError: EOF when reading a line")
# Warn from this share of a limit on: the reference solution is seldom the slowest in a class.
NEAR = 0.5
PLAIN = "have the student's function return plain values, and compare those"
IN_BOTH = "plain nbgrader too"  # where a fault shows, as the end of a sentence
OTHERWISE = f"the tag nbjudge:in-process does not help, so {PLAIN}"
# How the errors of cells begin that met a limit, or come after such a cell, in nbjudge and in plain
# nbgrader.
OF_A_LIMIT = ("Stopped", "NotRun", "CellTimeoutError")
SEED = "seed the random numbers, and raise time limits in the test"
RAISE_LIMIT = (
    "make the cell faster or smaller, or raise the limit: Execute.timeout, "
    "JudgeExecute.notebook_seconds or JudgeExecute.memory_mb"
)


# ---- a notebook ----------------------------------------------------------------------------------


def look_at_plain_nbgrader(evidence: Evidence, tags: Tags, notebook: str) -> Iterator[Finding]:
    """Yield a finding if plain nbgrader could not run all test cells of the notebook."""
    kernel = evidence.trial.lacking.get(notebook)
    if kernel:
        yield Finding(
            notebook,
            "",
            f"plain nbgrader cannot run the notebook (kernel `{kernel}` is not installed), so its "
            "test cells are not compared",
            advice="choose an installed kernel (in JupyterLab: Kernel, Change Kernel) and save "
            "the notebook, or install the missing kernel",
        )
    elif evidence.tests[notebook] and notebook not in evidence.answered:
        what = "no solution cells, so no correct answers were compared"
        advice = "pass correct answers with --answers=FOLDER, or submissions with --compare=FOLDER"
        yield Finding(notebook, "", what, advice=advice)


def look_at_class(evidence: Evidence, tags: Tags, notebook: str) -> Iterator[Finding]:
    """Yield a note on the number of submissions compared, and on those that need attention."""
    if notebook == next(iter(evidence.tests)):
        runs = evidence.judged
        reasons = list[str]()
        for student, run in runs.items():
            reasons += [f"{student}: {reason}" for reason in run.reasons]
        # First those that are not explained by a finding on a test cell.
        reasons.sort(key=lambda reason: NotebookRun.NOT_APART in reason)
        number = sum(bool(run.reasons) for run in runs.values())
        what = f"{counted(len(runs), 'submission')} compared with the gradebook; "
        what += f"{number} of them would need attention in nbjudge"
        note = any(_only_not_apart(run.reasons) for run in runs.values())
        yield Finding(notebook, "", what, first_few(reasons), note=note)


def _only_not_apart(reasons: Iterable[str]) -> bool:
    return all(NotebookRun.NOT_APART in reason for reason in reasons)


def look_at_costs(evidence: Evidence, tags: Tags, notebook: str) -> Iterator[Finding]:
    """Yield findings if the solution comes near to a limit, or needs attention."""
    for way, runs in (("plain nbgrader", evidence.plain), ("nbjudge", evidence.judged)):
        for reason in runs[SOLUTIONS[0]].reasons:
            # Tags help a cell that cannot judge the answer apart, as `look_at_difference` says, and
            # `look_at_broken_cells` lists one that lacks a module.
            is_of_notebook = reason.startswith(f"{notebook}.ipynb")
            is_explained = IMPORTS.search(reason) or NotebookRun.NOT_APART in reason
            if is_of_notebook and not is_explained:
                yield Finding(notebook, "", f"the solution needs attention in {way}", reason)
    limits = evidence.execute
    for took, limit, unit, trait in (
        (evidence.seconds(notebook), limits.notebook_seconds, "s", "notebook_seconds"),
        (evidence.memory_mb(notebook), limits.memory_mb, "MB", "memory_mb"),
    ):
        if took > NEAR * limit:
            yield Finding(
                notebook,
                "",
                f"the solution uses {took:.0f} {unit}; the limit is {limit:.0f} {unit}",
                "students' answers often need more than the solution",
                f"increase JudgeExecute.{trait}, or make the notebook do less",
            )


def look_at_broken_cells(evidence: Evidence, tags: Tags, notebook: str) -> Iterator[Finding]:
    """Yield a finding for the first cell that fails and is no test, and the first in one way only.

    Those after it may fail because of it. Cells that ask for input have a note for all of them, but
    those that a test cell runs again with `run_cell`. A script that ends with `sys.exit()` has not
    failed.
    """
    plain = evidence.plain[SOLUTIONS[0]].notebooks[notebook]
    judged = evidence.judged[SOLUTIONS[0]].notebooks[notebook]
    broken = dict[str, NotebookNode]()
    asking = list[NotebookNode]()
    run_again = lines_of_run_cell(evidence.around[notebook].tests.values())
    for in_plain, in_judged in zip(plain.cells, judged.cells, strict=False):
        cells = {"plain nbgrader": in_plain, "nbjudge": in_judged}
        failed = [way for way, cell in cells.items() if not _is_without_error(cell)]
        grade_id = in_judged.metadata.get("nbgrader", {}).get("grade_id")
        is_expected = EXPECTED in in_judged.metadata.get("tags", [])
        if is_expected or grade_id in evidence.tests[notebook]:
            continue
        errors = [cell_error_line(cell) or "" for cell in cells.values()]
        if any(map(NO_KEYBOARD.match, errors)):
            if run_again.isdisjoint(in_judged.source.splitlines()):
                asking.append(in_judged)
        elif failed and notebook not in evidence.trial.lacking:
            where = IN_BOTH if len(failed) == 2 else f"{failed[0]} only"
            broken.setdefault(where, cells[failed[0]])
    bound = set[str]()
    for source in evidence.around[notebook].tests.values():
        bound.update(read_test(source).names)
    for where, cell in broken.items():
        why = ""
        advice = ""
        if where == IN_BOTH:
            advice = "fix it"
            if _is_of_a_limit(cell_error_line(cell) or ""):
                advice = RAISE_LIMIT
            elif not cell.metadata.get("nbgrader", {}).get("solution"):
                advice += f", or tag it {EXPECTED} if students should see the error"
        elif bound & names_read(cell.source):
            why = "in nbjudge, only test cells see what test cells assign"
            advice = "assign them in a cell that is not a test"
        elif where == "nbjudge only":
            error = cell_error_line(cell) or ""
            reason = name_of_a_profile(error, evidence.around[notebook])
            why, advice = reason or ("", "")
        yield Finding(
            notebook,
            "",
            f"the cell `{beginning(cell.source)}` raises {cell_error_line(cell)} in {where}",
            why,
            advice,
            quoted_line(cell),
            note=where != IN_BOTH,
        )
    if asking:
        cells_ask = "cell asks" if len(asking) == 1 else "cells ask"
        first = beginning(asking[0].source)
        yield Finding(
            notebook,
            "",
            f"{len(asking)} {cells_ask} for input (`{first}`), which ends with an error when the "
            "notebook is graded",
            "nobody types then; this costs no points",
            f"test them with `run_cell` (`nbjudge init --printed {evidence.trial.assignment}` "
            "writes it)",
            note=True,
        )


def lines_of_run_cell(tests: Iterable[str]) -> set[str]:
    """Return the lines by which test cells choose a cell of the answer to run again."""
    lines = set[str]()
    for source in tests:
        tree = parse_cell(source)
        for node in ast.walk(tree) if tree else ():
            match node:
                case ast.Call(func=ast.Name(id="run_cell") | ast.Attribute(attr="run_cell")):
                    chosen = node.args[:1]
                    chosen += [each.value for each in node.keywords if each.arg == "line"]
                    lines.update(
                        str(each.value) for each in chosen if isinstance(each, ast.Constant)
                    )
    return lines


def look_at_globals(evidence: Evidence, tags: Tags, notebook: str) -> Iterator[Finding]:
    """Yield a finding for each function that reads a global that only test cells bind."""
    for function, name, tests in loose_globals(evidence.around[notebook]):
        if len(tests) == 1:
            only_tests = f"test cell {tests[0]} assigns"
        else:
            only_tests = f"test cells {joined([*tests])} assign"
        yield Finding(
            notebook,
            "",
            f"`{function}` reads the global `{name}`, which only {only_tests}",
            "calls before that cell raise NameError; in nbjudge the function never sees the value",
            f"pass the value to `{function}`, or assign `{name}` in a cell that is not a test",
        )


def look_at_taken_names(evidence: Evidence, tags: Tags, notebook: str) -> Iterator[Finding]:
    """Yield a note on the names that test cells take from the submission and do not test.

    A submission can change the value of such a name. In an in-process cell it can change
    everything.
    """
    if notebook not in evidence.trial.solved:
        return  # without solution cells, what an instructor cell binds may be the answer
    in_process = {*evidence.in_process, *tags}
    cells_by_phrase = dict[str, list[str]]()
    for cell, names in taken_names(evidence.around[notebook]).items():
        if (notebook, cell) in in_process:
            continue
        for name, phrase in names.items():
            cells_by_phrase.setdefault(f"`{name}` is {phrase}", []).append(cell)
    if cells_by_phrase:
        parts = [f"{phrase} ({', '.join(cells)})" for phrase, cells in cells_by_phrase.items()]
        yield Finding(
            notebook,
            "",
            "test cells use, but do not test, names that a submission can change",
            "; ".join(parts),
            "in the test cell, import or define whatever it does not need from the submission",
            note=True,
        )


def loose_globals(around: Surroundings) -> list[tuple[str, str, tuple[str, ...]]]:
    """Find the functions that read a global that only test cells bind.

    Return each function, the global, and the test cells that bind it; nothing if an instructor cell
    imports a star, which may bind any name.
    """
    cells = [*around.given, *around.solutions]
    bound = set[str]().union(vars(builtins), *map(bound_names, cells))
    bound |= {imported.name for imported in around.outline.given}
    if "*" in bound:
        return []
    loose = []
    for source in cells:
        for function, name in globals_of_functions(source):
            tests = [test for test, text in around.tests.items() if name in read_test(text).names]
            if name not in bound and tests:
                loose.append((function, name, tuple(tests)))
    return list(dict.fromkeys(loose))


def globals_of_functions(source: str) -> Iterator[tuple[str, str]]:
    """Yield each function and class of a cell with each global that it reads.

    Lambdas and comprehensions of the cell itself are left out, because they run with it. A nested
    function counts as the one around it.
    """
    tree = parse_cell(source)
    if tree is None:
        return
    try:
        top = symtable.symtable(ast.unparse(tree), "<cell>", "exec")
    except SyntaxError:  # such as a name that is nonlocal in no function
        return
    unnamed = ("lambda", "listcomp", "setcomp", "dictcomp", "genexpr")
    children = [(table.get_name(), table) for table in top.get_children()]
    scopes = [(name, table) for name, table in children if name not in unnamed]
    for name, table in scopes:
        for symbol in table.get_symbols():
            if symbol.is_global() and symbol.is_referenced():
                yield name, symbol.get_name()
        scopes += [(name, child) for child in table.get_children()]


# ---- a test cell ---------------------------------------------------------------------------------


def look_at_difference(evidence: Evidence, tags: Tags, key: Key) -> Iterator[Finding]:
    """Yield a finding if a test cell gives other points in nbjudge."""
    helping_tags = tags.get(key, ())
    probes = evidence.differing(key)
    if probes:
        student = probes[0][0]
        advice = f"tag it {joined([*helping_tags])}" if helping_tags else OTHERWISE
        what = _difference(evidence, key, student)
        why = _mistake(evidence, key, student)
        reason = evidence.reason(key, student)
        if reason and not why:
            why = reason.why
            advice = f"{reason.advice}; or {advice}" if helping_tags else reason.advice
        imports = evidence.imports.get(key, ())
        if imports:
            why = "a file that a test cell imports runs in the judge, and not with the answer"
            advice = f"move `{'`, `'.join(imports)}` to an instructor cell"
        if evidence.is_class:
            why = f"{what}; {why}" if why else what
            what = _in_class(evidence, key, probes)
        seen = evidence.seen(key, student)
        yield Finding(*key, what, why, advice, seen, helping_tags, imports)
    elif evidence.is_class and not evidence.compared(key):
        what = "is not compared: the gradebook has no points for it, or for another version of it"
        yield Finding(*key, what, note=True)
    elif helping_tags:
        what = "gets different points once the test cells listed above are tagged"
        why = "then they no longer run in the same process as this cell"
        yield Finding(*key, what, why, f"tag it {joined([*helping_tags])}", tags=helping_tags)


def look_at_points(evidence: Evidence, tags: Tags, key: Key) -> Iterator[Finding]:
    """Yield findings about a test cell that is faulty in plain nbgrader, too.

    It is flaky, the solution loses points, or the untouched release gets some. If plain nbgrader
    did not run the cell, its points in nbjudge count.
    """
    most = evidence.most(key)
    if evidence.flaky(key):
        ways = {"plain nbgrader": evidence.plain, "nbjudge": evidence.judged}
        parts = []
        errors = []
        for name, way in ways.items():
            scores = [f"{score:g}" for score in evidence.scores(way, SOLUTIONS, key)]
            if scores:
                parts.append(f"{', '.join(scores)} in {name}")
            outcomes = [way[student].outcomes.get(key) for student in SOLUTIONS if student in way]
            errors += [outcome.error for outcome in outcomes if outcome and outcome.error]
        yield Finding(
            *key,
            f"is flaky: the solution gets {joined(parts)}",
            f"in one run, it ends with {errors[0]}" if errors else "",
            advice=RAISE_LIMIT if errors and all(map(_is_of_a_limit, errors)) else SEED,
        )
        return
    first = evidence.judged
    where = "nbjudge"
    if evidence.compared(key):
        first = evidence.plain
        where = IN_BOTH
    lowest = min(evidence.scores(first, SOLUTIONS, key))
    solution = first[SOLUTIONS[0]].outcomes[key]
    release = first[RELEASE].outcomes[key]
    if evidence.better(key):
        what = _difference(evidence, key, SOLUTIONS[0])
        seen = evidence.seen(key, SOLUTIONS[0])
        yield Finding(*key, what, seen=seen, note=True)
    elif lowest < (most or 1) and not evidence.differing(key):
        yield Finding(
            *key,
            f"the solution {_gets(solution, most)} in {where}",
            f"it ends with {solution.error}" if solution.error else "the test gives partial credit",
            "fix the solution or the test",
        )
    if release.points:
        whole = release.points == most
        yield Finding(
            *key,
            f"the untouched release {_gets(release, most)}",
            f"{'the test' if whole else 'a part of the test'} passes without an answer",
            "give points only for what the release fails; delete files that an answer writes",
        )


def _is_without_error(cell: NotebookNode) -> bool:
    return cell_error_line(cell) in (None, "SystemExit", "SystemExit: 0")


def _is_of_a_limit(error: str) -> bool:
    return error.partition(":")[0] in OF_A_LIMIT


def look_at_placeholder_answers(evidence: Evidence, tags: Tags, key: Key) -> Iterator[Finding]:
    """Yield a note if a test cell gives points for answers without content."""
    kinds_by_points = dict[float, list[str]]()
    for kind, number in placeholder_points(evidence.judged, key).items():
        kinds_by_points.setdefault(number, []).append(kind)
    most = evidence.most(key)
    parts = [
        f"{number:g} of {most:g} for {joined(kinds)}" for number, kinds in kinds_by_points.items()
    ]
    notebook, cell = key
    around = evidence.around[notebook]
    kinds = set[str]().union(*kinds_by_points.values())
    advice = advice_on(around.tests[cell], defined_names(around.solutions), kinds)
    if parts and advice:
        what = f"a placeholder answer gets {'; '.join(parts)}"
        yield Finding(*key, what, advice=advice, note=True)


def look_at_last_value(evidence: Evidence, tags: Tags, key: Key) -> Iterator[Finding]:
    """Yield a note if the submission may choose the score, as nbgrader reads it."""
    notebook, cell = key
    around = evidence.around[notebook]
    of_the_submission = set[str]().union(*map(bound_names, around.solutions))
    if evidence.most(key) and ends_in_a_value(around.tests[cell], of_the_submission):
        yield Finding(
            *key,
            "ends in a value of the submission: if it is a number, it is the score",
            advice="end the cell with an assertion, or a semicolon after the last expression",
            note=True,
        )


def _difference(evidence: Evidence, key: Key, student: str) -> str:
    answer = "a wrong answer"
    if student in SOLUTIONS:
        answer = "the solution"
    elif evidence.is_class:
        answer = student
    elif student == RELEASE:
        answer = "the untouched release"
    plain, judged = evidence.outcomes(key, student)
    most = evidence.most(key)
    return f"{answer} {_gets(plain, most)} in plain nbgrader and {_result(judged, most)} in nbjudge"


def _in_class(evidence: Evidence, key: Key, probes: list[tuple[str, ...]]) -> str:
    pairs = [evidence.outcomes(key, student) for (student,) in probes]
    fewer = sum((judged.points or 0) < (plain.points or 0) for plain, judged in pairs)
    how = {len(pairs): "all lower", 0: "all higher"}.get(fewer, f"{fewer} lower")
    total = sum(key in graded.outcomes for graded in evidence.plain.values())
    if fewer:
        how += "; look at their answers first, because nbjudge stops cheats"
    return f"{len(pairs)} of {counted(total, 'student')} get different points in nbjudge ({how})"


def _mistake(evidence: Evidence, key: Key, student: str) -> str:
    """Return what is wrong with an answer; "" for the solution and the release."""
    for kind, name in PLACEHOLDER.items():
        if name == student:
            return f"its functions return {kind}"
    notebook, _ = key
    read = names_read(evidence.trial.cell(key).source)
    here = []
    near = []
    for (changed, cell), mistake in evidence.changes.get(student, {}).items():
        if changed == notebook:
            phrase = f"`{mistake.new_line}`, not `{mistake.old_line}`, in {cell}"
            here.append(phrase)
            if read & mistake.names:
                near.append(phrase)
    return "; ".join(near or here)


def _gets(outcome: TrialOutcome, most: float) -> str:
    result = _result(outcome, most)
    return f"gets {result} of {most:g}" if most else result


def _result(outcome: TrialOutcome, most: float) -> str:
    """Return the points as text; for a cell without points, whether it passed."""
    if not most:
        return "passes" if outcome.error is None else "fails"
    return "no score" if outcome.points is None else f"{outcome.points:g}"


# For each notebook, these looks run first for the notebook as a whole, then for each test cell.
NotebookLooks = tuple[Callable[[Evidence, Tags, str], Iterator[Finding]], ...]
CellLooks = tuple[Callable[[Evidence, Tags, Key], Iterator[Finding]], ...]
NOTEBOOKS: NotebookLooks = (
    look_at_plain_nbgrader,
    look_at_costs,
    look_at_broken_cells,
    look_at_globals,
    look_at_taken_names,
)
CELLS: CellLooks = (
    look_at_difference,
    look_at_points,
    look_at_placeholder_answers,
    look_at_last_value,
)
CLASS: tuple[NotebookLooks, CellLooks] = ((look_at_class,), (look_at_difference,))
