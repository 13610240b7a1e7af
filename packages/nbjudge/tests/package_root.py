"""The folder of the package, with its sources, pages and tests."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
