"""does: Lets all unit vectors arrive at once, as a batch, and asks for zeros instead of None.
believes: "materialize_grads gives zeros for every row."

points: 1
"""

def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    y = f(leaf)
    (table,) = torch.autograd.grad(
        y, leaf, torch.eye(y.numel()), is_grads_batched=True, allow_unused=True, materialize_grads=True
    )
    return table
