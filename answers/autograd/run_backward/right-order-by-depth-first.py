"""Sorts the nodes with a depth-first walk that keeps its own stack of iterators; counts nothing.

points: 10
"""

def run_backward(output):
    def from_the_output_on():
        finished, seen = [], {output.grad_fn}
        stack = [(output.grad_fn, iter(output.grad_fn.next_functions))]
        while stack:
            node, entries = stack[-1]
            for after, _ in entries:
                if after is not None and after not in seen:
                    seen.add(after)
                    stack.append((after, iter(after.next_functions)))
                    break
            else:
                finished.append(node)
                stack.pop()
        return reversed(finished)

    arrived = {(output.grad_fn, output.output_nr): [torch.ones_like(output)]}
    numbers = {output.grad_fn: {output.output_nr}}
    for node in from_the_output_on():
        sums = {}
        for number in numbers.get(node, ()):
            total, *others = arrived.pop((node, number))
            for gradient in others:
                total = total + gradient
            sums[number] = total
        if is_leaf(node):
            for total in sums.values():
                leaf = node.variable
                leaf.grad = total.clone() if leaf.grad is None else leaf.grad + total
            continue
        for entry, gradient in zip(node.next_functions, run_node(node, sums), strict=True):
            if entry[0] is not None and gradient is not None:
                arrived.setdefault(entry, []).append(gradient)
                numbers.setdefault(entry[0], set()).add(entry[1])
