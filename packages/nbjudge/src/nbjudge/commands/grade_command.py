"""`nbjudge grade`: grade new and changed submissions."""

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..errors import ExitCode
from ..files.text import first_few, needing_attention, one_line
from .command import (
    CODES,
    Command,
    add_assignment,
    add_file,
    add_force,
    add_scheduler,
    add_students,
    add_workers,
    write_private,
)
from .course import open_course, print_new_warnings, print_warnings
from .feedback_command import page_lines

if TYPE_CHECKING:
    from ..grading.dispatch import ClassSummary

EPILOG = f"""\
example: nbjudge grade autograd --student=ada --force

{CODES.format("all graded", "all graded, but the submissions listed need attention")}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which submissions to grade, where, and which files to write."""
    add_assignment(parser)
    add_students(parser)
    add_workers(parser)
    add_scheduler(parser)
    add_force(parser, "also grade unchanged submissions")
    parser.add_argument("--feedback", action="store_true", help="also generate the feedback pages")
    add_file(parser, "--json", "write a summary of the run to FILE, as JSON")
    add_file(parser, "--changes", "write changed points to FILE, as CSV")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Grade, and print a summary and the submissions that need attention."""
    if not given.scheduler:
        if sys.stderr.isatty():
            print("Starting. This takes a few seconds.", end="\r", file=sys.stderr, flush=True)
        given.forkserver.start()
    coursedir, config = open_course(given.assignment, traits)
    from ..adopt.hardening import refuse_unhardened
    from ..course.daily_notices import new_today, not_checked
    from ..grading.chain import is_judged
    from ..grading.preflight import ADVISED, REFUSED, WARNED, WRONG, Course, look, refuse
    from ..grading.run import grade

    course = Course(coursedir, config, here=not given.scheduler)
    refused = look(course, REFUSED)  # first, because it reports traits that are wrong
    if not course.execute.require_hardening:
        refuse(REFUSED, refused)
    print_new_warnings(coursedir, map(str, look(course, WARNED)))
    refuse(WRONG, look(course, WRONG))
    forgeable = refuse_unhardened(course)
    summary = grade(
        coursedir,
        config,
        students=given.student,
        workers=given.workers,
        scheduler=given.scheduler,
        force=given.force,
        forkserver=given.forkserver,
        feedback=given.feedback,
    )
    print_security_notes(new_today(coursedir, map(str, look(course, ADVISED))))
    if is_judged(course.chain) and (sentence := not_checked(coursedir)):
        print_warnings([sentence])
    for line in summary_lines(summary, forgeable, on_a_cluster=bool(given.scheduler)):
        print(line)
    if given.changes:
        write_private(given.changes, changes_table(summary))
    if given.json:
        write_private(given.json, json_summary(summary, coursedir.assignment_id))
    if summary.pages_error:  # raised only now, so that the summary of the class is not lost
        raise summary.pages_error
    lost = summary.pages and summary.pages.lost
    return ExitCode.ATTENTION if summary.attention or lost else ExitCode.OK


def print_security_notes(notes: Sequence[str]) -> None:
    """Print what makes this machine less safe for a class of strangers, in one line."""
    if notes:
        number = len(notes)
        text = ". ".join(note.rstrip(".") for note in notes)
        print_warnings([f"{number} note{'s' * (number != 1)} on security: {text}"])


def summary_lines(
    summary: "ClassSummary", forgeable: list[str], on_a_cluster: bool
) -> Iterator[str]:
    """Yield the printed summary of a run.

    `forgeable` has the sentences of `refuse_unhardened`.
    """
    from ..course.missing_modules import module_sentences
    from ..course.older_release import release_sentences
    from ..gradebook.scores import changes_line

    if number := summary.other_version:
        yield (
            f"Graded {number} submission{'s' * (number != 1)} again, because another version of "
            "nbjudge stored the result"
        )
    yield from attention_lines(summary.attention)
    yield from module_sentences(summary.records.values())
    yield from release_sentences(list(summary.records.values()))
    measured = [record.measured for record in summary.records.values()]
    if on_a_cluster and any(run.cgroup is False for run in measured):
        yield "Some workers have no control groups, so their limits are less exact."
    if number := summary.timestamps_passed_over:
        yield (
            f"Ignored timestamp.txt in {number} submission{'s' * (number != 1)} not collected by "
            "nbjudge. If students cannot write this file, set "
            "c.CollectSettings.trust_timestamps = True"
        )
    if summary.pages:
        yield from page_lines(summary.pages)
    yield from forgeable
    changed = changes_line(summary.changes)
    if changed:
        yield one_line(changed)
    # This line comes last, because formgrader shows only the last line.
    yield (
        f"{summary.graded} graded in {summary.seconds:.0f} s, "
        f"{summary.skipped} skipped (unchanged), "
        + needing_attention(len(summary.attention))
        + (f", points changed for {len(summary.changes)}" if changed else "")
    )


def attention_lines(attention: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield why submissions need attention: by student, then once for each cell at fault.

    `attention` has the reasons by student. That a test cell could not check an answer is the cell's
    fault, and often that of many students, so each such reason has one line.
    """
    from nbisolate import NotebookRun

    students_by_reason = dict[str, list[str]]()
    for student, reasons in sorted(attention.items()):
        others = list[str]()
        for reason in reasons:
            if NotebookRun.NOT_APART in reason:
                students_by_reason.setdefault(reason, []).append(one_line(student))
            else:
                others.append(reason)
        if others:
            yield f"{one_line(student)}: {'; '.join(others)}"
    for reason, students in students_by_reason.items():
        number = len(students)
        yield f"{number} submission{'s' * (number != 1)} ({first_few(students)}): {reason}"


def changes_table(summary: "ClassSummary") -> bytes:
    """Return the students whose points changed, as CSV."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["student", "before", "after"])
    for student, (before, after) in sorted(summary.changes.items()):
        table.writerow([student, before, after])
    return text.getvalue().encode()


def json_summary(summary: "ClassSummary", assignment: str) -> bytes:
    """Return what a run did, and the record of each submission, as JSON."""
    content = {
        "assignment": assignment,
        "graded": summary.graded,
        "skipped": summary.skipped,
        "need_attention": len(summary.attention),
        "seconds": round(summary.seconds, 3),
        "submissions": {student: asdict(record) for student, record in summary.records.items()},
    }
    return json.dumps(content, indent=1).encode() + b"\n"


COMMAND = Command(
    "grade",
    "grade new and changed submissions",
    EPILOG,
    add_arguments,
    run,
    interrupted="Interrupted. The grades so far are stored; run the same command to continue",
)
