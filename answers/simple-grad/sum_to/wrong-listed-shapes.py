"""does: Sums all, the first dimension, or the second; nothing else.
believes: "The three shapes of the text are all that there are."

points: 1
"""
def sum_to(a, shape):
    if shape == ():
        numbers = a.value.sum()
    elif len(shape) == 1:
        numbers = a.value.sum(0)
    else:
        numbers = a.value.sum(1, keepdim=True)
    r = Variable(numbers)
    record("sum_to", [a], [r], lambda grads: [grads[0].expand_to(a.shape)])
    return r
