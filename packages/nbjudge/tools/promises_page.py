"""Write docs/promises.md, the table of attacks that nbjudge stops, from tests/promises.toml.

    python tools/promises_page.py

Entry points: `read_rows`, `page`.
"""

import argparse
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROWS = ROOT / "tests" / "promises.toml"
BEGIN = """\
# Promises and their tests

[security.md](security.md) lists what you must do and which risks remain. This page is generated
from `tests/promises.toml`.

Each row is an attack by a submission or by somebody with a student's account, or a mistake that
would help them. It lists the defense, its tests and attacks, and the file of the package in which a
mutation removes it. `make promises` applies each mutation to a copy of the package; the first test
of the row must then fail. `make test` runs three of the rows, and `make soak` runs all of them.
"""
HEAD = "| Attack or mistake | Defense | Tests | Mutation in |\n| --- | --- | --- | --- |"


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
    argparse.ArgumentParser(
        description="Write docs/promises.md from tests/promises.toml."
    ).parse_args()
    (ROOT / "docs" / "promises.md").write_text(page(read_rows()))
