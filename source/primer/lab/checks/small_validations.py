"""All small networks, validated: for the checks of notebook 5, and for a search in it.

Entry points: `watch_small` calls `validate` where the answer is, `check_small_losses` and
`check_small_manners` compare; `smallest` searches in the notebook, `watch_smallest` and
`check_smallest` when work is graded.

A network is plain data, a pair `(tree, switched)`. A tree is the name of a layer, or a tuple
`(kind, tree, ...)`: "Sequential" or "Block", a module of one's own that holds another one.
`switched` are the numbers of the modules, counted from the outside in, that are in evaluation mode;
or `(ALL,)` if all are; or `(FROZEN,)` if the first parameter is frozen.

The text of the task demands each of these:

- Dropout, BatchNorm, Louder, Block: "The layers compute as they do in evaluation mode"
- nested networks: "switch the network and *every* layer in it"
- switched modules: "a network in training mode may hold a layer that is in evaluation mode"
- ALL, and all but some: "and the other way round"
- FROZEN: "A parameter that was frozen is still frozen, and the others are not."
"""

import itertools
from functools import cache

import torch
from torch import nn

from ..show import CheckFailed, check
from . import smallest as searching
from .effects import LOSSES, watch_validation
from .task_checks import check_manners, check_validation

ALL = "all"
FROZEN = "frozen"
ROWS = 4
WIDTH = 3
NOT_TRIED = "Larger networks and other layers were not tried."
EVERY = 7  # of all networks, the checks take each seventh


class Louder(nn.Module):
    """Its result is three times as large in training mode."""

    def forward(self, x):
        return 3 * x if self.training else x


class Block(nn.Module):
    """A module that holds another one, and is louder in training mode itself."""

    def __init__(self, body):
        super().__init__()
        self.body = body

    def forward(self, x):
        return self.body(3 * x if self.training else x)


LAYERS = {
    "Louder": Louder,
    "Dropout": lambda: nn.Dropout(0.5),
    "BatchNorm": lambda: nn.BatchNorm1d(WIDTH),
    "Linear": lambda: nn.Linear(WIDTH, WIDTH),
}


def trees(size):
    """Yield every tree of so many modules."""
    if size == 1:
        yield from LAYERS
        return
    for inner in trees(size - 1):
        yield "Sequential", inner
        yield "Block", inner
    for first_size in range(1, size - 1):
        for first in trees(first_size):
            for second in trees(size - 1 - first_size):
                yield "Sequential", first, second


@cache
def all_cases():
    """Return all networks of up to three modules of which up to two are switched, smallest first.

    A switched module counts as another one, and there are four in all.
    """
    cases = []
    for size in (1, 2, 3):
        for tree in trees(size):
            for count in range(min(2, 4 - size) + 1):
                for switched in itertools.combinations(range(size), count):
                    cases.append((size + count, (tree, switched)))
            cases.append((size + 1, (tree, (ALL,))))
            if "Linear" in str(tree) or "BatchNorm" in str(tree):
                cases.append((size + 1, (tree, (FROZEN,))))
    return [case for _, case in sorted(cases, key=lambda pair: pair[0])]


def sample():
    """Return the networks that the checks take: a fixed choice over all sizes."""
    return all_cases()[::EVERY]


def sample_of_manners():
    """Return those of the sample in which a network that is not switched changes no numbers.

    A running mean that moves costs its point in the check of the losses.
    """
    return [case for case in sample() if "BatchNorm" not in text_of(case)]


def build(case):
    """Return the network of a case, the same for the same case."""
    tree, switched = case
    # torch.manual_seed also prepares other devices, which takes a fifth of a search's time.
    torch.default_generator.manual_seed(7)
    net = _module(tree)
    modules = list(net.modules())
    if switched == (ALL,):
        net.eval()
    elif switched == (FROZEN,):
        next(iter(net.parameters())).requires_grad_(False)
    else:
        for number in switched:
            modules[number].training = False
    return net


def _module(tree):
    if isinstance(tree, str):
        return LAYERS[tree]()
    kind, *inner = tree
    parts = [_module(part) for part in inner]
    return nn.Sequential(*parts) if kind == "Sequential" else Block(*parts)


def text_of(case):
    """Return a network in words, such as `Block(Dropout in evaluation mode)`."""
    tree, switched = case
    numbers = itertools.count()

    def words(part):
        mode = " in evaluation mode" if next(numbers) in switched else ""
        if isinstance(part, str):
            return f"{part}{mode}"
        kind, *inner = part
        return f"{kind}({', '.join([words(inner_part) for inner_part in inner])}){mode}"

    text = words(tree)
    if switched == (ALL,):
        return f"{text}, all of it in evaluation mode"
    if switched == (FROZEN,):
        return f"{text}, the first parameter frozen"
    return text


def batches():
    """Return two batches."""
    draw = torch.Generator().manual_seed(1)
    rows = [torch.randn(ROWS, WIDTH, generator=draw) for _ in range(4)]
    return [(rows[0], rows[1]), (rows[2], rows[3])]


def watch_one(validate, case):
    """Validate a network; return what `watch_validation` returns."""
    __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
    return watch_validation(validate, build(case), batches(), loss="weighted")


def watch_small(validate, cases):
    """Validate networks; return a list of what `watch_one` returns, or of errors as text.

    Raises NotImplementedError if `validate` is not written yet.
    """
    __tracebackhide__ = True
    return [searching.watched(validate, case, watch_one) for case in cases]


def real_loss(case):
    """Return the mean loss in evaluation mode."""
    net = build(case).eval()
    with torch.no_grad():
        losses = [LOSSES["weighted"](net(x), y).item() for x, y in batches()]
    return sum(losses) / len(losses)


def check_small_losses(seen, cases):
    """Compare the losses of `watch_small` with those in evaluation mode."""
    for case, watched in zip(cases, seen, strict=True):
        what = text_of(case)
        check(not isinstance(watched, str), f"{what}: {watched}")
        check_validation(watched, real_loss(case), what)


def check_small_manners(seen, cases):
    """Check that nothing was saved for backward, and that all is as it was."""
    for case, watched in zip(cases, seen, strict=True):
        what = text_of(case)
        check(not isinstance(watched, str), f"{what}: {watched}")
        check_manners(watched, what)


def smallest(validate):
    """Search the smallest network on which your function is wrong, and print a sentence."""
    searching.search("validate", validate, all_cases(), watch_one, mistake, NOT_TRIED)


def watch_smallest(validate):
    """Search the smallest network on which a function is wrong, where the function is.

    Returns its number in `all_cases` and its record, or None if the function is right on all.
    """
    __tracebackhide__ = True
    return searching.first_wrong(validate, all_cases(), watch_one, mistake)


def check_smallest(wrong):
    """Fail with a sentence on what `watch_smallest` returns, unless that is None."""
    if wrong:
        number, watched = wrong
        sentence = mistake(all_cases()[number], watched)
        check(sentence is None, sentence)


def mistake(case, watched):
    """Compare a record of `watch_small` with evaluation mode; return a sentence, or None."""
    try:
        check_small_losses([watched], [case])
        check_small_manners([watched], [case])
    except CheckFailed as failed:
        return str(failed)
    return None
