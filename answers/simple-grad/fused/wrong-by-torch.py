"""does: Computes both gradients with PyTorch.
believes: "PyTorch knows the rule."

points: 0
hears: asks PyTorch to differentiate
"""

def fused(a, b):
    leaves = [one.value.clone().requires_grad_() for one in (a, b)]
    t = leaves[0] * leaves[1]
    made = t * t + leaves[0]
    r = Variable(made.detach())

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        slopes = torch.autograd.grad(made, leaves, grad_r.value, retain_graph=True)
        return [Variable(slope) for slope in slopes]

    record("fused", [a, b], [r], propagate)
    return r
