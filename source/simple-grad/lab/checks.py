"""What the checks of these notebooks say: sentences on gradients, operators, lines, derivatives.

Entry points: `check_operator`, `check_gradients`, `check_order`, `check_derivatives`,
`check_hessian`. They look at the plain data that `ask` and `run` of helpers.py return, and hold no
solution.
"""

import re

import torch

from .oracle import equal, say, shape, torch_gradients
from .show import check

# ---- gradients -----------------------------------------------------------------------------------


def check_gradients(got, want, values, what, lost=None):
    """Compare gradients with those that torch has.

    got: {name: tensor or None}; None is as good as zeros here.
    want: {name: tensor}.
    values: {name: tensor}, whose shapes the gradients should have.
    what: how the sentence begins: what was asked.
    lost: what to say of a None that should be a Variable; that it should be one, if left out.
    """
    check(isinstance(got, dict) and set(got) == set(want), f"{what}: some gradient is missing.")
    for name, right in want.items():
        mine = got[name]
        if mine is None:
            check(not right.any(), f"{what}: the gradient of {name} is None; {lost or WANTED}")
            continue
        check(isinstance(mine, torch.Tensor), f"{what}: the gradient of {name} holds no tensor.")
        check_shape(mine, values[name], name, what)
        check(equal(mine, right), f"{what}: {differ(name, mine, right)}")


WANTED = "it should be a Variable."
NO_PATH = (
    "no path on the tape leads back to it. What a backward rule reads must be an input or an "
    "output of a line."
)


def check_shape(gradient, value, name, what):
    """Check that a gradient has the shape of what it is the gradient of."""
    check(
        gradient.shape == value.shape,
        f"{what}: the gradient of {name} has the shape {shape(gradient)}, {name} has "
        f"{shape(value)}.",
    )


def differ(name, mine, right):
    """Say that a gradient has other numbers than torch's."""
    return f"the gradient of {name} is {beside(mine, right)}"


def beside(mine, right):
    """Return two tensors as text, and how far apart they are where the text does not show it."""
    text = f"{say(mine)}, torch says {say(right)}."
    if say(mine) != say(right):
        return text
    return f"{text} The largest difference is {float((mine - right).detach().abs().max()):.1e}."


def check_run(answer, want, values, what):
    """Compare the gradients of an answer of `run` with torch's; if they differ, look at the walk.

    want, values, what: as for `check_gradients`.
    """
    pairs = [(answer["grads"].get(name), right) for name, right in want.items()]
    wrong = [right.any() if mine is None else not equal(mine, right) for mine, right in pairs]
    if any(wrong):
        check_walk(answer, what)
    check_gradients(answer["grads"], want, values, what)


def check_walk(answer, what):
    """Check of an answer of `run` that the walk reached the lines where something arrives."""
    lines, asked = answer["tape"], {number for number, _, _ in answer["calls"][0]}
    made_loss = [line for line in lines if answer["loss"] in line[2]]
    check(
        asked or not made_loss,
        f"{what}: grad asked no line, though `{as_text(made_loss)}` made the loss. What are the "
        "keys of your table? Lines speak of Variables by *name*.",
    )
    for number, (operator, _, outputs) in enumerate(lines):
        got = [name for name in outputs if name in answer["arrived"]]
        if got and number not in asked:
            others = ", ".join(f"`{lines[n][0]}`" for n in sorted(asked) if n < len(lines))
            check(
                False,
                f"{what}: grad asked {others} and never `{operator}`, though `{operator}` made "
                f"{got[0]}, and something arrived for {got[0]}. In which direction does your walk "
                "go, and does it reach every line?",
            )


def as_text(lines):
    """Return the first of some lines as text."""
    return "".join(f"{', '.join(outs)} = {op}({', '.join(ins)})" for op, ins, outs in lines[:1])


def check_kept(answer):
    """Check of an answer of `run` that the lines of the tape are those that were there before."""
    turned = (
        "its lines stand in another order. `reversed(tape)` reads it backwards and leaves it; "
        "`tape.reverse()` turns the list itself."
    )
    how = turned if answer["reordered"] else "lines are missing or changed. Leave them there."
    check(answer["kept"], f"After grad the tape is not what it was: {how}")


def check_order(answer, what):
    """Check of an answer of `run` that each line was asked once, after all that use its outputs."""
    lines, asked = answer["tape"], answer["calls"][0]
    numbers = [number for number, _, _ in asked]
    check(
        len(set(numbers)) == len(numbers),
        f"{what}: A line was asked to propagate more than once. When it is asked, all that "
        "arrives must be there already.",
    )
    for place, number in enumerate(numbers):
        if number < len(lines):
            outputs = set(lines[number][2])
            later = [lines[n] for n in numbers[place + 1 :] if n < len(lines)]
            early = any(outputs & set(inputs) for _, inputs, _ in later)
            check(not early, f"{what}: A line was asked before one that uses what it made.")


# ---- one operator --------------------------------------------------------------------------------


