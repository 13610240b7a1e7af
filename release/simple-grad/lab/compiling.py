"""Tapes as programs: record a function once, write its entries as Python, run them on tensors.

Entry points: `recorded`, `expression`, `load`, `compiled`, `on_the_tape`, `far_from_tape`,
`run_compiled`.
"""

import re

from .checks.by_hand import by_hand
from .helpers import distance, weights_for
from .operators import installed
from .simple_grad import Variable, reset_tape, shape_of, tape, variables

# What each operator computes, as an expression of tensors.
EXPRESSIONS = {
    "add": "{0} + {1}",
    "mul": "{0} * {1}",
    "matmul": "{0} @ {1}",
    "transpose": "{0}.T",
    "exp": "{0}.exp()",
    "relu": "{0}.clamp(min=0)",
    "gate": "({0} > 0).to({0}.dtype)",
    "sum_to": "{0}.sum_to_size({shape})",
    "expand_to": "{0}.expand({shape})",
}


def recorded(fn, values):
    """Run a function once on a new tape.

    fn: a function of Variables that returns a list of Variables.
    values: {name: tensor}; for each one fn gets a Variable of this name.

    Returns the entries of the tape, the names of the inputs, and the names of what fn returned.
    """
    reset_tape()
    inputs = [Variable(value, name) for name, value in values.items()]
    outputs = fn(*inputs)
    return list(tape), list(values), [output.name for output in outputs]


def computed_gradients(lines, forward):
    """Return whether the tape of a training step holds gradients of the data and of the targets.

    lines: what `recorded` returned for the half moons; forward: how many entries are forward.

    Returns {"of_data": bool, "of_targets": bool}. The gradient of y is computed with the -1 of
    y * -1.
    """
    backward = lines[forward:]
    [minus_one] = [entry.inputs[1] for entry in lines[:forward] if entry.inputs[0] == "y"]
    shapes = {shape_of(name) for entry in backward for name in entry.outputs}
    of_targets = any(minus_one in entry.inputs for entry in backward)
    return {"of_data": shape_of("x") in shapes, "of_targets": of_targets}


def expression(entry, values):
    """Return what an entry computes as Python text, such as "t0 * t1".

    values: the texts that stand for the inputs of the entry.

    Raises LookupError for an entry of an operator that is not known here, such as an aggregate.
    """
    if entry.operator not in EXPRESSIONS:
        raise LookupError(
            f"There is no text for {entry.operator}. There is one for {', '.join(EXPRESSIONS)}."
        )
    return EXPRESSIONS[entry.operator].format(*values, shape=shape_of(entry.outputs[0]))


def load(text):
    """Return the function `program` out of its text.

    Its `constants` are {name: tensor} of all that is on the tape now.
    """
    space = {"constants": {name: variable.value for name, variable in variables.items()}}
    exec(compile(text, "<program>", "exec"), space)
    if not callable(space.get("program")):
        raise LookupError("The text defines no function `program`.")
    return space["program"]


def compiled(fn, tensors):
    """Record a function at some tensors, and compile it by your `needed` and `compile_tape`.

    fn: a function of Variables that returns a list of Variables.

    Returns a function of tensors that returns a list of tensors.
    """
    entries, inputs, outputs = recorded(fn, numbered(tensors))
    kept = installed("needed")(entries, inputs, outputs)
    return load(installed("compile_tape")(kept, inputs, outputs))


def on_the_tape(fn):
    """Return a function of tensors that runs `fn` on a new tape each time, and returns tensors."""

    def program(*tensors):
        outputs = recorded(fn, numbered(tensors))[2]
        return [variables[name].value for name in outputs]

    return program


def far_from_tape(step, training, data):
    """Return how far a program is from the tape, for the recorded weights and for others.

    step: the program, a function of the weights of a network of two inputs and 32 units.
    training: the function of Variables that it was made of.
    data: {"x": points, "y": targets}.
    """
    on_tape = on_the_tape(training)
    some = [weights_for(2, 32, 1, seed) for seed in (0, 1)]
    return [distance(step(*one), on_tape(data["x"], data["y"], *one)) for one in some]


def numbered(tensors):
    """Return {name: tensor} with the names x0, x1, and so on."""
    return {f"x{number}": tensor for number, tensor in enumerate(tensors)}


@by_hand()
def run_compiled(compile_tape, fn, values, others, needed=None):
    """Record a function at `values`, compile it, and run the program at `others`.

    needed: the function that drops entries before; if left out, none are dropped.

    Returns a dict of plain data: the text, how many entries it was made of, how many results it
    should return, and the outputs, a list of tensors. Meanwhile PyTorch refuses to differentiate.
    Raises LookupError for a name that is neither in the table of `compile_tape` nor in its text,
    and ValueError for a text that is not Python.
    """
    entries, inputs, outputs = recorded(fn, values)
    if needed:
        entries = needed(entries, inputs, outputs)
    made = {name for entry in entries for name in entry.outputs}
    try:
        text = compile_tape(entries, inputs, outputs)
    except KeyError as missing:
        [name] = missing.args
        if name not in variables or name in {*made, *inputs}:
            raise
        raise LookupError(
            f"{name} is not in your table. It is neither an input nor an output of an entry, so it "
            "is a constant."
        ) from missing
    outcome = {
        "text": text,
        "entries": len(entries),
        "results": len(outputs),
        "outputs": None,
    }
    if isinstance(text, str):
        try:
            outcome["outputs"] = load(text)(*others.values())
        except NameError as missing:
            # Its `name` is None if a later line assigns it.
            [name] = re.findall("'(.*?)'", str(missing))
            sentence = f"{name} is in your text, and nothing assigns it before."
            raise LookupError(sentence) from missing
        except IndentationError as error:
            raise ValueError(
                f"Python says of line {error.lineno} of your text: {error.msg}. Begin each line "
                "after `def` with four spaces."
            ) from error
        except SyntaxError as error:
            raise ValueError(
                f"Python says of your text: {error.msg}. Variables may be called `for` or `t0`: "
                "give their values names of your own."
            ) from error
    return outcome
