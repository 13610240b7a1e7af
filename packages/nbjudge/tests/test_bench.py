"""Each benchmark starts, from any folder: the page on benchmarks gives its command."""

import os
import subprocess
import sys

import pytest

from nbjudge_testing.paths import ROOT

BENCH = ROOT / "bench"
sys.path.append(str(BENCH))
import plain  # noqa: E402

SCRIPTS = [path.name for path in sorted(BENCH.glob("*.py")) if "__main__" in path.read_text()]


def test_the_page_names_each_benchmark():
    page = (BENCH / "README.md").read_text()
    assert SCRIPTS
    assert [name for name in SCRIPTS if f"bench/{name}" not in page] == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_it_explains_itself(script, tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, BENCH / script, "--help"]
    ended = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("name", plain.KINDS)
def test_a_course_without_torch_is_there(name, tmp_path):
    assignment, _ = plain.KINDS[name]
    course = plain.make_class(tmp_path, assignment, "", copies=1)
    notebooks = {path.stem for path in course.glob("submitted/*/*/*.ipynb")}
    assert notebooks == {path.stem for path in assignment.glob("*.py")}
