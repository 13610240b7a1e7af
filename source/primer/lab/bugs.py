"""The bug hunt of notebook 6: the list of faults, and what a training loop shows of itself."""

import warnings

import torch

LOOPS = tuple("ABCDEFGH")
FAULTS = (
    "healthy",
    "zero_grad is missing",
    "zero_grad runs between backward and step",
    "step is missing",
    "the learning rate is too large",
    "a layer is frozen",
    "a layer is cut off by detach",
    "the loss has lost its record",
    "a square root has an infinite slope at 0",
    "the losses are added up with their graphs",
    "the target has another shape than the output",
    "the network answers in training mode",
    "the optimizer holds the parameters of another network",
)
STEPS = (1, 2, 5, 10, 30, 60)


def symptoms(loop):
    """Run a training loop, and print what can be seen from outside.

    Arguments:
        loop: a function that trains a network on `x`, a tensor of 32 rows, and yields
            `(net, loss)` after each of its 60 steps, the loss as a tensor or a number. The right
            answers are `3 * x - 1`.

    Returns None.
    """
    torch.manual_seed(0)
    losses, behind, start = {}, {}, []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = torch.linspace(-1, 1, 32).reshape(32, 1)
        for step, (net, loss) in enumerate(loop(x), 1):
            if step in STEPS:
                losses[step] = float(loss)
                behind[step] = count_nodes(loss) if isinstance(loss, torch.Tensor) else 0
            # The first look comes after a step, so all that a step moves is measured from there.
            start = start or [each.detach().clone() for each in net.parameters()]
    name = loop.__name__.removeprefix("loop_")
    print(f"loop {name}, at step      " + "".join(f"{step:>9}" for step in STEPS))
    print("  the loss it reports " + "".join(f"{losses[step]:9.4f}" for step in STEPS))
    print("  nodes behind it     " + "".join(f"{behind[step]:>9}" for step in STEPS))
    for (label, each), before in zip(net.named_parameters(), start, strict=True):
        moved = (each.detach() - before).abs().max().item()
        grad = "None" if each.grad is None else f"up to {each.grad.abs().max().item():.4f}"
        flag = "requires grad" if each.requires_grad else "does not require grad"
        print(f"  {label:12} moved by {moved:.4f}; .grad: {grad}; {flag}")
    few, many = (answer_at_half(net, rows) for rows in (2, 16))
    print(f"  its answer for x = 0.5, in a batch of 2: {few:.4f}; of 16: {many:.4f}")


def answer_at_half(net, rows):
    """Return what a network answers for x = 0.5, next to other rows."""
    with torch.no_grad():
        return net(torch.linspace(0.5, -1, rows).reshape(rows, 1))[0].item()


def count_nodes(tensor):
    """Return how many nodes of the graph are behind a tensor."""
    found, waiting = set(), [tensor.grad_fn] if tensor.grad_fn else []
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [each for each, _ in node.next_functions if each is not None]
    return len(found)
