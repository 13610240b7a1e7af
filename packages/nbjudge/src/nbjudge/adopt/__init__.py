"""Adoption of nbjudge in an existing course: set it up, and check what would change for a class."""
