"""`nbjudge watch --status`: who waits, how long, how fast it goes, and who was refused and why.

All of it follows from the exchange and the records of attempts, whether a watch runs or not.
"""

from collections.abc import Iterator, Sequence

from traitlets.config import Config

from ..course.attempts import attempts_folder, read_attempts
from ..course.folders import is_watched
from ..course.record import one_line
from ..course.times import parse_time, utc_now, utc_time
from ..course.told import read_sign
from ..grading.chain import traits_are_right
from .desk import AttemptsDesk
from .line import WaitingLine

MOST_NAMED = 20  # students and names that are not taken, of each kind


@traits_are_right()
def status_lines(config: Config, assignments: Sequence[str]) -> Iterator[str]:
    """Say how a watch of some assignments goes.

    Parameters
    ----------
    config
        The traitlets configuration of the course.
    assignments
        The assignments.

    Raises
    ------
    WrongUsage
        If nothing can be handed in to them.
    """
    desk = AttemptsDesk(config, assignments)
    desk.scan.look()
    line, refused, graded, now = WaitingLine(desk.policy), [], [], utc_now()
    for place, folders in desk.scan.folders.items():
        assignment, student = place
        attempts = read_attempts(attempts_folder(desk.coursedir, student, assignment), student)
        line.update(place, folders.values(), attempts)
        for attempt in attempts:
            if attempt.told.state == "refused":
                refused.append(f"{student} {assignment}: {attempt.told.reason}")
            if attempt.told.graded:
                graded.append(parse_time(attempt.told.graded))
    sign = read_sign(desk.feedback)
    yield "A watch runs" if is_watched(desk.root) else "No watch runs: nbjudge watch starts one"
    if sign and sign.stopped:
        yield f"It cannot go on: {sign.stopped}"
    ready, later = line.in_order(now), line.held_back(now)
    oldest = max((now - utc_time(one.one.changed) for one in ready), default=None)
    wait = f", the oldest for {oldest.total_seconds():.0f} s" if oldest else ""
    yield f"{len(ready)} wait or are being graded{wait}"
    if later:
        yield f"{len(later)} wait for their turn, as attempts are limited"
    hour = sum((now - time).total_seconds() < 3600 for time in graded)
    rate = f", {sign.per_minute:g} a minute while some wait" if sign and sign.per_minute else ""
    yield f"{len(graded)} graded, {hour} of them in the last hour{rate}"
    passed_over = [f"{name} {why}" for name, why in sorted(desk.scan.passed_over().items())]
    for heading, lines in (("Refused", sorted(refused)), ("Passed over", passed_over)):
        yield from (f"{heading}: {one_line(one)}" for one in lines[:MOST_NAMED])
        if len(lines) > MOST_NAMED:
            yield f"{heading}: {len(lines) - MOST_NAMED} more"
