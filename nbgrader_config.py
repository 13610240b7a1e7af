"""nbgrader's configuration of the course: where it lives, its gradebook, and how it is graded.

nbgrader and JupyterLab's formgrader read it from the folder in which they are started.
"""

import os
import sys
from pathlib import Path

from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute

from nbjudge.course.audit import record_hand_grading
from nbjudge.course.permissions import close_to_others

sys.path.append(str(Path(__file__).resolve().parent / "tools/grading"))
from forgeable import FORGEABLE

c = get_config()  # noqa: F821  (nbgrader defines it)

# ---- the course ----------------------------------------------------------------------------
c.CourseDirectory.course_id = "autograd-lab"
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
# Another gradebook than gradebook.db, such as postgresql+psycopg://user@host/gradebook.
if os.environ.get("NBGRADER_DB_URL"):
    c.CourseDirectory.db_url = os.environ["NBGRADER_DB_URL"]

# The feedback gets what lies beside a graded notebook, but not the record of the grading.
c.CourseDirectory.ignore = [*CourseDirectory.ignore.default(), "nbjudge.json"]
# The pages of `nbgrader generate_feedback` need no copy of the folder lab/ beside them.
c.GenerateFeedbackApp.CourseDirectory.ignore = [*c.CourseDirectory.ignore, "lab"]

# What is written here holds grades, hidden tests and secrets: it is for its user alone, or for the
# group where CourseDirectory.groupshared is on. What the exchange releases stays readable.
close_to_others(c)
# Who gave which point by hand is noted in nbjudge-audit.jsonl, beside the lines of `nbjudge grade`.
record_hand_grading(c.CourseDirectory.root)

# ---- how the release is made ----------------------------------------------------------------
# What stands in the place of a solution. The checks of an untouched cell fail with this sentence.
c.ClearSolutions.code_stub = {
    "python": "# YOUR CODE HERE\n"
    'raise NotImplementedError("This part is not written yet. When it is, delete this line.")'
}

# The first cell of a released notebook says which assignment comes when, and the due date that
# formgrader or `nbgrader db assignment add --duedate` has set.
c.GenerateAssignment.preprocessors = [
    *GenerateAssignment.preprocessors.default(),
    "nbjudge.plugins.head.NotebookHead",
]
c.NotebookHead.order = ["primer", "autograd", "simple-grad"]

# ---- how submissions are graded --------------------------------------------------------------
# nbgrader's list, with nbjudge's class instead of Execute: the student's cells run in a sandbox,
# the test cells in a judge.
c.Autograde.autograde_preprocessors = [
    "nbjudge.plugins.execute.JudgeExecute" if each is Execute else each
    for each in Autograde.autograde_preprocessors.default()
]
# Before that, cells that were copied, deleted or damaged are repaired.
repair = "nbjudge.grading.repair_notebook.RepairNotebook"
c.Autograde.sanitize_preprocessors = [repair, *Autograde.sanitize_preprocessors.default()]
# What the notebooks import. The warm process does it once, before any of them asks for it.
c.JudgeExecute.preload = ["torch", "graphviz"]
# A test cell that a student deleted is put back before grading, else nobody would score it.
c.OverwriteCells.add_missing_cells = True
# nbgrader gives no points for a test cell that wrote to stderr. A right answer may warn or print
# there, so what a cell wrote to stderr is dropped before the cell is scored.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"^"

# ---- the course's own: tools/grading/ ---------------------------------------------------------
# Who solves all four tasks of the lab gets a bonus; if nobody does, who solves all but one.
c.BonusExporter.forgiven = {"autograd": 1}
c.BonusExporter.left_out = {"autograd": ["5-run-the-graph"]}
# Two tables of the report, and the checks whose points a submission can forge.
c.Report.sections = ["misconceptions.Misconceptions", "guesses.Guesses"]
c.Report.forgeable = dict(FORGEABLE)

# ---- what is shown to students and to who grades: nbjudge ------------------------------------
# In formgrader and in the feedback no script of a student's runs.
c.HTMLExporter.preprocessors = ["nbjudge.plugins.safehtml.SafeHTML"]
# The feedback shows messages and awards, and not the hidden tests. Each page is made in a process
# of its own, so that no notebook keeps others from theirs.
c.GenerateFeedback.exporter_class = "nbjudge.plugins.feedback.FeedbackExporter"
c.GenerateFeedback.preprocessors = [
    "nbjudge.plugins.grades.Grades",
    "nbjudge.plugins.feedback.HideHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]

# Hand-ins are collected without following links; in the exchange, by owner and the kernel's time.
c.ExchangeFactory.collect = "nbjudge.plugins.exchange.Collect"
c.ZipCollectApp.extractor_plugin = "nbjudge.plugins.archives.Extract"
c.ZipCollectApp.collector_plugin = "nbjudge.plugins.archives.Identify"
# Feedback goes to all who handed in through nbgrader's exchange; others are named.
c.ExchangeFactory.release_feedback = "nbjudge.plugins.exchange.ReleaseFeedback"
