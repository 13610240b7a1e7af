"""Pack an assignment for students into one archive.

    python tools/students/student_zip.py ASSIGNMENT FILE.zip [--solutions]

The archive contains one folder with the released notebooks, the folder `lab/` that they import
from, a README, and `requirements.txt` for pip. `alone/` contains the standalone editions of the
notebooks. `python start` opens JupyterLab on `START.md`. A hidden folder, `.course/`, contains what
no student opens: for the Validate button, wheels of nbisolate and nbjudge with the
`nbgrader_config.py` that enables it, and the command that merges a newer archive into an older
folder. nbjudge's wheel turns off nbgrader's buttons for instructors, as settings/ does for
`make lab`. With `--solutions`, for a course without points, the archive contains the
model answers, and the last cell of each notebook links to them.
"""

import argparse
import base64
import csv
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import closing_cell
import start
from alone import alone
from due_dates import open_until, refusal
from solutions import solved
from start import COURSE
from work_copy import HANDED_OUT

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(__file__).resolve().parent
STUDENT = TOOLS / "settings"  # with which `make lab` starts JupyterLab
# The files of `python start`, which opens JupyterLab, and of `python .course/update`, which merges
# a newer archive with a student's work.
COMMANDS = {
    "start/__main__.py": "start.py",
    f"{COURSE}/update/__main__.py": "work_copy.py",
    f"{COURSE}/update/merge_release.py": "merge_release.py",
}
CONFIG = STUDENT / "nbgrader_config.py"
PREVIEW = STUDENT / "labconfig" / "default_setting_overrides.json"  # START.md as a page, autosave
CPU_BUILD = "pip install torch --index-url https://download.pytorch.org/whl/cpu"
README = """\
# {name}

1. Activate a virtual environment with Python 3.11 or newer. On Linux, `{cpu}` saves gigabytes.
2. Then install what the notebooks need: `pip install -r requirements.txt`
3. `python start` in this folder opens START.md, the list of notebooks, in your browser.
4. Do them in the order of their numbers: {notebooks}.
5. Write only in the cells that say `YOUR CODE HERE` or `YOUR ANSWER HERE`; *Validate* checks them.
6. For Colab, VS Code or a single file, use the notebooks in `alone/`, which include their files.
7. Submit the notebooks as your course tells you. Don't rename them.
8. A newer archive keeps your work: unpack it elsewhere, and run this in its folder:
   `python .course/update . THIS_FOLDER`
"""


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Pack an assignment for students.")
    parser.add_argument("assignment", help="the name of an assignment in release/")
    parser.add_argument("file", type=Path, help="the archive to write, such as autograd.zip")
    parser.add_argument(
        "--solutions",
        action="store_true",
        help="add the model answers, once it is due",
    )
    given = parser.parse_args(arguments)
    release = ROOT / "release" / given.assignment
    if not release.is_dir():
        print(f"There is no {release}. Run make release first.", file=sys.stderr)
        return 2
    if given.solutions and (last := open_until(ROOT, given.assignment)):
        print(refusal(given.assignment, last), file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        wheels = build_wheels(Path(folder))
        pack(release, wheels, given.file, given.solutions)
    print(f"Wrote {given.file}")
    return 0


def build_wheels(folder: Path) -> list[Path]:
    """Build the wheels of nbisolate and, for students, of nbjudge into `folder`; return both."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        f"--wheel-dir={folder}",
    ]
    packages = [str(ROOT / "packages" / name) for name in ("nbisolate", "nbjudge")]
    subprocess.run([*command, *packages], check=True)
    (nbisolate,) = folder.glob("nbisolate-*.whl")
    (wheel,) = folder.glob("nbjudge-*.whl")
    # The build tag distinguishes it from the wheel for instructors.
    distribution, version, *tags = wheel.name.split("-")
    target = wheel.with_name("-".join([distribution, version, "1student", *tags]))
    without_instructors_buttons(wheel, target)
    wheel.unlink()
    return [nbisolate, target]


def without_instructors_buttons(wheel: Path, target: Path) -> None:
    """Copy a wheel of nbjudge, with settings for students: no buttons for instructors."""
    with zipfile.ZipFile(wheel) as archive:
        files = {entry: archive.read(entry) for entry in archive.infolist()}
    (data,) = {
        entry.filename.partition("/share/")[0]
        for entry in files
        if "/data/share/" in entry.filename
    }
    preview = zipfile.ZipInfo(f"{data}/etc/jupyter/{PREVIEW.parent.name}/{PREVIEW.name}")
    files = {preview: PREVIEW.read_bytes(), **files}
    lines = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in files.items():
            if entry.filename.endswith(".dist-info/RECORD"):
                record = entry
                lines.append([entry.filename, "", ""])
                continue
            content = _for_students(entry.filename, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            lines.append([entry.filename, f"sha256={digest.decode()}", str(len(content))])
            archive.writestr(entry, content)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(lines)
        archive.writestr(record, text.getvalue())


def _for_students(path: str, content: bytes) -> bytes:
    """Return the content of a file of the wheel as students get it."""
    if path.endswith("/labextensions/nbjudge/package.json"):
        package = json.loads(content)
        page = json.loads((STUDENT / "labconfig/page_config.json").read_bytes())
        package["jupyterlab"]["disabledExtensions"] = list(page["disabledExtensions"])
        return json.dumps(package, indent=2).encode()
    if path.endswith("/jupyter_server_config.d/nbjudge.json"):
        server = json.loads(content)
        settings = STUDENT / "jupyter_server_config.d/student.json"
        turned_off = json.loads(settings.read_bytes())["ServerApp"]["jpserver_extensions"]
        server["ServerApp"]["jpserver_extensions"] |= turned_off
        return json.dumps(server, indent=2).encode()
    return content


def pack(release: Path, wheels: Sequence[Path], target: Path, with_solutions: bool = False) -> None:
    """Write the archive of a released assignment, optionally with the model answers.

    The name of the folder `release` is that of the folder in the archive. `wheels` are those of
    `build_wheels`. The folder of `target`, the archive, is made if it is missing.
    """
    name = release.name
    paths = [path for path in sorted(release.rglob("*")) if wanted(path, release)]
    files = {path.relative_to(release).as_posix(): path.read_bytes() for path in paths}
    notebooks = ", ".join(f"`{each}`" for each in files if each.endswith(".ipynb"))
    for each in sorted(release.glob("*.ipynb")):
        answers = closing_cell.IN_ARCHIVE.format(name=each.name) if with_solutions else ""
        files[each.name] = closing_cell.add(files[each.name], "START.md", answers)
        files[f"alone/{each.name}"] = closing_cell.add(alone(each), "../START.md")
    if with_solutions:
        source = ROOT / "source" / name
        for each in [*source.glob("*.ipynb"), *source.glob("lab/**/*.py")]:
            path = f"solutions/{each.relative_to(source).as_posix()}"
            text = each.read_text("utf-8")
            files[path] = (solved(text) if each.suffix == ".ipynb" else text).encode()
    for path, tool in COMMANDS.items():
        files[path] = (TOOLS / tool).read_bytes()
    folders = {each: release.with_name(each) for each in start.QUESTIONS}
    known = {each: folder for each, folder in folders.items() if folder.is_dir()}
    files["START.md"] = start.page(known, release).encode()
    files["README.md"] = README.format(name=name, cpu=CPU_BUILD, notebooks=notebooks).encode()
    files["requirements.txt"] = requirements(wheels).encode()
    files[f"{COURSE}/{CONFIG.name}"] = CONFIG.read_bytes()
    files |= {f"{COURSE}/{wheel.name}": wheel.read_bytes() for wheel in wheels}
    # Add copies, with which the update of a newer archive finds a student's changes.
    files |= {f"{HANDED_OUT}/{path}": content for path, content in files.items()}
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            # With a fixed date, the same release always gives the same archive.
            entry = zipfile.ZipInfo(f"{name}/{path}", (2020, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)


def wanted(path: Path, release: Path) -> bool:
    """Return True if a file of the release is for students: no caches, nothing hidden."""
    hidden = any(part.startswith(".") for part in path.relative_to(release).parts)
    return path.is_file() and not hidden and path.suffix != ".pyc"


def requirements(wheels: Sequence[Path]) -> str:
    """Return the text of requirements.txt: what the course requires, and the archive's wheels."""
    lines = (f"./{COURSE}/{wheel.name}\n" for wheel in wheels)
    return (ROOT / "requirements.txt").read_text() + "".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
