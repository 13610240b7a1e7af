"""Tests of the repository's own rules: files that must agree, and files that git must not have."""

import json
import re
import subprocess
import tomllib

import pytest
import yaml
from course import MARKS, deleted, read_assignments, task_lines
from places import ROOT
from same import copies

# Pages of the documentation site that `make docs` generates, except copies of nbjudge's.
GENERATED = {"api.md", "mistakes.md"}
NBJUDGE = "packages/nbjudge"
# Python files in pages that a student, a tool or an administrator writes.
NOT_OURS = {"dist/fallback.py", "fallback.py", "jupyterhub_config.py", "torch.py", "numpy.py"}


def git(*arguments: str) -> subprocess.CompletedProcess:
    """Run git in the repository, even if another user owns the checkout."""
    return subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments], cwd=ROOT, capture_output=True, text=True
    )


def files_in_git(*patterns: str) -> list[str]:
    """Return the files in git that match a pattern, or all; each pattern must match one."""
    found: dict[str, None] = {}
    for pattern in patterns or ["."]:
        listed = git("ls-files", "-z", "--", pattern)
        assert listed.returncode == 0, listed.stderr
        names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
        assert names, f"no file in git matches {pattern}"
        found |= dict.fromkeys(names)
    return list(found)


PLACES = ("docs", NBJUDGE, f"{NBJUDGE}/docs", f"{NBJUDGE}/bench")
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = files_in_git(*TOP, *(f":(glob){place}/*.md" for place in PLACES))


def notebooks_in_git() -> dict[str, dict]:
    return {name: json.loads((ROOT / name).read_text()) for name in files_in_git("*.ipynb")}


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M))


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


def test_docstrings_name_parameters_as_numpy_does():
    heading = re.compile(r"^( *)(?:Parameters|Attributes|Raises)\n\1-{3,}\n", re.M)
    sections = 0
    for name in files_in_git("*.py"):
        text = (ROOT / name).read_text()
        for section in heading.finditer(text):
            sections += 1
            block = re.split(r'\n\n|"""', text[section.end() :])[0]
            wrong = re.search(rf"^{section.group(1)}[\w*][\w*, ]*:$", block, flags=re.M)
            assert wrong is None, f"{name}: write `{wrong.group().strip(' :')}` without the colon"
    assert sections > 15


def test_no_path_of_somebodys_machine_is_in_git():
    # /home/student is the home folder in the sandbox.
    home = re.compile(
        r"(?<![\w.])/(?:home|Users)/(?!student\b)\w+|(?<![\w.])/work/|" + re.escape(str(ROOT))
    )
    for name in files_in_git():
        if name == "tests/test_house.py":
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


def code_lines(page: str) -> list[str]:
    """Return the commands of a page: its indented and fenced sh blocks."""
    text = (ROOT / page).read_text()
    blocks = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", text, flags=re.M | re.S)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def targets_of(page: str) -> set[str]:
    """Return the make targets that a page may name: those of the Makefile of its project."""
    folder = ROOT / (NBJUDGE if page.startswith(NBJUDGE) else "")
    return set(re.findall(r"^([a-z-]+):", (folder / "Makefile").read_text(), flags=re.M))


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_pages_exist(page):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]
    markers = {line.split(":")[0] for line in settings["ini_options"]["markers"]}
    markers |= {task.mark for a in read_assignments().values() for task in a.tasks}
    text = (ROOT / page).read_text()
    for target in re.findall(r"`make ([a-z-]+)[`\s]", text):
        assert target in targets_of(page), f"{page} names `make {target}`, which does not exist"
    for line in code_lines(page):
        words = line.split()
        if words[0] == "make":
            assert words[1] in targets_of(page), f"{page}: {line}"
    for line in [*code_lines(page), *re.findall(r"`(pytest [^`]*)`", text)]:
        marked = re.search(r"-m (task\d|[a-z]+)\b", line) if "pytest" in line else None
        if marked:
            assert marked.group(1) in markers, f"{page}: {line}"


# A requirement that pip looks up on the package index: no path of a folder or of a wheel.
FROM_THE_INDEX = re.compile(r"pip install(?: [^\s`#]+)* [\"']?nbjudge(?![\w./-])[^\s`]*")


def test_nbjudge_is_not_installed_from_the_package_index_before_it_is_there():
    """The changelog says how far it is: its newest version is not yet released until then."""
    unreleased = "\nNot yet released." in (ROOT / NBJUDGE / "CHANGELOG.md").read_text()
    others = ("*.py", "*.ipynb", "*.yml", "*.toml", "*/Makefile", "Makefile", "binder", ".ci")
    files = [*PAGES, *files_in_git(*others)]
    texts = {name: (ROOT / name).read_text() for name in files if name != "tests/test_house.py"}
    found = {name: line[0] for name, text in texts.items() if (line := FROM_THE_INDEX.search(text))}
    assert not (unreleased and found)
    saying = {name for name in PAGES if "not on PyPI yet" in texts[name]}
    pages = {f"{NBJUDGE}/README.md", f"{NBJUDGE}/docs/adopt.md"}
    assert saying == (pages if unreleased else set())


