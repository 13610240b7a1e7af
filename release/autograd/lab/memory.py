"""Draw the graph of a network twice, with a visited set and without.

Entry points: `compare(network)` and `edge_counts(network)`; for the checks also `size_in_words` and
`why_the_same`. A network is a function without arguments that returns its output.
"""

from collections import Counter

import torch

from .show import show

LARGEST = 300  # edges of a drawing
SMALLEST = 3  # nodes of a graph whose two pictures differ


def record(network):
    """Run a network and walk the graph behind its output; return (names, inputs, visits).

    `names` is {number: name of the operation, or shape of the leaf}, `inputs` {number: numbers of
    the nodes that its arrows lead to, with repetitions}, and `visits` {number: how often a walk
    without the visited set reaches it}, beginning with the output.
    """
    output = network()
    if not isinstance(output, torch.Tensor) or not output.requires_grad:
        raise ValueError("A network should return one tensor that has a graph.")
    behind = {}
    waiting = [output.grad_fn or output.view_as(output).grad_fn.next_functions[0][0]]
    while waiting:
        after = [entry[0] for entry in waiting[-1].next_functions if entry[0] is not None]
        new = [node for node in after if node not in behind]
        waiting += new
        if not new:  # everything behind it has its number
            behind[waiting.pop()] = after
    numbers = {node: number for number, node in enumerate(behind)}
    inputs = {numbers[node]: [numbers[n] for n in after] for node, after in behind.items()}
    visits = Counter({len(behind) - 1: 1})
    # A node has a larger number than all nodes behind it, so its visits are known when it is met.
    for number in reversed(inputs):
        for before in inputs[number]:
            visits[before] += visits[number]
    return {numbers[node]: name_of(node) for node in behind}, inputs, visits


def name_of(node):
    """Return the shape of a leaf, or the type of an operation, as the drawings write them."""
    leaf = getattr(node, "variable", None)
    return node.name().rpartition("::")[2] if leaf is None else str(tuple(leaf.shape))


def edge_counts(network):
    """Return how many edges a drawing of the network has with the visited set and without."""
    _, inputs, visits = record(network)
    with_memory = sum(len(inputs[number]) for number in visits)
    without = sum(len(inputs[number]) * times for number, times in visits.items())
    return with_memory, without


def size_in_words(network):
    """Say how many nodes the graph of a network has, and why it is not a smallest one.

    Returns one sentence. It mentions a smaller graph only if the two pictures of this one differ.
    """
    _, inputs, visits = record(network)
    with_memory, without = edge_counts(network)
    used = Counter(before for number in visits for before in inputs[number])
    said = f"Your graph has {len(visits)} nodes"
    if with_memory != without and len(visits) > SMALLEST:
        said += "; there is a smaller one"
    if any(times > 1 and not inputs[number] for number, times in used.items()):
        said += "; a leaf is used more than once"
    return f"{said}."


def why_the_same(network):
    """Say why the two pictures of a network do not differ."""
    _, inputs, visits = record(network)
    edges = sum(len(inputs[number]) for number in visits)
    same = f"With the visited set and without, the picture is the same and has {edges} edges."
    if max(visits.values()) == 1:
        return f"{same} One path leads to each node, so no node is met twice."
    return f"{same} A second path to a node shows only if there is something behind the node."


def compare(network):
    """Draw a network with the visited set and without, and print how many edges each one has."""
    names, inputs, visits = record(network)
    lines = ["digraph {"]
    for side, title in enumerate(["with the visited set", "without it"]):
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
