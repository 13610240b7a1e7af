"""The unit for systemd: systemd knows each line of it, and docs/watch.md names it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

UNIT = ROOT / "tools" / "nbjudge-watch.service"
ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
def test_systemd_understands_each_line(tmp_path):
    text = UNIT.read_text()
    # What has to be put in: an account, a folder and an environment that are there.
    text = re.sub("^User=.*", "User=daemon", text, flags=re.M)
    text = text.replace("/srv/courses/autograd-lab/.venv", sys.prefix)
    text = text.replace("/srv/courses/autograd-lab", str(tmp_path))
    unit = tmp_path / UNIT.name
    unit.write_text(text)
    said = subprocess.run([ANALYZE, "verify", unit], capture_output=True, text=True)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_the_page_names_it():
    assert f"`tools/{UNIT.name}`" in Path(ROOT, "docs", "watch.md").read_text()
