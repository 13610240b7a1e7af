"""All small networks, traced: for the checks of notebook 2, and for a search in it.

Entry points: `watch_small` calls `trace_backward` where the answer is, `check_small` and
`check_small_manners` compare; `smallest` searches in the notebook, `watch_smallest` and
`check_smallest` when work is graded.

A network is plain data, a pair `(steps, mark)`. A step is `(child, input, ...)`, where a child is
named by its kind and a number, and an input is the number of a value: 0 is x, and then come the
results of the steps. The step "add" is a sum, not a child. A mark is one of MARKS, or PLAIN.

The text of the task demands each of these:

- LINEAR, TANH, SQUARE, sums, TURNED: "should work for any network with named children"
- BILINEAR, WAVES: "a child has two inputs, or returns a tuple"
- SCALE: "if the first input is a plain number, `grad_input[0]` is `None`"
- one name in two steps: "a child is used twice"
- BLOCK: "A child that is itself a network counts as one child"
- DATA: "the input is data"
- ZERO: "all entries of a gradient are 0"
- FILLED: "each `.grad` holds what it held before, plus what backward added"
- UNUSED: "Its own hooks are gone, including those that were never called."
- HOOKED: "Other hooks are still there."
- FROZEN, FROZEN_DATA: "A frozen parameter (its `requires_grad` is False) stays frozen."
- LOUDER, EVALUATION, LAST_EVALUATION: "Each layer stays in its mode, training or evaluation."

The text says that no tuple's first part is unused, so there is none here.
"""

import itertools
import warnings
from functools import cache

import torch
from torch import nn

from ..show import CheckFailed, check
from ..wording import expected
from . import smallest as searching
from .answer_checks import as_records, ask, check_order, check_sums, fits_order
from .small_trace_records import RECORDS
from .student_side import count_hooks

WIDTH = 3
ROWS = 2
KEPT = "the list still holds the records of the call before. Make a new list in each call."
NOT_TRIED = "Larger networks and other layers were not tried."
EVERY = 7  # of all networks, the check takes each seventh
EVERY_FOR_MANNERS = 11


class Waves(nn.Module):
    """Returns a tuple."""

    def forward(self, x):
        return x.sin(), x.exp()


class Scale(nn.Module):
    """Multiplies its second input by its first, which is a plain number."""

    def forward(self, factor, x):
        return factor * x


class Square(nn.Module):
    """Multiplies its input by itself."""

    def forward(self, x):
        return x * x


class Louder(nn.Module):
    """Its result is twice as large in training mode."""

    def forward(self, x):
        return 2 * x if self.training else x


def block():
    """Return a child that is itself a network."""
    return nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh())


ADD = "add"
LINEAR = "linear"
TANH = "tanh"
BILINEAR = "bilinear"
WAVES = "waves"
SQUARE = "square"
SCALE = "scale"
LOUDER = "louder"
BLOCK = "block"
MAKERS = {
    LINEAR: lambda: nn.Linear(WIDTH, WIDTH),
    TANH: nn.Tanh,
    BILINEAR: lambda: nn.Bilinear(WIDTH, WIDTH, WIDTH),
    WAVES: Waves,
    SQUARE: Square,
    SCALE: Scale,
    LOUDER: Louder,
    BLOCK: block,
}
COMMON = (LINEAR, TANH, BILINEAR, WAVES, SQUARE, ADD)
INPUTS = {BILINEAR: 2, ADD: 2}
NEVER_CALLED = LINEAR + "9"

PLAIN = ""
DATA = "x is data"
FROZEN = "the first layer is frozen"
FROZEN_DATA = "the first layer is frozen, and x is data"
ZERO = "all numbers in the first layer are 0"
TURNED = "the children were made last one first"
UNUSED = "a child is never called"
HOOKED = "the first layer has a hook already"
FILLED = "each .grad holds ones before the call"
EVALUATION = "all in evaluation mode"
LAST_EVALUATION = "the last child in evaluation mode"
MARKS = (
    DATA,
    FROZEN,
    FROZEN_DATA,
    ZERO,
    TURNED,
    UNUSED,
    HOOKED,
    FILLED,
    EVALUATION,
    LAST_EVALUATION,
)
# Networks that are tried with each mark, besides all of one step.
MARKED = (
    ((LINEAR + "1", 0), (LINEAR + "2", 1)),
    ((LINEAR + "1", 0), (LINEAR + "1", 1)),
    ((LINEAR + "1", 0), (TANH + "1", 1)),
    ((LINEAR + "1", 0), (SQUARE + "1", 1)),
    ((LOUDER + "1", 0),),
    ((SCALE + "1", 0),),
    ((BLOCK + "1", 0),),
    ((LINEAR + "1", 0), (LOUDER + "1", 1)),
    ((LINEAR + "1", 0), (SCALE + "1", 1)),
    ((BLOCK + "1", 0), (LINEAR + "1", 1)),
    ((LINEAR + "1", 0), (BLOCK + "1", 1)),
    ((LINEAR + "1", 0), (TANH + "1", 1), (LINEAR + "2", 2)),
)


