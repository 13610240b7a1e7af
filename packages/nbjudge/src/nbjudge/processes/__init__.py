"""The processes that run a notebook: the warm process and its forks, student's process and judge.

``docs/grading.md`` has a drawing of them.
"""
