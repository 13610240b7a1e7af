"""Return a text of 10 MB, which a failing test's message quotes, and raise one of 20 MB."""


def total(numbers):
    return "x" * 10_000_000


def mean(numbers):
    raise ValueError("x" * 20_000_000)
