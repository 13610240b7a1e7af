"""What goes to the package index: one version, its own page, the same files from every build."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

from nbjudge.cli import main, make_parser
from nbjudge_testing.git_files import files_in_git, git
from nbjudge_testing.linked_packages import link_packages
from nbjudge_testing.paths import PACKAGES, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NBISOLATE = tomllib.loads((PACKAGES / "nbisolate" / "pyproject.toml").read_text())["project"]
PAGE = (ROOT / PROJECT["project"]["readme"]).read_text()
OF_THE_LAB = re.compile(r"autograd[ -]lab|\bprimer\b|\bsimple-grad\b|release/autograd")
MAKE_COMMAND = re.compile(r"(?:^|`)make (\w+)", re.M)
WORKFLOW = ROOT.parent.parent / ".github" / "workflows" / "test.yml"


def test_the_version_stands_in_one_place_and_is_said(capsys):
    stated = PROJECT["project"]["version"]
    for path in (ROOT / "src" / "nbjudge" / "labextension").rglob("package.json"):
        assert json.loads(path.read_text())["version"] == stated, path
    assert version("nbjudge") == stated, "make .venv/.done/test"
    assert version("nbisolate") == stated == NBISOLATE["version"], "both have one version"
    assert f"nbisolate=={stated}" in PROJECT["project"]["dependencies"]
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (\S+)", changes, re.M)[0] == stated
    page = (ROOT / "docs" / "use-nbjudge.md").read_text()
    named = set(re.findall(r"(nbisolate|nbjudge)-(\d[\w.]*)-py3-none-any\.whl", page))
    assert named == {("nbisolate", stated), ("nbjudge", stated)}
    cited = yaml.safe_load((ROOT.parent.parent / "CITATION.cff").read_text())
    assert cited["version"] == stated
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"nbjudge {stated}\n"


def test_an_option_that_differs_in_one_command_has_its_own_help(capsys):
    with pytest.raises(SystemExit):
        main(["feedback", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "regenerate all pages" in said and "submissions at a time" not in said


def test_a_tag_of_this_commit_is_its_version():
    for tag in git("tag", "--points-at", "HEAD").stdout.split():
        if re.match(r"v\d", tag):
            assert tag == f"v{PROJECT['project']['version']}"
            changes = (ROOT / "CHANGELOG.md").read_text()
            assert "Not yet released" not in changes, "docs/contributing.md, Release, step 2"


def test_a_tag_builds_the_package_and_another_job_publishes_it_without_a_password():
    """By trusted publishing: https://docs.pypi.org/trusted-publishers/."""
    workflow = yaml.safe_load(WORKFLOW.with_name("release.yml").read_text())
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads the key `on` as true
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert {"run": "make package"} in build["steps"] and "permissions" not in build
    assert publish["needs"] == "build" and publish["permissions"] == {"id-token": "write"}
    upload = publish["steps"][-1]
    assert upload["uses"].startswith("pypa/gh-action-pypi-publish@") and "with" not in upload


def test_the_page_for_the_index_is_nbjudges_and_stands_alone():
    for target in re.findall(r"\]\(([^)]*)\)", PAGE):
        assert target.startswith("https://"), f"nothing lies beside the page at {target}"
    assert not OF_THE_LAB.search(PAGE)
    assert not MAKE_COMMAND.search(PAGE), "the package has no Makefile"
    [commands] = (each.choices for each in make_parser()._actions if isinstance(each.choices, dict))
    assert set(re.findall(r"`nbjudge ([a-z-]+)", PAGE)) == set(commands)
    for name in re.findall(r"`(\w+\.md)`", PAGE):
        assert f"docs/{name}" in shared_data()


def test_the_package_brings_its_types():
    assert (ROOT / "src" / "nbjudge" / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["project"]["classifiers"]


def shared_data() -> dict[str, str]:
    return PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]


def test_a_wheel_brings_every_page():
    pages = {name for name in files_in_git("docs/*.md")}
    assert {name for name in shared_data() if name.startswith("docs/")} == pages
    for page in pages:
        assert shared_data()[page] == f"share/doc/nbjudge/{Path(page).name}"


