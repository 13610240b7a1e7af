"""What a student sees first: START.md as a page, by `make lab`, in the archive and on Binder."""

import html
import json
import re
import subprocess
import sys
import zipfile

import pytest
import student_zip
from support.browser_steps import open_first
from support.paths import ROOT
from support.repository_copy import copy_repository

from nbisolate_testing.users import wait_for
from nbjudge_testing.browser_walk import (
    NOTEBOOK,
    OPTIONS,
    TOKEN,
    open_notebook,
    picture,
    running,
    write_cell,
)

pytestmark = pytest.mark.soak


def test_make_lab_opens_it_and_it_shows_the_progress(page, lab, lab_folder):
    preview = open_first(page, lab)
    preview.get_by_role("link", name="1-tensors-that-remember").click()
    page.locator(f"{NOTEBOOK} .jp-Cell").first.wait_for()
    page.get_by_text("Assignment 1 of 3: primer, autograd, simple-grad.").wait_for()
    page.get_by_role("button", name="Validate").click()
    progress = page.locator(".nbjudge-verdict .nbjudge-notebooks")
    progress.wait_for()
    lines = progress.locator("li").all_inner_texts()
    assert lines[0].startswith("1-tensors-that-remember: ○ 5 not written")
    assert lines[1:] and all(line.endswith(": not validated yet") for line in lines[1:])
    preview = open_first(page, lab)
    row = preview.get_by_role("row", name="1-tensors-that-remember")
    row.get_by_text("○ 5 not written").wait_for()
    picture(page, "start")


def test_names_of_files_are_whole_and_typed_text_is_saved_soon(page, lab, lab_folder):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install()
    name = "autograd/2-reverse-order.ipynb"
    open_notebook(page, lab, name)
    labels = page.locator(".jp-DirListing-itemText")
    labels.filter(has_text="3-autograd-graph.ipynb").wait_for()
    cut = "labels => labels.filter((each) => each.scrollWidth > each.clientWidth).length"
    assert labels.evaluate_all(cut) == 0
    assert page.get_by_text(" ago").count() == 0
    cell = page.locator(f"{NOTEBOOK} .jp-CodeCell").first
    write_cell(page, cell, "typed = 'and not saved'")
    assert "and not saved" not in (lab_folder / "work" / name).read_text()
    page.clock.fast_forward(15_000)
    wait_for(lambda: "and not saved" in (lab_folder / "work" / name).read_text())


def test_the_archive_opens_it(page, tmp_path):
    wheels = student_zip.build_wheels(tmp_path)
    student_zip.pack(ROOT / "release" / "autograd", wheels, tmp_path / "autograd.zip")
    with zipfile.ZipFile(tmp_path / "autograd.zip") as archive:
        archive.extractall(tmp_path)
    # What pip would install of the wheels is the environment's already, but for this setting.
    home = tmp_path / "home"
    (home / "labconfig").mkdir(parents=True)
    with zipfile.ZipFile(wheels[1]) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith("default_setting_overrides.json"))
        settings = json.loads(archive.read(name))
    assert name.partition("/data/")[2].startswith("etc/jupyter/labconfig/")
    (home / "labconfig/default_setting_overrides.json").write_text(json.dumps(settings))
    # The README's command. A program in the place of the browser keeps what it is sent to.
    opened = tmp_path / "opened.html"
    (tmp_path / "browser").write_text(f'#!/bin/sh\ncp "${{1#file://}}" {opened}\n')
    (tmp_path / "browser").chmod(0o755)
    options = [option for option in OPTIONS.split() if option != "--no-browser"]
    command = [sys.executable, "start", "--allow-root", *options]
    folder, browser = tmp_path / "autograd", f"{tmp_path / 'browser'} %s"
    with running(command, home, folder, BROWSER=browser) as server:
        wait_for(opened.is_file)
        url = re.search(r'href="(http[^"]+)"', opened.read_text())[1]
        with page.expect_request("**/nbjudge/warm*"):  # while START.md is read
            preview = open_first(page, server, html.unescape(url))
        preview.get_by_role("link", name="3-autograd-graph").click()
        page.locator(f"{NOTEBOOK} .jp-Cell").first.wait_for()
        page.get_by_text("Assignment 2 of 3: primer, autograd, simple-grad.").wait_for()


def test_binder_opens_it(page, tmp_path):
    """The link of docs/instructors.md; there the home folder is the repository's."""
    folder = copy_repository(tmp_path / "repository")
    subprocess.run(["binder/only_release"], cwd=folder, check=True)
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", *OPTIONS.split()]
    settings = {"JUPYTER_CONFIG_DIR": str(folder / ".jupyter")}
    (tmp_path / "home").mkdir()
    with running(command, tmp_path / "home", folder, **settings) as server:
        preview = open_first(page, server, f"{server.url}/lab/tree/START.md?token={TOKEN}")
        assert "not validated yet" in preview.inner_text()
        preview.get_by_role("link", name="1-tape").click()
        page.locator(f"{NOTEBOOK} .jp-Cell").first.wait_for()
        page.get_by_role("button", name="Validate").wait_for()
        page.get_by_text("Formgrader").wait_for(state="detached")
