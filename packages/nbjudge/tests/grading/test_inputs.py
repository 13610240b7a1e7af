"""What a submission's scores depend on."""

from types import SimpleNamespace

from nbjudge.course.submission import SubmittedFiles
from nbjudge.grading import inputs


def test_a_submission_is_graded_again_after_an_upgrade_of_nbjudge(tmp_path, monkeypatch):
    """docs/use-nbjudge.md says so."""
    submission = SubmittedFiles("ann", tmp_path)
    shared = SimpleNamespace(digest="the same")
    before = inputs.submission_digest(shared, submission, 0.0)
    assert inputs.submission_digest(shared, submission, 0.0) == before
    monkeypatch.setattr(inputs, "versions", lambda: {"nbjudge": "9.9.9"})
    assert inputs.submission_digest(shared, submission, 0.0) != before
