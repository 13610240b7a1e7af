"""A course with two notebooks and two students' submissions, for tests of feedback pages.

Entry points: `make_course`, `converter`, `page`, `change`.
"""

import nbformat
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

import nbjudge.plugins.feedback as feedback
import nbjudge.plugins.safehtml as safehtml
from nbjudge.plugins.grades import JudgeGetGrades
from nbjudge_testing import courses

PS, NOTEBOOKS, STUDENTS = "ps", ("one", "two"), ("amy", "ben")
HIDDEN = "### BEGIN HIDDEN TESTS\nassert secret(31337)\n### END HIDDEN TESTS"


def cells(answer, hidden=HIDDEN):
    return [
        new_markdown_cell("A *given* text."),
        courses.cell("f", answer, solution=True),
        courses.cell("test-f", f"assert f\n{hidden}", points=2, grade=True, locked=True),
        courses.cell("why", "Because.", new_markdown_cell, 3, grade=True, solution=True),
    ]


def make_course(folder):
    """Make the course in a folder, with its submissions autograded; return the folder."""
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        gradebook.add_assignment(PS)
        for name in NOTEBOOKS:
            gradebook.add_notebook(name, PS)
            gradebook.add_solution_cell("f", name, PS)
            gradebook.add_grade_cell("test-f", name, PS, max_score=2, cell_type="code")
            gradebook.add_grade_cell("why", name, PS, max_score=3, cell_type="markdown")
            gradebook.add_solution_cell("why", name, PS)
        for student in STUDENTS:
            gradebook.add_student(student)
            with gradebook.db.no_autoflush:
                gradebook.add_submission(PS, student)
            for name in NOTEBOOKS:
                gradebook.find_grade("test-f", name, PS, student).auto_score = 0.0
        gradebook.db.commit()
    for step, answer in {
        "source/.": "model = 1",
        "release/.": "stub = 1",
        "autograded/amy": "by = 'amy'",
        "autograded/ben": "by = 'ben'",
    }.items():
        place = folder / step / PS
        place.mkdir(parents=True)
        for name in NOTEBOOKS:
            hidden = "" if step == "release/." else HIDDEN
            nbformat.write(courses.notebook(cells(answer, hidden)), place / f"{name}.ipynb")
    return folder


def settings(course, *preprocessors, notebook="*"):
    """Return the configuration of the course, with the feedback of the lab's course."""
    config = Config(HTMLExporter={"preprocessors": [safehtml.SafeHTML]})
    config.CourseDirectory.root = str(course)
    config.CourseDirectory.assignment_id = PS
    config.CourseDirectory.notebook_id = notebook
    config.GenerateFeedback.exporter_class = feedback.FeedbackExporter
    chain = [JudgeGetGrades, feedback.HideHiddenTests, CSSHTMLHeaderPreprocessor, *preprocessors]
    config.GenerateFeedback.preprocessors = chain
    return config


def converter(course, *preprocessors, notebook="*"):
    """Return nbgrader's converter for the feedback of the course."""
    config = settings(course, *preprocessors, notebook=notebook)
    made = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    made.force = True
    return made


def page(course, student, notebook):
    return (course / "feedback" / student / PS / f"{notebook}.html").read_text()


def change(course, student, notebook, work):
    path = course / "autograded" / student / PS / f"{notebook}.ipynb"
    content = nbformat.read(path, as_version=4)
    work(content)
    nbformat.write(content, path)
