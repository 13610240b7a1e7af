"""does: Uses PyTorch's forward mode.
believes: "The values are tensors, so PyTorch's forward mode works."

points: 0
"""

def jvp(f, x, u):
    return torch.func.jvp(lambda tensor: f(Variable(tensor)).value, (x,), (u,))[1]
