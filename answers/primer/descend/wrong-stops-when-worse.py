"""does: Stops before the first step that increases the loss.
believes: "A step that increases the loss is not taken."

points: 1
hears: steps that are too long
"""


def descend(loss_of, w, steps, rate):
    for _ in range(steps):
        leaf = w.detach().clone().requires_grad_()
        loss = loss_of(leaf)
        loss.backward()
        after = leaf.detach() - rate * leaf.grad
        if loss_of(after) > loss:
            break
        w = after
    return w.detach().clone()
