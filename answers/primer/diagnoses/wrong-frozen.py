"""does: Says of loop A that a layer is frozen.
believes: "A layer without a gradient is frozen."

points: 3.5
"""


def diagnoses():
    return {
        "A": "a layer is frozen",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "a square root has an infinite slope at 0",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
