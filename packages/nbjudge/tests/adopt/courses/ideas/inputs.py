# Tests that answer what a student's function asks.
# %% solution ask
import sys


def ask():
    return int(input("A number: "))


def read_line():
    return sys.stdin.readline().strip()
# %% test patched_input 1
from unittest import mock

with mock.patch("builtins.input", return_value="42"):
    assert ask() == 42
# %% test global_input 1
answers = iter(["1", "2"])
input = lambda question: next(answers)
assert ask() + ask() == 3
del input
# %% test replaced_stdin 1
import io
import sys

kept, sys.stdin = sys.stdin, io.StringIO("typed\n")
assert read_line() == "typed"
sys.stdin = kept
