"""Names that courses write into configuration and notebooks are those of docs/public-api.md."""

import doctest
import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from importlib.metadata import version
from typing import get_args

import pytest
from traitlets.config import Configurable

import nbjudge
from nbjudge.exchange.status_files import STATES, AttemptStatus, Heartbeat
from nbjudge.gradebook.record import Record
from nbjudge.gradebook.scores import NotebookGrades
from nbjudge.result.parts import GradedOutcome
from nbjudge.watch.released_pages import PART, points_of
from nbjudge_testing.paths import ROOT

PAGE = (ROOT / "docs" / "public-api.md").read_text()
LISTED = {
    name: set(re.findall(r"`(\w+)`", traits))
    for name, traits in re.findall(r"^`(nbjudge[\w.]+)` \|[^|\n]*\|([^|\n]*)$", PAGE, flags=re.M)
}
# Nobody names these: they are put together by the grading, by the check, or by the server.
INSIDE = {"grading.preprocessors", "server.formgrader",
          "server.schemes", "server.check_sentences", "server.api", "plugins.page_maker",
          "adopt.plain", "gradebook.late_penalties"}  # fmt: skip


def traits_of(kind: type) -> set[str]:
    """The traits that a class of nbjudge adds to those of nbgrader and nbconvert."""
    if not issubclass(kind, Configurable):
        return set()
    foreign = [base for base in kind.__mro__ if not base.__module__.startswith("nbjudge")]
    known = {name for base in foreign if issubclass(base, Configurable)
             for name in base.class_traits(config=True)}  # fmt: skip
    return set(kind.class_traits(config=True)) - known


def find(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize("name", LISTED)
def test_a_listed_name_is_there_with_its_traits(name):
    thing = find(name)
    assert (traits_of(thing) if inspect.isclass(thing) else set()) == LISTED[name]


def test_the_command_of_the_page_explains_each_trait(capsys):
    exec(re.search('^python -c "(.+)"$', PAGE, flags=re.M)[1], {})
    explained = set(re.findall(r"^--JudgeExecute\.(\w+)=", capsys.readouterr().out, flags=re.M))
    assert LISTED["nbjudge.JudgeExecute"] <= explained


def test_all_that_a_course_can_configure_is_listed():
    found = set()
    for module in pkgutil.walk_packages(nbjudge.__path__, "nbjudge."):
        inside = module.name.removeprefix("nbjudge.") in INSIDE or module.name.endswith("__main__")
        for name, kind in vars(importlib.import_module(module.name)).items() if not inside else ():
            own = inspect.isclass(kind) and kind.__module__ == module.name
            if own and issubclass(kind, Configurable) and not name.startswith("_"):
                found.add(f"nbjudge.{name}")
    assert found <= set(LISTED), "a course can name it: list it in docs/public-api.md"


def test_the_door_has_each_name_of_the_page_and_no_other():
    """A module that a later version moves changes no configuration."""
    named = set(re.findall(r"`nbjudge\.(\w+)`", PAGE)) - {"mutants"}
    assert named == set(nbjudge.__all__)
    assert {*nbjudge.MODULES, "Awards"} == set(nbjudge.__all__)
    for name, module in nbjudge.MODULES.items():
        assert getattr(nbjudge, name) is getattr(importlib.import_module(f"nbjudge.{module}"), name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = nbjudge.nothing


@pytest.mark.parametrize("name", ["Awards", "CsvExporter", "ReportSection", "read_scores",
                                  "mutants.mutants"])  # fmt: skip
def test_what_users_call_or_subclass_has_an_example(name):
    thing = find(f"nbjudge.{name}")
    assert "Examples\n    --------\n" in thing.__doc__
    for example in doctest.DocTestFinder(recurse=False).find(thing, name):
        assert doctest.DocTestRunner().run(example).failed == 0


def test_who_imports_awards_imports_nothing_of_the_grader():
    script = "import sys; from nbjudge import Awards; print(*sys.modules)"
    command = [sys.executable, "-I", "-c", script]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("nbjudge")}
    assert ours == {"nbjudge", "nbjudge.awards"}


def test_each_field_of_a_status_file_is_on_the_page():
    listed = set(re.findall(r"`(\w+)`", PAGE.partition("\n## Status files\n")[2]))
    for shape in (AttemptStatus, Heartbeat):
        assert shape.__dataclass_fields__.keys() <= listed
    assert {*PART, *get_args(GradedOutcome), *STATES} <= listed


def test_the_examples_of_status_files_have_each_field():
    watch, attempt = map(json.loads, re.findall(r"```json\n(.*?)```", PAGE, flags=re.S))
    assert watch.keys() == Heartbeat.__dataclass_fields__.keys()
    assert attempt.keys() == AttemptStatus.__dataclass_fields__.keys()
    (notebook,) = attempt["notebooks"]
    (written,) = points_of({"problem1": NotebookGrades(2.0, {})}, Record())
    assert notebook.keys() == written.keys()
    (part,) = notebook["parts"]
    assert part.keys() == set(PART)


def test_the_changelog_begins_with_the_version_of_today():
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)
    assert first.group(1) == version("nbjudge")
