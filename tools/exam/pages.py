"""The printed pages, as HTML: sheets, the practice sheet with its solutions, and the key."""

import html
from collections.abc import Sequence

from exam_file import Exam, Task
from layout import drawing
from question import Question
from sheet import Sheet
from tasks import KINDS

# Millimeters: what is left of the shorter paper, letter, below the line at the top.
PAGE_HEIGHT = 236
INTRODUCTION_HEIGHT = 26

STYLE = """
@page { size: %(paper)s; margin: 12mm 14mm }
* { box-sizing: border-box }
body { font: 10.5pt/1.35 Helvetica, Arial, sans-serif; color: black; margin: 0 }
pre, code { font: 9.5pt/1.4 "DejaVu Sans Mono", Consolas, monospace }
pre { margin: 1mm 0 }
pre i, td i { color: #555; font-style: normal }
h2 { font-size: 11.5pt; margin: 0 0 1mm; border-top: 0.3mm solid; padding-top: 1.5mm }
p { margin: 1mm 0 2mm }
section { break-after: page; min-height: 252mm }
header { display: flex; justify-content: space-between; border-bottom: 0.5mm solid;
  padding-bottom: 1mm; margin-bottom: 2.5mm }
header b { font-size: 13pt }
.task { margin-bottom: 4mm; break-inside: avoid }
header + .task h2 { border-top: 0 }
.row { display: flex; gap: 8mm; align-items: flex-start }
.row > table { flex: none }
.row > svg { max-width: 92mm; max-height: 112mm; height: auto }
.blank { display: inline-block; border-bottom: 0.3mm solid; text-align: center;
  font-weight: bold; padding: 0 1mm }
.asked { display: inline-block; margin: 2mm 5mm 1mm 0 }
.faults { list-style: lower-alpha; columns: 2; margin: 2mm 0; padding-left: 6mm; font-size: 9.5pt }
.place { flex: 1; min-height: 84mm; border: 0.3mm dashed #777; text-align: center }
table { border-collapse: collapse }
td, th { padding: 0.6mm 2mm; text-align: left; font-weight: normal; vertical-align: bottom }
.boxes td { border: 0.3mm solid; width: 9mm; height: 9mm; text-align: center; font-weight: bold;
  vertical-align: middle }
.boxes.wide td { width: 22mm }
.boxes th { vertical-align: middle; font-size: 9.5pt }
.notes { color: #555 }
.wrong { font-size: 9pt }
article { break-inside: avoid; border-top: 0.4mm solid; padding: 1mm 0 2mm; font-size: 9pt }
article h3 { font-size: 11pt; margin: 0 0 1mm }
article p { margin: 0.5mm 0 }
article svg { float: right; max-height: 34mm; width: auto; max-width: 45mm; margin-left: 3mm }
article::after { content: ""; display: block; clear: both }
.legend { columns: 2; column-gap: 10mm; font-size: 9pt }
.points { break-inside: avoid; margin-bottom: 1.5mm }
.points td { border: 0.2mm solid #777; font-size: 9pt; text-align: center }
"""

INTRODUCTION = (
    "<p>{minutes} minutes, {points:g} points. No computer, no phone. Write the answers into this "
    "sheet. The programs run in PyTorch; "
    "<code>torch</code>, <code>nn</code> and <code>deepcopy</code> are imported. "
    "All sheets differ: the answers of your neighbors are wrong here.</p>"
)


def sheet_pages(exam: Exam, sheets: Sequence[Sheet]) -> str:
    """Return a document with the sheets, each of an even number of pages, for both sides."""
    pages = []
    for sheet in sheets:
        pages += _pages(exam, sheet, filled=False)
    return _document(exam, exam.title, pages)


def practice_pages(exam: Exam, sheet: Sheet) -> str:
    """Return a document with a sheet, and its solutions."""
    pages = _pages(exam, sheet, filled=False) + _pages(exam, sheet, filled=True)
    pages.append(_typical_mistakes(sheet))
    return _document(exam, f"{exam.title}: practice", pages)


def _document(exam: Exam, title: str, parts: Sequence[str]) -> str:
    style = STYLE % {"paper": exam.paper}
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n<style>{style}</style>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )


def _pages(exam: Exam, sheet: Sheet, filled: bool) -> list[str]:
    """Return the pages of a sheet, with the answers filled in or left blank."""
    points = sum(task.points for task in exam.tasks)
    introduction = INTRODUCTION.format(minutes=exam.minutes, points=points)
    contents = ["<p><b>Solutions</b></p>" if filled else introduction]
    left = PAGE_HEIGHT - INTRODUCTION_HEIGHT
    numbered = enumerate(zip(exam.tasks, sheet.questions, strict=True), 1)
    for number, (task, question) in numbered:
        height = KINDS[task.kind].HEIGHT
        if height > left:
            contents.append("")
            left = PAGE_HEIGHT
        contents[-1] += _task(number, task, question, filled)
        left -= height
    if len(contents) % 2 and not filled:
        contents.append('<p class="notes">For notes. What is on this page is not graded.</p>')
    return [
        _page(exam, sheet, f"page {number} of {len(contents)}", content)
        for number, content in enumerate(contents, 1)
    ]


