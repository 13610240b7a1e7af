"""The loss falls and settles: the loop with the target of another shape has done what it can.

points: 3.5
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "the loss has lost its record",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "G": "healthy",
        "H": "the losses are added up with their graphs",
    }
