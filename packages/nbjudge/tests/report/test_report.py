"""The report: what it says, that it stays small, and that no student's text runs in it."""

import csv
import functools
import json
import os
import shutil
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbisolate import Measured
from nbjudge.awards import AWARDS, Awards
from nbjudge.errors import UsageError
from nbjudge.gradebook.record import NotebookRecord, Record, write_record
from nbjudge.report.charts import colors
from nbjudge.report.class_findings import GROUPS, LEVELS, MAX_ROWS
from nbjudge.report.page import MAX_TEXT, visible, write_report
from nbjudge_testing.access import violations
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.gradebooks import (
    add_class,
    add_students,
    make_sample_gradebook,
    submit,
    url,
    write_notebook,
)

RAN = "document.title = 'ran'"


@pytest.fixture(scope="module")
def sample_gradebook(tmp_path_factory):
    return make_sample_gradebook(tmp_path_factory.mktemp("lab") / "gradebook.db")


@pytest.fixture
def folder(sample_gradebook, tmp_path):
    """A course folder with a gradebook that holds the assignment and no student."""
    shutil.copy(sample_gradebook, tmp_path / "gradebook.db")
    return tmp_path


@pytest.fixture
def gradebook(folder):
    with Gradebook(url(folder / "gradebook.db")) as gradebook:
        yield gradebook


def report(folder: Path, **settings) -> Path:
    config = Config(Report=settings)
    coursedir = CourseDirectory(root=str(folder))
    [page] = write_report(coursedir, "homework", folder / "report.html", config)
    return page


def tables(folder: Path, **settings) -> dict[str, list[list[str]]]:
    """The tables that are written as CSV, by name."""
    coursedir = CourseDirectory(root=str(folder))
    config = Config(Report=settings)
    page = folder / "report.html"
    _, *written = write_report(coursedir, "homework", page, config, folder / "csv")
    return {path.stem: list(csv.reader(path.open(newline=""))) for path in written}


def read(page: Path) -> BeautifulSoup:
    """A page; where a line may break in a name is no matter."""
    return BeautifulSoup(page.read_text(encoding="utf-8").replace("<wbr>", ""), "html.parser")


def one_line(tag) -> str:
    """A tag's text in one line, with x for the sign of multiplication."""
    return " ".join(tag.get_text(" ").replace("\u00d7", "x").split())


def texts(soup: BeautifulSoup, selector: str) -> list[str]:
    return [one_line(found) for found in soup.select(selector)]


def table(soup: BeautifulSoup, heading: str) -> list[list[str]]:
    """The rows of the first table after a heading, the cells as text."""
    found = soup.find(["h2", "h3"], string=heading).find_next("tbody")
    rows = found.find_all("tr")
    return [[one_line(cell) for cell in row.find_all(["th", "td"])] for row in rows]


def autograded(folder: Path, student: str) -> Path:
    path = folder / "autograded" / student / "homework"
    path.mkdir(parents=True, exist_ok=True)
    return path


def fail(name: str, message: str) -> list[dict]:
    return [{"output_type": "error", "ename": name, "evalue": message, "traceback": ["secret"]}]


def test_it_says_what_needs_a_person(folder, gradebook):
    add_students(gradebook, "ada", "bob", "cy", "dee", "eve")
    submit(gradebook, "ada", lists_writeup=None)
    submit(gradebook, "bob", lists_writeup=None, sorting_writeup=None)
    submit(gradebook, "cy", test_shared=None, test_edges=None)
    submit(gradebook, "dee", test_trace=3)
    grade = gradebook.find_grade("test-trace", "2-sorting", "homework", "dee")
    grade.manual_score, grade.needs_manual_grade = 6, True
    gradebook.db.commit()
    reason = "It took over 60 s."  # which names no notebook
    entries = {"4-memory": NotebookRecord(reason)}
    record = Record("needs-attention", [reason], notebooks=entries)
    (autograded(folder, "cy") / "nbjudge.json").write_bytes(write_record(record))
    record = {"status": "needs-attention", "notebooks": {"x": {"reason": "It is no notebook."}}}
    (autograded(folder, "zoe") / "nbjudge.json").write_text(json.dumps(record))
    (folder / "submitted" / "late" / "homework").mkdir(parents=True)
    (folder / "submitted" / "other" / "primer").mkdir(parents=True)
    (folder / "submitted" / "ada" / "homework").mkdir(parents=True)

    soup = read(report(folder))

    assert texts(soup, ".facts div") == [
        "submissions 4 of 5 students",
        "median points, manual grading unfinished 34 of 40",
        "written answers to grade 3",
        "need attention 3",
    ]
    assert table(soup, "Submissions that need attention") == [
        ["It took over 60 s.", "1", "cy"],
        ["test-trace was autograded after it was graded by hand. Check it again.", "1", "dee"],
        ["x: It is no notebook.", "1", "zoe"],
    ]
    assert table(soup, "Written answers that need manual grading") == [
        ["lists_writeup", "1-lists", "2", "ada , bob"],
        ["sorting_writeup", "2-sorting", "1", "bob"],
    ]
    assert texts(soup, ".first li") == [
        "cy : It took over 60 s.",
        "dee : test-trace was autograded after it was graded by hand. Check it again.",
        "zoe : x: It is no notebook.",
    ]
    assert not soup.select(".warning")  # these records do not say how they were made
    assert soup.find("h3", string="Submitted, but not graded yet").find_next("div").text == "late"


def test_a_cell_without_a_score_needs_attention_without_any_record(folder, gradebook):
    add_students(gradebook, "ada", "bob")
    for student in ("ada", "bob"):
        submit(gradebook, student, test_graph=None, test_graph_rare=None)
    assert table(read(report(folder)), "Submissions that need attention") == [
        ["The tests of 3-homework-graph gave no score. Grade it by hand.", "2", "ada , bob"]
    ]


