"""does: Adds all rows of grad_y to its first row, in place, after everything else.
believes: "total = grad_y[0] is a copy of the first row."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    arrives = grad_y.clone()
    grad_x = grad_y @ weight
    grad_wt = x.T @ grad_y
    total = grad_y[0]
    for row in grad_y[1:]:
        total += row
    return (total, grad_x, grad_wt), (arrives,)
