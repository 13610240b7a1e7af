"""does: Returns grad_y as grad_input, and the gradient of x as grad_output.
believes: "In backward, the input is grad_y."

points: 0
hears: The two tuples are swapped
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y,), (grad_y @ weight,)
