"""does: Replaces apply with a function that puts a hook on the tensor.

points: 0
"""

class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def apply(x, factor):
        y = x.clone()
        y.register_hook(lambda gradient: gradient * factor)
        return y
