"""What the checks of the notebooks compare, and what they say.

Every check raises `CheckFailed` with a sentence on what kind of thing is wrong. None of them holds
an answer: what is right is asked of PyTorch.
"""

from compare import as_number, as_tensor, close, name_of, numbers, same_tensor
from given import report
from programs import picture_of, really, text_of
from show import check

# ---- notebook 1 ---------------------------------------------------------------------------------

FLAGS = ("requires_grad", "is_leaf")
RULES = {  # (how, flag): what to say where a flag is wrong
    ("tensor", 0): "A tensor needs grad only if you ask for it.",
    ("tensor", 1): "A tensor that you made yourself is a leaf, whether it needs grad or not.",
    ("parameter", 0): "A parameter needs grad from the start, until somebody freezes it.",
    ("parameter", 1): "A parameter is made by nobody's operation: it is a leaf.",
    ("multiply", 1): (
        "A result of inputs that all need no grad is not recorded, so it is a leaf; "
        "else it is none."
    ),
    ("no_grad", 0): "Under no_grad nothing is recorded, so the result needs no grad.",
    ("no_grad", 1): "Under no_grad nothing is recorded, so the result is a leaf.",
    ("detach", 0): "detach gives a tensor outside of the graph: it needs no grad.",
    ("detach", 1): "detach gives a tensor outside of the graph: it is a leaf.",
    ("long", 0): "Whole numbers cannot need grad, wherever they come from.",
    ("long", 1): "Whole numbers cannot need grad, so nothing is recorded: they are a leaf.",
}


def check_flags(answer, program):
    """Compare the flags that `predict_flags(program)` answers with those of PyTorch."""
    want = really(program)
    shown = f"The program:\n{text_of(program)}"
    check(
        isinstance(answer, dict),
        f"predict_flags should return a dict; it returns {name_of(answer)}.",
    )
    for name in want:
        check(name in answer, f"The dict says nothing about {name}. {shown}")
    unknown = [name for name in answer if name not in want]
    check(not unknown, f"The dict holds {unknown[:1]}, which is no name of the program. {shown}")
    for name, pair in answer.items():
        plain = isinstance(pair, (tuple, list)) and len(pair) == 2
        check(
            plain and all(isinstance(flag, bool) for flag in pair),
            f"For {name} the dict should hold a pair of bools, (requires_grad, is_leaf).",
        )
    for name, how, inputs in program:
        for number, flag in enumerate(FLAGS):
            got, real = answer[name][number], want[name][number]
            if got != real:
                why = rule(program, name, how, inputs, number, got)
                said = f"You say that {flag} of {name} is {got}; in PyTorch it is {real}."
                check(False, f"{why} {said} {shown}", picture_of(program, name))


def rule(program, name, how, inputs, number, got):
    """Say which rule the wrong flag of a step goes against."""
    frozen = [step[0] for step in program if step[1] == "freeze"]
    if name in frozen and how in ("parameter", "freeze"):
        return "From the freezing on, a frozen parameter needs no grad. It stays a leaf."
    if how == "multiply" and frozen and really(frozen_at_once(program))[name][number] == got:
        return f"{name} was recorded before {frozen[0]} was frozen. What is written stays written."
    if how == "multiply" and number == 0:
        if not got:
            return "A result needs grad as soon as one of its inputs does."
        return "None of its inputs needs grad when it is made, so nothing is recorded."
    return RULES[how, number]


def frozen_at_once(program):
    """Return the program with each freezing right behind the making of what is frozen."""
    frozen = {name: step for step in program for name in step[2] if step[1] == "freeze"}
    moved = []
    for step in program:
        if step[1] != "freeze":
            moved += [step, frozen[step[0]]] if step[0] in frozen else [step]
    return moved


def usual(first, second, x):
    """Return the report of the plain `second(first(x))`, through which every gradient goes."""
    return report(lambda first, second, x: second(first(x)), first, second, x)


def check_output(seen, usual):
    """Compare the output of `stop_gradient` with that of `second(first(x))`."""
    same_tensor("The output", seen["output"], usual["output"])


def check_blocked(seen):
    """Check that no gradient has reached x, or a parameter of first."""
    reached = any(gradient is not None for gradient in seen["first"])
    check(not reached, "A gradient reaches the parameters of first.")
    check(seen["x"] is None, "A gradient reaches x, past first.")


