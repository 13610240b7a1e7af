"""does: Builds fake nodes in four lines, without torch.

points: 0
"""

class Fake:
    def __init__(self, kind, *after):
        self.next_functions, self.name = tuple((node, 0) for node in after), lambda: kind


h = Fake("ExpBackward0", Fake("torch::autograd::AccumulateGrad"))
shared_network = lambda: type("Output", (), {"grad_fn": Fake("AddBackward0", h, h)})()
