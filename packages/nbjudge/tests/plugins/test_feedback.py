"""What a student reads after grading: points, messages, pictures; no hidden tests, no scripts."""

import datetime
import re
import shutil
from copy import deepcopy
from dataclasses import replace

import nbformat
import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader.api import Gradebook

from nbjudge.course.check_names import check_name
from nbjudge.course.failed_cells import CANNOT_JUDGE
from nbjudge.course.visible import CONCEALED
from nbjudge.gradebook.record import NotebookRecord, Record, write_record
from nbjudge.gradebook.scores import CellComment, CellGrade, NotebookGrades, ScoredCell
from nbjudge.plugins.feedback import _page_of_last_resort, without_code
from nbjudge.plugins.grades import PagePoints, points_of_pages
from nbjudge.plugins.mathml import ATTRIBUTES, ELEMENTS
from nbjudge.plugins.safehtml import TAGS, clean, markdown_page, safe_output
from nbjudge.plugins.summary import SUBMIT_AGAIN, summarize
from nbjudge.result.parts import Block, Part
from nbjudge_testing.access import violations
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.hostile_pages import (
    PNG,
    hostile_cells,
    hostile_metadata,
    hostile_outputs,
    payloads,
)
from nbjudge_testing.paths import TESTS
from nbjudge_testing.tiny_course import (
    NOTEBOOK,
    SECRETS,
    TINY,
    autograded,
    cell_of,
    change_autograded,
    make_course,
    submission,
    submit,
)

