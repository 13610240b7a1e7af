"""Tests of the repository's own rules: files that must agree, and files that git must not have."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from course import MARKS, read_assignments, task_lines
from support.git_files import files_in_git, git
from support.paths import NBJUDGE, ROOT
from sync_modules import copies

THIS_FILE = Path(__file__).relative_to(ROOT).as_posix()


def notebooks_in_git() -> dict[str, dict]:
    return {name: json.loads((ROOT / name).read_text()) for name in files_in_git("*.ipynb")}


def test_notebooks_are_all_there():
    folders = {path.name for path in (ROOT / "source").iterdir() if list(path.glob("*.ipynb"))}
    assert folders <= set(MARKS), "name the new assignment in tools/grading/course.py"
    names = set(notebooks_in_git())
    for assignment in read_assignments().values():
        for folder in ("source", "release"):
            wanted = {f"{folder}/{assignment.name}/{name}.ipynb" for name in assignment.notebooks}
            assert wanted <= names


def test_the_tasks_are_listed_with_their_points_and_markers():
    lines = task_lines()
    assert len(lines) == sum(len(assignment.tasks) for assignment in read_assignments().values())
    assert (
        "autograd/1-backward-hooks: 10 points, pytest -m task1: predict_module_hook 3, "
        "predict_node_hook 3, a write-up 4" in lines
    )


def test_notebooks_in_git_have_no_outputs():
    for name, notebook in notebooks_in_git().items():
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                assert cell["outputs"] == [], f"{name} has outputs; run nbstripout on it"
                assert cell["execution_count"] is None, f"{name} was run; run nbstripout on it"


def test_nothing_that_a_notebook_writes_is_in_git():
    beside = {Path(name) for name in files_in_git("source/*", "release/*")}
    others = [path for path in beside if path.suffix != ".ipynb" and path.parts[2] != "lab"]
    assert others == []


def test_docstrings_name_parameters_as_numpy_does():
    heading = re.compile(r"^( *)(?:Parameters|Attributes|Raises)\n\1-{3,}\n", re.M)
    for name in files_in_git("*.py"):
        text = (ROOT / name).read_text()
        for section in heading.finditer(text):
            block = re.split(r'\n\n|"""', text[section.end() :])[0]
            wrong = re.search(rf"^{section.group(1)}[\w*][\w*, ]*:$", block, flags=re.M)
            assert wrong is None, f"{name}: write `{wrong.group().strip(' :')}` without the colon"


def test_no_path_of_somebodys_machine_is_in_git():
    # /home/student is the home folder in the sandbox.
    home = re.compile(
        r"(?<![\w.])/(?:home|Users)/(?!student\b)\w+|(?<![\w.])/work/|" + re.escape(str(ROOT))
    )
    for name in files_in_git():
        if name == THIS_FILE:
            continue
        try:
            text = (ROOT / name).read_text()
        except UnicodeDecodeError:
            continue
        match = home.search(text)
        assert match is None, f"{name} names a path of somebody's machine: {match.group()}"


def test_files_in_git_are_small():
    for name in files_in_git():
        assert (ROOT / name).stat().st_size < 1_000_000, f"{name} is too large for git"


@pytest.mark.parametrize(
    "path",
    [
        "submitted/ada/autograd/1-backward-hooks.ipynb",
        "submitted/ada/README.md",
        "submitted/notes.txt",
        "autograded/ada/autograd/1-backward-hooks.ipynb",
        "feedback/ada/autograd/1-backward-hooks.html",
        "downloaded/autograd/archive/all.zip",
        "gradebook.db",
        "gradebook.db-journal",
        "grades.csv",
        "report.html",
        "submissions.zip",
        "source/autograd/.ipynb_checkpoints/1-backward-hooks-checkpoint.ipynb",
    ],
)
def test_students_work_is_ignored(path):
    assert git("check-ignore", "--no-index", "-q", path).returncode == 0


@pytest.mark.parametrize("folder", ["submitted", "autograded", "feedback"])
def test_git_holds_only_the_readme_of_a_folder_of_students_work(folder):
    assert files_in_git(folder) == [f"{folder}/README.md"]
    assert git("check-ignore", "--no-index", "-q", f"{folder}/README.md").returncode == 1


def test_tools_that_files_name_are_there():
    """The packages have tools of their own, so their files are left out, except benchmarks."""
    files = files_in_git(
        "*.py", "*.md", "*.yml", "*.toml", "Makefile", "binder", ".ci", ".gitignore"
    )
    ours = [name for name in files if not name.startswith("packages/") or "/bench/" in name]
    named = {
        (name, path)
        for name in ours
        for path in re.findall(r"(?<![\w/.-])tools/[\w/.-]*\w", (ROOT / name).read_text())
    }
    assert named
    assert [each for each in sorted(named) if not (ROOT / each[1]).exists()] == []


