"""does: Says of loop B that step is missing.
believes: "If the loss falls slowly, step is missing."

points: 3.5
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "step is missing",
        "C": "zero_grad is missing",
        "D": "a square root has an infinite slope at 0",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