HEADING = "Go to the cell"  # the notebook has no headings
RENAMED = "<i>x</i> (1).ipynb counts as doubling.ipynb"
TRAP = "http://127.0.0.1:9"  # nothing is fetched by the tests of this file
STUB = "def double(x):\n    raise NotImplementedError()"
ANSWERS = {
    "right": "def double(x):\n    return 2 * x",
    "wrong": "def double(x):\n    print('I was given', x)\n    return 2 if x == 1 else 3",
    "raises": (
        "def double(x):\n"
        "    if x > 9:\n"
        "        raise ValueError('too large for me')\n"
        "    return 2 * x"
    ),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A graded course: a submission for each of `ANSWERS`, and a hostile one."""
    folder = make_course(tmp_path_factory.mktemp("feedback") / "course")
    for student, answer in ANSWERS.items():
        extra = [new_code_cell("1 / 0  # a comment")] if student == "raises" else []
        submit(folder, student, submission(folder, answer, extra=extra))
    # Its checks fail, so that what the hostile outputs say comes into the summary.
    hostile = submission(folder, ANSWERS["wrong"], extra=hostile_cells(TRAP))
    hostile.metadata.update(hostile_metadata(TRAP))
    submit(folder, "hostile", hostile)
    run_nbgrader(folder, "autograde", TINY)
    change_autograded(folder, "hostile", put_hostile_outputs)
    run_nbgrader(folder, "generate_feedback", TINY)
    return folder


def put_hostile_outputs(notebook):
    notebook.metadata.update(hostile_metadata(TRAP))
    for grade_id in ("double", "test-double-values"):
        cell_of(notebook, grade_id).outputs = hostile_outputs(TRAP)


def feedback(course, student) -> BeautifulSoup:
    path = course / "feedback" / student / TINY / f"{NOTEBOOK}.html"
    return BeautifulSoup(path.read_text(), "html.parser")


def words(soup) -> str:
    """The text of a page, all white space as single spaces."""
    return re.sub(r"\s+", " ", soup.get_text())


def feedback_again(course, student, *arguments) -> str:
    run_nbgrader(course, "generate_feedback", TINY, "--force", f"--student={student}", *arguments)
    return words(feedback(course, student))


# ---- the summary at the top -----------------------------------------------------------------


def blocks(soup) -> list[list[str]]:
    """The blocks of the summary: the outcome, the heading, and each paragraph, as text."""
    return [
        [block["class"][1].removeprefix("nbjudge-")]
        + [words(line).strip() for line in block.select("h2, p")]
        for block in soup.select(".nbjudge-points .nbjudge-block")
    ]


def test_page_begins_with_points_and_what_is_missing_and_why(course):
    soup = feedback(course, "wrong")
    text = words(soup.select_one(".nbjudge-points")).strip()
    assert text.startswith(f"{TINY}: {NOTEBOOK}, submitted by wrong 1 of 10 points so far, 4 need")
    assert words(soup.select_one(".nbjudge-tally")) == (
        "✗ 2 failed ◐ 1 partly … 1 needs manual grading"
    )
    assert blocks(soup) == [
        [
            "failed",
            "double 1 of 6",
            HEADING,
            # One reason is said once.
            "Twice a large number is wrong.",
            "✗ failed: values 0 of 2; helper 0 of 1",
            "large numbers: Twice a <large> number is wrong.",
            "◐ partly: awards 1 of 3",
        ],
        ["waiting", "writeup of 4 read by a grader", HEADING, "… needs manual grading"],
    ]
    assert "Test cell" not in text
    style = "".join(tag.text for tag in soup.select("style"))
    assert all(f".nbjudge-{outcome}" in style for outcome in ("failed", "partly", "passed"))


def test_each_check_of_the_summary_leads_to_its_cell(course):
    for student in ANSWERS:
        soup = feedback(course, student)
        links = soup.select(".nbjudge-block a")
        assert len(links) == 5  # three checks, and the headings of two blocks
        for link in links:
            place = soup.find(attrs={"name": link["href"].removeprefix("#")})
            assert link["href"].startswith("#") and place.find_parent(class_="cell")


def test_a_block_leads_to_the_answer_by_the_heading_above_it(course):
    def add_headings(notebook):
        notebook.cells.insert(2, new_markdown_cell("## Step 3: try it"))
        notebook.cells.insert(1, new_markdown_cell("## Step 2: write it"))

    before = autograded(course, "right").read_text()
    change_autograded(course, "right", add_headings)
    feedback_again(course, "right")
    autograded(course, "right").write_text(before)
    links = feedback(course, "right").select(".nbjudge-place a")
    assert {link["href"]: link.text for link in links} == {
        "#double": "Step 2: write it",
        "#writeup": "Step 3: try it",
    }
    feedback_again(course, "right")


def test_passed_checks_are_listed_apart(course):
    soup = feedback(course, "right")
    assert blocks(soup) == [
        ["waiting", "writeup of 4 read by a grader", HEADING, "… needs manual grading"],
        [
            "passed",
            "double 6 of 6",
            HEADING,
            "✓ passed: values 2 of 2; helper 1 of 1; awards 3 of 3",
        ],
    ]


def test_the_same_reason_is_said_once():
    """The name of a case, a number and a plural make no other reason of it."""

    def part(aspect, outcome, *why):
        return Part("f", aspect, "", outcome, 0, 1, [*why])

    drawing = "Your drawing has 4 operations, but expected were 6. 2 nodes were never drawn."
    direction = "The edges run against the gradient."
    parts = [
        part("counts", "failed", f"A chain: {drawing}"),
        part("mean", "passed"),
        part("shared", "failed", f"A path: {drawing.replace('4', '35')}"),
        part("rare", "failed", drawing.replace("4 operations", "1 operation")),
        part("edges", "failed", direction),
        part("unseen", "unwritten", direction),
        part("both", "failed", drawing, direction),
        part("named", "failed", drawing.replace("nodes were", "leaves were")),
        part("loss", "failed", "loss 1: expected 9, got 8."),
        part("weight", "failed", "weight 1: expected 9, got 8."),
        part("losses", "failed", "loss 2: expected 7, got 6."),
    ]
    groups = [[each.aspect for each in group] for group in Block(parts).groups]
    drawings = [["counts", "shared", "rare"], ["edges"], ["unseen"], ["both"], ["named"]]
    assert groups == [*drawings, ["loss", "losses"], ["weight"], ["mean"]]


def test_pictures_of_a_failed_check_stand_below_its_reason(course):
    """They are its last two; no script runs in them."""
    (shown,) = feedback(course, "wrong").select(".nbjudge-pictures")
    assert "awards" in words(shown.find_previous("p"))
    (picture,) = shown.select("img")
    assert picture["src"].startswith("data:image/svg+xml;base64,") and picture["alt"]
    assert not feedback(course, "right").select(".nbjudge-pictures")

    def draw_more(notebook):
        pictures = [
            new_output("display_data", {"image/png": PNG, "text/plain": f'"{n}'}) for n in "123"
        ]
        cell_of(notebook, "test-double-values").outputs[:0] = [
            *pictures, new_output("display_data", {"image/png": PNG * 5000})
        ]  # fmt: skip

    before = autograded(course, "wrong").read_text()
    change_autograded(course, "wrong", draw_more)
    feedback_again(course, "wrong")
    autograded(course, "wrong").write_text(before)
    shown, _ = feedback(course, "wrong").select(".nbjudge-pictures")
    assert "values" in words(shown.find_previous("p"))
    assert [img["alt"] for img in shown.select("img")] == ['"2', '"3']
    feedback_again(course, "wrong")


@pytest.mark.browser
def test_axe_finds_nothing_on_a_page(course, page, tmp_path):
    grade_by_hand(course, "raises")
    feedback_again(course, "raises")
    submit(course, "late", submission(course, STUB))
    run_nbgrader(course, "autograde", TINY, "--student=late")
    entry = NotebookRecord(in_process=["test-double-awards"])
    autograded(course, "late").with_name("nbjudge.json").write_bytes(
        write_record(Record(notebooks={NOTEBOOK: entry}))
    )
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_assignment(TINY, duedate="2999-01-01 00:00:00 UTC")
        feedback_again(course, "late")
        gradebook.update_or_create_assignment(TINY, duedate=None)
    pages = {
        name: course / "feedback" / name / TINY / f"{NOTEBOOK}.html" for name in [*ANSWERS, "late"]
    }
    pages["lost"] = tmp_path / "page.html"
    pages["lost"].write_text(_page_of_last_resort("doubling", "took too long"))
    shown = {
        "right": ["passed", "so far"],
        "wrong": ["✗ 2 failed", "partly"],
        "raises": ["submitted late", "counts as doubling.ipynb", "Read the comment."],
        "late": ["not written", CONCEALED],
        "lost": ["No feedback can be shown"],
    }
    for name, sentences in shown.items():
        page.goto(pages[name].as_uri())
        text = page.locator("body").inner_text()
        assert [each for each in sentences if each not in text] == [], name
        if name == "raises":  # IPython's traceback of a student's own cell
            assert page.locator("pre span[style]", has_text="# a comment").count() == 1
        assert violations(page) == [], name


def test_pages_of_a_submission_lead_to_each_other(course, tmp_path):
    assert not feedback(course, "wrong").select("nav")  # of the only notebook
    folder = autograded(course, "wrong").parent
    shutil.copy(autograded(course, "wrong"), folder / "a #1.ipynb")
    feedback_again(course, "wrong")
    (folder / "a #1.ipynb").unlink()
    (nav,) = feedback(course, "wrong").select("nav")
    assert [link["href"] for link in nav.select("a")] == ["a%20%231.html"]
    assert nav.select_one('[aria-current="page"]').text == NOTEBOOK
    # The gradebook does not hold the copy.
    total = re.search(r"[\d.]+ of [\d.]+", feedback(course, "wrong").h1.text)[0]
    assert [item.get_text(" ") for item in nav.select("li")] == ["a #1", f"{NOTEBOOK}  {total}"]
    feedback_again(course, "wrong")


def test_points_of_another_page_are_those_that_its_student_may_see(tmp_path):
    cell = ScoredCell("ps1", "test", 4, by_hand=False)
    grade = CellGrade(cell, auto_score=2, needs_manual_grade=False)
    grades = NotebookGrades(
        4, {"test": grade}, late_submission_penalty=0.5, due=datetime.datetime(2999, 1, 1)
    )
    for name in ("ps1", "unknown"):
        (tmp_path / f"{name}.ipynb").touch()

    def shown(record, grades):
        (ps1, unknown) = points_of_pages(tmp_path, {"ps1": grades}, record, attempts=False)
        assert unknown == PagePoints("unknown")
        return ps1.points, ps1.possible

    in_process = Record(notebooks={"ps1": NotebookRecord(in_process=["test"])})
    judged = Record(notebooks={"ps1": NotebookRecord()})
    assert shown(judged, grades) == (1.5, 4)
    assert shown(in_process, grades) == (0, 4)  # a part of the points
    assert shown(None, grades) == (None, 0)
    past = replace(grades, due=datetime.datetime(2000, 1, 1))
    assert shown(in_process, past) == shown(None, past) == (1.5, 4)


def test_each_graded_cell_says_what_came_of_it(course):
    frames = [words(frame).strip() for frame in feedback(course, "wrong").select(".nbjudge-cell")]
    assert frames == [
        "✗ failed double valuesTwice a large number is wrong.",
        "✗ failed double helperTwice a large number is wrong.",
        "◐ partly double awardslarge numbers: Twice a <large> number is wrong.",
        "… needs manual grading writeup",
    ]


def grade_by_hand(course, student):
    """Give points and a comment, a late penalty, and note a name and a cell that was put back."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        found = gradebook.find_submission_notebook(NOTEBOOK, TINY, student)
        grade = gradebook.find_grade("writeup", NOTEBOOK, TINY, student)
        grade.manual_score, grade.needs_manual_grade = 3, False
        gradebook.find_comment("writeup", NOTEBOOK, TINY, student).manual_comment = "Why not?"
        found.late_submission_penalty = 2
        gradebook.db.commit()
    entry = NotebookRecord("a sentence", lacked=["test-double-values"], notes=[RENAMED])
    record = write_record(Record(notebooks={NOTEBOOK: entry}))
    autograded(course, student).with_name("nbjudge.json").write_bytes(record)


def test_what_a_person_gave_and_what_was_put_back_is_said(course):
    grade_by_hand(course, "raises")
    feedback_again(course, "raises")
    soup = feedback(course, "raises")
    found = blocks(soup)
    assert "This cell was missing from your submission and was restored." in found[0]
    assert found[-1][1:] == [
        "writeup 3 of 4 read by a grader",
        HEADING,
        "◐ some points Read the comment.",
    ]
    text = words(soup.select_one(".nbjudge-points"))
    assert "because this was submitted late: 2." in text and "so far" not in text
    assert RENAMED in text and "a sentence" not in text
    points = soup.select(".nbjudge-block h2 .nbjudge-number")
    total = sum(float(each.text.split(" of ")[0]) for each in points) - 2
    assert f" {total:g} of 10 points" in text
    assert soup.select_one('.nbjudge-points a[href="#comment-writeup"]')
    assert soup.find(attrs={"name": "comment-writeup"})


def test_a_file_that_could_not_be_read_is_one_box(course):
    """It says what to do, and no cell stands below it."""
    reason = "doubling.ipynb is not a notebook: it is <not> JSON"
    entry = NotebookRecord(reason, blank=True, file_reasons=[reason])
    path = autograded(course, "right").with_name("nbjudge.json")
    path.write_bytes(write_record(Record(notebooks={NOTEBOOK: entry})))
    feedback_again(course, "right")
    soup = feedback(course, "right")
    path.unlink()
    feedback_again(course, "right")
    assert words(soup.select_one(".nbjudge-result")).strip() == f"{reason}. {SUBMIT_AGAIN}"
    assert not soup.select("#notebook") and feedback(course, "right").select("#notebook")


@pytest.mark.parametrize(("by_person", "listed"), [(None, []), ("Why?", ["guess"])])
def test_nbgraders_own_comment_on_an_unchanged_answer_is_not_listed(by_person, listed):
    cell = new_code_cell("guess = ...")
    cell.metadata.nbgrader = {"grade_id": "guess", "comment": by_person or "No response."}
    grades = NotebookGrades(0, {}, {"guess": CellComment("No response.", by_person)})
    assert summarize(new_notebook(cells=[cell]), "ps1", grades, None, {}).comments == listed


def test_hostile_messages_are_text_in_the_summary(course):
    summary = feedback(course, "hostile").select_one(".nbjudge-points")
    assert "<script>window.owned=1" in summary.text
    allowed = {"p", "h1", "h2", "section", "a", "code", "small", "strong", "span", "div", "img"}
    assert {tag.name for tag in summary.find_all(True)} <= allowed


def test_template_of_the_course_is_kept(course):
    path = course / "feedback" / "right" / TINY / f"{NOTEBOOK}.html"
    before = path.read_text()
    assert "6 of 10 points so far" in words(feedback(course, "right"))
    text = feedback_again(course, "right", "--HTMLExporter.template_name=classic")
    path.write_text(before)
    assert "points so far" not in text and "Twice 1 is 2." in text


def test_what_a_child_sends_of_a_page_is_never_unpickled(course, tmp_path):
    """Whoever has the process that reads a notebook does not have the grader's by it."""
    mark = tmp_path / "mark"
    shutil.copytree(course / "autograded" / "right", course / "autograded" / "planter")
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_submission(TINY, gradebook.add_student("planter").id)
    change_autograded(
        *(course, "planter"),
        lambda notebook: notebook.cells.append(new_markdown_cell(f"plant {mark}")),
    )
    with open(course / "nbgrader_config.py", "a") as config:
        config.write(f"\nimport sys\nsys.path.append({str(TESTS)!r})\n")
    preprocessors = "--FeedbackExporter.preprocessors=nbjudge_testing.planted.Planting"
    text = feedback_again(course, "planter", preprocessors)
    assert not mark.exists() and "No feedback can be shown" in text
    assert "6 of 10 points so far" in feedback_again(course, "right", preprocessors)


@pytest.mark.parametrize(
    "grade_id, name, aspect",
    [
        ("test-predict_module_hook-grad_output", "predict_module_hook", "grad output"),
        ("test-f-a-b_c", "f", "a-b c"),
        ("test-module", "test-module", ""),
        ("test-2f-a", "test-2f-a", ""),
        ("cell-3b6f", "cell-3b6f", ""),
    ],
)
def test_names_of_checks(grade_id, name, aspect):
    assert check_name(grade_id) == (name, aspect)


@pytest.mark.parametrize(
    "source, aspect",
    [
        ("# Check: the sums, twice.\nassert 1", "the sums, twice"),
        ("# The helper comes from another cell.", "rare"),
        ("# Check: short and long ones (run when graded).", "short and long ones"),
        ("# Check: is it right? (Run when graded.)", "is it right?"),
        ("# Check: (2, 3) @ (3, 4).", "(2, 3) @ (3, 4)"),
        (
            "# Check: h + ... and .grad, e.g. ones. More when graded.",
            "h + ... and .grad, e.g. ones",
        ),
        ("# Check: a * b", "a * b"),
        ("### BEGIN HIDDEN TESTS\nassert 1", "rare"),
        ("#", "rare"),
        ("assert 1  # Check: this.", "rare"),
        ("", "rare"),
    ],
)
def test_the_first_line_says_what_a_check_checks(source, aspect):
    assert check_name("test-f-rare", source) == ("f", aspect)
    assert check_name("cell-3b6f", source) == ("cell-3b6f", "")


def test_the_feedback_calls_a_check_by_its_first_line():
    metadata = {"nbgrader": {"grade_id": "test-f-rare", "grade": True, "points": 1}}
    source = "# Check: the <rare> cases.\nassert False"
    cell = new_code_cell(source, metadata=metadata)
    check = ScoredCell("one", "test-f-rare", 1.0, by_hand=False)
    grades = NotebookGrades(1.0, {check.name: CellGrade(check, 0.0, needs_manual_grade=False)})
    summary = summarize(new_notebook(cells=[cell]), "one", grades, None, {})
    assert [part.aspect for part in summary.result.parts] == ["the <rare> cases"]


# ---- hidden tests ---------------------------------------------------------------------------


@pytest.mark.parametrize("student", ["right", "wrong", "raises"])
def test_no_hidden_code_is_in_the_feedback(course, student):
    # The reverse first: what is looked for is in the autograded notebook.
    assert all(secret in autograded(course, student).read_text() for secret in SECRETS)
    soup = feedback(course, student)
    # Without tags, as every token of highlighted code has a tag of its own; and with them, as
    # something could stand in an attribute.
    for text in (words(soup), soup.get_text(""), str(soup)):
        assert [secret for secret in SECRETS if secret in text] == []


def test_message_of_a_failed_test_stays(course):
    text = words(feedback(course, "wrong"))
    assert text.count("Twice a large number is wrong.") == 5  # above, at the cell, its output
    assert "Traceback" not in text and "hidden_helper(" in text  # the call is a visible line


def test_traceback_through_the_students_code_stays(course):
    text = words(feedback(course, "raises"))
    assert "In the submission:" in text
    assert "line 3, in double" in text
    assert "ValueError: too large for me" in text


def test_what_is_the_submission_s_own_is_known_by_its_place():
    """The judge says which entry of a traceback it is; a sentence says nothing."""
    lines = ["In the submission: hidden_helper(-1)", "Said in another way:\nline 3, in double"]
    error = new_output("error", ename="ValueError", evalue="too large", traceback=lines)
    assert without_code(deepcopy(error), 1).traceback == lines[1:]
    for own in (None, 2, -1, "1", True):
        assert without_code(deepcopy(error), own).traceback == ["ValueError: too large"]


def test_visible_part_of_a_test_cell_stays(course):
    text = words(feedback(course, "right"))
    assert 'assert double(1) == 2, "Twice 1 is 2." # Hidden tests ran here.' in text
    assert "hidden_helper(-1)" in text


def test_what_an_instructor_should_do_is_not_on_the_page(course):
    """A test cell that cannot judge an answer says so, at the top and at the cell."""

    def put_undecided(notebook):
        cell_of(notebook, "test-double-values").outputs = [
            new_output(
                "error", ename="UndecidedError", evalue="a: tag it", traceback=["4", "tag it"]
            )
        ]

    before = autograded(course, "wrong").read_text()
    change_autograded(course, "wrong", put_undecided)
    text = feedback_again(course, "wrong")
    autograded(course, "wrong").write_text(before)
    assert "tag it" not in text and text.count(CANNOT_JUDGE) == 3


def test_prints_in_test_cells_go(course):
    assert "I was given" in autograded(course, "wrong").read_text()
    assert "I was given 1" not in words(feedback(course, "wrong"))


def test_awards_and_pictures_stay(course):
    soup = feedback(course, "wrong")
    rows = [[cell.text for cell in row.select("td")] for row in soup.select("table tr")]
    assert ["small numbers", "1 of 1", "Twice 1 is right."] in rows
    assert ["large numbers", "0 of 2", "Twice a <large> number is wrong."] in rows
    assert soup.select('img[src^="data:image/svg+xml;base64,"]')


def test_traceback_of_stock_nbgrader_goes_too(course):
    """In one kernel IPython marks every token with colors, and there is no student's part."""

    def put_traceback(notebook):
        cell_of(notebook, "test-double-values").outputs = [
            new_output(
                "error",
                ename="AssertionError",
                evalue="",
                traceback=[
                    "\x1b[31m-----\x1b[39m",
                    "\x1b[32m      6\x1b[39m hidden_helper(\x1b[32m31337\x1b[39m)",
                    "----> 4 assert double(hidden_value) == 2 * hidden_value",
                    "\x1b[31mAssertionError\x1b[39m: ",
                ],
            )
        ]

    student = "right"
    before = autograded(course, student).read_text()
    change_autograded(course, student, put_traceback)
    text = feedback_again(course, student)
    autograded(course, student).write_text(before)
    assert "31337" not in text and "hidden_value" not in text
    assert "# Hidden tests ran here. AssertionError " in text


def test_delimiters_are_those_of_the_course(tmp_path):
    config = """
c.ClearHiddenTests.begin_test_delimeter = "BEGIN KEPT BACK"
c.ClearHiddenTests.end_test_delimeter = "END KEPT BACK"
"""
    folder = make_course(
        tmp_path / "course", config, change=lambda text: text.replace("HIDDEN TESTS", "KEPT BACK")
    )
    submit(folder, "ada", submission(folder, ANSWERS["wrong"]))
    run_nbgrader(folder, "autograde", TINY)
    text = feedback_again(folder, "ada")
    assert "Twice a large number is wrong." in text
    assert "31337" not in text and "KEPT BACK" not in text


# ---- active HTML ----------------------------------------------------------------------------


def test_feedback_of_a_hostile_notebook_has_no_script_and_only_the_template_s_styles(course):
    soup, harmless = feedback(course, "hostile"), feedback(course, "right")
    assert soup.select("script") == []
    assert [str(tag) for tag in soup.select("style, meta, title")] == [
        str(tag) for tag in harmless.select("style, meta, title")
    ]
    forbidden = "iframe, object, embed, form, link, base, svg, video, button, a[href*=':']"
    assert soup.select(forbidden) == []
    formulas = soup.select("math, math *")  # made of TeX; the notebook's own elements are gone
    assert {each.name for each in formulas} <= ELEMENTS
    assert {name for each in formulas for name in each.attrs} <= ATTRIBUTES
    # What formgrader looks for when it takes clicks and scores.
    assert soup.select(".full-credit, #test-double-values, .nbgrader_cell .nbgrader_cell") == []
    for tag in soup.find_all(True):
        assert [name for name in tag.attrs if name.startswith(("on", "data-"))] == [], tag
        assert not tag.get("src", "").startswith((TRAP, "//", "/")) or tag.name == "script", tag


def test_text_and_pictures_of_a_hostile_notebook_stay(course):
    soup = feedback(course, "hostile")
    assert soup.select(f'img[src="data:image/png;base64,{PNG}"][height="7"]')
    assert len(soup.select(f'img[src="data:image/png;base64,{PNG}"]')) >= 2
    assert len(soup.select('img[src^="data:image/svg+xml;base64,"]')) >= 3
    text = words(soup)
    assert re.search(r"and (\$W\^T x < y\$|W ?T ?x ?< ?y) stay\. code <b> and bold too\.", text)
    assert "Not shown here: output of type application/vnd.jupyter.widget-view+json." in text


def test_autograded_notebook_keeps_what_the_student_wrote(course):
    notebook = nbformat.read(autograded(course, "hostile"), as_version=4)
    assert [cell.source for cell in notebook.cells[-len(hostile_cells(TRAP)) :]] == [
        cell.source for cell in hostile_cells(TRAP)
    ]


def test_error_shows_its_message_where_the_traceback_does_not():
    bare = new_output("error", ename="NotRun", evalue="The kernel ended.", traceback=[])
    assert safe_output(bare).traceback == ["NotRun: The kernel ended."]
    whole = new_output("error", ename="E", evalue="why", traceback=["line 1", "\x1b[31mE: why"])
    assert len(safe_output(whole).traceback) == 2


def test_latex_output_has_no_links():
    output = new_output("display_data", {"text/latex": r"$\href{javascript:x}{y} \hrefs$"})
    assert safe_output(output).data == {"text/latex": r"$\text{javascript:x}{y} \hrefs$"}


@pytest.mark.parametrize("name", payloads(TRAP))
def test_payload_is_cleaned(name):
    cleaned = clean(payloads(TRAP)[name])
    assert_harmless(cleaned)
    assert "window.owned" not in re.sub(r"&lt;.*", "", cleaned)  # only as text


PIECES = (
    *("<b>", "</b>", "<td>", "<p ", "<svg>", "<math>", "<!--", "-->", "<![CDATA[", "<img src="),
    *("data:image/png;base64,AAAA", "javascript:", "\\href", "files/", '"', "'", "=", "&", ">"),
)
FRAGMENTS = st.sampled_from([*payloads(TRAP).values(), *PIECES])


@given(st.lists(FRAGMENTS | st.text(), max_size=8).map("".join))
def test_whatever_comes_is_cleaned(text):
    cleaned = clean(text)
    assert_harmless(cleaned)
    # nbconvert parses and writes the page once more.
    assert_harmless(str(BeautifulSoup(cleaned, "html.parser")))
    assert_harmless(markdown_page(text, {}), formulas=True)


def assert_harmless(text, formulas=False):
    for tag in BeautifulSoup(text, "html.parser").find_all(True):
        if formulas and tag.name in ELEMENTS:
            assert set(tag.attrs) <= ATTRIBUTES
            continue
        assert tag.name in TAGS
        assert set(tag.attrs) <= {
            *("src", "alt", "title", "width", "height", "checked", "disabled", "type", "open"),
            *("start", "colspan", "rowspan", "style", "class"),
        }
        assert re.fullmatch(r"(text-align:\s*\w+;?)?", tag.get("style", ""))
        assert not {"full-credit", "nbgrader_cell", "score"} & set(tag.get("class", ()))
        assert re.fullmatch(r"data:image/.*|[\w.%/-]*", tag.get("src", ""), flags=re.S)
        assert tag.get("type", "checkbox") == "checkbox"
    assert not re.search(r"\\href(?![A-Za-z])", text)


@pytest.mark.parametrize(
    "source, wanted",
    [
        ("$\\my < b$ and $$\\my{x}{y}$$", "<p>$\\my &lt; b$ and $$\\my{x}{y}$$</p>"),
        ("\\begin{align}\\my &= b\\end{align}", "<p>\\begin{align}\\my &amp;= b\\end{align}</p>"),
        ("H<sub>2</sub>O <kbd>x</kbd>", "<p>H<sub>2</sub>O <kbd>x</kbd></p>"),
        (
            "[docs](https://pytorch.org/x?a=1&b=2)",
            "<p>docs (https://pytorch.org/x?a=1&amp;b=2)</p>",
        ),
        ("<https://pytorch.org>", "<p>https://pytorch.org</p>"),
        ("# Task", "<h1>Task</h1>"),
        ("![net](net.png)", '<p><img src="net.png" alt="net"></p>'),
        ("![net](../net.png)", '<p><img alt="net"></p>'),
        ("![net](files/../../net.png)", '<p><img alt="net"></p>'),
        ("![net](attachment:net.png)", "<p>[image net is missing]</p>"),
        ("<details><summary>hint</summary>x</details>",) * 2,
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>"),
        # By this, `feedback.IMAGE` finds no tag in an attribute.
        ("<img alt='<img src=n.png>'>", '<img alt="&lt;img src=n.png&gt;">'),
    ],
)
def test_markdown_keeps_its_meaning(source, wanted):
    assert markdown_page(source, {}).strip() == wanted


def test_code_in_markdown_keeps_its_colors():
    html = markdown_page("```python\nreturn 1\n```", {})
    assert html.startswith('<div class="highlight"><pre>') and '<span class="k">return' in html
