"""One product for weight and bias: x gets a column of ones.

points: 3
"""

def predict_node_hook(weight, bias, x, grad_y):
    with_one = torch.cat([x, x.new_ones(len(x), 1)], dim=1)
    both = with_one.T @ grad_y  # (in + 1, out)
    return (both[-1], grad_y @ weight, both[:-1]), (grad_y,)
