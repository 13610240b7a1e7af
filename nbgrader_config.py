"""nbgrader's configuration of the course: where it lives, its gradebook, and how it is graded.

nbgrader and JupyterLab's formgrader read it from the folder in which they are started.
"""

import os
import sys
from pathlib import Path

from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute

from nbjudge import log_manual_grading, restrict_permissions

sys.path.append(str(Path(__file__).resolve().parent / "tools/grading"))
from bonus import BonusExporter  # noqa: F401  (nbjudge checks the settings of imported classes)
from forgeable import FORGEABLE, NOT_FORGEABLE

c = get_config()  # noqa: F821  (nbgrader defines it)

# ---- the course ----------------------------------------------------------------------------
c.CourseDirectory.course_id = "autograd-lab"
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
# A gradebook other than gradebook.db, such as postgresql+psycopg://user@host/gradebook.
if os.environ.get("NBGRADER_DB_URL"):
    c.CourseDirectory.db_url = os.environ["NBGRADER_DB_URL"]

# The feedback folder gets the files next to a graded notebook, but not the record of grading.
c.CourseDirectory.ignore = [*CourseDirectory.ignore.default(), "nbjudge.json"]
# Feedback pages need no copy of the folder lab/.
c.GenerateFeedbackApp.CourseDirectory.ignore = [*c.CourseDirectory.ignore, "lab"]
# Notebooks write pictures: those that an author's run leaves in source/ show right answers.
c.GenerateAssignmentApp.CourseDirectory.ignore = [*c.CourseDirectory.ignore, "*.svg"]

# Make new files readable only by you, or by the group if CourseDirectory.groupshared is set: they
# hold grades, hidden tests and secrets. Everyone can still read released files.
restrict_permissions(c)
# Log manual grading in nbjudge-audit.jsonl: who gave which points.
log_manual_grading(c.CourseDirectory.root)

# ---- how the release is made ----------------------------------------------------------------
# The text that replaces a solution. Checks of an untouched cell fail with this sentence.
c.ClearSolutions.code_stub = {
    "python": "# YOUR CODE HERE\n"
    'raise NotImplementedError("This part is not written yet. When it is, delete this line.")'
}

# The first cell of a released notebook says which assignment comes when, and the due date that
# formgrader or `nbgrader db assignment add --duedate` has set.
c.GenerateAssignment.preprocessors = [
    *GenerateAssignment.preprocessors.default(),
    "nbjudge.AssignmentHeader",
]
c.AssignmentHeader.assignments = ["primer", "autograd", "simple-grad"]

# ---- how submissions are graded --------------------------------------------------------------
# Replace Execute: run submissions in a sandbox and their tests in a separate process.
c.Autograde.autograde_preprocessors = [
    "nbjudge.JudgeExecute" if each is Execute else each
    for each in Autograde.autograde_preprocessors.default()
]
# Before autograding, repair cells that were copied, deleted or damaged.
repair = "nbjudge.RepairNotebook"
c.Autograde.sanitize_preprocessors = [repair, *Autograde.sanitize_preprocessors.default()]
# Modules that the notebooks use: the grader imports them once, before it runs any notebook.
c.JudgeExecute.preload = ["torch", "graphviz"]
# Put back a test cell that a student deleted; otherwise, nobody would score it.
c.OverwriteCells.add_missing_cells = True
# nbgrader gives no points for a test cell that wrote to stderr. A right answer may print a warning
# there, so drop such output before the cell is scored.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"^"

# ---- the course's own: tools/grading/ ---------------------------------------------------------
# Students who solve all four tasks of the lab get a bonus; if nobody does, those who solve three.
c.BonusExporter.forgiven = {"autograd": 1}
c.BonusExporter.left_out = {"autograd": ["5-run-the-graph"]}
# More tables in the report, the checks whose points a submission can forge, and those that call
# functions in the student's process and still cannot be forged.
c.Report.sections = [
    "same_outputs.SameOutputs",
    "misconceptions.Misconceptions",
    "equal_code.EqualCode",
    "guesses.Guesses",
    "guesses.NoneRight",
    "guesses.MinutesNeeded",
]
c.Report.forgeable = dict(FORGEABLE)
c.Report.not_forgeable = dict(NOT_FORGEABLE)

# ---- what graders and students see: nbjudge ---------------------------------------------------
# Remove JavaScript in students' notebooks from formgrader's pages and from the feedback.
c.HTMLExporter.preprocessors = ["nbjudge.SafeHTML"]
# Show messages and points in the feedback, but not hidden tests. Each page is made in its own
# process, so that no notebook can stop the pages of others.
c.GenerateFeedback.exporter_class = "nbjudge.FeedbackExporter"
c.GenerateFeedback.preprocessors = [
    "nbjudge.JudgeGetGrades",
    "nbjudge.HideHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]

# Collect submissions without following links. In the exchange, take the student and the time from
# the file system, not from the submission.
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
c.ZipCollectApp.extractor_plugin = "nbjudge.SafeExtractor"
c.ZipCollectApp.collector_plugin = "nbjudge.StudentIdCollector"
# Release feedback even if some submissions did not come through the exchange.
c.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
