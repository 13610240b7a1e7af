"""does: Computes the slope with PyTorch.
believes: "PyTorch can compute the slope."

points: 0
hears: asks PyTorch to differentiate
"""

def exp(a):
    leaf = a.value.clone().requires_grad_()
    made = leaf.exp()
    r = Variable(made.detach())

    def propagate(grad_outputs):
        [slope] = torch.autograd.grad(made, [leaf], retain_graph=True, grad_outputs=made * 0 + 1)
        return [grad_outputs[0] * Variable(slope)]

    record("exp", [a], [r], propagate)
    return r
