"""Write the pages of the documentation site that follow from other files.

    python tools/maintain/site_pages.py FOLDER

writes api.md, the reference of nbjudge's public names and commands, and copies nbjudge's pages: its
docs/ into FOLDER/nbjudge/, CHANGELOG.md to changes.md.

    python tools/maintain/site_pages.py --links

prints the external links of the pages, each with the file that contains it.
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

ROOT = Path(__file__).resolve().parents[2]
NBJUDGE = ROOT / "packages" / "nbjudge"
# Maps nbjudge's pages outside of its docs/ to their paths on the site.
ELSEWHERE = {"CHANGELOG.md": "changes.md", "bench/README.md": "nbjudge/bench.md"}
TARGET = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
ROW = re.compile(r"^\| `(nbjudge[\w.]+)` \| ([^|]*) \|([^|]*)\|$", flags=re.M)
LINK = re.compile(r"https?://[^\s)>\]\"'`]+")
BEGIN = """\
# Reference

The names of [what a course may write](nbjudge/public.md), with what the code says of each, and the
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
        (given.folder / "nbjudge").mkdir(exist_ok=True)
        (given.folder / "api.md").write_text(api_page(), encoding="utf-8")
        for source, page in nbjudge_pages().items():
            (given.folder / page).write_text(site_text(source), encoding="utf-8")
    return 0


def nbjudge_pages() -> dict[str, str]:
    """Return the paths of nbjudge's pages in its folder, each with its path on the site."""
    pages = {f"docs/{path.name}": f"nbjudge/{path.name}" for path in NBJUDGE.glob("docs/*.md")}
    return pages | ELSEWHERE


def site_text(source: str) -> str:
    """Return a page of nbjudge's, with its links to other pages adapted to the site."""
    pages = nbjudge_pages()

    def lead(link: re.Match) -> str:
        target = os.path.normpath(os.path.join(os.path.dirname(source), link[1]))
        return f"]({os.path.relpath(pages[target], os.path.dirname(pages[source]))}"

    return TARGET.sub(lead, (NBJUDGE / source).read_text(encoding="utf-8"))


def api_page() -> str:
    """Return the reference as MyST Markdown: a section for each name in public.md."""
    text = (NBJUDGE / "docs" / "public.md").read_text(encoding="utf-8")
    text = text.replace("](", "](nbjudge/")
    parts = [BEGIN]
    for name, purpose, traits in ROW.findall(text):
        parts.append(_section(name, purpose, re.findall(r"`(\w+)`", traits)))
    return "\n".join([*parts, *_commands()])


def _section(name: str, purpose: str, traits: list[str]) -> str:
    module, _, own = name.rpartition(".")
    thing = getattr(importlib.import_module(module), own)
    if inspect.isclass(thing):
        # A plugin of nbgrader's is configured, not called, so its parameters are left out, and only
        # the methods that public.md names are listed.
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
    """Yield a section with the help of each command."""
    # argparse wraps at the width of the terminal, so set it.
    os.environ["COLUMNS"] = "80"
    parser = make_parser()
    yield f"## Commands\n\n```text\n{parser.format_help().strip()}\n```\n"
    [commands] = (each.choices for each in parser._actions if isinstance(each.choices, dict))
    for name, command in commands.items():
        yield f"### nbjudge {name}\n\n```text\n{command.format_help().strip()}\n```\n"


def outer_links() -> set[tuple[str, str]]:
    """Return the external links of the pages and the released notebooks.

    Returns
    -------
    Pairs of the path of a file, from the repository's root, and a link in it.
    """
    pages = ["README.md", "docs/*.md", *(f"packages/nbjudge/{name}" for name in nbjudge_pages())]
    pages.append("packages/nbjudge/README.md")
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
