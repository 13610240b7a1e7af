"""does: Keeps the same .grad tensor for all rows.
believes: "A list keeps the numbers that .grad had at the time."

points: 0
hears: All your rows are the same.
"""


def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    y, rows = f(leaf), []
    for i in range(len(y)):
        if leaf.grad is not None:
            leaf.grad.zero_()
        y[i].backward(retain_graph=True)
        rows.append(leaf.grad)
    return torch.stack(rows)
