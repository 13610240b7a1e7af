"""does: Stores the factor on the class.
believes: "The class has one factor."

points: 0
hears: Used with the factors 2 and -0.5 in one program
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ScaleGradient.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ScaleGradient.factor, None
