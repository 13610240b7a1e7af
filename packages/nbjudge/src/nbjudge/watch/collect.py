"""Copy an attempt from the exchange into the course, or refuse it.

Entry point: `collect_attempt`.
"""

from dataclasses import replace
from pathlib import Path

from ..exchange.attempts import Attempt, Place
from ..exchange.collection_log import store_collected
from ..exchange.inbound import secret_of
from ..files.digests import content_digest
from ..files.isolation import isolate_errors
from ..files.leaks import LeakedFiles
from ..files.submission import SubmittedFiles, read_submission
from ..files.times import time_text
from .pending import PendingAttempts


def collect_attempt(pending: PendingAttempts, place: Place, leaks: LeakedFiles) -> Path | None:
    """Copy the next attempt at a place into the course; return the copy, or None if there is none.

    `place` is one of `pending.ready()`. Raises `RunStoppedError` if the course cannot be written.
    """
    with pending.at(place):
        attempt = pending.take(place)
        inbound = attempt.inbound
        assert inbound is not None  # it was in the queue
        with isolate_errors(
            lambda why: pending.refuse(attempt, f"It could not be collected: {why}"), pending.root
        ):
            submission = read_submission(
                pending.coursedir,
                inbound.student,
                inbound.path,
                None,
                one_owner=pending.check_owner,
                look_for_writers=True,
            )
            attempt.content = content_digest(submission.files)
            why = _why_not(pending, attempt, submission, leaks)
            if why:
                pending.refuse(attempt, why)
            elif not pending.is_known(attempt):
                attempt.secret = secret_of(submission.files)
                submitted_at = time_text(submission.submitted_at())
                attempt.status = replace(attempt.status, submitted_at=submitted_at)
                assignment, student = place
                target = store_collected(pending.coursedir, assignment, submission)
                leaks.add(student, target)
                pending.begin(attempt)
                return target
    return None


def _why_not(
    pending: PendingAttempts,
    attempt: Attempt,
    submission: SubmittedFiles,
    leaks: LeakedFiles,
) -> str | None:
    """Return why a folder is not graded, or None if it is."""
    assert attempt.inbound is not None
    if submission.owner is None:
        return f"The submission {submission.reasons[0]}"
    if submission.owner != attempt.inbound.owner:
        return "The submission changed owner while it was being read. Submit again"
    secret = secret_of(submission.files)
    if secret is not None:
        # The feedback would go where another student finds it.
        _, student = attempt.place
        owners = leaks.secrets.get(secret.strip().encode(), {})
        if owners.keys() - {student} or pending.statuses.is_of_another(secret, student):
            return "Its submission_secret.txt is another student's. Submit your own folder"
    return None
