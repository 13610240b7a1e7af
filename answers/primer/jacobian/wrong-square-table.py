"""does: Makes a square table.
believes: "There are as many outputs as inputs."

points: 0
hears: index 2 is out of bounds
"""


def jacobian(f, x):
    table = torch.zeros(len(x), len(x))
    for i in range(len(f(x))):
        leaf = x.clone().requires_grad_()
        f(leaf)[i].backward()
        table[i] = leaf.grad
    return table
