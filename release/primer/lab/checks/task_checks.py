"""Comparisons and sentences of the checks in the notebooks.

Every check raises `CheckFailed` with a sentence that names the kind of mistake. None of them holds
an answer: PyTorch provides the right one. `what` is the name of the case, for the sentence.
"""

import torch

from ..bugs import FAULTS, LOOPS
from ..programs import picture_of, text_of
from ..show import check
from ..wording import counted, expected, kind_of, kind_returned, numbers, of_numpy
from .compare import as_number, as_tensor, check_shape, close, same_tensor
from .effects import watch_stop_gradient

# ---- notebook 1 ---------------------------------------------------------------------------------

FLAGS = ("requires_grad", "is_leaf")
ROUNDING = 1e-9  # of float64, after some operations; float32 rounds more
RULES = {  # (how, flag): the sentence for a wrong flag
    ("tensor", 0): "A tensor requires grad only if you ask for it.",
    ("tensor", 1): "A tensor that you made yourself is a leaf, whether it requires grad or not.",
    ("parameter", 0): "A parameter requires grad from the start, until it is frozen.",
    ("parameter", 1): "No operation makes a parameter: it is a leaf.",
    ("freeze", 0): "A frozen parameter does not require grad any more.",
    ("freeze", 1): "A frozen parameter stays a leaf.",
    ("multiply", 1): (
        "If none of its inputs requires grad, a product is not recorded, so it is a leaf; "
        "otherwise it is not a leaf."
    ),
    ("no_grad", 0): "Under no_grad nothing is recorded, so what it makes does not require grad.",
    ("no_grad", 1): "Under no_grad nothing is recorded, so what it makes is a leaf.",
    ("detach", 0): "detach gives a tensor outside of the record: it does not require grad.",
    ("detach", 1): "detach gives a tensor outside of the record: it is a leaf.",
    ("long", 0): "Whole numbers cannot require grad, wherever they come from.",
    ("long", 1): "Whole numbers cannot require grad, so nothing is recorded: it is a leaf.",
}


def check_flags(answer, program, want, what="The program"):
    """Compare the flags that `predict_flags(program)` answers with those of PyTorch, `want`."""
    shown = f"{what}:\n{text_of(program)}"
    sentence = expected("predict_flags", "a dict", kind_returned(answer))
    check(isinstance(answer, dict), sentence)
    for name in want:
        check(name in answer, f"The dict has no entry for {name}. {shown}")
    unknown = [name for name in answer if name not in want]
    check(not unknown, f"The dict holds {unknown[:1]}, which is not a name in the program. {shown}")
    form = "a pair of bools (requires_grad, is_leaf)"
    for name, pair in answer.items():
        several = isinstance(pair, (tuple, list)) and len(pair) == 2
        kinds = f"a pair of {' and '.join(map(kind_of, pair))}" if several else kind_of(pair)
        bools = several and all(isinstance(flag, bool) for flag in pair)
        check(bools, expected(f"The entry for {name}", form, kinds))
    turned = all(tuple(answer[name]) == want[name][::-1] for name in want)
    check(
        not turned or all(one == other for one, other in want.values()),
        f"Each pair is the wrong way round: the order is (requires_grad, is_leaf). {shown}",
    )
    for name, how, inputs in program:
        for number, flag in enumerate(FLAGS):
            got, real = answer[name][number], want[name][number]
            if got != real:
                frozen = (name, "freeze", (name,)) in program
                why = rule(name, "freeze" if frozen else how, inputs, number, want)
                sentence = f"{expected(f'{name}.{flag}', real, got)} {why} {shown}"
                check(False, sentence, picture_of(program, name))


def rule(name, how, inputs, number, want):
    """Return the rule that the wrong flag of a step breaks."""
    if how != "multiply" or number == 1:
        return RULES[how, number]
    if not want[name][0]:
        return "None of its inputs requires grad when it is made, so nothing is recorded."
    why = "A result requires grad as soon as one of its inputs does."
    if not any(want[each][0] for each in inputs):
        why += f" {name} was recorded before the freezing, and what is recorded stays recorded."
    return why


