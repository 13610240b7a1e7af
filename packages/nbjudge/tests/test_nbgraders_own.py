"""nbgrader's own tests, from its wheel, with the lines of `nbjudge init` in force.

`MAY_DIFFER` lists the tests that pass in plain nbgrader and may fail with nbjudge's settings, each
with the words of a page that say why.
"""

import os
import pwd
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import nbgrader
import pytest

from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.paths import ROOT

MODES = "use-nbjudge.md: Graded notebooks have mode 400 (not 444), and feedback pages have mode 600"
GROUP = "use-nbjudge.md: `release/` has mode 2770 (not 2775)"
COLLECTED = "security.md: takes the owner and the time from"
REPAIRS = "use-nbjudge.md: A notebook with a copied, deleted or damaged cell is repaired and graded"
OLDER = "use-nbjudge.md: So is one from an older nbgrader"
# The test (of all its parameters) to the page, and to words of it.
MAY_DIFFER = {
    "autograde::test_permissions": MODES,
    "generate_feedback::test_permissions": MODES,
    "collect::test_permissions": COLLECTED,
    "fetchfeedback::test_single_file": COLLECTED,
    "autograde::test_side_effects": "use-nbjudge.md: Files that a notebook writes stay in",
    "autograde::test_hidden_tests_single_notebook": "use-nbjudge.md: A test cell that deletes",
    "autograde::test_handle_failure": REPAIRS,
    "autograde::test_handle_failure_single_notebook": REPAIRS,
    "generate_assignment::test_permissions": GROUP,
    "autograde::test_no_execute": "use-nbjudge.md: --no-execute` still runs test cells",
    "update::test_update_autograde": OLDER,
    "update::test_update_autograde_old_assign": OLDER,
}
LEAST = 650  # tests that pass in plain nbgrader 0.9.6, of 705 (of all their parameters)
SECONDS = 5400


def test_each_difference_is_said_on_a_page():
    for words in MAY_DIFFER.values():
        page, _, sentence = words.partition(": ")
        text = " ".join((ROOT / "docs" / page).read_text().split())
        assert sentence in text, words


def outcomes(folder: Path, settings: Path | None) -> dict[str, str]:
    """Run nbgrader's tests; return "pass", "fail" or "skip" by file and name of each test."""
    # Tests of nbgrader's automatic tests read a file of its documentation, by a relative path.
    (folder / "nbgrader").mkdir(parents=True)
    (folder / "nbgrader" / "docs").symlink_to(Path(nbgrader.__file__).parent / "docs")
    (folder / "tmp").mkdir()
    # The account's own name: nbgrader submits as $USER, and nbjudge collects from the owner.
    user = pwd.getpwuid(os.getuid()).pw_name
    variables = {"USER": user, "TMPDIR": str(folder / "tmp"), "HOME": str(folder)}
    if settings:
        variables["JUPYTER_CONFIG_PATH"] = str(settings)
    report = folder / "report.xml"
    options = ["-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
    options += ["-o", "junit_family=xunit1"]
    # Tests of JupyterHub's services need a package that nbgrader does not require. Tests in a
    # browser are in TypeScript, and pytest does not find them.
    options += [f"--ignore={Path(nbgrader.__file__).parent / 'tests' / 'test_auth.py'}"]
    command = [sys.executable, "-m", "pytest", *options, "--timeout=900", "-n", str(os.cpu_count())]
    finished = subprocess.run(
        [*command, "--pyargs", "nbgrader.tests"],
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    print(finished.stdout[-3000:])
    assert finished.returncode in (0, 1), finished.stderr  # the tests ran, and some may have failed
    found: dict[str, str] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        file = Path(case.get("file", "")).stem.removeprefix("test_").removeprefix("nbgrader_")
        name = f"{file}::{case.get('name', '').partition('[')[0]}"
        bad = any(case.find(kind) is not None for kind in ("failure", "error"))
        result = "fail" if bad else "skip" if case.find("skipped") is not None else "pass"
        # Of a test with parameters, one that fails is a failure.
        found[name] = min(found.get(name, result), result)
    return found


@pytest.mark.soak
@pytest.mark.timeout(2 * SECONDS + 600)
def test_nbgraders_own_tests_pass_with_the_lines_of_init(tmp_path):
    settings = tmp_path / "settings"
    settings.mkdir()
    (settings / "nbgrader_config.py").write_text("c = get_config()\n")
    assert run_nbjudge(settings, "init").returncode == 0
    plain = outcomes(tmp_path / "plain", None)
    judged = outcomes(tmp_path / "judged", settings)
    assert plain.keys() == judged.keys()
    right = {name for name, result in plain.items() if result == "pass"}
    assert len(right) > LEAST
    assert set(MAY_DIFFER) <= right, "the list names tests that are not there"
    differ = {name for name in right if judged[name] != "pass"}
    assert differ <= set(MAY_DIFFER), "these are neither mended nor on the list"
    assert set(MAY_DIFFER) <= differ, "these pass, too: take them off the list"
