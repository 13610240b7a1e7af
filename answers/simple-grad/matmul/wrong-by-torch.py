"""does: Computes both gradients with PyTorch.
believes: "PyTorch knows the rule."

points: 0
hears: asks PyTorch to differentiate
"""

def matmul(a, b):
    leaves = [one.value.clone().requires_grad_() for one in (a, b)]
    product = leaves[0] @ leaves[1]
    r = Variable(product.detach())

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        slopes = torch.autograd.grad(product, leaves, grad_r.value, retain_graph=True)
        return [Variable(slope) for slope in slopes]

    record("matmul", [a, b], [r], propagate)
    return r
