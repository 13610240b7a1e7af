"""Write the tables of a package's docs/promises.md, the attacks that it stops.

    python tools/promises_page.py [PACKAGE]

reads tests/promises.toml of a package of this repository, by default nbisolate. What stands before
the first table is written by hand, and stays.

Entry point: `page`.
"""

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PACKAGES = Path(__file__).resolve().parents[2]
NAMES = sorted(path.parts[-3] for path in PACKAGES.glob("*/tests/promises.toml"))
HEAD = "| Attack or mistake | Defense | Tests | Mutation in |\n| --- | --- | --- | --- |"


def page(root: Path) -> str:
    """Return the page of the package in the folder `root` as Markdown, with its present tables."""
    written = (root / "docs" / "promises.md").read_text()
    tables = tomllib.loads((root / "tests" / "promises.toml").read_text())
    parts = [written.partition("\n## ")[0]]
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


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Write docs/promises.md of a package.")
    parser.add_argument("package", nargs="?", default="nbisolate", choices=NAMES)
    root = PACKAGES / parser.parse_args().package
    (root / "docs" / "promises.md").write_text(page(root))


if __name__ == "__main__":
    main()
