"""Computes a power of e, so the last bit may differ.

points: 2
"""
def exp(a):
    from math import e

    base = torch.tensor(e, dtype=a.value.dtype)
    power = Variable(torch.pow(base, a.value))

    def propagate(grad_outputs):
        return [power * one for one in grad_outputs]

    record("exp", [a], [power], propagate)
    return power
