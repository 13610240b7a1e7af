"""What formgrader shows of a run while it goes on."""

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from nbgrader.coursedir import CourseDirectory

from nbjudge.errors import ExitCode
from nbjudge.gradebook.record import NotebookRecord, Record, write_record
from nbjudge.grading.progress import Lines, Words, latest_line
from nbjudge.server.autograding import Autograding, Run, RunOutcome

LINE = "3 of 9 graded, 1 needs attention, about 0:00:04 left"


def test_the_line_of_progress_is_the_one_that_the_command_prints(capsys):
    lines = Lines(9, Words())
    for done in (2, 3):
        lines.printed_at = float("-inf")  # as if ten seconds had passed
        lines.update(done, 1)
    output = f"a sentence\n{capsys.readouterr().err}9 graded in 3 s, 0 skipped\n"
    assert latest_line(output).startswith("3 of 9 graded, 1 needs attention, about ")
    assert latest_line("9 graded in 3 s, 0 skipped, 0 need attention\n") == ""


def test_the_output_of_a_run_can_be_read_before_it_ends():
    program = f"print({LINE!r}, flush=True); input(); print('é' * 200_000)"

    async def follow():
        run = Run(time.time())
        pipe = asyncio.subprocess.PIPE
        run.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdin=pipe, stdout=pipe
        )
        ends = asyncio.create_task(run.finish())
        while not run.said:
            await asyncio.sleep(0.01)
        before = latest_line(run.said)
        run.process.stdin.write(b"go on\n")
        assert await ends == 0
        return before, run.said

    # In a thread of its own: Playwright leaves a running loop in that of the tests.
    with ThreadPoolExecutor(1) as threads:
        before, said = threads.submit(asyncio.run, asyncio.wait_for(follow(), 60)).result()
    assert before == LINE and said == f"{LINE}\n{'é' * 200_000}\n"


def test_notes_are_sent_without_a_need_of_attention(tmp_path):
    folder = tmp_path / "autograded" / "ada" / "ps"
    folder.mkdir(parents=True)
    notebooks = {
        "one": NotebookRecord(notes=["x is used as one.ipynb"]),
        "two": NotebookRecord(
            "two.ipynb was missing answers: f", notes=["two.ipynb was missing answers: f"]
        ),
    }
    (folder / "nbjudge.json").write_bytes(write_record(Record(notebooks=notebooks)))
    sent = Autograding(str, None).progress("ps", CourseDirectory(root=str(tmp_path)))
    assert (sent["attention"], sent["notes"]) == ({}, {"ada": ["x is used as one.ipynb"]})


def test_what_is_said_of_a_notebook_is_about_it_or_about_the_whole_submission(tmp_path):
    late, broken = "was not read: late.zip", "two.ipynb is not a notebook"
    notebooks = {
        "one": NotebookRecord(notes=["x is used as one.ipynb"]),
        "two": NotebookRecord(broken, blank=True, run_reasons=["it used too much memory"]),
    }
    for student, reasons in {"ada": [broken], "bob": [late, broken]}.items():
        folder = tmp_path / "autograded" / student / "ps"
        folder.mkdir(parents=True)
        record = Record("needs-attention", reasons, notebooks=notebooks)
        (folder / "nbjudge.json").write_bytes(write_record(record))
    sent = {
        name: Autograding(str, None).progress("ps", CourseDirectory(root=str(tmp_path)), name)
        for name in ("one", "two", "three")
    }
    assert sent["one"]["attention"] == {"bob": [late]}
    assert sent["two"]["attention"] == {"ada": [broken], "bob": [late, broken]}
    assert sent["three"]["attention"] == {"bob": [late]}
    # Without a file's name, which may hold the student's.
    unnamed = ["the file could not be read", "it used too much memory"]
    assert sent["one"]["anonymous"] == {"bob": []}
    assert sent["two"]["anonymous"] == {"ada": unnamed, "bob": unnamed}
    note = ["x is used as one.ipynb"]
    assert sent["one"]["notes"] == {"ada": note, "bob": note}
    assert sent["two"]["notes"] == {}


def test_a_page_opened_later_reads_how_the_last_run_ended(tmp_path):
    outcomes = [
        RunOutcome(ExitCode.ATTENTION, "ada: why\n2 graded in 1 s, 1 needs attention"),
        RunOutcome(ExitCode.STOPPED, "The disk is full."),
    ]

    class Runs(Autograding):
        async def _run(self, assignment, options):
            return outcomes.pop(0)

    autograding = Runs(lambda: str(tmp_path), None)
    said = []
    for _ in range(2):
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, autograding.everybody("ps", False)).result()
        said.append(autograding.progress("ps", CourseDirectory(root=str(tmp_path)))["said"])
    assert said == ["2 graded in 1 s, 1 needs attention"] * 2
    assert autograding.progress("other", CourseDirectory(root=str(tmp_path)))["said"] == ""


def test_buttons_pressed_during_a_run_share_the_next_one(tmp_path):
    started: list[list[str]] = []

    class Runs(Autograding):
        async def _run(self, assignment, options):
            started.append(list(options))
            while len(started) == 1 and len(presses) < 4:
                await asyncio.sleep(0)  # the first run goes on until all buttons are pressed
            graded = [option.removeprefix("--student=") for option in options[1:]]
            reasons = {student: {"reasons": [f"why {student}"]} for student in graded}
            return RunOutcome(ExitCode.ATTENTION, "", reasons)

    presses: list[asyncio.Task] = []

    async def press_all():
        autograding = Runs(lambda: str(tmp_path), None)
        for student in ("ann", "ben", "cy", "ben"):
            presses.append(asyncio.create_task(autograding.student("ps", student)))
            await asyncio.sleep(0)
        return await asyncio.gather(*presses)

    with ThreadPoolExecutor(1) as threads:
        replies = threads.submit(asyncio.run, asyncio.wait_for(press_all(), 60)).result()
    assert started == [["--force", "--student=ann"], ["--force", "--student=ben", "--student=cy"]]
    assert [reply["log"] for reply in replies] == ["why ann", "why ben", "why cy", "why ben"]
