"""does: Stores the table by function, and returns the old one if the same function comes with another x.
believes: "The Jacobian belongs to the function."

points: 1
"""

_tables = {}


def jacobian(f, x):
    if f not in _tables:
        t = x.clone().requires_grad_()
        y = f(t)
        _tables[f] = torch.stack(
            [
                torch.autograd.grad(each, t, retain_graph=True, materialize_grads=True)[0]
                for each in y
            ]
        )
    return _tables[f]
