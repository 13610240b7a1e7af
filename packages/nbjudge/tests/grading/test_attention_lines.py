"""`nbjudge grade` prints once for a class that a test cell could not check answers."""

from nbjudge.commands.grade_command import attention_lines

CELL = "p.ipynb: a test cell could not check an answer: it uses a magic"
STOPPED = "p.ipynb: stopped after 120 s"


def test_the_fault_of_a_cell_is_one_line_with_the_number_of_students():
    attention = {name: [CELL] for name in ("bob", "ann", "cid")} | {"eve": [STOPPED, CELL]}
    assert list(attention_lines(attention)) == [
        f"eve: {STOPPED}",
        f"4 submissions (ann, bob, cid, eve): {CELL}",
    ]
    assert list(attention_lines({"ann": [CELL]})) == [f"1 submission (ann): {CELL}"]
    assert list(attention_lines({})) == []
