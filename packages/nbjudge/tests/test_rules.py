"""Rules of contributing.md on the words of `src/nbjudge`.

A docstring says what a function does ("Return ...") or what a thing is (a noun). One that begins
with "What", "Whether" or the like leaves that to the reader.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from package_root import ROOT

QUESTION = re.compile(r"(What|Who|Whose|Whether|Where|Which|How)\b")
MOST = 20  # in the whole package, for sentences that would be worse in another form
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the place (path:line) and the text of each docstring below a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, Documented) and (text := ast.get_docstring(node)):
                yield f"{path.relative_to(folder)}:{node.body[0].lineno}", text


def questions(folder: Path) -> list[str]:
    """Return the place and first line of each docstring that begins like a question."""
    return [
        f"{place}: {text.splitlines()[0]}"
        for place, text in docstrings(folder)
        if QUESTION.match(text)
    ]


def test_docstrings_begin_with_a_verb_or_a_noun():
    found = questions(ROOT / "src")
    assert len(found) <= MOST, f"{len(found)} docstrings, at most {MOST}:\n" + "\n".join(found)


def test_docstrings_of_the_package_are_seen():
    assert len(list(docstrings(ROOT / "src"))) > 1000


def test_docstrings_of_modules_classes_and_functions_are_seen(tmp_path):
    (tmp_path / "module.py").write_text(
        '"""What it is."""\n'
        'class Thing:\n    """Whose it is."""\n'
        '    def method(self):\n        """Whether it is."""\n'
        'async def wait():\n    """\n    How long it takes.\n    """\n'
        'def show():\n    """Show what it is."""\n'
        'def repeat():\n    """Whatever it is, repeat it."""\n'
    )
    assert sorted(questions(tmp_path)) == [
        "module.py:1: What it is.",
        "module.py:3: Whose it is.",
        "module.py:5: Whether it is.",
        "module.py:7: How long it takes.",
    ]
