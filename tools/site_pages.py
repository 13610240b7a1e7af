"""Write the pages of the documentation site that follow from other files.

    python tools/site_pages.py FOLDER

writes api.md, the reference of the names in docs/public.md and of the commands, and changes.md,
which is CHANGELOG.md.

    python tools/site_pages.py --links

prints the links that lead out of the pages, with where they stand.
"""

import argparse
import importlib
import inspect
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
from traitlets.config import Configurable

from nbjudge.cli import make_parser

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| `(nbjudge[\w.]+)` \| ([^|]*) \|([^|]*)\|$", flags=re.M)
LINK = re.compile(r"https?://[^\s)>\]\"'`]+")
BEGIN = """\
# Reference

The names of [what a course may write](public.md), with what the code says of each, and the
commands. A default stands behind its trait. Other names are the package's own affair.
"""


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--links", action="store_true")
    given = parser.parse_args(arguments)
    if given.links:
        for place, link in sorted(outer_links()):
            print(f"{place}: {link}")
    if given.folder:
        (given.folder / "api.md").write_text(api_page(), encoding="utf-8")
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")
        (given.folder / "changes.md").write_text(changes, encoding="utf-8")
    return 0


def api_page() -> str:
    """The reference as MyST Markdown: a section for each name that docs/public.md lists."""
    text = (ROOT / "docs" / "public.md").read_text(encoding="utf-8")
    parts = [BEGIN]
    for name, purpose, traits in ROW.findall(text):
        parts.append(_section(name, purpose, re.findall(r"`(\w+)`", traits)))
    return "\n".join([*parts, *_commands()])


def _section(name: str, purpose: str, traits: list[str]) -> str:
    module, _, own = name.rpartition(".")
    thing = getattr(importlib.import_module(module), own)
    if inspect.isclass(thing):
        # A class of nbgrader's is configured and not called; of its methods the page names some.
        plugin = issubclass(thing, Configurable)
        listed = re.findall(r"`(\w+)`", purpose) if plugin else list(vars(thing))
        members = [each for each in listed if hasattr(thing, each) and not each.startswith("_")]
        lines = [f".. autoclass:: {name}{'()' if plugin else ''}"]
        lines += [f"   :members: {', '.join(members)}"] if members else []
    else:
        lines = [f".. autofunction:: {name}"]
    directive = "\n".join(lines)
    section = [f"## {own}\n", f"In a course: {purpose}.\n", f"```{{eval-rst}}\n{directive}\n```\n"]
    for trait in traits:
        found = thing.class_traits()[trait]
        section.append(f"`c.{own}.{trait} = {found.default_value_repr()}`\n: {found.help}\n")
    return "\n".join(section)


def _commands() -> Iterator[str]:
    """A section with the help of each command."""
    # argparse asks how wide the terminal is.
    os.environ["COLUMNS"] = "80"
    parser = make_parser()
    yield f"## Commands\n\n```text\n{parser.format_help().strip()}\n```\n"
    [commands] = (each.choices for each in parser._actions if isinstance(each.choices, dict))
    for name, command in commands.items():
        # How many cores this machine has is of no interest.
        yield f"### nbjudge {name}\n\n```text\n{command.format_help().strip()}\n```\n"


def outer_links() -> set[tuple[str, str]]:
    """The links that lead out of the pages and the released notebooks.

    Returns
    -------
    Pairs of the path of a file, from the repository's root, and a link in it.
    """
    pages = ["README.md", "CHANGELOG.md", "src/nbjudge/README.md", "docs/*.md"]
    found = set()
    for path in (each for pattern in pages for each in ROOT.glob(pattern)):
        text = re.sub(r"^ *```.*?^ *```", "", path.read_text("utf-8"), flags=re.M | re.S)
        found |= {(path, link) for link in LINK.findall(re.sub(r"`[^`]*`", "", text))}
    for path in ROOT.glob("release/*/*.ipynb"):
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type == "markdown":
                found |= {(path, link) for link in LINK.findall(cell.source)}
    return {(str(path.relative_to(ROOT)), link) for path, link in found}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
