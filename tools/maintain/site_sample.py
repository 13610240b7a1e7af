"""Grade the sample class for the documentation site.

    python tools/maintain/site_sample.py FOLDER

writes FOLDER/live/sample/, which Sphinx copies as it is: report.html, the report on the class, and
the feedback pages of a student whose answers are all wrong. The pages of the others show solutions,
so they stay out, and the report has no links to them. A copy of the course is graded, so nothing of
this one changes. This needs bubblewrap and Graphviz.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
ASSIGNMENT = "autograd"
STUDENT = "divya"
# Nobody who reads the site runs this course's formgrader.
NO_LINKS = '\nc.Report.formgrader = ""\n'
ATTENTION = 3  # exit code of `nbjudge grade`: all was graded, and some submissions need attention


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 1:
        print("usage: site_sample.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0], "live", "sample")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with TemporaryDirectory() as temporary:
        course = Path(temporary, "sample")
        grade_sample(course)
        pages = Path("feedback", STUDENT, ASSIGNMENT)
        (folder / pages).mkdir(parents=True)
        for page in sorted((course / pages).glob("*.html")):
            shutil.copyfile(page, folder / pages / page.name)
        report = (course / f"{ASSIGNMENT}-report.html").read_text(encoding="utf-8")
        (folder / "report.html").write_text(only_links_to(pages, report), encoding="utf-8")
    return 0


def only_links_to(pages: Path, report: str) -> str:
    """Return the HTML of a report without its links to feedback outside of the folder `pages`."""
    other = rf'<a\b[^>]*\bhref="(?=feedback/)(?!{re.escape(pages.as_posix())}/)[^>]*>(.*?)</a>'
    return re.sub(other, r"\1", report)


def grade_sample(course: Path) -> None:
    """Write a course with the sample class into the folder `course`, and grade it."""
    run(ROOT, "tools/grading/sample_class.py", ASSIGNMENT, str(course))
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as configuration:
        configuration.write(NO_LINKS)
    run(course, "-m", "nbjudge", "grade", ASSIGNMENT, "--feedback", expected=ATTENTION)
    run(course, "-m", "nbjudge", "report", ASSIGNMENT)


def run(folder: Path, *arguments: str, expected: int = 0) -> None:
    """Run Python in a folder; raise RuntimeError with its output if it fails."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != expected:
        raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
