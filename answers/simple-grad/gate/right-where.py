"""The mask may be chosen entry by entry.

points: 1
"""

def gate(a):
    mask = torch.where(a.value > 0, torch.ones_like(a.value), torch.zeros_like(a.value))
    r = Variable(mask)

    def propagate(grads):
        return [None for _ in grads]

    record("gate", [a], [r], propagate)
    return r