@cache
def all_cases():
    """Return all networks of up to two steps, and of three linear layers or sums, smallest first.

    A mark counts as another step.
    """
    cases = []
    for size, kinds in ((1, COMMON), (2, COMMON), (3, (LINEAR, ADD))):
        cases += [(steps, PLAIN) for steps in networks(size, kinds)]
    marked = [*networks(1, COMMON), *MARKED]
    for mark in (PLAIN, *MARKS):  # one after the other, so that a sample has each
        cases += [(steps, mark) for steps in marked if _has_records(steps, mark)]
    return sorted(dict.fromkeys(cases), key=_size)


def _size(case):
    steps, mark = case
    return len(steps) + (mark != PLAIN)


def _has_records(steps, mark):
    """Return whether a network with a mark differs from the plain one, and records anything."""
    kinds = {kind_of(child) for child, *_ in steps}
    layers = kinds & {LINEAR, BILINEAR, BLOCK}
    if mark == DATA:
        return bool(layers)
    if mark == FROZEN_DATA:
        later = {kind_of(child) for child, *_ in steps if child != steps[0][0]}
        return bool(later & {LINEAR, BILINEAR, BLOCK})
    if mark in (FROZEN, ZERO, FILLED):
        return bool(layers)
    if mark == TURNED:
        return len(set(children_of(steps))) > 1
    return True


def networks(size, kinds):
    """Yield the steps of each network of so many steps that uses all results and has a child."""
    for steps in _grown(size, kinds):
        used = {number for _, *inputs in steps for number in inputs}
        needed = {first for first, _ in _results(steps)[:-1]}
        if needed <= used and children_of(steps):
            yield steps


def _grown(size, kinds):
    if size == 0:
        yield ()
        return
    for steps in _grown(size - 1, kinds):
        values = range(_count_values(steps))
        for kind in kinds:
            for inputs in itertools.product(values, repeat=INPUTS.get(kind, 1)):
                for name in _names(kind, steps):
                    yield (*steps, (name, *inputs))


def _names(kind, steps):
    """Return the names that a child of the next step can have: a new one, or one used again."""
    if kind == ADD:
        return [ADD]
    used = list(dict.fromkeys(child for child, *_ in steps if kind_of(child) == kind))
    return [f"{kind}{len(used) + 1}", *used]


def _results(steps):
    """Return for each step the number of its first result, and how many results it has."""
    results = []
    first = 1
    for child, *_ in steps:
        count = 2 if kind_of(child) == WAVES else 1
        results.append((first, count))
        first += count
    return results


def _count_values(steps):
    return 1 + sum(count for _, count in _results(steps))


def kind_of(child):
    """Return the kind of a child, its name without the number."""
    return child.rstrip("0123456789")


def children_of(steps):
    """Return the names of the children, each once, in the order in which they are used."""
    return list(dict.fromkeys(child for child, *_ in steps if child != ADD))


def sample():
    """Return the networks that the check takes: a fixed choice over all sizes."""
    return all_cases()[::EVERY]


def sample_of_manners():
    """Return the networks of which the check looks at what stays as it was."""
    return all_cases()[::EVERY_FOR_MANNERS]


class Network(nn.Module):
    """A network that runs steps. The result of the last one, or its first part, is the output."""

    def __init__(self, steps, names):
        super().__init__()
        self.steps = steps
        for name in names:
            self.add_module(name, MAKERS[kind_of(name)]())

    def forward(self, x):
        values = [x]
        for child, *numbers in self.steps:
            inputs = [values[number] for number in numbers]
            if kind_of(child) == SCALE:
                inputs = [2.0, *inputs]
            made = torch.add(*inputs) if child == ADD else self.get_submodule(child)(*inputs)
            results = made if isinstance(made, tuple) else (made,)
            values += results
        return results[0]


