"""Let the search for the smallest wrong case meet functions that hang; print what it finds.

    python tests/support/hanging.py

Prints a line for each function: its name, and the record of the search as JSON. The lab is that of
the folder where this runs.
"""

import contextlib
import functools
import itertools
import json
import sys
from pathlib import Path

import torch


def one_line(case):
    while True: pass  # fmt: skip  # noqa: E701


def one_line_that_continues(case):
    while True: continue  # fmt: skip  # noqa: E701


def catches_everything(case):
    while True:
        try:
            case.sin()
        except:  # noqa: E722
            pass


def catches_without_a_call(case):
    while True:
        try:
            1 / 0  # noqa: B018
        except:  # noqa: E722
            pass


def continues_finally(case):
    while True:
        try:
            case += 1
        finally:
            continue  # noqa: B012


def catches_in_three_loops(case):
    while True:
        try:
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    pass
        except:  # noqa: E722
            continue


def catches_and_returns(case):
    try:
        while True:
            pass
    except:  # noqa: E722
        return 1


def catches_around_a_helper(case):
    while True:
        try:
            one_line(case)
        except:  # noqa: E722
            one_line(case)


def suppresses(case):
    while True:
        with contextlib.suppress(BaseException):
            functools.reduce(lambda a, b: a, [1, 2])


def keeps_the_errors(case, errors=[]):  # noqa: B006
    while True:
        try:
            case += 1
        except BaseException as error:
            errors.append(error)


def generates(case):
    def numbers():
        while True:
            try:
                yield 1
            except:  # noqa: E722
                pass

    for number in numbers():
        try:
            number + 1
        except BaseException:
            continue


def hangs_in_a_hook(case):
    leaf = torch.ones(1, requires_grad=True)
    leaf.register_hook(one_line)
    while True:
        try:
            leaf.sum().backward()
        except:  # noqa: E722
            pass


def hangs_with_two(case, more):
    while True:
        pass


class Callable:
    def __call__(self, case):
        while True:
            pass

    def method(self, case):
        one_line(case)


def decorator(function):
    def decorated(case):
        return function(case)

    return decorated


FUNCTIONS = {
    "partial": functools.partial(hangs_with_two, more=1),
    "an object": Callable(),
    "a method": Callable().method,
    "decorated": decorator(one_line),
    "cached": functools.cache(one_line),
    "without a graph": torch.no_grad()(one_line),
    "a comprehension": lambda case: [0 for _ in itertools.count() if False],
    "a generator": lambda case: any(False for _ in itertools.count()),
    "called from C": lambda case: any(map(lambda number: False, itertools.count())),
}
FUNCTIONS |= {
    function.__name__: function
    for function in [
        one_line,
        one_line_that_continues,
        catches_everything,
        catches_without_a_call,
        continues_finally,
        catches_in_three_loops,
        catches_and_returns,
        catches_around_a_helper,
        suppresses,
        keeps_the_errors,
        generates,
        hangs_in_a_hook,
    ]
}


def main() -> None:
    sys.path.insert(0, str(Path.cwd()))
    from lab.checks import smallest

    for name, function in FUNCTIONS.items():
        print(name, end=": ", flush=True)
        found = smallest.first_wrong(
            function,
            [torch.ones(1)],
            lambda answer, case: answer(case),
            lambda case, record: record if isinstance(record, str) else None,
        )
        print(json.dumps(found), flush=True)
        # An error that came too late would end this loop.
        sum(int(number) for number in "1" * 1000)
        assert sys.gettrace() is None


if __name__ == "__main__":
    main()
