"""An autograder for nbgrader that keeps hidden tests out of the student's process.

The names below are the door of the package (the page "Public API"): configurations, test cells,
exports and programs import them from here. All other modules are internal, and may move.
"""

import importlib
from typing import TYPE_CHECKING, Any

from .awards import Awards

if TYPE_CHECKING:
    from .adopt.borrowed_names import names_taken_in
    from .cli import make_parser
    from .course.check_names import check_name
    from .course.daily_notices import note_checked_elsewhere
    from .course.failed_cells import UNWRITTEN, CheckMessage, read_messages
    from .course.permissions import restrict_permissions
    from .course.policy import WatchLimits
    from .exchange.status_files import (
        AttemptStatus,
        Heartbeat,
        read_heartbeat,
        read_status,
        status_path,
    )
    from .files.submission import CollectSettings
    from .gradebook.audit import log_manual_grading
    from .gradebook.scores import Scores, Submission, read_scores
    from .grading.repair_notebook import RepairNotebook
    from .plugins.exchange import JudgeExchangeCollect, JudgeExchangeReleaseFeedback
    from .plugins.execute import JudgeExecute
    from .plugins.exports import CanvasExporter, CsvExporter, MoodleExporter, escape_formula
    from .plugins.feedback import FeedbackExporter, HideHiddenTests
    from .plugins.generate_assignment import AssignmentHeader, WarnUnchecked
    from .plugins.grades import JudgeGetGrades
    from .plugins.safehtml import SafeHTML
    from .report.sections import ReportSection
    from .report.settings import Report
    from .zip_collect.plugins import SafeExtractor, StudentIdCollector

__all__ = [
    "UNWRITTEN",
    "AssignmentHeader",
    "AttemptStatus",
    "Awards",
    "CanvasExporter",
    "CheckMessage",
    "CollectSettings",
    "CsvExporter",
    "FeedbackExporter",
    "Heartbeat",
    "HideHiddenTests",
    "JudgeExchangeCollect",
    "JudgeExchangeReleaseFeedback",
    "JudgeExecute",
    "JudgeGetGrades",
    "MoodleExporter",
    "RepairNotebook",
    "Report",
    "ReportSection",
    "SafeExtractor",
    "SafeHTML",
    "Scores",
    "StudentIdCollector",
    "Submission",
    "WarnUnchecked",
    "WatchLimits",
    "check_name",
    "escape_formula",
    "log_manual_grading",
    "make_parser",
    "names_taken_in",
    "note_checked_elsewhere",
    "read_heartbeat",
    "read_messages",
    "read_scores",
    "read_status",
    "restrict_permissions",
    "status_path",
]
# The module of each name. It is imported when the name is first used: a test cell that imports
# `Awards` runs in a fork that imports nothing of the grader.
MODULES = {
    "AssignmentHeader": "plugins.generate_assignment",
    "AttemptStatus": "exchange.status_files",
    "CanvasExporter": "plugins.exports",
    "CheckMessage": "course.failed_cells",
    "CollectSettings": "files.submission",
    "CsvExporter": "plugins.exports",
    "FeedbackExporter": "plugins.feedback",
    "Heartbeat": "exchange.status_files",
    "HideHiddenTests": "plugins.feedback",
    "JudgeExchangeCollect": "plugins.exchange",
    "JudgeExchangeReleaseFeedback": "plugins.exchange",
    "JudgeExecute": "plugins.execute",
    "JudgeGetGrades": "plugins.grades",
    "MoodleExporter": "plugins.exports",
    "RepairNotebook": "grading.repair_notebook",
    "Report": "report.settings",
    "ReportSection": "report.sections",
    "SafeExtractor": "zip_collect.plugins",
    "SafeHTML": "plugins.safehtml",
    "Scores": "gradebook.scores",
    "StudentIdCollector": "zip_collect.plugins",
    "Submission": "gradebook.scores",
    "UNWRITTEN": "course.failed_cells",
    "WarnUnchecked": "plugins.generate_assignment",
    "WatchLimits": "course.policy",
    "check_name": "course.check_names",
    "escape_formula": "plugins.exports",
    "log_manual_grading": "gradebook.audit",
    "make_parser": "cli",
    "names_taken_in": "adopt.borrowed_names",
    "note_checked_elsewhere": "course.daily_notices",
    "read_heartbeat": "exchange.status_files",
    "read_messages": "course.failed_cells",
    "read_scores": "gradebook.scores",
    "read_status": "exchange.status_files",
    "restrict_permissions": "course.permissions",
    "status_path": "exchange.status_files",
}


def __getattr__(name: str) -> Any:
    """Import a name of the door from its module, the first time that it is used."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{MODULES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
