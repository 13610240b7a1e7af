"""does: Calls reset_tape() first.
believes: "Each computation begins with an empty tape."

points: 1
"""
def second_gradients(fn, a, b):
    """Return [dL1/da, dL1/db], where L1 is the squared norm of the gradients of fn(a, b).sum()."""
    reset_tape()
    loss_0 = fn(a, b).sum()
    first = [gradient for gradient in grad(loss_0, [a, b]) if gradient is not None]
    if not first:
        return [None, None]
    loss_1 = sum((gradient * gradient).sum() for gradient in first)
    return grad(loss_1, [a, b])
