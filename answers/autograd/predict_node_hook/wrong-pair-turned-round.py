"""does: Returns the two tuples in the wrong order.
believes: "The upstream gradient comes first, then the gradients of the inputs."

points: 0
hears: The two tuples are swapped; grad_inputs comes first
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y,), (grad_y.sum(0), grad_y @ weight, (grad_y.T @ x).T)
