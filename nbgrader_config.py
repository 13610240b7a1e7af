"""nbgrader's configuration of the course: where it lives, its gradebook, and how it is graded.

nbgrader reads this file from the folder in which it is started, and JupyterLab's formgrader from
the folder in which JupyterLab is started.
"""

import os
import sys
from pathlib import Path

from nbgrader.converters.generate_assignment import GenerateAssignment

from nbjudge.course.audit import record_hand_grading
from nbjudge.course.exposure import close_to_others

c = get_config()  # noqa: F821  (nbgrader defines it)

# ---- the course ----------------------------------------------------------------------------
c.CourseDirectory.course_id = "autograd-lab"
c.CourseDirectory.root = str(Path(__file__).resolve().parent)

# The gradebook is the SQLite file gradebook.db beside this file, unless NBGRADER_DB_URL names
# another database in SQLAlchemy's way, such as postgresql+psycopg://user@host/gradebook.
if os.environ.get("NBGRADER_DB_URL"):
    c.CourseDirectory.db_url = os.environ["NBGRADER_DB_URL"]

# The feedback gets what lies beside a graded notebook, but not the record of the grading. The other
# names are nbgrader's own.
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "feedback",
    "nbjudge.json",
]

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

# ---- how submissions are treated ------------------------------------------------------------
# A test cell that a student deleted is put back before grading, else nobody would score it.
c.OverwriteCells.add_missing_cells = True

# nbgrader gives no points for a test cell that wrote to stderr. A right answer may warn or
# print there, so what a cell wrote to stderr is dropped before the cell is scored.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"^"

# ---- how notebooks are executed: nbjudge -----------------------------------------------------
# In the place of nbgrader's Execute: the student's cells run in a sandbox, the tests in a judge.
c.Autograde.autograde_preprocessors = [
    "nbjudge.plugins.execute.JudgeExecute",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# What the notebooks import. The warm process does it once, before any of them asks for it.
c.JudgeExecute.preload = ["torch", "graphviz"]

# ---- the bonus --------------------------------------------------------------------------------
# The rule and its export are this course's own: tools/grading/bonus.py.
# Who solves all four tasks of the lab gets it; if nobody in the class does, who solves all but one.
c.BonusExporter.forgiven = {"autograd": 1}

# ---- the report -------------------------------------------------------------------------------
# Two tables of this course's own: what the class guessed, and what it may believe, as students hear
# what a wrong answer of answers/ hears.
sys.path.append(str(Path(__file__).resolve().parent / "tools/grading"))
c.Report.sections = ["guesses.Guesses", "misconceptions.Misconceptions"]

# The judge cannot tell these from a right answer, because it asks the student's process. The checks
# in CALLING call a function of this course there, as the notes of `nbjudge check` say. An answer
# that forges each of the others is in answers/forged/. packages/nbjudge/docs/security.md says more.
BENT = "a change of what the course's own functions call in the submission's process"
CALLING = {
    "primer/1-tensors-that-remember/test-stop_gradient": "blocked alive",
    "primer/2-backward/test-predict_grads": "a_and_b x",
    "primer/2-backward/test-jacobian": "manners",
    "primer/2-backward/test-descend": "one_step many_steps",
    "primer/3-graphs-on-the-fly/test-four_weights": "all",
    "primer/3-graphs-on-the-fly/test-train_online": "length losses",
    "primer/4-where-is-backward/test-Silu": "value gradient checked",
    "primer/4-where-is-backward/test-ScaleGradient": "scaled",
    "primer/5-training/test-train_epoch": "weights losses",
    "primer/5-training/test-step_in_parts": "step",
    "primer/5-training/test-validate": "loss manners",
    "autograd/1-backward-hooks/test-predict_module_hook": "grad_output grad_input general",
    "autograd/1-backward-hooks/test-predict_node_hook": "bias_and_input weight transpose",
    "autograd/2-reverse-order/test-trace_backward": "order rare leaves_no_trace",
    "autograd/3-autograd-graph/test-visualize_autograd_graph": "counts structure shared parallel "
    "unseen rare",
    "autograd/4-visited-memory/test-shared_network": "picture",
    "simple-grad/1-tape/test-add": "line rule",
    "simple-grad/1-tape/test-grad": "once every_use outputs long known_zero manners twice",
    "simple-grad/2-operators/test-expand_to": "numbers tape",
    "simple-grad/2-operators/test-sum_to": "numbers tape",
    "simple-grad/2-operators/test-matmul": "numbers tape",
    "simple-grad/2-operators/test-relu": "gate zero",
    "simple-grad/2-operators/test-numeric_grad": "central",
    "simple-grad/3-twice/test-exp": "once twice",
    "simple-grad/3-twice/test-second_gradients": "norm none",
    "simple-grad/3-twice/test-hvp": "zeros",
    "simple-grad/3-twice/test-jvp": "zeros",
    "simple-grad/3-twice/test-guarded": "versions",
    "simple-grad/4-aggregates/test-fused": "once twice pattern lines",
    "simple-grad/4-aggregates/test-checkpoint": "once line twice",
    "simple-grad/5-compiler/test-needed": "path manners",
    "simple-grad/5-compiler/test-compile_tape": "text numbers names",
    "simple-grad/5-compiler/test-gate": "mask",
    "simple-grad/5-compiler/test-jit": "shapes own",
}
c.Report.forgeable = {
    f"{function}-{check}": BENT for function, checks in CALLING.items() for check in checks.split()
} | {
    "autograd/4-visited-memory/test-shared_network-smallest": "an object that imitates a tensor, "
    "its arithmetic and its graph at once",
    "autograd/2-reverse-order/test-trace_backward-leaves_no_trace": "a function that hides from "
    "the network's own code and attributes that a hook stays on it",
}

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

# What students hand in through nbgrader's exchange is collected without following a link, and only
# from who owns it, with the time that the kernel keeps.
c.ExchangeFactory.collect = "nbjudge.plugins.exchange.Collect"

# The same for what `nbgrader zip_collect` takes: archives and files that students have made.
c.ZipCollectApp.extractor_plugin = "nbjudge.plugins.archives.Extract"
c.ZipCollectApp.collector_plugin = "nbjudge.plugins.archives.Identify"

# Through nbgrader's exchange, feedback goes to all who handed in through it; others are named.
c.ExchangeFactory.release_feedback = "nbjudge.plugins.exchange.ReleaseFeedback"
