"""Submit a cell of 20 MB."""


def hand_in(notebook, folder):
    notebook.cells[1].source += "\n# " + "x" * 20_000_000
