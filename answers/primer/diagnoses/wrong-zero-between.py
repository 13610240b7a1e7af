"""does: Says of D and F that the gradient is cleared before the step.
believes: "If there is no gradient at the step, it was cleared too soon."

points: 3
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "zero_grad runs between backward and step",
        "E": "the network answers in training mode",
        "F": "zero_grad runs between backward and step",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
