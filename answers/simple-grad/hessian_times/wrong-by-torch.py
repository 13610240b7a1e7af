"""torch can do that.

points: 0
hears: torch's autograd is not asked
"""

def hessian_times(f, xs, vs):
    return list(torch.autograd.functional.vhp(f, tuple(xs), tuple(vs))[1])
