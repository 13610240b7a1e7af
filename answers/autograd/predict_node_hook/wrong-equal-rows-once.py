"""does: Collects what each row contributes to the weight in a dict by the numbers of the row.
believes: "Each sample in a batch is different."

points: 1
"""

def predict_node_hook(weight, bias, x, grad_y):
    by_row = {}
    for row, g in zip(x, grad_y):
        by_row[tuple(row.tolist())] = torch.outer(row, g)
    grad_wt = torch.zeros_like(weight.T)
    for part in by_row.values():
        grad_wt = grad_wt + part
    return (grad_y.sum(0), grad_y @ weight, grad_wt), (grad_y,)
