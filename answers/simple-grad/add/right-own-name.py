"""Names the output itself, with a counter.

points: 2
"""

def add(a, b):
    add.count = getattr(add, "count", 0) + 1
    r = Variable(torch.add(a.value, b.value), name=f"sum{add.count}")

    def propagate(grad_outputs):
        return tuple(grad_outputs * 2)

    record("add", [a, b], [r], propagate)
    return r