@pytest.mark.parametrize(
    "page", sorted(Path(ROOT, "docs").glob("*.md")), ids=lambda page: page.name
)
def test_no_page_of_a_wheel_is_of_the_lab(page):
    text = page.read_text()
    assert not OF_THE_LAB.search(text)
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.M)
    assert {command[1] for command in MAKE_COMMAND.finditer(text)} <= set(targets)


def test_the_versions_of_python_that_are_named_are_tried():
    classifiers = PROJECT["project"]["classifiers"]
    named = {each.rpartition(" ")[2] for each in classifiers if re.search(r":: 3\.\d+$", each)}
    workflow = yaml.safe_load(WORKFLOW.read_text())
    matrix = set(workflow["jobs"]["test"]["strategy"]["matrix"]["python"])
    tried = matrix - {"3.x"}  # the newest, which may fail
    assert tried == named and len(tried) < len(matrix)
    assert PROJECT["project"]["requires-python"] == f">={min(tried, key=Version)}"


def build(folder: Path, minute: int) -> dict[str, bytes]:
    """Build both files from a copy of the package whose files were changed at `minute`."""
    copy = folder / f"copy-{minute}"
    for name in files_in_git():
        if name.startswith(("src/", "docs/", "tests/course/")) or "/" not in name:
            target = copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
            os.utime(target, (60 * minute, 60 * minute))
    command = [sys.executable, "-m", "build", "--no-isolation", f"--outdir={folder / str(minute)}"]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run([*command, copy], env=environment, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in (folder / str(minute)).iterdir()}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """The folder with what was built twice, in `0/` and `30000000/`."""
    folder = tmp_path_factory.mktemp("built")
    for minute in (10_000_000, 30_000_000):
        build(folder, minute)
    return folder


@pytest.mark.soak
def test_a_build_can_be_repeated(built):
    one, other = (
        {path.name: sha256(path.read_bytes()).hexdigest() for path in (built / name).iterdir()}
        for name in ("10000000", "30000000")
    )
    assert one == other
    stated = PROJECT["project"]["version"]
    assert set(one) == {f"nbjudge-{stated}.tar.gz", f"nbjudge-{stated}-py3-none-any.whl"}


@pytest.mark.soak
def test_what_is_built_is_whole(built):
    [source] = (built / "10000000").glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "CHANGELOG.md", "README.md"} <= names
    assert {name.split("/")[0] for name in names if "/" in name} == {"src", "docs"}
    # `build` makes the wheel from the source distribution: nothing of the repository is missing.
    [wheel] = (built / "10000000").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    modules = {name.removeprefix("src/") for name in files_in_git("src/nbjudge/*.py")}
    assert modules <= set(names) and "nbjudge/py.typed" in names
    for wanted in shared_data().values():
        assert any(f"data/{wanted}" in name for name in names), wanted


@pytest.mark.soak
def test_the_index_takes_it(built):
    files = [str(path) for path in (built / "10000000").iterdir()]
    command = [sys.executable, "-m", "twine", "check", "--strict", *files]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.count("PASSED") == len(files) == 2


@pytest.mark.soak
def test_it_comes_and_goes_without_a_trace(built, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    link_packages(environment)
    python = environment / "bin" / "python"

    def there() -> set[str]:
        every = (path for path in environment.rglob("*") if not path.is_dir())
        return {str(path.relative_to(environment)) for path in every}

    def pip(*arguments: object) -> None:
        command = [sys.executable, "-m", "pip", f"--python={python}", "--quiet", *arguments]
        subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)

    before = there()
    [wheel] = (built / "10000000").glob("*.whl")
    make = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*make, PACKAGES / "nbisolate"], check=True, cwd=tmp_path, capture_output=True)
    pip("install", "--no-deps", "--no-index", wheel, *tmp_path.glob("nbisolate-*.whl"))
    assert {"share/doc/nbjudge/use-nbjudge.md", "bin/nbjudge"} <= there()
    said = subprocess.run(
        [environment / "bin" / "nbjudge", "--version"],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert said.stdout == f"nbjudge {PROJECT['project']['version']}\n", said.stderr
    pip("uninstall", "--yes", "nbjudge", "nbisolate")
    assert there() == before
