"""Computes each row by itself and stacks the rows.

points: 3
"""

def predict_module_hook(weight, bias, x, grad_y):
    rows = []
    for g in grad_y:
        row = torch.zeros_like(weight[0])
        for k in range(len(g)):
            row = row + g[k] * weight[k]
        rows.append(row)
    return (torch.stack(rows),), (grad_y,)
