"""does: Computes the end inside the loop, so it fails for 0 steps.
believes: "There is always a first step."

points: 1
hears: UnboundLocalError
"""


def descend(loss_of, w, steps, rate):
    leaf = w.detach().clone().requires_grad_()
    for _ in range(steps):
        leaf.grad = None
        loss_of(leaf).backward()
        end = leaf.detach() - rate * leaf.grad
        leaf = end.clone().requires_grad_()
    return end
