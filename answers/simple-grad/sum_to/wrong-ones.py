"""does: Returns ones, whatever gradient arrives.
believes: "The slope of a sum is 1."

points: 0
hears: the gradient of a: expected
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    record("sum_to", [a], [r], lambda grads: [Variable(torch.ones_like(a.value))])
    return r
