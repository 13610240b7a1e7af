"""What students get: an archive that needs nothing else, and a Binder without the solutions."""

import ast
import base64
import csv
import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile

import nbformat
import pytest
import start
import student_zip
from nbclient import NotebookClient
from support.paths import ROOT

# functorch comes with torch.
INSTALLED = {
    *("torch", "functorch", "numpy", "graphviz", "IPython", "graphviz_anywidget", "ipykernel")
}
WHEELS = ("nbisolate-0.1.0-py3-none-any.whl", "nbjudge-0.1.0-1student-py3-none-any.whl")
SECRETS = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")

LAST = "✗ 2 failed, ✓ 3 passed"


@pytest.fixture(scope="module", params=sorted(p.name for p in (ROOT / "release").iterdir()))
def folder(request, tmp_path_factory):
    """The archive of an assignment, unpacked."""
    place = tmp_path_factory.mktemp("zip")
    release = ROOT / "release" / request.param
    student_zip.pack(release, empty_wheels(place), place / "dist" / "student.zip")
    with zipfile.ZipFile(place / "dist" / "student.zip") as archive:
        archive.extractall(place)
    return place / request.param


def empty_wheels(folder):
    """Write files with the names of the wheels; return their paths."""
    wheels = [folder / name for name in WHEELS]
    for wheel in wheels:
        wheel.write_bytes(b"wheel")
    return wheels


def sources(folder):
    """The code of each file of a folder, by name; magics are left out."""
    for path in sorted(folder.glob("lab/**/*.py")):
        yield path.relative_to(folder).as_posix(), path.read_text()
    for path in sorted(folder.glob("*.ipynb")):
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type == "code":
                lines = cell.source.split("\n")
                yield path.name, "\n".join(x for x in lines if not x.startswith(("%", "!")))


