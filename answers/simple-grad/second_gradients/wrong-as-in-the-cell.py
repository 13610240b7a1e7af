"""does: Adds both first gradients without checking for None.
believes: "Both gradients exist, as in the cell above."

points: 0
hears: NoneType
"""

def second_gradients(fn, a, b):
    grad_a, grad_b = grad(fn(a, b).sum(), [a, b])
    return grad((grad_a * grad_a + grad_b * grad_b).sum(), [a, b])
