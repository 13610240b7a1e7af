"""Private names of other projects on which the sources rest; contributing.md has the same table."""

import asyncio
import importlib
import importlib.util
import inspect
import sys
from types import ModuleType

import pandas
import pytest
from IPython.core.interactiveshell import InteractiveShell

import nbisolate
from nbisolate_testing.paths import ROOT
from nbisolate_testing.private_names import PrivateName, private_names_used, rows_of_page


def parameters(function):
    return list(inspect.signature(function).parameters)


def running_loop_is_set():
    loop = asyncio.new_event_loop()
    try:
        asyncio._set_running_loop(loop)
        return asyncio.get_running_loop() is loop and asyncio._get_running_loop() is loop
    finally:
        asyncio._set_running_loop(None)
        loop.close()


def exc_info_is_three():
    shell = object()  # a real one would write into the home directory
    try:
        raise KeyError("a")
    except KeyError as error:
        kind, value, tb = InteractiveShell._get_exc_info(shell)
        return kind is KeyError and value is error and tb is error.__traceback__


def masked(part):
    array = pandas.array([1, None], dtype="Int64")
    return list(getattr(array, part))


def has_leaf_hooks():
    import torch

    leaf = torch.ones(1, requires_grad=True)
    before = leaf._backward_hooks
    leaf.register_hook(lambda gradient: gradient)
    return before is None and len(leaf._backward_hooks) == 1


def is_module(name):
    return importlib.util.find_spec(name) is not None


OF_TORCH = [
    PrivateName(
        "torch", "Tensor._backward_hooks", "a tensor with hooks isn't copied", has_leaf_hooks
    ),
    PrivateName(
        "torch",
        "torch._dynamo",
        "imported once, in the fork server",
        lambda: is_module("torch._dynamo"),
    ),
    PrivateName(
        "torch",
        "torch.profiler._cupti_monitor",
        "imported once, in the fork server",
        lambda: is_module("torch.profiler._cupti_monitor"),
    ),
]
PRIVATE_NAMES = [
    PrivateName(
        "IPython",
        "InteractiveShell._get_exc_info",
        "leaves our frames out of tracebacks",
        lambda: (
            parameters(InteractiveShell._get_exc_info) == ["self", "exc_tuple"]
            and exc_info_is_three()
        ),
    ),
    PrivateName(
        "IPython",
        "InteractiveShell._showtraceback",
        "turns an exception into an output",
        lambda: parameters(InteractiveShell._showtraceback) == ["self", "etype", "evalue", "stb"],
    ),
    PrivateName(
        "asyncio", "asyncio._get_running_loop", "cells find a running loop", running_loop_is_set
    ),
    PrivateName(
        "asyncio", "asyncio._set_running_loop", "cells find a running loop", running_loop_is_set
    ),
    PrivateName(
        "inspect",
        "inspect._ParameterKind",
        "rebuilds the signature of a student's function",
        lambda: inspect._ParameterKind(1) is inspect.Parameter.POSITIONAL_OR_KEYWORD,
    ),
    PrivateName(
        "pandas",
        "BaseMaskedArray._data",
        "copies a column that has missing values",
        lambda: masked("_data")[0] == 1,
    ),
    PrivateName(
        "pandas",
        "BaseMaskedArray._mask",
        "copies a column that has missing values",
        lambda: masked("_mask") == [False, True],
    ),
    *OF_TORCH,
]


def as_parameter(private):
    marks = pytest.mark.torch if private in OF_TORCH else ()
    return pytest.param(private, marks=marks, id=private.name)


@pytest.mark.parametrize("private", [as_parameter(private) for private in PRIVATE_NAMES])
def test_a_private_name_is_what_the_sources_take_it_for(private):
    assert private.has_shape()


def test_no_other_private_name_is_used():
    assert private_names_used(nbisolate) == {private.last for private in PRIVATE_NAMES}


def test_the_table_of_the_page_has_these_names():
    rows = [(private.project, private.name, private.use) for private in PRIVATE_NAMES]
    assert rows_of_page(ROOT / "docs" / "contributing.md") == rows


def test_private_names_are_found_wherever_they_stand(tmp_path):
    package = tmp_path / "sample_package"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import asyncio\nfrom http import _a\nimport os._b\nasyncio._c\nNAMES = ['torch._d']\n"
    )
    module = ModuleType("sample_package")
    module.__file__ = str(package / "__init__.py")
    module.__path__ = []
    assert private_names_used(module) == {"_a", "_b", "_c", "_d"}


def test_an_overridden_name_is_found(tmp_path, monkeypatch):
    package = tmp_path / "sample_of_overrides"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "shell.py").write_text(
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "class Shell(InteractiveShell):\n"
        "    def _showtraceback(self):\n"
        "        self._own()\n"
        "    def _own(self):\n"
        "        self._mine = self._mine\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert private_names_used(importlib.import_module("sample_of_overrides")) == {"_showtraceback"}
    del sys.modules["sample_of_overrides"]
