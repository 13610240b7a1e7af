"""Draw the graph of a network twice, with visited memory and without.

Entry points: `compare(network)` and `edge_counts(network)`; for the checks also `size_in_words` and
`why_the_same`. A network is a function without arguments that returns its output. While it runs,
every call of a PyTorch function is recorded together with its input tensors, so that no
autograd graph has to be walked.
"""

from collections import Counter

import torch
from torch.overrides import TorchFunctionMode

from .show import show

LARGEST = 300  # edges of a drawing
SMALLEST = 3  # nodes of a graph whose two pictures differ


class Recorder(TorchFunctionMode):
    """A record of operations, and of those of their inputs that require grad.

    `names` is {number: name of the operation, or shape of the leaf}, `inputs` {number: numbers of
    its inputs, with repetitions}. `known` is False once a tensor came from an operation that
    PyTorch does not announce, such as a custom `torch.autograd.Function`.
    """

    def __init__(self):
        super().__init__()
        self.names, self.inputs = {}, {}
        self.numbers, self.kept = {}, []  # kept alive, so that no two tensors get one id
        self.known = True

    def __torch_function__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        outputs = [tensor for tensor in tensors_in(made) if tensor.grad_fn is not None]
        name = getattr(function, "__name__", "")
        if not outputs or name == "__get__":  # such as t.shape; t.grad_fn made nothing
            return made
        # The numbers of the inputs come first: an operation in place changes one of them.
        inputs = [self.number_of(t) for t in tensors_in((args, kwargs)) if t.requires_grad]
        number = len(self.names)
        self.names[number], self.inputs[number] = name, inputs
        for tensor in outputs:
            self.numbers[id(tensor)] = number
            self.kept.append(tensor)
        return made

    def number_of(self, tensor):
        """Return the number of the operation that made a tensor, or of the leaf itself."""
        if id(tensor) not in self.numbers:
            self.known = self.known and tensor.is_leaf
            number = self.numbers[id(tensor)] = len(self.names)
            self.kept.append(tensor)
            self.names[number], self.inputs[number] = str(tuple(tensor.shape)), []
        return self.numbers[id(tensor)]


def tensors_in(value):
    """Return the tensors in a value, also in its tuples, lists and dicts."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        return [tensor for part in value for tensor in tensors_in(part)]
    return []


def record(network):
    """Run a network; return (names, inputs, visits, known).

    `visits` is {number: how often a walk without memory reaches it}, in the order of the walk.
    """
    recorder = Recorder()
    with recorder:
        output = network()
    outputs = tensors_in(output)
    if len(outputs) != 1 or not outputs[0].requires_grad:
        raise ValueError("A network should return one tensor that has a graph.")
    visits = Counter({recorder.number_of(outputs[0]): 1})
    # An operation is recorded after its inputs, so it has a larger number than they do, and leaves,
    # which have nothing behind them, can be skipped.
    for number in sorted(recorder.inputs, reverse=True):
        for before in recorder.inputs[number]:
            visits[before] += visits[number]
    visits = +visits
    return recorder.names, recorder.inputs, visits, recorder.known


def edge_counts(network):
    """Return how many edges a drawing of the network has with memory and without.

    Returns a pair of ints, or None if the network does something that cannot be followed.
    """
    _, inputs, visits, known = record(network)
    with_memory = sum(len(inputs[number]) for number in visits)
    without = sum(len(inputs[number]) * times for number, times in visits.items())
    return (with_memory, without) if known else None


def size_in_words(network):
    """Say how many nodes the graph of a network has, and why it is not a smallest one.

    Returns one sentence. It mentions a smaller graph only if the two pictures of this one differ.
    """
    _, inputs, visits, _ = record(network)
    with_memory, without = edge_counts(network) or (0, 0)
    used = Counter(before for number in visits for before in inputs[number])
    said = f"Your graph has {len(visits)} nodes"
    if with_memory != without and len(visits) > SMALLEST:
        said += "; there is a smaller one"
    if any(times > 1 and not inputs[number] for number, times in used.items()):
        said += "; a leaf is used more than once"
    return f"{said}."


def why_the_same(network):
    """Say why the two pictures of a network do not differ."""
    _, inputs, visits, _ = record(network)
    edges = sum(len(inputs[number]) for number in visits)
    same = f"With memory and without, the picture has {edges} edges: it is the same."
    if max(visits.values()) == 1:
        return f"{same} One path leads to each node, so no node is met twice."
    return f"{same} A second path to a node shows only if there is something behind the node."


def compare(network):
    """Draw a network with visited memory and without, and print how many edges each one has."""
    names, inputs, visits, _ = record(network)
    lines = ["digraph {"]
    for side, title in enumerate(["with memory", "without memory"]):
        times = {number: visits[number] if side else 1 for number in visits}
        edges = sum(len(inputs[number]) * times[number] for number in visits)
        print(f"{title}: {edges:,} edges")
        if edges > LARGEST:
            print("That is too much to draw.")
            continue
        lines.append(f'subgraph cluster_{side} {{ label="{title}"')
        for number in visits:
            blue = "" if inputs[number] else " style=filled fillcolor=lightblue"
            lines.append(f'{side}.{number} [label="{names[number]}"{blue}]')
            for before in inputs[number]:
                lines += [f"{side}.{number} -> {side}.{before}"] * times[number]
        lines.append("}")
    show("\n".join([*lines, "}"]))