def check_alive(seen, usual):
    """Check that second learns as usual, and that nothing is left frozen."""
    check(
        not seen["frozen"],
        "A parameter no longer needs grad after the call. Stop the gradient, and freeze nothing. "
        f"(It is {', '.join(seen['frozen'])}.)",
    )
    check(
        not seen["thawed"],
        "A parameter that was frozen before the call needs grad after it: "
        f"{', '.join(seen['thawed'])}.",
    )
    check(
        seen["grad mode"],
        "After the call PyTorch does not record as it did before: the grad mode was left changed.",
    )
    check(seen["graph"], "The output has no graph at all: second learns nothing.")
    for got, want in zip(seen["second"], usual["second"], strict=True):
        check(got is not None, "A parameter of second gets no gradient.")
        same_tensor("The gradient of a parameter of second", got, want)


# ---- notebook 2 ---------------------------------------------------------------------------------


def check_three(answer):
    """Return an answer that should be three tensors."""
    check(
        isinstance(answer, (tuple, list)) and len(answer) == 3,
        "predict_grads should return three tensors, (grad_x, grad_a, grad_b).",
    )
    return answer


def check_gradient(name, got, want, case):
    """Compare a gradient that was predicted with the one in PyTorch.

    Arguments:
        name: "x", "a" or "b".
        got, want: the prediction, and the gradient in PyTorch.
        case: the list [x, a, b, gradient].
    """
    tensor, gradient = case["xab".index(name)], case[3]
    got = as_tensor(f"The gradient of {name}", got)
    check(
        got.shape == tensor.shape,
        f"The gradient of {name} has the shape {tuple(got.shape)}; {name} has "
        f"{tuple(tensor.shape)}, and a gradient looks like its tensor.",
    )
    check(
        close(got, want),
        f"The gradient of {name} is {numbers(want)} in torch, yours {numbers(got)}, "
        f"for gradient = {numbers(gradient)}.",
    )


def check_again(seen, function):
    """Check that an answer that was called twice said the same."""
    one, other = (as_tensor(function, seen[call]) for call in ("answer", "again"))
    check(
        one.shape == other.shape and close(one, other),
        f"Asked a second time, {function} answers something else. Is something left over?",
    )


def check_untouched(seen, name):
    """Check that the first tensor that an answer got is as it was."""
    check(not seen["changed"][0], f"The {name} that was passed has changed. Work on a copy.")
    check(
        not seen["grad"][0] and not seen["needs grad"][0],
        f"The {name} that was passed needs grad now, or has a .grad. Work on a copy.",
    )


def check_jacobian(answer, want, what):
    """Compare a Jacobian with the one of PyTorch; `what` names the function."""
    got = as_tensor("jacobian", answer)
    rows, columns = want.shape
    check(
        got.shape == want.shape,
        f"{what}: the shape is {tuple(got.shape)}; {rows} outputs and {columns} inputs make "
        f"{tuple(want.shape)}.",
    )
    if close(got, want):
        return
    kind = ""
    if close(got, want.cumsum(0)):
        kind = " Your rows add up: each holds those before it."
    elif rows > 1 and close(got, got[-1].expand_as(got)):
        kind = " All your rows are the same."
    check(False, f"{what}: torch says {numbers(want)}, you {numbers(got)}.{kind}")


def check_descent(answer, want, start, what):
    """Compare where `descend` ends with where plain gradient descent ends from `start`."""
    got = as_tensor("descend", answer)
    check(
        got.shape == want.shape,
        f"{what}: the w that is returned has the shape {tuple(got.shape)}, not "
        f"{tuple(want.shape)}.",
    )
    check(
        close(got, want) or not close(got - start, start - want),
        f"That is uphill. {what}: you end at {numbers(got)}, and w is {numbers(want)} in the end.",
    )
    check(close(got, want), f"{what}: w is {numbers(want)} in the end, yours {numbers(got)}.")


def check_steps(answers, target, start):
    """Compare where `descend` ends after one step, and after two, with the numbers of `target`."""
    one, two = (as_tensor("descend", answer) for answer in answers)
    first_is_right = one.shape == start.shape and close(one, target[0])
    check(
        not first_is_right or two.shape == start.shape,
        f"Two steps: the w that is returned has the shape {tuple(two.shape)}.",
    )
    check(
        not first_is_right or close(two, target[1]),
        f"The first step is right. What is in w.grad before the second backward? "
        f"(After two steps w is {numbers(target[1])}, yours {numbers(two)}.)",
    )
    check_descent(one, target[0], start, "One step")


# ---- notebook 3 ---------------------------------------------------------------------------------