def check_operator(answer, values, compute, gradient, what, sources=None):
    """Check an answer of `ask`: the value, the line, the backward rule.

    values: {name: tensor}, the inputs.
    compute: the same as torch has it, a function of tensors.
    gradient: what arrived, a tensor.
    what: how the sentence begins.
    sources: {name: names}, what the tape must know to be behind each gradient ("arrived" and names
        of inputs); None leaves that out.
    """
    check_forward(answer, values, compute, what)
    failed = answer["failed"]
    of_shapes = re.search("shape|size|dimension", failed or "")
    hint = " Write the shapes of all that meets there beside each other." if of_shapes else ""
    check(failed is None, f"{what}: its propagate fails with {failed}{hint}")
    gradients = answer["gradients"]
    check(
        len(gradients) == len(values),
        f"{what}: propagate should return a list of {len(values)}, one gradient for each input; "
        f"it returns {len(gradients)}.",
    )
    want = torch_gradients(compute, values, gradient=gradient)
    named = answer["line"][1]  # a rule answers in the order of its own line
    order = named if sorted(named) == sorted(want) else want
    for name, (kind, mine, behind) in zip(order, gradients, strict=True):
        right = want[name]
        if kind == "Tensor":
            sentence = "the tape cannot see what was done with it. Compute with Variables."
            check(False, f"{what}: the gradient of {name} is a bare tensor: {sentence}")
        opened = " propagate gets a *list*: `[g] = grads` opens it." if kind == "list" else ""
        check(kind == "Variable", f"{what}: the gradient of {name} is {kind}; {WANTED}{opened}")
        check_shape(mine, values[name], name, what)
        check(equal(mine, right), f"{what}: {differ(name, mine, right)}")
        for source in (sources or {}).get(name, ()):
            check(source in behind, f"{what}: {unknown(name, source)}")


def unknown(name, source):
    """Say that the tape does not know that a gradient depends on something."""
    from_what = "the one that arrived" if source == "arrived" else source
    return (
        f"the numbers are right, but the tape does not know how the gradient of {name} came from "
        f"{from_what}. Compute with Variables, not with their values."
    )


def check_forward(answer, values, compute, what, label=None):
    """Check the value and the line of an answer of `ask`.

    label: what the line must be called, with its inputs in order; None leaves that out.
    """
    kind = answer["kind"]
    check(kind == "Variable", f"{what}: it should return a Variable, and returns a {kind}.")
    for name, value in values.items():
        check(
            equal(answer["inputs"][name], value),
            f"{what} has changed the value of its input {name}.",
        )
    wrote = answer["operators"]
    check(
        len(wrote) < 2,
        f"{what} should write one line, from {' and '.join(values)} to its result; it wrote "
        f"{len(wrote)}: {', '.join(wrote)}.",
    )
    own = f"{what} left no line of its own on the tape that made its result."
    check(answer["line"] is not None, own)
    right = compute(*values.values())
    check(
        answer["value"].shape == right.shape,
        f"{what}: the result has the shape {shape(answer['value'])}, torch says {shape(right)}.",
    )
    check(
        equal(answer["value"], right),
        f"{what}: the result is not what torch computes: {say(answer['value'])}, torch says "
        f"{say(right)}.",
    )
    operator, inputs, outputs = answer["line"]
    right_inputs = inputs == list(values) if label else sorted(inputs) == sorted(values)
    check(
        right_inputs and len(outputs) == 1 and operator == (label or operator),
        f"{what}: the line is ({operator!r}, {inputs}, {outputs}). It should be "
        f"({label or operator!r}, {list(values)}, [one output]).",
    )


def check_one_line(answer, what, lines=1):
    """Check of an answer of `run` that the program left so many lines."""
    made = len(answer["tape"])
    amount = "one line" if lines == 1 else f"{lines} lines"
    check(made == lines, f"{what} should leave {amount} on the tape, not {made}.")


# ---- derivatives ---------------------------------------------------------------------------------


def check_derivatives(got, f, x, n, what):
    """Check a list of n + 1 tensors: f(x), and its derivatives up to the n-th.

    f: a function of a tensor, entry by entry.
    x: a tensor.
    got: the list, or a function that returns it.
    """
    if callable(got):
        try:
            got = got()
        except AttributeError as error:
            check("NoneType" not in str(error), f"{what}: {NOTHING_ARRIVED}")
            raise
    check(
        isinstance(got, (list, tuple)) and len(got) == n + 1,
        f"{what}: the list for n = {n} should hold {n + 1} tensors, f(x) first.",
    )
    x = x.clone().requires_grad_()
    y = f(x)
    for number, mine in enumerate(got):
        check_tensor(mine, x, f"{what}: derivative {number}")
        check(
            equal(mine, y),
            f"{what}: derivative {number} is {beside(mine, y)}",
        )
        if y.requires_grad:
            [y] = torch.autograd.grad(
                y.sum(), [x], create_graph=True, allow_unused=True, materialize_grads=True
            )
        else:
            y = torch.zeros_like(x)


NOTHING_ARRIVED = (
    "a derivative is None, and None has no value. Either it is known to be zero, or nothing "
    "arrived at x: is the Variable in the list for grad the very one that f was given?"
)


def check_hessian(got, f, xs, vs, what):
    """Check the product of the Hessian of f at the tensors `xs` with the tensors `vs`."""
    check(
        isinstance(got, (list, tuple)) and len(got) == len(xs),
        f"{what}: the list should hold {len(xs)} tensors, one for each input.",
    )
    want = torch.autograd.functional.vhp(f, tuple(xs), tuple(vs))[1]
    for name, mine, right, x in zip("abc", got, want, xs, strict=False):
        check_tensor(mine, x, f"{what}: the product for {name}")
        check(
            equal(mine, right),
            f"{what}: for {name} you have {beside(mine, right)}",
        )


def check_tensor(got, like, what):
    """Check that something is a tensor of the shape of `like`, and no Variable."""
    check(
        isinstance(got, torch.Tensor),
        f"{what} should be a tensor: return tensors, not Variables, and zeros in place of None.",
    )
    check(got.shape == like.shape, f"{what} has the shape {shape(got)}, not {shape(like)}.")