def usual(first, second, x):
    """Return what happens in the plain `second(first(x))`, which passes every gradient."""
    return watch_stop_gradient(lambda first, second, x: second(first(x)), first, second, x)


def check_output(seen, usual, what):
    """Compare the output of `stop_gradient` with that of `second(first(x))`."""
    same_tensor(f"{what}: the output", seen["output"], usual["output"])


def check_blocked(seen, what):
    """Check that no gradient has reached x, or a parameter of first."""
    reached = any(gradient is not None for gradient in seen["first"])
    behind = " None reaches x, so the cut is there, at C." if seen["x"] is None else ""
    check(not reached, f"{what}: a gradient reaches the parameters of first.{behind}")
    zeros = seen["x"] is not None and not bool(seen["x"].any())
    kind = " It is zeros, not None, so with momentum a parameter would still move."
    check(seen["x"] is None, f"{what}: a gradient reaches x, past first.{kind if zeros else ''}")


def check_alive(seen, usual, what):
    """Check that second learns as usual, and that nothing is left frozen."""
    check(
        not seen["frozen"],
        f"{what}: a parameter no longer requires grad after the call. Stop the gradient, but "
        f"freeze nothing. (It is {', '.join(seen['frozen'])}.)",
    )
    check(
        not seen["thawed"],
        f"{what}: a parameter that was frozen before the call requires grad after it. "
        f"(It is {', '.join(seen['thawed'])}.)",
    )
    check(
        seen["grad mode"],
        "After the call PyTorch does not record as it did before: the grad mode was left changed.",
    )
    for name, (before, after) in seen["modes"].items():
        check(before == after, wrong_mode(what, f"layer {name}", before, after))
    check(
        not seen["cleared"],
        f"{what}: the .grad of {', '.join(seen['cleared'])} was filled before the call, and has "
        "changed. Leave it as it is.",
    )
    check(
        not seen["silent"],
        f"{what}: after the call, {', '.join(seen['silent'])} learns nothing in second(first(x)) "
        "either. Have you left a hook behind?",
    )
    check(seen["graph"], f"{what}: the output is not recorded, so second learns nothing.")
    for got, want in zip(seen["second"], usual["second"], strict=True):
        check(got is not None, f"{what}: a parameter of second gets no gradient.")
        same_tensor(f"{what}: the gradient of a parameter of second", got, want)


def wrong_mode(what, which, before, after):
    """Return the sentence for a layer that is in another mode after a call."""
    was, now = ("training" if mode else "evaluation" for mode in (before, after))
    sentence = expected(f"{what}: mode of {which} after the call", was, now)
    return f"{sentence} It was in {was} mode before."


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
    what = f"The gradient of {name}"
    got = as_tensor(what, got)
    check_shape(what, got, tensor, " A gradient has the shape of its tensor.")
    check(close(got, want), expected(f"{what} for gradient = {numbers(gradient)}", want, got))


def check_again(seen, function):
    """Check that an answer returned the same in two calls."""
    one, other = (as_tensor(function, seen[call]) for call in ("answer", "again"))
    check(
        one.shape == other.shape and close(one, other),
        f"Called a second time, {function} returns something different. Is something left over?",
    )


def check_untouched(seen, name):
    """Check that the first tensor passed to an answer is as it was."""
    check(not seen["changed"][0], f"The {name} that was passed has changed. Work on a copy.")
    check(
        not seen["grad"][0] and not seen["requires grad"][0],
        f"The {name} that was passed requires grad now, or has a .grad. Work on a copy.",
    )


def check_jacobian(answer, want, what):
    """Compare a Jacobian with the one of PyTorch; `what` names the function."""
    got = as_tensor("jacobian", answer)
    rows, columns = want.shape
    hint = f" There are {counted(rows, 'output')} and {counted(columns, 'input')}."
    place = f"{what}: the Jacobian"
    check_shape(place, got, want, hint)
    if close(got, want):
        return
    kind = ""
    if close(got, want.cumsum(0)):
        kind = " Your rows add up: each one includes those before it."
    elif rows > 1 and close(got, got[-1].expand_as(got)):
        kind = " All your rows are the same."
    elif rows == columns and close(got, want.T):
        kind = " Rows and columns are swapped: a row belongs to an output."
    check(False, f"{expected(place, want, got)}{kind}")


