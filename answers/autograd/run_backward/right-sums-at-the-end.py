"""Keeps all gradients in lists and adds them with stack when a node runs; the count is an iterator over its arrows.

points: 10
"""

from collections import defaultdict, deque


def run_backward(output):
    after_of = {}
    todo = deque([output.grad_fn])
    while todo:
        node = todo.popleft()
        if node not in after_of:
            after_of[node] = [entry for entry in node.next_functions]
            todo.extend(after for after, _ in after_of[node] if after is not None)
    arrows = defaultdict(list)
    for entries in after_of.values():
        for after, _ in entries:
            arrows[after].append("awaited")

    arrived = defaultdict(lambda: defaultdict(list))
    arrived[output.grad_fn][output.output_nr].append(torch.ones_like(output))
    ready = deque([output.grad_fn])
    while ready:
        node = ready.popleft()
        sums = {
            number: torch.stack(gradients).sum(0) for number, gradients in arrived.pop(node, {}).items()
        }
        if is_leaf(node):
            for total in sums.values():
                if node.variable.grad is not None:
                    total = node.variable.grad + total
                node.variable.grad = total
            continue
        for (after, number), gradient in zip(after_of[node], run_node(node, sums), strict=True):
            if after is None:
                continue
            if gradient is not None:
                arrived[after][number].append(gradient)
            arrows[after].pop()
            if not arrows[after]:
                ready.append(after)
