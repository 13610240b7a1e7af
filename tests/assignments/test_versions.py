"""What the assignments say of PyTorch holds on the oldest and the newest version that we name too.

`make test` asks the same of the pinned one. The environments stay in the user's cache: with the
libraries that PyPI's torch brings along, each takes some gigabytes.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nbjudge"
FACTS = sorted((ROOT / "tests").glob("*/test_*_facts.py"))
MORE = ["autograd/test_memory.py", "autograd/test_engine.py", "primer/test_bug_hunt.py"]
FILES = [*FACTS, *(ROOT / "tests" / name for name in MORE)]
PACKAGES = ["numpy", "graphviz", "ipython", "pytest"]
NEWEST = "2.15.0"  # that was asked


def oldest() -> str:
    """The oldest version of torch that students may have, such as "2.5.0"."""
    found = re.search(r"^torch>=([\d.]+)$", (ROOT / "requirements.txt").read_text(), re.M)
    assert found
    return f"{found[1]}.0"


@pytest.mark.soak
@pytest.mark.parametrize("version", [oldest(), NEWEST])
def test_the_facts_hold(version):
    folder = CACHE / f"torch-{version}"
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [python, "-m", "pip", "install", "--quiet", f"torch=={version}", *PACKAGES]
    subprocess.run(install, check=True)
    assert len(FACTS) == 4
    options = ["-p", "no:cacheprovider", "-m", "not nbgrader"]
    finished = subprocess.run(
        [python, "-m", "pytest", *options, *FILES],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert finished.returncode == 0, finished.stdout
    asked = re.findall(r"^tests/(?:\w+/)+\w+\.py(?= \.)", finished.stdout, re.M)
    assert set(asked) == {str(path.relative_to(ROOT)) for path in FILES}