def build(case):
    """Return the network of a case and its input, with the same numbers on every machine."""
    steps, mark = case
    names = children_of(steps)
    first = names[0]
    last = names[-1]
    if mark == TURNED:
        names.reverse()
    if mark == UNUSED:
        names.append(NEVER_CALLED)
    net = Network(steps, names).double()
    with torch.no_grad():
        for number, parameter in enumerate(net.parameters()):
            places = torch.arange(parameter.numel(), dtype=torch.float64).view_as(parameter)
            parameter.copy_(0.6 + torch.sin(0.7 * places + number + 1))
            if mark == FILLED:
                parameter.grad = torch.ones_like(parameter)
        for parameter in net.get_submodule(first).parameters() if mark == ZERO else ():
            parameter.zero_()
    if mark in (FROZEN, FROZEN_DATA):
        net.get_submodule(first).requires_grad_(False)
    if mark == HOOKED:
        net.get_submodule(first).register_full_backward_hook(_no_change)
    if mark == EVALUATION:
        net.eval()
    if mark == LAST_EVALUATION:
        net.get_submodule(last).eval()
    places = torch.arange(ROWS * WIDTH, dtype=torch.float64).view(ROWS, WIDTH)
    x = torch.cos(places + 1).requires_grad_(mark not in (DATA, FROZEN_DATA))
    return net, x


def _no_change(module, grad_input, grad_output):
    """Do nothing: a hook that was there before."""


def text_of(case):
    """Return a network in words: `a = linear1(x); y = tanh1(a), x is data`."""
    steps, mark = case
    words = ["x"]
    names = iter("abcdefgh")
    lines = []
    for number, (child, *numbers) in enumerate(steps):
        inputs = [words[place] for place in numbers]
        if kind_of(child) == SCALE:
            inputs = ["2.0", *inputs]
        text = " + ".join(inputs) if child == ADD else f"{child}({', '.join(inputs)})"
        is_last = number == len(steps) - 1
        results = ["y" if is_last else next(names)]
        if kind_of(child) == WAVES:
            results.append(next(names))
        words += results
        lines.append(f"{', '.join(results)} = {text}")
    return "; ".join(lines) + (f" ({mark})" if mark else "")


def real_records(case):
    """Return the records that PyTorch's hooks give for a network."""
    line = _lines()[all_cases().index(case)]
    records = []
    for record in line.split("; "):
        name, left, arrived = record.split()
        records.append((name, None if left == "None" else float(left), float(arrived)))
    return records


@cache
def _lines():
    return RECORDS.strip().splitlines()


def state_of(net):
    """Return what a call must leave as it was, as {words: plain value}."""
    state = {f"Hooks on {where}": count for where, count in count_hooks(net).items()}
    for name, part in net.named_modules():
        where = name or "the network"
        state[f"The mode of {where}"] = "training" if part.training else "evaluation"
    for name, parameter in net.named_parameters():
        state[f"requires_grad of {name}"] = parameter.requires_grad
        state[f"The sum of the numbers in {name}"] = parameter.sum().item()
    return state


def grads_of(net):
    """Return {name of a parameter: the sum of its `.grad`, or None}."""
    return {
        name: None if parameter.grad is None else parameter.grad.sum().item()
        for name, parameter in net.named_parameters()
    }


def real_grads(case):
    """Return what `grads_of` returns after backward."""
    net, x = build(case)
    y = net(x)
    y.backward(torch.ones_like(y))
    return grads_of(net)


def watch_one(trace_backward, case):
    """Let a function trace a network; return plain data.

    Returns a dict: "records" is what the function returns, without the records of the call before,
    and "kept" is whether it returned these too; "before" and "after" are what `state_of` returns,
    and "grads" is what `grads_of` returns after the call.

    Raises CheckFailed if the function returns no list of records.
    """
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    net, x = build(case)
    before = state_of(net)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answer = trace_backward(net, x)
    records = as_records(answer)
    return {
        "records": records,
        "kept": len(records) < len(answer),
        "before": before,
        "after": state_of(net),
        "grads": grads_of(net),
    }


