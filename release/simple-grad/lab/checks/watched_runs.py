"""Runs of a program and of `grad` that are watched: `watched_run`, for the checks.

It returns plain data: numbers, text and tensors. The checks look at that data. While it runs,
PyTorch refuses to differentiate: an answer's gradients come from the tape.
"""

import torch

from .. import simple_grad
from ..messages import explaining_recursion
from ..simple_grad import Variable, check_gradients, reset_tape, tape
from ..wording import counted, expected, kind_of, kind_returned
from .by_hand import by_hand

torch.set_num_threads(1)  # small tensors: threads would only wait for each other


@by_hand()
def watched_run(program, values, second_loss=None, repeat=False, differentiate=simple_grad.grad):
    """Run a program on a new tape and `grad` on what it returns, and watch both.

    program: a function of Variables that returns one. What is no scalar is summed up.
    values: {name: tensor}; for each one the program gets a Variable.
    second_loss: a function of the list of gradients that returns a second scalar, or None.
    repeat: whether to compute the same gradients a second time.
    differentiate: the function that computes the gradients; the installed `grad`, if left out.

    Returns a dict of plain data:
        value: what the program returned, a tensor.
        loss: the name of the scalar that was differentiated first.
        grads, again, second: {name: tensor or None}; gradients of the result, the same
            computed again, and those of the second loss.
        tape: the entries of the program, as (operator, inputs, outputs).
        kept: whether they were still the same after all this, and none was replaced.
        reordered: whether they were all there after the first grad, in another order.
        arrived: the names for which entries returned a gradient in the first grad, and the loss.
        unmade: what the entries of the first grad read and no entry made: names of Variables that
            are not inputs, and not the same number everywhere, as a factor or a seed is.
        calls: for each time that `grad` ran, a list of (number of the entry, operator, outputs),
            in the order in which their propagate was called. The last has a letter for each output:
            g for one that received a gradient, - for one that received None.
        sizes: how many entries there were after the program, after the first grad, after the second
            loss, after its grad.
    """
    reset_tape()
    inputs = [Variable(value.clone(), name) for name, value in values.items()]
    with explaining_recursion():
        output = program(*inputs)
    if not isinstance(output, Variable):
        raise TypeError(expected("The program's result", "a Variable", kind_returned(output)))
    outcome = {"value": output.value, "tape": plain_entries(tape), "calls": [], "sizes": []}
    outcome["kept"] = True
    loss = output if output.shape == () else output.sum()
    outcome["sizes"].append(len(tape))
    outcome |= {"loss": loss.name, "arrived": [loss.name]}

    gradients = watched_grad(differentiate, loss, inputs, outcome, outcome["arrived"])
    outcome["grads"] = plain(values, gradients)
    after_first, now = list(tape), plain_entries(tape)
    turned = now[: len(outcome["tape"])] != outcome["tape"]
    outcome["reordered"] = turned and all(entry in now for entry in outcome["tape"])
    outcome["sizes"].append(len(after_first))
    outcome["unmade"] = unmade(after_first, outcome["sizes"][0], values)
    if repeat:
        outcome["again"] = plain(values, watched_grad(differentiate, loss, inputs, outcome))
    if second_loss:
        second = second_loss(gradients)
        outcome["sizes"].append(len(tape))
        if second is None:
            outcome["second"] = dict.fromkeys(values)
        else:
            outcome["second"] = plain(values, watched_grad(differentiate, second, inputs, outcome))
        outcome["sizes"].append(len(tape))
    outcome["kept"] &= plain_entries(tape[: len(after_first)]) == plain_entries(after_first)
    outcome["kept"] &= plain_entries(after_first[: len(outcome["tape"])]) == outcome["tape"]
    return outcome


def watched_grad(differentiate, loss, inputs, outcome, arrived=None):
    """Compute gradients, and note in `outcome` which entries' propagate is called.

    arrived: a list that gets the names for which entries return a gradient, or None.
    """
    calls = []
    before = list(tape)
    for number, entry in enumerate(before):
        tape[number] = entry._replace(propagate=watched(number, entry, calls, arrived))
    watched_entries = list(tape)
    outcome["calls"].append(calls)
    try:
        with explaining_recursion():
            gradients = check_gradients(differentiate(loss, inputs), inputs)
    except KeyError as missing:
        if missing.args[0] not in {*simple_grad.variables, *(one.name for one in inputs)}:
            raise
        raise LookupError(
            f"{missing.args[0]} is not in your table: nothing has arrived for it so far, or it is "
            "kept under another key."
        ) from missing
    there = tape[: len(before)]
    replaced = any(now is not then for now, then in zip(there, watched_entries, strict=False))
    if plain_entries(there) != plain_entries(before) or replaced:
        outcome["kept"] = False
    else:
        tape[: len(before)] = before
    return gradients


def watched(number, entry, calls, arrived=None):
    """Return the propagate of an entry, which from now on adds each call to `calls`.

    It raises TypeError if it gets no list, ValueError if it is called without any gradient.
    """

    def propagate(*given):
        if len(given) != 1 or not isinstance(given[0], (list, tuple)):
            kinds = ", ".join(map(kind_of, given)) or "nothing"
            raise TypeError(
                f"{expected('The argument of propagate', 'a list', kinds)} Pass a list with one "
                "gradient for each output: "
                f"`entry.propagate([{', '.join('gh'[: len(entry.outputs)])}])`."
            )
        [grad_outputs] = given
        what = f"The list that the propagate of {entry.operator} was called with"
        form = counted(len(entry.outputs), "gradient")
        if len(grad_outputs) != len(entry.outputs):
            raise ValueError(
                f"{expected(what, form, len(grad_outputs))} Pass one for each output, and None "
                "where nothing has arrived."
            )
        outputs = received(grad_outputs)
        calls.append((number, entry.operator, outputs))
        if "g" not in outputs:
            raise ValueError(
                f"the propagate of {entry.operator} was called though no gradient has arrived for "
                f"{' or '.join(entry.outputs)}: leave such an entry out. If something should have "
                "arrived: is your table keyed by names, and is the tape as long as before?"
            )
        returned = entry.propagate(grad_outputs)
        if arrived is not None and isinstance(returned, (list, tuple)):
            pairs = zip(entry.inputs, returned, strict=False)
            arrived.extend(name for name, gradient in pairs if gradient is not None)
        return returned

    return propagate


def unmade(entries, forward, inputs):
    """Return what entries behind the first `forward` read, and no entry made: see `watched_run`."""
    made = {*inputs}.union(*(entry.outputs for entry in entries))
    read = dict.fromkeys(name for entry in entries[forward:] for name in entry.inputs)
    found = [name for name in read if name not in made]
    return [name for name in found if simple_grad.variables[name].value.unique().numel() > 1]


def plain_entries(entries):
    """Return entries of the tape as plain data."""
    return [(entry.operator, list(entry.inputs), list(entry.outputs)) for entry in entries]


def plain(names, gradients):
    """Return {name: tensor or None}."""
    tensors = [None if gradient is None else gradient.value for gradient in gradients]
    return dict(zip(names, tensors, strict=True))


def received(gradients):
    """Return a letter for each gradient: g for one, - for None."""
    return "".join("-" if gradient is None else "g" for gradient in gradients)
