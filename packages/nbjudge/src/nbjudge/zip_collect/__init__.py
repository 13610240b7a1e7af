"""Collecting what a learning management system hands out, with `nbgrader zip_collect`.

- `plugins`: the two classes that a course sets, `SafeExtractor` and `StudentIdCollector`.
- `names`: whose an upload is, by the part of its name that the system wrote.
- `uploads`: the list of what came from where.
- `confirm`: the table of what an archive holds, and collecting it.
- `zip_pages`: the feedback pages, named for the system.
"""
