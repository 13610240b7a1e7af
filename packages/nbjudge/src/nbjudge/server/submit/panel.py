"""The panel *Submissions* of JupyterLab: what it shows of a folder's attempts, as HTML.

Entry point: `panel_of`. Times are `time` elements in UTC, whose text the panel's script writes
again in the student's time zone.
"""

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from ...files.text import joined
from ...files.times import duration_text, parse_time, utc_now
from ...result.notebook_result import NotebookResult, notebooks_html, points_line, style
from ...result.parts import Part

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
UNDER_WAY = ("waiting", "grading")


def panel_of(status: Mapping[str, Any], notebook: str) -> dict[str, Any]:
    """Return what the panel shows.

    Parameters
    ----------
    status
        The result of `ExchangeView.status`, with `progress`, that of `progress_of`.
    notebook
        The name of the notebook that the student has open; it comes first.

    Returns
    -------
    A dict with `now`, the HTML of the line on the latest attempt; `html`, the HTML of the rest;
    `is_open`, True if something more is to come of that attempt; `is_over`, True if the due date
    has passed.
    """
    attempts = status["attempts"]
    watch = status["watch"]
    shown = []
    for number, attempt in enumerate(attempts):
        notebooks = _notebooks(attempt, notebook, with_pictures=number == 0)
        untouched = [
            name for name, result, *_ in notebooks if result.is_untouched and name != notebook
        ]
        shown.append(
            {
                "time": attempt["time"],
                "outcome": outcome(attempt, watch),
                "late": lateness(attempt),
                "notebooks": [entry for entry in notebooks if entry[0] not in untouched],
                "untouched": joined(untouched) if untouched else "",
                "is_latest": number == 0,
            }
        )
    due = status["due"]
    template = TEMPLATES.get_template("submissions.html.j2")
    progress = ""
    if any(notebook["result"] for notebook in status["progress"]):
        progress = notebooks_html("Last validation", status["progress"])
    html = template.render(
        style=style(),
        paused=watch and watch["stopped"],
        progress=progress,
        title=f"Your attempts at {status['assignment']}, course {status['course']}",
        due=due_sentence(due) if due else "",
        attempts=shown,
        open_notebook=notebook,
        when=when,
    )
    return {
        "now": now_line(attempts, watch),
        "html": html,
        "is_open": bool(attempts) and _is_open(attempts[0]),
        "is_over": bool(due) and is_over(due),
    }


def notes_html(lacking: Sequence[str], noted: Sequence[str]) -> str:
    """Return the HTML of the sentences on the folder, those of `look_at_folder`."""
    return TEMPLATES.get_template("notes.html.j2").render(lacking=lacking, noted=noted)


def now_line(attempts: Sequence[Mapping[str, Any]], watch: Mapping[str, Any] | None) -> Markup:
    """Return the line on the latest attempt, which a screen reader reads when it changes."""
    if not attempts:
        return Markup("Nothing submitted yet.")
    latest = attempts[0]
    late = lateness(latest)
    line = Markup("Submitted at {}. {}").format(
        when(latest["time"], short=True), outcome(latest, watch)
    )
    return line + (f" {late}" if late else "")


def outcome(attempt: Mapping[str, Any], watch: Mapping[str, Any] | None) -> Markup:
    """Return what has become of an attempt, in one to three sentences."""
    status = attempt["status"]
    if not status:
        if _has_page(attempt):
            return Markup("Your feedback is ready.")
        soon = "It will be graded in a moment." if watch else "It will be graded later."
        return Markup(soon)
    reason = status["reason"] or ""
    if reason and reason[-1] not in ".!?":
        reason += "."
    sentences: list[str] = []
    match status["state"]:
        case "waiting":
            sentences += _waiting(status)
        case "grading" if status["points"] is None:
            return Markup("It is being graded.")
        case "grading":
            sentences += [f"{_points(status)}.", "The feedback page follows."]
        case "replaced":
            return Markup("It was not graded, because you submitted again.")
        case "refused":
            sentences.append("It is not graded.")
        case _:
            sentences.append(f"{_points(status)}.")
            if status["superseded_at"]:
                sentences.append("A newer attempt counts.")
    return Markup(" ").join([*sentences, reason] if reason else sentences)


