"""Command line of nbjudge: grade a class, and look at the results.

Exit codes of `nbjudge grade` and `nbjudge feedback`: 0 all done; 3 all done, but some submissions
need attention or some pages could not be made; 2 wrong usage; 1 stopped by something outside the
submissions (a full disk, a locked gradebook, another run): nothing is half-written, and the next
run continues; 130 interrupted.

Modules that take long to import are imported inside the functions that need them. By then the fork
server has been started, and does its own imports on another core at the same time.
"""

import argparse
import ast
import csv
import gc
import io
import json
import os
import re
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ExitCode, RunStoppedError, UsageError, import_hint, page
from .files.text import one_line
from .gradebook.record import CONFIG, NO_CONFIG
from .runner import lent_forkserver, new_forkserver

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    from .grading.pages import PagesSummary
    from .grading.preflight import Course

PRELOAD = "c.JudgeExecute.preload"
# What is passed to nbgrader: traits, and the options of `nbgrader autograde`.
PASSED_ON = re.compile(r"--([A-Z]\w*\.\w+|db|course|notebook)=.*|--(create|debug|no-execute)")


CODES = """\
exit codes:
  0    {}
  1    could not continue (see the error); fix the cause and run it again
  2    usage error
  3    {}
  130  interrupted; run it again to continue"""
DONE = "\n\nexit codes: 0 done, 1 error, 2 usage error, 130 interrupted"
# The end of each command's help: an example and the exit codes.
EPILOGS = {
    "init": """\
example: nbjudge init

exit codes: 0 done, or nothing to do; 1 error; 2 usage error; 130 interrupted""",
    "check": """\
example: nbjudge check autograd

exit codes: 0 no problems, 1 error, 2 usage error, 3 problems found, 130 interrupted""",
    "grade": f"""\
example: nbjudge grade autograd --student=ada --force

{CODES.format("all graded", "all graded, but the submissions listed need attention")}""",
    "feedback": f"""\
example: nbjudge feedback autograd --zip=pages.zip

{CODES.format("all pages written", "done, but the pages listed could not be written")}""",
    "watch": f"""\
examples: nbjudge watch autograd primer
          nbjudge watch --status autograd

exit codes: 0 with --status, 1 error, 2 usage error, 130 Ctrl-C;
see {page("grade-as-they-arrive.md")}""",
    "report": f"example: nbjudge report autograd --csv-dir=tables{DONE}",
    "table": f"example: nbjudge table autograd{DONE}",
    "delete-student": f"""\
example: nbjudge delete-student ada

{CODES.format("done", "partly deleted")}""",
}


def main(arguments: list[str] | None = None) -> int:
    """Run `nbjudge ARGUMENTS`, by default those of the process, and return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # Imports create many objects, and all of them stay. Scans for garbage took a tenth of the
    # time of the imports. Frozen, the objects are not scanned later either.
    gc.disable()
    parser = make_parser()
    given, traits = parser.parse_known_args(arguments)
    # The fork server should start first, but needs the modules to preload. Reading the whole
    # configuration takes seconds, so only this list is read from its text here.
    given.forkserver = lent_forkserver() or new_forkserver(written_preload(Path()))
    for argument in traits:
        if not PASSED_ON.fullmatch(argument):
            parser.error(f"unrecognized argument: {argument} (nbgrader's look like --db=URL)")
    # SIGTERM raises KeyboardInterrupt too, so that it also cleans up and ends with exit code 130.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        if given.command is run_grade and not given.scheduler:
            if sys.stderr.isatty():
                print("Starting. This takes a few seconds.", end="\r", file=sys.stderr, flush=True)
            given.forkserver.start()
        if given.command == run_init:
            return run_init(given, traits)
        coursedir, config = load_course(getattr(given, "assignment", ""), traits)
        gc.freeze()
        gc.enable()
        code: int = given.command(coursedir, config, given)
        return code
    except UsageError as error:
        return _end(ExitCode.USAGE_ERROR, str(error))
    except RunStoppedError as error:
        return _end(ExitCode.STOPPED, str(error))
    except KeyboardInterrupt:
        return _end(ExitCode.INTERRUPTED, INTERRUPTED.get(given.command, "Interrupted"))
    finally:
        gc.enable()
        given.forkserver.close()


def written_preload(course: Path) -> list[str] | None:
    """Find the modules to preload in the text of a course's configuration, without running it.

    Return the list in the last line ``c.JudgeExecute.preload = [...]``, or None if there is no such
    line with a literal list. It is only a first guess, with which the fork server starts early;
    `grade` later uses the value of the trait.
    """
    found = None
    try:
        for node in ast.parse((course / CONFIG).read_bytes()).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == PRELOAD:
                found = [str(name) for name in ast.literal_eval(node.value)]
    except (OSError, SyntaxError, ValueError, TypeError):
        return None
    return found


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="nbjudge",
        description="Autograde a class in parallel, with nbgrader's gradebook and folders.",
        epilog="Run commands in the course folder. Override any option of nbgrader_config.py with "
        "--Class.trait=value.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (command, text, arguments) in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=text,
            description=text,
            epilog=EPILOGS[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(command=command)
        for argument in arguments.split():
            short = ["-f"] if argument == "--force" else []  # as in nbgrader's commands
            options = ARGUMENTS.get(f"{name} {argument}") or ARGUMENTS[argument]
            sub.add_argument(*short, argument, **options)
    return parser


class _Version(argparse.Action):
    """Action of `--version`, which prints the version of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # this import is slow, so it is done only here

        print(f"nbjudge {version('nbjudge')}")
        parser.exit()


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


