"""The result of a notebook, as a student sees it: in Validate, after submitting, and on a page.

Entry points: `parts.Part` for one cell, `notebook_result.NotebookResult` for a notebook, with
its method `html`.
"""
