"""Grading what comes in: `nbjudge watch`. Begin to read in `loop`, which owns the state."""