def check_descent(answer, want, start, what):
    """Compare where `descend` ends with where plain gradient descent ends from `start`."""
    got = as_tensor("descend", answer)
    place = f"{what}: at the end, w"
    check_shape(place, got, want)
    sentence = expected(place, want, got)
    uphill = close(got - start, start - want)
    check(close(got, want), f"{sentence} That is uphill." if uphill else sentence)


def check_steps(answers, target, start):
    """Compare where `descend` ends after one step, and after two, with the numbers of `target`."""
    one, two = (as_tensor("descend", answer) for answer in answers)
    if not (one.shape == start.shape and close(one, target[0])):
        check_descent(one, target[0], start, "One step")
    place = "Two steps: at the end, w"
    check_shape(place, two, start)
    # If .grad is not cleared, the second step follows the sum of both gradients.
    summed = target[1] + target[0] - start
    why = " What is in w.grad before the second backward?" if close(two, summed) else ""
    check(close(two, target[1]), f"{expected(place, target[1], two)} The first step is right.{why}")


# ---- notebook 3 ---------------------------------------------------------------------------------


def check_weights(answer, want, values):
    """Compare the five gradients of the graph with four weights.

    Arguments:
        answer: what `four_weights` returned.
        want: the five gradients in PyTorch, as floats.
        values: a and the four weights, as floats.
    """
    names = ["a", "w1", "w2", "w3", "w4"]
    if hasattr(answer, "tolist"):  # five numbers in a tensor or an array
        answer = answer.tolist()
    check(
        isinstance(answer, (tuple, list)) and len(answer) == 5,
        "four_weights should return five numbers: the gradients of a, w1, w2, w3 and w4.",
    )
    pairs = zip(names, answer, strict=True)
    found = [as_number(f"The gradient of {name}", got) for name, got in pairs]
    moved = [name for name, *pair in zip(names, found, want, strict=True) if not alike(*pair)]
    if moved and all(map(alike, sorted(found), sorted(want))):
        check(
            "a" in moved or len(moved) > 2,
            f"The numbers of {' and '.join(moved)} are swapped: the slope for one factor is the "
            "other factor.",
        )
        check(
            False,
            "Your five numbers are right, but not in the right order: a comes first, then w1 to "
            "w4.",
        )
    for name, got, real in zip(names, found, want, strict=True):
        near = alike(got, real)
        if name == "a" and not near:
            _, w1, w2, w3, w4 = values
            paths = [w1 * w3, w2 * w4, w1 * w3 * w2 * w4]
            one = any(abs(abs(got) - abs(path)) <= 1e-6 * abs(path) for path in paths)
            check(not one, "Two paths lead from a to L, and their contributions are added.")
        turned = alike(-got, real)
        why = " L = 10 - d: where did the minus go?" if turned and not near else ""
        check(near, f"{expected(f'The gradient of {name}', real, got)}{why}")


def alike(got, real):
    """Return whether two floats are equal up to rounding."""
    return abs(got - real) <= 1e-5 * max(1, abs(real))


def check_second(answer, want, operations):
    """Compare the answer of `second_backward_fails(operations)` with PyTorch."""
    if of_numpy(answer) and type(answer).__name__ in ("bool", "bool_"):
        answer = bool(answer)
    sentence = expected("second_backward_fails", "True or False", kind_returned(answer))
    check(isinstance(answer, bool), sentence)
    sentence = expected(" then ".join(operations), want, answer)
    why = "Whose slope needs a number from the forward pass?"
    if not want:
        why = "Each of these slopes is known without a number from the forward pass."
    check(answer == want, f"{sentence} {why}")


def check_loop(answer, want, x, limit):
    """Compare the answer of `loop_grad(x, limit)` with the slope in PyTorch."""
    case = f"x = {x:g}, limit {limit:g}"
    sentence = expected(f"{case}: loop_grad", "a number", "None")
    check(answer is not None, f"{sentence} Does every way through it end with a return?")
    got = as_number(f"{case}: loop_grad", answer)
    check(
        abs(got - want) <= 1e-6 * abs(want),
        f"{expected(f'{case}: slope', want, got)} Write down the graph of this very run.",
    )


