"""The unit for systemd: it serves a course, systemd knows each line, and a page names it."""

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nbisolate_testing.systemd_machine import USER, build, run_in
from nbjudge_testing import serve_by_unit
from nbjudge_testing.paths import PACKAGES, ROOT

CODE = [PACKAGES / name / part for name in ("nbisolate", "nbjudge") for part in ("src", "tests")]
UNIT = ROOT / "tools" / "nbjudge-watch.service"
ANALYZE = shutil.which("systemd-analyze")


def unit_for(account: str, course: Path) -> str:
    """The unit, with what has to be put in: an account, a folder and an environment."""
    text = re.sub("^User=.*", f"User={account}", UNIT.read_text(), flags=re.M)
    text = text.replace("/srv/courses/course101/.venv", sys.prefix)
    return text.replace("/srv/courses/course101", str(course))


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
def test_systemd_understands_each_line(tmp_path):
    unit = tmp_path / UNIT.name
    unit.write_text(unit_for("daemon", tmp_path))
    said = subprocess.run([ANALYZE, "verify", unit], capture_output=True, text=True)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_the_page_names_it():
    assert f"`tools/{UNIT.name}`" in Path(ROOT, "docs", "grade-as-they-arrive.md").read_text()


@pytest.mark.soak
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the machine is one of x86_64")
@pytest.mark.skipif(os.getuid() != 0, reason="only root makes the disk of a machine")
def test_it_serves_a_course(tmp_path):
    unit = unit_for(USER, serve_by_unit.COURSE).replace(" watch ps1", " watch ps")
    program = (
        f"cd /tmp\n{sys.executable} {serve_by_unit.__file__} {USER} {shlex.quote(unit)} 2>&1\n"
    )
    *_, seen = run_in(build(tmp_path, program, CODE), seconds=3600)
    assert json.loads(seen) == {
        "points": [10, 10],
        "cgroup": [True, True],
        "restarts": "1",
        "state": "inactive",
        "result": "success",
        "left": [],
    }