def test_a_module_that_is_lacking_has_one_sentence_for_the_class(folder, gradebook):
    add_students(gradebook, "ada", "bob", "cy")
    note = "2-sorting.ipynb imports tqdm, which is not installed here"
    for student, reason in (("ada", note), ("bob", None), ("cy", None)):
        submit(gradebook, student)
        entry = NotebookRecord(reason, notes=[] if student == "cy" else [note])
        record = Record(notebooks={"2-sorting": entry})
        (autograded(folder, student) / "nbjudge.json").write_bytes(write_record(record))
    assert texts(read(report(folder)), "#person ~ .warning") == [
        "2 submissions import tqdm, which is not installed here; "
        "1 lost points in a notebook that needs it. "
        "The name is the student's: look at the package before you install it, and grade again "
        "with --force. If your own notebook does not need it, remove the import."
    ]


def test_attention_is_counted_by_student_in_every_place(folder, gradebook):
    """A student with two reasons is in one entry, and so are students with the same ones."""
    reasons = {"ada": ["It is empty.", "It is missing."], "bob": ["It is missing."]}
    reasons["cy"] = reasons["bob"]
    add_students(gradebook, *reasons)
    for student, found in reasons.items():
        submit(gradebook, student)
        record = write_record(Record("needs-attention", found))
        (autograded(folder, student) / "nbjudge.json").write_bytes(record)
    soup = read(report(folder))
    assert texts(soup, ".facts div")[-1] == "need attention 3"
    listed = table(soup, "Submissions that need attention")
    assert listed == [
        ["It is missing.", "2", "bob , cy"],
        ["It is empty. ; It is missing.", "1", "ada"],
    ]
    assert texts(soup, ".first li") == [
        "It is missing. 2 bob , cy",
        "ada : It is empty. ; It is missing.",
    ]


@pytest.mark.parametrize("number", [3, 4, 5])
def test_one_more_entry_is_shown_and_not_only_counted(folder, gradebook, number):
    students = [f"s{n}" for n in range(number)]
    add_students(gradebook, *students)
    for student in students:
        record = write_record(Record("needs-attention", [f"Reason {student}."]))
        (autograded(folder, student) / "nbjudge.json").write_bytes(record)
        submit(gradebook, student)
    soup = read(report(folder))
    shown, more = len(soup.select(".first li")), texts(soup, ".first section > p")
    assert (shown, more) == ((3, ["2 more"]) if number == 5 else (number, []))


def test_the_link_to_a_part_of_the_page_has_the_words_of_its_heading(folder, gradebook):
    add_students(gradebook, "ada")
    submit(gradebook, "ada")
    soup = read(report(folder, sections=[f"{__name__}.Believed"]))
    links = soup.select("nav a")
    assert len(links) == 6
    for link in links:
        assert link.text == soup.select_one(link["href"]).text


def test_a_write_up_in_a_notebook_that_nobody_can_read_does_not_wait(folder, gradebook):
    """It is in the list of what needs attention, and in no other."""
    add_students(gradebook, "ada", "bob", "cy")
    reason = "2-sorting.ipynb is not a notebook: it is not JSON"
    for student, blank in {"ada": True, "bob": False, "cy": None}.items():
        submit(gradebook, student, sorting_writeup=None, test_trace=None)
        entries = {"2-sorting": NotebookRecord(reason, blank=bool(blank))}
        if blank is not None:
            record = write_record(Record("needs-attention", [reason], notebooks=entries))
            (autograded(folder, student) / "nbjudge.json").write_bytes(record)
    soup = read(report(folder))
    assert texts(soup, ".facts div")[2:] == ["written answers to grade 2", "need attention 3"]
    found = table(soup, "Written answers that need manual grading")
    assert found == [["sorting_writeup", "2-sorting", "2", "bob , cy"]]
    assert table(soup, "Submissions that need attention")[0] == [reason, "2", "ada , bob"]


def test_each_row_of_the_checks_adds_up_to_the_class(folder, gradebook):
    """Also with a check that gave no score, because the notebook could not be run."""
    add_students(gradebook, "ada", "bob", "cy")
    submit(gradebook, "ada")
    submit(gradebook, "bob", test_trace=0)
    submit(gradebook, "cy", test_trace=None)
    rows = table(read(report(folder)), "What the class has not understood")
    assert ["test-trace 2-sorting", "50 % 1 of 2", "1", "0", "1", "6.0 of 6"] in rows
    for _, passed, *counts, _ in rows:
        assert int(passed.split()[2]) + sum(map(int, counts)) == 3


def test_nothing_needs_a_person(folder, gradebook):
    add_students(gradebook, "ada")
    submit(gradebook, "ada")
    soup = read(report(folder))
    assert "Nothing: all submissions are fully graded." in soup.text
    assert not soup.select(".messages")  # no check said anything
    assert {row[1] for row in table(soup, "What the class has not understood")} == {"100 % 1 of 1"}
    assert "these submissions were graded in another way" in soup.text