# ---- notebook 4 ---------------------------------------------------------------------------------


def check_is_function(seen):
    """Check that an answer is made from torch.autograd.Function."""
    check(
        seen["is function"],
        "The class should be made from torch.autograd.Function, and use the apply that it has "
        "from there.",
    )


def check_value(seen, x, want):
    """Compare the value of a function at x."""
    check_is_function(seen)
    check(not seen["changed"], "forward changed its input.")
    same_tensor(f"forward of {numbers(x)}", seen["value"], want)


def check_slope(seen, x, want, arrived):
    """Compare the gradient of x with the right one. Check it with ones before anything else."""
    check_is_function(seen)
    got = seen["gradient"]
    check(got is not None, "backward returns no gradient for x.")
    right = got.shape == want.shape and close(got, want)
    if bool((arrived == 1).all()):
        sentence = wrong_numbers("What backward returns for ones", want, got)
        check(right, f"{sentence}{half(got, x, want)}")
    sentence = wrong_numbers(f"What backward returns for {numbers(arrived)}", want, got)
    check(right, f"{sentence} For ones it is right: what do you do with grad_output?")


def check_grid(seen, cases, real):
    """Compare a Function with PyTorch's own on a grid of inputs.

    Arguments:
        seen: what `watch_grid` found for the cases.
        cases: what `grid` returned.
        real: PyTorch's function.
    """
    for (x, layout, grad_y), found in zip(cases, seen, strict=True):
        dtype = str(x.dtype).removeprefix("torch.")
        what = f"x of shape {tuple(x.shape)}, {dtype}, the gradient that arrives is {layout}"
        check(not isinstance(found, str), f"{what}: {found}")
        x = x.clone().requires_grad_()
        y = real(x)
        y.backward(grad_y)
        got = found["gradient"]
        check(got is not None, f"{what}: backward returns no gradient for x.")
        for words, mine, want in [
            ("what forward returns", found["value"], y.detach()),
            ("what backward returns", got, x.grad),
        ]:
            same = hasattr(mine, "shape") and mine.shape == want.shape and near(mine, want)
            check(same, expected(f"{what}: {words}", want, mine))


def near(got, want):
    """Return whether two tensors hold the same numbers, up to the rounding of their dtype."""
    rounding = ROUNDING if want.dtype == torch.float64 else 1e4 * ROUNDING
    return torch.allclose(got.double(), want.double(), rtol=rounding, atol=rounding)


def wrong_numbers(what, want, got):
    """Return a sentence on two tensors that differ in their shape or in their numbers."""
    if got.shape != want.shape:
        return expected(f"{what} has the wrong shape", tuple(want.shape), tuple(got.shape))
    return expected(what, want, got)


def half(got, x, want):
    """Say which part of the product rule a slope of x * sigmoid(x) lacks, if it is one."""
    first = x.sigmoid()
    if got.shape != want.shape or close(got, want):
        return ""
    if close(got, first):
        return " You have the part in which x moves; the sigmoid moves with it."
    if close(got, want - first):
        return " You have the part in which the sigmoid moves; x itself moves too."
    if close(x * got, want - first):
        return " That is only the slope of the sigmoid."
    return ""


def check_uses(seen, want, arrived):
    """Compare the gradients of two uses in one program with those of each use by itself.

    Arguments:
        seen: what `watch_two_uses` found.
        want: the two gradients in PyTorch.
        arrived: the gradient that arrived at both results.
    """
    of_x = want[0]
    check_is_function(seen)
    check(
        not seen["changed"],
        "The gradient that arrived was changed in place, but other code holds it too. "
        "Return a new tensor.",
    )
    for got in [*seen["together"], *seen["alone"]]:
        check(got is not None, "backward returns no gradient for x.")
    check(
        not close(*seen["alone"]),
        "backward gives the same gradient at different places: it needs a number from forward.",
    )
    for got, real in zip(seen["alone"], want, strict=True):
        sentence = wrong_numbers(f"What backward returns for {numbers(arrived)}", real, got)
        check(
            got.shape == real.shape and close(got, real),
            f"{sentence} Even a single use gets a wrong gradient. If the check above passes: is "
            "anything kept from an earlier call?",
        )
    for got, want, which in zip(seen["together"], seen["alone"], ("first", "second"), strict=True):
        sentence = wrong_numbers(f"Used twice in one program, the {which} use", want, got)
        check(
            got.shape == want.shape and close(got, want),
            f"{sentence} Keep what backward needs in ctx, which is a new object in each call.",
        )
    changed = seen["after a change"]
    if changed is not None:
        check(
            changed.shape == of_x.shape and close(changed, of_x),
            "x was changed in place after forward, and backward computed with the new numbers. "
            "Keep tensors with save_for_backward, which notices that.",
        )


