"""Judge for nbgrader notebooks, whose hidden tests never enter the student's process."""

from .awards import Awards

__all__ = ["Awards"]