def test_the_hardest_cells_come_first_with_what_they_said(folder, gradebook):
    add_students(gradebook, "a", "b", "c", "d")
    for student, lost in {"a": 4, "b": 3, "c": 0}.items():
        submit(gradebook, student, test_graph=lost, test_graph_rare=5, test_edges=None)
        awards = Awards(of=6)
        awards.give("parallel edges", 5, "They are kept.")
        awards.miss("a <leaf>", 1, f"Yours has {ord(student)} & more.")
        data = {"text/html": "<p>Said in another way.</p>", "text/plain": "5.0"}
        data |= awards._repr_mimebundle_()
        write_notebook(
            autograded(folder, student) / "3-homework-graph.ipynb",
            {
                "test-graph": fail("AssertionError", f"Lacks {lost} edges.\nsecond line"),
                "test-graph-rare": [
                    {"output_type": "stream", "name": "stdout", "text": ["hello"]},
                    {"output_type": "execute_result", "data": data, "metadata": {}},
                ],
            },
        )
    submit(gradebook, "d", test_trace=0)
    write_notebook(
        autograded(folder, "d") / "2-sorting.ipynb",
        {
            "test-trace": [
                {"output_type": "stream", "name": "stderr", "text": ["UserWarning: x\n", "y\n"]},
                *fail("StudentError", "NameError: nam"),
                *fail("AssertionError", ""),
                *fail("AssertionError", ""),
            ]
        },
    )
    soup = read(report(folder))
    assert table(soup, "What the class has not understood")[:4] == [
        ["graph rare 3-homework-graph", "25 % 1 of 4", "3", "0", "0", "1.0 of 6"],
        ["test-graph 3-homework-graph", "50 % 2 of 4", "2", "0", "0", "2.5 of 4"],
        ["test-trace 2-sorting", "75 % 3 of 4", "1", "0", "0", "6.0 of 6"],
        ["test-module 1-lists", "100 % 4 of 4", "0", "0", "0", "\u2013"],
    ]
    assert table(soup, "Messages of failed checks") == [
        ["graph rare 3-homework-graph", "a <leaf>: Yours has 99 & more.", "3", "a , b , c"],
        ["test-graph 3-homework-graph", "Lacks 3 edges.", "2", "b , c"],
        ["test-trace 2-sorting", "AssertionError", "1", "d"],
        ["test-trace 2-sorting", "NameError: nam", "1", "d"],
        ["test-trace 2-sorting", "on stderr: UserWarning: x", "1", "d"],
    ]
    assert "secret" not in soup.text


def test_what_was_not_submitted_is_told_apart_from_what_was_not_understood(folder, gradebook):
    """Of those who fail: a wrong answer, a stub, no notebook, and a cell that was put back."""
    add_students(gradebook, "wrong", "stub", "absent", "gone", "back", "right")
    for student in ("wrong", "stub", "absent", "gone", "back"):
        submit(gradebook, student, test_trace=0)
    submit(gradebook, "right")
    said = {
        "wrong": fail("CheckFailed", "The order is wrong."),
        "stub": fail("NotImplementedError", "This part is not written yet."),
        "gone": fail("NameError", "Whatever Python says of it in another version."),
        "back": fail("CheckFailed", "No NameError, no NotImplementedError."),
    }
    for student, outputs in said.items():
        path = autograded(folder, student) / "2-sorting.ipynb"
        write_notebook(path, {"test-trace": outputs})
    autograded(folder, "absent")
    for student in ("gone", "back"):
        entry = {"reason": "Cells came back.", "lacked": ["x", "test-trace"]}
        record = {"status": "needs-attention", "notebooks": {"2-sorting": entry}}
        (autograded(folder, student) / "nbjudge.json").write_text(json.dumps(record))
    soup = read(report(folder))
    hardest = table(soup, "What the class has not understood")[0]
    assert hardest[:2] == ["test-trace 2-sorting", "25 % 1 of 4"]
    assert hardest[2:] == ["2", "1", "2", "6.0 of 6"]  # wrong, not written, lacking
    assert table(soup, "Messages of failed checks") == [
        ["test-trace 2-sorting", said["back"][0]["evalue"], "1", "back"],
        ["test-trace 2-sorting", "The order is wrong.", "1", "wrong"],
    ]


def test_a_check_that_nobody_passes_may_be_one_that_the_judge_cannot_run(folder, gradebook):
    add_students(gradebook, "a", "b")
    submit(gradebook, "a", test_graph=0, test_trace=0)
    submit(gradebook, "b", test_graph=0)
    for student in ("a", "b"):
        failed = {"test-graph": fail("AssertionError", "No.")}
        write_notebook(autograded(folder, student) / "3-homework-graph.ipynb", failed)
    failed = {"test-trace": fail("AssertionError", "No.")}
    write_notebook(autograded(folder, "a") / "2-sorting.ipynb", failed)
    [small] = read(report(folder)).select(".nobody")
    assert one_line(small.find_parent("th")).startswith("test-graph")
    assert "Run nbjudge check homework to see" in one_line(small)


@pytest.mark.parametrize(
    "source, words",
    [
        ("# Check: the <sums>, twice.\nassert 1", "trace_backward the <sums>, twice 2-sorting"),
        ("# The sums.", "trace_backward grad sums 2-sorting"),
        ("### BEGIN HIDDEN TESTS", "trace_backward grad sums 2-sorting"),
        ("assert 1", "trace_backward grad sums 2-sorting"),
        (None, "trace_backward grad sums 2-sorting"),
    ],
)
def test_a_check_is_named_by_its_function_and_its_first_line_or_aspect(
    folder, gradebook, source, words
):
    notebook = gradebook.find_notebook("2-sorting", "homework")
    name = "test-trace_backward-grad_sums"
    gradebook.add_grade_cell(name, notebook.name, "homework", max_score=2, cell_type="code")
    if source is not None:
        gradebook.add_source_cell(name, notebook.name, "homework", source=source, cell_type="code")
    add_students(gradebook, "ada")
    with gradebook.db.no_autoflush:
        submission = gradebook.add_submission("homework", "ada")
        for grade in (grade for found in submission.notebooks for grade in found.grades):
            grade.auto_score, grade.needs_manual_grade = 0, False
    gradebook.db.commit()
    rows = table(read(report(folder)), "What the class has not understood")
    assert words in [row[0] for row in rows]


