"""`nbjudge report --student`: the page about one student."""

import pytest
from bs4 import BeautifulSoup
from gradebooks import add_students, make_sample_gradebook, submit, url, write_notebook
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from nbjudge.course.record import Record, write_record
from nbjudge.errors import WrongUsage
from nbjudge.report.page import write_report

SAID = "4 calls <script>document.title = 'ran'</script>"


@pytest.fixture
def course(tmp_path):
    """Ada lacks points in two checks, a write-up waits; bob has all points."""
    make_sample_gradebook(tmp_path / "gradebook.db")
    with Gradebook(url(tmp_path / "gradebook.db")) as gradebook:
        add_students(gradebook, "ada", "bob")
        gradebook.update_or_create_student("ada", first_name="Ada", last_name="Lovelace")
        submit(gradebook, "ada", test_trace=2, test_graph=0, sorting_writeup=None)
        submit(gradebook, "bob")
    folder = tmp_path / "autograded" / "ada" / "homework"
    folder.mkdir(parents=True)
    error = {"output_type": "error", "ename": "CheckFailed", "evalue": SAID, "traceback": []}
    write_notebook(folder / "2-sorting.ipynb", {"test-trace": [error]})
    record = Record("needs-attention", ["It took over 60 s."])
    (folder / "nbjudge.json").write_bytes(write_record(record))
    return CourseDirectory(root=str(tmp_path))


def page_of(course, student):
    path = f"{course.root}/page.html"
    assert [str(each) for each in write_report(course, "homework", path, student=student)] == [path]
    with open(path, encoding="utf-8") as file:
        return BeautifulSoup(file.read(), "html.parser")


def rows(soup, section):
    found = soup.select(f'section[aria-labelledby="{section}"] tbody tr')
    return [
        [" ".join(cell.get_text(" ").split()) for cell in row.select("th, td")] for row in found
    ]


def test_it_says_what_this_student_lacks_and_why(course):
    soup = page_of(course, "ada")
    assert soup.h1.get_text() == "Ada Lovelace in homework"
    assert "It took over 60 s." in soup.select_one(".warning").text
    assert rows(soup, "tasks")[1] == ["2-sorting", "2 of 10", "sorting_writeup waits"]
    assert rows(soup, "checks") == [
        ["test-trace 2-sorting", SAID, "2 of 6", "50 %"],
        ["test-graph 3-homework-graph", "nothing", "0 of 4", "100 %"],
    ]
    assert not soup.select("script") and "bob" not in soup.text
    assert "script-src" not in soup.find("meta", attrs={"http-equiv": True})["content"]


def test_who_lacks_nothing_has_a_page_too(course):
    soup = page_of(course, "bob")
    assert rows(soup, "checks") == [] and "None." in soup.text


def test_a_student_without_a_submission_is_one_sentence(course):
    with pytest.raises(WrongUsage, match=r"holds no submission of '\.\./eve' to 'homework'"):
        write_report(course, "homework", "page.html", student="../eve")