def watch_small(trace_backward, cases):
    """Trace networks; return a list of what `watch_one` returns, or of errors as text.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    leave_out_earlier(trace_backward)
    return [searching.watched(trace_backward, case, watch_one) for case in cases]


def leave_out_earlier(trace_backward):
    """Call a function once, so that its next records hold none of other cells.

    A list that is kept from call to call costs its points in another check.
    """
    __tracebackhide__ = True
    with searching.unnoticed():
        searching.tried(searching.Limited(trace_backward), all_cases()[0], watch_one)


def check_small(watch, trace_backward):
    """Check the records of a function on the sample.

    Arguments:
        watch: `watch_small`, called where the answer runs.
        trace_backward: the answer.
    """
    __tracebackhide__ = True
    cases = sample()
    seen = ask(watch, trace_backward, cases)
    # An order that is wrong in a row of layers costs its points in another check.
    judge_order = all(
        fits_order(watched["records"], real_records(case))
        for case, watched in zip(cases, seen, strict=True)
        if isinstance(watched, dict) and _is_row(case)
    )
    for case, watched in zip(cases, seen, strict=True):
        check_records(case, watched, judge_order)


def _is_row(case):
    """Return whether a network is a row of different layers, without a mark."""
    steps, mark = case
    in_a_row = all(inputs == [number] for number, (_, *inputs) in enumerate(steps))
    return mark == PLAIN and in_a_row and len(children_of(steps)) == len(steps)


def check_records(case, watched, order=True):
    """Compare the records of a network with the real ones."""
    what = text_of(case)
    check(isinstance(watched, dict), f"{what}: {watched}")
    records = watched["records"]
    want = real_records(case)
    silent = set(children_of(case[0])) - {name for name, *_ in want}
    check_order(records, want, what, silent, order)
    if not order:  # two records of one child may be either way round, too
        records = sorted(records, key=_by_name)
        want = sorted(want, key=_by_name)
    check_sums(records, want, what, exact=False)


def _by_name(record):
    name, _, arrived = record
    return name, arrived or 0.0


def check_small_manners(watch, trace_backward):
    """Check on a part of the sample that networks stay as they were; see `check_small`."""
    __tracebackhide__ = True
    cases = sample_of_manners()
    for case, watched in zip(cases, ask(watch, trace_backward, cases), strict=True):
        if isinstance(watched, dict):  # an error costs its points in another check
            check_state(case, watched)


def check_state(case, watched):
    """Check that a network is as it was, but for `.grad`."""
    after = watched["after"]
    for words, before in watched["before"].items():
        sentence = expected(f"{text_of(case)}: {words} after the call", before, after[words])
        check(after[words] == before, sentence)


def check_grads(case, watched):
    """Check that each `.grad` holds what it held before, plus what backward adds."""
    for name, want in real_grads(case).items():
        got = watched["grads"][name]
        sentence = expected(f"{text_of(case)}: the sum of .grad of {name}", want, got)
        both_none = want is None and got is None
        check(both_none or (None not in (want, got) and abs(want - got) < 1e-6), sentence)


def smallest(trace_backward):
    """Search the smallest network on which your function is wrong, and print a sentence."""
    name = "trace_backward"
    searching.search(name, trace_backward, all_cases(), watch_one, mistake, NOT_TRIED)


def watch_smallest(trace_backward):
    """Search the smallest network on which a function is wrong, where the function is.

    Returns its number in `all_cases` and its record, or None if the function is right on all.
    """
    __tracebackhide__ = True
    leave_out_earlier(trace_backward)
    return searching.first_wrong(trace_backward, all_cases(), watch_one, mistake)


def check_smallest(watch, trace_backward):
    """Fail with a sentence on the smallest network on which a function is wrong.

    Arguments:
        watch: `watch_smallest`, called where the answer runs.
        trace_backward: the answer.
    """
    __tracebackhide__ = True
    wrong = ask(watch, trace_backward)
    if wrong:
        number, record = wrong
        sentence = mistake(all_cases()[number], record)
        check(sentence is None, sentence)


def mistake(case, watched):
    """Compare a record of `watch_small` with what backward does; return a sentence, or None."""
    try:
        check_records(case, watched)
        check(not watched["kept"], f"{text_of(case)}: {KEPT}")
        check_state(case, watched)
        check_grads(case, watched)
    except CheckFailed as failed:
        return str(failed)
    return None
