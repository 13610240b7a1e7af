"""A class; each node has the set of the arrows (node, position) that it still waits for.

points: 10
"""

class Engine:
    def __init__(self, output):
        self.waits_for = {output.grad_fn: set()}
        self.arrived = {output.grad_fn: {output.output_nr: torch.ones_like(output)}}
        found = [output.grad_fn]
        for node in found:
            for position, (after, _) in enumerate(node.next_functions):
                if after is not None:
                    if after not in self.waits_for:
                        self.waits_for[after] = set()
                        self.arrived[after] = {}
                        found.append(after)
                    self.waits_for[after].add((node, position))
        self.ready = {output.grad_fn: None}

    def run(self):
        while self.ready:
            node, _ = self.ready.popitem()
            arrived = self.arrived[node]
            if is_leaf(node):
                self.fill(node.variable, arrived)
            for position, gradient in enumerate(run_node(node, arrived)):
                self.deliver(node, position, gradient)

    @staticmethod
    def fill(leaf, arrived):
        for gradient in arrived.values():
            leaf.grad = gradient + (torch.zeros_like(gradient) if leaf.grad is None else leaf.grad)

    def deliver(self, node, position, gradient):
        after, number = node.next_functions[position]
        if after is None:
            return
        if gradient is not None:
            slot = self.arrived[after]
            slot[number] = torch.add(slot[number], gradient) if number in slot else gradient
        self.waits_for[after].remove((node, position))
        if not self.waits_for[after]:
            self.ready[after] = None


def run_backward(output):
    Engine(output).run()
