"""does: Uses a dot product, which accepts only vectors.

points: 1
hears: 1D tensors expected
"""


def predict_grads(x, a, b, gradient):
    return torch.dot(gradient, a), gradient * x, gradient.clone()
