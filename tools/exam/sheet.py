"""Makes the sheets of a class: for each student a version of each task."""

import hashlib
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from exam_file import Exam, Student
from question import Question
from seeds import random_for
from tasks import KINDS


@dataclass(frozen=True)
class Sheet:
    """A student's sheet: a question for each task of the exam."""

    student: Student
    questions: tuple[Question, ...]

    @property
    def code(self) -> str:
        """Six characters that tell whether a printed sheet and a key belong together."""
        programs = json.dumps([list(question.code) for question in self.questions])
        return hashlib.sha256(programs.encode()).hexdigest()[:6]


def make_sheets(exam: Exam, students: Sequence[Student], seed: bytes) -> list[Sheet]:
    """Return a sheet for each student. Those of neighbors in the list differ."""
    sheets: list[Sheet] = []
    for student in students:
        questions = []
        for number, task in enumerate(exam.tasks):
            neighbor = sheets[-1].questions[number] if sheets else None
            names = (exam.title, student.id, number, task.kind)
            questions.append(_draw(seed, names, task.kind, neighbor))
        sheets.append(Sheet(student, tuple(questions)))
    return sheets


def _draw(
    seed: bytes, names: tuple[str | int, ...], kind: str, neighbor: Question | None
) -> Question:
    for attempt in itertools.count():
        question = KINDS[kind].draw(random_for(seed, *names, attempt))
        if neighbor is None or differ(question, neighbor):
            return question
    raise AssertionError("count() has no end")


def differ(question: Question, other: Question) -> bool:
    """Return whether two versions of a task differ in at least two thirds of their answers."""
    pairs = zip(question.answers, other.answers, strict=True)
    different = sum(one.right != another.right for one, another in pairs)
    return 3 * different >= 2 * len(question.answers)


def check_sheets(exam: Exam, sheets: Sequence[Sheet]) -> None:
    """Compare all keys with PyTorch. Raise WrongKeyError if one is wrong."""
    # The programs compute with a few numbers: several threads would only wait for each other.
    torch.set_num_threads(1)
    for sheet in sheets:
        for task, question in zip(exam.tasks, sheet.questions, strict=True):
            KINDS[task.kind].check(question)
