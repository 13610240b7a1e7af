"""Settings of all tests."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# Hypothesis draws the same cases in every run, and does not fail on a slow machine.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("few", settings.get_profile("same"), max_examples=10)
settings.load_profile("same")
WITH_TORCH = importlib.util.find_spec("torch") is not None
collect_ignore = []
if not WITH_TORCH:  # make soak PYTHONS="3.12 3.13"
    needing_torch = ("codec", "values", "handles", "every_callable")
    collect_ignore += [f"bridge/test_{name}.py" for name in needing_torch]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of torch if it is not installed."""
    if not WITH_TORCH:
        for item in items:
            if item.get_closest_marker("torch"):
                item.add_marker(pytest.mark.skip(reason="torch is not installed"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let the users of sandboxes read new files, whatever other tests of this process have set."""
    os.umask(0o022)


@pytest.fixture(scope="session", autouse=True)
def environment_of_the_tests(tmp_path_factory):
    """Isolate the tests from the environment of the person who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        # With few cores, several threads per kernel only wait for each other.
        patch.setenv("OMP_NUM_THREADS", "1")
        yield
