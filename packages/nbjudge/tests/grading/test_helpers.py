"""A process that helps ends without a word where the one that asks is gone."""

from multiprocessing import Pipe

from nbjudge.grading.helpers import _answer


def test_nobody_asks_any_more():
    ours, theirs = Pipe()
    ours.close()
    assert _answer(lambda: str, theirs) is None


def test_who_asks_was_killed_with_an_answer_unread():
    ours, theirs = Pipe()
    theirs.send("an answer")
    ours.close()  # now the kernel says that the connection was reset
    assert _answer(lambda: str, theirs) is None


def test_who_asks_was_killed_while_it_was_answered():
    ours, theirs = Pipe()
    ours.send("a request")
    assert _answer(lambda: lambda request: ours.close(), theirs) is None
