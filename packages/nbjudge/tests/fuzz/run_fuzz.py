"""Grade damaged submissions by the hundred, and kill commands; a program.

    python tests/fuzz/run_fuzz.py --submissions 5000 --kills 200 --seed 3
    python tests/fuzz/run_fuzz.py --course COURSE --assignment NAME --submissions 50 --kills 0

Whatever does not hold is printed, with the folder of the class, which is kept. A submission depends
only on its number and the seed.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # nbjudge_testing

from nbjudge_testing.fuzz.fuzz_course import copy_course, make_course
from nbjudge_testing.fuzz.kills import kill_often
from nbjudge_testing.fuzz.submissions import fuzz


def main() -> int:
    """Grade and kill; return 1 if something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--submissions", type=int, default=60, help="number of damaged submissions")
    parser.add_argument("--kills", type=int, default=6, help="number of killed commands")
    parser.add_argument("--size", type=int, default=60, help="damaged submissions of a class")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--course", type=Path, help="a course with answers in source/")
    parser.add_argument("--assignment", help="the assignment of that course")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    if given.course:
        course = copy_course(given.course.resolve(), given.assignment, folder / "course")
    else:
        course = make_course(folder / "course")
    count = fuzz(course, folder, given.submissions, given.size, given.seed)
    differ = kill_often(folder / "kills", given.kills, given.seed)
    print(f"{count.submissions} submissions, {count.lost} lost points: {dict(count.by)}")
    print(f"{given.kills} kills, after which {len(differ)} parts of the course differ")
    failed = count.failed + differ
    print("\n".join(failed))
    if not failed:
        shutil.rmtree(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
