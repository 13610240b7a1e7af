"""The package stays small: a new feature takes the place of something, or raises `MOST` on purpose.

A line counts if it has a token that is neither comment nor docstring.
"""

import ast
import io
import tokenize

from git_files import files_in_git
from package_root import ROOT

MOST = 16_500
BLANK = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(source: str) -> set[int]:
    """Return the numbers of the lines of code."""
    lines = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in BLANK:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return lines


def test_a_line_of_code_is_one_with_a_token_that_is_no_comment():
    source = '"""Text.\n\nMore."""\n\nx = (  # why\n    1,\n)\n\n# alone\ntext = """a\n\nb"""\n'
    assert code_lines(source) == {5, 6, 7, 10, 11, 12}


def test_the_package_has_no_more_code_than_it_may():
    found = {name: len(code_lines((ROOT / name).read_text())) for name in files_in_git("src/*.py")}
    total = sum(found.values())
    print("\n".join(f"{count:6} {name}" for name, count in sorted(found.items())))
    assert 0.9 * MOST < total <= MOST, f"{total} lines of code, and {MOST} are allowed"
