"""Recursion: the outputs are cut in two halves until one is left.

points: 3
"""

def predict_module_hook(weight, bias, x, grad_y):
    def back(w, g):
        n = w.shape[0]
        if n == 0:
            return torch.zeros_like(x)
        if n == 1:
            return g * w  # (batch, 1) * (1, in)
        return back(w[: n // 2], g[:, : n // 2]) + back(w[n // 2 :], g[:, n // 2 :])

    return (back(weight, grad_y),), (grad_y,)
