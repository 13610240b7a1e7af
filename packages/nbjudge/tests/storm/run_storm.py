"""A storm: damaged hand-ins by the hundred, and commands that are killed (`make storm`).

Whatever does not hold is printed, with the folder of the class, which is kept. A hand-in depends on
the seed and its number only.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the modules of all tests

from hand_ins import storm
from kills import kill_often
from storm_course import copy_course, make_course


def main() -> int:
    """Run a storm; return 1 if something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hand-ins", type=int, default=60, help="number of damaged hand-ins")
    parser.add_argument("--kills", type=int, default=6, help="number of killed commands")
    parser.add_argument("--size", type=int, default=60, help="damaged hand-ins of a class")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--course", type=Path, help="a course with answers in source/")
    parser.add_argument("--assignment", help="the assignment of that course")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="storm-"))
    if given.course:
        course = copy_course(given.course.resolve(), given.assignment, folder / "course")
    else:
        course = make_course(folder / "course")
    count = storm(course, folder, given.hand_ins, given.size, given.seed)
    differ = kill_often(folder / "kills", given.kills, given.seed)
    print(f"{count.hand_ins} hand-ins, {count.lost} lost points: {dict(count.by)}")
    print(f"{given.kills} kills, after which {len(differ)} parts of the course differ")
    failed = count.failed + differ
    print("\n".join(failed))
    if not failed:
        shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
