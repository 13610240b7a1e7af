"""The processes that run a notebook: the fork server and its forks, student's process and judge.

``docs/contributing.md`` has a drawing of them.
"""
