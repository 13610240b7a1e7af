"""does: Calls PyTorch's backward.

points: 0
hears: asks PyTorch to differentiate
"""

def run_backward(output):
    output.backward(torch.ones_like(output))