def check_scaled(seen, values, factors, arriving):
    """Compare the gradients behind two uses of a Function with `factor` times what arrived."""
    check_is_function(seen)
    check(not seen["changed"], "forward changed its input.")
    for value in seen["values"]:
        same_tensor("What forward returns", value, values)
        exact = bool((value.double() == values.double()).all())
        check(exact, "What forward returns differs from x in its last digits. Compute nothing.")
    check(
        close(seen["arrived"], arriving),
        "The gradient that arrived was changed in place, but other code holds it too. "
        "Return a new tensor.",
    )
    for turn in ("first", "second"):
        for got, factor in zip(seen[turn], factors, strict=True):
            want = arriving * factor
            what = (
                f"Used with the factors {factors[0]:g} and {factors[1]:g} in one program, the "
                f"{turn} backward: .grad at factor {factor:g}, where {numbers(arriving)} arrived"
            )
            check(got is not None, expected(what, want, None))
            sentence = wrong_numbers(what, want, got)
            check(got.shape == want.shape and close(got, want), sentence)


# ---- notebook 5 ---------------------------------------------------------------------------------


def check_epoch(seen, want, what):
    """Compare the weights after an epoch with those that a step for each batch reaches."""
    steps, batches = seen["steps"], seen["batches"]
    check(steps > 0, f"{what}: the optimizer took no step, so nothing was learned.")
    sentence = expected(f"{what}: number of steps that the optimizer took", batches, steps)
    check(steps == batches, f"{sentence} It takes one for each batch.")
    for name, count in seen["training"].items():
        sentence = expected(batches_seen(what, name), batches, count)
        check(count >= batches, f"{sentence} In which mode is the network?")
    check_weights_after(seen, want, what)


def check_second_epoch(seen, what):
    """Check that the network is in training mode in a second epoch, too."""
    for name, count in seen["after two"].items():
        of_both = f"{batches_seen(what, name)}, in two epochs"
        sentence = expected(of_both, 2 * seen["batches"], count)
        check(
            count >= 2 * seen["batches"],
            f"{sentence} In which mode does the first epoch leave the network?",
        )


def check_passes(seen, what):
    """Check that each batch went through the network once in training mode, not more often."""
    for name, count in seen["training"].items():
        sentence = expected(batches_seen(what, name), seen["batches"], count)
        check(count <= seen["batches"], f"{sentence} Does a batch go through it twice?")


def batches_seen(what, name):
    """Return the words for how many batches a layer has seen."""
    return f"{what}: number of batches that layer {name} of the network saw in training mode"


def check_weights_after(seen, want, what):
    """Compare the weights of a network after its training with the right ones."""
    start = seen["start"]
    for number, (got, real) in enumerate(zip(seen["weights"], want, strict=True), 1):
        step, right = got - start[number - 1], real - start[number - 1]
        why = ""
        if not bool(step.any()):
            why = " It has not moved. What is in .grad when the optimizer does?"
        elif close(step, 2 * right):
            why = " The step is twice as long as it should be."
        elif seen["leftovers"]:
            why = " Each backward adds to .grad, which held ones before your function was called. "
            why += "What is in .grad when the optimizer moves?"
        sentence = expected(f"{what}: at the end, parameter {number} of the network", real, got)
        check(close(got, real), f"{sentence}{why}")