def test_links_lead_to_feedback_and_to_formgrader(folder, gradebook):
    add_students(gradebook, "ada 1", "bob")
    submit(gradebook, "ada 1", lists_writeup=None)
    submit(gradebook, "bob")
    pages = folder / "feedback" / "ada 1" / "homework"
    pages.mkdir(parents=True)
    (pages / "2-sorting.html").touch()
    soup = read(report(folder, formgrader="https://hub.example.org/formgrader/"))
    heat = [link["href"] for link in soup.select(".heat a")]
    base = "https://hub.example.org/formgrader"
    assert heat == [
        f"{base}/manage_students/bob/homework",
        f"{base}/manage_students/ada%201/homework",
        "feedback/ada%201/homework/2-sorting.html",
    ]
    assert f"{base}/gradebook/homework/1-lists" in str(soup)
    assert "formgrader" not in [a["href"] for a in read(report(folder, formgrader="")).select("a")]
    assert len(read(report(folder, formgrader="")).select(".heat a")) == 1


def test_links_lead_to_the_server_that_runs_in_the_course(folder, gradebook, monkeypatch):
    add_students(gradebook, "ada")
    submit(gradebook, "ada")
    (folder / "runtime").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
    server = {"url": "http://localhost:8891/", "pid": os.getpid()}
    page = "formgrader/manage_students/ada/homework"
    for root, port in ((folder / "runtime", 8888), (folder, 8891)):
        server["root_dir"] = str(root)
        (folder / "runtime" / "jpserver-1.json").write_text(json.dumps(server))
        links = [link["href"] for link in read(report(folder)).select("tbody th a")]
        assert f"http://localhost:{port}/{page}" in links


@pytest.mark.browser
def test_links_lead_to_the_server_that_shows_the_page(browser, folder, gradebook, tmp_path):
    add_students(gradebook, "ada")
    submit(gradebook, "ada")
    page = report(folder, formgrader="http://localhost:8888/formgrader")
    shown = tmp_path / "user" / "eve" / "files" / "report.html"
    shown.parent.mkdir(parents=True)
    shutil.copy(page, shown)
    serve = functools.partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/user/eve"
        browser.goto(f"{address}/files/report.html")
        link = browser.locator(".heat tbody th a").get_attribute("href")
        server.shutdown()
    assert link == f"{address}/formgrader/manage_students/ada/homework"


def test_a_student_without_a_name_is_shown_by_id(folder, gradebook):
    add_students(gradebook, "ada")
    gradebook.add_student("bob", first_name="Bob")
    for student in ("ada", "bob"):
        submit(gradebook, student)
    soup = read(report(folder))
    assert [row[0] for row in table(soup, "Students by task")] == ["ada", "bob Bob"]
    assert "None" not in soup.text


def test_tables_as_csv(folder, gradebook):
    gradebook.add_student("=1+1", first_name="Ada", last_name="Lovelace")
    add_students(gradebook, "bob")
    submit(gradebook, "=1+1", test_trace=0, lists_writeup=None)
    submit(gradebook, "bob")
    path = autograded(folder, "=1+1") / "2-sorting.ipynb"
    write_notebook(path, {"test-trace": fail("AssertionError", "-2 is wrong,\nmore")})
    found = tables(folder)
    assert list(found) == ["students", "cells", "checks", "messages"]
    assert found["students"] == [
        ["student_id", "name", *("1-lists", "2-sorting", "3-homework-graph"),
         "4-memory", "points", "of", "to_grade", "attention"],
        ["bob", "", "10", "10", "10", "10", "40", "40", "0", ""],
        ["'=1+1", "Ada Lovelace", "6", "4", "10", "10", "30", "40", "1", ""],
    ]  # fmt: skip
    head, *cells = found["cells"]
    assert head[1:] == ["notebook", "cell", "automatic", "manual", "extra", "of", "to_grade"]
    assert len(cells) == 2 * 9 and [row[0] for row in cells] == ["'=1+1"] * 9 + ["bob"] * 9
    assert ["'=1+1", "2-sorting", "test-trace", "0", "", "0", "6", "0"] in cells
    assert ["'=1+1", "1-lists", "lists_writeup", "", "", "0", "4", "1"] in cells
    assert ["bob", "2-sorting", "test-trace", "6", "", "0", "6", "0"] in cells
    assert found["checks"][1] == [
        *("2-sorting", "test-trace", "6", "2", "1", "1", "0", "0", "6", "0.5"),
    ]
    assert found["messages"][1:] == [
        ["'=1+1", "Ada Lovelace", "2-sorting", "test-trace", "0", "6", "", "'-2 is wrong,"]
    ]


class Loudest:
    """A section as a course writes it: who has the longest notebooks."""

    title = "Who is <loud>"
    caption = 20 * "By the <size> of the notebooks. "

    def rows(self, folder, folders):
        assert folder.parts[-2:] == ("release", "homework")
        sizes = {who: sum(p.stat().st_size for p in folders[who].iterdir()) for who in folders}
        if sizes:
            yield ["What", "Bytes", "Who"]
            yield ["=<script>x</script>", max(sizes.values()), sorted(sizes)]


class Fails:
    title, caption = "Never", ""

    def rows(self, folder, folders):
        raise KeyError("nothing of the kind")


class Hungry:
    title, caption = "Never", ""

    def rows(self, folder, folders):
        yield ["x" * 2_000_000_000]


def test_a_table_of_the_course_is_on_the_page_and_in_a_file(folder, gradebook):
    ours = {"sections": [f"{__name__}.Loudest"]}
    add_students(gradebook, "ada", "bob")
    for student in ("ada", "bob"):
        submit(gradebook, student)
        (autograded(folder, student) / "file.txt").write_text("x" * (3 if student == "ada" else 5))
    page = report(folder, **ours)
    assert "<script>x" not in page.read_text(encoding="utf-8")
    assert Loudest.caption.strip() in read(page).text  # whole, unlike what students write
    row = ["=<script>x</script>", "5"]
    assert table(read(page), "Who is <loud>") == [[*row, "ada , bob"]]
    rows = tables(folder, **ours)["who-is-loud"]
    assert rows == [["What", "Bytes", "Who"], ["'=<script>x</script>", "5", "ada bob"]]


