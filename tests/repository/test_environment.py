"""Tests that environment.yml lists enough packages for the lab's tests, and the required ones."""

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from support.paths import ROOT

# The conda-forge names that differ from those on PyPI.
CONDA_NAMES = {"torch": "pytorch", "graphviz": "python-graphviz"}
PYTHON_NAMES = {conda: name for name, conda in CONDA_NAMES.items()}
OWN = ("nbisolate", "nbjudge")  # neither is on the package index
PIP = {"pip": [f"./packages/{name}" for name in OWN]}
# What needs a browser: a folder and a file in tests/.
BROWSER = {"e2e", "browser_steps.py"}
# Test support of the package that these tests use, too.
SHARED_SUPPORT = [
    ROOT / "packages/nbjudge/tests/nbjudge_testing" / name for name in ("commands.py", "forks.py")
]
NO_PACKAGES = {"python", "graphviz"}  # conda-forge's graphviz is the program


def listed() -> list[str]:
    """Return the dependencies of environment.yml, except the packages installed by pip."""
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    assert environment["channels"][0] == "conda-forge"
    assert PIP in environment["dependencies"]
    return [line for line in environment["dependencies"] if line != PIP]


def requirements(lines: list[str]) -> dict[str, str]:
    """Parse requirement lines into {name: version bounds}."""
    return {(parsed := Requirement(line)).name: str(parsed.specifier) for line in lines}


def test_the_list_is_what_the_package_and_the_notebooks_need():
    files = [ROOT / "packages" / name / "pyproject.toml" for name in OWN]
    projects = [tomllib.loads(path.read_text())["project"] for path in files]
    (python,) = {project["requires-python"] for project in projects}
    extras = projects[1]["optional-dependencies"]
    dependencies = [line for project in projects for line in project["dependencies"]]
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    course = [line for line in lines if not line.startswith("#")]
    needed = {n: v for n, v in requirements(dependencies + course).items() if n not in OWN}
    wanted = {CONDA_NAMES.get(name, name): bounds for name, bounds in needed.items()}
    wanted["python"] = python
    wanted["pytest"] = requirements(extras["test"])["pytest"]
    wanted["graphviz"] = ""  # conda-forge's package of the dot program
    wanted["pip"] = ""

    lines = listed()
    assert len(set(lines)) == len(lines), "a dependency is named twice"
    assert requirements(lines) == wanted


def sufficient() -> set[str]:
    """Return the distributions that environment.yml installs, including dependencies."""
    names = [requirement for line in listed() for requirement in requirements([line])]
    waiting = [(PYTHON_NAMES.get(name, name), "") for name in names if name not in NO_PACKAGES]
    waiting += [(name, "") for name in OWN]
    found: set[tuple[str, str]] = set()  # a distribution, and an extra of it or ""
    while waiting:
        name, extra = waiting.pop()
        name = canonicalize_name(name)
        if (name, extra) in found:
            continue
        try:
            lines = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:  # for another system
            continue
        found.add((name, extra))
        for requirement in map(Requirement, lines):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                waiting += [(requirement.name, each) for each in ("", *requirement.extras)]
    return {name for name, _ in found}


