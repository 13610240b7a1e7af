"""What `nbgrader_config.py` names: preprocessors and exporters for nbgrader."""
