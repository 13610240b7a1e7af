"""does: Moves x by 1 to see which outputs depend on it, and gives a row of zeros to those that are the same afterwards.
believes: "If an output is the same for another x, it does not depend on x."

points: 1
"""

def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    y = f(leaf)
    with torch.no_grad():
        depends = f(x) != f(x + 1)
    rows = []
    for i, yes in enumerate(depends.tolist()):
        if yes:
            rows.append(torch.autograd.grad(y[i], leaf, retain_graph=True)[0])
        else:
            rows.append(torch.zeros_like(x))
    return torch.stack(rows)