def check_no_graph(seen, what):
    """Check that the returned losses keep no graph alive."""
    check(
        not seen["graph"],
        f"{what}: a loss in your list still has its graph, and keeps it alive as long as the list. "
        "Take the number out of it.",
    )


def check_losses(seen, want, what):
    """Compare the losses of an epoch, which should be plain numbers."""
    losses = seen["losses"]
    sentence = expected("train_epoch", "a list of losses", kind_returned(losses))
    check(isinstance(losses, (list, tuple)), sentence)
    sentence = expected(f"{what}: number of losses in the list", len(want), len(losses))
    check(len(losses) == len(want), f"{sentence} It holds one for each batch.")
    check_no_graph(seen, what)
    for number, (got, real) in enumerate(zip(losses, want, strict=True), 1):
        place = f"{what}: loss {number}"
        check(isinstance(got, (int, float)), expected(place, "a float", kind_of(got)))
        check(
            abs(got - real) <= 1e-4 * abs(real) + 1e-6,
            f"{expected(place, real, got)} It is the loss before the step.",
        )


def check_parts(seen, parts, want, equal, what):
    """Check that the parts of a batch were taken one by one, and made one step.

    Arguments:
        seen: what `watch_parts` found.
        parts: the pairs (x, y) passed to the function.
        want: the weights that the step of the whole batch reaches.
        equal: the weights that one step reaches if each part counts as much as the others.
        what: the name of the case.
    """
    most = max(len(x) for x, _ in parts)
    check(seen["rows"], f"{what}: nothing went through the network.")
    rows_at_once = f"{what}: number of rows that went through the network at once"
    check(
        max(seen["rows"]) <= most,
        f"{expected(rows_at_once, f'at most {most}', max(seen['rows']))} That is the largest part: "
        "the whole batch does not fit into memory.",
    )
    sentence = expected(f"{what}: number of steps that the optimizer took", 1, seen["steps"])
    check(seen["steps"] == 1, f"{sentence} The parts of one batch make one step.")
    check(
        max(seen["waiting"]) <= 1,
        f"{what}: {max(seen['waiting'])} parts waited for backward at the same time, each with the "
        "numbers that backward needs. Run backward for a part before the next one goes through.",
    )
    check(
        seen["alive"] <= 2,
        f"{what}: the saved tensors of {seen['alive']} parts were alive at the same time. Backward "
        "frees them, unless you ask it to retain the graph.",
    )
    rows = sum(map(len, next(zip(*parts, strict=True))))
    sentence = expected(
        f"{what}: number of rows that went through the network", rows, sum(seen["rows"])
    )
    check(sum(seen["rows"]) >= rows, sentence)
    steps = [
        [after - before for after, before in zip(weights, seen["start"], strict=True)]
        for weights in (seen["weights"], want, equal)
    ]
    for times, kind in [(len(parts), "in full"), (1, "as much as the others")]:
        same = all(close(got, times * each) for got, _, each in zip(*steps, strict=True))
        right = all(close(got, real) for got, real, _ in zip(*steps, strict=True))
        check(
            right or not same,
            f"{what}: each of your parts counts {kind}. Which share of all rows does it have?",
        )
    check_weights_after(seen, want, what)


def check_validation(seen, want, what):
    """Compare the loss that `validate` returns, twice, with that in evaluation mode."""
    sentence = expected(f"{what}: validate", "a float", kind_returned(seen["loss"]))
    check(isinstance(seen["loss"], float), sentence)
    loss = as_number(f"{what}: validate", seen["loss"])
    again = as_number(f"{what}: validate", seen["again"])
    right = [abs(each - want) <= 1e-4 * abs(want) + 1e-6 for each in (loss, again)]
    mode = " In which mode is the network?" if not right[0] and abs(loss - again) > 1e-6 else ""
    check(right[0], f"{expected(f'{what}: the loss', want, loss)}{mode}")
    check(right[1], expected(f"{what}: the loss of a second call", want, again))


