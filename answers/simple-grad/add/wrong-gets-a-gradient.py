"""does: Returns the list of gradients for each input, as if it were one gradient.
believes: "The backward rule is called with one gradient, not a list."

points: 1
hears: `[g] = grads` opens it
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(g):
        return [g, g]

    record("add", [a, b], [r], propagate)
    return r
