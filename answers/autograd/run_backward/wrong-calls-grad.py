"""does: Calls torch.autograd.grad for all leaves.

points: 0
hears: asks PyTorch to differentiate
"""

def run_backward(output):
    leaves, found = [], [output.grad_fn]
    for node in found:
        if is_leaf(node):
            leaves.append(node.variable)
        found += [n for n, _ in node.next_functions if n is not None and n not in found]
    grads = torch.autograd.grad(output, leaves, torch.ones_like(output))
    for leaf, gradient in zip(leaves, grads):
        leaf.grad = gradient if leaf.grad is None else leaf.grad + gradient