def check_manners(seen, what):
    """Check that a validation saved nothing for backward, and left everything as it was."""
    check(
        seen["kept"] == 0,
        f"{what}: {seen['kept']} tensors were saved for a backward that will never run.",
    )
    for name, modes in seen["modes"].items():
        before, after = modes
        which = f"layer {name} of the network" if name else "the network"
        check(before == after, wrong_mode(what, which, before, after))
    for change, now in [("frozen", "frozen"), ("thawed", "no longer frozen")]:
        check(
            not seen[change],
            f"{what}: parameters are {now} after the call ({', '.join(seen[change])}). Leave their "
            "requires_grad as it is.",
        )
    check(seen["grad mode"], f"{what}: after the call PyTorch does not record as it did before.")
    check(
        not seen["grads"],
        f"{what}: the .grad of {', '.join(seen['grads'])} was filled before the call, and has "
        "changed. Another part of the program may be in the middle of a step.",
    )
    check(
        not seen["changed"],
        f"{what}: a weight or a running mean of the network has changed. Nothing learns here.",
    )


# ---- notebook 6 ---------------------------------------------------------------------------------


def check_length(asked):
    """Check that the graph of each step is as long as that of the one before.

    Arguments:
        asked: for each step the number of saved tensors that backward used. In the first step
            it may be smaller, because h is not a result there.
    """
    check(any(asked), "No backward went through the cell.")
    check(
        any(asked[:-1]) or len(asked) == 1,
        f"Backward ran after step {len(asked)} only. Each step runs it once, from its own loss.",
    )
    check(
        asked[-1] <= max(asked[:3]),
        f"In backward, step 3 used {asked[2]} saved tensors, step {len(asked)} used "
        f"{asked[-1]}: the graph of a step still holds the steps before it.",
    )


def check_online(seen, want):
    """Compare the losses that `train_online` returns with those of a loop that carries h over."""
    losses = seen["losses"]
    several = isinstance(losses, (list, tuple))
    returned = counted(len(losses), "loss") if several else kind_returned(losses)
    sentence = expected("train_online", f"a list of {len(want)} losses", returned)
    check(several and len(losses) == len(want), f"{sentence} There is one for each step.")
    check_no_graph(seen, "train_online")
    still = " No weight has moved." if not seen["moved"] else ""
    for number, (got, real) in enumerate(zip(losses, want, strict=True), 1):
        place = f"The loss of step {number}"
        got = as_number(place, got)
        check(
            abs(got - real) <= 1e-4 * abs(real) + 1e-6,
            f"{expected(place, real, got)}{still} Each step begins with the h of the step before, "
            "clears the gradients, and moves the weights.",
        )


def check_fresh_start(seen, want):
    """Check that `train_online` begins with zeros when it trains the same cell once more."""
    again = seen["again"]
    right = isinstance(again, (list, tuple)) and len(again) == len(want)
    right = right and all(
        abs(as_number("A loss", got) - real) <= 1e-4 * abs(real) + 1e-6
        for got, real in zip(again, want, strict=True)
    )
    check(right, "Called again with the same cell, train_online does not begin with an h of zeros.")


def check_diagnoses(answer):
    """Check the form of the diagnoses; return the letters of the loops that have none."""
    form = f'a dict such as {{"A": "{FAULTS[1]}"}}'
    check(isinstance(answer, dict), expected("diagnoses", form, kind_returned(answer)))
    for loop, fault in answer.items():
        letters = ", ".join(LOOPS)
        check(
            isinstance(loop, str) and loop.strip().upper() in LOOPS,
            f"{loop!r} is not a loop, so its diagnosis earns nothing. Their letters are {letters}.",
        )
        check(
            isinstance(fault, str) and fault.strip().lower() in FAULTS,
            f"Loop {loop}: {fault!r} is not on the list of faults. Copy the words from there.",
        )
    return [loop for loop in LOOPS if loop not in named_diagnoses(answer)]


def named_diagnoses(answer):
    """Return the diagnoses as {loop: fault}, in the letters of LOOPS and the words of FAULTS.

    Capitals and blanks do not matter. Entries of another form are left out.
    """
    check(isinstance(answer, dict), expected("diagnoses", "a dict", kind_returned(answer)))
    return {
        loop.strip().upper(): fault.strip().lower()
        for loop, fault in answer.items()
        if isinstance(loop, str) and isinstance(fault, str)
    }
