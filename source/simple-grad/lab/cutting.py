"""Forward and backward as two programs: `split` compiles them, `print_handed_over` measures.

They call the functions that you have installed: `needed`, `cut`, `compile_tape` and `grad`.
"""

import torch

from . import simple_grad
from .compiling import load
from .operators import installed
from .simple_grad import Variable, record, reset_tape, tape, variables


def split(fn, values, wanted=None):
    """Record a function and its gradients once, and compile forward and backward separately.

    fn: a function of Variables that returns one.
    values: {name: tensor}; for each one fn gets a Variable of this name.
    wanted: the names of the inputs whose gradients backward returns; all, if left out. The result
        must depend on each of them.

    Returns a dict:
        forward, backward: the texts of two programs. The first takes the inputs, and returns the
            result and what it hands over. The second takes what is handed over and the upstream
            gradient, and returns the gradients.
        run: a function of the inputs and the upstream gradient that runs one program after the
            other. It returns the result and a list of gradients, all of them tensors.
        handed: {entry or name: tensor}, what is handed over at `values`, under the text of the
            entry that made it, or the name of the input.
    """
    reset_tape()
    inputs = [Variable(value, name) for name, value in values.items()]
    result = fn(*inputs)
    program = list(tape)
    upstream = Variable(torch.ones_like(result.value), "upstream")
    # `grad` needs a scalar. The last entry makes one, and passes the upstream gradient on.
    loss = Variable((result.value * upstream.value).sum())
    record("upstream", [result, upstream], [loss], lambda grads: [upstream, None])
    found = simple_grad.grad(loss, [variables[name] for name in wanted or values])

    names, gradients = [*values], [one.name for one in found]
    entries = installed("needed")(list(tape), [*names, upstream.name], [result.name, *gradients])
    forward = sum(entry in program for entry in entries)
    handed = sorted(installed("cut")(entries, forward, names))
    compile_tape = installed("compile_tape")
    texts = {
        "forward": compile_tape(entries[:forward], names, [result.name, *handed]),
        "backward": compile_tape(entries[forward:], [*handed, upstream.name], gradients),
    }
    first, second = map(load, texts.values())

    def run(tensors, gradient):
        value, *saved = first(*tensors)
        return value, second(*saved, gradient)

    makers = {name: str(entry) for entry in entries[:forward] for name in entry.outputs}
    sizes = {makers.get(name, name): variables[name].value for name in handed}
    return {**texts, "run": run, "handed": sizes}


def print_handed_over(parts):
    """Print the bytes of each tensor that forward hands over to backward, and their sum.

    parts: what `split` returned.
    """
    sizes = {title: each.numel() * each.element_size() for title, each in parts["handed"].items()}
    for title, size in sizes.items():
        print(f"{size:8,} bytes  {title}")
    print(f"{sum(sizes.values()):8,} bytes in all")
