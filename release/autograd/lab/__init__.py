"""Modules for the notebooks next to this folder: pictures, guesses, and helpers of the checks."""
