"""What the assignments say of PyTorch holds on the oldest and the newest version that we name too.

`make test` asks the same of the pinned one. Each environment is made once, in the user's cache:
with the libraries that PyPI's torch brings along it takes some gigabytes.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nbjudge"
FACTS = sorted((ROOT / "tests").glob("*/test_*_facts.py"))
NEWEST = "2.15.0"  # that was asked


def oldest() -> str:
    """The oldest version of torch that students may have, such as "2.5.0"."""
    found = re.search(r"^torch>=([\d.]+)$", (ROOT / "requirements.txt").read_text(), re.M)
    assert found
    return f"{found[1]}.0"


@pytest.mark.soak
@pytest.mark.parametrize("version", [oldest(), NEWEST])
def test_the_facts_hold(version):
    python = CACHE / f"torch-{version}" / "bin" / "python"
    if not (done := python.parents[1] / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", python.parents[1]], check=True)
        packages = [f"torch=={version}", "numpy", "pytest"]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        done.touch()
    assert len(FACTS) == 4
    command = [python, "-m", "pytest", "-q", "--noconftest", "-c", os.devnull, *FACTS]
    finished = subprocess.run(command, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout
