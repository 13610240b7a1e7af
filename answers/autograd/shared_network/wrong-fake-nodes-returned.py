"""does: Builds fake nodes in four lines, and returns the first.

points: 0
hears: Return the tensor itself, not its grad_fn.
"""

class Fake:
    def __init__(self, kind, *after):
        self.next_functions, self.name = tuple((node, 0) for node in after), lambda: kind


h = Fake("ExpBackward0", Fake("torch::autograd::AccumulateGrad"))
shared_network = lambda: Fake("AddBackward0", h, h)
