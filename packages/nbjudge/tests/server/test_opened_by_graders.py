"""What docs/security.md says of graders who open a student's folder.

That opening a notebook imports nothing that it names is tested in test_warm_imports.py, and that a
grader can use the server's terminal in test_formgrader.py.
"""

import nbformat
import pytest
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_output

from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import PS, grade, hand_in, make_course

CONFIGURATIONS = ("nbgrader_config.py", "jupyter_server_config.py", "ipython_config.py")


@pytest.fixture
def mark(tmp_path):
    """A file that configurations of students make."""
    return tmp_path / "mark"


@pytest.fixture
def course(tmp_path, mark):
    """A course with a submission of configurations, and of a notebook that says it is trusted."""
    folder = make_course(tmp_path / "course")
    files = dict.fromkeys(CONFIGURATIONS, f"open({str(mark)!r}, 'w').close()\n")
    submission = hand_in(folder, "eve")
    for name, text in files.items():
        (submission / name).write_text(text)
    path = submission / "adding.ipynb"
    notebook = nbformat.read(path, as_version=4)
    html = {"text/html": "<img src=x onerror='alert(1)'>"}
    shown = new_output("display_data", html)
    notebook.cells.append(new_code_cell("1", outputs=[shown], metadata={"trusted": True}))
    nbformat.write(notebook, path)
    return folder


def test_no_command_in_the_course_runs_a_students_configuration(course, mark):
    grade(course)
    assert run_nbjudge(course, "feedback", PS).returncode == 0
    assert not mark.exists()


def test_a_command_that_is_started_in_a_students_folder_runs_its_configuration(course, mark):
    """So security.md says never to do that."""
    run_nbjudge(course / "submitted" / "eve" / PS, "table", PS)
    assert mark.exists()


def test_no_submitted_notebook_is_trusted_whatever_it_says(course, tmp_path, monkeypatch):
    """JupyterLab shows no HTML of a notebook that is not trusted, before a person trusts it."""
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(data))
    grade(course)
    notary = NotebookNotary(data_dir=str(data))
    manager = LargeFileManager(root_dir=str(course), notary=notary)

    def trusted(step):
        cells = manager.get(f"{step}/eve/{PS}/adding.ipynb")["content"].cells
        return any(cell.metadata.trusted for cell in cells if cell.get("outputs"))

    assert not trusted("submitted")
    assert not trusted("autograded")
    path = course / "submitted" / "eve" / PS / "adding.ipynb"
    notary.sign(nbformat.read(path, as_version=4))  # as a person who trusts it does
    assert trusted("submitted")
