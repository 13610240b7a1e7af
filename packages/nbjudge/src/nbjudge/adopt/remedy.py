"""Search for changes that make test cells end as in stock nbgrader. Every change is tried.

Entry point: `find_remedy`. An import is tried before the tag `nbjudge:shared`, because it keeps the
test out of the submission's reach.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ..plugins.execute import JudgeExecute
from .differences import explain_difference
from .evidence import Evidence
from .findings import Key, counted
from .instead import Statement, statements_for
from .trial import RELEASE, SOLUTION, Way, say

# Each try grades the solution and the release once more, so both searches are bounded.
MOST_NAMES = 5  # names of a cell that are tried one by one
MOST_ROUNDS = 6  # rounds of `try_tags`


@dataclass(frozen=True)
class Remedy:
    """Changes that help, and the cells that nothing helped.

    Attributes
    ----------
    statements
        By test cell, the statements with which it does without a name of the submission and still
        ends as before or as in stock nbgrader.
    tags
        The cells that the tag helps, or that stand in the way of others without it.
    left
        The cells that still end differently with all imports and tags.
    """

    statements: Mapping[Key, list[Statement]] = field(default_factory=dict)
    tags: frozenset[Key] = frozenset()
    left: frozenset[Key] = frozenset()

    def imports(self, key: Key) -> tuple[str, ...]:
        """Return the import statements for a test cell."""
        return tuple(each.code for each in self.statements.get(key, ()) if each.is_import)

    def helps(self, key: Key) -> bool:
        """Return True if a change of this test cell helps."""
        return key in self.tags or bool(self.imports(key))


def find_remedy(evidence: Evidence) -> Remedy:
    """Find imports and tags that help, by grading the solution and the release with them."""
    search = _Search(evidence)
    statements = search.try_statements()
    tags, left = search.try_tags(statements)
    kept = {key: each for key, each in statements.items() if key not in tags}
    return Remedy(kept, frozenset(tags), frozenset(left))


class _Search:
    """One search; `number` counts its gradings and gives each a name of its own."""

    def __init__(self, evidence: Evidence):
        self.evidence, self.number = evidence, 0

    def try_statements(self) -> dict[Key, list[Statement]]:
        """Find the names that test cells can bind themselves instead of taking the submission's.

        Returns
        -------
        By test cell, the statements that work. All statements of a cell are tried at once; only if
        that fails, one by one.
        """
        wanted: dict[Key, list[Statement]] = {}
        for notebook in self.evidence.tests:
            wanted |= statements_for(self.evidence, notebook)
        if not wanted:
            return {}
        number = sum(len({each.name for each in own}) for own in wanted.values())
        say(f"Trying {counted(number, 'name')} of the submission without it in the test cells")
        way = self.grade(wanted)
        helped = {key: own for key, own in wanted.items() if self.same(key, way)}
        others = {key: own for key, own in wanted.items() if key not in helped and len(own) > 1}
        for place in range(min(MOST_NAMES, max(map(len, others.values()), default=0))):
            single = {key: [own[place]] for key, own in others.items() if place < len(own)}
            way = self.grade(single)
            for key, own in single.items():
                if self.same(key, way):
                    helped[key] = [*helped.get(key, []), *own]
        return helped

    def try_tags(
        self, statements: dict[Key, list[Statement]]
    ) -> tuple[Collection[Key], Collection[Key]]:
        """Find cells to tag, as few as possible, in addition to the imports.

        Returns
        -------
        The cells to tag, and the cells that end differently all the same.
        """
        # Imports go first: a cell that an import helps needs no tag, and a tagged cell runs in the
        # submission's process, which may change its points.
        way = self.evidence.judged
        imports = {key for key, own in statements.items() if any(each.is_import for each in own)}
        left = {key for key in self.differing(way) if key not in imports}
        if imports and not left:  # else they are tried together with the tags
            way = self.grade(statements, imports_only=True)
            left = self.differing(way)
        tags = set[Key]()
        # Each round tags the culprits of the cells that still differ, and once every culprit is
        # tagged, those cells themselves. A culprit may hide another one, which only the next round
        # sees. The bound ends a long chain of them: what is left is reported as such.
        for _ in range(MOST_ROUNDS):
            wanted = {self.culprit(key, way) for key in left} - tags or left - tags
            if not wanted:
                break
            tags |= wanted
            say(f"Trying the tag nbjudge:shared on {counted(len(tags), 'test cell')}")
            way = self.grade(statements, tags, imports_only=True)
            left = self.differing(way)
        if left & tags:  # a tag that does not help its own cell would only weaken the test
            tags -= left
            way = self.grade(statements, tags, imports_only=True)
            left = self.differing(way)
        return tags, left

    def grade(
        self,
        statements: Mapping[Key, list[Statement]],
        tags: Collection[Key] = (),
        imports_only: bool = False,
    ) -> Way:
        """Grade the solution and the release with changed test cells."""
        self.number += 1
        lines = {
            key: [each.code for each in own if each.is_import or not imports_only]
            for key, own in statements.items()
            if key not in tags
        }
        name = f"changed-{self.number}"
        return self.evidence.trial.grade(name, JudgeExecute, shared=tags, statements=lines)

    def differing(self, way: Way) -> set[Key]:
        """Return the cells that do not end as they should."""
        return {key for key in self.evidence.keys if not self.same(key, way)}

    def same(self, key: Key, way: Way) -> bool:
        """Return True if a cell ends as it should in `way`.

        It should end as in stock nbgrader. If stock nbgrader did not run it, or nbjudge gives more
        points to the solution only, it should end as it did in nbjudge before any change.
        """
        if self.evidence.compared(key) and not self.evidence.better(key):
            return not self.evidence.differs(key, way)
        before = self.evidence.judged
        return all(
            way[what][0].outcomes[key].verdict in {r.outcomes[key].verdict for r in before[what]}
            for what in (SOLUTION, RELEASE)
        )

    def culprit(self, key: Key, way: Way) -> Key:
        """Return the cell to change so that this one ends as it should."""
        return key[0], explain_difference(self.evidence, key, way).culprit