def load_course(assignment: str, traits: list[str]) -> "tuple[CourseDirectory, Config]":
    """Read nbgrader_config.py and the traits of the command line, as nbgrader's commands do.

    The assignment is "" for none. The traits have the form ``--Class.trait=value``. Raise
    `UsageError` if the configuration or a trait is wrong.
    """
    from .grading import import_jsonschema  # noqa: F401, I001  (before what imports jsonschema)
    from nbgrader.apps import AutogradeApp
    from nbgrader.coursedir import CourseDirectory

    # The only application that reads the outdated section AutogradeApp.
    app = AutogradeApp(raise_config_file_errors=True)
    try:
        app.initialize(["--log-level=WARN", *traits])
        # Not `app.coursedir`, whose `config` lacks what was read after it was made: all but its own
        # traits.
        coursedir = CourseDirectory(parent=app)
        coursedir.assignment_id = assignment
    except SystemExit as error:  # traitlets has printed what is wrong
        raise UsageError("The configuration is wrong; see the message above") from error
    except Exception as error:  # nbgrader_config.py is a program, and may raise anything
        sentence = " ".join(f"{type(error).__name__}: {error}".split())
        hint = import_hint(error)
        raise UsageError(f"The configuration is wrong: {sentence}{hint}") from error
    if not (app.loaded_config_files or Path(CONFIG).is_file()):  # an empty one is not in the list
        raise UsageError(NO_CONFIG)
    return coursedir, app.config


def run_init(given: argparse.Namespace, traits: list[str]) -> int:
    """Add nbjudge to nbgrader_config.py or remove it, and print what was done."""
    from .adopt.init import init, undo
    from .course.daily_notices import SAID
    from .gradebook.audit import AUDIT

    folder = Path.cwd()
    if given.undo:
        done = "Removed nbjudge from {}. Restart JupyterLab to return to nbgrader's formgrader"
        print((done if undo(folder) else "{} does not use nbjudge: nothing to do").format(CONFIG))
        return ExitCode.OK
    lines = init(folder, lambda: load_course("", traits)[1])
    if not lines:
        print(f"{CONFIG} already uses nbjudge: nothing to do")
    elif lines[0] in "-+":
        print(f"Rewrote nbjudge's block in {CONFIG}:\n\n{lines}")
    else:
        print(
            f"Added to {CONFIG}:\n\n{lines}\n"
            "Next, run nbjudge check ASSIGNMENT. To remove the lines: nbjudge init --undo.\n"
            "Restart JupyterLab if it is running. nbjudge writes to this folder:\n"
            f"{AUDIT}, {SAID} and lock files (.nbjudge*.lock).\nSee {page('use-nbjudge.md')}"
        )
    return ExitCode.OK


