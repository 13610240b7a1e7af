"""Raise what test runners take for "skipped" or "passed", and what the judge itself raises."""

import unittest

from nbisolate.bridge.exceptions import StudentEndedError
from nbisolate.processes.judge import TestStopped


def total(numbers):
    raise unittest.SkipTest("passed")


def mean(numbers):
    raise StudentEndedError("all tests passed")


def make_box(items):
    raise TestStopped("all tests passed")
