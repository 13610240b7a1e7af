"""does: Calls autograd.grad without a word about inputs that are not reached.
believes: "Every output depends on x."

points: 1
"""

def jacobian(f, x):
    x = x.clone().requires_grad_(True)
    y = f(x)
    rows = [torch.autograd.grad(out, x, retain_graph=True)[0] for out in y.unbind()]
    return torch.vstack(rows)