def run_check(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> int:
    """Check an assignment, and print the findings; with `--write`, tag cells and print the rest."""
    from .adopt.check import check, check_class
    from .adopt.print_report import end_line, left_lines, report_lines
    from .adopt.write_tags import write_tags
    from .course.daily_notices import digests_of, note_checked

    _look(coursedir, config, given)
    digests = digests_of(coursedir)
    if given.compare is given.gradebook is given.sample is None:
        report = check(coursedir, config, given.workers, given.answers, given.notebook, given.force)
        results = {name: asdict(each) for name, each in report.notebooks.items()}
        note_checked(coursedir, {name: digests[name] for name in results}, results)
    else:
        if given.answers or given.notebook:
            raise UsageError("Use --answers or --notebook without --compare, --gradebook, --sample")
        own = Path(given.compare or coursedir.submitted_directory)
        report = check_class(coursedir, config, own, given.gradebook, given.sample, given.workers)
        digests = {}  # what is not noted, because answers of a class are no check of the assignment
    for line in report_lines(report):
        print(line)
    if not given.write or not report.surprises:
        print(end_line(report))
        return ExitCode.ATTENTION if report.surprises else ExitCode.OK
    source = Path(coursedir.format_path(coursedir.source_directory, ".", given.assignment))
    # `main` tells a user who interrupts a check that nothing was changed. From here on that would
    # be false, so Ctrl-C is ignored for the short time that writing takes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    unchanged = digests_of(coursedir) == digests
    for notebook in report.notebooks:
        path = source / f"{notebook}.ipynb"
        for done in write_tags(path, report.tags):
            print(f"Updated {path}, {done}")
    if unchanged:
        digests = digests_of(coursedir)
        note_checked(coursedir, {name: digests[name] for name in report.notebooks})
    for line in left_lines(report):
        print(line)
    return ExitCode.ATTENTION if report.left else ExitCode.OK


def run_grade(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> int:
    """Grade, and print a summary and the submissions that need attention."""
    from .adopt.hardening import refuse_unhardened
    from .course.daily_notices import not_checked
    from .course.missing_modules import module_sentences
    from .gradebook.scores import changes_line
    from .grading.chain import is_judged
    from .grading.run import grade

    course = _look(coursedir, config, given)
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
    if is_judged(course.chain) and (sentence := not_checked(coursedir)):
        print(f"nbjudge: {sentence}", file=sys.stderr, flush=True)
    if number := summary.other_version:
        print(
            f"Graded {number} submission{'s' * (number != 1)} again, because another version of "
            "nbjudge stored the result"
        )
    for student, reasons in sorted(summary.attention.items()):
        print(f"{one_line(student)}: {'; '.join(reasons)}")
    for sentence in module_sentences(summary.records.values()):
        print(sentence)
    if given.scheduler and any(one.measured.cgroup is False for one in summary.records.values()):
        print("Some workers have no control groups, so their limits are less exact.")
    if number := summary.timestamps_passed_over:
        print(
            f"Ignored timestamp.txt in {number} submission{'s' * (number != 1)} not collected by "
            "nbjudge. If students cannot write this file, set "
            "c.CollectSettings.trust_timestamps = True"
        )
    if summary.pages:
        _say_pages(summary.pages)
    for line in forgeable:
        print(line)
    if changed := changes_line(summary.changes):
        print(one_line(changed))
    # This line comes last, because formgrader shows only the last line.
    print(
        f"{summary.graded} graded in {summary.seconds:.0f} s, "
        f"{summary.skipped} skipped (unchanged), "
        f"{len(summary.attention)} need attention"
        + (f", points changed for {len(summary.changes)}" if changed else "")
    )
    if given.changes:
        rows = [(student, *points) for student, points in sorted(summary.changes.items())]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([("student", "before", "after"), *rows])
        _write_report(given.changes, text.getvalue().encode())
    if given.json:
        report = {
            "assignment": coursedir.assignment_id,
            "graded": summary.graded,
            "skipped": summary.skipped,
            "need_attention": len(summary.attention),
            "seconds": round(summary.seconds, 3),
            "submissions": {s: asdict(record) for s, record in summary.records.items()},
        }
        _write_report(given.json, json.dumps(report, indent=1).encode() + b"\n")
    if summary.pages_error:  # raised only now, so that the summary of the class is not lost
        raise summary.pages_error
    lost = summary.pages and summary.pages.lost
    return ExitCode.ATTENTION if summary.attention or lost else ExitCode.OK


def run_feedback(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> int:
    """Make feedback pages, and print which of them could not be made."""
    from .grading.pages import make_pages
    from .zip_collect.zip_pages import zip_pages

    _look(coursedir, config, given)
    summary = make_pages(
        coursedir, config, students=given.student, workers=given.workers, force=given.force
    )
    _say_pages(summary)
    if given.zip:
        _write_report(given.zip, zip_pages(coursedir, config, given.student))
        print(f"Wrote {given.zip}")
    return ExitCode.ATTENTION if summary.lost else ExitCode.OK


def _say_pages(summary: "PagesSummary") -> None:
    for student, notebooks in sorted(summary.lost.items()):
        for notebook, reason in notebooks.items():
            print(f"{one_line(student)}: no page for {one_line(notebook)}, which {reason}")
    print(
        f"{summary.made} page{'s' * (summary.made != 1)} written, "
        f"{summary.kept} kept (unchanged), "
        f"{sum(map(len, summary.lost.values()))} could not be written"
    )


def _write_report(path: Path, content: bytes) -> None:
    try:
        path.touch(mode=0o600)  # it shows points
        path.write_bytes(content)
    except OSError as error:
        raise RunStoppedError(f"{path} cannot be written: {error.strerror}") from error


def run_watch(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> int:
    """Grade submissions as they come in, until interrupted; with `--status`, print the status."""
    from .watch.loop import status_lines, watch

    if given.status:
        for line in status_lines(config, given.assignments):
            print(line)
        return ExitCode.OK
    from .adopt.hardening import refuse_unhardened
    from .grading.preflight import REFUSED, WRONG, Course, look, refuse

    _look(coursedir, config, given)
    for assignment in given.assignments:
        coursedir.assignment_id = assignment
        course = Course(coursedir, config, here=not given.scheduler)  # its due date is a condition
        refuse(REFUSED, look(course, REFUSED))
        refuse(WRONG, look(course, WRONG))  # the tags of its notebooks
        for line in refuse_unhardened(course):
            print(line)
    watch(
        config,
        given.assignments,
        workers=given.workers,
        scheduler=given.scheduler,
        forkserver=given.forkserver,
    )
    return ExitCode.OK


def run_report(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> int:
    """Write the report about the class."""
    from .report.page import write_report

    path = f"{given.assignment}-report.html"
    try:
        for written in write_report(coursedir, given.assignment, path, config, given.csv_dir):
            print(f"Wrote {written}")
    except OSError as error:
        name = error.filename or path
        raise RunStoppedError(f"{name} cannot be written: {error.strerror}") from error
    return ExitCode.OK


def run_table(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> int:
    """Print the points of the class."""
    from .report.table import print_table

    print_table(coursedir, given.assignment)
    return ExitCode.OK


def run_delete_student(
    coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace
) -> int:
    """Show what the course keeps of a student, ask, delete it, and print what is left."""
    from .course.delete_student import delete_student, find_kept
    from .gradebook.audit import AUDIT

    student, kept = given.student, find_kept(coursedir, given.student)
    print(*kept, f"{student} in the gradebook and in {AUDIT}", sep="\n")
    print(f"Type {student} to delete all of this:", flush=True)
    if sys.stdin.readline().strip() != student:
        raise RunStoppedError("Nothing was deleted")
    try:
        left = delete_student(coursedir, student, kept)
    except OSError as error:
        raise RunStoppedError(
            f"{error.filename} stopped it: {error.strerror}. Run it again"
        ) from error
    for path in left:
        do = "delete it as root" if path in kept else "delete it, or generate it again"
        print(f"{path} still contains data of {student}: {do}")
    print(f"Deleted the rest of {student}'s data. Delete backups and copies yourself.")
    return ExitCode.ATTENTION if {*left} & {*kept} else ExitCode.OK


def _look(coursedir: "CourseDirectory", config: "Config", given: argparse.Namespace) -> "Course":
    """Print what is missing in a course, and refuse a configuration that is wrong.

    `nbjudge check` prints all each time; the others print it once a day.
    """
    from .course.daily_notices import new_today
    from .grading.preflight import REFUSED, WARNED, WRONG, Course, look, refuse

    course = Course(coursedir, config, here=not getattr(given, "scheduler", None))
    checks = given.command is run_check
    refused = look(course, REFUSED)
    if given.command is run_grade and not course.execute.require_hardening:
        refuse(REFUSED, refused)
    lines = [str(problem) for problem in look(course, WARNED, *[REFUSED] * checks)]
    for line in lines if checks else new_today(coursedir, lines):
        print(f"nbjudge: {line}", file=sys.stderr, flush=True)
    if given.command is not run_feedback:
        refuse(WRONG, look(course, WRONG))
    return course


# The arguments of all commands, as `add_argument` takes them.
FILE = {"metavar": "FILE", "type": Path}
FOLDER = {"metavar": "FOLDER", "type": Path}
FLAG = {"action": "store_true"}
WORKERS = {"metavar": "N", "type": _positive, "default": len(os.sched_getaffinity(0))}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "assignment": {"metavar": "ASSIGNMENT"},
    "assignments": {"metavar": "ASSIGNMENT", "nargs": "+"},
    "student": {"metavar": "STUDENT"},
    "folder": {"nargs": "?", "choices": ["."], "metavar": ".", "help": "the current folder"},
    "--answers": FOLDER | {"help": "notebooks with correct answers, if source/ has no solutions"},
    "--changes": FILE | {"help": "write changed points to FILE, as CSV"},
    "--compare": {"metavar": "FOLDER", "nargs": "?", "const": ""}
    | {"help": "regrade a class (default: submitted/) and compare with plain nbgrader's points"},
    "--csv-dir": FOLDER | {"help": "also write the tables of the report, as CSV"},
    "--feedback": FLAG | {"help": "also generate the feedback pages"},
    "--force": FLAG | {"help": "also grade unchanged submissions"},
    "check --force": FLAG | {"help": "also check notebooks unchanged since the last check"},
    "feedback --force": FLAG | {"help": "regenerate all pages"},
    "--gradebook": FILE | {"help": "gradebook with the class's points (default: the course's)"},
    "--json": FILE | {"help": "write a summary of the run to FILE, as JSON"},
    "--scheduler": {"metavar": "ADDRESS", "help": "grade on a Dask cluster (tcp://host:8786)"},
    "--notebook": {"metavar": "NAME", "help": "only this notebook"},
    "--status": FLAG | {"help": "print the state of the queue and exit"},
    "--student": {"metavar": "ID", "action": "append", "default": []}
    | {"help": "only this student (may be repeated)"},
    "--sample": {"metavar": "N", "type": _positive, "help": "compare only N students"},
    "--undo": FLAG | {"help": "remove what nbjudge init added"},
    "--workers": WORKERS | {"help": "grade N submissions at a time (default: one per core)"},
    "feedback --workers": WORKERS
    | {"help": "generate the pages of N students at a time (default: one per core)"},
    "--write": FLAG
    | {"help": "add the suggested nbjudge:in-process tags to the notebooks in source/"},
    "--zip": FILE | {"help": "also write the pages to FILE, as a zip archive"},
}
# By name: what it runs, what it does, and its arguments.
COMMANDS = {
    "init": (run_init, "add nbjudge to the nbgrader_config.py of a course", "folder --undo"),
    "check": (
        run_check,
        "check an assignment for problems before you release it",
        "assignment --notebook --workers --compare --answers --gradebook --sample --force --write",
    ),
    "grade": (
        run_grade,
        "grade new and changed submissions",
        "assignment --student --workers --scheduler --force --feedback --json --changes",
    ),
    "feedback": (
        run_feedback,
        "generate the feedback pages that are missing or out of date",
        "assignment --student --workers --force --zip",
    ),
    "watch": (
        run_watch,
        "grade submissions as they arrive; stop with Ctrl-C",
        "assignments --workers --scheduler --status",
    ),
    "report": (run_report, "write a report on the class, as an HTML page", "assignment --csv-dir"),
    "table": (run_table, "print a table of the class's points", "assignment"),
    "delete-student": (run_delete_student, "delete a student's data from the course", "student"),
}

# The message for each command that was interrupted.
INTERRUPTED = {
    run_check: "Interrupted. Nothing in the course was changed",
    run_grade: "Interrupted. The grades so far are stored; run the same command to continue",
    run_feedback: "Interrupted. The pages so far are kept; run the same command to continue",
}


def _end(code: int, sentence: str) -> int:
    stop = "" if sentence.endswith("?") else "."
    print(f"nbjudge: {sentence.rstrip('.')}{stop}", file=sys.stderr)
    return code
