"""does: Says of D and F that step is missing.
believes: "If the loss does not change, no step was taken."

points: 3
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "step is missing",
        "E": "the network answers in training mode",
        "F": "step is missing",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