def test_a_table_without_rows_is_left_out(folder):
    assert "loud" not in report(folder, sections=[f"{__name__}.Loudest"]).read_text("utf-8")


@pytest.mark.parametrize(
    "name, sentence",
    [
        (f"{__name__}.Nobody", "Nobody, which raises ImportError: "),
        ("nowhere.Section", "nowhere.Section, which raises ModuleNotFoundError: "),
    ],
)
def test_a_section_that_does_not_exist_is_one_sentence(folder, name, sentence):
    with pytest.raises(UsageError, match=f"^Report.sections lists .*{sentence}"):
        report(folder, sections=[name])


@pytest.mark.parametrize(
    "kind, why",
    [("Fails", "raised KeyError: 'nothing of the kind'"), ("Hungry", "")],
)
def test_a_section_that_fails_costs_its_own_table(folder, gradebook, kind, why):
    add_students(gradebook, "ada")
    submit(gradebook, "ada")
    (autograded(folder, "ada") / "file.txt").write_text("x")
    ours = {"sections": [f"{__name__}.{kind}", f"{__name__}.Loudest"]}
    page = read(report(folder, **ours))
    assert f"This table is missing, because {__name__}.{kind} {why}" in page.text
    assert table(page, "Who is <loud>") == [["=<script>x</script>", "1", "ada"]]
    written = tables(folder, **ours)
    assert "who-is-loud" in written and "never" not in written


def test_the_report_says_what_can_be_forged(folder, gradebook):
    add_students(gradebook, "ada")
    submit(gradebook, "ada", test_graph=1)
    forgeable = {
        "homework/3-homework-graph/test-graph": "an object that <imitates>",
        "another/notebook/cell": "anybody",
    }
    soup = read(report(folder, forgeable=forgeable))
    note = soup.select_one(".forgeable")
    checks = len(soup.select(".cells tbody tr"))
    sentence = f"A submission can forge the points of 1 of {checks} checks"
    assert one_line(note.summary) == sentence
    assert one_line(note.p) == "By an object that <imitates>:"
    assert [one_line(item) for item in note.select("li")] == ["test-graph 3-homework-graph"]


