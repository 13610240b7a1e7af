"""A function of Variables as one entry of the tape: what `aggregate` is made of.

Entry points: `Recording`, of a function's forward, and `Backward`, one backward of it. They call
the functions that you have installed: `grad`, `needed`, `cut`, and the operators.
"""

import contextlib

from . import simple_grad
from .checks.watched_runs import received
from .operators import installed, installed_operators, locked_operators
from .simple_grad import Variable, counter, isolated_tape, record, tape, variables

OF_A_SHAPE = ("sum_to", "expand_to")  # operators that are called with a shape, too


class Recording:
    """What a function does, recorded once on a tape of its own.

    fn: a function of Variables that returns one. It reads only its arguments and constants.
    inputs: Variables. fn runs on new ones that have their values.

    lines: the entries on the paths from the inputs to the result.
    inputs: the names of the inputs, here, on this tape.
    result: the name of the result.

    Raises LookupError if fn uses an operator that was not installed.
    """

    def __init__(self, fn, inputs):
        self._tape = []
        self._variables = {}
        self._counter = 0
        with self._on_its_own_tape():
            self._arguments = [Variable(variable.value) for variable in inputs]
            result = fn(*self._arguments)
            for variable in [*self._arguments, result]:
                variables[variable.name] = variable
            self.inputs = [variable.name for variable in self._arguments]
            self.result = result.name
            self._forward = list(tape)
            self.lines = installed("needed")(list(tape), self.inputs, [self.result])
        for line in self.lines:
            if line.operator not in {*installed_operators, *locked_operators}:
                raise LookupError(
                    f"fn uses {line.operator}, which isn't an installed operator. A recording "
                    "calls each operator again by its name."
                )

    def compute(self, outputs, inputs):
        """Compute forward again, and record nothing.

        outputs: names of this recording, such as [recording.result].
        inputs: Variables with the shapes of those that were recorded.

        Returns a list with a new Variable for each of `outputs`.
        """
        table = dict(zip(self.inputs, inputs, strict=True))
        with isolated_tape(keep=False):
            self._run(self.lines, table)
        return [Variable(self._find(name, table).value) for name in outputs]

    def backward(self, outputs, pattern):
        """Record a backward by your `grad`, keep what is needed, and return it, a `Backward`.

        outputs: names of this recording.
        pattern: a letter for each of `outputs`, as a text: g for one that receives a gradient, and
            - for one that receives None.
        """
        with self._on_its_own_tape():
            tape[:] = self._forward
            reached = [
                variables[name]
                for name, letter in zip(outputs, pattern, strict=True)
                if letter == "g"
            ]
            upstream = [Variable(variable.value * 0 + 1) for variable in reached]
            # `grad` needs a scalar. This entry makes one, and passes the upstream gradients on.
            loss = Variable(sum(variable.value.sum() for variable in reached))
            passed_on = [*upstream, *[None] * len(upstream)]
            record("upstream", [*reached, *upstream], [loss], lambda grads: passed_on)
            start = len(tape)
            gradients = simple_grad.grad(loss, self._arguments)
            for variable in [*upstream, *gradients]:
                if variable is not None:
                    variables[variable.name] = variable
            names = [None if one is None else one.name for one in gradients]
            given = [variable.name for variable in upstream]
            known = [*self.inputs, *(name for line in self.lines for name in line.outputs), *given]
            wanted = [name for name in names if name is not None]
            lines = installed("needed")(tape[start:], known, wanted)
        return Backward(self, list(outputs), pattern, given, lines, names)

    def handed_over(self, backward):
        """Return the names that forward must hand over to a backward, by your `cut`; sorted."""
        lines = [*self.lines, *backward.lines]
        return sorted(installed("cut")(lines, len(self.lines), list(self.inputs)))

    def _run(self, lines, table):
        """Call the operators of some entries again; `table`, {name: Variable}, gets the outputs."""
        for line in lines:
            arguments = [self._find(name, table) for name in line.inputs]
            [output] = line.outputs
            if line.operator in OF_A_SHAPE:
                arguments.append(self._variables[output].shape)
            table[output] = installed(line.operator)(*arguments)

    def _find(self, name, table):
        """Return a Variable of the table; a name that isn't there is a constant."""
        return table[name] if name in table else Variable(self._variables[name].value)

    @contextlib.contextmanager
    def _on_its_own_tape(self):
        """Let the tape, the Variables and the names be those of this recording for a while."""
        here = list(tape), dict(variables), counter[0]
        put_on_the_tape(self._tape, self._variables, self._counter)
        try:
            yield
        finally:
            self._tape, self._variables, self._counter = list(tape), dict(variables), counter[0]
            put_on_the_tape(*here)


class Backward:
    """One backward of a recording, for one pattern of upstream gradients.

    lines: its entries, those that compute the gradients of the inputs.
    pattern: a letter for each output: g for one that receives a gradient, - for one that doesn't.
    """

    def __init__(self, recording, outputs, pattern, upstream, lines, gradients):
        self.lines = lines
        self.pattern = pattern
        self._recording = recording
        self._outputs = outputs
        self._upstream = upstream
        self._gradients = gradients

    def compute(self, inputs, made, grad_outputs):
        """Compute this backward with other Variables; all of it is recorded on the tape.

        inputs: the Variables that the operator was called with.
        made: the Variables that stand for the outputs.
        grad_outputs: a list with a gradient or None for each output, in this backward's pattern.

        Returns a list with a gradient for each input, a Variable or None. Raises ValueError for
        another pattern.
        """
        if received(grad_outputs) != self.pattern:
            raise ValueError(
                f"This backward is for the pattern {self.pattern}, and {received(grad_outputs)} "
                "has arrived. Record another backward for it."
            )
        table = dict(zip(self._recording.inputs, inputs, strict=True))
        table |= dict(zip(self._outputs, made, strict=True))
        arrived = [gradient for gradient in grad_outputs if gradient is not None]
        table |= dict(zip(self._upstream, arrived, strict=True))
        self._recording._run(self.lines, table)
        return [
            None if name is None else self._recording._find(name, table) for name in self._gradients
        ]


def put_on_the_tape(entries, known, count):
    """Replace the entries of the tape, the Variables that it knows, and the number of names."""
    tape[:] = entries
    variables.clear()
    variables.update(known)
    counter[0] = count