def check_weights(answer, want, values):
    """Compare the five gradients of the graph with four weights.

    Arguments:
        answer: what `four_weights` returned.
        want: the five gradients in PyTorch, as floats.
        values: a and the four weights, as floats.
    """
    names = ["a", "w1", "w2", "w3", "w4"]
    check(
        isinstance(answer, (tuple, list)) and len(answer) == 5,
        "four_weights should return five numbers: the gradients of a, w1, w2, w3 and w4.",
    )
    for name, got, real in zip(names, answer, want, strict=True):
        got = as_number(f"The gradient of {name}", got)
        near = abs(got - real) <= 1e-6 * max(1, abs(real))
        if name == "a" and not near:
            _, w1, w2, w3, w4 = values
            ways = [w1 * w3, w2 * w4, w1 * w3 * w2 * w4]
            one = any(abs(abs(got) - abs(way)) <= 1e-6 * abs(way) for way in ways)
            check(not one, "Two ways lead from a to L, and their contributions are added.")
        check(near, f"The gradient of {name} is {real:g} in torch, yours {got:g}.")


def check_reached(answer, want, program, output):
    """Compare the names that `reached(program, output)` answers with those in PyTorch."""
    shown = f"The program:\n{text_of(program)}\nbackward from {output}"
    check(
        isinstance(answer, (set, frozenset, list, tuple)),
        f"reached should return a set of names; it returns {name_of(answer)}.",
    )
    flags = really(program)
    unknown = [name for name in answer if name not in flags]
    check(not unknown, f"The set holds {unknown[:1]}, which is no name of the program. {shown}")
    for name, _, _ in program:
        if (name in answer) == (name in want):
            continue
        needs_grad, leaf = flags[name]
        if name in want:
            why = f"{name} gets a .grad: a recorded way leads to it from {output}."
        elif not needs_grad:
            why = f"{name} gets no .grad: it needs no grad."
        elif not leaf:
            why = f"{name} gets no .grad: it is no leaf that needs grad."
        else:
            why = f"{name} gets no .grad: no recorded way leads to it from {output}."
        check(False, f"{why} {shown}", picture_of(program, name))


def check_second(answer, want, operations):
    """Compare what `second_backward_fails(operations)` answers with what happened."""
    check(
        isinstance(answer, bool),
        f"second_backward_fails should return True or False; it returns {name_of(answer)}.",
    )
    happens = "fails" if want else "works"
    check(
        answer == want,
        f"{' then '.join(operations)}: the second backward {happens}. "
        "Whose derivative needs a number from the forward pass?",
    )


def check_loop(answer, want, x, limit):
    """Compare what `loop_grad(x, limit)` answers with the slope in PyTorch."""
    got = as_number("loop_grad", answer)
    check(
        abs(got - want) <= 1e-6 * abs(want),
        f"x = {x:g}, limit {limit:g}: the slope is {want:g}, yours {got:g}. "
        "Write down the graph of this very run.",
    )


# ---- notebook 4 ---------------------------------------------------------------------------------


def check_value(seen, x, want):
    """Compare the value of a function at x."""
    check(not seen["changed"], "forward changed its input.")
    same_tensor(f"forward of {numbers(x)}", seen["value"], want)


def check_slope(seen, want, arrived):
    """Compare the gradient of x, for what arrived. Check it with ones before anything else."""
    got = seen["gradient"]
    check(got is not None, "backward returns no gradient for x.")
    right = got.shape == want.shape and close(got, want)
    if bool((arrived == 1).all()):
        check(
            right,
            f"backward, gradient of ones: {numbers(got)}, torch has {numbers(want)}.",
        )
    check(
        right,
        "With ones it is right: what do you do with grad_output? "
        f"(For {numbers(arrived)} you return {numbers(got)}, torch has {numbers(want)}.)",
    )


def check_uses(seen, slopes):
    """Compare the gradients of two uses in one program with the slopes at the two places."""
    for got in seen:
        check(got is not None, "backward returns no gradient for x.")
    check(
        close(seen[0], slopes[0]) or not close(seen[0], slopes[1]),
        "Used twice in one program, the first use gets the gradient of the second. "
        "Keep what backward needs in ctx, which is another object at each use.",
    )
    for got, want, which in zip(seen, slopes, ("first", "second"), strict=True):
        check(
            close(got, want),
            f"Used twice in one program, the {which} use gets {numbers(got)}, torch has "
            f"{numbers(want)}.",
        )


def check_scaled(seen, values, factor, arriving):
    """Compare what came through a hook with `factor` times what arrived."""
    got, want = seen["first"], arriving * factor
    check(close(seen["value"], values), "The numbers of the tensor have changed, not its gradient.")
    check(
        close(seen["arrived"], arriving),
        "The gradient that arrived was changed in place, and others hold it too. "
        "Return a new tensor.",
    )
    check(
        got is not None and got.shape == want.shape and close(got, want),
        f"factor {factor:g}: {numbers(arriving)} arrived, and .grad is {numbers(got)}.",
    )
    check(seen["handle"], "scale_gradient should return the handle that register_hook gives.")
    check(
        close(seen["second"], arriving),
        "After handle.remove() the gradient is still scaled.",
    )
