"""Uses Counter and defaultdict, without a list of nodes.

points: 10
"""

from collections import Counter, defaultdict, deque


def run_backward(output):
    waits, seen, stack = Counter(), set(), [output.grad_fn]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        behind = [after for after, _ in node.next_functions if after is not None]
        waits.update(behind)
        stack += behind
    buffers = defaultdict(dict)
    buffers[output.grad_fn] = {output.output_nr: torch.ones_like(output)}
    queue = deque([output.grad_fn])
    while queue:
        node = queue.popleft()
        inputs = buffers.pop(node, {})
        if hasattr(node, "variable") and 0 in inputs:
            if node.variable.grad is None:
                node.variable.grad = torch.zeros_like(node.variable)
            node.variable.grad += inputs[0]
        for (after, number), gradient in zip(node.next_functions, run_node(node, inputs)):
            if after is not None:
                if gradient is not None:
                    there = buffers[after].get(number)
                    buffers[after][number] = gradient if there is None else there + gradient
                waits[after] -= 1
                if not waits[after]:
                    queue.append(after)