def test_it_imports_nothing_that_is_not_in_it_or_installed(folder):
    assert (folder / "lab/__init__.py").is_file()
    there = {"lab"} | INSTALLED | sys.stdlib_module_names
    for name, source in sources(folder):
        for node in ast.walk(ast.parse(source)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            missing = {each.split(".")[0] for each in names} - there
            assert not missing, f"{name} imports {missing}"


def test_caches_and_hidden_files_of_the_release_are_left_out(tmp_path):
    release = shutil.copytree(ROOT / "release/primer", tmp_path / "primer")
    for name in (".ipynb_checkpoints/1-old.ipynb", "lab/__pycache__/show.pyc", "lab/.hidden.py"):
        (release / name).parent.mkdir(exist_ok=True)
        (release / name).write_text("")
    paths = [path for path in release.rglob("*") if student_zip.wanted(path, release)]
    assert {path.suffix for path in paths} == {".ipynb", ".py"}
    assert {str(path.parent.relative_to(release)) for path in paths} == {
        ".",
        "lab",
        "lab/checks",
        "lab/drawing",
    }
    assert not [path for path in paths if path.name.startswith(".")]


def test_it_says_how_to_begin_and_holds_no_solution(folder):
    readme = (folder / "README.md").read_text()
    assert student_zip.CPU_BUILD in readme
    for path in folder.glob("*.ipynb"):
        assert path.name in readme
        assert not any(secret in path.read_text() for secret in SECRETS)
    page = (folder / "START.md").read_text()
    assert all(f"({path.name})" in page for path in folder.glob("*.ipynb"))
    assert "`python start`" in readme
    required = (folder / "requirements.txt").read_text()
    assert "graphviz-anywidget" in required
    assert required.endswith("".join(f"./.course/{name}\n" for name in WHEELS))
    assert all((folder / ".course" / name).is_file() for name in WHEELS)


def test_its_root_shows_what_a_student_opens_and_nothing_else(folder):
    shown = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    notebooks = {name for name in shown if name.endswith(".ipynb")}
    others = shown - notebooks - {"my-network.svg"}
    assert notebooks
    assert others == {"README.md", "START.md", "alone", "lab", "requirements.txt", "start"}


def test_each_notebook_leads_back_to_the_list_and_to_no_answers(folder):
    for path in folder.glob("*.ipynb"):
        for each, page in [(path, "START.md"), (folder / "alone" / path.name, "../START.md")]:
            last = nbformat.read(each, 4).cells[-1]
            assert last.source == f"Back to [the list of all notebooks]({page})."
            assert (each.parent / page).is_file()
    assert not [path for path in folder.rglob("*") if "solution" in path.name]


@pytest.mark.parametrize("assignment", ["primer", "autograd"])
def test_for_a_course_without_points_it_holds_the_model_answers(assignment, tmp_path):
    release = ROOT / "release" / assignment
    student_zip.pack(release, empty_wheels(tmp_path), tmp_path / "student.zip", True)
    with zipfile.ZipFile(tmp_path / "student.zip") as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / assignment
    notebooks = sorted(path.name for path in folder.glob("*.ipynb"))
    assert notebooks == sorted(path.name for path in (folder / "solutions").glob("*.ipynb")) != []
    assert (folder / "solutions/lab/show.py").is_file()
    for name in notebooks:
        answers, last = f"solutions/{name}", nbformat.read(folder / name, 4).cells[-1]
        assert last.source.startswith("Once all visible checks pass, compare your")
        assert f"[{answers}]({answers})" in last.source and "(START.md)" in last.source
        assert not any(secret in (folder / answers).read_text() for secret in SECRETS)
        cells = nbformat.read(folder / answers, 4).cells
        written = [c.source for c in cells if c.metadata.get("nbgrader", {}).get("solution")]
        assert written and not [text for text in written if "NotImplementedError" in text]
        assert not any(secret in (folder / name).read_text() for secret in SECRETS)


def test_it_holds_the_notebooks_that_stand_alone(folder):
    for path in folder.glob("*.ipynb"):
        text = (folder / "alone" / path.name).read_text()
        assert "FILES = " in text
        assert not any(secret in text for secret in SECRETS)


def test_a_newer_archive_comes_around_what_was_written(folder, tmp_path):
    """Unpacked elsewhere; its own command brings it into the folder that is worked in."""
    work, newer = tmp_path / "work" / folder.name, tmp_path / "newer" / folder.name
    shutil.copytree(folder, work)
    shutil.copytree(folder, newer)
    first, second = sorted(path.name for path in folder.glob("*.ipynb"))[:2]

    def change(path, cell_type, text):
        found = json.loads(path.read_text())
        cell = next(each for each in found["cells"] if each["cell_type"] == cell_type)
        cell["source"] = [text]
        path.write_text(json.dumps(found))

    change(work / first, "code", "mine = 1")
    for path in (newer, newer / ".released"):
        for name in (first, second):
            change(path / name, "markdown", "# A corrected text")
    finished = subprocess.run(
        [sys.executable, ".course/update", ".", str(work)],
        cwd=newer,
        check=True,
        capture_output=True,
        text=True,
    )
    assert finished.stdout.count("to a newer version") == 1 and first in finished.stdout
    assert "mine = 1" in (work / first).read_text()
    for name in (first, second):
        assert "# A corrected text" in (work / name).read_text()
    stem = first.removesuffix(".ipynb")
    assert (work / f"{stem}.old.ipynb").exists() and not list(work.glob(f"{second[:-6]}.old*"))


@pytest.mark.parametrize("folder", ["primer"], indirect=True)
def test_start_shows_progress_and_an_update_takes_it_for_no_work(folder, tmp_path):
    work, newer = tmp_path / "work" / folder.name, tmp_path / "newer" / folder.name
    shutil.copytree(folder, work)
    shutil.copytree(folder, newer)
    first = min(path.name for path in folder.glob("*.ipynb"))
    (work / ".nbjudge").mkdir()
    (work / ".nbjudge/validated.json").write_text(json.dumps({first: {"result": LAST}}))
    plain = (work / "START.md").read_text()
    start.write(work, plain)  # the command does not add the column twice
    command = [sys.executable, work / "start", "--version"]  # of JupyterLab, which then ends
    subprocess.run(command, cwd=tmp_path, check=True)
    started = (work / "START.md").read_text()
    rows = [line for line in started.splitlines() if line not in plain]
    assert [line for line in rows if first in line and line.endswith(f"| {LAST} |")]
    assert LAST not in "".join(rows[:2] + rows[3:]) and started.count("---") == 6

    for path in (newer, newer / ".released"):
        (path / "START.md").write_text(plain + "Newer.\n")
    command = [sys.executable, ".course/update", ".", str(work)]
    finished = subprocess.run(command, cwd=newer, check=True, capture_output=True, text=True)
    assert finished.stdout == ""
    assert (work / "START.md").read_text().endswith("Newer.\n")
    assert not list(work.glob("*.old*"))


# Instead of JupyterLab: print how nbgrader would execute submissions.
PRINT_CHAIN = """
def main(arguments):
    from nbgrader.apps import NbGrader
    app = NbGrader()
    app.load_config_file()
    print(list(app.config.Autograde.autograde_preprocessors))
"""


# All archives have the same program `start`.
@pytest.mark.parametrize("folder", ["primer"], indirect=True)
def test_validate_is_nbjudges_in_it(folder, tmp_path):
    (tmp_path / "jupyterlab").mkdir()
    (tmp_path / "jupyterlab/__init__.py").touch()
    (tmp_path / "jupyterlab/labapp.py").write_text(PRINT_CHAIN)
    other = tmp_path / "other"
    started = subprocess.run(
        [sys.executable, folder / "start"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "JUPYTER_CONFIG_PATH": str(other)},
        check=True,
        capture_output=True,
        text=True,
    )
    # By this line nbjudge answers the button, as packages/nbjudge/docs/jupyterhub.md says.
    assert started.stdout.splitlines()[-1] == "['nbjudge.JudgeExecute']"


def test_the_first_notebook_runs_in_it(folder):
    """In a kernel that is started there; only what is not written yet fails."""
    path = min(folder.glob("*.ipynb"))
    notebook = nbformat.read(path, 4)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, allow_errors=True, timeout=300, resources=resources).execute()
    errors = {
        output.ename
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    }
    assert not errors & {"ModuleNotFoundError", "ImportError", "FileNotFoundError", "SyntaxError"}


