"""does: Runs backward several times without retain_graph.
believes: "One forward pass is enough for any number of backward passes."

points: 0
hears: Trying to backward through the graph a second time
"""


def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    y, rows = f(leaf), []
    for i in range(len(y)):
        leaf.grad = None
        y[i].backward()
        rows.append(leaf.grad)
    return torch.stack(rows)
