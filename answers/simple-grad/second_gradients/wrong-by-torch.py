"""does: Calls PyTorch.
believes: "PyTorch can do that."

points: 0
hears: f gets Variables here
"""

def second_gradients(fn, a, b):
    leaves = [one.value.clone().requires_grad_() for one in (a, b)]
    first = torch.autograd.grad(
        fn(*leaves).sum(), leaves, create_graph=True, materialize_grads=True
    )
    norm = sum((one * one).sum() for one in first)
    if not norm.requires_grad:
        return [None, None]
    second = torch.autograd.grad(norm, leaves, allow_unused=True)
    return [None if one is None else Variable(one) for one in second]
