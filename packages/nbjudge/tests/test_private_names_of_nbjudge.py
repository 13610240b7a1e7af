"""Private names of other projects on which the sources rest; contributing.md has the same table."""

import atexit
import inspect

import pytest
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import Preprocessor
from nbformat.v4 import new_notebook
from nbgrader.converters.base import BaseConverter
from nbgrader.preprocessors import AssignLatePenalties

import nbjudge
from nbisolate_testing.private_names import PrivateName, private_names_used, rows_of_page
from nbjudge_testing.paths import ROOT

OF_A_FOLDER = ["self", "assignment_id", "student_id", "escape"]


def parameters(function):
    return list(inspect.signature(function).parameters)


def has_exporters_metadata():
    exporter = HTMLExporter()
    exporter.from_notebook_node(new_notebook(metadata={"title": "A"}))
    return isinstance(exporter._nb_metadata, dict)


PRIVATE_NAMES = [
    PrivateName(
        "atexit",
        "atexit._run_exitfuncs",
        "ends the command without freeing its memory object by object",
        lambda: callable(atexit._run_exitfuncs),
    ),
    PrivateName(
        "nbconvert",
        "Exporter._init_resources",
        "builds a feedback page cell by cell",
        lambda: "output_extension" in HTMLExporter()._init_resources({}),
    ),
    PrivateName(
        "nbconvert",
        "Exporter._nb_metadata",
        "builds a feedback page cell by cell",
        has_exporters_metadata,
    ),
    PrivateName(
        "nbconvert",
        "Exporter._preprocessors",
        "knows what a feedback page depends on",
        lambda: all(isinstance(kind, Preprocessor) for kind in HTMLExporter()._preprocessors),
    ),
    PrivateName(
        "nbgrader",
        "AssignLatePenalties._check_late_penalty",
        "limits a penalty as nbgrader does",
        lambda: (
            parameters(AssignLatePenalties._check_late_penalty) == ["self", "notebook", "penalty"]
        ),
    ),
    PrivateName(
        "nbgrader",
        "BaseConverter._format_dest",
        "finds the folder of a feedback page",
        lambda: parameters(BaseConverter._format_dest) == OF_A_FOLDER,
    ),
    PrivateName(
        "nbgrader",
        "BaseConverter._format_source",
        "finds the folder of an autograded submission",
        lambda: parameters(BaseConverter._format_source) == OF_A_FOLDER,
    ),
]


@pytest.mark.parametrize("private", PRIVATE_NAMES, ids=lambda private: private.name)
def test_a_private_name_is_what_the_sources_take_it_for(private):
    assert private.has_shape()


def test_no_other_private_name_is_used():
    assert private_names_used(nbjudge) == {private.last for private in PRIVATE_NAMES}


def test_the_table_of_the_page_has_these_names():
    rows = [(private.project, private.name, private.use) for private in PRIVATE_NAMES]
    assert rows_of_page(ROOT / "docs" / "contributing.md") == rows
