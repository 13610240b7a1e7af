"""Write docs/promises.md, the table of what nbjudge stops, from tests/promises.toml.

    python tools/promises_page.py

Entry points: `read_rows`, `page`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROWS = ROOT / "tests" / "promises.toml"
BEGIN = """\
# Promises, and the tests that hold them

[security.md](security.md) says what you must do, and what remains. This page is generated from
`tests/promises.toml`.

Each row is something that a submission, or somebody with a student's account, may try, or a mistake
that would help them. It names a test, further tests and attacks, and a file of the package in which
a mutation takes the defense out. `make promises` applies each mutation to a copy of the package,
and the first test of the row must fail with it. Three rows run in `make test`, and all of them in
`make soak`.
"""
HEAD = "| Attack, or mistake | What stops it | Held by | Mutated |\n| --- | --- | --- | --- |"


Tables = Mapping[str, Sequence[Mapping[str, Any]]]  # rows by the title of their table


def read_rows() -> Tables:
    """Return the rows of promises.toml."""
    return tomllib.loads(ROWS.read_text())


def page(tables: Tables) -> str:
    """Return the page as Markdown."""
    parts = [BEGIN]
    for title, rows in tables.items():
        parts.append(f"## {title}\n\n{HEAD}\n" + "".join(map(_row, rows)))
    return "\n".join(parts)


def _row(row: Mapping[str, Any]) -> str:
    file, _, test = row["test"].partition("::")
    names = [f"`{test.partition('[')[0]}` ({Path(file).parent.name or 'tests'})"]
    if attack := test.partition("-")[2].removesuffix("]") if file == "test_attacks.py" else "":
        names = [f"`attacks/{attack}.py`"]
    names += [f"`{name}`" for name in row.get("also", [])]
    return f"| {row['attack']} | {row['defense']} | {', '.join(names)} | `{row['file']}` |\n"


if __name__ == "__main__":
    (ROOT / "docs" / "promises.md").write_text(page(read_rows()))
