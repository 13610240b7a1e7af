"""does: Computes the gradients of the loss twice.
believes: "Second gradients are the gradients of the loss, computed twice."

points: 0
hears: the gradient of b: expected [0, 0], got [2, 2].
"""

def second_gradients(fn, a, b):
    loss = fn(a, b).sum()
    grad(loss, [a, b])
    return grad(loss, [a, b])
