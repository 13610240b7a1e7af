"""does: Uses finite differences.
believes: "Finite differences are good enough."

points: 0
hears: the Jacobian: expected
"""


def jacobian(f, x):
    columns = []
    for j in range(len(x)):
        moved = x.clone()
        moved[j] += 1e-3
        columns.append((f(moved) - f(x)) / 1e-3)
    return torch.stack(columns, dim=1).detach()