def _waiting(status: Mapping[str, Any]) -> list[str]:
    """Return the sentences on an attempt that waits for its turn."""
    position = status["queue_position"]
    sentences = ["It is waiting."]
    if position:
        sentences = ["It is next." if position == 1 else f"Place {position} in the queue."]
    if status["seconds"]:
        # In steps, because a screen reader says each change.
        sentences.append(f"About {5 * -int(-status['seconds'] // 5)} s.")
    if status["not_before"]:
        start = when(status["not_before"], short=True)
        sentences.append(Markup("It will be graded at {}.").format(start))
    return sentences


def lateness(attempt: Mapping[str, Any]) -> str:
    """Return how late an attempt is, to the minute; "" if it is not."""
    status = attempt["status"]
    if not (status and status["due"]):
        return ""
    late = parse_time(status["submitted_at"]) - parse_time(status["due"])
    return f"Late by {duration_text(late)}." if late > datetime.timedelta(0) else ""


def due_sentence(due: str) -> Markup:
    """Return the sentence on the due date."""
    return Markup("{} on {}.").format("Was due" if is_over(due) else "Due", when(due))


def is_over(due: str) -> bool:
    """Return True if a due date has passed."""
    return parse_time(due) < utc_now()


def when(text: str, *, short: bool = False) -> Markup:
    """Return a time of the exchange or of a status file as an element.

    nbgrader writes `2026-11-22 14:03:05.123456 UTC`. With `short`, today's times have no date.
    """
    iso = f"{text.removesuffix(' UTC').removesuffix('Z').replace(' ', 'T', 1)}Z"
    try:
        parse_time(iso)
    except ValueError:  # of an exchange with another format
        return escape(text)
    return Markup('<time datetime="{}" data-format="{}">{}</time>').format(
        iso, "short" if short else "long", text
    )


def _points(entry: Mapping[str, Any]) -> str:
    """Return the points of a submission or of one of its notebooks in words."""
    # Another version of nbjudge may have written the file without the last two.
    waiting = entry.get("pending_points") or 0
    later = entry.get("later_points") or 0
    return points_line(entry["points"], entry["possible"] or 0, waiting, later)


def _notebooks(
    attempt: Mapping[str, Any], first: str, *, with_pictures: bool
) -> list[tuple[str, NotebookResult, str, bool]]:
    """Return name, result, points and whether there is a page, for each notebook of an attempt.

    Without a watch, all that is known is which pages there are. The notebook `first` comes first.
    """
    pages = attempt["pages"]
    notebooks = []
    for entry in (attempt["status"] or {}).get("notebooks", []):
        name = entry["name"]
        result = NotebookResult(
            [_part(data, with_pictures) for data in entry["parts"]],
            unreadable=entry.get("unreadable", ""),
        )
        has_page = name in pages and pages[name]["is"]
        points = "" if entry["points"] is None else _points(entry)
        notebooks.append((name, result, points, has_page))
    known = [name for name, *_ in notebooks]
    for name, page in pages.items():
        if page["is"] and name not in known:
            notebooks.append((name, NotebookResult(), "", True))
    return sorted(notebooks, key=lambda notebook: notebook[0] != first)


def _part(data: Mapping[str, Any], with_pictures: bool) -> Part:
    """Return a part as a status file has it (docs/public-api.md)."""
    fields = {field: data[field] for field in Part._fields if field in data}
    part = Part(**{"grade_id": "", **fields})
    return part if with_pictures else part._replace(pictures=())


def _has_page(attempt: Mapping[str, Any]) -> bool:
    return any(page["is"] for page in attempt["pages"].values())


def _is_open(attempt: Mapping[str, Any]) -> bool:
    """Return True if more is to come of an attempt."""
    status = attempt["status"]
    return status["state"] in UNDER_WAY if status else not _has_page(attempt)
