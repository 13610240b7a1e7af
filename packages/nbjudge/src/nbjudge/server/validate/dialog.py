"""The dialog of the Validate button: its title, its text, and the notebook to go on with."""

from collections.abc import Sequence
from typing import Any

from ...result.notebook_result import NotebookResult, notebooks_html, style

COMPLETE = "Validated"
INCOMPLETE = "Not there yet"


def dialog_of(
    result: NotebookResult, progress: Sequence[dict[str, str | None]], name: str
) -> dict[str, Any]:
    """Return what the button shows.

    Parameters
    ----------
    result
        The result of the notebook `name`.
    progress
        The result of `progress_of` for its folder.
    name
        The notebook's name, without its ending.

    Returns
    -------
    A dict with `title`; `label`, which a screen reader reads; `html`; and `next`, the name of the
    notebook to go on with, or None if something is left to do or this is the last one.
    """
    title = COMPLETE if result.is_complete else INCOMPLETE
    html = style() + result.html(3, in_lab=True)
    if len(progress) > 1:
        html += notebooks_html("Notebooks in this folder", progress)
    names = [notebook["name"] for notebook in progress]
    following = names[names.index(name) + 1 :] if name in names else []
    return {
        "title": title,
        "label": f"{title}. {result.words}",
        "html": html,
        "next": following[0] if following and result.is_complete else None,
    }
