"""Write a sample class of twelve submissions, for a first look at grading.

    python tests/sample_class.py [COURSE]

Fills COURSE/submitted/ (COURSE: this repository) from COURSE/release/ and the answers in
tests/answers/, unless somebody has submitted already. Six students hand in answers, right and
wrong; six hand in what every class brings: broken files, missing files, deleted and doubled cells.
"""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from corpus import load_cases, submission_of

ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENT = "autograd"
SUBMITTED_AT = "2026-03-02 18:00:00 UTC\n"
WRITE_UP = "The gradient that arrives at y reaches x through the weight: dL/dx = dL/dy @ weight."

# Each student's answers: the name of the case in tests/answers/autograd/<function>/. A function
# that is not named keeps the stub of the release.
ALL_RIGHT = {
    "predict_module_hook": "right-vjp",
    "predict_node_hook": "right-einsum",
    "trace_backward": "right-recorder-class",
    "visualize_autograd_graph": "right-recursive-early-return",
    "shared_network": "right-exp-doubled",
    "edges_without_memory": "right-closed-form",
}
ANSWERS = {
    "amara": ALL_RIGHT,
    "boris": {
        "predict_module_hook": "right-loops-and-warnings",
        "predict_node_hook": "right-generator-and-list",
        "trace_backward": "right-noisy",
        "visualize_autograd_graph": "right-noisy",
        "shared_network": "right-many-edges",
        "edges_without_memory": "right-cached-recursion",
    },
    "chen": ALL_RIGHT
    | {
        "shared_network": "wrong-leaf-shared",
        "edges_without_memory": "wrong-visits-not-edges",
    },
    "divya": ALL_RIGHT
    | {
        "predict_module_hook": "wrong-swapped",
        "predict_node_hook": "wrong-weight-not-transposed",
        "trace_backward": "wrong-zero-for-none",
        "visualize_autograd_graph": "wrong-strict-digraph",
    },
    "emil": {
        "predict_module_hook": "right-lists",
        "predict_node_hook": "wrong-bias-not-summed",
        "trace_backward": "wrong-late-binding",
    },
    "farah": ALL_RIGHT
    | {
        "trace_backward": "wrong-forward-order",
        "visualize_autograd_graph": "wrong-edges-reversed",
        "edges_without_memory": "wrong-with-memory",
    },
    # What these six hand in is damaged afterwards.
    "goran": ALL_RIGHT,
    "hana": ALL_RIGHT,
    "ines": ALL_RIGHT,
    "jonas": ALL_RIGHT,
    "kofi": ALL_RIGHT,
    "lena": ALL_RIGHT,
}


def main() -> None:
    course = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    there = [folder for folder in (course / "submitted").glob("*/") if folder.is_dir()]
    if there:
        print(f"submitted/ holds {len(there)} submissions: no sample class is made.")
        return
    write_sample_class(course)
    print(f"A sample class of {len(ANSWERS)} was put into submitted/.")


def write_sample_class(course: Path) -> None:
    """Write the sample class into `course`/submitted/. release/ must be generated."""
    for student, answers in ANSWERS.items():
        hand_in(course, student, answers)
    for student, damage in DAMAGE.items():
        damage(course / "submitted" / student / ASSIGNMENT)


def hand_in(course: Path, student: str, answers: dict[str, str]) -> None:
    """Write one submission: the release with answers, and write-ups in the notebooks concerned."""
    release = course / "release" / ASSIGNMENT
    folder = course / "submitted" / student / ASSIGNMENT
    shutil.copytree(release, folder)
    (folder / "timestamp.txt").write_text(SUBMITTED_AT)
    names = {f"{function}/{answer}" for function, answer in answers.items()}
    cases = [case for case in load_cases() if case.name in names]
    if len(cases) < len(names):
        missing = sorted(names - {case.name for case in cases})
        raise LookupError(f"tests/answers/ holds no {', '.join(missing)}")
    for file, content in submission_of(cases, release).items():
        (folder / file).write_bytes(content)
        edit(folder / file, write_up)


def write_up(notebook: dict) -> None:
    """Answer what the notebook asks in words."""
    for cell in notebook["cells"]:
        if grade_id(cell).endswith("_writeup"):
            cell["source"] = WRITE_UP


def grade_id(cell: dict) -> str:
    """nbgrader's name of a cell; empty for a cell that nbgrader does not know."""
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def edit(path: Path, change: Callable[[dict], None]) -> None:
    """Read the notebook at `path`, let `change` alter it in place, and write it back.

    As plain JSON: nbformat would repair some of the damage that is meant here.
    """
    notebook = json.loads(path.read_text())
    change(notebook)
    path.write_text(json.dumps(notebook, indent=1))


# ---- what goes wrong with files and cells. Each takes the folder of a submission. --------------


def cut_off_a_file(folder: Path) -> None:
    """An upload that broke off: half a notebook, which is not JSON."""
    path = folder / "2-reverse-order.ipynb"
    path.write_text(path.read_text()[: path.stat().st_size // 2])


def empty_files(folder: Path) -> None:
    """A file of no bytes, and a notebook of no cells."""
    (folder / "3-autograd-graph.ipynb").write_text("")
    edit(folder / "4-visited-memory.ipynb", lambda notebook: notebook["cells"].clear())


def lose_a_file(folder: Path) -> None:
    (folder / "4-visited-memory.ipynb").unlink()


def add_files(folder: Path) -> None:
    """A notebook and a text that nobody asked for."""
    shutil.copy(folder / "1-backward-hooks.ipynb", folder / "1-backward-hooks-Copy1.ipynb")
    (folder / "notes.txt").write_text("Ask about AccumulateGrad.\n")


def delete_a_test_cell(folder: Path) -> None:
    """The check that would not pass is gone."""

    def change(notebook: dict) -> None:
        tests = [cell for cell in notebook["cells"] if grade_id(cell).startswith("test-")]
        notebook["cells"].remove(tests[-1])

    edit(folder / "3-autograd-graph.ipynb", change)


def double_cells_in_another_kernel(folder: Path) -> None:
    """A solution cell copied with its id, in a notebook that says that it is written in Julia."""

    def change(notebook: dict) -> None:
        cells = notebook["cells"]
        solution = next(cell for cell in cells if grade_id(cell) == "trace_backward")
        cells.insert(cells.index(solution), solution)
        notebook["metadata"]["kernelspec"] = {
            "name": "julia-1.10",
            "display_name": "Julia 1.10",
            "language": "julia",
        }

    edit(folder / "2-reverse-order.ipynb", change)


DAMAGE = {
    "goran": cut_off_a_file,
    "hana": empty_files,
    "ines": lose_a_file,
    "jonas": add_files,
    "kofi": delete_a_test_cell,
    "lena": double_cells_in_another_kernel,
}


if __name__ == "__main__":
    main()
