"""The rows of promises.toml, and a runner for a test against a copy of the package with a mutation.

Both packages of the repository have such a file in their folder of tests.

Entry points: `read_rows`, `failure`, `undefined_names`, `missing_names`, `missing_tests_of_pages`.
"""

import functools
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from nbisolate_testing.paths import PACKAGES
from nbisolate_testing.users import USERS

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

    `root` is the folder of the package that makes the promise. The test's id starts from its folder
    tests/, and the mutated file with the name of its package. The test fails if `text`, which
    occurs exactly once in the file, is replaced with `mutation`. `also` names further tests and
    attacks, of any package of the repository. Rows with `cheap` run in `make test`.
    """

    root: Path
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
        return str(self.root / "tests" / self.test.replace("USER", next(iter(USERS))))

    @property
    def module(self) -> str:
        """The name of the mutated module."""
        return ".".join(Path(self.file).with_suffix("").parts)

    @property
    def package(self) -> Path:
        """The folder of the mutated package."""
        spec = importlib.util.find_spec(Path(self.file).parts[0])
        assert spec is not None
        assert spec.origin is not None
        return Path(spec.origin).parent


def read_rows(root: Path) -> list[Row]:
    """Return the rows of the package in the folder `root`, in the order of its promises.toml."""
    tables = tomllib.loads((root / "tests" / "promises.toml").read_text())
    return [Row(root, **row) for row in itertools.chain.from_iterable(tables.values())]


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
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    finished = subprocess.run(
        command,
        cwd=row.root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )
    printed = finished.stdout[-6000:]
    assert report.exists(), f"the mutated {row.module} cannot be imported: {printed}"
    suite = ElementTree.parse(report).getroot().find("testsuite")
    assert suite is not None
    counts = {name: int(suite.attrib[name]) for name in ("failures", "errors", "skipped")}
    expected = {"failures": 1, "errors": 0, "skipped": 0}
    assert (finished.returncode, counts) == (1, expected), f"{row.node} did not fail: {printed}"
    element = next(suite.iter("failure"))
    message = element.attrib["message"]
    assert not message.startswith(BROKEN), f"the mutation only breaks the code: {message}"
    return message


def undefined_names(rows: Iterable[Row], folder: Path) -> list[str]:
    """Return what ruff reports of names that are used and defined nowhere in the mutated files.

    With such a mutation, the test of the row would fail whatever it tests. The files are written
    into the folder.
    """
    for number, row in enumerate(rows):
        mutate(row, folder / str(number))
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select=F821"]
    checked = subprocess.run(
        [*ruff, "--output-format=concise", folder], capture_output=True, text=True
    )
    assert checked.returncode in (0, 1), checked.stderr
    return [line for line in checked.stdout.splitlines() if "F821" in line]


@functools.cache
def _test_functions(tests: Path) -> set[tuple[str, str]]:
    """Return the file, from the folder `tests`, and the name of each test function in it."""
    return {
        (path.relative_to(tests).as_posix(), name)
        for path in tests.rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), flags=re.M)
    }


@functools.cache
def _known_names() -> set[str]:
    """Return the names of all tests, files of tests and attacks of the repository's packages."""
    names = set()
    for tests in PACKAGES.glob("*/tests"):
        names |= {path.name for path in tests.rglob("test_*.py")}
        names |= {name for _, name in _test_functions(tests)}
        names |= {path.stem for path in tests.glob("attacks/*/*.py")}
    return names


def _is_known(name: str) -> bool:
    """Return True if a test, a file of tests, a folder of attacks, or an attack has this name."""
    if name.endswith("/"):
        return any(path.is_dir() for path in PACKAGES.glob(f"*/tests/{name}"))
    return name in _known_names()


def missing_names(row: Row) -> list[str]:
    """Return the tests and attacks that a row names and that do not exist."""
    file, _, name = row.test.partition("::")
    missing = [name for name in row.also if not _is_known(name)]
    if (file, name.partition("[")[0]) not in _test_functions(row.root / "tests"):
        missing.append(row.test)
    return missing


def missing_tests_of_pages(folder: Path) -> list[str]:
    """Return the tests and folders of attacks that pages name and that do not exist.

    Raise AssertionError if the pages in the folder name none at all.
    """
    pattern = r"`((?:tests/)?(?:\w+/)*test_\w+(?:\.py)?|attacks/\w+/)`"
    named = [name for path in folder.glob("*.md") for name in re.findall(pattern, path.read_text())]
    assert named
    return [name for name in named if not _is_known(name.rpartition("/")[2] or name)]
