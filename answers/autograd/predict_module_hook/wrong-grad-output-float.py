"""does: Converts grad_output to float32.
believes: "grad_output only passes through, and a hook shows it in PyTorch's default dtype."

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    grad_input = torch.einsum("bo,oi->bi", grad_y, weight)
    grad_output = torch.as_tensor(grad_y, dtype=torch.float32)
    return (grad_input,), (grad_output,)