def test_the_first_screen_has_reasons_and_mistakes_with_the_students_folded(folder, gradebook):
    students = [f"s{number:02d}" for number in range(30)]
    add_students(gradebook, *students)
    messages = ["Yours has 4 edges.", "Yours has 5 edges.", "It is upside down.", "No", "None"]
    for number, student in enumerate(students):
        submit(gradebook, student, test_graph=0, lists_writeup=None)
        message = messages[min(number // 5, 4)] if number < 25 else messages[0]
        write_notebook(
            autograded(folder, student) / "3-homework-graph.ipynb",
            {"test-graph": fail("AssertionError", message)},
        )
        reasons = [f"Reason {number % 5}."]
        record = write_record(Record("needs-attention", reasons))
        (autograded(folder, student) / "nbjudge.json").write_bytes(record)
    soup = read(report(folder))
    sentences = [
        [one_line(each) for each in part.select("summary")] for part in soup.select(".first ul")
    ]
    assert sentences == [
        ["Reason 0. 6", "Reason 1. 6", "Reason 2. 6"],
        # Messages that differ only in numbers are one. Only one would be left out, so all stand.
        [
            "Yours has 4 edges. 3-homework-graph 15 of 30",
            "It is upside down. 3-homework-graph 5 of 30",
            "No 3-homework-graph 5 of 30",
            "None 3-homework-graph 5 of 30",
        ],
    ]
    found = "How they were found, and the others"
    waiting = "30 written answers need manual grading"
    assert texts(soup, ".first section > p") == ["2 more", waiting, found]
    assert soup.select_one(soup.find("a", string=found)["href"]).text == "Messages of failed checks"
    assert {details.has_attr("open") for details in soup.select(".first details")} == {False}
    assert one_line(soup.select(".first details")[5]).endswith("s15 , s16 , s17 , s18 , s19")


def test_mistakes_of_the_course_s_own_table_are_on_the_first_screen(folder, gradebook):
    add_students(gradebook, "ada", "bob", "cy")
    for student in ("ada", "bob", "cy"):
        submit(gradebook, student, test_graph=0)
    for student in ("ada", "bob"):
        autograded(folder, student)
    soup = read(report(folder, sections=[f"{__name__}.Believed"]))
    mistakes = soup.find("h2", string="The commonest mistakes").find_next("ul")
    assert [one_line(each) for each in mistakes.select("li")] == [
        "Takes <a> for b. f, notebook 1 2 of 3 ada , bob",
        "Takes a number for where it was. 1 of 3 ada",
    ]
    # Below them and in the list of sections, a link leads to the course's own table.
    links = [mistakes.find_next_sibling("p").a, soup.find("nav").find("a", string="Believed")]
    assert [soup.select_one(link["href"]).text for link in links] == ["Believed"] * 2


class Believed:
    title = caption = "Believed"
    mistakes = True

    def rows(self, folder, folders):
        yield ["Mistake", "Task", "Number", "Who"]
        yield ["Takes <a> for b.", "f, notebook 1", 2, sorted(folders)]
        yield ["Takes a number for where it was.", 3, sorted(folders)[:1]]


def test_a_check_that_is_marked_and_not_there_is_one_sentence(folder):
    with pytest.raises(UsageError, match="lists homework/nowhere/test, but there is no such"):
        report(folder, forgeable={"homework/nowhere/test": "anybody"})


def test_the_heat_map_goes_from_the_most_points_to_the_fewest(folder, gradebook):
    gradebook.add_student("ada", first_name="Ada", last_name="Lovelace")
    add_students(gradebook, "bob", "cy")
    submit(gradebook, "ada", test_graph=1, test_graph_rare=0, lists_writeup=None)
    submit(gradebook, "bob")
    submit(gradebook, "cy", penalty=30)
    record = Record(measured=Measured(1.25, 311.4))
    (autograded(folder, "bob") / "nbjudge.json").write_bytes(write_record(record))
    soup = read(report(folder))
    assert table(soup, "Students by task") == [
        ["bob", "10", "10", "10", "10", "40", "1.2", "311"],
        ["ada Ada Lovelace", "6 +?", "10", "1", "10", "27", "", ""],
        ["cy", "10", "10", "10", "10", "10", "", ""],
    ]
    levels = [cell["class"][1] for cell in soup.select(".heat td.share")][:8]
    assert levels == ["level10"] * 4 + ["level10", "level10", "level1", "level10"]
    assert "Median 1.25 seconds. Median 311.4 MB." in soup.select("figure img")[1]["alt"]


def test_the_color_of_points_leaves_out_what_is_not_graded(folder, gradebook):
    add_students(gradebook, "all", "half", "none", "again")
    submit(gradebook, "all", lists_writeup=None)
    submit(gradebook, "half", lists_writeup=None, test_module=0)
    submit(gradebook, "none", lists_writeup=None, test_module=None, test_node=None)
    submit(gradebook, "again", lists_writeup=0, test_module=0)
    # Graded by hand, and to be looked at again: the points of the person count.
    grade = gradebook.find_grade("lists_writeup", "1-lists", "homework", "again")
    grade.needs_manual_grade = True
    gradebook.db.commit()
    rows = read(report(folder)).select(".heat tbody tr")
    found = {row.th.bdi.text: (one_line(row.td), row.td["class"][1]) for row in rows}
    assert found == {
        "all": ("6 +?", "level10"),
        "half": ("3 +?", "level5"),
        "none": ("0 +?", "level5"),
        "again": ("3 +?", "level3"),
    }


def test_an_empty_gradebook_gives_a_page(folder):
    soup = read(report(folder))
    assert texts(soup, ".facts div")[0] == "submissions 0"
    assert soup.text.count("Nothing has been graded yet.") == 3
    assert soup.select("table") == []
    assert not soup.select("img")


def test_grading_without_the_sandbox_is_stated(folder, gradebook):
    add_students(gradebook, "ada", "bob")
    for student, sandbox in {"ada": False, "bob": True}.items():
        submit(gradebook, student)
        record = Record(measured=Measured(1.0, 0.0, sandbox=sandbox))
        (autograded(folder, student) / "nbjudge.json").write_bytes(write_record(record))
    soup = read(report(folder))
    assert "At its peak" not in soup.text  # 0 MB: it was not measured
    [warning] = texts(soup, ".warning")
    assert warning.startswith("Graded without the sandbox: 1 of 2 submissions")


def test_grading_without_control_groups_is_stated(folder, gradebook):
    add_students(gradebook, "ada", "bob")
    for student, cgroup in {"ada": False, "bob": True}.items():
        submit(gradebook, student)
        record = Record(measured=Measured(cgroup=cgroup))
        (autograded(folder, student) / "nbjudge.json").write_bytes(write_record(record))
    [warning] = texts(read(report(folder)), ".warning")
    assert warning.startswith("Graded without control groups: 1 of 2 submissions")


def test_test_cells_that_ran_in_the_student_s_process_are_named(folder, gradebook):
    add_students(gradebook, "bob", "cy")
    for student, in_process in (("bob", ["test_b", "test_a"]), ("cy", ["test_a"])):
        submit(gradebook, student)
        record = {"status": "graded", "notebooks": {"3-homework-graph": {"in_process": in_process}}}
        (autograded(folder, student) / "nbjudge.json").write_text(json.dumps(record))
    [warning] = texts(read(report(folder)), ".warning")
    assert "3-homework-graph, test_a ; 3-homework-graph, test_b ." in warning
    assert "change what these test cells compute, and read their hidden tests" in warning


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[" * 100_000,
        "[]",
        '{"status": [], "reasons": {}, "measured": {"seconds": "1", "peak_memory_mb": NaN}, '
        '"notebooks": [1]}',
        '{"measured": {"seconds": -1, "peak_memory_mb": 1e400}, "notebooks": {"a": 1}, "cells": 3}',
        '{"cells": [1, {"metadata": 2}]}',
        '{"cells": [{"metadata": {"nbgrader": {"grade_id": "test-graph"}}, "outputs": [7]}]}',
        '{"cells": [{"metadata": {"nbgrader": {"grade_id": "test-graph"}}, "outputs": '
        '[{"output_type": "execute_result", "data": []}, {"output_type": "error"}]}]}',
    ],
)
def test_strange_files_are_as_good_as_none(folder, gradebook, content):
    add_students(gradebook, "ada")
    submit(gradebook, "ada", test_graph=0)
    for name in ("nbjudge.json", "3-homework-graph.ipynb"):
        (autograded(folder, "ada") / name).write_text(content)
    soup = read(report(folder))
    assert table(soup, "What the class has not understood")[0][1] == "0 % 0 of 1"
    assert "these submissions were graded in another way" in soup.text


def test_a_folder_with_letters_of_patterns_in_its_name(sample_gradebook, tmp_path):
    folder = tmp_path / "course [1] (a+b)"
    folder.mkdir()
    shutil.copy(sample_gradebook, folder / "gradebook.db")
    (folder / "submitted" / "a.b" / "homework").mkdir(parents=True)
    assert "a.b" in read(report(folder)).text


@pytest.mark.parametrize(
    ("assignment", "code", "line"),
    [
        ("homework", 0, "Wrote homework-report.html"),
        (
            "homwork",
            2,
            "nbjudge: The gradebook has no assignment 'homwork' (it has: homework). "
            "Did you mean homework?",
        ),
    ],
)
def test_the_command(folder, assignment, code, line):
    (folder / "nbgrader_config.py").touch()
    finished = run_nbjudge(folder, "report", assignment)
    printed = finished.stdout + finished.stderr
    assert (finished.returncode, printed.count("\n")) == (code, 1)
    assert printed.startswith(line)
    assert (folder / f"{assignment}-report.html").exists() == (code == 0)


def test_without_a_gradebook_nothing_is_made(tmp_path):
    with pytest.raises(
        UsageError, match=r"There is no gradebook .*\. Run this command in the course"
    ):
        report(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_assignment_is_named(folder):
    with pytest.raises(UsageError, match=r"no assignment 'homwork' \(it has: homework\)"):
        write_report(CourseDirectory(root=str(folder)), "homwork", folder / "report.html")
    assert not (folder / "report.html").exists()


def test_without_matplotlib_it_says_what_to_install(folder, monkeypatch):
    monkeypatch.delitem(sys.modules, "nbjudge.report.charts")
    monkeypatch.delattr("nbjudge.report.charts")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"matplotlib.* pip install matplotlib"):
        report(folder)


def test_a_page_that_cannot_be_written_leaves_the_old_one(folder, monkeypatch):
    old = report(folder).read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nbjudge.files.atomic_write.os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        report(folder)
    assert (folder / "report.html").read_bytes() == old
    assert sorted(path.name for path in folder.iterdir()) == ["gradebook.db", "report.html"]


def test_a_class_of_3000_fits_on_a_page(folder):
    add_class(folder, 3000)
    page = report(folder)
    soup = read(page)
    assert page.stat().st_size < 300_000  # 10,000 students give no more
    assert len(soup.find_all(True)) < 2000
    assert len(table(soup, "Students by task")) == GROUPS
    assert "3000 submissions are too many for a row each." in soup.text
    assert table(soup, "Students by task")[0][0].startswith("places 1 to 150")
    assert table(soup, "Students by task")[-1][0].startswith("places 2851 to 3000")
    heading = soup.find("h3", string="Written answers that need manual grading")
    assert " more" in heading.find_next("details").text


def test_a_row_each_up_to_the_limit(folder):
    add_class(folder, MAX_ROWS)
    page = report(folder)
    soup = read(page)
    assert page.stat().st_size < 1_500_000
    assert len(table(soup, "Students by task")) == MAX_ROWS
    assert "too many for a row each" not in soup.text


def test_tables_and_pictures_can_be_read_aloud(folder):
    add_class(folder, 30)
    soup = read(report(folder))
    assert soup.html["lang"] == "en"
    assert len(soup.select("table")) == 6
    for found in soup.select("table"):
        assert all(th["scope"] == "col" for th in found.select("thead th"))
        assert all(row.th["scope"] == "row" for row in found.select("tbody tr"))
    assert len(soup.select("img")) == 2
    assert all(image["alt"].startswith("Histogram") for image in soup.select("img"))
    ids = [found["id"] for found in soup.select("main h2[id]")]
    assert [link["href"] for link in soup.select("nav a")] == [f"#{name}" for name in ids]


@pytest.mark.browser
def test_axe_finds_nothing_on_the_report(browser, folder):
    add_class(folder, 30)
    forgeable = {"homework/3-homework-graph/test-graph": "anybody"}
    browser.goto(report(folder, sections=[f"{__name__}.Believed"], forgeable=forgeable).as_uri())
    for part in ("#first-attention", "#first-mistakes", ".forgeable", "#section-0"):
        assert browser.locator(part).count() == 1, part
    browser.locator(".forgeable summary").click()
    grounds = []
    for scheme in ("light", "dark"):
        browser.emulate_media(color_scheme=scheme)
        grounds.append(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert violations(browser) == [], scheme
    assert len({*grounds}) == 2
    browser.set_viewport_size({"width": 320, "height": 640})
    width = browser.evaluate("document.documentElement.scrollWidth")
    assert width == 320


def luminance(color: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2)."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_black_text_can_be_read_on_every_color():
    levels = colors(LEVELS)
    assert len(set(levels)) == LEVELS
    assert all((luminance(color) + 0.05) / 0.05 >= 4.5 for color in levels)  # WCAG 2, level AA


def test_hidden_characters_are_shown_and_long_texts_cut():
    assert visible("a\u202eb\n\x00\ud800\u200b") == "a\\u202eb\\u000a\\u0000\\ud800\\u200b"
    assert visible("Zoë 李 \U0001f600") == "Zoë 李 \U0001f600"
    assert len(visible("x" * 10_000)) == MAX_TEXT
    assert visible("x" * MAX_TEXT) == "x" * MAX_TEXT


HOSTILE = [
    f"<script>{RAN}</script>",
    f'<img src="x" onerror="{RAN}">',
    f"</style></bdi></table><script>{RAN}</script>",
    f'<svg xmlns="http://www.w3.org/2000/svg" onload="{RAN}"><text>t</text></svg>',
    f'\'" onmouseover="{RAN}" autofocus onfocus={RAN} x=\'',
    f'<iframe srcdoc="<script>parent.{RAN}</script>"></iframe>',
    f'<a href="javascript:{RAN}">click</a>',
    '<meta http-equiv="refresh" content="0; url=data:text/html,ran"><base href="//example.org">',
    "<style>* { display: none }</style>",
    "{{ 7 * 7 }}{% raw %}",
    "$\\alpha$ & &lt;b&gt; <!--",
    "\u202egnp.exe\u2066\x00\x1b[31m",
    "long " * 60_000,
    "x" * 5000,
]


@pytest.fixture
def browser(page):
    """A page of Chromium; `said` is what its console was told."""
    page.set_viewport_size({"width": 1100, "height": 900})
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    return page


@pytest.fixture
def hostile_page(folder, gradebook):
    """A report on students whose ids, names, messages, reasons and notebooks are hostile."""
    for number, text in enumerate(HOSTILE):
        student = f"{number:02d}{text}"[:120]
        gradebook.add_student(student, first_name=text, last_name=text)
        submit(gradebook, student, test_graph=0, test_graph_rare=3, lists_writeup=None)
        awards = Awards(of=6)
        awards.miss(text, 3, text)
        # What a student could write if nothing escaped it on its way into the notebook.
        data = {AWARDS: [*awards._repr_mimebundle_()[AWARDS], [text, 0, 1, text], text, 3]}
        if "/" in student or "\0" in student:
            student = f"{number:02d} folder"
        write_notebook(
            autograded(folder, student) / "3-homework-graph.ipynb",
            {
                "test-graph": fail(text, text),
                "test-graph-rare": [{"output_type": "execute_result", "data": data}],
            },
        )
        entries = {text: NotebookRecord(text, Measured(1.0))}
        measured = Measured(100.0 - number)
        record = Record("needs-attention", [text], measured, notebooks=entries)
        (autograded(folder, student) / "nbjudge.json").write_bytes(write_record(record))
        (folder / "submitted" / f"{number:02d}{text}".replace("/", "")[:60].replace("\0", "")
         / "homework").mkdir(parents=True)  # fmt: skip
    return report(folder)


@pytest.mark.browser
def test_no_text_of_a_students_runs(browser, hostile_page):
    browser.goto(hostile_page.as_uri())
    assert browser.title() == "Report on homework"
    active = "iframe, object, embed, base, svg, form, [href^='javascript'], [style]"
    assert browser.locator("script").count() == 1
    assert browser.locator(active).count() == 0
    assert browser.locator("style").count() == 1
    assert browser.locator("meta").count() == 3
    assert browser.locator("img").count() == 2
    handlers = (
        "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
        ".filter(name => name.startsWith('on'))"
    )
    assert browser.evaluate(handlers) == []
    assert f"need attention {len(HOSTILE)}" in one_line(read(hostile_page).select_one(".facts"))
    shown = browser.evaluate("document.body.textContent")
    for text in HOSTILE:
        assert visible(text) in shown
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.evaluate(wide) <= 0


@pytest.mark.browser
def test_the_page_loads_nothing_and_its_pictures_and_colors_show(browser, hostile_page):
    browser.goto(hostile_page.as_uri())
    loaded = "performance.getEntriesByType('resource').map(e => e.name.slice(0, 5))"
    assert set(browser.evaluate(loaded)) <= {"data:"}
    pictures = "[...document.images].map(i => i.complete && i.naturalWidth > 100)"
    assert browser.evaluate(pictures) == [True, True]
    color = "getComputedStyle(document.querySelector('.key .level0')).backgroundColor"
    red, green, blue = (int(colors(LEVELS)[0][i : i + 2], 16) for i in (1, 3, 5))
    assert browser.evaluate(color) == f"rgb({red}, {green}, {blue})"
    assert browser.said == []  # the policy refused nothing of the page's own


@pytest.mark.browser
def test_the_policy_stops_what_the_escaping_would_let_through(browser, hostile_page):
    soup = read(hostile_page)
    policy = soup.find("meta", {"http-equiv": "Content-Security-Policy"})["content"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "; script-src 'sha256-" in policy
    assert "unsafe" not in policy and "http" not in policy
    leaky = hostile_page.with_name("leaky.html")
    page = hostile_page.read_text(encoding="utf-8")
    leaky.write_text(page.replace("</main>", "".join(HOSTILE[:7]) + "</main>"), encoding="utf-8")
    browser.goto(leaky.as_uri())
    assert browser.evaluate("document.querySelectorAll('main script').length") > 0
    assert browser.evaluate("document.querySelectorAll('.search').length") == 1
    assert browser.title() == "Report on homework"
    assert "Content Security Policy" in browser.said[0]


@pytest.mark.browser
def test_tables_sort_and_search(browser, folder):
    add_class(folder, 30)
    browser.goto(report(folder).as_uri())
    column = "[...document.querySelectorAll('.heat tbody tr')].map(r => {})"
    points = column.format("Number(r.cells[5].textContent)")
    ids = column.format("r.querySelector('th bdi').textContent")
    click = "number => document.querySelectorAll('.heat thead button')[number].click()"
    before = browser.evaluate(points)
    assert before == sorted(before, reverse=True)
    browser.evaluate(click, 5)
    assert browser.evaluate(points) == sorted(before)
    browser.evaluate(click, 5)
    assert browser.evaluate(points) == sorted(before, reverse=True)
    browser.evaluate(click, 0)
    assert browser.evaluate(ids) == [f"s{i:05d}" for i in range(30)]
    order = "document.querySelectorAll('.heat thead th')[0].getAttribute('aria-sort')"
    assert browser.evaluate(order) == "ascending"

    browser.locator("#search").press_sequentially("S00007")
    shown = "[...document.querySelectorAll('.heat tbody tr')].filter(r => !r.hidden).length"
    assert browser.evaluate(shown) == 1
    word = browser.locator(".search [role=status]").inner_text()
    assert word.endswith("rows") and not word.startswith("0 of")
    for _ in "S00007":
        browser.locator("#search").press("Backspace")
    assert browser.evaluate(shown) == 30


def test_the_page_is_complete_without_its_script(folder):
    add_class(folder, 5)
    page = report(folder)
    soup = read(page)
    soup.select_one("body > script").extract()
    assert soup.select("button, input, script, [hidden]") == []
    assert len(table(soup, "Students by task")) == 5
