"""Calls itself when the last gradient of a node has arrived.

points: 10
"""

class Engine:
    def __init__(self, output):
        self.missing, self.here = {}, {}
        self.count(output.grad_fn)
        self.here[output.grad_fn] = {output.output_nr: torch.ones_like(output)}
        self.run(output.grad_fn)

    def count(self, node):
        if node in self.missing:
            return
        self.missing[node] = 0
        self.here[node] = {}
        for after, _ in node.next_functions:
            if after is not None:
                self.count(after)
                self.missing[after] += 1

    def run(self, node):
        if is_leaf(node) and self.here[node]:
            (gradient,) = self.here[node].values()
            old = node.variable.grad
            node.variable.grad = gradient.clone() if old is None else old + gradient
        gradients = run_node(node, self.here[node])
        for (after, number), gradient in zip(node.next_functions, gradients):
            if after is None:
                continue
            if gradient is not None:
                there = self.here[after].get(number)
                self.here[after][number] = gradient if there is None else there + gradient
            self.missing[after] -= 1
            if self.missing[after] == 0:
                self.run(after)


def run_backward(output):
    Engine(output)
