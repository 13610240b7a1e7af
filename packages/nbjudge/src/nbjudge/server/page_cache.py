"""Cache of rendered submissions, so that the page of the next one is ready before it is opened."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter

from .write_ups import notebook_state

PAGES_KEPT = 32  # pages in the cache; each takes some hundred kilobytes


class PageCache:
    """Cache in front of nbconvert's exporter: a page is regenerated only if its content changed.

    `beside` is called with the resources of a page. It returns the path of the other file whose
    content the page shows, or None if there is none.
    """

    def __init__(self, exporter: HTMLExporter, beside: Callable[[Mapping[str, Any]], Path | None]):
        self.exporter = exporter
        self.beside = beside
        self.page = lru_cache(PAGES_KEPT)(self._page)

    def from_filename(self, filename: str, resources: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the page of the notebook in a file; see nbconvert's ``Exporter.from_filename``.

        The template gets `resources.answer_state`, the `notebook_state` of what the page shows.
        """
        # Computed before the notebook is read: if it is replaced in between, the page has the older
        # state, and no points are saved for it.
        resources = {**resources, "answer_state": notebook_state(Path(filename))}
        states = _state(Path(filename)), _state(self.beside(resources))
        # The resources are part of the key, because the template shows some of them.
        return self.page(filename, json.dumps(resources), states)

    def _page(self, filename: str, resources: str, states: object) -> tuple[str, dict[str, Any]]:
        page: tuple[str, dict[str, Any]] = self.exporter.from_filename(
            filename, resources=json.loads(resources)
        )
        return page


def _state(path: Path | None) -> tuple[int, int] | None:
    """Return the time and size of a file, which differ once it changes; None if it is missing."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found else None
