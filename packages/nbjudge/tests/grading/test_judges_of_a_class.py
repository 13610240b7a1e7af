"""Each judge of a class has a sandbox of its own."""

from nbisolate import ForkServer
from nbjudge_testing.grading_course import NOTEBOOKS, grade_here, hand_in, make_course


def test_each_judge_of_a_class_has_a_sandbox_of_its_own(tmp_path, monkeypatch):
    """The children in which submissions are graded write down each sandbox's first process."""
    sandboxes = tmp_path / "sandboxes"
    fork = ForkServer.fork

    def noted_fork(forkserver, role, sockets, setup):
        with sandboxes.open("a") as file:
            print(role, setup.box.pid, file=file)
        fork(forkserver, role, sockets, setup)

    course = make_course(tmp_path / "course")
    for student in ("ada", "ben"):
        hand_in(course, student)
    grade_here(course)
    monkeypatch.setattr(ForkServer, "fork", noted_fork)
    grade_here(course, force=True)
    lines = sandboxes.read_text().splitlines()
    roles = [line.split()[0] for line in lines]
    pids = {line.split()[1] for line in lines}
    assert sorted(roles) == ["judge"] * 2 * len(NOTEBOOKS) + ["student"] * 2 * len(NOTEBOOKS)
    assert len(pids) == len(lines)
