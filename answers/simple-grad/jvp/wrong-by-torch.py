"""does: Calls PyTorch.
believes: "PyTorch can do that."

points: 0
hears: torch's autograd cannot follow it
"""

def jvp(f, x, u):
    return torch.autograd.functional.jvp(f, x, u)[1]
