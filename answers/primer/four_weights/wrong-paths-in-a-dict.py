"""does: Collects the paths to a in a dict by their number, so two paths with the same number become one.
believes: "Two paths that pass the same number are the same path."

points: 0
"""

def four_weights(a, w1, w2, w3, w4):
    paths = {w1 * w3: "through b", w2 * w4: "through c"}
    d_a = -sum(paths)
    return d_a, -w3 * a, -w4 * a, -w1 * a, -w2 * a
