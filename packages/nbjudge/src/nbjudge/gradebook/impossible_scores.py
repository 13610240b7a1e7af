"""Test cells whose result nbgrader takes for a score that the cell cannot have.

Entry point: `refuse_impossible_score`.
"""

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import determine_grade

NAME = "ScoreError"  # the ename of the error that the cell shows


def refuse_impossible_score(cell: NotebookNode) -> str | None:
    """Replace the result of a test cell with an error if nbgrader cannot score it.

    nbgrader takes a number as the last expression of a test cell for its score. For a number above
    the cell's points it raises an error, which would end the grading of the whole notebook.

    Parameters
    ----------
    cell
        A test cell with its outputs, and its points in its metadata.

    Returns
    -------
    str or None
        Why the cell has no score, to be read after its name. None if nbgrader can score the cell,
        which is then unchanged.
    """
    try:
        determine_grade(cell)
    except (KeyError, ValueError):
        points = f"{cell.metadata['nbgrader']['points']:g} points"
        cell.outputs = [output for output in cell.outputs if output.output_type != "execute_result"]
        message = f"The result of this check isn't a number from 0 to {points}, so it has no score."
        error = {"output_type": "error", "ename": NAME, "evalue": message, "traceback": []}
        cell.outputs.append(nbformat.from_dict(error))
        return f"ends in a value that isn't a score from 0 to {points}"
    return None
