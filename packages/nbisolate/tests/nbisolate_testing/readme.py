"""The example of README.md, run as its reader runs it."""

import subprocess
import sys
from pathlib import Path

from nbisolate_testing.paths import ROOT


def run_readme(
    folder: Path, before: str, python: Path | str = sys.executable
) -> subprocess.CompletedProcess:
    """Run the example of README.md, with other code before it, in a folder."""
    (example,) = [
        block.partition("```")[0]
        for block in (ROOT / "README.md").read_text().split("```python\n")
        if "run_notebook" in block
    ]
    folder.chmod(0o755)
    return subprocess.run(
        [python, "-c", before + example], cwd=folder, capture_output=True, text=True
    )
