"""A course that the unit for systemd serves, in the virtual machine of `test_unit`; a program.

    serve_by_unit.py ACCOUNT UNIT

Run as root, with the text of a unit that names ACCOUNT, COURSE and this interpreter's environment.
ACCOUNT makes the course, the service manager starts the watch, and students submit. Prints a line
of JSON: what they were told, and what the service manager says of the unit at its end.
"""

import json
import os
import pwd
import subprocess
import sys
from pathlib import Path

import psutil

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parents[1] / "nbisolate" / "tests")]
from nbisolate_testing.users import wait_for  # noqa: E402
from nbjudge_testing.watched import Exchange, HandIn, hand_in, make_watched_course  # noqa: E402

COURSE = Path("/srv/teaching/all/course")
NAME = "nbjudge-watch"
PATIENCE = 900  # seconds: the machine is emulated


def main(account: str, unit: str) -> None:
    COURSE.parents[1].mkdir()
    person = pwd.getpwnam(account)
    os.chown(COURSE.parents[1], person.pw_uid, person.pw_gid)
    Path(f"/etc/systemd/system/{NAME}.service").write_text(unit)
    control("daemon-reload")
    child = os.fork()
    if child == 0:  # what follows belongs to the account
        os.setgid(person.pw_gid)
        os.setuid(person.pw_uid)
        os.environ["HOME"] = person.pw_dir
        make_watched_course(COURSE.parent)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    exchange = Exchange(COURSE, COURSE.parent / "exchange" / "small")
    control("start", NAME)
    first = status(hand_in(exchange, "ann"))
    control("kill", "--signal=KILL", "--kill-whom=main", NAME)
    second = status(hand_in(exchange, "ben"))  # it was started again
    records = [
        json.loads((COURSE / "autograded" / name / "ps" / "nbjudge.json").read_text())
        for name in ("ann", "ben")
    ]
    restarts = control("show", "--property=NRestarts", "--value", NAME)
    control("stop", NAME)
    running = psutil.process_iter(["username", "cmdline"])
    left = [
        each.info["cmdline"]
        for each in running
        if each.info["username"] == account and "nbjudge" in " ".join(each.info["cmdline"] or ())
    ]
    seen = {
        "points": [first, second],
        "cgroup": [record["measured"]["cgroup"] for record in records],
        "restarts": restarts,
        "state": control("show", "--property=ActiveState", "--value", NAME),
        "result": control("show", "--property=Result", "--value", NAME),
        "left": left,
    }
    print(json.dumps(seen), flush=True)


def control(*arguments: str) -> str:
    return subprocess.run(
        ["systemctl", *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


def status(one: HandIn) -> float | None:
    """The points that a student is told of."""
    wait_for(lambda: one.is_("graded"), PATIENCE)
    assert one.status is not None
    return one.status.points


if __name__ == "__main__":
    main(*sys.argv[1:])