@pytest.mark.parametrize(
    ("line", "is_from_there"),
    [
        ("pip install nbjudge        # or", True),
        ("pip install 'nbjudge[report]'", True),
        ("/opt/hub/bin/pip install --quiet numpy nbjudge==0.1.0", True),
        ("`pip install ./packages/nbjudge`, nbjudge", False),
        ("pip install '/path/to/clone/packages/nbjudge[report]'", False),
        ("pip install nbjudge-0.1.0-py3-none-any.whl", False),
    ],
)
def test_a_requirement_for_the_package_index_is_seen(line, is_from_there):
    assert bool(FROM_THE_INDEX.search(line)) == is_from_there


def test_readme_gives_the_two_commands_and_is_short():
    text = (ROOT / "README.md").read_text()
    assert {"make grade", "make test"} <= set(code_lines("README.md"))
    assert "`pytest -m reference`" in text
    assert len(text.splitlines()) <= 60


def test_the_figures_of_the_readme_are_those_of_the_files():
    """Counts may grow, times are those of the page on benchmarks."""
    text = " ".join((ROOT / "README.md").read_text().split())
    assert f"In {len(list(ROOT.glob('source/*/*.ipynb'))) + bool(deleted())} notebooks" in text
    for things, pattern in [
        ("wrong answers", "answers/*/*/wrong-*.py"),
        ("attacks", f"{NBJUDGE}/tests/attacks/*/*.py"),
    ]:
        (stated,) = re.findall(rf"(?i)more than (\d+) {things}", text)
        assert len(list(ROOT.glob(pattern))) // 2 <= int(stated) < len(list(ROOT.glob(pattern)))
    bench = (ROOT / NBJUDGE / "bench" / "README.md").read_text()
    (plain,) = re.findall(r"autograde, generate_feedback \| ([\d.]+) \|", bench)
    (ours,) = re.findall(r"^\| `nbjudge grade --feedback` \| ([\d.]+) \|", bench, re.M)
    assert "round.py --students 24`" in bench
    assert (
        f"for 24 students take {float(ours):.0f} seconds on two cores; plain nbgrader needs "
        f"{float(plain) / 60:.0f} minutes" in text
    )


def test_the_configuration_is_short():
    """Its tables are in tools/grading, because each instructor opens this file first."""
    assert len((ROOT / "nbgrader_config.py").read_text().splitlines()) < 100


def links_of(page: str) -> list[str]:
    """Return the files and folders that a page links to."""
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / page).read_text())
    return [target for target in found if "://" not in target]


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    for target in links_of(page):
        if target not in GENERATED:
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith(NBJUDGE)])
def test_nbjudges_pages_lead_to_nothing_of_the_lab(page):
    for target in links_of(page):
        there = (ROOT / page).parent.joinpath(target).resolve()
        assert there.is_relative_to(ROOT / NBJUDGE), f"{page} links to {target}"


@pytest.mark.parametrize("page", PAGES)
def test_python_files_that_pages_name_are_there(page):
    """A page may leave out the first folders of a path: `grading/run.py`, `test_kept.py`."""
    house = f"{NBJUDGE}/" if page.startswith(NBJUDGE) else ""
    there = tuple(f"/{name}" for name in files_in_git(f"{house}*.py"))
    text = (ROOT / page).read_text()
    for name in re.findall(r"`(?:python )?([\w][\w/]*\.py)\b[^`]*`", text):
        if name not in NOT_OURS:
            assert any(each.endswith(f"/{name}") for each in there), f"{page} names {name}"


def test_tools_that_files_name_are_there():
    """The package has tools of its own, so its files are left out, except for the benchmarks."""
    files = files_in_git(
        "*.py", "*.md", "*.yml", "*.toml", "Makefile", "binder", ".ci", ".gitignore"
    )
    ours = [name for name in files if not name.startswith(NBJUDGE) or "/bench/" in name]
    named = {
        (name, path)
        for name in ours
        for path in re.findall(r"(?<![\w/.-])tools/[\w/.-]*\w", (ROOT / name).read_text())
    }
    assert len(named) > 30
    assert [each for each in sorted(named) if not (ROOT / each[1]).exists()] == []


def test_assignments_share_equal_copies_and_no_links():
    paths = [ROOT / name for name in files_in_git("source")]
    assert [str(path) for path in paths if path.is_symlink()] == []
    found = list(copies())
    for original, copy in found:
        names = [str(path.relative_to(ROOT)) for path in (original, copy)]
        differ = f"{names[1]} differs from its original {names[0]}: edit that one, type `make same`"
        assert copy.read_bytes() == original.read_bytes(), differ
    assert {"show.py", "replay.py", "guess.py"} <= {copy.name for _, copy in found}


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


@pytest.mark.parametrize("folder", [ROOT, ROOT / NBJUDGE])
def test_make_quick_names_tests_that_are_there(folder):
    makefile = (folder / "Makefile").read_text()
    named = re.findall(r"[\s=']tests/[\w/]+(?:\.py)?", makefile.partition("\nQUICK =")[2])
    assert len(named) > 3
    assert [name for name in named if not (folder / name.strip(" ='")).exists()] == []


def test_targets_of_the_house_exist():
    assert {"lab", "release", "grade", "test", "bench", "soak"} <= make_targets()


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
