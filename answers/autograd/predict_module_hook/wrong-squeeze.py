"""does: Multiplies each row as a batch of small matrices, then squeezes away all dimensions of size 1.
believes: "squeeze() undoes my unsqueeze(1)."

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    # one (1, out) row times (out, in) per sample
    rows = grad_y.unsqueeze(1)
    grad_x = torch.matmul(rows, weight).squeeze()
    return (grad_x,), (grad_y,)
