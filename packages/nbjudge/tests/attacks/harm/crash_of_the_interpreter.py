"""End the interpreter by a segmentation fault in the middle of a call."""

import ctypes


def total(numbers):
    ctypes.string_at(0)


def mean(numbers):
    return 1 / 0
