"""Lists the loops in reverse order.

points: 4
"""


def diagnoses():
    return {
        "H": "the losses are added up with their graphs",
        "G": "the target has another shape than the output",
        "F": "the optimizer holds the parameters of another network",
        "E": "the network answers in training mode",
        "D": "a square root has an infinite slope at 0",
        "C": "zero_grad is missing",
        "B": "healthy",
        "A": "a layer is cut off by detach",
    }
