"""Each node asks the nodes before it for what they pass on.

points: 10
"""

from collections import defaultdict

import torch


def run_backward(output):
    users = defaultdict(list)
    seen = [output.grad_fn]
    for node in seen:
        for place, (child, number) in enumerate(node.next_functions):
            if child is not None:
                users[child].append((node, place, number))
                if child not in seen:
                    seen.append(child)
    results = {}

    def passed_on(node):
        if node not in results:
            results[node] = run_node(node, arrived(node))
        return results[node]

    def arrived(node):
        got = {}
        if node is output.grad_fn:
            got[output.output_nr] = torch.ones_like(output)
        for user, place, number in users[node]:
            g = passed_on(user)[place]
            if g is not None:
                got[number] = got[number] + g if number in got else g
        return got

    for node in seen:
        if is_leaf(node):
            g = arrived(node).get(0)
            if g is not None:
                old = node.variable.grad
                node.variable.grad = g.clone() if old is None else old + g
        else:
            passed_on(node)
