"""Looks of `nbjudge check` at a test cell, each for one kind of finding.

A look is a generator of findings. Its arguments are the results of grading (`Evidence`), the
changes that help (`Remedy`), and the notebook and the cell.
"""

from collections.abc import Iterator

from .causes import LOOK_UP, depends_on_chance, names_of
from .differences import explain_difference
from .evidence import Evidence
from .findings import Finding, Key, counted
from .follows import broken_in_nbjudge, broken_in_stock
from .remedy import Remedy
from .taken import taken_names
from .trial import RELEASE, SOLUTION, TrialOutcome


def look_at_difference(evidence: Evidence, remedy: Remedy, key: Key) -> Iterator[Finding]:
    """Yield a finding if a test cell ends differently in nbjudge, with the cause and the remedy."""
    notebook, cell = key
    if key not in evidence.differ:
        if key in remedy.tags:
            yield _in_the_way(evidence, key, _hindered(evidence, remedy, key))
        return
    imports, roots = remedy.imports(key), broken_in_nbjudge(evidence, notebook)
    if key not in remedy.tags and not imports and any(cell in each.followers for each in roots):
        return
    explanation = explain_difference(evidence, key, evidence.judged)
    if explanation.culprit != cell and (notebook, explanation.culprit) in remedy.tags:
        return  # the finding about that cell says so
    followers = next((each.followers for each in roots if each.name == cell), [])
    followers = [name for name in followers if not remedy.helps((notebook, name))]
    followers += [name for name in _hindered(evidence, remedy, key) if name not in followers]
    what, why, advice = "; ".join(_two_ways(evidence, key)), explanation.why, explanation.instead
    better = evidence.better(key)
    tag, gone = key in remedy.tags, key not in remedy.left and not better
    if tag:
        advice = f"{advice}; or tag it nbjudge:shared"
    elif gone and imports:
        advice = f"write `{'`, `'.join(imports)}` in the test cell"
        if explanation.instead == LOOK_UP:
            names = [each.name for each in remedy.statements[key]]
            why = f"it takes `{'`, `'.join(names)}` from the submission"
    yield Finding(
        notebook,
        cell,
        what,
        why,
        advice,
        evidence.seen(key),
        tuple(followers),
        tag,
        () if tag else imports,
        gone,
        better,
    )


def look_at_points(evidence: Evidence, remedy: Remedy, key: Key) -> Iterator[Finding]:
    """Yield findings about a test cell that is faulty in nbgrader itself.

    It is flaky, the solution loses points, or the untouched release gets some. If stock nbgrader
    did not run the cell, its points in nbjudge count.
    """
    notebook, cell = key
    most, compared = evidence.most(key), evidence.compared(key)
    ways = [("nbjudge", evidence.judged)]
    if compared:
        ways.insert(0, ("stock nbgrader", evidence.stock))
    for way, runs in ways:
        for what in (SOLUTION, RELEASE):
            outcomes = [run.outcomes[key] for run in runs[what]]
            if len({outcome.verdict for outcome in outcomes}) > 1:
                given = ", ".join(_result(outcome, most) for outcome in outcomes)
                gets = f"gets {given} of {most:g}" if most else f"{given}:"
                chance = depends_on_chance(evidence.source(key))
                yield Finding(
                    notebook,
                    cell,
                    f"is flaky: the {what} {gets} in {counted(len(outcomes), 'run')} of {way}",
                    "it uses random numbers or the clock" if chance else "",
                    "seed what is random, and leave more room for time",
                )
                return
    where, first = ("nbgrader itself", ways[0][1]) if compared else ("nbjudge", ways[0][1])
    solution, release = (first[what][0].outcomes[key] for what in (SOLUTION, RELEASE))
    roots = broken_in_stock(evidence, notebook) if compared else []
    follows = any(cell in each.followers for each in roots)
    lost = (solution.points is not None and solution.points < most) or (
        not most and solution.error is not None
    )
    if lost and not follows and not evidence.better(key):  # look_at_difference notes the latter
        yield Finding(
            notebook,
            cell,
            f"the solution {_gets(solution, most)} in {where}",
            f"it ends with {solution.error}"
            if solution.error
            else "it writes to stderr, or gives partial credit",
            "mend the solution or the test",
            follows=next((tuple(each.followers) for each in roots if each.name == cell), ()),
        )
    if release.points:
        whole = release.points == most
        yield Finding(
            notebook,
            cell,
            f"the untouched release {_gets(release, most)}",
            f"{'the test' if whole else 'a part of the test'} passes whatever the answer",
            f"{'test something that' if whole else 'give points for what'} only an answer can do",
        )


