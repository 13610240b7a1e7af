"""Judge nbgrader notebooks with hidden tests that never enter the student's process."""

from .awards import Awards

__all__ = ["Awards"]
