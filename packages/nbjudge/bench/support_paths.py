"""Adds the folders of test support to the import path: import it before `nbjudge_testing`."""

import sys
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[2]
# nbjudge's test support imports nbisolate's.
sys.path.extend(str(PACKAGES / package / "tests") for package in ("nbjudge", "nbisolate"))
