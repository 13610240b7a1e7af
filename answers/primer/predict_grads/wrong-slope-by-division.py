"""does: Computes the slope for a as (z - b) / a.
believes: "The slope is how far z moves, divided by how far a moves, and a moved from 0."

points: 1
"""

def predict_grads(x, a, b, gradient):
    z = a * x + b
    slope_a = (z - b) / a
    return (a * gradient).sum(), slope_a * gradient, gradient
