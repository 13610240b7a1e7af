"""does: Lets .grad accumulate and takes each row as the difference to the sum before, which loses small slopes behind large ones.
believes: "What a backward adds can be found again by subtracting what was there."

points: 1
"""

def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    leaf.grad = torch.zeros_like(x)
    y = f(leaf)
    before, rows = leaf.grad.clone(), []
    for i in range(len(y)):
        y[i].backward(retain_graph=True)
        rows.append(leaf.grad - before)
        before = leaf.grad.clone()
    return torch.stack(rows)
