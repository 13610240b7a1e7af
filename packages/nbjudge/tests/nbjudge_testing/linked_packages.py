"""Links to the packages that nbjudge needs, for a new environment without the others.

Entry point: `link_packages`.
"""

import importlib.metadata
import os
import re
import shutil
import sys
from pathlib import Path

from packaging.requirements import Requirement


def link_packages(environment: Path) -> None:
    """Put the packages that nbjudge and nbisolate need into a new environment, file by file."""
    found: dict[str, set] = {}
    _needed("nbjudge", frozenset(), found)
    for name in ("nbisolate", "nbjudge"):
        found.pop(name)
    there = Path(sys.prefix)
    for name in found:
        for file in importlib.metadata.files(name) or []:
            source = Path(os.path.normpath(file.locate()))
            if not source.is_relative_to(there) or not source.is_file():
                continue
            target = environment / source.relative_to(there)
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():
                continue
            if "bin" in source.relative_to(there).parts[:1]:
                target.write_bytes(
                    source.read_bytes().replace(str(there).encode(), str(environment).encode())
                )
                target.chmod(0o755)
                continue
            try:
                os.link(source, target)
            except OSError:  # another file system
                shutil.copy(source, target)


def _needed(name: str, extras: frozenset[str], found: dict[str, set]) -> None:
    """Collect a distribution and all that it needs, with the extras that are asked for."""
    name = re.sub(r"[-_.]+", "-", name).lower()
    if name in found and extras <= found[name]:
        return
    found.setdefault(name, {""}).update(extras)
    try:
        lines = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        found.pop(name)  # for another system, or provided by Python
        return
    for requirement in map(Requirement, lines):
        wanted = (requirement.marker or requirement.marker is None) and any(
            requirement.marker is None or requirement.marker.evaluate({"extra": extra})
            for extra in found[name]
        )
        if wanted:
            _needed(requirement.name, frozenset(requirement.extras), found)
