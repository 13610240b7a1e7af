"""The commands, links, files and figures that the pages name are there."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from course import deleted, read_assignments
from support.git_files import files_in_git
from support.pages import GENERATED, PAGES, code_lines, links_of
from support.paths import NBISOLATE, NBJUDGE, ROOT

THIS_FILE = Path(__file__).relative_to(ROOT).as_posix()
# Python files in pages that a student, a tool or an administrator writes.
NOT_OURS = {
    "fallback_compiler.py",
    "dist/fallback.py",
    "fallback.py",
    "ipython_config.py",
    "jupyterhub_config.py",
    "torch.py",
    "numpy.py",
}


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


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    for target in links_of(page):
        if target not in GENERATED:
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


@pytest.mark.parametrize("package", [NBISOLATE, NBJUDGE])
def test_pages_of_a_package_lead_to_nothing_outside(package):
    pages = [page for page in PAGES if page.startswith(package)]
    assert pages
    for page in pages:
        for target in links_of(page):
            there = (ROOT / page).parent.joinpath(target).resolve()
            assert there.is_relative_to(ROOT / package), f"{page} links to {target}"


@pytest.mark.parametrize("page", PAGES)
def test_python_files_that_pages_name_are_there(page):
    """A page may leave out the first folders of a path: `grading/run.py`, `test_kept.py`."""
    # nbjudge's list of promises names files of nbisolate, too.
    folder = "packages/" if page.startswith("packages/") else ""
    there = tuple(f"/{name}" for name in files_in_git(f"{folder}*.py"))
    text = (ROOT / page).read_text()
    for name in re.findall(r"`(?:python3? )?([\w][\w/]*\.py)\b[^`]*`", text):
        if name not in NOT_OURS:
            assert any(each.endswith(f"/{name}") for each in there), f"{page} names {name}"


def scripts_on_pages() -> set[str]:
    """Return the paths of the scripts in tools/ that a page calls with `python`."""
    scripts = set()
    for page in PAGES:
        packages = [f"{package}/" for package in (NBISOLATE, NBJUDGE) if page.startswith(package)]
        folder = "".join(packages)
        calls = re.findall(r"\bpython3? (tools/[\w/]+\.py)", (ROOT / page).read_text())
        scripts |= {folder + script for script in calls}
    return scripts


@pytest.mark.parametrize("script", sorted(scripts_on_pages()))
def test_a_script_on_a_page_explains_itself_and_does_nothing_else(script, tmp_path):
    command = [sys.executable, ROOT / script, "--help"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(f"usage: {Path(script).name} ")
    assert list(tmp_path.iterdir()) == []


# A requirement that pip looks up on the package index: no path of a folder or of a wheel.
FROM_THE_INDEX = re.compile(r"pip install(?: [^\s`#]+)* [\"']?nbjudge(?![\w./-])[^\s`]*")


def test_nbjudge_is_not_installed_from_the_package_index_before_it_is_there():
    """The changelog says how far it is: its newest version is not yet released until then."""
    unreleased = "\nNot yet released." in (ROOT / NBJUDGE / "CHANGELOG.md").read_text()
    others = ("*.py", "*.ipynb", "*.yml", "*.toml", "*/Makefile", "Makefile", "binder", ".ci")
    files = [*PAGES, *files_in_git(*others)]
    texts = {name: (ROOT / name).read_text() for name in files if name != THIS_FILE}
    found = {name: line[0] for name, text in texts.items() if (line := FROM_THE_INDEX.search(text))}
    assert not (unreleased and found)
    saying = {name for name in PAGES if "not on PyPI yet" in texts[name]}
    pages = {f"{NBJUDGE}/README.md", f"{NBJUDGE}/docs/use-nbjudge.md"}
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


def test_readme_gives_the_two_commands():
    text = (ROOT / "README.md").read_text()
    assert {"make sample", "make test"} <= set(code_lines("README.md"))
    assert "`pytest -m reference`" in text


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
