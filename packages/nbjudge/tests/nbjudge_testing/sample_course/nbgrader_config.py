"""nbgrader's configuration of the sample course: all that nbjudge offers is switched on."""

import os
from pathlib import Path

from nbjudge.course.permissions import restrict_permissions
from nbjudge.gradebook.audit import log_manual_grading

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
    "nbjudge.JudgeExecute",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.JudgeExecute.preload = []

c.HTMLExporter.preprocessors = ["nbjudge.SafeHTML"]
c.GenerateFeedback.exporter_class = "nbjudge.FeedbackExporter"
c.GenerateFeedback.preprocessors = [
    "nbjudge.JudgeGetGrades",
    "nbjudge.HideHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
c.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
c.ZipCollectApp.extractor_plugin = "nbjudge.SafeExtractor"
c.ZipCollectApp.collector_plugin = "nbjudge.StudentIdCollector"
