"""Write lists and numbers where nbgrader's metadata has texts and dictionaries."""

from tools import grade_id


def hand_in(notebook, folder):
    for cell in notebook.cells:
        if grade_id(cell).startswith("test-"):
            cell.metadata["nbgrader"] = {"grade_id": ["a"], "grade": "yes", "points": "many"}
