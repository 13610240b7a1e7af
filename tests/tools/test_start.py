"""START.md: the assignments in order, with minutes, points, links, progress and due dates."""

import json
import re
import shutil
import subprocess
import sys

import pytest
import start
from course import MARKS, deleted, read_assignments
from support.paths import ROOT

ASSIGNMENTS = read_assignments()

LAST = "✗ 2 failed, ✓ 3 passed"


@pytest.fixture
def work(tmp_path):
    """A copy of the release, as a student gets it."""
    return shutil.copytree(ROOT / "release", tmp_path / "work")


def written(work):
    subprocess.run([sys.executable, ROOT / "tools/students/start.py", work], check=True)
    return (work / "START.md").read_text()


def own_minutes(notebook):
    """The minutes that a notebook states for itself, as the two ends of a range."""
    title = "".join(json.loads(notebook.read_text())["cells"][0]["source"])
    ends = re.search(r"^\*(?:About )?(\d+)(?: to (\d+))? minutes\b", title, re.M).groups()
    return int(ends[0]), int(ends[1] or ends[0])


def test_every_notebook_is_there_once_in_order_with_its_points(work):
    text = written(work)
    assert re.findall(r"^## \d\. (\S+)$", text, re.M) == list(MARKS) == list(start.QUESTIONS)
    rows = re.findall(r"^\| \[([^]]+)\]\(([^)]+)\) \| .+ \| (\d+) \| not val", text, re.M)
    tasks = [(each.name, task) for each in ASSIGNMENTS.values() for task in each.tasks]
    assert [(name, link) for name, link, *_ in rows] == [
        (task.name, f"{assignment}/{task.name}.ipynb") for assignment, task in tasks
    ]
    assert all((work / link).is_file() for _, link, *_ in rows)
    assert [int(points) for *_, points in rows] == [task.points for _, task in tasks]
    for name, assignment in ASSIGNMENTS.items():
        lows, highs = zip(*map(own_minutes, (work / name).glob("*.ipynb")), strict=True)
        ends = re.search(rf"^## \d\. {name}\n.*?^About ([\d.]+) to ([\d.]+) h", text, re.M | re.S)
        assert abs(60 * float(ends[1]) - sum(lows)) <= 15
        assert abs(60 * float(ends[2]) - sum(highs)) <= 15
        points = sum(task.points for task in assignment.tasks)
        assert f" hours, {points} points.\n" in text
    assert "Due" not in text


@pytest.mark.parametrize(
    "content", ["{", "[]", "[" * 100_000, '{"primer/1-tensors-that-remember.ipynb": 3}']
)
def test_results_that_cannot_be_read_show_no_progress(content, work):
    plain = written(work)
    (work / ".nbjudge").mkdir()
    (work / ".nbjudge/validated.json").write_text(content)
    assert written(work) == plain
    assert "✓" not in plain and "not validated yet" in plain


def test_it_shows_the_last_result_of_validate_and_the_due_date(work):
    (work / ".nbjudge").mkdir()
    results = {"primer/2-backward.ipynb": {"result": LAST}}
    (work / ".nbjudge/validated.json").write_text(json.dumps(results))
    (work / "primer/1-tensors-that-remember.old.ipynb").write_text("{}")
    path = work / "autograd/1-backward-hooks.ipynb"
    line = "*Assignment 2 of 3: primer, **autograd**, simple-grad."
    assert line in path.read_text()
    due = "Due on Friday, 4 December 2026, 17:00 UTC."
    path.write_text(path.read_text().replace(line, f"{line} {due}"))
    text = written(work)
    assert re.findall(r"\| \[(\S+)\].* \| (✗.*) \|$", text, re.M) == [("2-backward", LAST)]
    assert f" hours, {40 if deleted() else 50} points. **{due}**\n" in text
    assert text.endswith(start.FOOT)


def test_minutes_may_be_ranges(work):
    path = work / "simple-grad" / "1-tape.ipynb"
    notebook = json.loads(path.read_text())
    title = "".join(notebook["cells"][0]["source"])
    title = re.sub(r"\| \d+ to \d+ \| (\d+) \|$", r"| 10 to 15 | \1 |", title, flags=re.M)
    notebook["cells"][0]["source"] = title
    path.write_text(json.dumps(notebook))
    text = written(work)
    assert "\nAbout 1 to 1.5 hours, " in text
    assert text.count(" | 10 to 15 | ") == len(ASSIGNMENTS["simple-grad"].notebooks)


def test_a_folder_with_one_assignment_names_the_others_in_one_line(work):
    text = start.page({name: work / name for name in start.QUESTIONS}, work / "autograd")
    assert re.findall(r"\]\(([^)]+)\)", text) == [
        f"{name}.ipynb" for name in ASSIGNMENTS["autograd"].notebooks
    ]
    assert re.findall(r"^## (\d)\. (\S+)$", text, re.M) == [("2", "autograd")]
    hours = re.findall(r"^About (.* hours), ", written(work), re.M)
    line = f"primer ({hours[0]}), **autograd** (in this folder), simple-grad ({hours[2]})."
    assert f"in this order: {line}\n" in text


HOSTILE = {
    "no JSON": "{",
    "nested": "[" * 100_000,
    "no notebook": "[]",
    "no source": '{"cells": [{}]}',
    "a table of something else": '{"cells": [{"source": "| a | b |\\n| - | - |\\n| 1 | 2 |"}]}',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_notebook_costs_the_table_of_its_assignment(content, work):
    (work / "primer/0-mine.ipynb").write_text(content)
    text = written(work)
    assert text.count(start.NO_TABLE) == 1
    assert re.findall(r"^## \d\. (\S+)$", text, re.M) == list(start.QUESTIONS)
    assert "](autograd/1-backward-hooks.ipynb)" in text and "](primer/" not in text


JUPYTERLAB = """
import os
from pathlib import Path
assert Path("out").read_text().startswith("Starting JupyterLab"), "said before this is imported"
def main(arguments):
    print("started in", os.getcwd(), "with", *arguments)
"""


def test_an_archive_starts_jupyterlab_and_runs_nothing_of_its_folder(tmp_path):
    """`python start` with hostile files in the unpacked archive, as somebody may pass it on."""
    package = tmp_path / "installed" / "jupyterlab"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "labapp.py").write_text(JUPYTERLAB)
    folder = tmp_path / "primer"
    (folder / "start").mkdir(parents=True)
    shutil.copy(ROOT / "tools/students/start.py", folder / "start" / "__main__.py")
    (folder / ".released").mkdir()
    (folder / start.HANDED_OUT).write_text("# Start here\n")
    (folder / "1-hostile.ipynb").write_text("[" * 100_000)
    (folder / ".nbjudge").mkdir()
    (folder / start.RESULTS).write_text("[" * 100_000)
    for name in ("json", "re", "jupyterlab", "sitecustomize"):
        (folder / f"{name}.py").write_text("open('ran', 'w')")
    with (folder / "out").open("w") as out:
        finished = subprocess.run(
            [sys.executable, "start", "--no-browser"],
            cwd=folder,
            env={"PYTHONPATH": str(package.parent), "PATH": "/usr/bin:/bin"},
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
        )
    first, *last = (folder / "out").read_text().splitlines()
    assert first.startswith("Starting JupyterLab"), finished.stderr
    assert last == [f"started in {folder} with START.md --no-browser"], finished.stderr
    assert not (folder / "ran").exists()
    assert (folder / "START.md").read_text() == "# Start here\n"
