"""Who runs a notebook: the warm process and its forks, the student's process and the judge."""
