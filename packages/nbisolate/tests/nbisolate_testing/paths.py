"""Folders of the package.

`ROOT` holds its sources, pages and tests.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
