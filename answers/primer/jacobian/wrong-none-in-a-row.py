"""does: Expects a gradient in each row.
believes: "Every output sends x a gradient."

points: 1
hears: NoneType
"""


def jacobian(f, x):
    rows = []
    for i in range(len(f(x))):
        leaf = x.clone().requires_grad_()
        f(leaf)[i].backward()
        rows.append(leaf.grad)
    return torch.stack(rows)
