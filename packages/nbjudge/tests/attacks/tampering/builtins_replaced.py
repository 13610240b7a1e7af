"""Replace built-in functions and AssertionError by harmless ones."""

import builtins


class Harmless(Exception):
    def __new__(cls, *args):
        return super().__new__(StopIteration)


builtins.AssertionError = Harmless
builtins.abs = builtins.sum = lambda *args: 0
builtins.len = lambda thing: 2
builtins.isinstance = lambda *args: True
builtins.__build_class__ = None
