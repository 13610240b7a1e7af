"""The table of functions by name: what `+` on Variables calls, and what `grad` calls.

Entry points: `install`, `installed`, `call`. The grader locks functions of its own by
`install_all`.
"""

from . import messages

installed_operators = {}  # {name: function}: what was installed last
locked_operators = {}  # {name: function}: what `install` does not replace
running = []  # the names of the operators that are running
NESTED = 20  # calls of an operator inside of itself, before it is told so


def install(*functions):
    """Let Variables use functions of yours: `install(add)` makes a + b call `add`."""
    installed_operators.update({function.__name__: function for function in functions})


def install_all(engine):
    """Install {name: function} so that no later `install` replaces it.

    The grader does this first, so that a mistake in one function costs no points in another.
    """
    locked_operators.update(engine)


def installed(name):
    """Return the function of this name; NotImplementedError if there is none."""
    function = locked_operators.get(name) or installed_operators.get(name)
    if function is None:
        raise NotImplementedError(messages.not_written(name))
    return function


def call(name, *arguments):
    """Call the operator of this name; RecursionError if it calls itself again and again."""
    operator = installed(name)
    if running.count(name) > NESTED:
        raise RecursionError(messages.calls_itself(name))
    running.append(name)
    try:
        return operator(*arguments)
    finally:
        running.pop()