def test_assignments_share_equal_copies_and_no_links():
    paths = [ROOT / name for name in files_in_git("source")]
    assert [str(path) for path in paths if path.is_symlink()] == []
    found = list(copies())
    for original, copy in found:
        names = [str(path.relative_to(ROOT)) for path in (original, copy)]
        differ = f"{names[1]} differs from {names[0]}: edit that one, and run `make release`"
        assert copy.read_bytes() == original.read_bytes(), differ
    folders = {copy.parent.name for _, copy in found}
    assert folders == {"lab", "checks", "drawing"}


@pytest.mark.parametrize("file", [".github/workflows/test.yml", ".ci/run"])
def test_continuous_integration_calls_make_test(file):
    assert re.search(r"^(?!\s*#).*\bmake( --silent)? test\b", (ROOT / file).read_text(), re.M)


def test_make_test_checks_the_style():
    makefile = (ROOT / "Makefile").read_text()
    assert re.search(r"^test:(?=[^#]*\bstyle\b)", makefile, re.M)
    assert re.search(r"^style:.*\n(?:\t.*\n)*\t@?ruff check\b", makefile, re.M)


def test_the_tools_that_judge_style_are_pinned_in_one_place():
    """A new version of one would turn main red for everybody."""
    pins = re.compile(r"\b(?:ruff|mypy)\s*(?:[=<>~]=?|@)\s*(?=\d)|(?:ruff|mypy)-pre-commit")
    patterns = ("*.toml", "*.yml", "*.yaml", "*.txt", "*Makefile")
    found = {name: pins.findall((ROOT / name).read_text()) for name in files_in_git(*patterns)}
    assert {name: pinned for name, pinned in found.items() if pinned} == {
        f"{NBJUDGE}/pyproject.toml": ["ruff==", "mypy=="]
    }


@pytest.mark.parametrize("file", files_in_git(".github/workflows/*.yml"))
def test_a_workflow_may_only_read_unless_a_job_says_more(file):
    assert "\npermissions:\n  contents: read\njobs:\n" in (ROOT / file).read_text()


# Its releases could not be read where the others were pinned. release.yml says so.
NOT_PINNED = {"pypa/gh-action-pypi-publish@release/v1"}


def test_a_workflow_runs_actions_of_one_commit_and_names_their_version():
    lines = [
        line.strip().removeprefix("- ").removeprefix("uses: ")
        for file in files_in_git(".github/workflows/*.yml")
        for line in (ROOT / file).read_text().splitlines()
        if "uses: " in line
    ]
    pinned = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}  # v\d+(\.\d+)*")
    assert len(lines) > 10
    assert {line for line in lines if not pinned.fullmatch(line)} == NOT_PINNED


def test_the_workflow_of_students_systems_calls_what_is_there():
    workflow = yaml.safe_load((ROOT / ".github/workflows/students.yml").read_text())
    job = workflow["jobs"]["archive"]
    matrix = job["strategy"]["matrix"]
    assert {os.partition("-")[0] for os in matrix["os"]} == {"windows", "macos"}
    assert set(matrix["assignment"]) == {path.name for path in (ROOT / "release").iterdir()}
    commands = [step["run"] for step in job["steps"] if "run" in step]
    tools = re.findall(r"python (\S+\.py)", "\n".join(commands))
    assert len(tools) == 2 and all((ROOT / tool).is_file() for tool in tools)
    assert "pip install --requirement requirements.txt" in commands


@pytest.mark.parametrize("name", ["student", "grader"])
def test_an_image_is_built_of_what_is_there_with_the_pinned_torch(name):
    lines = (ROOT / "tools" / "containers" / f"{name}.Dockerfile").read_text().splitlines()
    copied = [line.split()[1] for line in lines if re.match("COPY (?!--from)", line)]
    assert "packages" in copied
    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert not {"source", "answers", "."} & set(copied)  # solutions would be in the image
    pinned = re.search(r"^PINNED := (\S+)$", (ROOT / "Makefile").read_text(), re.M)[1]
    assert any(f"pip install --no-cache-dir torch=={pinned}" in line for line in lines)
    workflow = (ROOT / ".github" / "workflows" / "containers.yml").read_text()
    assert f"--file tools/containers/{name}.Dockerfile" in workflow


@pytest.mark.parametrize("folder", [ROOT, ROOT / NBJUDGE])
def test_make_quick_names_tests_that_are_there(folder):
    makefile = (folder / "Makefile").read_text()
    named = re.findall(r"[\s=']tests/[\w/]+(?:\.py)?", makefile.partition("\nQUICK =")[2])
    assert named
    assert [name for name in named if not (folder / name.strip(" ='")).exists()] == []


@pytest.mark.parametrize(
    ("programs", "advice"),
    [
        ({}, "Missing: graphviz. Install it with your system's package manager."),
        (
            {"apt-get": "exit 0", "id": "echo 1000", "sudo": "exit 1"},
            "Missing: graphviz. To get it: sudo apt install graphviz",
        ),
    ],
)
def test_who_may_not_install_is_told_how_to(tmp_path, programs, advice):
    for name, line in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    finished = subprocess.run(
        ["/bin/sh", ROOT / "tools/maintain/apt-install", "graphviz"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 1
    assert finished.stderr.splitlines() == [advice]
