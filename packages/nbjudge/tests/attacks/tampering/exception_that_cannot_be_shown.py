"""Raise exceptions whose name, message and traceback fail or are not text."""


class Nasty(BaseException):
    __module__ = None

    def __str__(self):
        raise RuntimeError("no message")

    __repr__ = __str__
    __traceback__ = property(lambda self: 1 / 0)


Nasty.__name__ = "\ud800\x00<script>"


def total(numbers):
    raise Nasty


def mean(numbers):
    error = Nasty()
    error.__cause__ = error
    raise error


def make_box(items):
    raise ExceptionGroup("\udfff", [ValueError("\ud800")])
