"""The pages of both documentations, as paths relative to the repository.

Entry points: `PAGES`, `GENERATED`, `code_lines`, `links_of`.
"""

import re

from support.git_files import files_in_git
from support.paths import NBISOLATE, NBJUDGE, ROOT

# Pages of the documentation site that `make docs` generates, except copies of nbjudge's.
GENERATED = {"api.md", "mistakes.md"}
PLACES = ("docs", NBISOLATE, f"{NBISOLATE}/docs", NBJUDGE, f"{NBJUDGE}/docs", f"{NBJUDGE}/bench")
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = files_in_git(*TOP, *(f":(glob){place}/*.md" for place in PLACES))


def code_lines(page: str) -> list[str]:
    """Return the commands of a page: its indented and fenced sh blocks."""
    text = (ROOT / page).read_text()
    blocks = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", text, flags=re.M | re.S)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def links_of(page: str) -> list[str]:
    """Return the files and folders that a page links to."""
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / page).read_text())
    return [target for target in found if "://" not in target]
