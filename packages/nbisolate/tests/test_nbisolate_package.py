"""What goes to the package index: the wheel is whole, and runs a notebook by itself."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from nbisolate_testing.paths import ROOT
from nbisolate_testing.readme import run_readme

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_page_for_the_index_stands_alone():
    page = (ROOT / PROJECT["readme"]).read_text()
    assert re.findall(r"\]\((?!https://)[^)]*\)", page) == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, f"--wheel-dir={folder}", ROOT], check=True)
    [path] = folder.glob("*.whl")
    return path


@pytest.mark.soak
def test_the_wheel_is_whole(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    source = ROOT / "src"
    modules = {path.relative_to(source).as_posix() for path in source.rglob("*.py")}
    assert modules | {"nbisolate/py.typed"} <= names


def packages_of(name: str, known: set[str]) -> set[str]:
    """The installed distributions that one needs, added to those that are known."""
    for requirement in map(Requirement, importlib.metadata.requires(name) or []):
        needed = requirement.name
        if needed in known or not (
            requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        ):
            continue
        known.add(needed)
        packages_of(needed, known)
    return known


@pytest.mark.soak
def test_the_wheel_runs_a_notebook_in_an_environment_with_only_what_it_needs(wheel, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", f"--python={python}", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-index", wheel], check=True)
    (folder,) = environment.glob("lib/python*/site-packages")
    for name in packages_of("nbisolate", set()):
        for file in importlib.metadata.files(name) or []:
            source = Path(os.path.normpath(file.locate()))
            target = folder / file
            if source.is_file() and ".." not in file.parts and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read_bytes())
    work = tmp_path / "work"
    work.mkdir()
    assert run_readme(work, "", python).stdout == "AssertionError 3\n"
