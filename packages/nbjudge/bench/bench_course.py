"""The course that a benchmark copies: one from the command line, or the sample course of the tests.

Entry points: `add_course_arguments`, `BenchCourse`.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import support_paths  # noqa: F401

from nbjudge_testing.sample_course import ASSIGNMENT, make_sample_course

SECRET = "submission_secret.txt"

# What the commands add to nbgrader_config.py to grade with plain nbgrader.
STOCK = """
from nbgrader.converters.autograde import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
"""


def add_course_arguments(parser: argparse.ArgumentParser, *, submissions: bool = True) -> None:
    """Add the options with which `BenchCourse.read` chooses the course and its submissions."""
    parser.add_argument(
        "--course", type=Path, help="its folder (default: the sample course of the tests)"
    )
    parser.add_argument("--assignment", default=ASSIGNMENT, help=f"default: {ASSIGNMENT}")
    if submissions:
        parser.add_argument(
            "--submissions",
            type=Path,
            nargs="+",
            default=(),
            help="folders to copy, each with a student's notebooks (default: the reference)",
        )


@dataclass(frozen=True)
class BenchCourse:
    """An assignment of a course, and submissions of which a class is made.

    `submissions` are folders with notebooks. Students submit copies of them, in turn.
    """

    folder: Path
    assignment: str
    submissions: Sequence[Path]

    @classmethod
    def read(cls, options: argparse.Namespace, scratch: Path) -> "BenchCourse":
        """Return the course that the options choose. What is missing is made in `scratch`.

        Exit with a sentence if there is no such assignment, or no such submission.
        """
        folder = options.course or make_sample_course(scratch / "sample")
        source = folder / "source" / options.assignment
        submissions = getattr(options, "submissions", ())
        for path in (source, *submissions):
            if not list(path.glob("*.ipynb")):
                sys.exit(
                    f"{path} has no notebooks. Check --course, --assignment and --submissions."
                )
        if not submissions:
            submissions = [_reference_submission(source, scratch / "reference")]
        return cls(folder, options.assignment, submissions)

    @property
    def notebooks(self) -> list[str]:
        """The file names of a submission's notebooks, sorted."""
        return sorted(path.name for path in self.submissions[0].glob("*.ipynb"))

    def copy(self, folder: Path) -> Path:
        """Copy the course with this assignment only, and generate its release; return `folder`."""
        source = Path("source", self.assignment)
        shutil.copytree(self.folder / source, folder / source)
        shutil.copy(self.folder / "nbgrader_config.py", folder)
        if (self.folder / "tools").is_dir():  # the configuration may import from there
            shutil.copytree(self.folder / "tools", folder / "tools")
        command = [sys.executable, "-m", "nbgrader", "generate_assignment", self.assignment]
        subprocess.run([*command, "--log-level=ERROR"], cwd=folder, check=True)
        return folder

    def hand_in(self, course: Path, student: str, number: int = 0) -> Path:
        """Put a copy of a submission into a course's submitted/; return its folder.

        Without its secret: no submission is graded that has the secret of another student's.
        """
        submission = self.submissions[number % len(self.submissions)]
        target = course / "submitted" / student / self.assignment
        return shutil.copytree(submission, target, ignore=shutil.ignore_patterns(SECRET))


def _reference_submission(source: Path, folder: Path) -> Path:
    """Write the reference solution as a student would submit it; return `folder`."""
    shutil.copytree(source, folder)
    for path in folder.glob("*.ipynb"):  # exact copies of source/ count as leaked files
        path.write_text(path.read_text() + "\n")
    return folder
