"""Write docs/promises.md of a package: the attacks that it stops, as an index and in tables.

    python tools/promises_page.py [PACKAGE]

reads tests/promises.toml of a package of this repository, by default nbisolate. What stands before
the index is written by hand, and stays.

Entry point: `page`.
"""

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PACKAGES = Path(__file__).resolve().parents[2]
NAMES = sorted(path.parts[-3] for path in PACKAGES.glob("*/tests/promises.toml"))
HEAD = "| Attack or mistake | Defense |\n| --- | --- |\n"


def page(root: Path) -> str:
    """Return the page of the package in the folder `root` as Markdown, with its present rows."""
    written = (root / "docs" / "promises.md").read_text()
    by_hand = written.partition("\n## ")[0]
    kinds = tomllib.loads((root / "tests" / "promises.toml").read_text())
    index = ["## Index of attacks\n"]
    tables = []
    for title, rows in kinds.items():
        ids = [f"{title.lower().replace(' ', '-')}-{number}" for number in range(1, len(rows) + 1)]
        index.append(f"{title}:\n")
        index.append("".join(map(_line, ids, rows)))
        tables.append(f"## {title}\n\n{HEAD}" + "".join(map(_row, ids, rows)))
    return "\n".join([by_hand, *index, *tables])


def _line(id_: str, row: Mapping[str, Any]) -> str:
    """Return the line of the index. GitHub and the site keep links and ids that are HTML."""
    return f'- <a href="#{id_}">{row["attack"]}</a>\n'


def _row(id_: str, row: Mapping[str, Any]) -> str:
    proof = f"{', '.join(_tests(row))}. The mutation is in `{row['file']}`."
    folded = f"<details><summary>Tests</summary>{proof}</details>"
    return f'| <a id="{id_}"></a>{row["attack"]} | {row["defense"]} {folded} |\n'


def _tests(row: Mapping[str, Any]) -> list[str]:
    """Return the test that the mutation must break, and then the other ones."""
    file, _, test = row["test"].partition("::")
    others = [f"`{name}`" for name in row.get("also", [])]
    attack = test.partition("-")[2].removesuffix("]")
    if file == "test_attacks.py" and attack:
        return [f"`attacks/{attack}.py`", *others]
    folder = Path(file).parent.name or "tests"
    return [f"`{test.partition('[')[0]}` ({folder})", *others]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Write docs/promises.md of a package.")
    parser.add_argument("package", nargs="?", default="nbisolate", choices=NAMES)
    root = PACKAGES / parser.parse_args().package
    (root / "docs" / "promises.md").write_text(page(root))


if __name__ == "__main__":
    main()
