"""Gradebooks of a sample assignment, with the rows that nbgrader writes."""

import json
import random
from pathlib import Path

from nbgrader.api import Comment, Grade, Gradebook, Student, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import insert

from nbisolate import Measured, Stop
from nbjudge.awards import Awards
from nbjudge.gradebook.hand_grading import give_comment, give_points, locked
from nbjudge.gradebook.record import NotebookRecord, Record, write_record

# Maps a notebook to its test cells and write-ups, with their points.
CELLS = {
    "1-lists": ({"test-module": 3, "test-node": 3}, {"lists_writeup": 4}),
    "2-sorting": ({"test-trace": 6}, {"sorting_writeup": 4}),
    "3-homework-graph": ({"test-graph": 4, "test-graph-rare": 6}, {}),
    "4-memory": ({"test-shared": 6, "test-edges": 4}, {}),
}
FULL = {"test-module": 3, "test-node": 3, "lists_writeup": 4, "test-trace": 6, "sorting_writeup": 4,
        "test-graph": 4, "test-graph-rare": 6, "test-shared": 6, "test-edges": 4}  # fmt: skip


def make_sample_gradebook(path: Path) -> Path:
    """Make a gradebook with the assignment `homework` and no student; return its path.

    To get a fresh one, copy the file.
    """
    with Gradebook(url(path)) as gradebook:
        add_cells(gradebook)
    return path


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def add_cells(gradebook, name="homework"):
    gradebook.add_assignment(name)
    for notebook, (tests, written) in CELLS.items():
        gradebook.add_notebook(notebook, name)
        for cell, points in tests.items():
            gradebook.add_grade_cell(cell, notebook, name, max_score=points, cell_type="code")
        for cell, points in written.items():
            gradebook.add_grade_cell(cell, notebook, name, max_score=points, cell_type="markdown")
            gradebook.add_solution_cell(cell, notebook, name)


def save_points(session, key, given, shown):
    """Save points as formgrader does; `key` is that of the grade, and the page has `shown` some."""
    with locked(session, Grade, [key]) as [grade]:
        give_points(grade, given, shown)


def save_comment(session, key, given, shown):
    with locked(session, Comment, [key]) as [comment]:
        give_comment(comment, given, shown)


def submit(gradebook, student, assignment="homework", penalty=0, **points):
    """Record a submission as nbgrader's autograding and formgrader do.

    `points` maps cells, with _ for -, to scores. A cell that is left out gets full points. A
    write-up with None still needs manual grading.
    """
    points = {name.replace("_", "-"): value for name, value in points.items()}
    with gradebook.db.no_autoflush:
        submission = gradebook.add_submission(assignment, student)
    for notebook in submission.notebooks:
        by_hand = CELLS[notebook.name][1]
        for grade in notebook.grades:
            value = points.pop(grade.name.replace("_", "-"), FULL[grade.name])
            if grade.name in by_hand:
                grade.manual_score = value
            else:
                grade.auto_score = value
            grade.needs_manual_grade = value is None
    if points:
        raise ValueError(f"no such cells: {points}")
    submission.notebooks[0].late_submission_penalty = penalty
    gradebook.db.commit()


def add_students(gradebook, *ids):
    for student in ids:
        gradebook.add_student(student)


