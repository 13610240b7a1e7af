"""Preprocessors and exporters for nbgrader, to be named in `nbgrader_config.py`."""
