"""The path of the package's folder, which contains its sources, docs and tests."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
