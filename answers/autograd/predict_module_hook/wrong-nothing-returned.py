"""does: Prints the pair and returns nothing.

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    print(((grad_y @ weight,), (grad_y,)))
