"""does: Uses forward mode.
believes: "Forward mode runs no backward."

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def predict_grads(x, a, b, gradient):
    table = torch.func.jacfwd(lambda x, a, b: a * x + b, argnums=(0, 1, 2))(x, a, b)
    return tuple(torch.tensordot(gradient, slopes, dims=gradient.dim()) for slopes in table)
