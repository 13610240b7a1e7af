"""Folders of the package.

`ROOT` holds its sources, pages and tests, and `TESTS` is the folder of tests in it. `PACKAGES` has
this package and nbisolate's.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PACKAGES = ROOT.parent
