"""Pages of submissions that were made before: the next one to grade is made while one is read."""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter

PAGES_KEPT = 32  # pages that are kept; each has some hundred kilobytes


class PageCache:
    """nbconvert's exporter, which makes a page anew only where something in it has changed.

    Parameters
    ----------
    exporter
        What makes the pages out of files.
    beside
        Finds, by the resources of a page, the other file that it shows; None where there is none.
    """

    def __init__(self, exporter: HTMLExporter, beside: Callable[[Mapping[str, Any]], Path | None]):
        self.exporter, self.beside = exporter, beside
        self.made: OrderedDict[str, tuple[str, dict[str, Any]]] = OrderedDict()

    def from_filename(self, filename: str, resources: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The page of the notebook in a file; see nbconvert's ``Exporter.from_filename``."""
        states = [_state(path) for path in (Path(filename), self.beside(resources))]
        key = json.dumps([filename, states, resources], default=str)
        if key not in self.made:
            self.made[key] = self.exporter.from_filename(filename, resources=resources)
            if len(self.made) > PAGES_KEPT:
                self.made.popitem(last=False)
        self.made.move_to_end(key)
        return self.made[key]


def _state(path: Path | None) -> tuple[int, int] | None:
    """What tells that a file is another one; None where there is none."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found else None
