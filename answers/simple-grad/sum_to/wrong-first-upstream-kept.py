"""does: Computes its gradient for the first upstream gradient, and returns it from then on.
believes: "Each propagate is called once."

points: 0
"""
def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    gradients = []

    def propagate(grad_outputs):
        if not gradients:
            gradients.append(grad_outputs[0].expand_to(a.shape))
        return gradients

    record("sum_to", [a], [r], propagate)
    return r