def add_class(folder: Path, size: int, seed: int = 1) -> None:
    """Add a class of `size` to the gradebook in `folder`, with the files that grading writes.

    Students differ in skill, a third of the write-ups is not graded yet, and a few submissions need
    attention. `autograded/` has every notebook in which a test cell failed, with a message.
    """
    chance = random.Random(seed)
    with Gradebook(url(folder / "gradebook.db")) as gradebook:
        assignment = gradebook.find_assignment("homework")
        cells = [
            (notebook, cell) for notebook in assignment.notebooks for cell in notebook.grade_cells
        ]
        rows = {Student: [], SubmittedAssignment: [], SubmittedNotebook: [], Grade: []}
        for i in range(size):
            student, skill = f"s{i:05d}", chance.betavariate(2.5, 1.4)
            rows[Student].append(
                {"id": student, "first_name": FIRST[i % 7], "last_name": f"No. {i}"}
            )
            rows[SubmittedAssignment].append(
                {"id": student, "assignment_id": assignment.id, "student_id": student}
            )
            dead = chance.random() < 0.04
            failed = {}
            for notebook in assignment.notebooks:
                rows[SubmittedNotebook].append(
                    {
                        "id": f"{student}{notebook.name}"[:32],
                        "notebook_id": notebook.id,
                        "assignment_id": student,
                        "late_submission_penalty": 0,
                    }
                )
            for notebook, cell in cells:
                score = float(round(cell.max_score * min(1, skill * chance.uniform(0.6, 1.9))))
                score *= chance.random() < 0.4 or score == cell.max_score
                manual = cell.cell_type == "markdown"
                gone = (manual and chance.random() < 0.3) or (dead and notebook.name[0] == "3")
                if not manual and not gone and score < cell.max_score:
                    failed.setdefault(notebook.name, {})[cell.name] = score
                rows[Grade].append(
                    {
                        "id": f"{student}{cell.name}",
                        "cell_id": cell.id,
                        "notebook_id": f"{student}{notebook.name}"[:32],
                        "auto_score": None if manual or gone else score,
                        "manual_score": score if manual and not gone else None,
                        "needs_manual_grade": gone,
                    }
                )
            path = folder / "autograded" / student / "homework"
            path.mkdir(parents=True)
            for name, scores in failed.items():
                outputs = {cell: said(cell, score, chance) for cell, score in scores.items()}
                write_notebook(path / f"{name}.ipynb", outputs)
            leave_record(path, chance, dead)
        for table, values in rows.items():
            if values:
                gradebook.db.execute(insert(table), values)
        gradebook.db.commit()


FIRST = ("Ada", "Bo", "Chidi", "Dilek", "Emil", "Farah", "Gus")


def said(cell: str, score: float, chance: random.Random) -> list[dict]:
    """Return the outputs of a failed test cell: an assertion's message, or an `Awards` table."""
    if score:
        awards = Awards(of=FULL[cell])
        awards.give("the pictures differ", score, "They do.")
        awards.miss(
            "the rare cases", FULL[cell] - score, f"Yours has {chance.randint(3, 9)} nodes."
        )
        data = {"text/plain": repr(awards), **awards._repr_mimebundle_()}
        return [{"output_type": "execute_result", "data": data, "metadata": {}}]
    name, value = chance.choice(
        [
            ("AssertionError", "The edges run against the flow of the gradient.\nmore"),
            ("AssertionError", f"The graph lacks {chance.randint(1, 4)} of its 9 edges."),
            ("NotImplementedError", "This part is not written yet."),
            ("AssertionError", ""),
        ]
    )
    return [{"output_type": "error", "ename": name, "evalue": value, "traceback": []}]


def write_notebook(path: Path, outputs: dict[str, list[dict]]) -> None:
    """Write an autograded notebook of test cells with these outputs, by grade_id."""
    cells = [{"cell_type": "markdown", "metadata": {}, "source": "text"}]
    for name, found in outputs.items():
        metadata = {"nbgrader": {"grade_id": name}}
        cells.append({"cell_type": "code", "metadata": metadata, "source": "", "outputs": found})
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}))


def leave_record(path: Path, chance: random.Random, dead: bool) -> None:
    """Write the record that `nbjudge grade` puts next to the autograded notebooks."""
    seconds = {name: round(chance.gammavariate(4, 0.1), 2) for name in CELLS}
    seconds["3-homework-graph"] += 30 * dead
    reasons = ["3-homework-graph: the notebook's process used more than 30 s."] * dead
    peak = float(round(chance.gauss(310, 12)))
    notebooks = {name: NotebookRecord(measured=Measured(each)) for name, each in seconds.items()}
    if dead:
        stopped = Measured(seconds["3-homework-graph"], stopped=Stop.PROCESSOR)
        notebooks["3-homework-graph"] = NotebookRecord(reasons[0], stopped)
    status = "needs-attention" if dead else "graded"
    measured = Measured(round(sum(seconds.values()), 2), peak)
    record = Record(status, reasons, measured, notebooks=notebooks)
    (path / "nbjudge.json").write_bytes(write_record(record))


def export(exporter, gradebook, tmp_path, **traits):
    """Return the text of the file that an export plugin writes."""
    to = tmp_path / "out.csv"
    exporter(to=str(to), **traits).export(gradebook)
    return to.read_bytes().decode()
