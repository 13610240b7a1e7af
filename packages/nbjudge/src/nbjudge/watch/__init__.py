"""Grading what comes in: `nbjudge watch`."""