def test_the_wheels_bring_the_button_and_no_button_of_an_instructor(tmp_path):
    wheels = student_zip.build_wheels(tmp_path)
    assert tuple(path.name for path in wheels) == WHEELS
    assert sorted(tmp_path.glob("*.whl")) == wheels
    wheel = wheels[1]
    archive = zipfile.ZipFile(wheel)
    files = {name: archive.read(name) for name in archive.namelist()}
    names = list(files)
    (package,) = (name for name in names if name.endswith("labextensions/nbjudge/package.json"))
    disabled = json.loads(files[package])["jupyterlab"]["disabledExtensions"]
    assert {"@jupyter/nbgrader:menu", "@jupyter/nbgrader:create-assignment"} <= set(disabled)
    # That one the server turns off, where the course asks for nbjudge.
    assert "@jupyter/nbgrader:validate-assignment" not in disabled
    (server,) = (name for name in names if name.endswith("jupyter_server_config.d/nbjudge.json"))
    turned_on = json.loads(files[server])["ServerApp"]["jpserver_extensions"]
    # Submit has no button where there is no exchange.
    assert {name for name, on in turned_on.items() if on} == {
        "nbjudge.server.validate",
        "nbjudge.server.submit",
    }
    (preview,) = (name for name in names if name.endswith("default_setting_overrides.json"))
    assert "/data/etc/jupyter/labconfig/" in preview and b"Markdown Preview" in files[preview]
    # As pip checks it: each file with its digest.
    (record,) = (name for name in names if name.endswith(".dist-info/RECORD"))
    for name, digest, size in csv.reader(files[record].decode().splitlines()):
        if name != record:
            found = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode()
            assert (digest, size) == (f"sha256={found.rstrip('=')}", str(len(files[name])))
    options = ["--quiet", "--no-deps", "--no-index", f"--target={tmp_path / 'installed'}"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *wheels], check=True)
    assert any(name.endswith("jupyter_server_config.d/nbjudge.json") for name in names)
    assert any(name.endswith("labextensions/nbjudge/static/validate.js") for name in names)
    assert "nbjudge/server/templates/nbjudge/index.html.j2" in names
    assert "nbjudge/server/static/by_hand.js" in names


def test_on_binder_only_the_release_is_left(tmp_path):
    home = tmp_path / "home"
    ignored = shutil.ignore_patterns(".venv", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, home, ignore=ignored, symlinks=True)
    subprocess.run(["binder/only_release"], cwd=home, check=True)
    left = {path.name for path in home.iterdir()}
    ours = {"nbgrader_config.py", "START.md", ".jupyter"}
    assert left == ours | {path.name for path in (ROOT / "release").iterdir()}
    for path in home.rglob("*.ipynb"):
        assert not any(secret in path.read_text() for secret in SECRETS)
        last = nbformat.read(path, 4).cells[-1].source
        assert last == "Back to [the list of all notebooks](../START.md)."


def test_only_the_release_is_asked_for_in_the_right_folder_only(tmp_path):
    (tmp_path / "mine").write_text("mine")
    script = ROOT / "binder" / "only_release"
    assert subprocess.run([script], cwd=tmp_path).returncode != 0
    assert (tmp_path / "mine").exists()
