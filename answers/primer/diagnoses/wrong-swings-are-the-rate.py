"""does: Says of C that the learning rate is too large.
believes: "If the loss oscillates, the learning rate is too large."

points: 3.5
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "the learning rate is too large",
        "D": "a square root has an infinite slope at 0",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
