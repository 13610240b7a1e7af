"""does: Returns tensors in backward.
believes: "The backward rule may compute with tensors."

points: 1
hears: the gradient of a: expected a Variable, got a tensor.
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r.value, grad_r.value]

    record("add", [a, b], [r], propagate)
    return r
