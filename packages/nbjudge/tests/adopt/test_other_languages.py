"""A notebook in another language is refused, with a command that grades it in plain nbgrader."""

import json
import re
import shlex
import shutil
import sys

import pytest
from nbgrader.api import Gradebook

from nbjudge.gradebook.languages import is_python
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.small_courses import make_course

# A language with two statements, on a line each: `name = text` and `assert name = text`.
KERNEL = """
from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

class Toy(Kernel):
    implementation = language = "toy"
    implementation_version = language_version = banner = "1"
    language_info = {"name": "toy", "mimetype": "text/plain", "file_extension": ".toy"}
    names = {}

    def do_execute(self, code, *arguments, **named):
        count = {"execution_count": self.execution_count}
        for line in code.splitlines():
            name, _, text = line.removeprefix("assert ").partition(" = ")
            if not line.startswith("assert "):
                self.names[name] = text
            elif self.names.get(name) != text:
                error = {"ename": "Wrong", "evalue": line, "traceback": [line]}
                self.send_response(self.iopub_socket, "error", error)
                return {"status": "error", **error, **count}
        return {"status": "ok", "payload": [], "user_expressions": {}, **count}

IPKernelApp.launch_instance(kernel_class=Toy)
"""
PROBLEM = """\
# %% solution color
### BEGIN SOLUTION
color = red
### END SOLUTION
# %% test color_is_red 2
assert color = red
"""
METADATA = {
    "kernelspec": {"name": "toy", "display_name": "Toy"},  # as Colab writes it
    "language_info": {"name": "toy"},
}


REFUSED = "problem.ipynb is written in toy, but nbjudge grades only Python: grade this"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in a language of its own, whose kernel is installed."""
    (tmp_path / "ps1").mkdir()
    (tmp_path / "ps1" / "problem.py").write_text(PROBLEM)
    course = make_course(tmp_path / "course", tmp_path / "ps1")
    path = course / "source" / "ps1" / "problem.ipynb"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"metadata": METADATA}))
    folder = tmp_path / "jupyter" / "kernels" / "toy"
    folder.mkdir(parents=True)
    (folder / "toy.py").write_text(KERNEL)
    command = [sys.executable, str(folder / "toy.py"), "-f", "{connection_file}"]
    spec = {"argv": command, "display_name": "Toy", "language": "toy"}
    (folder / "kernel.json").write_text(json.dumps(spec))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    assert run_nbjudge(course, "init").returncode == 0
    return course


def test_check_and_grade_refuse_it_and_the_command_that_they_print_grades_it(course):
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 2
    assert REFUSED in finished.stderr
    stub = '\nc.ClearSolutions.code_stub = {"python": "color = none"}\n'
    with (course / "nbgrader_config.py").open("a") as file:
        file.write(stub)
    generated = run_nbgrader(course, "generate_assignment", "ps1")
    assert "has not been checked" not in generated.stdout
    for student, color in (("ann", "red"), ("bob", "blue")):
        folder = course / "submitted" / student / "ps1"
        shutil.copytree(course / "release" / "ps1", folder)
        path = folder / "problem.ipynb"
        path.write_text(path.read_text().replace("color = none", f"color = {color}"))
    graded = run_nbjudge(course, "grade", "ps1")
    assert graded.returncode == 2 and REFUSED in graded.stderr
    command = re.search("`nbgrader (.*)`", graded.stderr)[1]
    run_nbgrader(course, *shlex.split(command))
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        points = {name: gradebook.find_submission("ps1", name).score for name in ("ann", "bob")}
    assert points == {"ann": 2.0, "bob": 0.0}


def test_check_refuses_it_before_nbgrader_generates_a_release(course):
    """It could not: it has no code stub for the language."""
    path = course / "source" / "ps1" / "problem.ipynb"
    path.write_text(path.read_text().replace('"name": "toy"', '"name": "toy", "language": "toy"'))
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 2
    assert REFUSED in finished.stderr and "code_stub" not in finished.stderr


def test_check_refuses_it_by_the_language_of_its_installed_kernel(course):
    path = course / "source" / "ps1" / "problem.ipynb"
    metadata = {"kernelspec": METADATA["kernelspec"]}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"metadata": metadata}))
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 2
    assert REFUSED in finished.stderr and "code_stub" not in finished.stderr


@pytest.mark.parametrize(
    ("metadata", "answer"),
    [
        ({}, True),
        ({"kernelspec": {"name": "python3"}}, True),
        ({"kernelspec": {"language": "python"}, "language_info": {"name": "R"}}, True),
        ({"kernelspec": {"name": "ir"}, "language_info": {"name": "R"}}, False),
        ({"kernelspec": {"language": "julia"}}, False),
        ({"kernelspec": {"name": "ir", "display_name": "R"}}, False),
        ({"kernelspec": {"name": "julia-1.11"}}, False),
        ({"kernelspec": {"name": "xcpp17", "language": ""}, "language_info": {}}, False),
        ({"kernelspec": {"name": "rust"}}, False),
        ({"kernelspec": {"name": "irena"}}, True),
        ({"kernelspec": {"name": "conda-env-ps-py"}}, True),
        ({"kernelspec": {"name": "../ir"}}, True),
        ({"kernelspec": {"name": 3}}, True),
        ({"kernelspec": None, "language_info": []}, True),
    ],
)
def test_the_language_of_a_notebook(metadata, answer):
    assert is_python(metadata) == answer
