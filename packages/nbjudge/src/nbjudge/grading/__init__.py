"""Grading of a class: submitted folders, a pool of workers, and the gradebook."""
