"""Damage to the folder that is submitted: names, links, sizes, modes.

`FOLDER` maps the name of a kind to a function that changes the folder, by a `random.Random`.
"""

import os
import shutil
import stat
import unicodedata
from collections.abc import Callable
from pathlib import Path
from random import Random

from nbjudge_testing.fuzz.kinds import kind_of
from nbjudge_testing.fuzz.strange_values import TIMES

FOLDER: dict[str, Callable[[Path, str, Random], None]] = {}


def course_of(folder: Path) -> Path:
    """Return the course of a submission, which is in the course or in the exchange next to it."""
    courses = (parent / "course" for parent in folder.parents)
    return next(course for course in courses if (course / "nbgrader_config.py").exists())


@kind_of(FOLDER)
def notebook_missing(folder: Path, file: str, chance: Random) -> None:
    (folder / file).unlink()


@kind_of(FOLDER)
def notebook_renamed(folder: Path, file: str, chance: Random) -> None:
    stem = file.removesuffix(".ipynb")
    names = [
        f"{stem}.IPYNB", f"{stem}.ipynb.txt", f"{stem}.json", f"{stem} (1).ipynb", f"{stem}.ipynb ",
        f"{stem}-Copy1.ipynb", f"{stem.upper()}.ipynb", f".{file}", f"ada_{file}", "x.ipynb",
        unicodedata.normalize("NFD", f"{stem}\u00e9.ipynb"), f"a\nb{file}", "\u202e" + file,
    ]  # fmt: skip
    (folder / file).rename(folder / chance.choice(names))


@kind_of(FOLDER)
def notebook_in_a_folder(folder: Path, file: str, chance: Random) -> None:
    below = folder / chance.choice(["ps", "a/b/c", "__MACOSX", ".ipynb_checkpoints", "x.ipynb"])
    below.mkdir(parents=True)
    (folder / file).rename(below / file)


@kind_of(FOLDER)
def notebook_twice(folder: Path, file: str, chance: Random) -> None:
    stem = file.removesuffix(".ipynb")
    data = (folder / file).read_bytes()
    names = [f"{stem}-Copy1.ipynb", f"{stem} (2).ipynb", f"{stem}.IPYNB", f"sub/{file}"]
    copy = folder / chance.choice(names)
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(chance.choice([data, data.replace(b"return", b"raise"), b"", b"{}"]))


@kind_of(FOLDER)
def folder_for_a_notebook(folder: Path, file: str, chance: Random) -> None:
    (folder / file).unlink()
    (folder / file).mkdir()


@kind_of(FOLDER)
def link_for_a_notebook(folder: Path, file: str, chance: Random) -> None:
    course = course_of(folder)
    targets = [
        course / "source" / "ps" / file, course / "gradebook.db", "/dev/zero", "/etc/passwd",
        "nowhere", file, folder, course / "autograded" / "honest-0" / "ps" / file,
    ]  # fmt: skip
    (folder / file).unlink()
    (folder / file).symlink_to(chance.choice(targets))


@kind_of(FOLDER)
def pipe_for_a_notebook(folder: Path, file: str, chance: Random) -> None:
    (folder / file).unlink()
    os.mkfifo(folder / file)


@kind_of(FOLDER)
def links_beside(folder: Path, file: str, chance: Random) -> None:
    (folder / "source").symlink_to(course_of(folder) / "source")
    (folder / "up").symlink_to("..")
    (folder / "zero.txt").symlink_to("/dev/zero")
    os.link(folder / file, folder / "hard.ipynb", follow_symlinks=False)


@kind_of(FOLDER)
def files_beside(folder: Path, file: str, chance: Random) -> None:
    names = [
        "timestamp.txt", "nbjudge.json", "nbgrader_config.py", "gradebook.db", "numpy.py",
        "sitecustomize.py", "nbjudge/__init__.py", "conftest.py", "submission_secret.txt",
        ".nbjudge-collected.json", "Makefile", file.replace(".ipynb", ".html"), "IPython.py",
        "e" + "\u0301" * 40 + ".txt", "a\nb.txt", "-rf", "\x1b[2J.txt", "numbers.txt",
    ]  # fmt: skip
    texts = [*TIMES, "{}", '{"status": "graded", "refused": 7}', "raise 1", "\0"]
    for name in chance.sample(names, chance.randint(1, 6)):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(chance.choice(texts))


@kind_of(FOLDER)
def names_that_are_no_text(folder: Path, file: str, chance: Random) -> None:
    (Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.txt"))).write_text("x")
    if chance.random() < 0.5:
        os.rename(folder / file, os.fsencode(folder) + b"/\xff" + file.encode())


@kind_of(FOLDER)
def large_file(folder: Path, file: str, chance: Random) -> None:
    with open(folder / "large.bin", "wb") as large:
        large.truncate(chance.choice([2 * 10**8, 10**12]))  # sparse: it takes no room here


@kind_of(FOLDER)
def many_files(folder: Path, file: str, chance: Random) -> None:
    for number in range(1200):
        (folder / f"{number}.txt").write_text("x")


@kind_of(FOLDER)
def deep_folders(folder: Path, file: str, chance: Random) -> None:
    folder.joinpath(*["d"] * chance.choice([30, 150])).mkdir(parents=True)


@kind_of(FOLDER)
def modes_changed(folder: Path, file: str, chance: Random) -> None:
    for path in (folder / file, folder):
        if not path.is_symlink():
            path.chmod(chance.choice([0o000, 0o777, 0o4755, 0o200]))


@kind_of(FOLDER)
def file_for_the_folder(folder: Path, file: str, chance: Random) -> None:
    shutil.rmtree(folder)
    if chance.random() < 0.5:
        folder.write_text("x")
    else:
        folder.mkdir()


def remove_tree(folder: Path) -> None:
    """Remove a folder of submissions, whatever the modes in it."""
    for path, folders, _ in os.walk(folder):
        for name in folders:
            below = os.path.join(path, name)
            if not stat.S_ISLNK(os.lstat(below).st_mode):
                os.chmod(below, 0o700)
    shutil.rmtree(folder)