def modules_used(path: Path) -> set[str]:
    """Return the top-level modules that a Python file or notebook imports or starts."""
    if path.suffix == ".ipynb":
        cells = yaml.safe_load(path.read_text())["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    else:
        sources = [path.read_text()]
    return {name for source in sources for name in modules_used_by(source)}


def modules_used_by(source: str) -> Iterator[str]:
    """Yield the top-level modules that code imports, even in functions, or starts with `-m`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                yield from (alias.name.split(".")[0] for alias in node.names)
            case ast.ImportFrom(level=0, module=str(module)):
                yield module.split(".")[0]
            # Without a program before it, as in the arguments of pytest, -m names no module.
            case ast.List(elts=words) | ast.Tuple(elts=words):
                for program, option, module in zip(words, words[1:], words[2:], strict=False):
                    match option, module:
                        case ast.Constant("-m"), ast.Constant(str(name)):
                            if not isinstance(program, ast.Constant):
                                yield name.split(".")[0]


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("def f():\n    import a.b, c", {"a", "c"}),
        ("from a.b import c", {"a"}),
        ("from . import a", set()),
        ('[sys.executable, "-m", "a", "check"]', {"a"}),
        ('run([*(python, "-m", "a.b"), *files])', {"a"}),
        ('["pytest", "-q", "-m", "soak"]', set()),
        ('[sys.executable, "-m", module]', set()),
    ],
)
def test_each_way_to_use_a_module_is_seen(source, modules):
    assert set(modules_used_by(source)) == modules


def files_of_the_lab() -> list[Path]:
    """Return the files that a TA's pytest and the instructor's commands use; no browser tests."""
    files = [
        path
        for folder in ("tests", "tools", "source")
        for pattern in ("*.py", "*.ipynb")
        for path in (ROOT / folder).rglob(pattern)
    ]
    return [
        path for path in files if not BROWSER & set(path.parts) and not path.name.startswith(".")
    ]


def test_what_the_lab_uses_comes_with_the_list():
    files = [*files_of_the_lab(), *SHARED_SUPPORT]
    names = {path.name for path in files}
    assert {"test_repository_rules.py", "answer_bank.py", "show.py", "1-tape.ipynb"} <= names
    own = {*OWN, *(path.stem for path in files), *(path.parent.name for path in files)}
    provides = importlib.metadata.packages_distributions()
    enough = sufficient()
    lacking = {
        module: path.relative_to(ROOT)
        for path in files
        for module in modules_used(path) - own - sys.stdlib_module_names
        if not enough & {canonicalize_name(name) for name in provides.get(module, [])}
    }
    assert not lacking, f"environment.yml does not bring {lacking}"
    assert "torch" in enough and "hypothesis" not in enough


@pytest.mark.soak
def test_all_tests_of_the_lab_pass_in_a_new_environment_of_the_list(tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    link_distributions(environment, sufficient())
    shutil.copytree(
        ROOT,
        tmp_path / "lab",
        ignore=shutil.ignore_patterns(".venv*", "__pycache__", "work", "dist", "build"),
        symlinks=True,
    )
    python = environment / "bin" / "python"
    install_packages(python, tmp_path / "wheels")

    def pytest_in_it(*arguments: str) -> str:
        finished = subprocess.run(
            [python, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=tmp_path / "lab",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    said = pytest_in_it("-v")
    assert not re.search(r"^tests/e2e/", said, flags=re.M)
    assert re.search(r"^=+ \d{4} passed", said, flags=re.M)


def install_packages(python: Path, folder: Path) -> None:
    """Install both packages for a Python that has their dependencies; build wheels in `folder`."""
    packages = [ROOT / "packages" / name for name in OWN]
    build = ["wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", *packages]
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *build], check=True)
    install = ["install", "--no-deps", "--no-index", *folder.glob("*.whl")]
    subprocess.run([python, "-m", "pip", "--quiet", *install], check=True)


def link_distributions(environment: Path, names: set[str]) -> None:
    """Put distributions of this environment into a new one, file by file."""
    there = Path(sys.prefix)
    for name in sorted(names - set(OWN)):
        for file in importlib.metadata.files(name) or []:
            source = Path(os.path.normpath(file.locate()))
            if not source.is_relative_to(there) or not source.is_file():
                continue
            target = environment / source.relative_to(there)
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():
                continue
            if source.relative_to(there).parts[0] == "bin":
                text = source.read_bytes().replace(str(there).encode(), str(environment).encode())
                target.write_bytes(text)
                target.chmod(0o755)
                continue
            try:
                os.link(source, target)
            except OSError:  # another file system
                shutil.copy(source, target)
