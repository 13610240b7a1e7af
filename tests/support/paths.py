"""The paths of the repository and of its source notebooks."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "source"
# The folders of the packages, relative to the repository.
NBJUDGE = "packages/nbjudge"
NBISOLATE = "packages/nbisolate"
