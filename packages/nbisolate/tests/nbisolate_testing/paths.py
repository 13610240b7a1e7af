"""Folders of the package.

`ROOT` holds its sources, pages and tests. `PACKAGES` has this package and others of the repository.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT.parent
