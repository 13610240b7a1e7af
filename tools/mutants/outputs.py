"""What an answer computes, on all inputs of the battery of its task.

Entry point: `outputs_of` runs an answer. `observing.py` says what is compared.
"""

import functools
import importlib

from course import SOURCE, read_assignments

from mutants.judge import Notebook, enter, in_fork
from mutants.observing import WordsOf, observe


def outputs_of(assignment: str, function: str, text: str, words_of: WordsOf) -> object:
    """Return what an answer does, as a list of JSON; None if it takes too long or ends the process.

    `text` is the answer's solution cell, and `words_of` is what is compared of an error.
    """
    battery = importlib.import_module(f"mutants.{assignment.replace('-', '_')}").BATTERIES
    notebook = read_notebook(assignment, function)

    def work() -> list[object]:
        names = enter(notebook)
        exec(text, names)
        return observe(battery[function](names[function]), words_of)

    return in_fork(work)


@functools.cache
def read_notebook(assignment: str, function: str) -> Notebook:
    """The notebook that asks for a function."""
    task = read_assignments()[assignment].functions[function]
    return Notebook.read(SOURCE / assignment / f"{task.name}.ipynb", function)
