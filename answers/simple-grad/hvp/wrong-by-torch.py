"""does: Calls PyTorch.
believes: "PyTorch can do that."

points: 0
hears: torch's autograd cannot follow it
"""

def hvp(f, xs, vs):
    return list(torch.autograd.functional.vhp(f, tuple(xs), tuple(vs))[1])