def _page(exam: Exam, sheet: Sheet, number: str, content: str) -> str:
    student = sheet.student
    left = f"{html.escape(exam.title)}<br>{html.escape(exam.date)}"
    right = (
        f"<b>{html.escape(student.id)}</b> {html.escape(student.name)}<br>"
        f"sheet {sheet.code}, {number}"
    )
    return (
        f"<section><header><span>{left}</span><span style='text-align:right'>{right}</span>"
        f"</header>{content}</section>"
    )


def _task(number: int, task: Task, question: Question, filled: bool) -> str:
    kind = KINDS[task.kind]
    points = "1 point" if task.points == 1 else f"{task.points:g} points"
    return (
        f"<div class='task'><h2>{number}. {kind.TITLE} ({points})</h2>"
        f"<p>{kind.TEXT}</p>{kind.body(question, filled)}</div>"
    )


def _typical_mistakes(sheet: Sheet) -> str:
    """Return a list of wrong values, each with the belief that leads to it."""
    parts = ["<h2>If you wrote something else</h2>"]
    for number, question in enumerate(sheet.questions, 1):
        lines = []
        for answer in question.answers:
            for value, why in answer.mistakes.items():
                wrong = html.escape(f"{answer.label}: {value}")
                lines.append(f"<li>{wrong}. <i>{html.escape(' Or: '.join(why))}</i></li>")
        if lines:
            parts.append(f"<p>Task {number}</p><ul class='wrong'>{''.join(lines)}</ul>")
    return "".join(parts)


def key_pages(exam: Exam, sheets: Sequence[Sheet]) -> str:
    """Return the key: the beliefs by number, points for right answers, and each sheet's values."""
    beliefs: dict[str, int] = {}
    articles = [_article(exam, sheet, beliefs) for sheet in sheets]
    legend = [f"<li value={number}>{html.escape(text)}</li>" for text, number in beliefs.items()]
    head = (
        f"<h1>{html.escape(exam.title)}: key</h1><p>A number in brackets after a wrong value is a "
        "belief that leads to it, in this list. Compare the code of each sheet with the key's.</p>"
        f"<ol class='legend'>{''.join(legend)}</ol>{_points(exam, sheets[0])}"
    )
    return _document(exam, f"{exam.title}: key", [head, *articles])


def _points(exam: Exam, sheet: Sheet) -> str:
    """Return a table: for each task, the points for each number of right answers."""
    answers = [len(question.answers) for question in sheet.questions]
    head = "".join(f"<td>{right}</td>" for right in range(max(answers) + 1))
    rows = [f"<tr><th>right answers</th>{head}</tr>"]
    for number, (task, most) in enumerate(zip(exam.tasks, answers, strict=True), 1):
        cells = [
            f"<td><b>{points_for(right, most, task.points):g}</b></td>" for right in range(most + 1)
        ]
        rows.append(f"<tr><th>points of task {number}</th>{''.join(cells)}</tr>")
    return f"<table class='points'>{''.join(rows)}</table>"


def points_for(right: int, answers: int, points: float) -> float:
    """Return the points for some right answers, rounded down to half points."""
    return int(2 * points * right / answers) / 2


def _article(exam: Exam, sheet: Sheet, beliefs: dict[str, int]) -> str:
    """Return the key of one sheet. New beliefs are added to `beliefs`, with their numbers."""
    name = html.escape(f"{sheet.student.id} {sheet.student.name}".strip())
    parts = [f"<h3>{name} <small>sheet {sheet.code}</small></h3>"]
    numbered = enumerate(zip(exam.tasks, sheet.questions, strict=True), 1)
    for number, (task, question) in numbered:
        kind = KINDS[task.kind]
        dot = kind.key_picture(question)
        if dot:
            parts.append(drawing(dot))
        answers = []
        for answer in question.answers:
            wrong = []
            for value, why in answer.mistakes.items():
                numbers = [beliefs.setdefault(text, len(beliefs) + 1) for text in why]
                wrong.append(f"{html.escape(value)} [{', '.join(map(str, numbers))}]")
            mistakes = f" ({', '.join(wrong)})" if wrong else ""
            answers.append(
                f"{html.escape(answer.label)} <b>{html.escape(answer.right)}</b>{mistakes}"
            )
        title = f"<b>{number}. {kind.TITLE}</b> ({task.points:g})"
        parts.append(f"<p>{title} {'; '.join(answers)}</p>")
    return f"<article>{''.join(parts)}</article>"
