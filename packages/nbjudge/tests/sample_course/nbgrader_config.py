"""nbgrader's configuration of the sample course: all that nbjudge offers is switched on."""

import os
from pathlib import Path

from nbjudge.course.audit import log_manual_grading
from nbjudge.course.permissions import restrict_permissions

c = get_config()  # noqa: F821  (nbgrader defines it)

c.CourseDirectory.course_id = "course101"
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
if os.environ.get("NBGRADER_DB_URL"):
    c.CourseDirectory.db_url = os.environ["NBGRADER_DB_URL"]
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "feedback",
    "nbjudge.json",
]
restrict_permissions(c)
log_manual_grading(c.CourseDirectory.root)

c.OverwriteCells.add_missing_cells = True
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"^"

c.Autograde.autograde_preprocessors = [
    "nbjudge.plugins.execute.JudgeExecute",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.JudgeExecute.preload = []

c.HTMLExporter.preprocessors = ["nbjudge.plugins.safehtml.SafeHTML"]
c.GenerateFeedback.exporter_class = "nbjudge.plugins.feedback.FeedbackExporter"
c.GenerateFeedback.preprocessors = [
    "nbjudge.plugins.grades.JudgeGetGrades",
    "nbjudge.plugins.feedback.HideHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
c.ExchangeFactory.collect = "nbjudge.plugins.exchange.JudgeExchangeCollect"
c.ExchangeFactory.release_feedback = "nbjudge.plugins.exchange.JudgeExchangeReleaseFeedback"
c.ZipCollectApp.extractor_plugin = "nbjudge.plugins.archives.Extract"
c.ZipCollectApp.collector_plugin = "nbjudge.plugins.archives.Identify"
