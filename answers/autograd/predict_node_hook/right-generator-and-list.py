"""Builds the first tuple from a generator; the second is a list.

points: 3
"""

def predict_node_hook(weight, bias, x, grad_y):
    def parts():
        yield grad_y.sum(dim=0)
        yield grad_y.mm(weight)
        yield grad_y.t().mm(x).t()

    return [tuple(parts()), [grad_y]]
