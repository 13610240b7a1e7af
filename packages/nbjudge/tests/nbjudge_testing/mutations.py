"""The rows of promises.toml, and a runner for a test against a copy of the package with a mutation.

Entry points: `TABLES`, `ROWS`, `failure`.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import nbisolate
import nbjudge
from nbisolate_testing.users import USERS
from nbjudge_testing.paths import PACKAGES, ROOT

SOURCES = {package.__name__: Path(package.__file__).parent for package in (nbisolate, nbjudge)}
TEST_FOLDERS = [PACKAGES / name / "tests" for name in SOURCES]
SECONDS = 600  # for one test
# A mutated line that is no code, or code without a name that it needs, breaks everything. A test
# that fails because of that proves nothing.
BROKEN = (
    *("AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "SyntaxError"),
    "UnboundLocalError",
)
# The copy is mounted over the package in a mount namespace of the test's own. So each process that
# the test starts, also by `python -I` or by a program of the environment, imports the copy. An
# ordinary user needs a user namespace for that, and gives up its capabilities before the test.
MOUNT = 'mount --bind "$1" "$2" && python="$3" module="$4" && shift 4 && '
TRY = '"$python" -c "import $module" && exec "$@"'
AS_ROOT = ["unshare", "--mount"]
AS_USER = [*AS_ROOT, "--user", "--map-current-user", "--keep-caps"]
WITHOUT_CAPABILITIES = ["setpriv", "--ambient-caps=-all", "--inh-caps=-all"]


@dataclass(frozen=True)
class Row:
    """A promise of docs/promises.md: an attack, the defense, and a test that shows it.

    The test's id starts from the folder tests/ of one of the packages, and the mutated file with
    the name of its package. The test fails if `text`, which occurs exactly once in the file, is
    replaced with `mutation`. `also` names further tests and attacks. Rows with `cheap` run in
    `make test`.
    """

    attack: str
    defense: str
    test: str
    file: str
    text: str
    mutation: str
    also: list[str] = field(default_factory=list)
    cheap: bool = False

    @property
    def node(self) -> str:
        """The id of the test for pytest, where it runs as whoever runs this."""
        file, _, name = self.test.replace("USER", next(iter(USERS))).partition("::")
        (path,) = (tests / file for tests in TEST_FOLDERS if (tests / file).is_file())
        return f"{path}::{name}"

    @property
    def module(self) -> str:
        """The name of the mutated module."""
        return ".".join(Path(self.file).with_suffix("").parts)

    @property
    def package(self) -> Path:
        """The folder of the mutated package."""
        return SOURCES[Path(self.file).parts[0]]


TABLES: dict[str, list[Row]] = {
    title: [Row(**row) for row in rows]
    for title, rows in tomllib.loads((ROOT / "tests" / "promises.toml").read_text()).items()
}
ROWS = [row for rows in TABLES.values() for row in rows]


def mutate(row: Row, folder: Path) -> None:
    """Write the mutated file of a row into a folder, such as one with a copy of the package.

    Raise AssertionError if the text does not occur exactly once in the file.
    """
    source = (row.package.parent / row.file).read_text()
    assert source.count(row.text) == 1, f"{row.file} has it {source.count(row.text)} times"
    assert row.text != row.mutation
    target = folder / row.file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(source.replace(row.text, row.mutation))


def failure(row: Row, folder: Path) -> str:
    """Run the test of a row against a mutated copy of the package; return how it failed.

    The copy and the test's report are written into the empty folder. Raise AssertionError if the
    mutation does not apply, or the test did not fail: it passed, was skipped, was not found, or
    something else than the test failed.
    """
    copy = folder / row.package.name
    report = folder / "report.xml"
    shutil.copytree(row.package, copy)
    mutate(row, folder)
    pytest = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-o", "addopts="]
    user = os.getuid() != 0
    command = [
        *(AS_USER if user else AS_ROOT),
        *("sh", "-c", MOUNT + TRY, "sh", copy, row.package, sys.executable, row.module),
        *(WITHOUT_CAPABILITIES if user else []),
        *(*pytest, f"--junitxml={report}", f"--basetemp={folder / 'tests'}", row.node),
    ]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    finished = subprocess.run(
        command,
        cwd=ROOT,
        env=own,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )
    said = finished.stdout[-6000:]
    assert report.exists(), f"the mutated {row.module} cannot be imported: {said}"
    suite = ElementTree.parse(report).getroot().find("testsuite")
    assert suite is not None
    counts = {name: int(suite.attrib[name]) for name in ("failures", "errors", "skipped")}
    expected = {"failures": 1, "errors": 0, "skipped": 0}
    assert (finished.returncode, counts) == (1, expected), f"{row.node} did not fail: {said}"
    element = next(suite.iter("failure"))
    message = element.attrib["message"]
    assert not message.startswith(BROKEN), f"the mutation only breaks the code: {message}"
    return message
