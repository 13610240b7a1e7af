"""Checks of the notebooks, and what they need to compare your answers and to say what is wrong."""
