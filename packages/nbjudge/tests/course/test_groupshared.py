"""Two teachers of one group share a course, which is closed to all others."""

import os
import stat
import tempfile
from pathlib import Path

import pytest
from commands import run_nbgrader, run_nbjudge
from grading_course import PS, hand_in, make_course, record_of

CONFIG = """
c.JudgeExecute.sandbox = False  # bubblewrap starts with no capability but all of them
c.CourseDirectory.groupshared = True
from nbjudge.course.permissions import restrict_permissions
restrict_permissions(c)
"""
GROUP = 50_000
FIRST, SECOND = 50_001, 50_002  # users of no other process


def teacher(user: int, home: Path) -> list[str]:
    """What a command is run under to be this teacher's."""
    home.mkdir()
    os.chown(home, user, GROUP)
    # Python itself may lie in a folder of root's, so that they can read everything; not write it.
    reads = [f"--{kind}-caps=+dac_read_search" for kind in ("inh", "ambient")]
    who = [f"--reuid={user}", f"--regid={GROUP}", "--clear-groups", *reads]
    surroundings = [f"HOME={home}", f"XDG_RUNTIME_DIR={home}", f"TMPDIR={home}"]
    return ["setpriv", *who, "env", *surroundings]


@pytest.mark.soak
@pytest.mark.skipif(os.getuid() != 0, reason="only root can be two others")
def test_two_teachers_grade_and_give_feedback():
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        top.chmod(0o755)
        course = make_course(top / "course", CONFIG)
        hand_in(course, "ann")
        for path in (course, *course.rglob("*")):
            os.chown(path, FIRST, GROUP)
            path.chmod(0o2770 if path.is_dir() else 0o660)
        first, second = teacher(FIRST, top / "first"), teacher(SECOND, top / "second")
        for force, users in ((False, (first, second)), (True, (second, first))):
            graded = run_nbjudge(course, "grade", PS, *["--force"] * force, before=users[0])
            assert graded.returncode == 0, graded.stderr
            assert record_of(course, "ann")["reasons"] == []
            run_nbgrader(course, "generate_feedback", PS, "--force", before=users[1])
        audit = (course / "nbjudge-audit.jsonl").read_text().splitlines()
        assert len(audit) == 2
        made = [course / "gradebook.db", course / "nbjudge-audit.jsonl"]
        made += [*course.glob("autograded/ann/**/*"), *course.glob("feedback/ann/**/*")]
        assert len(made) > 10
        for path in made:
            assert not stat.S_IMODE(path.stat().st_mode) & 0o007, path
            assert path.stat().st_gid == GROUP, path