def look_at_taken_names(evidence: Evidence, remedy: Remedy, key: Key) -> Iterator[Finding]:
    """Yield findings about names that a test cell takes from the submission without need.

    A submission can change the value of such a name, although the cell does not test it.
    """
    notebook, cell = key
    if key in evidence.shared() or key in remedy.tags:
        return  # a shared cell runs in the submission's process, which can change everything there
    taken = taken_names(evidence.around(notebook)).get(cell, {})
    helped = [each for each in remedy.statements.get(key, ()) if each.name in taken]
    if key in evidence.differ and not evidence.better(key):
        # The finding about the difference already lists the imports.
        helped = [each for each in helped if not each.is_import]
    if helped:
        names = [each.name for each in helped]
        imports = tuple(each.code for each in helped if each.is_import)
        defined = [each.name for each in helped if not each.is_import]
        ways = [f"write `{'`, `'.join(imports)}` in the test cell"] if imports else []
        ways += [f"define `{'`, `'.join(defined)}` in the test cell"] if defined else []
        yield Finding(
            notebook,
            cell,
            f"it takes `{'`, `'.join(names)}` from the submission, which can change "
            f"{'it' if len(names) == 1 else 'them'}, and need not",
            "; ".join(f"`{name}` is {taken[name]}" for name in names),
            "; ".join(ways),
            imports=imports,
            gone=not defined,
        )
    known = {each.name for each in remedy.statements.get(key, ())}
    left = {name: phrase for name, phrase in taken.items() if name not in known}
    if left:
        yield Finding(
            notebook,
            cell,
            f"it takes `{'`, `'.join(left)}` from the submission",
            "; ".join(f"`{name}` is {phrase}" for name, phrase in left.items()),
            note=True,
        )


def _hindered(evidence: Evidence, remedy: Remedy, key: Key) -> list[str]:
    """Return the test cells that differ only as long as this one is not tagged."""
    if key not in remedy.tags:
        return []
    others = [other for other in evidence.differ - {key} if other[0] == key[0]]
    hindered = {
        cell
        for notebook, cell in others
        if explain_difference(evidence, (notebook, cell), evidence.judged).culprit == key[1]
    }
    return [cell for cell in evidence.tests[key[0]] if cell in hindered]


def _in_the_way(evidence: Evidence, key: Key, hindered: list[str]) -> Finding:
    """Return the finding about a test cell that needs the tag for the sake of other cells."""
    some = ", ".join(f"`{name}`" for name in sorted(names_of(evidence.source(key)).bound)[:3])
    return Finding(
        *key,
        "stands in the way of other test cells",
        f"it binds {some}, and test cells after it do not look that up in the submission",
        "tag it nbjudge:shared, or take other names",
        follows=tuple(hindered),
        tag=True,
        gone=True,
    )


def _two_ways(evidence: Evidence, key: Key) -> Iterator[str]:
    most = evidence.most(key)
    for what in (SOLUTION, RELEASE):
        stock, judged = evidence.outcomes(key, what)
        if stock.verdict != judged.verdict:
            yield (
                f"the {what} {_gets(stock, most)} in stock nbgrader and {_result(judged, most)} in "
                "nbjudge"
            )


def _gets(outcome: TrialOutcome, most: float) -> str:
    result = _result(outcome, most)
    return f"gets {result} of {most:g}" if most else result


def _result(outcome: TrialOutcome, most: float) -> str:
    """Return the points as text; for a cell without points, whether it passed."""
    if not most:
        return "passes" if outcome.error is None else "fails"
    return "no score" if outcome.points is None else f"{outcome.points:g}"
