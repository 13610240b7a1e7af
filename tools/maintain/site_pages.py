"""Write the pages of the documentation site that follow from other files.

    python tools/maintain/site_pages.py FOLDER

writes api.md, the reference of nbjudge's public names and commands, and copies the packages' pages:
their docs/ into FOLDER/nbjudge/ and FOLDER/nbisolate/, and nbjudge's CHANGELOG.md to changes.md.
"""

import importlib
import inspect
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from traitlets.config import Configurable

from nbjudge import make_parser

ROOT = Path(__file__).resolve().parents[2]
NBJUDGE = ROOT / "packages" / "nbjudge"
NBISOLATE = ROOT / "packages" / "nbisolate"
# Maps pages outside of nbjudge's docs/, from its folder, to their paths on the site.
ELSEWHERE = {
    "CHANGELOG.md": "changes.md",
    "bench/README.md": "nbjudge/bench.md",
}
TARGET = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
ROW = re.compile(r"^`(nbjudge[\w.]+)` \| ([^|\n]*) \|([^|\n]*)$", flags=re.M)
BEGIN = """\
# Reference

The names of the [public API](nbjudge/public-api.md), each with its docstring, and the commands.
Each trait is followed by its default. All other names are internal.
"""


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 1:
        print("usage: site_pages.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    (folder / "api.md").write_text(api_page(), encoding="utf-8")
    for source, page in package_pages().items():
        (folder / page).parent.mkdir(exist_ok=True)
        (folder / page).write_text(site_text(source), encoding="utf-8")
    return 0


def package_pages() -> dict[str, str]:
    """Return the paths of both packages' pages, from nbjudge's folder, with those on the site."""
    pages = {f"docs/{path.name}": f"nbjudge/{path.name}" for path in NBJUDGE.glob("docs/*.md")}
    for path in NBISOLATE.glob("docs/*.md"):
        pages[f"../nbisolate/docs/{path.name}"] = f"nbisolate/{path.name}"
    return pages | ELSEWHERE


def site_text(source: str) -> str:
    """Return a page of nbjudge's, with its links to other pages adapted to the site."""
    pages = package_pages()

    def lead(link: re.Match) -> str:
        target = os.path.normpath(os.path.join(os.path.dirname(source), link[1]))
        return f"]({os.path.relpath(pages[target], os.path.dirname(pages[source]))}"

    return TARGET.sub(lead, (NBJUDGE / source).read_text(encoding="utf-8"))


def api_page() -> str:
    """Return the reference as MyST Markdown: a section for each name in public-api.md."""
    text = (NBJUDGE / "docs" / "public-api.md").read_text(encoding="utf-8")
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
        # the methods that public-api.md names are listed.
        plugin = issubclass(thing, Configurable)
        listed = re.findall(r"`(\w+)`", purpose) if plugin else list(vars(thing))
        members = [each for each in listed if hasattr(thing, each) and not each.startswith("_")]
        lines = [f".. autoclass:: {name}{'()' if plugin else ''}"]
        lines += [f"   :members: {', '.join(members)}"] if members else []
    elif callable(thing):
        lines = [f".. autofunction:: {name}"]
    else:  # a constant has no docstring of its own, and autodata would show that of its type
        lines = [f".. py:data:: {name}", f"   :value: {thing!r}"]
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
