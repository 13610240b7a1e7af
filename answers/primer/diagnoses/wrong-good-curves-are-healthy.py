"""does: Calls A, E and H healthy.
believes: "A loop with a good curve is healthy."

points: 2.5
hears: 5 of 8
"""


def diagnoses():
    return {
        "A": "healthy",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "a square root has an infinite slope at 0",
        "E": "healthy",
        "F": "the optimizer holds the parameters of another network",
        "G": "the target has another shape than the output",
        "H": "healthy",
    }
