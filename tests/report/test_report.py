"""The report: what it says, that it stays small, and that no student's text runs in it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from gradebooks import add_class, add_students, make_lab_gradebook, submit, url, write_notebook
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from selenium import webdriver

from nbjudge.awards import Awards
from nbjudge.errors import WrongUsage
from nbjudge.report.charts import colours
from nbjudge.report.findings import GROUPS, LEVELS, MAX_ROWS
from nbjudge.report.page import MAX_TEXT, visible, write_report

RAN = "document.title = 'ran'"


@pytest.fixture(scope="module")
def lab_gradebook(tmp_path_factory):
    return make_lab_gradebook(tmp_path_factory.mktemp("lab") / "gradebook.db")


@pytest.fixture
def folder(lab_gradebook, tmp_path):
    """A course folder with a gradebook that holds the assignment and no student."""
    shutil.copy(lab_gradebook, tmp_path / "gradebook.db")
    return tmp_path


@pytest.fixture
def gradebook(folder):
    with Gradebook(url(folder / "gradebook.db")) as gradebook:
        yield gradebook


def report(folder: Path) -> Path:
    return write_report(CourseDirectory(root=str(folder)), "autograd", folder / "report.html")


def read(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


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
    path = folder / "autograded" / student / "autograd"
    path.mkdir(parents=True, exist_ok=True)
    return path


def fail(name: str, message: str) -> list[dict]:
    return [{"output_type": "error", "ename": name, "evalue": message, "traceback": ["secret"]}]


def test_it_says_what_needs_a_person(folder, gradebook):
    add_students(gradebook, "ada", "bob", "cy", "dee", "eve")
    submit(gradebook, "ada", hooks_writeup=None)
    submit(gradebook, "bob", hooks_writeup=None, order_writeup=None)
    submit(gradebook, "cy", test_shared=None, test_edges=None)
    submit(gradebook, "dee", test_trace=3)
    grade = gradebook.find_grade("test-trace", "2-reverse-order", "autograd", "dee")
    grade.manual_score, grade.needs_manual_grade = 6, True
    gradebook.db.commit()
    record = {"status": "needs-attention", "reasons": ["4-visited-memory: it took over 60 s."]}
    (autograded(folder, "cy") / "nbjudge.json").write_text(json.dumps(record))
    record = {"status": "needs-attention", "notebooks": {"x": {"reason": "It is no notebook."}}}
    (autograded(folder, "zoe") / "nbjudge.json").write_text(json.dumps(record))
    (folder / "submitted" / "late" / "autograd").mkdir(parents=True)
    (folder / "submitted" / "other" / "primer").mkdir(parents=True)
    (folder / "submitted" / "ada" / "autograd").mkdir(parents=True)

    soup = read(report(folder))

    assert texts(soup, ".facts div") == [
        "submissions 4 of 5 students",
        "median points 34 of 40",
        "write-ups to grade 3",
        "need attention 3",
    ]
    assert table(soup, "Submissions that need attention") == [
        ["4-visited-memory: it took over 60 s.", "1", "cy"],
        ["test-trace was graded again after a person had scored it: look at it again.", "1", "dee"],
        ["x: It is no notebook.", "1", "zoe"],
    ]
    assert table(soup, "Write-ups to grade by hand") == [
        ["hooks_writeup", "1-backward-hooks", "2", "ada , bob"],
        ["order_writeup", "2-reverse-order", "1", "bob"],
    ]
    assert not soup.select(".warning")  # these records do not say how they were made
    assert soup.find("h3", string="Submitted, but not graded yet").find_next("div").text == "late"


def test_a_cell_without_a_score_needs_attention_without_any_record(folder, gradebook):
    add_students(gradebook, "ada", "bob")
    for student in ("ada", "bob"):
        submit(gradebook, student, test_graph=None, test_graph_rare=None)
    assert table(read(report(folder)), "Submissions that need attention") == [
        ["The tests of 3-autograd-graph gave no score.", "2", "ada , bob"]
    ]


def test_nothing_needs_a_person(folder, gradebook):
    add_students(gradebook, "ada")
    submit(gradebook, "ada")
    soup = read(report(folder))
    assert "Nothing: every submission is graded completely." in soup.text
    assert "No test cell cost anybody a point." in soup.text
    assert "these submissions were graded in another way" in soup.text


def test_the_hardest_cells_come_first_with_what_they_said(folder, gradebook):
    add_students(gradebook, "a", "b", "c", "d")
    for student, lost in {"a": 4, "b": 3, "c": 0}.items():
        submit(gradebook, student, test_graph=lost, test_graph_rare=5, test_edges=None)
        awards = Awards(of=6)
        awards.give("parallel edges", 5, "They are kept.")
        awards.miss("a <leaf>", 1, f"Yours has {ord(student)} & more.")
        data = {"text/html": awards._repr_html_(), "text/plain": "5.0"}
        write_notebook(
            autograded(folder, student) / "3-autograd-graph.ipynb",
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
        autograded(folder, "d") / "2-reverse-order.ipynb",
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
    assert table(soup, "What the class has not understood") == [
        ["test-graph-rare 3-autograd-graph", "3 of 4 3 of 4", "1.0 of 6",
         "3 x a <leaf>: Yours has 97 & more."],
        ["test-graph 3-autograd-graph", "2 of 4 2 of 4", "2.5 of 4", "2 x Lacks 3 edges."],
        ["test-trace 2-reverse-order", "1 of 4 1 of 4", "6.0 of 6",
         "1 x AssertionError: (no message) 1 x StudentError: NameError: nam "
         "1 x on stderr: UserWarning: x"],
    ]  # fmt: skip
    assert "secret" not in soup.text


def test_the_heat_map_goes_from_the_most_points_to_the_fewest(folder, gradebook):
    gradebook.add_student("ada", first_name="Ada", last_name="Lovelace")
    add_students(gradebook, "bob", "cy")
    submit(gradebook, "ada", test_graph=1, test_graph_rare=0, hooks_writeup=None)
    submit(gradebook, "bob")
    submit(gradebook, "cy", penalty=30)
    record = {"status": "graded", "seconds": 1.25, "peak_memory_mb": 311.4, "sandbox": True}
    (autograded(folder, "bob") / "nbjudge.json").write_text(json.dumps(record))
    soup = read(report(folder))
    assert table(soup, "Students by task") == [
        ["bob", "10", "10", "10", "10", "40", "1.2", "311"],
        ["ada Ada Lovelace", "6 +?", "10", "1", "10", "27", "", ""],
        ["cy", "10", "10", "10", "10", "10", "", ""],
    ]
    levels = [cell["class"][1] for cell in soup.select(".heat td.share")][:8]
    assert levels == ["level10"] * 4 + ["level6", "level10", "level1", "level10"]
    assert "Median 1.25 seconds. Median 311.4 MB." in soup.select("figure img")[1]["alt"]


def test_an_empty_gradebook_gives_a_page(folder):
    soup = read(report(folder))
    assert texts(soup, ".facts div")[0] == "submissions 0"
    assert soup.text.count("Nothing has been graded yet.") == 3
    assert not soup.select("img")


def test_grading_without_the_sandbox_is_stated(folder, gradebook):
    add_students(gradebook, "ada", "bob")
    for student, sandbox in {"ada": False, "bob": True}.items():
        submit(gradebook, student)
        record = {"status": "graded", "seconds": 1, "peak_memory_mb": 0.0, "sandbox": sandbox}
        (autograded(folder, student) / "nbjudge.json").write_text(json.dumps(record))
    soup = read(report(folder))
    assert "At its peak" not in soup.text  # 0 MB: it was not measured
    [warning] = texts(soup, ".warning")
    assert warning.startswith("Graded without the sandbox: 1 of 2 submissions")


def test_test_cells_that_ran_in_the_student_s_process_are_named(folder, gradebook):
    add_students(gradebook, "bob", "cy")
    for student, shared in (("bob", ["test_b", "test_a"]), ("cy", ["test_a"])):
        submit(gradebook, student)
        record = {"status": "graded", "notebooks": {"3-autograd-graph": {"shared": shared}}}
        (autograded(folder, student) / "nbjudge.json").write_text(json.dumps(record))
    [warning] = texts(read(report(folder)), ".warning")
    assert "3-autograd-graph, test_a ; 3-autograd-graph, test_b ." in warning
    assert "as trustworthy as stock nbgrader's" in warning


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[" * 100_000,
        "[]",
        '{"status": [], "reasons": {}, "seconds": "1", "peak_memory_mb": NaN, "notebooks": [1]}',
        '{"seconds": -1, "peak_memory_mb": 1e400, "notebooks": {"a": 1}, "cells": 3}',
        '{"cells": [1, {"metadata": 2}]}',
        '{"cells": [{"metadata": {"nbgrader": {"grade_id": "test-graph"}}, "outputs": [7]}]}',
        '{"cells": [{"metadata": {"nbgrader": {"grade_id": "test-graph"}}, "outputs": '
        '[{"output_type": "execute_result", "data": []}, {"output_type": "error"}]}]}',
    ],
)
def test_strange_files_are_as_good_as_none(folder, gradebook, content):
    add_students(gradebook, "ada")
    submit(gradebook, "ada", test_graph=0)
    for name in ("nbjudge.json", "3-autograd-graph.ipynb"):
        (autograded(folder, "ada") / name).write_text(content)
    soup = read(report(folder))
    assert table(soup, "What the class has not understood")[0][1] == "1 of 1 1 of 1"
    assert "these submissions were graded in another way" in soup.text


def test_a_folder_with_letters_of_patterns_in_its_name(lab_gradebook, tmp_path):
    folder = tmp_path / "course [1] (a+b)"
    folder.mkdir()
    shutil.copy(lab_gradebook, folder / "gradebook.db")
    (folder / "submitted" / "a.b" / "autograd").mkdir(parents=True)
    assert "a.b" in read(report(folder)).text


@pytest.mark.parametrize(
    ("assignment", "code", "line"),
    [
        ("autograd", 0, "Wrote autograd-report.html"),
        (
            "autgrad",
            2,
            "nbjudge: The gradebook holds no assignment 'autgrad' (it holds: autograd). "
            "Did you mean autograd?",
        ),
    ],
)
def test_the_command(folder, assignment, code, line):
    (folder / "nbgrader_config.py").touch()
    finished = subprocess.run(
        [sys.executable, "-m", "nbjudge", "report", assignment],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert (finished.returncode, finished.stdout.count("\n")) == (code, 1)
    assert finished.stdout.startswith(line)
    assert (folder / f"{assignment}-report.html").exists() == (code == 0)


def test_without_a_gradebook_nothing_is_made(tmp_path):
    with pytest.raises(WrongUsage, match=r"There is no gradebook .*: type this in the course"):
        report(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_assignment_is_named(folder):
    with pytest.raises(WrongUsage, match=r"no assignment 'autgrad' \(it holds: autograd\)"):
        write_report(CourseDirectory(root=str(folder)), "autgrad", folder / "report.html")
    assert not (folder / "report.html").exists()


def test_without_matplotlib_it_says_what_to_install(folder, monkeypatch):
    monkeypatch.delitem(sys.modules, "nbjudge.report.charts")
    monkeypatch.delattr("nbjudge.report.charts")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(WrongUsage, match=r"matplotlib.* pip install 'nbjudge\[report\]'"):
        report(folder)


def test_a_page_that_cannot_be_written_leaves_the_old_one(folder, monkeypatch):
    old = report(folder).read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nbjudge.report.page.os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        report(folder)
    assert (folder / "report.html").read_bytes() == old
    assert sorted(path.name for path in folder.iterdir()) == ["gradebook.db", "report.html"]


def test_a_class_of_3000_fits_on_a_page(folder):
    add_class(folder, 3000)
    page = report(folder)
    soup = read(page)
    assert page.stat().st_size < 300_000
    assert len(soup.find_all(True)) < 2000
    assert len(table(soup, "Students by task")) == GROUPS
    assert "3000 submissions are too many for a row each." in soup.text
    assert table(soup, "Students by task")[0][0].startswith("places 1 to 150")
    assert table(soup, "Students by task")[-1][0].startswith("places 2851 to 3000")
    assert " more" in soup.find("h3", string="Write-ups to grade by hand").find_next("details").text


def test_a_row_each_up_to_the_limit(folder):
    add_class(folder, MAX_ROWS)
    soup = read(report(folder))
    assert len(table(soup, "Students by task")) == MAX_ROWS
    assert "too many for a row each" not in soup.text


def test_tables_and_pictures_can_be_read_aloud(folder):
    add_class(folder, 30)
    soup = read(report(folder))
    assert soup.html["lang"] == "en"
    assert len(soup.select("table")) == 5
    for found in soup.select("table"):
        assert all(th["scope"] == "col" for th in found.select("thead th"))
        assert all(row.th["scope"] == "row" for row in found.select("tbody tr"))
    assert len(soup.select("img")) == 2
    assert all(image["alt"].startswith("Histogram") for image in soup.select("img"))
    ids = [found["id"] for found in soup.select("[id]")]
    assert [link["href"] for link in soup.select("nav a")] == [f"#{name}" for name in ids]


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_black_text_can_be_read_on_every_colour():
    levels = colours(LEVELS)
    assert len(set(levels)) == LEVELS
    assert all((luminance(colour) + 0.05) / 0.05 >= 4.5 for colour in levels)  # WCAG 2, level AA


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


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
                     "disable-background-networking", "disable-component-update", "disable-sync",
                     "window-size=1100,900",
                     f"user-data-dir={tmp_path_factory.mktemp('chromium')}"):  # fmt: skip
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture
def hostile_page(folder, gradebook):
    """A report on students whose ids, names, messages, reasons and notebooks are hostile."""
    for number, text in enumerate(HOSTILE):
        student = f"{number:02d}{text}"[:120]
        gradebook.add_student(student, first_name=text, last_name=text)
        submit(gradebook, student, test_graph=0, test_graph_rare=3, hooks_writeup=None)
        awards = Awards(of=6)
        awards.miss(text, 3, text)
        # What a student could write if nothing escaped it on its way into the notebook.
        data = {"text/html": awards._repr_html_() + text + f"<tr><td>{text}<td>0 of 1<td>{text}"}
        if "/" in student or "\0" in student:
            student = f"{number:02d} folder"
        write_notebook(
            autograded(folder, student) / "3-autograd-graph.ipynb",
            {
                "test-graph": fail(text, text),
                "test-graph-rare": [{"output_type": "execute_result", "data": data}],
            },
        )
        record = {"status": "needs-attention", "reasons": [text], "seconds": 100 - number}
        record["notebooks"] = {text: {"seconds": 1, "reason": text}}
        (autograded(folder, student) / "nbjudge.json").write_text(json.dumps(record))
        (folder / "submitted" / f"{number:02d}{text}".replace("/", "")[:60].replace("\0", "")
         / "autograd").mkdir(parents=True)  # fmt: skip
    return report(folder)


@pytest.mark.browser
def test_no_text_of_a_students_runs(browser, hostile_page):
    browser.get(hostile_page.as_uri())
    assert browser.title == "Report on autograd"
    count = "return document.querySelectorAll(arguments[0]).length"
    active = "script, iframe, object, embed, base, svg, form, [href^='javascript'], [style]"
    assert browser.execute_script(count, active) == 0
    assert browser.execute_script(count, "style") == 1
    assert browser.execute_script(count, "meta") == 3
    assert browser.execute_script(count, "img") == 2
    handlers = (
        "return [...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
        ".filter(name => name.startsWith('on'))"
    )
    assert browser.execute_script(handlers) == []
    assert f"need attention {len(HOSTILE)}" in one_line(read(hostile_page).select_one(".facts"))
    shown = browser.execute_script("return document.body.textContent")
    for text in HOSTILE:
        assert visible(text) in shown
    wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.execute_script(wide) <= 0


@pytest.mark.browser
def test_the_page_loads_nothing_and_its_pictures_and_colours_show(browser, hostile_page):
    browser.get_log("browser")
    browser.get(hostile_page.as_uri())
    loaded = "return performance.getEntriesByType('resource').map(e => e.name.slice(0, 5))"
    assert set(browser.execute_script(loaded)) <= {"data:"}
    pictures = "return [...document.images].map(i => i.complete && i.naturalWidth > 100)"
    assert browser.execute_script(pictures) == [True, True]
    colour = "return getComputedStyle(document.querySelector('.key .level0')).backgroundColor"
    red, green, blue = (int(colours(LEVELS)[0][i : i + 2], 16) for i in (1, 3, 5))
    assert browser.execute_script(colour) == f"rgb({red}, {green}, {blue})"
    assert browser.get_log("browser") == []  # the policy refused nothing of the page's own


@pytest.mark.browser
def test_the_policy_stops_what_the_escaping_would_let_through(browser, hostile_page):
    soup = read(hostile_page)
    policy = soup.find("meta", {"http-equiv": "Content-Security-Policy"})["content"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy
    leaky = hostile_page.with_name("leaky.html")
    page = hostile_page.read_text(encoding="utf-8")
    leaky.write_text(page.replace("</main>", "".join(HOSTILE[:7]) + "</main>"), encoding="utf-8")
    browser.get(leaky.as_uri())
    assert browser.execute_script("return document.querySelectorAll('main script').length") > 0
    assert browser.title == "Report on autograd"
