"""The values are tensors, and torch has forward mode.

points: 0
"""

def jvp(f, x, u):
    return torch.func.jvp(lambda tensor: f(Variable(tensor)).value, (x,), (u,))[1]
